"""Attention of the last place to the picture, in every layer and head, without a matrix of all places by all places."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.lab.borrowing import attention_replaced
from diorama.lab.family import part_of
from diorama.lab.passes import Pass, run_pass
from diorama.lab.prompt import Prompt
from diorama.lab.subject import Subject

NAME = "diorama_last_row"


@dataclass(frozen=True, eq=False)
class Attention:
    """What the last place attends to."""

    weights: NDArray[np.float32]
    """layers × heads × tokens in raster order; over the picture's tokens alone they add up to 1 (the paper's Eq. 3)."""
    share: NDArray[np.float32]
    """layers × heads: how much of all attention falls on the picture."""
    run: Pass


def last_attention(subject: Subject, prompt: Prompt) -> Attention:
    """One run of the model, and what its last place attends to in the picture."""
    torch: Any = import_module("torch")
    positions = torch.as_tensor(prompt.grid.positions)
    rows: list[tuple[Any, Any]] = []

    def peek(module: Any, query: Any, key: Any, scaling: float | None) -> None:
        rows.append(_row(query, key, scaling, positions))

    layer = part_of(subject.model, f"{subject.family.language}.layers")[0]
    with attention_replaced(NAME, layer.self_attn, peek):
        run = run_pass(subject, prompt)
    weights, share = ([row[k].float().cpu().numpy() for row in rows] for k in (0, 1))
    return Attention(np.stack(weights), np.stack(share), run)


def _row(query: Any, key: Any, scaling: float | None, positions: Any) -> tuple[Any, Any]:
    """heads × tokens of the picture, and for each head the share that falls on the picture."""
    heads, size = query.shape[1], query.shape[-1]
    last = query[0, :, -1].float().reshape(key.shape[1], -1, size)  # heads that share their keys stand together
    scores = (last @ key[0].float().transpose(1, 2)).reshape(heads, -1) * (scaling or size**-0.5)
    whole, seen = scores.logsumexp(-1), scores[:, positions.to(scores.device)]
    return seen.softmax(-1), (seen.logsumexp(-1) - whole).exp()

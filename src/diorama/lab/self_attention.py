"""Self-attention of vision blocks: how much each patch is attended to, and how spread out attention is.

Blocks run with their usual attention; beside it the weights are computed head by head, so that no more than one
matrix of patches by patches is held at a time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.lab.borrowing import attention_replaced
from diorama.lab.family import part_of
from diorama.lab.passes import run_pass
from diorama.lab.prompt import Prompt
from diorama.lab.subject import Subject

NAME = "diorama_received"


@dataclass(frozen=True, eq=False)
class Received:
    """What the patches of one block receive."""

    block: int
    map: NDArray[np.float64]
    """The mean attention to each patch, over queries and heads; raster, adds up to 1."""
    entropy: float
    """Of the attention of a patch, mean over patches and heads, as a share of the greatest possible: 1 is even."""


@dataclass
class _Block:
    """What is gathered of one block: it may attend window by window."""

    received: list[Any] = field(default_factory=list)
    spread: list[tuple[float, int]] = field(default_factory=list)


def received_attention(subject: Subject, prompt: Prompt, last: int) -> list[Received]:
    """The attention that patches receive in the last so many vision blocks, in one run."""
    blocks = part_of(subject.model, subject.family.blocks)
    attentions = [getattr(block, subject.family.vision_attention) for block in blocks]
    held = {k: _Block() for k in range(max(0, len(blocks) - last), len(blocks))}

    def peek(module: Any, query: Any, key: Any, scaling: float | None) -> None:
        for k, block in held.items():
            if module is attentions[k]:
                _gather(block, query, key, scaling)

    with attention_replaced(NAME, attentions[0], peek):
        run_pass(subject, prompt)
    return [_read(k, block, prompt) for k, block in held.items()]


def _read(block: int, found: _Block, prompt: Prompt) -> Received:
    grid = prompt.grid
    received = np.concatenate([piece.float().cpu().numpy() for piece in found.received])[grid.before :]
    raster = np.empty(grid.rows * grid.columns)
    raster[grid.patch_order] = received
    raster = (raster / max(raster.sum(), 1e-12)).reshape(grid.shape("patches"))
    counts = sum(count for _, count in found.spread)
    return Received(block, raster, sum(spread * count for spread, count in found.spread) / counts)


def _gather(block: _Block, query: Any, key: Any, scaling: float | None) -> None:
    """Add what one call of attention gives: a block attends once, or window by window."""
    torch: Any = import_module("torch")
    heads, places, size = query.shape[1], query.shape[2], query.shape[3]
    received, spread = torch.zeros(places, device=query.device), 0.0
    for head in range(heads):
        scores = query[0, head].float() @ key[0, head].float().T * (scaling or size**-0.5)
        weights = scores.softmax(-1)
        received += weights.sum(0) / heads
        spread += float(-(weights * weights.clamp_min(1e-30).log()).sum(-1).mean()) / heads
    block.received.append(received)
    block.spread.append((spread / max(float(np.log(places)), 1e-9), places))

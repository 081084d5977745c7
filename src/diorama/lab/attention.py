"""Attention of the last place to the picture, in every layer and head, without a matrix of all places by all places.

The model runs with its usual attention; beside it, for the last place alone, the weights over the picture's tokens are
computed from the same queries and keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.lab.family import part_of
from diorama.lab.passes import Pass, run_pass
from diorama.lab.prompt import Prompt
from diorama.lab.subject import Subject

NAME = "diorama_last_row"
"""What the library knows our attention by."""


@dataclass(frozen=True, eq=False)
class Attention:
    """What the last place attends to."""

    weights: NDArray[np.float32]
    """layers × heads × tokens in raster order; over the picture's tokens alone they add up to 1 (the paper's Eq. 3)."""
    share: NDArray[np.float32]
    """layers × heads: how much of all attention falls on the picture."""
    run: Pass


@dataclass
class _Sink:
    """Where the rows of one run are kept."""

    usual: Any
    """The attention that the model uses."""
    positions: Any
    rows: list[tuple[Any, Any]]


_SINK: ContextVar[_Sink] = ContextVar("diorama_lab_sink")


def last_attention(subject: Subject, prompt: Prompt) -> Attention:
    """One run of the model, and what its last place attends to in the picture."""
    torch: Any = import_module("torch")
    positions = torch.as_tensor(prompt.grid.positions)
    with _watched(subject, positions) as sink:
        run = run_pass(subject, prompt)
    weights, share = ([row[k].float().cpu().numpy() for row in sink.rows] for k in (0, 1))
    return Attention(np.stack(weights), np.stack(share), run)


@contextmanager
def _watched(subject: Subject, positions: Any) -> Iterator[_Sink]:
    library: Any = import_module("transformers.modeling_utils")
    masks: Any = import_module("transformers.masking_utils")
    config = part_of(subject.model, subject.family.language).config
    usual = config._attn_implementation
    functions = library.ALL_ATTENTION_FUNCTIONS
    sink = _Sink(functions[usual] if usual in functions else _eager(subject), positions, [])
    functions.register(NAME, _attend)
    masks.ALL_MASK_ATTENTION_FUNCTIONS.register(NAME, masks.ALL_MASK_ATTENTION_FUNCTIONS[usual])
    token = _SINK.set(sink)
    config._attn_implementation = NAME
    try:
        yield sink
    finally:
        config._attn_implementation = usual
        _SINK.reset(token)


def _eager(subject: Subject) -> Any:
    """The plain attention that stands in the model's own file."""
    layer = part_of(subject.model, f"{subject.family.language}.layers.0.self_attn")
    return import_module(type(layer).__module__).eager_attention_forward


def _attend(module: Any, query: Any, key: Any, value: Any, attention_mask: Any, **kwargs: Any) -> Any:
    """The usual attention; the last place's weights over the picture are kept."""
    sink = _SINK.get()
    sink.rows.append(_row(module, query, key, kwargs.get("scaling"), sink.positions))
    return sink.usual(module, query, key, value, attention_mask, **kwargs)


def _row(module: Any, query: Any, key: Any, scaling: float | None, positions: Any) -> tuple[Any, Any]:
    """heads × tokens of the picture, and for each head the share that falls on the picture."""
    heads, size = query.shape[1], query.shape[-1]
    last = query[0, :, -1].float().reshape(key.shape[1], -1, size)  # heads that share their keys stand together
    scores = (last @ key[0].float().transpose(1, 2)).reshape(heads, -1) * (scaling or size**-0.5)
    whole, seen = scores.logsumexp(-1), scores[:, positions.to(scores.device)]
    return seen.softmax(-1), (seen.logsumexp(-1) - whole).exp()

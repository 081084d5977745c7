"""Models whose real output is replaced by what can be seen in their own input, so that a place is known in advance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from diorama.perceive.percepts import Box, Mask, Pixels
from diorama.perceive.providers.weights import Loaded

SIZES = [(75, 121), (201, 50), (33, 333)]
"""Height and width: odd ones, upright and wide ones."""


def with_red(shape: tuple[int, int], *boxes: Box) -> Pixels:
    """A dark picture with red boxes."""
    picture = np.full((*shape, 3), 20, np.uint8)
    for box in boxes:
        left, top, right, bottom = map(int, box)
        picture[top:bottom, left:right] = (250, 20, 20)
    return picture


def a_box(shape: tuple[int, int]) -> Box:
    """A box that is not in the middle, nor as wide as high."""
    height, width = shape
    return Box(width // 2, height // 5, width // 2 + width // 3, height // 5 + height // 4)


def redness(pixel_values: Any) -> NDArray[np.float32]:
    """How red a model's input is, as rows and columns, whatever its scale: 0 in the dark, 1 in red."""
    values = pixel_values[0].float().numpy()
    red = values[0] - values[2]
    low, high = float(red.min()), float(red.max())
    assert high > low, "the model sees no red"
    return np.asarray((red - low) / (high - low), np.float32)


def red_box(pixel_values: Any) -> tuple[float, float, float, float]:
    """The red box in a model's input: its middle and its size, as shares of what the model sees."""
    red = redness(pixel_values) > 0.5
    rows, columns = np.flatnonzero(red.any(axis=1)), np.flatnonzero(red.any(axis=0))
    (top, bottom), (left, right) = (at[[0, -1]] + (0, 1) for at in (rows, columns))
    height, width = red.shape
    return (
        float(left + right) / 2 / width, float(top + bottom) / 2 / height, float(right - left) / width,
        float(bottom - top) / height,
    )  # fmt: skip


def plant(monkeypatch: pytest.MonkeyPatch, loaded: Loaded, change: Callable[[dict[str, Any], Any], None]) -> None:
    """Let `change` alter what the model gives; it sees the inputs and the real outputs."""
    real = loaded.model.forward

    def forward(**inputs: Any) -> Any:
        out = real(**inputs)
        change(inputs, out)
        return out

    monkeypatch.setattr(loaded.model, "forward", forward)


def near(one: Box, other: Box, across: float, down: float) -> bool:
    """Whether two boxes agree to so many pixels."""
    apart = [abs(a - b) for a, b in zip(one, other, strict=True)]
    return max(apart[0], apart[2]) <= across and max(apart[1], apart[3]) <= down


def overlap(one: Mask, other: Mask) -> float:
    """The intersection of two masks as a share of their union."""
    return float((one & other).sum() / (one | other).sum())

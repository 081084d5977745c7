"""Percepts: what providers see, as plain data in pixels of the picture that they were given.

A provider is a callable of its role:

| role | called with | returns |
| --- | --- | --- |
| detect | a picture, names to look for | a `Found` for each thing it finds |
| segment | a picture, prompts | a mask for each prompt, in their order |
| depth | a picture | a `DepthMap` |
| materials | a picture, masks | for each mask how sure it is of each material |
| inpaint | a picture, a hole | the picture with the hole filled; all else is as it was |
| quality | a picture, where it was changed | how much it looks changed there: 0 not at all, 1 surely |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Rows, columns, red green blue."""
Mask = NDArray[np.bool_]


class Box(NamedTuple):
    """A rectangle of a picture: left and top belong to it, right and bottom are just outside."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        return max(0.0, self.right - self.left) * max(0.0, self.bottom - self.top)


@dataclass(frozen=True)
class Found:
    """Something that was found in a picture."""

    label: str
    box: Box
    confidence: float
    """From 0 to 1."""


@dataclass(frozen=True)
class Prompt:
    """What to segment: a box, a point or words; whatever is given must fit."""

    box: Box | None = None
    point: tuple[float, float] | None = None
    """Column and row."""
    text: str = ""


@dataclass(frozen=True)
class DepthMap:
    """How far everything is that is seen."""

    values: NDArray[np.float32]
    """Rows × columns, larger is farther along the optical axis; NaN where it is not known."""
    metric: bool
    """Whether they are metres; otherwise only their order and their ratios to each other mean something."""


class Detect(Protocol):
    """Finds things by their names."""

    def __call__(self, picture: Pixels, names: Sequence[str]) -> list[Found]: ...


class Segment(Protocol):
    """Finds the pixels of things."""

    def __call__(self, picture: Pixels, prompts: Sequence[Prompt]) -> list[Mask]: ...


class Depth(Protocol):
    """Says how far everything is."""

    def __call__(self, picture: Pixels) -> DepthMap: ...


class Materials(Protocol):
    """Says what surfaces are made of."""

    def __call__(self, picture: Pixels, masks: Sequence[Mask]) -> list[Mapping[str, float]]: ...


class Inpaint(Protocol):
    """Fills a hole."""

    def __call__(self, picture: Pixels, hole: Mask) -> Pixels: ...


class Quality(Protocol):
    """Says whether a picture looks as if it had been changed."""

    def __call__(self, picture: Pixels, changed: Mask) -> float: ...


Provider = Any
"""A callable of one of these protocols, by its role."""

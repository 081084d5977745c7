"""What is known of a foreign picture, and what a gate says of it: plain data shared by all modules of construction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from diorama.perceive.percepts import Box, DepthMap, Mask, Pixels
from diorama.suites.sizes import USUAL


@dataclass(frozen=True, eq=False)
class Thing:
    """One thing that was found in a picture."""

    name: str
    """Its own in this picture: what answers hold."""
    phrase: str
    """What questions call it."""
    box: Box
    mask: Mask
    """Its pixels that are seen."""
    confidence: float
    """How sure its label is, from 0 to 1."""
    depth: float = float("nan")
    """The median of the depth map in its mask; NaN if it is not known."""


@dataclass(frozen=True, eq=False)
class Seen:
    """A picture with the things in it and how far everything is."""

    picture: Pixels
    things: tuple[Thing, ...]
    depth: DepthMap

    def __getitem__(self, name: str) -> Thing:
        return self._by_name[name]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(thing.name for thing in self.things)

    @property
    def phrases(self) -> Mapping[str, str]:
        """What each thing is called."""
        return {thing.name: thing.phrase for thing in self.things}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        rows, columns = self.picture.shape[:2]
        return columns, rows

    @property
    def scale(self) -> float:
        """How much larger the picture is than the one that limits in pixels are for."""
        return self.picture.shape[0] / USUAL[1]

    @cached_property
    def _by_name(self) -> dict[str, Thing]:
        return {thing.name: thing for thing in self.things}


@dataclass(frozen=True)
class Gate:
    """What one check says of a picture or a question about it."""

    name: str
    """In words that can be counted: ``at least three things``."""
    passed: bool
    measure: float = float("nan")
    """What was measured."""
    threshold: float = float("nan")
    """What it was compared with."""
    about: tuple[str, ...] = ()
    """The things that it is about, if not all."""


@dataclass(frozen=True)
class Module:
    """What one module of construction did, for the trace."""

    name: str
    found: Mapping[str, object] = field(default_factory=dict)
    """Plain JSON."""


def median_depth(depth: DepthMap, mask: Mask) -> float:
    """The middle of what is known of a mask's depth; NaN if nothing is."""
    values = depth.values[mask]
    known = values[np.isfinite(values)]
    return float(np.median(known)) if known.size else float("nan")

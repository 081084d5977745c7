"""Events: short stretches of time in which something happens for a reason, as plain data.

An event is a world at its first moment, motors, and how long it lasts. What it means lies in a few names: the bodies
that take part, what may fall over, the places that something may end up in, and the bodies a camera may ride on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from diorama.errors import UnknownName
from diorama.world.model import Plain, Vec3, World, replace
from diorama.world.motors import Drive, play
from diorama.world.physics import Motion

Rng = np.random.Generator
Category = Literal["sports", "driving", "factory", "life", "performance", "other"]


class Zone(Plain):
    """A part of space that questions can name: an upright box."""

    phrase: str
    """``the red mat``"""
    low: Vec3
    high: Vec3

    def depths_of(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far inside each of some points is, metres; negative outside."""
        depths: NDArray[np.float64] = np.minimum(points - np.asarray(self.low), np.asarray(self.high) - points).min(
            axis=-1
        )
        return depths

    def depth_of(self, point: NDArray[np.float64]) -> float:
        """How far inside a point is, metres; negative outside."""
        return float(self.depths_of(point))


class Event(Plain):
    """A world in which something is about to happen."""

    kind: str
    category: Category
    world: World
    seconds: float
    drives: tuple[Drive, ...] = ()
    actors: tuple[str, ...]
    """Bodies that questions may be about: they move, or something may happen to them."""
    crowd: tuple[str, ...] = ()
    """Bodies that look alike: they can be counted, and no single one can be named."""
    topples: tuple[str, ...] = ()
    """Bodies that stand and may fall over."""
    zones: tuple[Zone, ...] = ()
    riders: tuple[str, ...] = ()
    """Bodies that a camera may ride on."""
    group: str = ""
    """What those are called together that may fall over, or end up in the zone, where there are several."""
    turner: str = ""
    """A body with a front that turns."""
    chooser: str = ""
    """A driven body that is about to choose its way."""
    intents: tuple[str, ...] = ()
    """What such a body may do here; the first is what it does."""
    telling: tuple[float, float] = (0.0, 0.0)
    """From when to when it has begun to do so and is not done with it, seconds."""

    def play(self, *, timestep: float | None = None) -> Motion:
        """What happens."""
        return play(self.world, self.drives, self.seconds, timestep=timestep)


Maker = Callable[[Rng], Event]
EVENTS: dict[str, Maker] = {}
"""Every kind of event by name."""
CATEGORIES: dict[str, Category] = {}
"""The category of each kind."""


def event(category: Category) -> Callable[[Maker], Maker]:
    """Register a function from a generator to an event as a kind of event, under its own name."""

    def add(make: Maker) -> Maker:
        EVENTS[make.__name__] = make
        CATEGORIES[make.__name__] = category
        return make

    return add


def make_event(kind: str, rng: Rng) -> Event:
    """An event of a kind. What has a motor glides: the ground would brake it between two steps.

    >>> make_event("dominoes", np.random.default_rng(3)).category
    'factory'
    """
    if kind not in EVENTS:
        raise UnknownName("kind of event", kind, EVENTS)
    made = EVENTS[kind](rng)
    driven = {drive.name for drive in made.drives}
    bodies = tuple(replace(b, grip=0.0) if b.name in driven else b for b in made.world.bodies)
    return replace(made, world=replace(made.world, layout=kind, bodies=bodies))

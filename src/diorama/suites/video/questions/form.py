"""Forms: the ways in which the eight types of questions are asked.

A form knows which bodies of an event it could ask about, and how its outcome is read off tracks. It does not know how
the tracks came about, so what really happens and what somebody expects are read alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diorama.suites.video.query import DIRECTIONS, Direction, Prediction
from diorama.suites.video.tracks import Tracks
from diorama.world import Camera
from diorama.world.cameras import basis
from diorama.world.events import Event

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Outcome:
    """The right option, the wrong ones, and how far the right one is from being another: 0 is on the edge."""

    right: str
    wrong: tuple[str, ...]
    margin: float

    @property
    def options(self) -> frozenset[str]:
        return frozenset((self.right, *self.wrong))


@dataclass(frozen=True)
class Ask:
    """Whom a form asks about."""

    about: tuple[str, ...]
    zone: str = ""


@dataclass(frozen=True)
class Happening:
    """An event as it takes its course, where the clip is cut, and which moment is asked about."""

    event: Event
    tracks: Tracks
    cut: float
    moment: float
    rider: str = ""
    """The body that a camera rides on, which is not asked about."""

    @property
    def actors(self) -> tuple[str, ...]:
        """Bodies that may be asked about."""
        return tuple(name for name in self.event.actors if name != self.rider)

    @property
    def forward(self) -> bool:
        return self.moment > self.cut

    def moves(self, name: str) -> bool:
        """Whether a body goes somewhere between the cut and the moment."""
        begin, end = sorted((self.tracks.index(self.cut), self.tracks.index(self.moment)))
        path = self.tracks.middles[begin : end + 1, self.tracks.world.names.index(name)]
        size = float(np.ptp(path, axis=0).max())
        return size > 0.25 * self.tracks.length(name)


Asks = Callable[[Happening], Iterator[Ask]]
Read = Callable[[Prediction, Tracks], Outcome]


@dataclass(frozen=True)
class Form:
    """One way to ask."""

    name: str
    """Also the name of its wordings."""
    asks: Asks
    read: Read
    fixed: tuple[str, ...] = ()
    """Answers that are the same in every question, to be dealt evenly; if it is one only, it gets its share."""
    by_view: bool = False
    """Whether the answer depends on where one looks from."""
    directions: tuple[Direction, ...] = DIRECTIONS
    events: tuple[str, ...] = ()
    """The kinds of events that it can be asked of; all of them, unless given."""
    least: int = 1
    """How many bodies it needs to ask about."""
    ridden: bool = True
    """Whether it can be asked where a camera rides on a body."""
    names: int = 0
    """How many bodies its words name one by one, as ``a`` and ``b``."""
    counts: bool = False
    """Whether its words name what is counted, as ``group``."""
    spans: bool = False
    """Whether it asks about the time from the cut to the moment, and not about the moment alone."""
    intent: bool = False
    """Whether it asks what a driven body has begun to do."""


def eye_axes(camera: Camera) -> tuple[Array, Array]:
    """To the right and away from a camera, along the ground."""
    right, _, forward = basis(camera)
    ahead = np.array([forward[0], forward[1], 0.0])
    ahead /= max(float(np.linalg.norm(ahead)), 1e-9)
    side = np.array([right[0], right[1], 0.0])
    return side / max(float(np.linalg.norm(side)), 1e-9), ahead


QUARTERS = ("left", "right", "near", "far")


def quarter(vector: Array, camera: Camera) -> tuple[str, float]:
    """Into which quarter of the ground a direction points, seen from a camera, and how clearly: 1 is straight.

    0 is on the border between two quarters.
    """
    right, ahead = eye_axes(camera)
    across, away = float(vector @ right), float(vector @ ahead)
    angle = np.degrees(np.arctan2(abs(away), abs(across)))
    if angle < 45:
        return ("right" if across > 0 else "left"), (45 - angle) / 45
    return ("far" if away > 0 else "near"), (angle - 45) / 45


UNCLEAR = -1.0
"""The margin of an outcome that nobody can tell."""


def clearest(values: dict[str, float]) -> tuple[str, float]:
    """The name with the largest value, and by how much it is ahead of the next: 0 is a tie, 1 is twice as much."""
    ranked = sorted(values, key=lambda name: (-values[name], name))
    best, next_best = values[ranked[0]], values[ranked[1]]
    return ranked[0], (best - next_best) / max(abs(next_best), 1e-9)

"""What happens in a stretch of an event, as facts: who moves, touches, falls, drops, enters and leaves.

Facts are read off the motion itself. Captions and interaction graphs are made of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from diorama.sight import see
from diorama.suites.video.query import Eye
from diorama.suites.video.questions.form import eye_axes
from diorama.suites.video.questions.state import FALLEN_DEG
from diorama.suites.video.tracks import STILL, Tracks
from diorama.world import Body, Camera, Motion, oriented_box, project
from diorama.world.events import Zone
from diorama.world.model import replace

Array = NDArray[np.float64]

LOOKS = 4
"""Moments of a stretch at which it is looked who is seen."""
LOOK_WIDE, SEEN_PX = 320, 20
"""How wide the picture is in which that is looked at, and from how many pixels on a body is seen."""
WENT = 0.1
"""The share of its own length that a body must go to have moved."""
BACK = 0.3
"""The share of its own length that a body must go back to have turned back."""
APART = 0.3
"""Seconds between two touches of the same bodies that count as two."""
TALL = 1.25
"""How much higher than thick a body is that can fall over."""
DROPS = 0.12
"""Metres that a body must lose in height to have dropped."""
INSIDE = 0.02
"""Metres beyond the edge of a zone at which a body is clearly in or out."""
SIDEWAYS = 0.38
"""The share of a direction, at least, that is worth a word: sin 22.5°."""


@dataclass(frozen=True)
class Place:
    """Where a body is as seen from a camera."""

    name: str
    across: float
    """0 at the left edge of the picture, 1 at the right one."""
    metres: float
    """From the camera to its middle."""
    in_frame: bool


@dataclass(frozen=True)
class Course:
    """How a body moves in a stretch; times are counted from its beginning."""

    name: str
    begins: float
    ends: float
    """From when to when it moves."""
    metres: float
    """Along its path."""
    first_way: str
    last_way: str
    """Its direction as seen from the camera, at first and in the end: ``to the right``."""
    first_speed: float
    last_speed: float
    turned_deg: float
    """How far it turns to its left, for bodies that stay upright."""
    turns_back: int
    """How often it turns back on its way, as a pendulum does."""
    dropped: float
    """Metres that it comes down from its highest point."""


@dataclass(frozen=True)
class Deed:
    """Something that happens at a moment of a stretch: one body, what it does, and to whom or what."""

    seconds: float
    name: str
    does: str
    """``touches``, ``falls over``, ``enters``, ``leaves``."""
    to: str = ""
    """The name of another body, or the phrase of a zone."""


@dataclass(frozen=True)
class Stretch:
    """A part of an event as an eye sees it."""

    motion: Motion
    eye: Eye
    start: float
    end: float
    zones: tuple[Zone, ...] = ()
    always: tuple[str, ...] = ()
    """Bodies that count even if they are not seen."""

    @cached_property
    def tracks(self) -> Tracks:
        return Tracks.of(self.motion)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bodies that are seen at some moment of it, in the order of the world."""
        seen = set(self.always)
        for seconds in np.linspace(self.start, self.end, LOOKS).tolist():
            camera = self.tracks.camera(self.eye, seconds)
            small = replace(camera, width=LOOK_WIDE, height=max(1, round(LOOK_WIDE * camera.height / camera.width)))
            sight = see(self.tracks.at(seconds), small)
            seen |= {name for name in sight.names if sight.visible_px(name) >= SEEN_PX}
        bodies = self.motion.world.bodies
        return tuple(b.name for b in bodies if b.inventory and b.name in seen and b.name != self.eye.rides)

    def places(self, seconds: float) -> tuple[Place, ...]:
        """Where everything is at a moment of the event, from left to right."""
        camera = self.tracks.camera(self.eye, seconds)
        middles = {name: self.tracks.middle(name, seconds) for name in self.names}
        return places_of(middles, camera)

    def course(self, name: str) -> Course | None:
        """How a body moves; None if it stays where it is."""
        rows = self._rows
        times, path = self.tracks.times[rows], self.tracks.path(name)[rows]
        if len(times) < 3:
            return None
        size = 2 * float(oriented_box(self.motion.world[name]).half.max())
        slow = STILL * max(1.0, size / 0.5)
        speeds = np.linalg.norm(np.gradient(path, times, axis=0), axis=1)
        moves = np.flatnonzero(speeds > slow)
        steps = np.linalg.norm(np.diff(path, axis=0), axis=1)
        metres = float(steps.sum())
        if not len(moves) or max(metres, float(np.ptp(path, axis=0).max())) < WENT * size:
            return None
        first, last = int(moves[0]), int(moves[-1])
        near = max(1, int(np.searchsorted(times - times[0], 0.3)))
        return Course(
            name=name,
            begins=float(times[first] - self.start),
            ends=float(times[last] - self.start),
            metres=metres,
            first_way=self._way(path[min(first + near, last)] - path[first], float(times[first])),
            last_way=self._way(path[last] - path[max(last - near, first)], float(times[last])),
            first_speed=float(speeds[first : first + near].mean()),
            last_speed=float(speeds[max(last - near, first) : last + 1].mean()),
            turned_deg=self._turned(name),
            turns_back=_turning_points(path, size),
            dropped=0.0 if self.motion.world[name].hinge is not None else float(path[:, 2].max() - path[-1, 2]),
        )

    def touches(self) -> tuple[Deed, ...]:
        """Which bodies come to touch which, and when; whoever went farther before touches the other."""
        found: list[Deed] = []
        for pair, spans in self._contacts().items():
            before = -1.0
            for start, end in spans:
                if self.start < start <= self.end and (before < 0 or start - before > APART):
                    a, b = sorted(pair, key=lambda name: (-self._went_before(name, start), name))
                    found.append(Deed(start - self.start, a, "touches", b))
                before = max(before, end)
        return tuple(sorted(found, key=lambda deed: (deed.seconds, deed.name)))

    def touching(self) -> tuple[tuple[str, str], ...]:
        """The pairs that touch when the stretch begins."""
        return tuple(
            (a, b)
            for (a, b), spans in self._contacts().items()
            if any(start <= self.start <= end for start, end in spans)
        )

    def falls(self) -> tuple[Deed, ...]:
        """Who falls over, and when."""
        found = []
        for name in self.names:
            if can_fall(self.motion.world[name]):
                down = self.tracks.tilts_deg(name)[self._rows] > FALLEN_DEG
                if down[-1] and not down[0]:
                    when = float(self.tracks.times[self._rows][int(np.argmax(down))])
                    found.append(Deed(when - self.start, name, "falls over"))
        return tuple(sorted(found, key=lambda deed: (deed.seconds, deed.name)))

    def lying(self) -> tuple[str, ...]:
        """Who lies on its side already when the stretch begins."""
        return tuple(
            n for n in self.names
            if can_fall(self.motion.world[n]) and self.tracks.tilt_deg(n, self.start) > FALLEN_DEG
        )  # fmt: skip

    def crossings(self) -> tuple[Deed, ...]:
        """Who enters or leaves which zone, and when."""
        found = []
        times = self.tracks.times[self._rows]
        for zone in self.zones:
            for name in self._others(zone):
                depths = zone.depths_of(self.tracks.path(name)[self._rows])
                clear = [(k, bool(d > 0)) for k, d in enumerate(depths.tolist()) if abs(d) > INSIDE]
                for (_, before), (k, after) in pairwise(clear):
                    if before != after:
                        does = "enters" if after else "leaves"
                        found.append(Deed(float(times[k]) - self.start, name, does, zone.phrase))
        return tuple(sorted(found, key=lambda deed: (deed.seconds, deed.name)))

    def within(self, seconds: float) -> tuple[tuple[str, str], ...]:
        """Who is in or on which zone at a moment of the event."""
        return tuple(
            (name, zone.phrase)
            for zone in self.zones
            for name in self._others(zone)
            if zone.depth_of(self.tracks.middle(name, seconds)) > INSIDE
        )

    def _others(self, zone: Zone) -> list[str]:
        """Everything but the body that the zone belongs to."""
        return [n for n in self.names if self.motion.world[n].phrase != zone.phrase]

    def _contacts(self) -> dict[tuple[str, str], list[tuple[float, float]]]:
        """From when to when two bodies touch each other, for each pair."""
        known = set(self.names)
        pairs: dict[tuple[str, str], list[tuple[float, float]]] = {}
        for touch in sorted(self.motion.contacts, key=lambda t: t.start):
            if touch.a in known and touch.b in known:
                a, b = sorted((touch.a, touch.b))
                pairs.setdefault((a, b), []).append((touch.start, touch.end))
        return pairs

    @cached_property
    def _rows(self) -> slice:
        first, last = self.tracks.index(self.start), self.tracks.index(self.end)
        return slice(first, last + 1)

    def _went_before(self, name: str, seconds: float) -> float:
        """How far a body went in the half second before a moment."""
        path = self.tracks.path(name)[self.tracks.index(seconds - 0.6) : self.tracks.index(seconds - 0.1) + 1]
        return float(np.linalg.norm(path[-1] - path[0]))

    def _way(self, moved: Array, seconds: float) -> str:
        return way_words(moved, self.tracks.camera(self.eye, seconds))

    def _turned(self, name: str) -> float:
        turns = self.tracks.turns[self._rows, self.motion.world.names.index(name)]
        w, x, y, z = turns.T
        if (1 - 2 * (x * x + y * y)).min() < 0.97:  # it rolls or tips
            return 0.0
        headings = np.unwrap(np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))
        return float(np.degrees(headings[-1] - headings[0]))


def _turning_points(path: Array, size: float) -> int:
    """How often a path turns back along the line on which it is longest, by more than a share of a body's size."""
    centred = path - path.mean(axis=0)
    along = centred @ np.linalg.svd(centred, full_matrices=False)[2][0]
    turns, extreme, rising = 0, float(along[0]), None
    for value in along.tolist():
        if rising is None:
            if abs(value - extreme) > BACK * size:
                rising, extreme = value > extreme, value
        elif (value > extreme) == rising:
            extreme = value
        elif abs(value - extreme) > BACK * size:
            turns, rising, extreme = turns + 1, not rising, value
    return turns


def places_of(middles: dict[str, Array], camera: Camera) -> tuple[Place, ...]:
    """Where some points are in a picture, from left to right."""
    found = []
    for name, middle in middles.items():
        column, row, depth = project(camera, middle[None])[0].tolist()
        inside = depth > 0 and 0 <= column <= camera.width and 0 <= row <= camera.height
        metres = float(np.linalg.norm(middle - np.asarray(camera.position)))
        found.append(Place(name, column / camera.width if depth > 0 else -1.0, metres, bool(inside)))
    return tuple(sorted(found, key=lambda place: (place.across, place.name)))


def way_words(moved: Array, camera: Camera) -> str:
    """A direction as seen from a camera, in words: ``to the right and away from the camera``."""
    right, ahead = eye_axes(camera)
    parts = [(float(moved @ right), "to the right", "to the left")]
    parts.append((float(moved @ ahead), "away from the camera", "towards the camera"))
    parts.append((float(moved[2]), "up", "down"))
    length = max(float(np.linalg.norm(moved)), 1e-9)
    words = [plus if part > 0 else minus for part, plus, minus in parts if abs(part) / length > SIDEWAYS]
    return listed(words)


def can_fall(body: Body) -> bool:
    """Whether a body stands as it was built and is higher than thick; what hangs on a hinge cannot fall."""
    box = oriented_box(body)
    long, wide, high = box.half.tolist()
    return body.hinge is None and float(box.axes[2, 2]) > 0.9 and high > TALL * min(long, wide)


def listed(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def phrases(motion: Motion, names: Collection[str]) -> list[str]:
    """What some bodies are called."""
    return [motion.world[name].phrase or f"the {motion.world[name].noun}" for name in names]

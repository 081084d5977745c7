"""Tracks: where everything is at each moment, however that was found out.

The same questions can be put to what really happens, to a nudged repetition, and to what somebody would expect who
only knows the clip: that nothing moves on (`frozen`), that everything goes on straight (`straight`), or that it bends
as it bends now (`curved`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from diorama.sight import mounted
from diorama.suites.video.query import Eye
from diorama.world import Camera, Motion, World, oriented_box, rotation
from diorama.world.model import replace as changed
from diorama.world.poses import extent, vec3

Array = NDArray[np.float64]
Side = Literal["before", "after"]

STILL = 0.03
"""m/s, for a thing half a metre long: what moves more slowly is at rest."""
FITTED = 0.5
"""Seconds of a clip, next to the cut, that tell how things move."""


@dataclass(frozen=True)
class Tracks:
    """Poses of all bodies of a world over time."""

    world: World
    times: Array
    positions: Array
    """(times, bodies, 3)"""
    turns: Array
    """(times, bodies, 4): quaternions."""

    @staticmethod
    def of(motion: Motion) -> Tracks:
        return Tracks(motion.world, motion.times, motion.positions, motion.quaternions)

    def index(self, seconds: float) -> int:
        """The recorded moment nearest to some seconds."""
        return int(np.abs(self.times - seconds).argmin())

    @cached_property
    def middles(self) -> Array:
        """The middle of each body's box: the origin of a rolling ball goes up and down. (times, bodies, 3)"""
        found = np.empty_like(self.positions)
        for k, body in enumerate(self.world.bodies):
            own = rotation(body.quaternion).T @ (oriented_box(body).centre - np.asarray(body.position))
            found[:, k] = self.positions[:, k] + self._rotations(k).apply(own)
        return found

    def middle(self, name: str, seconds: float) -> Array:
        """Where the middle of a body is at a moment."""
        at: Array = self.middles[self.index(seconds), self.world.names.index(name)]
        return at

    def velocity(self, name: str, seconds: float, *, window: float = 0.12) -> Array:
        """How the middle of a body moves around a moment, m/s."""
        first, last = (self.index(seconds + s * window) for s in (-1, 1))
        k = self.world.names.index(name)
        span = max(float(self.times[last] - self.times[first]), 1e-9)
        moved: Array = (self.middles[last, k] - self.middles[first, k]) / span
        return moved

    def pace(self, name: str, seconds: float) -> float:
        """How fast the middle of a body moves around a moment, m/s."""
        return float(np.linalg.norm(self.velocity(name, seconds)))

    def stir(self, name: str, seconds: float) -> float:
        """How fast its fastest point moves, m/s, about: turning counts at the end of the body."""
        return max(self.pace(name, seconds), self._end_pace(name, seconds))

    def turns_on_the_spot(self, name: str, seconds: float) -> bool:
        """Whether a body turns faster than it goes: a spinning thing, not one that rolls."""
        return self._end_pace(name, seconds) > max(self.still_pace(name), 1.5 * self.pace(name, seconds))

    def length(self, name: str) -> float:
        """How long a body is, metres."""
        return 2 * float(oriented_box(self.world[name]).half.max())

    def reach(self, name: str) -> float:
        """How far the edge of a body is from its middle, along the ground, as it stood at the beginning."""
        low, high = extent(self.world[name])
        return float((high - low)[:2].max()) / 2

    def still_pace(self, name: str) -> float:
        """What moves more slowly is at rest, m/s: the larger a thing, the faster."""
        return STILL * max(1.0, self.length(name) / 0.5)

    def _end_pace(self, name: str, seconds: float, *, window: float = 0.12) -> float:
        """How fast the end of a body moves around its middle at a moment, m/s."""
        first, last = (self.index(seconds + s * window) for s in (-1, 1))
        turned = self._rotations(self.world.names.index(name))[[first, last]]
        span = max(float(self.times[last] - self.times[first]), 1e-9)
        return float((turned[0].inv() * turned[1]).magnitude()) / span * self.length(name) / 2

    def tilts_deg(self, name: str) -> Array:
        """How far a body's upright axis has tipped over since the beginning, at each moment."""
        _, x, y, _ = self.turns[:, self.world.names.index(name)].T
        tilts = np.degrees(np.arccos(np.clip(1 - 2 * (x * x + y * y), -1, 1)))
        since: Array = tilts - tilts[0]
        return since

    def tilt_deg(self, name: str, seconds: float) -> float:
        """How far a body's upright axis has tipped over since the beginning."""
        return float(self.tilts_deg(name)[self.index(seconds)])

    def most_tilt_deg(self, name: str, first: float, last: float) -> float:
        """The farthest that a body has been tipped over between two moments."""
        begin, end = sorted((self.index(first), self.index(last)))
        return float(self.tilts_deg(name)[begin : end + 1].max())

    def front(self, name: str, seconds: float) -> Array:
        """Which way a body's front points."""
        w, x, y, z = self.turns[self.index(seconds), self.world.names.index(name)].tolist()
        return rotation((w, x, y, z))[:, 0]

    def path(self, name: str) -> Array:
        """Where the middle of a body is at each moment."""
        path: Array = self.middles[:, self.world.names.index(name)]
        return path

    def at(self, seconds: float) -> World:
        """The world at a moment."""
        k = self.index(seconds)
        bodies = tuple(
            changed(b, position=vec3(self.positions[k, i]), quaternion=tuple(self.turns[k, i].tolist()))
            for i, b in enumerate(self.world.bodies)
        )
        return changed(self.world, bodies=bodies)

    def camera(self, eye: Eye, seconds: float) -> Camera:
        """Where an eye is at a moment."""
        if not eye.rides:
            return eye.camera
        k, i = self.index(seconds), self.world.names.index(eye.rides)
        then = self.world[eye.rides]
        now = changed(then, position=vec3(self.positions[k, i]), quaternion=tuple(self.turns[k, i].tolist()))
        return mounted(eye.camera, then, now)

    def _rotations(self, k: int) -> Rotation:
        return Rotation.from_quat(self.turns[:, k], scalar_first=True)


Expect = Callable[[Tracks, float, Side], Tracks]
"""Tracks, the cut, and which side of it is unseen → the tracks that somebody expects who saw the other side."""


def frozen(tracks: Tracks, cut: float, unseen: Side) -> Tracks:
    """Everything stays, or was, as it is at the cut."""
    return _expected(tracks, cut, unseen, degree=0)


def straight(tracks: Tracks, cut: float, unseen: Side) -> Tracks:
    """Everything moves, or moved, on as it does at the cut: straight, and at the same speed."""
    return _expected(tracks, cut, unseen, degree=1)


def curved(tracks: Tracks, cut: float, unseen: Side) -> Tracks:
    """Everything moves, or moved, on as it does at the cut, and bends and slows down as it does there."""
    return _expected(tracks, cut, unseen, degree=2)


def _expected(tracks: Tracks, cut: float, unseen: Side, degree: int) -> Tracks:
    here = tracks.index(cut)
    far = tracks.index(cut - FITTED if unseen == "after" else cut + FITTED)
    seen = slice(min(here, far), max(here, far) + 1)
    hidden = tracks.times > cut if unseen == "after" else tracks.times < cut
    positions, turns = tracks.positions.copy(), tracks.turns.copy()
    since, ahead = tracks.times[seen] - tracks.times[here], tracks.times[hidden] - tracks.times[here]
    for k in range(positions.shape[1]):
        turns[hidden, k] = turns[here, k]
        positions[hidden, k] = positions[here, k]
        if degree == 0 or len(since) < 3:
            continue
        middles = tracks.middles[seen, k]
        powers = np.stack([since**p for p in range(1, degree + 1)], axis=1)
        rates = np.linalg.lstsq(powers, middles - tracks.middles[here, k], rcond=None)[0]
        positions[hidden, k] += np.stack([ahead**p for p in range(1, degree + 1)], axis=1) @ rates
        spin = _turning(tracks.turns[seen, k], since)
        if abs(spin) > 0.02:
            about_z = Rotation.from_rotvec(ahead[:, None] * spin * np.array([[0.0, 0.0, 1.0]])) * Rotation.from_quat(
                turns[here, k], scalar_first=True
            )
            turns[hidden, k] = about_z.as_quat(scalar_first=True)
    return replace(tracks, positions=positions, turns=turns)


def _turning(turns: Array, since: Array) -> float:
    """How fast a body that stays upright turns, radians a second; 0 for one that rolls or tips."""
    rotations = Rotation.from_quat(turns, scalar_first=True)
    ups = rotations.apply((0.0, 0.0, 1.0))
    if ups[:, 2].min() < 0.98:
        return 0.0
    fronts = rotations.apply((1.0, 0.0, 0.0))
    headings = np.unwrap(np.arctan2(fronts[:, 1], fronts[:, 0]))
    return float(np.polyfit(since, headings, 1)[0])

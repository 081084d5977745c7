"""What is supposed to happen, from a picture on: who moves how in the world, and what that is in the picture.

The truth of a question is one of these, and so is what physics makes of an estimate. Frames are spread evenly over the
time that it takes. Frame 0 is the picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from diorama.imagine.generators.protocol import FPS, CannotImagine
from diorama.imagine.motion import Heading
from diorama.imagine.tracks import Track, Tracks
from diorama.perceive.spots import Spot
from diorama.sight import Shot, Sight, View, see
from diorama.world import Motion, World, project
from diorama.world.poses import box_centre

Array = NDArray[np.float64]
Masks = NDArray[np.bool_]
Rows = NDArray[np.intp]

MOVED_PX = 2.0
"""What moves less than this in the picture seems to stay."""
BEGUN = 0.1
"""The share of its way after which a thing's direction is told."""


@dataclass(frozen=True)
class Supposed:
    """One thing in a picture and what becomes of it."""

    shot: Shot
    """The picture, as a still: world, camera and what is painted over it."""
    mover: str
    motion: Motion | None = None
    """What happens, with those bodies that are still there; None if nothing moves."""
    gone: tuple[str, ...] = ()
    """Bodies of the picture that cannot be seen any more as soon as it has begun."""
    falls: bool = False
    """Whether gravity moves the mover: it is let go, or in flight."""

    @property
    def description(self) -> str:
        """The mover in words that fit no other thing in the picture."""
        body = self.shot.world[self.mover]
        return body.phrase or f"the {body.noun}"

    def resized(self, width: int, height: int) -> Supposed:
        """The same in a picture of another size, but of the same proportions."""
        camera = self.shot.camera
        if abs(width * camera.height - height * camera.width) > max(width, height, camera.width, camera.height):
            raise CannotImagine(
                f"a picture of {width}×{height} pixels does not show the same part of the world as one of "
                f"{camera.width}×{camera.height}"
            )
        return Supposed(self.shot.resized(width, height), self.mover, self.motion, self.gone, self.falls)


@dataclass(frozen=True)
class FirstTouch:
    """What the mover runs into first, and when."""

    name: str
    share: float
    """Of the time that the whole takes, 0 to 1."""


def spread(motion: Motion, frames: int, picked: Sequence[int] | None = None) -> Motion:
    """A motion by the clock of an imagined clip: from its beginning to its end in so many frames.

    Of these only the `picked` ones are kept, if any are, one right after the other.
    """
    times = np.linspace(motion.times[0], motion.times[-1], frames)
    times = times if picked is None else times[list(picked)]
    before = np.clip(np.searchsorted(motion.times, times, side="right") - 1, 0, max(0, len(motion.times) - 2))
    after = np.minimum(before + 1, len(motion.times) - 1)
    length = motion.times[after] - motion.times[before]
    share = ((times - motion.times[before]) / np.where(length > 0, length, 1.0))[:, None, None]
    first, then = motion.quaternions[before], motion.quaternions[after]
    then = np.where((first * then).sum(axis=2, keepdims=True) < 0, -then, then)  # the shorter way round
    turned = (1 - share) * first + share * then
    still = np.zeros((len(times), len(motion.world.bodies), 3))
    return Motion(
        motion.world,
        np.arange(len(times)) / FPS,
        _between(motion, before, after, share, length[:, None, None]),
        turned / np.linalg.norm(turned, axis=2, keepdims=True),
        still,
        still,
        (),
    )


def _between(motion: Motion, before: Rows, after: Rows, share: Array, seconds: Array) -> Array:
    """Positions between recorded moments, by where things are then and how fast (a cubic Hermite spline)."""
    start, end = motion.positions[before], motion.positions[after]
    leaving, arriving = motion.velocities[before] * seconds, motion.velocities[after] * seconds
    bend = share * (1 - share)
    straight = (1 - share) * start + share * end
    positions: Array = straight + bend * (
        (1 - share) * (leaving - (end - start)) - share * (arriving - (end - start))
    )  # fmt: skip
    return positions


def worlds_of(supposed: Supposed, frames: int, picked: Sequence[int] | None = None) -> Iterator[World]:
    """The world in each frame, or in the picked ones, without what is gone."""
    check_frames(frames)
    picked = range(frames) if picked is None else picked
    played = None if supposed.motion is None else spread(supposed.motion, frames, picked)
    for number, k in enumerate(picked):
        if k == 0:
            yield supposed.shot.world
        else:
            world = supposed.shot.world if played is None else played.at(number / FPS)
            yield world.without(name for name in supposed.gone if name in world)


def tracks_of(supposed: Supposed, frames: int) -> Tracks:
    """The mover's track, and those of other things that are not where the picture has them once it has begun."""
    worlds = list(worlds_of(supposed, frames))
    names = [supposed.mover, *(n for n in displaced(supposed) if n != supposed.mover)]
    return Tracks(tuple(_track(supposed, name, worlds) for name in names))


def displaced(supposed: Supposed) -> tuple[str, ...]:
    """Inventory bodies that are gone, or elsewhere than in the picture, at the very beginning of what happens."""
    world = supposed.shot.world
    begins = world if supposed.motion is None else supposed.motion.world
    return tuple(
        n for n in world.inventory
        if n in supposed.gone or n not in begins or begins[n].position != world[n].position
    )  # fmt: skip


def masks_of(supposed: Supposed, frames: int, picked: Sequence[int] | None = None) -> Masks:
    """Exactly where the mover is seen in each frame, or in the picked ones: frames × rows × columns."""
    return np.stack([mask_of(sight, supposed.mover) for sight in sights_of(supposed, frames, picked)])


def sights_of(supposed: Supposed, frames: int, picked: Sequence[int] | None = None) -> Iterator[Sight]:
    """What is seen in each frame, exactly."""
    for world in worlds_of(supposed, frames, picked):
        yield see(world, supposed.shot.camera)


def spot_of(supposed: Supposed) -> Spot:
    """Where the mover is in the picture: the box of what is seen of it, and a point well inside that."""
    view = View(supposed.shot.world, supposed.shot.camera)
    box = view.visible_rectangle(supposed.mover)
    if box is None:
        raise CannotImagine(f"{supposed.description} cannot be seen in the picture")
    inside = distance_transform_edt(np.pad(view.sight().visible(supposed.mover), 1))[1:-1, 1:-1]
    row, column = np.unravel_index(int(inside.argmax()), inside.shape)
    return Spot((float(column) + 0.5, float(row) + 0.5), (box.left, box.top, box.right, box.bottom))


def heading_of(supposed: Supposed, frames: int) -> Heading:
    """Which way the mover goes in the picture at first, and how fast on average."""
    if supposed.mover in supposed.gone:
        return Heading(gone=True)
    points = tracks_of(supposed, frames).moving[0].points
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    way, length = np.concatenate([[0.0], np.cumsum(steps)]), float(steps.sum())
    if length < MOVED_PX:
        return Heading(falls=supposed.falls)
    x, y = points[int(np.argmax(way >= max(MOVED_PX, BEGUN * length)))] - points[0]
    far = float(np.hypot(x, y))
    return Heading((float(x) / far, float(y) / far), length / (frames - 1), supposed.falls)


def first_touch(supposed: Supposed) -> FirstTouch | None:
    """The first inventory body that the mover touches and did not touch at first; None if there is none."""
    if supposed.motion is None:
        return None
    others = set(supposed.motion.world.inventory) - {supposed.mover}
    met = [t for t in supposed.motion.contacts if supposed.mover in (t.a, t.b) and {t.a, t.b} & others]
    already = {frozenset((t.a, t.b)) for t in met if t.start <= 0}
    met = [t for t in met if frozenset((t.a, t.b)) not in already]
    if not met:
        return None
    touch = min(met, key=lambda t: t.start)
    return FirstTouch(touch.b if touch.a == supposed.mover else touch.a, touch.start / float(supposed.motion.times[-1]))


def _track(supposed: Supposed, name: str, worlds: Sequence[World]) -> Track:
    """The middle of one body in each frame; where it is not there any more it stays where it was."""
    points, seen = np.zeros((len(worlds), 2)), np.zeros(len(worlds), bool)
    for k, world in enumerate(worlds):
        if name in world:
            x, y, depth = project(supposed.shot.camera, box_centre(world[name])).tolist()
            seen[k] = depth > 0
        points[k] = (x, y) if seen[k] else points[k - 1]
    if not seen[0]:
        raise CannotImagine(f"{supposed.shot.world[name].phrase} is behind the camera")
    return Track(points, seen, supposed.falls and name == supposed.mover)


def mask_of(sight: Sight, name: str) -> Masks:
    """Where a body is seen; nowhere if it is not there any more."""
    if name in sight.crops:
        return sight.visible(name)
    return np.zeros((sight.camera.height, sight.camera.width), bool)


def check_frames(frames: int) -> None:
    """A clip shows at least the picture and something after it."""
    if frames < 2:
        raise CannotImagine(f"a clip has two frames at least; got {frames}")

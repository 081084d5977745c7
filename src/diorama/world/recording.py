"""A recording: a motion as plain data, to be stored with a sample and filmed again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

from diorama.errors import DioramaError
from diorama.world.model import Plain, World
from diorama.world.physics import Motion

Array = NDArray[np.float64]
Pose = tuple[float, float, float, float, float, float, float]
"""Position and quaternion."""
LONGEST_SECONDS = 3600.0
"""What was tampered with should not fill the memory with frames to come."""


class Recording(Plain):
    """The poses of the bodies that move, at each recorded moment; all others stay where their world has them."""

    seconds: tuple[float, ...]
    poses: dict[str, tuple[Pose, ...]]
    start: float = 0.0
    """When it begins, by the clock of the motion that it is a part of."""

    @model_validator(mode="after")
    def _whole(self) -> Recording:
        if not self.seconds or any(len(track) != len(self.seconds) for track in self.poses.values()):
            raise ValueError("a recording needs a pose of each moving body at every recorded moment")
        if max(self.seconds) > LONGEST_SECONDS:
            raise ValueError(f"a recording lasts {LONGEST_SECONDS:.0f} s at most")
        return self

    @staticmethod
    def of(motion: Motion, start: float = 0.0, end: float | None = None, *, fps: int | None = None) -> Recording:
        """What a motion did from `start` to `end`, by the clock that begins at `start`.

        With `fps`, only the moments nearest to the frames of a film are kept.
        """
        last = float(motion.times[-1]) if end is None else end
        kept = (motion.times >= start - 1e-9) & (motion.times <= last + 1e-9)
        if not kept.any():
            raise DioramaError(f"nothing was recorded between {start:g} and {last:g} s")
        if fps is not None:
            return _frames_of(motion, start, last, fps)
        return _moments(motion, np.flatnonzero(kept), motion.times[kept] - start, start)

    def motion(self, world: World) -> Motion:
        """The motion again, of the bodies of its world; speeds and contacts are not kept."""
        for name in self.poses:
            world[name]  # an unknown name is said at once
        count = len(self.seconds)
        poses = np.array([[*b.position, *b.quaternion] for b in world.bodies])[None].repeat(count, axis=0)
        for name, track in self.poses.items():
            poses[:, world.names.index(name)] = track
        still = np.zeros((count, len(world.bodies), 3))
        return Motion(world, np.array(self.seconds), poses[:, :, :3], poses[:, :, 3:], still, still, ())


def _frames_of(motion: Motion, start: float, last: float, fps: int) -> Recording:
    """The moments nearest to the frames of a film from `start` to `last`, rounded to what can be seen."""
    seconds = np.arange(int(np.floor((last - start) * fps + 1e-6)) + 1) / fps
    nearest = np.abs(motion.times[None] - (start + seconds)[:, None]).argmin(axis=1)
    return _moments(motion, nearest, seconds, start, digits=6)


def _moments(
    motion: Motion, rows: NDArray[np.intp], seconds: Array, start: float, digits: int | None = None
) -> Recording:
    tracks = np.concatenate([motion.positions[rows], motion.quaternions[rows]], axis=2)
    at_first = np.array([[*b.position, *b.quaternion] for b in motion.world.bodies])
    shown = tracks if digits is None else tracks.round(digits)
    return Recording(
        seconds=tuple(seconds.tolist()),
        poses={
            name: tuple(map(tuple, shown[:, k].tolist()))
            for k, name in enumerate(motion.world.names)
            if (tracks[:, k] != at_first[k]).any()
        },
        start=start,
    )

"""Tracks: where points of a picture go, frame by frame; what tells a generator who moves and how."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Track:
    """Where one point of the picture is in each frame. Frame 0 is the picture itself."""

    points: Array
    """Frames × (x, y), in pixels from the top left; they may lie outside the picture."""
    seen: NDArray[np.bool_]
    """Whether the thing is there in each frame. One that is taken away is not seen any more."""
    falls: bool = False
    """Whether gravity moves it: it was let go, or is in flight. Otherwise something carries it along its way."""

    @property
    def frames(self) -> int:
        return len(self.points)


@dataclass(frozen=True)
class Tracks:
    """All tracks of one clip, each over the same number of frames."""

    moving: tuple[Track, ...]
    """The things that move or are taken away, by the middle of each; first the one that the question is about."""
    still: tuple[Track, ...] = ()
    """Points that stay where they are, which hold the camera still."""


def straight_track(start: tuple[float, float], direction: tuple[float, float], speed: float, frames: int) -> Track:
    """A straight way at constant speed, in pixels a frame, as in the paper: from the middle of the thing's box.

    >>> straight_track((10.0, 20.0), (3.0, 4.0), 5.0, 3).points.tolist()
    [[10.0, 20.0], [13.0, 24.0], [16.0, 28.0]]
    """
    length = float(np.hypot(*direction))
    step: Array = np.asarray(direction, float) * (speed / length if length else 0.0)
    return Track(np.asarray(start, float) + np.arange(frames)[:, None] * step, np.ones(frames, bool))


def resting_track(start: tuple[float, float], frames: int, *, gone: bool = False) -> Track:
    """A point that stays; if it is `gone`, the thing is there in the picture and in no later frame."""
    return Track(np.tile(np.asarray(start, float), (frames, 1)), np.arange(frames) < (1 if gone else frames))


def share_shown(tracks: Tracks, picked_frames: Iterable[int]) -> float:
    """How far along its way the first moving thing has come in the last of the picked frames, 0 to 1.

    A model that is shown few early frames sees next to nothing happen: the paper's three of 81 show 2.5 %. Of a thing
    that is taken away everything is shown as soon as it is gone.

    >>> share_shown(Tracks((straight_track((0, 0), (1, 0), 4.0, 81),)), range(3))
    0.025
    """
    track = tracks.moving[0]
    last = min(max(picked_frames, default=0), track.frames - 1)
    if not track.seen.all():
        return float(not track.seen[: last + 1].all())
    steps = np.linalg.norm(np.diff(track.points, axis=0), axis=1)
    return float(steps[:last].sum() / steps.sum()) if steps.sum() else 0.0

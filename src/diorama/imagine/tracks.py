"""Tracks: where points of a picture go, frame by frame; what tells a generator who moves and how."""

from __future__ import annotations

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
    """The things that move or are taken away, by the middle of each."""
    still: tuple[Track, ...] = ()
    """Points that stay where they are, which hold the camera still."""

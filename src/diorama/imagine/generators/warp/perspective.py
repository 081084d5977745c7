"""Perspective: how large and how near a thing gets as its point in the picture moves, for a camera that is held level.

On level ground everything shrinks towards the horizon: at a row y a thing has a size in proportion to y − horizon.
What falls gets smaller towards the row that is straight below the camera (the nadir).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from diorama.world import Camera
from diorama.world.cameras import basis, focal_px

FARTHEST_PX = 1e6
"""Rows beyond which a horizon or a nadir may as well be at infinity."""
USUAL_HORIZON = -0.2
"""Where the horizon is if nobody says so, in heights of the picture from its top: a camera that looks down by 25°."""
LARGEST = 5.0
"""Things do not get larger than this many times, nor smaller than its inverse."""


@dataclass(frozen=True)
class Perspective:
    """The two rows that tell how a level camera sees; with no nadir, things that fall keep their size."""

    horizon_px: float
    nadir_px: float = FARTHEST_PX

    @staticmethod
    def of(camera: Camera) -> Perspective:
        """Of a known camera."""
        down, ahead = -basis(camera)[:, 2][1:]  # the direction straight down, in the camera's own axes
        if ahead < 0:
            down, ahead = -down, -ahead
        middle, focal = camera.height / 2, focal_px(camera)
        nadir = middle + focal * down / max(ahead, 1e-9)
        horizon = middle - focal * ahead / max(abs(down), 1e-9) * math.copysign(1, down)
        return Perspective(*np.clip([horizon, nadir], -FARTHEST_PX, FARTHEST_PX).tolist())

    @staticmethod
    def usual(height: int) -> Perspective:
        """Of an unknown camera."""
        return Perspective(USUAL_HORIZON * height)

    def along_ground(self, start: float, row: float) -> float:
        """How many times as large something is that has come along the ground from one row to another."""
        return self._times(row - self.horizon_px, start - self.horizon_px)

    def falling(self, start: float, row: float) -> float:
        """How many times as large something is that has fallen from one row to another."""
        return self._times(self.nadir_px - row, self.nadir_px - start)

    @staticmethod
    def _times(now: float, before: float) -> float:
        if before * now <= 0:
            return 1 / LARGEST if before else 1.0
        return min(max(now / before, 1 / LARGEST), LARGEST)

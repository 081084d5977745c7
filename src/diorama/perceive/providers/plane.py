"""Depth without a network: what stands on level ground is as far as the ground under its foot.

At a row y of the picture the ground is at z = c / (y − horizon). This gives the order of things and the ratios of their
distances if the camera is held level and everything stands on one floor. What hangs, or stands on something else, is
put too far away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from diorama.errors import DioramaError
from diorama.perceive.percepts import Depth, DepthMap, Mask, Pixels
from diorama.perceive.providers.wishes import checked_picture
from diorama.perceive.registry import provider
from diorama.sight import Shot

USUAL_HORIZON = -0.2
"""Where the horizon is, in heights of the picture from its top: a camera that looks down by 25°."""
FARTHEST = 1000.0
"""How many times as far as the lowest row the ground is at most."""


@provider("depth", "plane")
def plane(shot: Shot | None, *, horizon: float = USUAL_HORIZON) -> Depth:
    """A level floor; `horizon` is in heights of the picture from its top, below 0 if it is above the picture."""
    return _Plane(horizon)


@plane.check
def _can_look(*, horizon: float) -> None:
    if not -100 <= horizon < 1:
        raise DioramaError(f"horizon is in heights of the picture from its top, from -100 to below 1; got {horizon:g}")


@dataclass(frozen=True)
class _Plane:
    horizon: float

    def __call__(self, picture: Pixels) -> DepthMap:
        height, width = checked_picture(picture).shape[:2]
        below = (np.arange(height) + 0.5) / height - self.horizon
        rows = np.where(below > 0, (below[-1]) / np.maximum(below, below[-1] / FARTHEST), np.nan)
        return DepthMap(np.repeat(rows[:, None], width, axis=1).astype(np.float32), metric=False)


def standing(depth: DepthMap, masks: Sequence[Mask]) -> DepthMap:
    """The depth of ground on which things stand: each thing, given by its mask, as far as the ground under its foot."""
    values = depth.values.copy()
    for mask in masks:
        if mask.any():
            foot = int(np.flatnonzero(mask.any(axis=1))[-1])
            ground = depth.values[foot, mask[foot]]
            values[mask] = np.min(ground, initial=np.inf, where=np.isfinite(ground))
    values[np.isinf(values)] = np.nan
    return DepthMap(values, depth.metric)

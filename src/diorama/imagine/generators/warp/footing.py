"""Footing: whether a thing stands on the ground or is in the air, and what its track then does to its size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diorama.imagine.generators.warp.scene import Mask, Scene
from diorama.imagine.tracks import Array, Track

IN_THE_AIR = 0.45
"""Heights of a thing between its foot and the ground straight below, from which on it is in the air."""
SAME = 0.99
"""Of two surfaces: how near one must be, of the other's nearness, to be taken for as near."""
TOO_HIGH = 0.3
"""A point whose height above the horizon is less than this share of the foot's says little of the size."""


@dataclass(frozen=True)
class Footing:
    """Where a thing has its foot in the picture."""

    foot: float
    """Its lowest row."""
    in_the_air: bool
    landing: float
    """The row where it meets the ground if it falls straight down; infinite if that is not in the picture."""


def footing(scene: Scene, mask: Mask, track: Track) -> Footing:
    """How a thing stands: in the air if its track says so, or if measured depth shows nothing close below it."""
    rows, columns = np.nonzero(mask)
    foot = float(rows.max() + 1)
    if foot >= len(mask) or not scene.measured:
        return Footing(foot, track.falls, np.inf)
    column = int(np.median(columns[rows >= rows.max() - 1]))
    nearness = float(np.median(scene.nearness[mask & (np.arange(len(mask)) >= foot - 3)[:, None]]))
    below = np.arange(int(foot), len(mask))
    falls = np.array([scene.perspective.falling(foot, row + 0.5) for row in below]) * nearness
    there = scene.nearness[below, column]
    touches = np.flatnonzero(there >= SAME * falls)
    lands = np.flatnonzero((there >= SAME * falls) & (scene.labels[below, column] == 0))
    height = foot - float(rows.min())
    gap = float(touches[0]) if len(touches) else np.inf
    in_the_air = track.falls or gap > IN_THE_AIR * height
    return Footing(foot, in_the_air, float(below[lands[0]]) if len(lands) else np.inf)


def sizes(scene: Scene, stands: Footing, points: Array) -> Array:
    """In each frame, how many times as large and as near as at first a thing is."""
    eye, start = scene.perspective, float(points[0, 1])
    if stands.in_the_air:
        fallen = [eye.falling(start, row) for row in points[:, 1]]
        if not np.isfinite(stands.landing):
            return np.array(fallen)
        at_landing = eye.falling(stands.foot, stands.landing)
        landed = [at_landing * eye.along_ground(stands.landing, stands.foot + row - start) for row in points[:, 1]]
        return np.maximum(fallen, landed)  # nothing sinks into the ground
    if start - eye.horizon_px < TOO_HIGH * (stands.foot - eye.horizon_px):
        return np.array([eye.along_ground(stands.foot, stands.foot + row - start) for row in points[:, 1]])
    return np.array([eye.along_ground(start, row) for row in points[:, 1]])

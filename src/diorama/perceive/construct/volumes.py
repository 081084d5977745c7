"""Volumes: how much of the ground each thing takes up, and how high it is, from its mask and the depth map.

The rim of a mask may show what is behind the thing, so depth is taken from inside it, and smoothed. A picture shows the
front of a thing. What it does not show is taken to be as what it shows, turned by half a turn about
the thing's middle; and a thing is taken to be at least a certain share as deep as it is wide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.spatial import ConvexHull, QhullError

from diorama.perceive.construct.ground import Ground, floor_of, ground_of
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.seen import Seen, Thing
from diorama.perceive.percepts import Mask
from diorama.world.outlines import Footprint

Array = NDArray[np.float64]

FEWEST_PX = 20
"""Pixels of known depth without which a thing has no volume."""
MOST_PX = 4000
"""Pixels that are looked at: of a larger thing, evenly spread ones."""
STRAY = 0.01
"""The share of a thing's pixels at either end of its depth that are left out."""
RIM, SMOOTH = 2 / 480, 2 / 480
"""How wide a rim is not trusted, and how far depth is smoothed, as shares of the picture's height."""


@dataclass(frozen=True)
class Volume:
    """A thing as a column over its outline."""

    outline: Footprint
    """On the ground."""
    height: float


@dataclass(frozen=True, eq=False)
class Volumes:
    """What stands where on one ground."""

    by_name: Mapping[str, Volume]
    floor: Footprint | None
    """Where there is ground; None if it has no edge."""
    columns: Callable[[Array], Array]
    """In which columns of the picture points (two coordinates on the ground, height) are seen."""

    def resized(self, by: float) -> Volumes:
        """The same with all outlines larger or smaller about their middles."""
        grown = {n: replace(v, outline=v.outline.scaled(by)) for n, v in self.by_name.items()}
        return replace(self, by_name=grown)


def volumes_of(seen: Seen, limits: Limits) -> tuple[Volumes | None, Ground | None]:
    """The volumes of all things that have one, and the ground that they stand on; None if there is no telling."""
    ground = ground_of(seen, limits.field_of_view_deg)
    if ground is None:
        return None, None
    found = {thing.name: volume_of(thing, seen, ground, limits) for thing in seen.things}
    volumes = {name: volume for name, volume in found.items() if volume is not None}
    floor = floor_of(ground, seen, [volume.outline.points for volume in volumes.values()])
    return Volumes(volumes, floor, ground.columns), ground


def volume_of(thing: Thing, seen: Seen, ground: Ground, limits: Limits) -> Volume | None:
    """How much room a thing takes up; None if too little of its depth is known."""
    rows, columns, depths = inner_depth(thing.mask, seen.depth.values)
    if len(rows) < FEWEST_PX:
        return None
    points = ground.placed(columns + 0.5, rows + 0.5, depths)
    low, high = np.quantile(points[:, 1], (STRAY, 1 - STRAY))
    points = points[(points[:, 1] >= low) & (points[:, 1] <= high)]
    outline = completed(points[:, :2], limits.unseen_depth)
    height = float(np.quantile(points[:, 2], 1 - STRAY))
    return None if outline is None or height <= 0 else Volume(outline, height)


def inner_depth(mask: Mask, depth: NDArray[np.float32]) -> tuple[Array, Array, Array]:
    """Rows, columns and depths of a mask's pixels: each as deep as the trusted ones around it are."""
    height = depth.shape[0]
    reach = max(1, round(RIM * height))
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return np.zeros(0), np.zeros(0), np.zeros(0)
    window = tuple(slice(max(0, each.min() - 3 * reach), each.max() + 3 * reach + 1) for each in (rows, columns))
    part, values = mask[window], depth[window].astype(np.float64)
    inside = ndimage.binary_erosion(part, iterations=reach)
    inside = (inside if inside.sum() >= FEWEST_PX else part) & np.isfinite(values)
    weight = ndimage.gaussian_filter(inside.astype(np.float64), SMOOTH * height)
    total = ndimage.gaussian_filter(np.where(inside, values, 0.0), SMOOTH * height)
    rows, columns = np.nonzero(part & (weight > 1e-3))
    some = np.linspace(0, len(rows) - 1, min(len(rows), MOST_PX)).astype(int)
    rows, columns = rows[some], columns[some]
    top, left = window[0].start, window[1].start
    return rows + float(top), columns + float(left), total[rows, columns] / weight[rows, columns]


def completed(front: Array, unseen_depth: float) -> Footprint | None:
    """The outline of a thing whose front is seen from the origin of the ground.

    What is behind is what is in front, turned by half a turn; it is at least `unseen_depth` times as deep as wide.
    """
    middle = (front.min(axis=0) + front.max(axis=0)) / 2
    away = middle / max(float(np.hypot(*middle)), 1e-9)
    across = np.array([away[1], -away[0]])
    far, wide = front @ away, front @ across
    depth = max(float(np.ptp(far)), unseen_depth * float(np.ptp(wide)))
    centre = (far.min() + depth / 2) * away + (wide.min() + wide.max()) / 2 * across
    return hull(np.concatenate([front, 2 * centre - front]))


def hull(points: Array) -> Footprint | None:
    """The convex outline of points; None if they lie on a line."""
    try:
        return Footprint.of(points[ConvexHull(points).vertices])
    except (QhullError, ValueError):
        return None


def overlapping(volumes: Volumes, names: Iterable[str]) -> tuple[float, tuple[str, str]]:
    """The deepest overlap of two things as they stand, as a share of the smaller one's radius, and the two."""
    order = sorted(names)
    deepest, which = 0.0, ("", "")
    for k, one in enumerate(order):
        mine = volumes.by_name[one].outline
        for other in order[k + 1 :]:
            its = volumes.by_name[other].outline
            if not mine.clear_of(its, 0.0):
                share = -mine.gap_to(its) / max(min(mine.radius, its.radius), 1e-9)
                if share > deepest:
                    deepest, which = share, (one, other)
    return deepest, which

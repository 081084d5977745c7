"""The plane of a mirroring surface, from its depth, and where things would be mirrored in it.

On a plane the inverse of depth is linear in the picture, whatever the lens: so the fit needs no field of view, and bad
pixels can be left out step by step. Mirroring does need one. A camera is at 0 here, x right, y down, z forward.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from diorama.perceive.construct.seen import Seen
from diorama.perceive.percepts import DepthMap, Mask

Array = NDArray[np.float64]

MOST_PIXELS = 20_000
"""Pixels of a surface that are fitted, evenly spread."""
ROUNDS = 12
CUT = 4.685
"""Deviations beyond which a pixel counts nothing (Tukey's bisquare)."""
LEAST_SPREAD = 1e-4
"""Relative depth below which errors are of no account."""
EDGE_PX = 2
"""Depth is smeared at the rim of a surface."""
PATCH = 1 / 60
"""Width of the patches over which errors of depth are averaged, in heights of the picture."""
CLOSED_PX = 2
"""Gaps of so many pixels between mirrored points are filled."""


@dataclass(frozen=True)
class MirrorPlane:
    """A plane in front of the camera: points p with normal · p = distance; the camera is on its positive side."""

    normal: tuple[float, float, float]
    distance: float
    """In units of the depth map; below 0."""
    spread: float
    """Relative deviation of the depth from it, averaged over patches: grain does no harm, dents do."""
    share: float
    """Of the pixels that lie on it, within a few deviations."""

    def mirrored(self, points: Array) -> Array:
        """Points on the other side."""
        normal = np.asarray(self.normal)
        mirrored: Array = points - 2 * (points @ normal - self.distance)[..., None] * normal
        return mirrored

    def above(self, points: Array) -> Array:
        """How far points are from it, on the camera's side."""
        above: Array = points @ np.asarray(self.normal) - self.distance
        return above


@dataclass(frozen=True)
class Lens:
    """A pinhole camera's picture: how large, and how far its plane is, in pixels."""

    width: int
    height: int
    focal_px: float

    @staticmethod
    def of(width: int, height: int, field_of_view_deg: float) -> Lens:
        return Lens(width, height, height / 2 / math.tan(math.radians(field_of_view_deg) / 2))

    def rays(self, mask: Mask) -> Array:
        """Directions through a mask's pixels, whose depth is 1."""
        rows, columns = np.nonzero(mask)
        x = (columns + 0.5 - self.width / 2) / self.focal_px
        y = (rows + 0.5 - self.height / 2) / self.focal_px
        return np.column_stack([x, y, np.ones(len(x))])

    def pixels(self, points: Array) -> tuple[NDArray[np.int64], NDArray[np.int64], Mask]:
        """Rows and columns of points, and which of them are in the picture."""
        ahead = points[:, 2] > 1e-9
        safe = np.where(ahead, points[:, 2], 1.0)
        column = np.floor(self.width / 2 + self.focal_px * points[:, 0] / safe)
        row = np.floor(self.height / 2 + self.focal_px * points[:, 1] / safe)
        inside = ahead & (column >= 0) & (column < self.width) & (row >= 0) & (row < self.height)
        return np.where(inside, row, 0).astype(np.int64), np.where(inside, column, 0).astype(np.int64), inside


@dataclass(frozen=True, eq=False)
class Expected:
    """What a surface would mirror, if it mirrored everything that is seen above it."""

    things: NDArray[np.int32]
    """For each pixel the number of the thing whose image is expected there, −1 for none."""
    source: NDArray[np.int64]
    """For each such pixel the pixel, row by row, at which its original is seen."""

    def mask(self, number: int) -> Mask:
        return np.asarray(self.things == number)


def fit_plane(depth: DepthMap, surface: Mask, lens: Lens) -> MirrorPlane | None:
    """The plane on which most of a surface's depth lies; None if too little is known of it."""
    inner = ndimage.binary_erosion(surface, iterations=EDGE_PX)
    mask = (inner if inner.any() else surface) & np.isfinite(depth.values)
    count = int(mask.sum())
    if count < 3:
        return None
    step = math.ceil(count / MOST_PIXELS)
    rays, inverse = lens.rays(mask)[::step], 1 / depth.values[mask][::step].astype(np.float64)
    weight = np.ones(len(inverse))
    for turn in range(ROUNDS):
        root = np.sqrt(weight)
        solved, _, rank, _ = np.linalg.lstsq(rays * root[:, None], inverse * root, rcond=None)
        if rank < 3:
            return None
        error = (rays @ solved) / inverse - 1
        spread = max(1.4826 * float(np.median(np.abs(error))), LEAST_SPREAD)
        if turn < ROUNDS // 2:  # least absolute deviations first: they find the majority
            weight = 1 / np.maximum(np.abs(error), spread)
        else:
            weight = np.clip(1 - (error / (CUT * spread)) ** 2, 0, None) ** 2
    length = float(np.linalg.norm(solved))
    if length < 1e-12:
        return None
    x, y, z = (-solved / length).tolist()  # solved · point = 1, and the camera is at 0
    share = float((np.abs(error) < CUT * spread).mean())
    return MirrorPlane((x, y, z), -1 / length, _dents(depth, mask, lens.rays(mask) @ solved, CUT * spread), share)


def _dents(depth: DepthMap, mask: Mask, inverse: Array, most: float) -> float:
    """Relative deviation of depth from what a plane says, averaged over patches of what lies on it."""
    error = np.zeros(mask.shape)
    error[mask] = inverse * depth.values[mask] - 1
    good = mask & (np.abs(error) < most)
    px = PATCH * mask.shape[0]
    weight = ndimage.gaussian_filter(good.astype(np.float64), px)
    patches = ndimage.gaussian_filter(np.where(good, error, 0.0), px)[good] / weight[good]
    return 1.4826 * float(np.median(np.abs(patches))) if good.any() else float("inf")


def expected_images(seen: Seen, surface: Mask, plane: MirrorPlane, lens: Lens) -> Expected:
    """Where the things that are seen would be mirrored in a surface: each of their pixels through the plane.

    What is nearer after the bounce hides what is farther, as in the mirror. Sides that the camera does not see are not
    there; the underside is one of them, and it is seldom more than a rim.
    """
    owners = np.full(surface.shape, -1, np.int32)
    for number, thing in enumerate(seen.things):
        owners[thing.mask] = number
    known = (owners >= 0) & np.isfinite(seen.depth.values)
    points = lens.rays(known) * seen.depth.values[known].astype(np.float64)[:, None]
    above = plane.above(points) > 0
    mirrored = plane.mirrored(points)
    rows, columns, inside = lens.pixels(mirrored)
    use = above & inside
    order = np.argsort(-mirrored[use, 2], kind="stable")  # the nearest is written last
    source = np.full(surface.shape, -1, np.int64)
    source[rows[use][order], columns[use][order]] = np.flatnonzero(known)[use][order]
    source = _without_gaps(source)
    source[~surface] = -1
    return Expected(np.where(source >= 0, owners.ravel()[np.maximum(source, 0)], -1), source)


def _without_gaps(source: NDArray[np.int64]) -> NDArray[np.int64]:
    """Small gaps between mirrored points, filled from beside them."""
    there = source >= 0
    whole = ndimage.binary_closing(np.pad(there, CLOSED_PX + 1), iterations=CLOSED_PX)
    whole = whole[CLOSED_PX + 1 : -CLOSED_PX - 1, CLOSED_PX + 1 : -CLOSED_PX - 1]
    if not there.any():
        return source
    rows, columns = ndimage.distance_transform_edt(~there, return_distances=False, return_indices=True)
    return np.where(whole | there, source[rows, columns], -1)

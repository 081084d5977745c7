"""The ground that things stand on, found in a depth map.

One over the depth of a plane is linear in the pixels of a picture, whatever the camera. So a plane through what is seen
just below the things is found first; only lengths along it need a field of view. Lengths are in units of the depth map.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.spatial import ConvexHull, QhullError

from diorama.perceive.construct.seen import Seen
from diorama.perceive.percepts import Mask
from diorama.world.outlines import Footprint

Array = NDArray[np.float64]

BELOW = 0.008
"""How far below a thing its ground is looked for, as a share of the picture's height."""
FEWEST = 30
"""Pixels below things without which there is no telling."""
DRAWS, SEED = 200, 0
"""Planes through three pixels that are tried, always the same ones."""
FINEST, COARSEST = 0.004, 0.05
"""The share of its depth by which a pixel of the ground may be off: as scattered as the ground is, within these."""


@dataclass(frozen=True)
class Ground:
    """A plane before a camera: its own coordinates are to the right, away from the camera, and up."""

    slope: tuple[float, float, float]
    """One over depth: of a column, of a row, at the first pixel."""
    focal_px: float
    middle_px: tuple[float, float]
    off: float
    """By which share of its depth a pixel of it may be off."""
    share: float
    """Of the pixels below things, those that lie on it."""

    @property
    def normal(self) -> Array:
        """In camera axes (right, down, forward): its product with every point of the plane is 1."""
        (a, b, c), (x, y) = self.slope, self.middle_px
        return np.array([a * self.focal_px, b * self.focal_px, a * x + b * y + c])

    @cached_property
    def axes(self) -> Array:
        """Rows: right along the plane, away along the plane, up."""
        up = -self.normal / np.linalg.norm(self.normal)
        away = np.array([0.0, 0.0, 1.0]) - up[2] * up
        away /= np.linalg.norm(away)
        return np.stack([np.cross(away, up), away, up])

    @cached_property
    def camera_height(self) -> float:
        return 1 / float(np.linalg.norm(self.normal))

    def placed(self, columns: Array, rows: Array, depths: Array) -> Array:
        """Pixels at their depths as points: right, away, and height above the plane."""
        x, y = self.middle_px
        rays = np.stack(
            [(columns - x) / self.focal_px, (rows - y) / self.focal_px, np.ones(np.shape(columns))], axis=-1
        )
        points: Array = (rays * depths[..., None]) @ self.axes.T
        points[..., 2] += self.camera_height
        return points

    def columns(self, points: Array) -> Array:
        """In which columns of the picture points (right, away, height) are seen."""
        local = (points - (0, 0, self.camera_height)) @ self.axes
        found: Array = self.middle_px[0] + self.focal_px * local[..., 0] / local[..., 2]
        return found

    def on_it(self, seen: Seen) -> Mask:
        """The pixels that are about as deep as the plane is there."""
        return _agrees(self.slope, self.off, *_pixels(np.ones(seen.depth.values.shape, bool)), seen).reshape(
            seen.depth.values.shape
        )


def ground_of(seen: Seen, field_of_view_deg: float) -> Ground | None:
    """The plane that most of what is seen just below the things lies on; None if nothing is to be made of it."""
    known = np.isfinite(seen.depth.values) & (seen.depth.values > 0)
    rows, columns = np.nonzero(below_things(seen) & known)
    if len(rows) < FEWEST:
        return None
    inverse = 1 / seen.depth.values[rows, columns].astype(np.float64)
    spots = np.stack([columns + 0.5, rows + 0.5, np.ones(len(rows))], axis=1)
    slope = _most_agreed(spots, inverse)
    if slope is None:
        return None
    wrong = np.abs(spots @ slope / inverse - 1)
    near = wrong <= COARSEST
    off = min(max(4 * float(np.median(wrong[near])), FINEST), COARSEST)
    for _ in range(3):
        good = np.abs(spots @ slope / inverse - 1) <= off
        if good.sum() < FEWEST:
            return None
        slope = _least_squares(spots[good], inverse[good])
    width, height = seen.size
    focal = height / 2 / math.tan(math.radians(field_of_view_deg) / 2)
    a, b, c = slope.tolist()
    found = Ground((a, b, c), focal, (width / 2, height / 2), off, float(good.mean()))
    faces_camera = found.axes[2][1] < -0.05  # up is up in the picture, and the camera is above
    return found if faces_camera and np.isfinite(found.normal).all() else None


def below_things(seen: Seen) -> Mask:
    """The pixels just below each thing that belong to no thing."""
    taken = np.zeros(seen.depth.values.shape, bool)
    for thing in seen.things:
        taken |= thing.mask
    reach = max(2, round(BELOW * seen.size[1]))
    found = np.zeros_like(taken)
    for thing in seen.things:
        columns = np.flatnonzero(thing.mask.any(axis=0))
        if not len(columns):
            continue
        lowest = thing.mask.shape[0] - 1 - thing.mask[::-1, columns].argmax(axis=0)
        foot = lowest > np.quantile(lowest, 0.5) - reach
        for step in (reach, reach + 1, reach + 2):
            rows = lowest[foot] + step
            inside = rows < taken.shape[0]
            found[rows[inside], columns[foot][inside]] = True
    return found & ~taken


def floor_of(ground: Ground, seen: Seen, stands: Sequence[Array]) -> Footprint | None:
    """Where there is ground: all of it that is in one piece with what things stand on, as an outline on the plane.

    `stands` are the outlines of the things: there is ground below them too. Where the frame cuts the ground off, it has
    no edge: it goes on.
    """
    taken = np.zeros(seen.depth.values.shape, bool)
    for thing in seen.things:
        taken |= thing.mask
    there = ground.on_it(seen) & ~taken
    pieces, _ = ndimage.label(there | taken)  # things do not cut the ground into pieces
    touched = np.unique(pieces[below_things(seen) & there])
    mask = there & np.isin(pieces, touched[touched > 0])
    columns, rows = _pixels(mask & ~ndimage.binary_erosion(mask, border_value=0))
    depths = 1 / (np.stack([columns, rows, np.ones(len(rows))], axis=1) @ np.asarray(ground.slope))
    flat = ground.placed(columns, rows, depths)[:, :2]
    width, height = seen.size
    sides = (columns < 1) * 1 + (columns > width - 1) * 2 + (rows < 1) * 4 + (rows > height - 1) * 8
    points = np.concatenate([flat, *stands])
    sides = np.concatenate([sides, np.zeros(len(points) - len(flat), int)])
    try:
        corners = ConvexHull(points).vertices
    except (QhullError, ValueError):
        return None
    cut_off = (sides[corners] & np.roll(sides[corners], -1)) > 0
    outline = Footprint.of(points[corners])
    return replace(outline, reach=np.where(cut_off, np.inf, outline.reach))


def _pixels(mask: Mask) -> tuple[Array, Array]:
    """Columns and rows of the middles of a mask's pixels."""
    rows, columns = np.nonzero(mask)
    return columns + 0.5, rows + 0.5


def _agrees(slope: Sequence[float], off: float, columns: Array, rows: Array, seen: Seen) -> NDArray[np.bool_]:
    a, b, c = slope
    depth = seen.depth.values[rows.astype(int), columns.astype(int)]
    with np.errstate(invalid="ignore"):
        found: NDArray[np.bool_] = np.abs((a * columns + b * rows + c) * depth - 1) <= off  # NaN is not
    return found


def _most_agreed(spots: Array, inverse: Array) -> Array | None:
    """The plane through three of the pixels that most of them lie on, as nearly as they do."""
    rng = np.random.default_rng(SEED)
    best, least = None, math.inf
    for _ in range(DRAWS):
        three = rng.choice(len(spots), size=3, replace=False)
        try:
            slope: Array = np.linalg.solve(spots[three], inverse[three])
        except np.linalg.LinAlgError:
            continue
        cost = float(np.minimum(np.abs(spots @ slope / inverse - 1), COARSEST).sum())
        if cost < least:
            best, least = slope, cost
    return best


def _least_squares(spots: Array, inverse: Array) -> Array:
    found: Array = np.linalg.lstsq(spots / inverse[:, None], np.ones(len(spots)), rcond=None)[0]
    return found

"""Exact sight: what a camera sees of every body, by rays, never by looking at a picture.

For each body the first hit of every ray through its part of the frame is kept. From these *crops* follow
the silhouettes (each body alone), the visible masks, the depth, and the order of bodies along every ray,
also for the same world without some of its bodies, with no ray cast again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from diorama.errors import UnknownName
from diorama.sight.casting import MISS, Backdrop, Mask, cast_at_body, cast_at_fixtures
from diorama.world import Camera, Fixture, World, project, ray_directions
from diorama.world.poses import box_corners

Depth = NDArray[np.float32]

NOTHING = -1


@dataclass(frozen=True)
class Crop:
    """One body alone: its depth (∞ for a miss) in the rectangle of the frame that can hold it."""

    rows: slice
    columns: slice
    depth: Depth

    @cached_property
    def mask(self) -> Mask:
        hit: Mask = np.isfinite(self.depth)
        return hit

    @cached_property
    def area_px(self) -> int:
        return int(self.mask.sum())


@dataclass(frozen=True)
class Layers:
    """Bodies along each ray, nearest first: entries `start[p]:start[p + 1]` belong to pixel p (row-major)."""

    start: NDArray[np.int64]
    body: NDArray[np.int32]
    """Index into `names`."""
    depth: Depth
    names: tuple[str, ...]
    width: int

    def at(self, row: int, column: int) -> tuple[tuple[str, float], ...]:
        """The stack of bodies seen through one pixel, nearest first, with depths."""
        pixel = row * self.width + column
        entries = range(self.start[pixel], self.start[pixel + 1])
        return tuple((self.names[self.body[k]], float(self.depth[k])) for k in entries)


@dataclass(frozen=True)
class Sight:
    """What one view shows, exactly."""

    camera: Camera
    crops: Mapping[str, Crop]
    """Every body of the world, in its order."""
    behind: Backdrop
    """The fixtures alone."""
    inventory: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.crops)

    @cached_property
    def _front(self) -> tuple[NDArray[np.int32], Depth]:
        """The nearest body at each pixel and its depth (∞ for none), before fixtures hide some of them."""
        return nearest(self.crops.values(), (self.camera.height, self.camera.width))

    @property
    def backdrop(self) -> Depth:
        """Depth of the fixtures alone."""
        return self.behind.depth

    @cached_property
    def ids(self) -> NDArray[np.int32]:
        """For each pixel the index (into `names`) of the body seen there, −1 for fixtures and background."""
        return in_sight(*self._front, self.behind)

    @cached_property
    def depth(self) -> Depth:
        """Depth along the optical axis of what is seen, metres; ∞ where there is nothing."""
        depth: Depth = np.minimum(self._front[1], self.backdrop)
        return depth

    def visible(self, name: str) -> Mask:
        """Where the body is seen."""
        index = self.names.index(self._known(name))
        seen: Mask = self.ids == index
        return seen

    def silhouette(self, name: str) -> Mask:
        """Where the body would be seen if it were alone in the world."""
        crop = self.crops[self._known(name)]
        alone = np.zeros((self.camera.height, self.camera.width), bool)
        alone[crop.rows, crop.columns] = crop.mask
        return alone

    def visible_px(self, name: str) -> int:
        return self._visible_areas[self._known(name)]

    def silhouette_px(self, name: str) -> int:
        return self.crops[self._known(name)].area_px

    def hidden_px(self, name: str) -> int:
        """Pixels of the silhouette that something else covers."""
        return self.silhouette_px(name) - self.visible_px(name)

    def visible_fraction(self, name: str) -> float:
        """Visible share of the silhouette inside the frame; 0 for a body outside it."""
        area = self.silhouette_px(name)
        return self.visible_px(name) / area if area else 0.0

    def in_front_px(self, front: str, back: str) -> int:
        """The number of rays through both bodies on which `front` is nearer."""
        a, b = self.crops[self._known(front)], self.crops[self._known(back)]
        rows, columns = _overlap(a.rows, b.rows), _overlap(a.columns, b.columns)
        if rows is None or columns is None:
            return 0
        near = _part(a, rows, columns)
        far = _part(b, rows, columns)
        return int(((near < far) & np.isfinite(far)).sum())

    def occluders(self, name: str, *, least_px: int = 1) -> dict[str, int]:
        """Every inventory body in front of `name` on at least `least_px` rays, at any layer, and on how many."""
        counts = {other: self.in_front_px(other, name) for other in self.inventory if other != name}
        return {other: px for other, px in counts.items() if px >= least_px}

    def covers(self, name: str) -> dict[str, int]:
        """Every body that is seen where `name` would be, and on how many pixels: the occluders that can be seen."""
        crop = self.crops[self._known(name)]
        seen = self.ids[crop.rows, crop.columns][crop.mask]
        found, counts = np.unique(seen, return_counts=True)
        names = self.names
        return {names[k]: int(px) for k, px in zip(found, counts, strict=True) if k != NOTHING and names[k] != name}

    @cached_property
    def layers(self) -> Layers:
        """The full stack of bodies along every ray (bodies behind a wall or table are in it too)."""
        pixels, bodies, depths = [], [], []
        width = self.camera.width
        for index, crop in enumerate(self.crops.values()):
            rows, columns = np.nonzero(crop.mask)
            pixels.append((rows + crop.rows.start) * width + columns + crop.columns.start)
            bodies.append(np.full(len(rows), index, np.int32))
            depths.append(crop.depth[rows, columns])
        count = self.camera.width * self.camera.height
        if not pixels:
            return Layers(np.zeros(count + 1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.float32), (), width)
        pixel, body, depth = np.concatenate(pixels), np.concatenate(bodies), np.concatenate(depths)
        order = _by_pixel_then_depth(pixel, depth)
        start = np.concatenate([[0], np.cumsum(np.bincount(pixel, minlength=count))])
        return Layers(start, body[order], depth[order], self.names, width)

    def without(self, names: Iterable[str]) -> Sight:
        """The sight of the same world with some bodies gone."""
        gone = {self._known(n) for n in names}
        kept = {n: c for n, c in self.crops.items() if n not in gone}
        return Sight(self.camera, kept, self.behind, tuple(n for n in self.inventory if n not in gone))

    @cached_property
    def _visible_areas(self) -> dict[str, int]:
        counts = np.bincount(self.ids[self.ids != NOTHING], minlength=len(self.crops))
        return dict(zip(self.names, counts.tolist(), strict=True))

    def _known(self, name: str) -> str:
        if name not in self.crops:
            raise UnknownName("object", name, self.crops)
        return name


def nearest(crops: Iterable[Crop], shape: tuple[int, int]) -> tuple[NDArray[np.int32], Depth]:
    """For each pixel the number of the nearest crop (`NOTHING` for none) and its depth (∞ for none)."""
    depth = np.full(shape, MISS, np.float32)
    ids = np.full(shape, NOTHING, np.int32)
    for index, crop in enumerate(crops):
        window = depth[crop.rows, crop.columns]
        nearer = crop.depth < window
        np.copyto(window, crop.depth, where=nearer)
        ids[crop.rows, crop.columns][nearer] = index
    return ids, depth


def in_sight(ids: NDArray[np.int32], depth: Depth, behind: Backdrop) -> NDArray[np.int32]:
    """The numbers that `nearest` gave, with `NOTHING` where the backdrop is not behind them: rays go nowhere else."""
    hit = ids != NOTHING
    seen = ids.copy()
    seen[hit] = np.where(depth[hit] < behind.at(hit), ids[hit], NOTHING)
    return seen


def see(world: World, camera: Camera) -> Sight:
    """Cast the rays of a view."""
    eye = np.asarray(camera.position)
    directions = ray_directions(camera)
    crops = {}
    for body in world.bodies:
        rows, columns = frame_window(camera, box_corners(body))
        window = directions[rows, columns]
        depth = cast_at_body(body, eye, window) if window.size else np.full(window.shape[:2], MISS, np.float32)
        crops[body.name] = Crop(rows, columns, depth)
    return Sight(camera, crops, backdrop(world.fixtures, camera), world.inventory)


@lru_cache(maxsize=4)
def backdrop(fixtures: tuple[Fixture, ...], camera: Camera) -> Backdrop:
    """Depth of what never moves; cached, since counterfactuals and films keep looking at it through one camera."""
    return Backdrop((camera.height, camera.width), partial(_cast_through, fixtures, camera))


def _cast_through(fixtures: tuple[Fixture, ...], camera: Camera, pixels: Mask) -> Depth:
    rays = ray_directions(camera).reshape(-1, 3).take(np.flatnonzero(pixels), axis=0)
    return cast_at_fixtures(fixtures, np.asarray(camera.position), rays)


def frame_window(camera: Camera, points: NDArray[np.float64]) -> tuple[slice, slice]:
    """The rows and columns of the frame that the points' convex hull can cover."""
    column, row, depth = project(camera, points).T
    if (depth <= 1e-6).any():
        return slice(0, camera.height), slice(0, camera.width)
    top, bottom = _clip(row.min(), camera.height), _clip(row.max() + 1, camera.height)
    left, right = _clip(column.min(), camera.width), _clip(column.max() + 1, camera.width)
    return slice(top, bottom), slice(left, right)


def _clip(value: float, limit: int) -> int:
    return int(min(max(np.floor(value), 0), limit))


def _overlap(a: slice, b: slice) -> slice | None:
    start, stop = max(a.start, b.start), min(a.stop, b.stop)
    return slice(start, stop) if start < stop else None


def _part(crop: Crop, rows: slice, columns: slice) -> Depth:
    part: Depth = crop.depth[
        rows.start - crop.rows.start : rows.stop - crop.rows.start,
        columns.start - crop.columns.start : columns.stop - crop.columns.start,
    ]
    return part


def _by_pixel_then_depth(pixel: NDArray[np.int64], depth: Depth) -> NDArray[np.int64]:
    """Sort order: bits of positive depths sort like their values, so one integer key is enough."""
    key = (pixel.astype(np.uint64) << np.uint64(32)) | np.ascontiguousarray(depth, np.float32).view(np.uint32)
    order: NDArray[np.int64] = np.argsort(key, kind="stable")
    return order

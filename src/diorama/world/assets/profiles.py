"""Outlines drawn from the side and from the front, and grids of keys: helpers that several assets share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from diorama.world.modelling import Point2, Point3, Solid, box, extrude, place, rounded_rectangle, union

_FACING = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


def slab(outline: Sequence[Point2], width: float, *, y: float = 0.0) -> Solid:
    """An outline of (x, z) points, seen from the side, made `width` thick about the plane y."""
    return extrude(outline, width).rotate((90, 0, 0)).translate((0, y + width / 2, 0))


def facing(outline: Sequence[Point2], depth: float, at: Point3 = (0.0, 0.0, 0.0), *, scale_front: float = 1.0) -> Solid:
    """An outline of (y, z) points, seen from the front, pulled forward by `depth` from `at`."""
    return place(extrude(outline, depth, scale_top=scale_front), rotation=_FACING, at=at)


def rectangle(x: float, y: float, at: Point2 = (0.0, 0.0)) -> list[Point2]:
    """The four corners of a rectangle, counter-clockwise."""
    (a, b), dx, dy = at, x / 2, y / 2
    return [(a - dx, b - dy), (a + dx, b - dy), (a + dx, b + dy), (a - dx, b + dy)]


def moved(outline: Iterable[Point2], by: Point2) -> list[Point2]:
    """The same outline elsewhere."""
    return [(a + by[0], b + by[1]) for a, b in outline]


def stadium(x: float, y: float, z: float, corner: float, at: Point3 = (0.0, 0.0, 0.0)) -> Solid:
    """An upright block whose four vertical edges are round; bottom centre at `at`."""
    return extrude(rounded_rectangle(x, y, corner), z).translate(at)


def key_grid(xs: Sequence[float], ys: Sequence[float], x: float, y: float, height: float, z: float = 0.0) -> Solid:
    """A key of the given size at every crossing of the rows and columns."""
    return union(*(key(x, y, height, (a, b, z)) for a in xs for b in ys))


def key(x: float, y: float, height: float, at: Point3) -> Solid:
    """One key cap, a little narrower at its top."""
    return extrude(rectangle(x, y), height, scale_top=0.82).translate(at)


def spread(low: float, high: float, count: int) -> list[float]:
    """The middles of `count` equal cells between two ends."""
    step = (high - low) / count
    return [low + step * (i + 0.5) for i in range(count)]


def stroke(start: Point3, end: Point3, width: float, thickness: float) -> Solid:
    """A flat bar between two points of a plane that faces +x, standing out of it by `thickness`."""
    across = np.asarray(end[1:]) - np.asarray(start[1:])
    length = float(np.hypot(*across))
    bar = box(thickness, width, length)
    return bar.rotate((-float(np.degrees(np.arctan2(across[0], across[1]))), 0, 0)).translate(start)

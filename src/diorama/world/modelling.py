"""Solid modelling in a few verbs: what asset generators are written with.

Every function returns a watertight `Solid` (a `manifold3d.Manifold`), in metres, z up.
Solids combine with ``+`` (union), ``-`` (difference) and ``^`` (intersection).

>>> cup = revolve([(0, 0), (0.04, 0), (0.04, 0.1), (0, 0.1)])
>>> bool((cup - cylinder(0.035, 0.1, at=(0, 0, 0.005))).volume() < cup.volume())
True
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import manifold3d
import numpy as np
from numpy.typing import NDArray

Solid: TypeAlias = manifold3d.Manifold
Point2: TypeAlias = tuple[float, float]
Point3: TypeAlias = tuple[float, float, float]

SEGMENTS = 40
"""Sides of a full circle: smooth at the sizes pictures have, light enough for fifty bodies."""


def revolve(profile: Sequence[Point2], segments: int = SEGMENTS) -> Solid:
    """Turn a closed profile of (radius, height) points about the z axis."""
    section = manifold3d.CrossSection([_counter_clockwise(profile)])
    return section.revolve(segments)


def extrude(
    outline: Sequence[Point2], height: float, *, scale_top: float = 1.0, twist_deg: float = 0.0, steps: int = 0
) -> Solid:
    """Pull a closed outline in the xy plane up to `height`."""
    section = manifold3d.CrossSection([_counter_clockwise(outline)])
    return section.extrude(height, steps, twist_deg, (scale_top, scale_top))


def box(x: float, y: float, z: float, at: Point3 = (0.0, 0.0, 0.0), *, edge: float = 0.0) -> Solid:
    """A box whose *bottom centre* is at `at`; `edge` rounds all its edges with that radius."""
    if edge <= 0.0:
        solid = Solid.cube((x, y, z), True)
    else:
        edge = min(edge, 0.49 * min(x, y, z))
        ball = sphere(edge, segments=12)
        corners = [
            ball.translate((sx * (x / 2 - edge), sy * (y / 2 - edge), sz * (z / 2 - edge)))
            for sx in (-1, 1)
            for sy in (-1, 1)
            for sz in (-1, 1)
        ]
        solid = Solid.batch_hull(corners)
    return solid.translate((at[0], at[1], at[2] + z / 2))


def cylinder(
    radius: float,
    height: float,
    at: Point3 = (0.0, 0.0, 0.0),
    *,
    top_radius: float | None = None,
    segments: int = SEGMENTS,
) -> Solid:
    """An upright cylinder (or cone frustum) whose bottom centre is at `at`."""
    top = radius if top_radius is None else top_radius
    return Solid.cylinder(height, radius, top, segments).translate(at)


def rod(start: Point3, end: Point3, radius: float, *, end_radius: float | None = None, segments: int = 16) -> Solid:
    """A straight round bar between two points, tapering to `end_radius`."""
    first, last = np.asarray(start, float), np.asarray(end, float)
    length = float(np.linalg.norm(last - first))
    tip = radius if end_radius is None else end_radius
    return place(Solid.cylinder(length, radius, tip, segments), rotation=_z_to(last - first), at=start)


def sphere(radius: float, at: Point3 = (0.0, 0.0, 0.0), *, segments: int = SEGMENTS) -> Solid:
    """A ball about `at`."""
    return Solid.sphere(radius, segments).translate(at)


def ellipsoid(x: float, y: float, z: float, at: Point3 = (0.0, 0.0, 0.0), *, segments: int = SEGMENTS) -> Solid:
    """A stretched ball with the given *full* extents, centred at `at`."""
    return Solid.sphere(0.5, segments).scale((x, y, z)).translate(at)


def torus(radius: float, thickness: float, at: Point3 = (0.0, 0.0, 0.0), *, segments: int = SEGMENTS) -> Solid:
    """A ring lying flat: `radius` to the middle of a tube of radius `thickness`."""
    ring = [(radius + thickness * math.cos(a), thickness * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 17)[:-1]]
    return revolve(ring, segments).translate(at)


def sweep(path: Sequence[Point3], radius: float | Sequence[float], *, segments: int = 12) -> Solid:
    """A round tube along a path of points; one radius, or one for each point."""
    points = np.asarray(path, float)
    radii = np.broadcast_to(np.asarray(radius, float), (len(points),))
    balls = [sphere(float(r), tuple(p), segments=segments) for p, r in zip(points, radii, strict=True)]
    links = [Solid.batch_hull([a, b]) for a, b in itertools.pairwise(balls)]
    return union(*links)


def arc(radius: float, start_deg: float, end_deg: float, *, steps: int = 10) -> list[Point2]:
    """Points on a circle about the origin, in order; map them into a plane for a path or a profile."""
    angles = np.radians(np.linspace(start_deg, end_deg, steps))
    return [(radius * math.cos(a), radius * math.sin(a)) for a in angles]


def circle(radius: float, *, steps: int = SEGMENTS) -> list[Point2]:
    """A closed round outline."""
    return arc(radius, 0, 360 * (1 - 1 / steps), steps=steps)


def rounded_rectangle(x: float, y: float, corner: float, *, steps: int = 6) -> list[Point2]:
    """A closed rectangular outline of full size x by y with round corners."""
    corner = min(corner, 0.499 * min(x, y))
    points: list[Point2] = []
    for sx, sy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        cx, cy = sx * (x / 2 - corner), sy * (y / 2 - corner)
        points += [(cx + px, cy + py) for px, py in arc(corner, start, start + 90, steps=steps)]
    return points


def smooth(points: Sequence[Point2], *, steps: int = 6) -> list[Point2]:
    """A softer open curve through the same points (Catmull-Rom), for profiles of vases, bottles and fruit."""
    p = np.asarray(points, float)
    padded = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    curve: list[Point2] = []
    for a, b, c, d in zip(padded[:-3], padded[1:-2], padded[2:-1], padded[3:], strict=True):
        for t in np.linspace(0, 1, steps, endpoint=False):
            q = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
            curve.append((max(0.0, float(q[0])), float(q[1])))
    curve.append((float(p[-1][0]), float(p[-1][1])))
    return curve


def union(*solids: Solid) -> Solid:
    """All of them as one."""
    return Solid.batch_boolean(list(solids), manifold3d.OpType.Add)


def hull(*solids: Solid) -> Solid:
    """The convex hull of all of them together."""
    return Solid.batch_hull(list(solids))


def place(solid: Solid, *, rotation: NDArray[np.float64] | None = None, at: Point3 = (0.0, 0.0, 0.0)) -> Solid:
    """Rotate (a 3×3 matrix) about the origin, then move to `at`."""
    matrix = np.zeros((3, 4))
    matrix[:, :3] = np.eye(3) if rotation is None else rotation
    matrix[:, 3] = at
    return solid.transform(matrix)


def turn(solid: Solid, *, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Solid:
    """Rotate about the x, then the y, then the z axis, in degrees."""
    return solid.rotate((x, y, z))


def around(solid: Solid, count: int, *, start_deg: float = 0.0) -> Solid:
    """Copies of a solid, evenly about the z axis."""
    return union(*(solid.rotate((0, 0, start_deg + 360 * i / count)) for i in range(count)))


def bands(solid: Solid, heights: Iterable[float]) -> tuple[Solid, Solid]:
    """Cut a solid by level planes into alternating slabs: (the odd ones, the even ones), for stripes."""
    odd: list[Solid] = []
    even: list[Solid] = []
    rest = solid
    for index, z in enumerate(sorted(heights)):
        above, below = rest.split_by_plane((0, 0, 1), z)
        (odd if index % 2 == 0 else even).append(below)
        rest = above
    (odd if len(odd) == len(even) else even).append(rest)
    return union(*odd), union(*even)


def _counter_clockwise(points: Sequence[Point2]) -> NDArray[np.float64]:
    p = np.asarray(points, float)
    area = float(np.sum(p[:, 0] * np.roll(p[:, 1], -1) - np.roll(p[:, 0], -1) * p[:, 1]))
    return np.ascontiguousarray(p if area > 0 else p[::-1])


def _z_to(direction: NDArray[np.float64]) -> NDArray[np.float64]:
    """A rotation that takes +z to `direction`."""
    z = direction / np.linalg.norm(direction)
    helper = np.array([1.0, 0, 0]) if abs(z[0]) < 0.9 else np.array([0, 1.0, 0])
    x = np.cross(helper, z)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z], axis=1)

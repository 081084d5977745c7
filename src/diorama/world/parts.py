"""Convex collision parts: the bricks that make a bowl hollow in physics too.

Each function mirrors a verb of `modelling`, so that a generator builds picture and physics from the same
numbers. Cheap kinds (box, sphere, cylinder, capsule) are better than hulls: exact, stable and fast.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from diorama.world.modelling import Point2, Point3, Solid
from diorama.world.shape import Part

SECTORS = 16
"""Sides of a hollow ring in physics."""


def box_part(x: float, y: float, z: float, at: Point3 = (0.0, 0.0, 0.0), *, yaw_deg: float = 0.0) -> Part:
    """Full extents; `at` is the *bottom centre*, as in `modelling.box`."""
    half = math.radians(yaw_deg) / 2
    return Part("box", (x / 2, y / 2, z / 2), (at[0], at[1], at[2] + z / 2), (math.cos(half), 0.0, 0.0, math.sin(half)))


def sphere_part(radius: float, at: Point3 = (0.0, 0.0, 0.0)) -> Part:
    return Part("sphere", (radius,), at)


def cylinder_part(radius: float, height: float, at: Point3 = (0.0, 0.0, 0.0)) -> Part:
    """Upright; `at` is the bottom centre, as in `modelling.cylinder`."""
    return Part("cylinder", (radius, height / 2), (at[0], at[1], at[2] + height / 2))


def rod_part(start: Point3, end: Point3, radius: float, *, flat: bool = False) -> Part:
    """A bar between two points: a capsule whose round caps end there, or a cylinder (`flat`)."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    length = float(np.linalg.norm(b - a))
    x, y, z = (a + b) / 2
    half = length / 2 if flat else max(length / 2 - radius, 1e-4)
    return Part("cylinder" if flat else "capsule", (radius, half), (float(x), float(y), float(z)), quaternion_to(b - a))


def rods_along(path: Sequence[Point3], radius: float) -> list[Part]:
    """Capsules along a path, as `modelling.sweep` draws it."""
    parts = []
    for start, end in pairwise(np.asarray(path, float)):
        x, y, z = ((start + end) / 2).tolist()
        half = float(np.linalg.norm(end - start)) / 2
        parts.append(Part("capsule", (radius, half), (x, y, z), quaternion_to(end - start)))
    return parts


def hull_part(solid: Solid) -> Part:
    """The convex hull of a solid."""
    mesh = solid.hull().to_mesh64()
    return Part("hull", points=np.asarray(mesh.vert_properties, float)[:, :3].copy())


def points_part(points: Sequence[Point3]) -> Part:
    """The convex hull of some points."""
    return Part("hull", points=np.asarray(points, float))


def turned_parts(profile: Sequence[Point2], *, sides: int = 24) -> list[Part]:
    """A solid of revolution as stacked frustums: `profile` is the outer (radius, height) curve, bottom to top."""
    parts = []
    for (r0, z0), (r1, z1) in pairwise(profile):
        if abs(z1 - z0) < 1e-6 or max(r0, r1) < 1e-6:
            continue
        if abs(r0 - r1) < 1e-9:
            parts.append(cylinder_part(r0, z1 - z0, (0, 0, z0)))
            continue
        angles = 2 * math.pi * np.arange(sides) / sides
        points = [(r * math.cos(a), r * math.sin(a), z) for r, z in ((r0, z0), (r1, z1)) for a in angles]
        parts.append(points_part(points))
    return parts


def ring_parts(inner: Sequence[Point2], outer: Sequence[Point2], *, sectors: int = SECTORS) -> list[Part]:
    """The wall of a round hollow thing.

    `inner` and `outer` are (radius, height) curves of equal length, bottom to top; between neighbouring
    points each sector of the wall is one convex part.
    """
    parts = []
    for i in range(len(inner) - 1):
        corners = (inner[i], inner[i + 1], outer[i], outer[i + 1])
        for k in range(sectors):
            angles = [2 * math.pi * k / sectors, 2 * math.pi * (k + 1) / sectors]
            parts.append(points_part([(r * math.cos(a), r * math.sin(a), z) for r, z in corners for a in angles]))
    return parts


def frame_parts(x: float, y: float, z: float, wall: float, at: Point3 = (0.0, 0.0, 0.0)) -> list[Part]:
    """Four upright walls of a rectangular container with *outer* extents x, y, z; bottom centre at `at`."""
    return [
        box_part(wall, y, z, (at[0] + x / 2 - wall / 2, at[1], at[2])),
        box_part(wall, y, z, (at[0] - x / 2 + wall / 2, at[1], at[2])),
        box_part(x - 2 * wall, wall, z, (at[0], at[1] + y / 2 - wall / 2, at[2])),
        box_part(x - 2 * wall, wall, z, (at[0], at[1] - y / 2 + wall / 2, at[2])),
    ]


def quaternion_to(direction: NDArray[np.float64]) -> tuple[float, float, float, float]:
    """The shortest rotation that takes +z to `direction`, as (w, x, y, z)."""
    z = direction / np.linalg.norm(direction)
    if z[2] < -1 + 1e-9:
        return (0.0, 1.0, 0.0, 0.0)
    q = np.array([1 + z[2], -z[1], z[0], 0.0])
    w, x, y, k = (float(v) for v in q / np.linalg.norm(q))
    return (w, x, y, k)

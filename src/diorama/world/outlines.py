"""Convex outlines on a plane: what bodies look like from above, and how far apart they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

from diorama.world.assets import build_shape
from diorama.world.model import Body, Quat
from diorama.world.poses import rotation, yaw

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Footprint:
    """A convex outline, counter-clockwise, with a circle around it for quick tests."""

    points: Array
    centre: Array
    radius: float

    @staticmethod
    def of(points: Array) -> Footprint:
        centre = (points.min(axis=0) + points.max(axis=0)) / 2
        return Footprint(points, centre, float(np.hypot(*(points - centre).T).max()))

    def clear_of(self, other: Footprint, clearance: float) -> bool:
        """Whether the two outlines stay at least `clearance` apart."""
        apart = math.dist(self.centre.tolist(), other.centre.tolist())
        return apart >= self.radius + other.radius + clearance or gap(self.points, other.points) >= clearance


def footprint(body: Body, *, at: tuple[float, float] | None = None, heading_deg: float | None = None) -> Footprint:
    """The body's outline seen from above, as it is or as it would stand somewhere else."""
    if at is None or heading_deg is None:
        return Footprint.of(_outline(body.noun, body.seed, body.scale, body.quaternion) + np.asarray(body.position[:2]))
    shape = build_shape(body.noun, body.seed)
    turn = rotation(yaw(heading_deg))[:2, :2]
    return Footprint.of(shape.footprint * body.scale @ turn.T + np.asarray(at))


@lru_cache(maxsize=512)
def _outline(noun: str, seed: int, scale: float, quaternion: Quat) -> Array:
    """The outline about the body's own position: bodies that change places keep it, and hulls are slow."""
    flat = (build_shape(noun, seed).vertices * scale @ rotation(quaternion).T)[:, :2]
    outline = flat[ConvexHull(flat).vertices]
    outline.flags.writeable = False
    return outline


def around(prints: Sequence[Footprint]) -> Footprint:
    """The outline around several."""
    points = np.concatenate([p.points for p in prints])
    return Footprint.of(points[ConvexHull(points).vertices])


def gap(a: Array, b: Array) -> float:
    """The distance between two convex outlines along their widest separation; negative where they overlap."""
    return max(_beyond_edges(a, b), _beyond_edges(b, a))


def depth_inside(outline: Sequence[tuple[float, float]] | Array, points: Array) -> float:
    """How far inside a convex outline the outermost of the points lies; negative if one is outside."""
    corners = np.asarray(outline)
    normals = -_outward(corners)
    return float((points @ normals.T - np.einsum("ij,ij->i", corners, normals)).min())


def to_edge(outline: Sequence[tuple[float, float]] | Array, start: Array, way: Array) -> float:
    """How far it is from a point inside a convex outline along `way` to its edge."""
    corners = np.asarray(outline)
    normals = _outward(corners)
    pace = normals @ way
    room = np.einsum("ij,ij->i", corners - start, normals)
    return float((room[pace > 1e-9] / pace[pace > 1e-9]).min())


def area(outline: Sequence[tuple[float, float]] | Array) -> float:
    x, y = np.asarray(outline).T
    return float(abs(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2)


def _beyond_edges(a: Array, b: Array) -> float:
    normals = _outward(a)
    return float(((b @ normals.T).min(axis=0) - np.einsum("ij,ij->i", a, normals)).max())


def _outward(corners: Array) -> Array:
    edges = np.roll(corners, -1, axis=0) - corners
    normals = np.stack([edges[:, 1], -edges[:, 0]], axis=1)
    unit: Array = normals / np.maximum(np.hypot(*normals.T)[:, None], 1e-12)
    return unit

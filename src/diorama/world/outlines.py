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
from diorama.world.model import UPRIGHT, Body, Quat
from diorama.world.poses import rotation
from diorama.world.shape import Shape

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Footprint:
    """A convex outline, counter-clockwise, with a circle around it and one inside it for quick tests."""

    points: Array
    normals: Array
    """Of each edge, outward."""
    reach: Array
    """How far the outline extends along each normal."""
    centre: tuple[float, float]
    radius: float
    """Of a circle about the centre that holds the outline."""
    inner: float
    """Of a circle about the centre that the outline holds."""

    @staticmethod
    def of(points: Array) -> Footprint:
        normals = _outward(points)
        x, y = ((points.min(axis=0) + points.max(axis=0)) / 2).tolist()
        radius = float(np.hypot(*(points - (x, y)).T).max())
        reach = _along(points, normals)
        inner = max(0.0, float((reach - normals @ (x, y)).min()))
        return Footprint(points, normals, reach, (x, y), radius, inner)

    def placed(self, at: tuple[float, float], heading_deg: float = 0.0) -> Footprint:
        """The outline turned about the origin, then moved."""
        cos, sin = math.cos(math.radians(heading_deg)), math.sin(math.radians(heading_deg))
        turn = np.array([[cos, sin], [-sin, cos]])
        normals = self.normals @ turn
        reach = self.reach + normals @ at
        return Footprint(
            self.points @ turn + at, normals, reach, self.centre_at(at, heading_deg), self.radius, self.inner
        )

    def centre_at(self, at: tuple[float, float], heading_deg: float) -> tuple[float, float]:
        """Where the centre comes to lie when the outline is placed."""
        cos, sin = math.cos(math.radians(heading_deg)), math.sin(math.radians(heading_deg))
        x, y = self.centre
        return cos * x - sin * y + at[0], sin * x + cos * y + at[1]

    def turned(self, heading_deg: float) -> Array:
        """The points of the outline turned about the origin."""
        cos, sin = math.cos(math.radians(heading_deg)), math.sin(math.radians(heading_deg))
        points: Array = self.points @ np.array([[cos, sin], [-sin, cos]])
        return points

    def spun(self, heading_deg: float) -> Footprint:
        """The outline turned about its own centre."""
        x, y = self.centre
        turned_x, turned_y = self.centre_at((0.0, 0.0), heading_deg)
        return self.placed((x - turned_x, y - turned_y), heading_deg)

    def scaled(self, by: float) -> Footprint:
        """The outline larger or smaller about its centre."""
        middle = np.asarray(self.centre)
        inwards = self.normals @ middle
        return Footprint(
            middle + by * (self.points - middle),
            self.normals,
            inwards + by * (self.reach - inwards),
            self.centre,
            self.radius * by,
            self.inner * by,
        )

    def depth_of(self, points: Array) -> float:
        """How far inside the outermost of the points lies; negative if one is outside."""
        return float((self.reach - points @ self.normals.T).min())

    def gap_to(self, other: Footprint) -> float:
        """The distance to another outline along their widest separation; negative where they overlap."""
        return max(self._beyond_edges(other), other._beyond_edges(self))

    def facing(self, other: Footprint) -> tuple[float, Array, Array]:
        """The gap to another outline, a point at one end of it, and the unit vector along it to the other end."""
        mine, its = (a.normals @ b.points.T - a.reach[:, None] for a, b in ((self, other), (other, self)))
        gaps, outline, points = (
            (mine, self, other.points) if mine.min(axis=1).max() >= its.min(axis=1).max() else (its, other, self.points)
        )
        edge = int(gaps.min(axis=1).argmax())
        corner = int(gaps[edge].argmin())
        gap = float(gaps[edge, corner])
        way = -outline.normals[edge] if gap > 0 else outline.normals[edge]
        return gap, points[corner], way

    def clear_of(self, other: Footprint, clearance: float) -> bool:
        """Whether the two outlines stay at least `clearance` apart."""
        return (
            math.dist(self.centre, other.centre) >= self.radius + other.radius + clearance
            or self._beyond_edges(other) >= clearance
            or other._beyond_edges(self) >= clearance
        )

    def _beyond_edges(self, other: Footprint) -> float:
        return float(((self.normals @ other.points.T).min(axis=1) - self.reach).max())


def footprint(body: Body, *, at: tuple[float, float] | None = None, heading_deg: float | None = None) -> Footprint:
    """The body's outline seen from above, as it is or as it would stand somewhere else."""
    if at is not None and heading_deg is not None:
        return standing(body).placed(at, heading_deg)
    return _outline_at(build_shape(body.noun, body.seed), body.scale, body.quaternion, body.position[:2])


def standing(body: Body) -> Footprint:
    """The outline of the body when it stands upright at the origin, facing +x."""
    return _outline(build_shape(body.noun, body.seed), body.scale, UPRIGHT)


@lru_cache(maxsize=256)
def _outline(shape: Shape, scale: float, quaternion: Quat) -> Footprint:
    """The outline about the body's own position: it is tried in hundreds of places, and hulls are slow."""
    flat = (shape.vertices * scale @ rotation(quaternion).T)[:, :2]
    return Footprint.of(flat[ConvexHull(flat).vertices])


@lru_cache(maxsize=512)
def _outline_at(shape: Shape, scale: float, quaternion: Quat, at: tuple[float, float]) -> Footprint:
    """The outline of a body as it is: swaps and gaps ask for those of bodies that stay where they are."""
    return _outline(shape, scale, quaternion).placed(at)


def around(outlines: Sequence[Array]) -> Footprint:
    """The outline around several."""
    points = np.concatenate(outlines)
    return Footprint.of(points[ConvexHull(points).vertices])


def depth_inside(outline: Sequence[tuple[float, float]] | Array, points: Array) -> float:
    """How far inside a convex outline the outermost of the points lies; negative if one is outside."""
    _, normals, reach = _edges(outline if isinstance(outline, tuple) else tuple(map(tuple, outline)))
    return float((reach - points @ normals.T).min())


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


@lru_cache(maxsize=64)
def _edges(outline: tuple[tuple[float, float], ...]) -> tuple[Array, Array, Array]:
    """Corners, outward normals of the edges, and how far the edges lie along these."""
    corners = np.asarray(outline)
    normals = _outward(corners)
    return corners, normals, _along(corners, normals)


def _outward(corners: Array) -> Array:
    edges = np.roll(corners, -1, axis=0) - corners
    normals = np.stack([edges[:, 1], -edges[:, 0]], axis=1)
    unit: Array = normals / np.maximum(np.hypot(*normals.T)[:, None], 1e-12)
    return unit


def _along(points: Array, ways: Array) -> Array:
    """How far each point lies along its own way."""
    far: Array = np.einsum("ij,ij->i", points, ways)
    return far

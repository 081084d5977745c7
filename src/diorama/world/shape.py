"""A shape: what an asset's generator makes, and all that geometry and physics ever need of it.

The picture of a body is its `pieces` (watertight meshes, each in a *slot* that takes a material); what
it bumps into things with is its `parts` (convex, so hollow things are built of several).
A shape rests on z = 0 with its box centred over the origin, and faces +x.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

from diorama.errors import DioramaError
from diorama.world.modelling import Point2, Point3, Solid

Array = NDArray[np.float64]
Faces = NDArray[np.int32]


@dataclass(frozen=True)
class Piece:
    """One watertight mesh of one material slot."""

    slot: str
    vertices: Array
    faces: Faces


@dataclass(frozen=True)
class Part:
    """One convex collision part.

    `size` is half extents (box), radius (sphere), or radius and half height (cylinder, capsule: along the
    part's own z); `points` are the corners of a hull.
    """

    kind: Literal["box", "sphere", "cylinder", "capsule", "hull"]
    size: tuple[float, ...] = ()
    position: Point3 = (0.0, 0.0, 0.0)
    quaternion: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    points: Array = field(default_factory=lambda: np.zeros((0, 3)))

    def moved(self, by: Array) -> Part:
        if self.kind == "hull":
            return replace(self, points=self.points + by)
        x, y, z = np.asarray(self.position) + by
        return replace(self, position=(float(x), float(y), float(z)))


@dataclass(frozen=True)
class Cavity:
    """The room inside a container: from `floor` up to the `opening` plane, within the rim's inner outline."""

    floor: float
    opening: float
    outline: tuple[Point2, ...]

    @property
    def inner_radius(self) -> float:
        """The largest circle about the outline's middle that stays inside it."""
        return _inner_radius(self.outline)


@dataclass(frozen=True)
class Top:
    """A level place on top where other things can stand."""

    height: float
    outline: tuple[Point2, ...]

    @property
    def inner_radius(self) -> float:
        return _inner_radius(self.outline)


@dataclass(frozen=True)
class MassProperties:
    """Volume (m³), centre, and inertia about the centre for unit density."""

    volume: float
    centre: Array
    inertia: Array


@dataclass(frozen=True, eq=False)
class Shape:
    """The geometry of one variant of an asset; compared by identity, since it is shared and heavy."""

    pieces: tuple[Piece, ...]
    parts: tuple[Part, ...]
    cavity: Cavity | None = None
    top: Top | None = None

    @cached_property
    def vertices(self) -> Array:
        return np.concatenate([p.vertices for p in self.pieces])

    @cached_property
    def faces(self) -> Faces:
        offsets = np.cumsum([0] + [len(p.vertices) for p in self.pieces[:-1]])
        faces: Faces = np.concatenate([p.faces + o for p, o in zip(self.pieces, offsets, strict=True)]).astype(np.int32)
        return faces

    @cached_property
    def bounds(self) -> Array:
        """Rows: the lowest and the highest corner."""
        return np.stack([self.vertices.min(axis=0), self.vertices.max(axis=0)])

    @property
    def size(self) -> Point3:
        x, y, z = self.bounds[1] - self.bounds[0]
        return float(x), float(y), float(z)

    @cached_property
    def footprint(self) -> Array:
        """The convex outline of the shape seen from above, counter-clockwise."""
        flat = self.vertices[:, :2]
        return flat[ConvexHull(flat).vertices]

    @cached_property
    def mass_properties(self) -> MassProperties:
        return mass_properties(self.pieces)


def shape(
    solids: Mapping[str, Solid],
    parts: Sequence[Part],
    *,
    cavity: Cavity | None = None,
    top: Top | None = None,
) -> Shape:
    """Make a shape from one solid for each material slot and its collision parts.

    It is moved so that it stands on z = 0 with the middle of its box over the origin, so a generator may
    build it wherever is convenient.
    """
    pieces = tuple(piece_of(slot, solid) for slot, solid in solids.items() if not solid.is_empty())
    if not pieces:
        raise DioramaError("a shape needs at least one solid that is not empty")
    vertices = np.concatenate([p.vertices for p in pieces])
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    by = -np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])
    return Shape(
        pieces=tuple(replace(p, vertices=p.vertices + by) for p in pieces),
        parts=tuple(p.moved(by) for p in parts),
        cavity=None
        if cavity is None
        else Cavity(cavity.floor + float(by[2]), cavity.opening + float(by[2]), _shifted(cavity.outline, by)),
        top=None if top is None else Top(top.height + float(by[2]), _shifted(top.outline, by)),
    )


def mass_properties(pieces: Iterable[Piece]) -> MassProperties:
    """Exact volume, centre and inertia of closed triangle meshes, at unit density (Tonon's tetrahedra)."""
    volume = 0.0
    first = np.zeros(3)
    second = np.zeros((3, 3))
    for piece in pieces:
        a, b, c = (piece.vertices[corner] for corner in piece.faces.T)
        det = np.einsum("ij,ij->i", a, _crossed(b, c))
        total = a + b + c
        volume += float(det.sum()) / 6
        weighted = det[:, None] * total
        first += weighted.sum(axis=0) / 24
        outer = np.einsum("ni,nj->ij", weighted, total)
        outer += sum(np.einsum("ni,nj->ij", det[:, None] * v, v) for v in (a, b, c))
        second += outer / 120
    centre = first / volume
    covariance = second - volume * np.outer(centre, centre)
    covariance = (covariance + covariance.T) / 2
    return MassProperties(volume, centre, np.trace(covariance) * np.eye(3) - covariance)


def _crossed(b: Array, c: Array) -> Array:
    """Cross products row by row, without the generality that makes numpy's slow."""
    (bx, by, bz), (cx, cy, cz) = b.T, c.T
    return np.stack([by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx], axis=1)


def piece_of(slot: str, solid: Solid) -> Piece:
    """A solid as a mesh of a slot."""
    mesh = solid.to_mesh64()
    return Piece(slot, np.asarray(mesh.vert_properties, float)[:, :3].copy(), np.asarray(mesh.tri_verts, np.int32))


def _shifted(outline: Iterable[Point2], by: Array) -> tuple[Point2, ...]:
    return tuple((float(x + by[0]), float(y + by[1])) for x, y in outline)


def _inner_radius(outline: Sequence[Point2]) -> float:
    points = np.asarray(outline)
    edges = np.roll(points, -1, axis=0) - points
    to_middle = points.mean(axis=0) - points
    distance = np.abs(edges[:, 0] * to_middle[:, 1] - edges[:, 1] * to_middle[:, 0]) / np.hypot(*edges.T)
    return float(distance.min()) if len(points) > 2 and math.isfinite(float(distance.min())) else 0.0

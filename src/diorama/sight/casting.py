"""Ray casting: what a bundle of rays hits first, with one acceleration structure for each shape.

Rays are taken into the body's own frame, so moving a body, another view, or a world without it costs no
rebuild. Distances are ray parameters: with directions from `cameras.ray_directions` they are depths.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore import EmbreeDevice
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

from diorama.world import Body, Fixture, build_shape, rotation
from diorama.world.fixtures import fixture_mesh
from diorama.world.shape import Shape

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
MISS = np.float32(np.inf)
FARTHEST = 1e30
"""Embree reports a miss as a distance beyond this."""

_TREES: WeakKeyDictionary[Shape, _Tree] = WeakKeyDictionary()


@dataclass(frozen=True)
class _Tree:
    """An Embree scene and the mesh it was built from (which Embree does not copy)."""

    scene: EmbreeScene
    mesh: TriangleMesh

    def first_hits(self, origins: Array, directions: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
        """Distance to the first hit of each ray, ∞ for a miss; `origins` may be one point for all."""
        rays = np.ascontiguousarray(directions, np.float32)
        starts = np.ascontiguousarray(np.broadcast_to(origins, rays.shape), np.float32)
        distance: NDArray[np.float32] = self.scene.run(starts, rays, query="DISTANCE")
        distance[distance > FARTHEST] = MISS
        return distance


def cast_at_body(body: Body, origins: Array, directions: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    """Distance along each ray to the body, ∞ where it is missed; `origins` may be one point for all."""
    into = rotation(body.quaternion) / body.scale
    local_directions = directions.reshape(-1, 3) @ into.astype(np.float32)
    local_origins = (origins - np.asarray(body.position)) @ into
    distance = _shape_tree(build_shape(body.noun, body.seed)).first_hits(local_origins, local_directions)
    return distance.reshape(directions.shape[:-1])


def cast_at_fixtures(
    fixtures: tuple[Fixture, ...], origins: Array, directions: NDArray[np.floating[Any]]
) -> NDArray[np.float32]:
    """Distance along each ray to the nearest fixture, ∞ where there is none."""
    shape = directions.shape[:-1]
    if not fixtures:
        return np.full(shape, MISS, np.float32)
    return _fixtures_tree(fixtures).first_hits(origins, directions.reshape(-1, 3)).reshape(shape)


class Backdrop:
    """Distances to what stands still, for all pixels of a frame, found only where and when they are asked for.

    `cast` gives the distances of the pixels of a mask; what has been found is remembered.
    """

    def __init__(self, shape: tuple[int, int], cast: Callable[[Mask], NDArray[np.float32]]) -> None:
        self._cast = cast
        self._depth = np.full(shape, np.nan, np.float32)

    def at(self, wanted: Mask) -> NDArray[np.float32]:
        """The distances of the wanted pixels, row by row; ∞ where there is nothing."""
        missing = np.isnan(self._depth)
        missing &= wanted
        if missing.any():
            self._depth[missing] = self._cast(missing)
        return self._depth[wanted]

    @property
    def depth(self) -> NDArray[np.float32]:
        """The distances of all pixels; not to be written to."""
        self.at(np.ones(self._depth.shape, bool))
        whole = self._depth.view()
        whole.flags.writeable = False
        return whole


def _shape_tree(shape: Shape) -> _Tree:
    if shape not in _TREES:
        _TREES[shape] = _tree(shape.vertices, shape.faces)
    return _TREES[shape]


@lru_cache(maxsize=64)
def _fixtures_tree(fixtures: tuple[Fixture, ...]) -> _Tree:
    vertices, faces, offset = [], [], 0
    for fixture in fixtures:
        v, f = fixture_mesh(fixture)
        vertices.append(v)
        faces.append(f + offset)
        offset += len(v)
    return _tree(np.concatenate(vertices), np.concatenate(faces))


@cache
def _device() -> EmbreeDevice:
    """One device for all trees: a device is large, and Embree fails when there are several hundred."""
    return EmbreeDevice()


def _tree(vertices: Array, faces: NDArray[np.int32]) -> _Tree:
    scene = EmbreeScene(_device(), robust=True)
    # embreex copies number by number as Python objects: it is twice as fast if they are such objects already
    corners = np.ascontiguousarray(vertices, np.float32).astype(object)
    triangles = np.fromiter(zip(*faces.T.tolist(), strict=True), dtype=object, count=len(faces))
    return _Tree(scene, TriangleMesh(scene, corners, triangles))

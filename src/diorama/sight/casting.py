"""Ray casting: what a bundle of rays hits first, with one acceleration structure for each shape.

Rays are taken into the body's own frame, so moving a body, another view, or a world without it costs no
rebuild. Distances are ray parameters: with directions from `cameras.ray_directions` they are depths.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakKeyDictionary

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

from diorama.world import Body, Fixture, build_shape, rotation
from diorama.world.fixtures import fixture_mesh
from diorama.world.shape import Shape

Array = NDArray[np.float64]
MISS = np.float32(np.inf)

_TREES: WeakKeyDictionary[Shape, _Tree] = WeakKeyDictionary()


@dataclass(frozen=True)
class _Tree:
    """An Embree scene and the mesh it was built from (which Embree does not copy)."""

    scene: EmbreeScene
    mesh: TriangleMesh

    def first_hits(self, origins: Array, directions: Array) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
        """Distance (∞ for a miss) and triangle (−1) of the first hit of each ray."""
        found = self.scene.run(
            np.ascontiguousarray(origins, np.float32),
            np.ascontiguousarray(directions, np.float32),
            query="INTERSECT",
            output=1,
        )
        triangle = np.asarray(found["primID"], np.int32)
        return np.where(triangle >= 0, np.asarray(found["tfar"], np.float32), MISS), triangle


def cast_at_body(body: Body, origins: Array, directions: Array) -> NDArray[np.float32]:
    """Distance along each ray to the body, ∞ where it is missed; `origins` may be one point for all."""
    into = rotation(body.quaternion) / body.scale
    local_directions = directions.reshape(-1, 3) @ into
    local_origins = np.broadcast_to((origins - np.asarray(body.position)) @ into, local_directions.shape)
    distance, _ = _shape_tree(build_shape(body.noun, body.seed)).first_hits(local_origins, local_directions)
    return distance.reshape(directions.shape[:-1])


def cast_at_fixtures(
    fixtures: tuple[Fixture, ...], origins: Array, directions: Array
) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Distance to the nearest fixture along each ray and its index (−1 for none)."""
    shape = directions.shape[:-1]
    if not fixtures:
        return np.full(shape, MISS, np.float32), np.full(shape, -1, np.int32)
    tree, owner = _fixtures_tree(fixtures)
    flat = directions.reshape(-1, 3)
    distance, triangle = tree.first_hits(np.broadcast_to(origins, flat.shape), flat)
    return distance.reshape(shape), np.where(triangle >= 0, owner[triangle], -1).reshape(shape).astype(np.int32)


def _shape_tree(shape: Shape) -> _Tree:
    if shape not in _TREES:
        _TREES[shape] = _tree(shape.vertices, shape.faces)
    return _TREES[shape]


@lru_cache(maxsize=64)
def _fixtures_tree(fixtures: tuple[Fixture, ...]) -> tuple[_Tree, NDArray[np.int32]]:
    vertices, faces, owner = [], [], []
    offset = 0
    for index, fixture in enumerate(fixtures):
        v, f = fixture_mesh(fixture)
        vertices.append(v)
        faces.append(f + offset)
        owner.append(np.full(len(f), index, np.int32))
        offset += len(v)
    return _tree(np.concatenate(vertices), np.concatenate(faces)), np.concatenate(owner)


def _tree(vertices: Array, faces: NDArray[np.int32]) -> _Tree:
    scene = EmbreeScene(robust=True)
    mesh = TriangleMesh(scene, np.ascontiguousarray(vertices, np.float32), np.ascontiguousarray(faces, np.int32))
    return _Tree(scene, mesh)

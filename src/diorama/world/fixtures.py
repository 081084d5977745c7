"""Fixtures as meshes: what blocks look like to rays, files and renderers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from diorama.world.model import Block, Fixture
from diorama.world.modelling import SEGMENTS, Solid, extrude
from diorama.world.poses import rotation

Array = NDArray[np.float64]


def block_mesh(block: Block) -> tuple[Array, NDArray[np.int32]]:
    """Vertices and triangles of one block, in world coordinates."""
    if block.kind == "box":
        x, y, z = block.size
        solid = Solid.cube((2 * x, 2 * y, 2 * z), True)
    elif block.kind == "cylinder":
        radius, half = block.size
        solid = Solid.cylinder(2 * half, radius, radius, SEGMENTS, True)
    else:
        (half,) = block.size
        solid = extrude(block.outline, 2 * half).translate((0, 0, -half))
    mesh = solid.to_mesh64()
    vertices = np.asarray(mesh.vert_properties, float)[:, :3]
    return vertices @ rotation(block.quaternion).T + np.asarray(block.position), np.asarray(mesh.tri_verts, np.int32)


@lru_cache(maxsize=256)
def fixture_mesh(fixture: Fixture) -> tuple[Array, NDArray[np.int32]]:
    """All blocks of a fixture as one mesh."""
    vertices, faces, offset = [], [], 0
    for block in fixture.blocks:
        v, f = block_mesh(block)
        vertices.append(v)
        faces.append(f + offset)
        offset += len(v)
    return np.concatenate(vertices), np.concatenate(faces).astype(np.int32)

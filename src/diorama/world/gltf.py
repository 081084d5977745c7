"""A world as GLB: meshes, colours and poses that any 3D viewer opens."""

from __future__ import annotations

import numpy as np
import trimesh
from numpy.typing import NDArray

from diorama.world.assets import build_shape
from diorama.world.fixtures import block_mesh
from diorama.world.materials import Material, material
from diorama.world.model import World
from diorama.world.poses import rotation

Array = NDArray[np.float64]

Z_UP_TO_Y_UP = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])
"""glTF has y up."""


def to_glb(world: World) -> bytes:
    """The world as a binary glTF file; each body is a node of its name."""
    scene = trimesh.Scene(base_frame="world")
    for body in world.bodies:
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = rotation(body.quaternion) * body.scale, body.position
        for index, piece in enumerate(build_shape(body.noun, body.seed).pieces):
            _add(scene, f"{body.name}/{index}", piece.vertices, piece.faces, material(body.finish[piece.slot]), pose)
    for fixture in world.fixtures:
        for index, block in enumerate(fixture.blocks):
            vertices, faces = block_mesh(block)
            _add(scene, f"{fixture.name}/{index}", vertices, faces, material(block.material), np.eye(4))
    data = scene.export(file_type="glb")
    assert isinstance(data, bytes)
    return data


def _add(
    scene: trimesh.Scene, name: str, vertices: Array, faces: NDArray[np.int32], stuff: Material, pose: Array
) -> None:
    look = trimesh.visual.material.PBRMaterial(
        name=stuff.name,
        baseColorFactor=[*(np.asarray(stuff.rgb) ** 2.2), 1.0],
        metallicFactor=stuff.metallic,
        roughnessFactor=stuff.roughness,
    )
    mesh = trimesh.Trimesh(vertices, faces, process=False, visual=trimesh.visual.TextureVisuals(material=look))
    scene.add_geometry(mesh, node_name=name, geom_name=name, transform=Z_UP_TO_Y_UP @ pose)

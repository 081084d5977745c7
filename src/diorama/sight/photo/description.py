"""A view as plain data: all that the Blender side needs, and nothing that it would have to import.

The process that renders knows nothing of worlds, so that it can be bare (and under its own licence). What
travels to it is made of str, int, float, bool, list, dict, None and numpy arrays.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.sight.photo.lightness import lightness
from diorama.world import Camera, World, build_shape
from diorama.world.fixtures import block_mesh
from diorama.world.materials import Material, material
from diorama.world.poses import rotation

Array = NDArray[np.float64]

VERSION = 1
OPEN_AIR = ("grass", "asphalt")
"""Kinds of ground that are found under the sky."""
BROAD = 3.0
"""Metres: wood that is this long and wide is laid in planks."""


def describe_scene(world: World, camera: Camera, *, muted: Iterable[str] = ()) -> dict[str, Any]:
    """Everything that a picture of `world` through `camera` needs; `muted` bodies have no mirror image."""
    meshes: dict[str, dict[str, Any]] = {}
    return {
        "version": VERSION,
        "setting": _setting(world),
        "meshes": meshes,
        "bodies": _bodies(world, meshes),
        "fixtures": _fixtures(world, meshes),
        "poses": describe_poses(world),
        "lights": [light.model_dump(mode="json") for light in world.lights],
        "camera": describe_camera(camera),
        "background": list(world.background),
        "muted": [world[name].name for name in muted],
        "stage": {
            "centre": list(world.stage.centre),
            "radius": world.stage.radius,
            "facing_deg": world.stage.facing_deg,
        },
        "lightness": lightness(world, camera),
    }


def describe_poses(world: World) -> dict[str, Array]:
    """Where each body is: 4×4 matrices, with the body's scale in them."""
    found = {}
    for body in world.bodies:
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = rotation(body.quaternion) * body.scale, body.position
        found[body.name] = pose
    return found


def describe_camera(camera: Camera) -> dict[str, Any]:
    return camera.model_dump(mode="json")


def _bodies(world: World, meshes: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """The pieces of every body; `index` is what the index pass shows (0 for everything that is not a body)."""
    pieces = []
    for index, body in enumerate(world.bodies, start=1):
        for number, piece in enumerate(build_shape(body.noun, body.seed).pieces):
            key = f"{body.noun}-{body.seed}/{number}"
            if key not in meshes:
                meshes[key] = _mesh(piece.vertices, piece.faces)
            stuff = _look(material(body.finish[piece.slot]), np.ptp(piece.vertices, axis=0) * body.scale)
            pieces.append({"body": body.name, "index": index, "mesh": key, "scale": body.scale, "material": stuff})
    return pieces


def _fixtures(world: World, meshes: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """The blocks of every fixture, in world coordinates."""
    glossy = {(s.fixture, s.block): s.reflectance for s in world.surfaces if s.glossy}
    blocks = []
    for fixture in world.fixtures:
        for number, block in enumerate(fixture.blocks):
            vertices, faces = block_mesh(block)
            middle = np.asarray(block.position)
            key = f"{fixture.name}#{number}"
            meshes[key] = _mesh((vertices - middle) @ rotation(block.quaternion), faces)
            pose = np.eye(4)
            pose[:3, :3], pose[:3, 3] = rotation(block.quaternion), middle
            blocks.append(
                {
                    "fixture": fixture.name,
                    "block": number,
                    "mesh": key,
                    "pose": pose,
                    "solid": block.solid,
                    "reflectance": glossy.get((fixture.name, number), 0.0),
                    "material": _look(material(block.material), np.ptp(meshes[key]["vertices"], axis=0)),
                }
            )
    return blocks


def _mesh(vertices: Array, faces: NDArray[np.int32]) -> dict[str, Any]:
    return {"vertices": np.ascontiguousarray(vertices, np.float32), "faces": np.ascontiguousarray(faces, np.int32)}


def _look(stuff: Material, size: Array) -> dict[str, Any]:
    """A material, and how its pattern lies on something of that size (metres, in its own frame)."""
    broad = stuff.kind == "wood" and float(np.sort(size)[1]) > BROAD
    return {
        "name": stuff.name,
        "kind": stuff.kind,
        "colour": stuff.colour,
        "rgb": list(stuff.rgb),
        "roughness": stuff.roughness,
        "metallic": stuff.metallic,
        "texture": "planks" if broad else stuff.texture,
        "along": int(np.argmax(size)),
    }


def _setting(world: World) -> str:
    """`outdoors` on grass or asphalt, `room` before a wall, `studio` where there is only a bare floor."""
    kinds = {material(block.material).kind for fixture in world.fixtures for block in fixture.blocks}
    if kinds & set(OPEN_AIR) or world.layout == "ball_court":
        return "outdoors"
    return "room" if any(fixture.name == "wall" for fixture in world.fixtures) else "studio"

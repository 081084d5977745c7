"""The world: bodies, assets, layouts, cameras and physics; state and time.

This room imports no other room.

>>> from diorama.world import make_body, simulate
>>> make_body("mug", seed=3).phrase
'the mug'
"""

from __future__ import annotations

import os
import sys

if sys.platform == "linux":
    os.environ.setdefault("MUJOCO_GL", "egl")  # read once, when mujoco is first imported

from diorama.world.assets import Asset, assets, build_shape, get_asset
from diorama.world.bodies import adjectives, described, drawn_bodies, drawn_body, make_body, name_bodies
from diorama.world.cameras import default_camera, frame, project, ray_directions, viewpoints, wholly_in_frame
from diorama.world.gltf import to_glb
from diorama.world.lids import lid_for
from diorama.world.materials import Material, material
from diorama.world.mjcf import to_mjcf
from diorama.world.model import (
    Block,
    Body,
    Camera,
    Fixture,
    Hinge,
    Light,
    Stage,
    Surface,
    World,
    replace,
)
from diorama.world.physics import Motion, Simulation, Touch, overlap_depth, settle, simulate, touching
from diorama.world.poses import OrientedBox, oriented_box, rotation, yaw, yaw_deg

__all__ = [
    "Asset",
    "Block",
    "Body",
    "Camera",
    "Fixture",
    "Hinge",
    "Light",
    "Material",
    "Motion",
    "OrientedBox",
    "Simulation",
    "Stage",
    "Surface",
    "Touch",
    "World",
    "adjectives",
    "assets",
    "build_shape",
    "default_camera",
    "described",
    "drawn_bodies",
    "drawn_body",
    "frame",
    "get_asset",
    "lid_for",
    "make_body",
    "material",
    "name_bodies",
    "oriented_box",
    "overlap_depth",
    "project",
    "ray_directions",
    "replace",
    "rotation",
    "settle",
    "simulate",
    "to_glb",
    "to_mjcf",
    "touching",
    "viewpoints",
    "wholly_in_frame",
    "yaw",
    "yaw_deg",
]

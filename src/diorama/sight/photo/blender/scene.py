"""A description as a Blender scene: meshes, objects, camera."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from .lighting import add_lights
from .materials import Wardrobe

SMOOTH_DEG = 32.0
"""Edges flatter than this are shaded round."""


class Stage:
    """One scene in Blender's memory, whose bodies and camera can move."""

    def __init__(self, description: Mapping[str, Any]) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene = bpy.context.scene
        self.pieces: dict[str, list[Any]] = {}
        self._meshes: dict[tuple[str, str], Any] = {}
        self._description = description
        wardrobe = Wardrobe(_pixel_metres(description["camera"], description["stage"]["centre"]))
        muted = set(description["muted"])
        for piece in description["bodies"]:
            stuff = wardrobe.material(piece["material"], scale=piece["scale"])
            thing = self._add(piece["mesh"], stuff)
            thing.pass_index = piece["index"]
            thing.visible_glossy = piece["body"] not in muted
            self.pieces.setdefault(piece["body"], []).append(thing)
        for block in description["fixtures"]:
            stuff = wardrobe.material(block["material"], reflectance=block["reflectance"])
            self._add(block["mesh"], stuff).matrix_world = _matrix(block["pose"])
        self.pose(description["poses"])
        self._eye = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
        self.scene.collection.objects.link(self._eye)
        self.scene.camera = self._eye
        self.aim(description["camera"])
        add_lights(self.scene, description)

    def pose(self, poses: Mapping[str, Any]) -> None:
        """Move bodies; those not named stay."""
        for body, pose in poses.items():
            for thing in self.pieces[body]:
                thing.matrix_world = _matrix(pose)

    @contextmanager
    def moving(self, until: Mapping[str, Any] | None) -> Iterator[None]:
        """While this lasts, bodies move from where they are to `until` as the shutter is open."""
        if until is None:
            yield
            return
        here = {body: [thing.matrix_world.copy() for thing in things] for body, things in self.pieces.items()}
        self._key(0)
        self.pose(until)
        self._key(1)
        settings = self.scene.render
        settings.use_motion_blur, settings.motion_blur_shutter, settings.motion_blur_position = True, 1.0, "START"
        self.scene.frame_set(0)
        try:
            yield
        finally:
            settings.use_motion_blur = False
            for body, things in self.pieces.items():
                for thing, matrix in zip(things, here[body], strict=True):
                    thing.animation_data_clear()
                    thing.matrix_world = matrix

    def _key(self, frame: int) -> None:
        for things in self.pieces.values():
            for thing in things:
                thing.rotation_mode = "QUATERNION"
                for path in ("location", "rotation_quaternion", "scale"):
                    thing.keyframe_insert(path, frame=frame)

    def aim(self, camera: Mapping[str, Any]) -> None:
        """Look through another camera: the pinhole of exact sight, to the pixel."""
        forward = np.subtract(camera["target"], camera["position"])
        forward = forward / np.linalg.norm(forward)
        right = np.cross(forward, camera["up"])
        right = right / np.linalg.norm(right)
        pose = np.eye(4)
        pose[:3, :3] = np.stack([right, np.cross(right, forward), -forward], axis=1)
        pose[:3, 3] = camera["position"]
        self._eye.matrix_world = _matrix(pose)
        lens = self._eye.data
        lens.sensor_fit, lens.sensor_height = "VERTICAL", 24.0
        lens.lens = 12.0 / math.tan(math.radians(camera["fovy_deg"]) / 2)
        lens.clip_start, lens.clip_end = 0.001, 1000.0
        size = self.scene.render
        size.resolution_x, size.resolution_y, size.resolution_percentage = camera["width"], camera["height"], 100
        size.pixel_aspect_x = size.pixel_aspect_y = 1.0

    def _add(self, key: str, stuff: Any) -> Any:
        """An object of a mesh; objects of one mesh and one material share its data."""
        shared = (key, stuff.name)
        if shared not in self._meshes:
            mesh = _mesh(key, self._description["meshes"][key])
            mesh.materials.append(stuff)
            self._meshes[shared] = mesh
        thing = bpy.data.objects.new(key, self._meshes[shared])
        self.scene.collection.objects.link(thing)
        return thing


def _mesh(name: str, data: Mapping[str, Any]) -> Any:
    vertices, faces = np.ascontiguousarray(data["vertices"], np.float32), np.ascontiguousarray(data["faces"], np.int32)
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(vertices))
    mesh.vertices.foreach_set("co", vertices.ravel())
    mesh.loops.add(faces.size)
    mesh.loops.foreach_set("vertex_index", faces.ravel())
    mesh.polygons.add(len(faces))
    mesh.polygons.foreach_set("loop_start", np.arange(0, faces.size, 3, dtype=np.int32))
    mesh.polygons.foreach_set("use_smooth", np.ones(len(faces), bool))
    mesh.update(calc_edges=True)
    mesh.set_sharp_from_angle(angle=math.radians(SMOOTH_DEG))
    return mesh


def _pixel_metres(camera: Mapping[str, Any], centre: Sequence[float]) -> float:
    """What a pixel shows of the middle of the stage."""
    far = math.dist(camera["position"], centre)
    return 2 * far * math.tan(math.radians(camera["fovy_deg"]) / 2) / float(camera["height"])


def _matrix(pose: Any) -> Any:
    return Matrix(np.asarray(pose, float).tolist())

"""Light: a soft window from the sun's side, the sun, a warm lamp, and what comes from everywhere."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import bpy
import numpy as np
from mathutils import Vector

from .nodes import Graph, linear

SUN_ANGLE_DEG = 5.0


def add_lights(scene: Any, description: Mapping[str, Any]) -> None:
    """Light a scene and set its exposure, both from the description alone."""
    outdoors = description["setting"] == "outdoors"
    _world(scene, description, outdoors)
    for light in description["lights"]:
        if light["kind"] == "sun":
            _sun(scene, light, 3.2 if outdoors else 1.6)
            if not outdoors:
                _window(scene, light, description["stage"])
        else:
            _lamp(scene, light, description["stage"])
    look = scene.view_settings
    look.view_transform = "Khronos PBR Neutral"
    look.exposure = exposure(description)


def exposure(description: Mapping[str, Any]) -> float:
    """Stops: pale rooms are held back, dark ones lifted, by less than the full difference."""
    return 0.0


def _world(scene: Any, description: Mapping[str, Any], outdoors: bool) -> None:
    world = bpy.data.worlds.new("world")
    scene.world = world
    world.cycles.sampling_method = "NONE"
    graph = Graph(world.node_tree)
    colour = linear(description["background"])
    fill = graph.add("Background", Color=colour, Strength=0.7)
    graph.surface(fill.outputs[0], "OutputWorld")


def _sun(scene: Any, light: Mapping[str, Any], strength: float) -> None:
    data = bpy.data.lights.new("sun", "SUN")
    data.energy, data.color, data.angle = strength * light["strength"], linear(light["rgb"]), math.radians(SUN_ANGLE_DEG)
    _place(scene, data, light["position"], light["target"])


def _window(scene: Any, light: Mapping[str, Any], stage: Mapping[str, Any]) -> None:
    """A broad window at the sun's azimuth, lower than the sun."""
    centre = np.asarray(stage["centre"])
    aim = np.subtract(light["position"], light["target"])
    aim = np.array([aim[0], aim[1], 0.55 * math.hypot(aim[0], aim[1])])
    far = max(2.5, 2.2 * stage["radius"])
    side = 0.8 * far
    data = bpy.data.lights.new("window", "AREA")
    data.shape, data.size, data.size_y = "RECTANGLE", side, side
    data.energy, data.color = 9.0 * far**2, (0.95, 0.98, 1.0)
    _place(scene, data, centre + aim / np.linalg.norm(aim) * far, centre)


def _lamp(scene: Any, light: Mapping[str, Any], stage: Mapping[str, Any]) -> None:
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape, data.size = "DISK", 2 * light["size"]
    far = math.dist(light["position"], light["target"])
    data.energy, data.color = 4.0 * far**2 * light["strength"], (1.0, 0.83, 0.64)
    data.use_shadow = light["shadow"]
    _place(scene, data, light["position"], light["target"])


def _place(scene: Any, data: Any, position: Sequence[float], target: Sequence[float]) -> None:
    thing = bpy.data.objects.new(data.name, data)
    thing.location = tuple(float(v) for v in position)
    thing.rotation_mode = "QUATERNION"
    thing.rotation_quaternion = Vector(np.subtract(target, position).tolist()).to_track_quat("-Z", "Y")
    scene.collection.objects.link(thing)

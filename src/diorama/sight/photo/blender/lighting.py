"""Light: the sun, lamps, and what comes from everywhere; for mirrors also a window on the sun's side.

Strengths are such that a white sheet on the stage is about as bright as the picture can show; the exposure
then follows from how light or dark the place is, never from a picture.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np
from mathutils import Vector

from .nodes import Graph, Socket, linear

Rgb = tuple[float, float, float]


@dataclass(frozen=True)
class Mood:
    """How a kind of place is lit: brightness of a white sheet that faces the light."""

    sun: float
    sun_angle_deg: float
    """How broad the sun appears: very broad through a big window with curtains."""
    fill: float
    fill_rgb: Rgb
    high_rgb: Rgb
    """What mirrors and metals see overhead, and cameras too under the open sky."""
    low_rgb: Rgb
    """What they see below the horizon."""
    window: float
    """How bright the window is that they see on the sun's side."""
    typical: float
    """Mean brightness of what is seen over its lightness, before exposure; measured over the layouts."""


ROOM = Mood(
    sun=1.15,
    sun_angle_deg=8.0,
    fill=0.42,
    fill_rgb=(0.98, 0.98, 1.0),
    high_rgb=(0.80, 0.78, 0.75),
    low_rgb=(0.14, 0.12, 0.10),
    window=3.0,
    typical=0.5,
)
OUTDOORS = Mood(
    sun=1.5,
    sun_angle_deg=3.0,
    fill=0.5,
    fill_rgb=(0.82, 0.92, 1.0),
    high_rgb=(0.20, 0.40, 0.80),
    low_rgb=(0.16, 0.17, 0.14),
    window=0.0,
    typical=0.95,
)
MOODS = {"room": ROOM, "studio": ROOM, "outdoors": OUTDOORS}

SOFT = 0.5
"""Strength of the light without a shadow that stands for the usual fill."""
MIDDLE, MIDDLING = 0.21, 0.5
"""The brightness (linear) that a place of medium lightness is given, and what counts as medium."""
EVENNESS = 0.63
"""0: dark places stay as dark as they are; 1: all places come out equally bright."""
MOST_STOPS = 2.2
"""No more than this is added, or white things in dark places would glare."""


def add_lights(scene: Any, description: Mapping[str, Any]) -> None:
    """Light a scene as its description says."""
    mood = MOODS[description["setting"]]
    shining = [light for light in description["lights"] if light["shadow"]]
    for light in shining:
        (_sun if light["kind"] == "sun" else _lamp)(scene, light, mood)
    _surroundings(scene, description, mood, [light for light in shining if light["kind"] == "sun"])


def exposure(description: Mapping[str, Any]) -> float:
    """The exposure in stops: pale places are darkened and dark ones lightened, but pale ones stay paler."""
    lightness = max(description["lightness"], 0.02)
    wanted = MIDDLE * (lightness / MIDDLING) ** (1 - EVENNESS)
    return float(min(math.log2(wanted / (lightness * MOODS[description["setting"]].typical)), MOST_STOPS))


def _surroundings(scene: Any, description: Mapping[str, Any], mood: Mood, suns: Sequence[Mapping[str, Any]]) -> None:
    """Fill light from everywhere; cameras and mirrors see a sky or a room in its place."""
    world = bpy.data.worlds.new("world")
    scene.world = world
    world.cycles.sampling_method = "NONE"
    graph = Graph(world.node_tree)
    path = graph.add("LightPath").outputs
    horizon = linear(description["background"])
    towards = graph.add("TexCoord").outputs["Generated"]
    _, _, up = graph.split(towards)
    sky = graph.blend(graph.range(up, 0.0, 0.7, 0.0, 1.0), horizon, mood.high_rgb)
    around = graph.blend(graph.range(up, -0.12, -0.02, 1.0, 0.0), sky, mood.low_rgb)
    seen = sky if description["setting"] == "outdoors" else horizon
    for light in suns if mood.window else ():
        around = _with_window(graph, towards, around, np.subtract(light["position"], light["target"]), mood.window)
    tint = _tint(description["lights"])
    fill = tuple(c * t * mood.fill for c, t in zip(mood.fill_rgb, tint, strict=True))
    around = graph.vector("MULTIPLY", around, tint)
    colour = graph.blend(path["Is Glossy Ray"], graph.blend(path["Is Camera Ray"], fill, seen), around)
    graph.surface(graph.add("Background", Color=colour, Strength=1.0).outputs[0], "OutputWorld")


def _tint(lights: Sequence[Mapping[str, Any]]) -> Rgb:
    """What the light from everywhere is multiplied by: the lights without a shadow stand for it."""
    soft = [np.multiply(linear(light["rgb"]), light["strength"] / SOFT) for light in lights if not light["shadow"]]
    red, green, blue = np.sum(soft, axis=0).tolist() if soft else (1.0, 1.0, 1.0)
    return red, green, blue


def _with_window(graph: Graph, towards: Socket, around: Socket, sun: Any, brightness: float) -> Socket:
    """A tall bright window, which glazes and metals mirror; it gives no light of its own, so it costs none."""
    flat = math.hypot(sun[0], sun[1])
    ahead = np.array([sun[0] / flat, sun[1] / flat, 0.0])
    aside = np.array([-ahead[1], ahead[0], 0.0])
    axes = (aside, ahead, np.array([0.0, 0.0, 1.0]))
    x, y, z = (graph.vector("DOT_PRODUCT", towards, tuple(axis.tolist())) for axis in axes)
    before = graph.math("GREATER_THAN", y, 0.05)
    across, up = graph.math("DIVIDE", x, y), graph.math("DIVIDE", z, y)
    inside = graph.math("MULTIPLY", _band(graph, across, 0.0, 0.55), _band(graph, up, 0.75, 0.6))
    return graph.blend(graph.math("MULTIPLY", inside, before), around, (brightness, brightness, brightness))


def _band(graph: Graph, value: Socket, middle: float, half: float) -> Socket:
    """1 within `half` of the middle, 0 outside, with a soft edge."""
    away = graph.math("ABSOLUTE", graph.math("SUBTRACT", value, middle))
    return graph.range(away, half - 0.05, half + 0.05, 1.0, 0.0)


def _sun(scene: Any, light: Mapping[str, Any], mood: Mood) -> None:
    data = bpy.data.lights.new("sun", "SUN")
    data.energy = math.pi * mood.sun * light["strength"]
    data.color, data.angle = linear(light["rgb"]), math.radians(mood.sun_angle_deg)
    _place(scene, data, light["position"], light["target"])


def _lamp(scene: Any, light: Mapping[str, Any], mood: Mood) -> None:
    """A round panel that shines on its target as brightly as the sun would, and more dimly farther off."""
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape, data.size = "DISK", 2 * light["size"]
    far = math.dist(light["position"], light["target"])
    data.energy = math.pi**2 * (far**2 + light["size"] ** 2) * mood.sun * light["strength"]
    data.color = linear(light["rgb"])
    _place(scene, data, light["position"], light["target"]).visible_camera = False


def _place(scene: Any, data: Any, position: Sequence[float], target: Sequence[float]) -> Any:
    thing = bpy.data.objects.new(data.name, data)
    thing.location = tuple(float(v) for v in position)
    thing.rotation_mode = "QUATERNION"
    thing.rotation_quaternion = Vector(np.subtract(target, position).tolist()).to_track_quat("-Z", "Y")
    scene.collection.objects.link(thing)
    return thing

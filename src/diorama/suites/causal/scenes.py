"""What the tasks of this suite share: viewpoints, words for bodies, and arrows beside a tray."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from diorama.errors import CannotPlace
from diorama.sight import BLUE, RED, Arrow
from diorama.sight.overlays import Rgb
from diorama.suites.drafts import Rejected
from diorama.world import Camera, World, replace, rotation, viewpoints
from diorama.world.layouts import tray
from diorama.world.model import Vec3

Rng = np.random.Generator

SUBTLE = {"bus", "car", "van"}
"""Vehicles whose back looks much like their front."""
LIGHTS_SEEN = 0.15
"""Cosine of the widest angle at which headlights are clearly visible."""
BESIDE = 0.055
"""Metres from the tray's inner edge to the middle of an arrow on the table."""
WAYS = {"left": "to its left", "right": "to its right", "forward": "forward", "backward": "backward"}
"""A body's own directions in words."""


def camera_for(world: World, rng: Rng) -> Camera:
    """One of the viewpoints that show the whole scene, chosen uniformly at random."""
    found = viewpoints(world)
    if not found:
        raise Rejected("no camera has room for the scene")
    return found[int(rng.integers(len(found)))]


def camera_where(world: World, holds: Callable[[Camera], bool], rng: Rng, *, tries: int = 24) -> Camera:
    """A random viewpoint that meets a condition, of those that show the whole scene.

    The test sees a small version of the camera, which is quick to cast rays through.
    """
    found = viewpoints(world)
    for k in rng.permutation(len(found))[:tries]:
        if holds(small(found[int(k)])):
            return found[int(k)]
    raise Rejected("from nowhere does it look as it should")


def small(camera: Camera) -> Camera:
    """The same view in a third of the pixels a side."""
    return replace(camera, width=camera.width // 3, height=camera.height // 3)


def shows_front(world: World, camera: Camera, name: str) -> bool:
    """Whether a picture shows which way a body faces: cars, vans and buses have to turn their lights to the camera."""
    body = world[name]
    if body.noun not in SUBTLE:
        return True
    to_camera = np.subtract(camera.position, body.position)[:2]
    front = rotation(body.quaternion)[:2, 0]
    return float(front @ to_camera) > LIGHTS_SEEN * float(np.linalg.norm(to_camera))


def one_of(phrase: str) -> str:
    """A body that is spoken of for the first time: ``the orange mug`` → ``an orange mug``."""
    words = phrase.removeprefix("the ")
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def tray_view(rng: Rng, noun: str, *, objects: int) -> tuple[World, Camera]:
    """Things of one kind on a tray, and a camera that also has the table beside it in view."""
    try:
        world = tray(seed=int(rng.integers(2**62)), objects=objects, noun=noun)
    except CannotPlace:
        raise Rejected("no room for the scene") from None
    top = world.surface("top")
    wide, deep = (max(abs(v) for v in axis) + BESIDE + 0.03 for axis in zip(*top.outline, strict=True))
    corners = tuple((sx * wide, sy * deep, top.position[2]) for sx in (-1, 1) for sy in (-1, 1))
    world = replace(world, stage=replace(world.stage, show=corners))
    return world, camera_for(world, rng)


def edge_arrows(world: World, camera: Camera, blue: Vec3) -> tuple[Arrow, Arrow]:
    """A blue arrow in a given direction and a red one across it, on the table along the near edges of the tray."""
    top = world.surface("top")
    wide, deep = (max(abs(v) for v in axis) for axis in zip(*top.outline, strict=True))
    table = next(f for f in world.fixtures if f.name == "table")
    level = max(b.position[2] + b.size[2] for b in table.blocks if b.kind == "box")
    red = (-blue[1], blue[0], 0.0)
    return _beside(blue, camera, wide, deep, level, BLUE), _beside(red, camera, wide, deep, level, RED)


def _beside(way: Vec3, camera: Camera, wide: float, deep: float, level: float, colour: Rgb) -> Arrow:
    """An arrow parallel to an edge, beyond the rim on the camera's side."""
    x, y, _ = way
    half = 0.6 * (wide if x else deep)
    side_x = 0.0 if x else np.sign(camera.position[0] or 1.0) * (wide + BESIDE)
    side_y = np.sign(camera.position[1] or -1.0) * (deep + BESIDE) if x else 0.0
    start, end = ((side_x + s * half * x, side_y + s * half * y, level) for s in (-1, 1))
    return Arrow(start=start, end=end, colour=colour, width=0.014)

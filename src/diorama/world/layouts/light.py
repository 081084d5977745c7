"""Light for layouts: the sun, and for rooms also a window at the side, lamps and panels, drawn with the room.

What shines casts shadows. A light without one stands for all that comes back from walls, ceiling and sky; both
renderers take brightness and tint of the shade from it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from diorama.world.model import Light, Stage, Vec2, Vec3

Rng = np.random.Generator

INTO_SHELVES_DEG: Vec2 = (20.0, 32.0)
"""How high a light may stand to reach what has a board overhead."""
FEWEST_METRES = 2.2


@dataclass(frozen=True)
class Lamp:
    """A way to light a room; angles are seen from the middle of the stage."""

    rgb: Vec3
    height_deg: Vec2
    aside_deg: Vec2
    """How far to one side of straight in front."""
    size: float
    around_rgb: Vec3
    around: float
    """Strength of the light from everywhere; the sun's is ½."""
    pane: str
    """What is seen through the room's windows."""
    strength: float = 1.0


WINDOW = Lamp((0.95, 0.98, 1.0), (30.0, 42.0), (45.0, 72.0), 0.9, (0.97, 0.98, 1.0), 0.5, "sky daylight")
CEILING = Lamp((1.0, 0.93, 0.82), (66.0, 80.0), (0.0, 60.0), 0.22, (1.0, 0.97, 0.92), 0.45, "dusk daylight")
PANEL = Lamp((0.97, 1.0, 1.0), (68.0, 82.0), (0.0, 60.0), 1.1, (0.98, 1.0, 1.0), 0.6, "sky daylight", strength=0.9)
EVENING = Lamp((1.0, 0.91, 0.78), (34.0, 46.0), (35.0, 62.0), 0.18, (0.88, 0.92, 1.0), 0.3, "dusk daylight")
LAMPS = (WINDOW, CEILING, PANEL, EVENING)
SUNNY = 0.35
"""The share of rooms that the sun lights."""


def room_light(rng: Rng, stage: Stage, *, headroom: float = math.inf) -> tuple[tuple[Light, ...], str]:
    """The lights of a room, and the material of its window panes; low ones where boards are overhead."""
    low = headroom < math.inf
    if rng.random() < SUNNY:
        return daylight(rng, stage, height_deg=INTO_SHELVES_DEG if low else (50.0, 68.0)), "sky daylight"
    lamp = LAMPS[int(rng.integers(len(LAMPS)))]
    side = 1.0 if rng.random() < 0.5 else -1.0
    aside = rng.uniform(*lamp.aside_deg) * (0.5 if low else 1.0)
    height = rng.uniform(*(INTO_SHELVES_DEG if low else lamp.height_deg))
    far = max(FEWEST_METRES, 1.7 * stage.radius)
    shining = Light(
        kind="lamp",
        position=_beside(stage, side * aside, height, far),
        target=stage.centre,
        rgb=lamp.rgb,
        strength=lamp.strength,
        size=lamp.size * far / FEWEST_METRES,
    )
    return (shining, _ambience(stage, -side, lamp.around_rgb, lamp.around)), lamp.pane


def daylight(rng: Rng, stage: Stage, *, height_deg: Vec2 = (50.0, 68.0)) -> tuple[Light, ...]:
    """Sun from the front, high on one side."""
    side = 1.0 if rng.random() < 0.5 else -1.0
    aside, height = rng.uniform(20, 60), rng.uniform(*height_deg)
    warm = float(rng.uniform(0.86, 1.0))
    sun = Light(
        kind="sun",
        position=_beside(stage, side * aside, height, 6.0),
        target=stage.centre,
        rgb=(1.0, (1 + warm) / 2, warm),
    )
    return sun, _ambience(stage, -side, (1.0, 1.0, 1.0), 0.5)


def _ambience(stage: Stage, side: float, rgb: Vec3, strength: float) -> Light:
    x, y, z = stage.centre
    place = (x + side * 2.0, y - 1.5, z + 2.2)
    return Light(kind="lamp", position=place, target=stage.centre, rgb=rgb, strength=strength, shadow=False)


def _beside(stage: Stage, aside_deg: float, height_deg: float, far: float) -> Vec3:
    """A place `far` from the middle of the stage, up and to one side of straight in front."""
    azimuth, height = math.radians(stage.facing_deg + aside_deg), math.radians(height_deg)
    x, y, z = stage.centre
    flat = far * math.cos(height)
    return (x + flat * math.cos(azimuth), y + flat * math.sin(azimuth), z + far * math.sin(height))

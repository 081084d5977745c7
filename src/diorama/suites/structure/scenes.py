"""Scenes for the structure suite: many bodies in rows that hide each other, or seven on a polished surface."""

from __future__ import annotations

import numpy as np

from diorama.errors import CannotPlace
from diorama.suites.tasks import Rejected
from diorama.world import Camera, World, frame, wholly_in_frame
from diorama.world.cameras import scene_points
from diorama.world.layouts import get_layout

Rng = np.random.Generator

CROWDED = (
    "kitchen_counter", "kitchen_island", "dining_table", "round_table", "office_desk", "hallway_console",
    "mudroom_bench", "craft_table", "workbench", "sideboard", "coffee_table", "dresser", "bathroom_counter",
    "laundry_counter", "playroom_floor", "garage_floor", "living_room_floor",
)  # fmt: skip
POLISHED = (
    "kitchen_counter", "kitchen_island", "dining_table", "office_desk", "hallway_console", "sideboard", "coffee_table",
    "dresser", "bathroom_counter",
)  # fmt: skip
DEEP = {"kitchen_island", "dining_table", "craft_table", "playroom_floor", "garage_floor", "living_room_floor"}
"""Layouts with room for rows of up to five; the others hold rows of three."""


def crowded_scene(rng: Rng, *, most: int = 32, filled: int = 0) -> tuple[World, Camera]:
    """Twenty to `most` bodies, some in rows of three to five, through a camera that looks along the rows."""
    name = CROWDED[int(rng.integers(len(CROWDED)))]
    longest = 5 if name in DEEP else 3
    objects = int(rng.integers(20, most + 1))
    chains = tuple(int(n) for n in rng.integers(3, longest + 1, size=int(rng.integers(3, 5))))
    chains = chains[: max(1, (objects - 2 * filled) // 5)]
    world = _made(name, int(rng.integers(2**62)), objects=objects, chains=chains, filled=filled)
    return world, _camera(world, rng, low=True)


def polished_scene(rng: Rng) -> tuple[World, Camera]:
    """Seven bodies on a glossy surface, seen from somewhat above."""
    name = POLISHED[int(rng.integers(len(POLISHED)))]
    world = _made(name, int(rng.integers(2**62)), objects=7, glossy=True)
    return world, _camera(world, rng, low=False)


def _made(name: str, seed: int, **wishes: object) -> World:
    try:
        return get_layout(name)(seed=seed, tries=3, **wishes)
    except CannotPlace:
        raise Rejected("the layout found no room") from None


def _camera(world: World, rng: Rng, *, low: bool) -> Camera:
    """A camera near the line of sight that rows were laid along; every body lies wholly in its frame."""
    stage = world.stage
    lowest, highest = stage.elevation_deg
    share = rng.uniform(0.0, 0.45) if low else rng.uniform(0.2, 0.7)
    camera = frame(
        scene_points(world),
        azimuth_deg=stage.facing_deg + 0.2 * stage.spread_deg + float(rng.uniform(-8, 8)),
        elevation_deg=lowest + float(share) * (highest - lowest),
        fovy_deg=float(rng.uniform(28, 46)),
    )
    if not all(wholly_in_frame(camera, world[n]) for n in world.inventory):
        raise Rejected("an object is cut by the frame")
    return camera

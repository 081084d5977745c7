"""Cameras for scenes on a surface: near its usual line of sight, and close."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from diorama.suites.drafts import Draft, first_of
from diorama.world import Camera, World, frame, wholly_in_frame
from diorama.world.cameras import scene_points

Rng = np.random.Generator

VIEWS = 5
"""Cameras tried in one world before it is given up: looking costs less than settling another."""
LOW, USUAL, RAISED = 0.15, 0.45, 1.0
"""How high cameras stand, from the lowest (0) to the highest (1) of a stage. A low one looks along the surface, where
many stand behind each other; from a raised one their places on it can be told."""
TURN_DEG, TILT_DEG = 14.0, 8.0
"""How far a camera turns away from the line of sight that rows and shelters were laid along."""


def from_some_view(world: World, make: Callable[[Camera], Draft], rng: Rng, *, share: float = USUAL) -> Draft:
    """The draft from the first of several cameras that gives one."""
    return first_of(views(world, rng, share=share), make, otherwise="an object is cut by every frame")


def views(world: World, rng: Rng, *, share: float = USUAL) -> Iterator[Camera]:
    """Cameras near the usual line of sight, close enough that the crowd fills the frame and nothing is cut."""
    stage = world.stage
    lowest, highest = stage.elevation_deg
    points = scene_points(world)
    for _ in range(VIEWS):
        camera = frame(
            points,
            azimuth_deg=stage.facing_deg + 0.2 * stage.spread_deg + float(rng.uniform(-TURN_DEG, TURN_DEG)),
            elevation_deg=lowest + share * (highest - lowest) + float(rng.uniform(-TILT_DEG, TILT_DEG)),
            fovy_deg=float(rng.uniform(30, 48)),
            margin=0.03,
        )
        if all(wholly_in_frame(camera, world[n]) for n in world.inventory):
            yield camera

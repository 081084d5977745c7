"""What T5 and T6 share: four bodies that can be told apart from left to right, and orders to reach."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from diorama.sight import see
from diorama.suites.structure.scenes import crowded_scene
from diorama.suites.tasks import Rejected
from diorama.whatif import Visibility, left_to_right, visibility
from diorama.world import Camera, World, project
from diorama.world.poses import oriented_box

Rng = np.random.Generator

LISTED = 4
COLUMN_STEP = 0.045
"""Share of the picture's width that neighbours in an order must be apart."""
CLEAR_GAP = 0.004
"""Metres: a swap whose tightest gap is nearer to zero than this is a matter of opinion."""


def four_in_a_row(rng: Rng) -> tuple[World, Camera, tuple[str, ...]]:
    """A scene and four of its bodies, all recognisable, in their order from left to right."""
    world, camera = crowded_scene(rng, most=26)
    sight = see(world, camera)
    clear = [n for n in world.inventory if visibility(sight, n) in (Visibility.FULL, Visibility.PARTIAL)]
    if len(clear) < LISTED:
        raise Rejected("too few objects can be recognised")
    for _ in range(20):
        names = [str(n) for n in rng.choice(clear, size=LISTED, replace=False)]
        order = left_to_right(world, camera, names)
        if apart(world, camera, order):
            return world, camera, order
    raise Rejected("no four objects are plainly in an order")


def columns(world: World, camera: Camera, names: tuple[str, ...]) -> list[float]:
    """Where the middles of bodies are in the picture, as shares of its width."""
    return [float(project(camera, oriented_box(world[n]).centre)[0]) / camera.width for n in names]


def apart(world: World, camera: Camera, order: tuple[str, ...]) -> bool:
    """Whether neighbours in an order are plainly apart."""
    return all(b - a >= COLUMN_STEP for a, b in pairwise(columns(world, camera, order)))

"""What T5 and T6 share: a few bodies that are clearly ordered from left to right, and orders to reach."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from diorama.sight import see
from diorama.suites.drafts import Rejected
from diorama.suites.structure.scenes import FEWEST, crowded_world, views
from diorama.whatif import left_to_right
from diorama.world import Camera, World, project
from diorama.world.poses import oriented_box

Rng = np.random.Generator

FEWEST_LISTED = 4
COLUMN_STEP = 0.045
"""Share of the picture's width that neighbours in an order must be apart."""
CLEAR_GAP = 0.004
"""Metres: a swap whose tightest gap is nearer to zero than this is a matter of opinion."""
PLAIN_PX, PLAIN_SHARE = 500, 0.6
"""How much of a body must be seen for it to be listed: planning should be hard, not seeing."""
MOST = 26
"""Bodies in a scene whose swaps are planned: more leave no room to swap."""


def scene_to_plan(rng: Rng, *, spread: bool = False) -> tuple[World, Camera, tuple[str, ...]]:
    """A scene, crowded or spread out, a camera, and the bodies that can be recognised in it."""
    world = crowded_world(rng, most=FEWEST if spread else MOST, spread=spread)
    camera = next(views(world, rng), None)
    if camera is None:
        raise Rejected("an object is cut by every frame")
    sight = see(world, camera)
    plain = tuple(
        n for n in world.inventory if sight.visible_px(n) >= max(PLAIN_PX, PLAIN_SHARE * sight.silhouette_px(n))
    )
    if len(plain) < FEWEST_LISTED:
        raise Rejected("too few objects are plain to see")
    return world, camera, plain


def some_in_a_row(
    world: World, camera: Camera, plain: tuple[str, ...], rng: Rng, count: int = FEWEST_LISTED
) -> tuple[str, ...]:
    """Some of the recognisable bodies, clearly apart, in their order from left to right."""
    for _ in range(20):
        names = [str(n) for n in rng.choice(plain, size=min(count, len(plain)), replace=False)]
        order = left_to_right(world, camera, names)
        if apart(world, camera, order):
            return order
    raise Rejected(f"no {count} objects are plainly in an order")


def columns(world: World, camera: Camera, names: tuple[str, ...]) -> list[float]:
    """Where the middles of bodies are in the picture, as shares of its width."""
    return [float(project(camera, oriented_box(world[n]).centre)[0]) / camera.width for n in names]


def apart(world: World, camera: Camera, order: tuple[str, ...]) -> bool:
    """Whether neighbours in an order are clearly apart."""
    return all(b - a >= COLUMN_STEP for a, b in pairwise(columns(world, camera, order)))


def nearly_in_order(world: World, camera: Camera, order: tuple[str, ...]) -> bool:
    """Whether bodies stand in an order, if near-ties count as being in order."""
    return all(b - a > -COLUMN_STEP for a, b in pairwise(columns(world, camera, order)))

"""What T5 and T6 share: a few bodies that are clearly ordered from left to right, and orders to reach."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np

from diorama.sight import see
from diorama.suites.drafts import Rejected
from diorama.suites.structure.clearances import Clearances
from diorama.suites.structure.scenes import RAISED, airy_world, views
from diorama.whatif import left_to_right
from diorama.world import Camera, World, project
from diorama.world.poses import oriented_box

Rng = np.random.Generator

FEWEST_LISTED = 4
COLUMN_STEP = 0.045
"""Share of the picture's width that neighbours in an order must be apart."""
PLAIN_PX, PLAIN_SHARE = 500, 0.6
"""How much of a body must be seen for it to be listed: planning should be hard, not seeing."""
CHOICES, ROWS = 60, 5
"""Choices of bodies looked at in one scene, and how many of them are tried."""
DOUBT = 0.3
"""The share of its size by which the outline of a listed body may be misjudged."""


def scene_to_plan(rng: Rng) -> tuple[Clearances, tuple[str, ...]]:
    """A scene spread out before a raised camera, and the bodies whose room can be told in it."""
    world = airy_world(rng)
    camera = next(views(world, rng, share=RAISED), None)
    if camera is None:
        raise Rejected("an object is cut by every frame")
    sight = see(world, camera)
    clearances = Clearances(world, camera, sight)
    plain = tuple(
        n
        for n in world.inventory
        if sight.visible_px(n) >= max(PLAIN_PX, PLAIN_SHARE * sight.silhouette_px(n)) and clearances.doubt(n) <= DOUBT
    )
    if len(plain) < FEWEST_LISTED:
        raise Rejected("too few objects are plain to see")
    return clearances, plain


def rows_to_try(
    clearances: Clearances, plain: tuple[str, ...], rng: Rng, count: int = FEWEST_LISTED, *, blocked: bool = False
) -> list[tuple[str, ...]]:
    """Some bodies that are clearly apart, in their order from left to right: the choices with the least doubt first.

    With `blocked`, at least one of them plainly does not fit on the place of another.
    """
    world, camera = clearances.world, clearances.camera
    if len(plain) < count:
        raise Rejected(f"fewer than {count} objects are plain to see")
    chosen = {frozenset(str(n) for n in rng.choice(plain, size=count, replace=False)) for _ in range(CHOICES)}
    orders = sorted(left_to_right(world, camera, sorted(names)) for names in chosen)
    found = []
    for order in (o for o in orders if apart(world, camera, o)):
        still = frozenset(world.names).difference(order)
        swaps = [clearances.at_place(pair, still) for pair in permutations(order, 2)]
        if not blocked or any(c.blocked for c in swaps):
            found.append((sum(not (c.fits or c.blocked) for c in swaps), order))
    if not found:
        raise Rejected(f"no {count} objects are plainly in an order" + (" that could be blocked" if blocked else ""))
    return [order for _, order in sorted(found)][:ROWS]


def columns(world: World, camera: Camera, names: tuple[str, ...]) -> list[float]:
    """Where the middles of bodies are in the picture, as shares of its width."""
    return [float(project(camera, oriented_box(world[n]).centre)[0]) / camera.width for n in names]


def apart(world: World, camera: Camera, order: tuple[str, ...]) -> bool:
    """Whether neighbours in an order are clearly apart."""
    return all(b - a >= COLUMN_STEP for a, b in pairwise(columns(world, camera, order)))


def nearly_in_order(world: World, camera: Camera, order: tuple[str, ...]) -> bool:
    """Whether bodies stand in an order, if near-ties count as being in order."""
    return all(b - a > -COLUMN_STEP for a, b in pairwise(columns(world, camera, order)))

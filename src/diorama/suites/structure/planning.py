"""What T5 and T6 share: a few bodies that are clearly ordered from left to right, and orders to reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, permutations

import numpy as np

from diorama.sight import see
from diorama.suites.drafts import Rejected
from diorama.suites.structure.clearances import Clearances
from diorama.suites.structure.scenes import airy_world
from diorama.suites.views import RAISED, views
from diorama.whatif import left_to_right
from diorama.world import Camera, World, project
from diorama.world.poses import oriented_box

Rng = np.random.Generator

FEWEST_LISTED = 4
COLUMN_STEP = 0.045
"""Share of the picture's width that neighbours in an order must be apart."""
LISTED_PX, LISTED_SHARE = 500, 0.6
"""How much of a body must be seen for it to be listed: planning should be hard, not seeing."""
CHOICES, ROWS = 80, 4
"""Choices of bodies looked at in one scene, and how many hard and easy ones are tried."""
FEWEST_LEFT = 10
"""Bodies that must be left when those are taken away that leave a swap in doubt."""
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
        if sight.visible_px(n) >= max(LISTED_PX, LISTED_SHARE * sight.silhouette_px(n)) and clearances.doubt(n) <= DOUBT
    )
    if len(plain) < FEWEST_LISTED:
        raise Rejected("too few objects are plain to see")
    return clearances, plain


def rows_to_try(
    clearances: Clearances, plain: tuple[str, ...], rng: Rng, count: int = FEWEST_LISTED
) -> Iterator[tuple[tuple[str, ...], Clearances]]:
    """Some bodies that are clearly apart, from left to right, and the scene without what would leave a swap in doubt.

    First come those of which one plainly does not fit on the place of another, as this makes a plan hard.
    """
    world, camera = clearances.world, clearances.camera
    if len(plain) < count:
        raise Rejected(f"fewer than {count} objects are plain to see")
    chosen = {frozenset(str(n) for n in rng.choice(plain, size=count, replace=False)) for _ in range(CHOICES)}
    orders = sorted(left_to_right(world, camera, sorted(names)) for names in chosen)
    rows = [Row.of(order, clearances) for order in orders if apart(world, camera, order)]
    left = [row for row in rows if len(world.inventory) - len(row.doubters) >= FEWEST_LEFT]
    if not left:
        raise Rejected(f"no {count} objects are plainly in an order")
    left.sort(key=lambda row: (row.doubtful, len(row.doubters)))
    for hard in (True, False):
        for row in [row for row in left if bool(row.blocked) is hard][:ROWS]:
            yield row.order, clearances.without(row.doubters)


@dataclass(frozen=True)
class Row:
    """Bodies from left to right, and what becomes of them on each other's places."""

    order: tuple[str, ...]
    doubters: frozenset[str]
    """Other bodies that leave it in doubt whether one of the row fits on the place of another."""
    doubtful: int
    """Places on which it is in doubt even without them."""
    blocked: int
    """Places on which one plainly does not fit."""

    @staticmethod
    def of(order: tuple[str, ...], clearances: Clearances) -> Row:
        """Find the bodies that are better taken away; where one plainly blocks a place, others do not matter."""
        places = list(permutations(order, 2))
        still = [n for n in clearances.world.names if n not in order]
        found = {place: {n: clearances.between(place, (n, n)) for n in still} for place in places}
        edges = {place: clearances.to_edge(place) for place in places}

        def settled(place: tuple[str, str]) -> bool:
            return edges[place].blocked or any(c.blocked for n, c in found[place].items() if n not in gone)

        gone: set[str] = set()
        while more := {
            n
            for place in places
            if not settled(place)
            for n, c in found[place].items()
            if n not in gone and not (c.fits or c.blocked)
        }:
            gone |= more
        blocked = [place for place in places if settled(place)]
        doubtful = [place for place in places if place not in blocked and not edges[place].fits]
        return Row(order, frozenset(gone), len(doubtful), len(blocked))


def columns(world: World, camera: Camera, names: tuple[str, ...]) -> list[float]:
    """Where the middles of bodies are in the picture, as shares of its width."""
    return [float(project(camera, oriented_box(world[n]).centre)[0]) / camera.width for n in names]


def apart(world: World, camera: Camera, order: tuple[str, ...]) -> bool:
    """Whether neighbours in an order are clearly apart."""
    return all(b - a >= COLUMN_STEP for a, b in pairwise(columns(world, camera, order)))


def nearly_in_order(world: World, camera: Camera, order: tuple[str, ...]) -> bool:
    """Whether bodies stand in an order, if near-ties count as being in order."""
    return all(b - a > -COLUMN_STEP for a, b in pairwise(columns(world, camera, order)))

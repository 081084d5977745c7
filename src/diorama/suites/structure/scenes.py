"""Scenes for the structure suite: a crowd of bodies that hide each other, or seven on a polished surface."""

from __future__ import annotations

import numpy as np

from diorama.errors import CannotPlace
from diorama.suites.drafts import Rejected
from diorama.world import World
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
SHORT, LONG = 3, 5
"""How many stand in a row at most, and how many in the deep layouts."""
FEWEST, MOST = 20, 34
"""Bodies in a crowd; on a floor twelve more."""
AIRY = (15, 20)
"""Bodies in a scene with room to swap: at least, and fewer than."""


def crowded_world(rng: Rng, *, shelters: tuple[int, ...] = (), row: int = 0, filled: int = 0) -> World:
    """Twenty or more bodies close together, some behind a shelter, some in rows: one of length `row`, or a few."""
    places = [name for name in CROWDED if row <= SHORT or name in DEEP]
    name = places[int(rng.integers(len(places)))]
    objects = int(rng.integers(FEWEST, MOST + 1 + (12 if name.endswith("floor") else 0)))
    longest = LONG if name in DEEP else SHORT
    room = objects - 2 * filled - sum(n + 1 for n in shelters)
    drawn = tuple(int(n) for n in rng.integers(3, longest + 1, size=int(rng.integers(1, 4))))[: max(0, room // 6)]
    chains = (row,) if row else drawn
    wishes = {"objects": objects, "chains": chains, "shelters": shelters, "filled": filled, "crowded": True}
    return _made(name, int(rng.integers(2**62)), **wishes)


def airy_world(rng: Rng) -> World:
    """Fifteen bodies or more, plainly apart from each other, on any of the surfaces that can be crowded."""
    name = CROWDED[int(rng.integers(len(CROWDED)))]
    return _made(name, int(rng.integers(2**62)), objects=int(rng.integers(*AIRY)), airy=True)


def polished_world(rng: Rng) -> World:
    """Seven bodies on a glossy surface."""
    name = POLISHED[int(rng.integers(len(POLISHED)))]
    return _made(name, int(rng.integers(2**62)), objects=7, glossy=True)


def _made(name: str, seed: int, **wishes: object) -> World:
    try:
        return get_layout(name)(seed=seed, tries=3, **wishes)
    except CannotPlace:
        raise Rejected("the layout found no room") from None

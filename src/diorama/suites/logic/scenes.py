"""Scenes to plan in: piles on the surfaces of thirteen kinds of rooms, with a few other things around."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diorama.errors import CannotPlace, UnknownName
from diorama.suites.drafts import Rejected
from diorama.world.layouts.piles import Piled, Slot, pile_up

Rng = np.random.Generator

CATEGORIES = {
    "kitchen": ("kitchen_counter", "kitchen_island"),
    "dining room": ("dining_table", "round_table", "sideboard"),
    "office": ("office_desk",),
    "hallway": ("hallway_console",),
    "entrance": ("mudroom_bench",),
    "craft room": ("craft_table",),
    "workshop": ("workbench",),
    "living room": ("coffee_table",),
    "bedroom": ("dresser",),
    "bathroom": ("bathroom_counter",),
    "laundry room": ("laundry_counter",),
    "playroom": ("playroom_floor",),
    "garage": ("garage_floor",),
}
"""Kinds of rooms, and the layouts that belong to each."""
OTHERS = (2, 4)
"""How many things stand around the piles: at least, and fewer than."""
SECOND_PILE = 0.5
"""How often there is a pile that has nothing to do with the question."""
TRIES = 4
"""Attempts at one scene before it is given up."""


def category(layout: str) -> str:
    """The kind of room that a layout belongs to."""
    for name, layouts in CATEGORIES.items():
        if layout in layouts:
            return name
    raise UnknownName("layout of the logic suite", layout, [n for names in CATEGORIES.values() for n in names])


def scene(slots: Sequence[Slot], room: int, rng: Rng) -> Piled:
    """A world with these piles in a room of the kind with this number, and others besides."""
    besides = (Slot("besides", more=int(rng.integers(1, 3))),) if rng.random() < SECOND_PILE else ()
    layouts = list(CATEGORIES.values())[room]
    layout = layouts[int(rng.integers(len(layouts)))]
    try:
        return pile_up(
            layout, (*slots, *besides), seed=int(rng.integers(2**62)), others=int(rng.integers(*OTHERS)), tries=TRIES
        )
    except CannotPlace:
        raise Rejected("the piles did not come to rest") from None

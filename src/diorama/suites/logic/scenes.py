"""Scenes to plan in: piles on the surfaces of thirteen kinds of rooms, with a few other things around."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from diorama.errors import CannotPlace, UnknownName
from diorama.suites.drafts import Rejected
from diorama.world.layouts.piles import Piled, Slot, Way, pile_up

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
OTHERS = (2, 5)
"""How many things stand around the piles: at least, and fewer than."""
SECOND_PILE = 0.5
"""How often there is a pile that has nothing to do with the question."""
DEEPEST = 4
"""Levels of a pile."""
WIDEST = 3
"""Things side by side on, or in, one thing."""
TRIES = 4
"""Attempts at one scene before it is given up."""


def category(layout: str) -> str:
    """The kind of room that a layout belongs to."""
    for name, layouts in CATEGORIES.items():
        if layout in layouts:
            return name
    raise UnknownName("layout of the logic suite", layout, [n for names in CATEGORIES.values() for n in names])


@dataclass
class Blueprint:
    """The shape of piles while it is drawn up: slots without things."""

    rng: Rng
    slots: list[Slot] = field(default_factory=list)

    def add(self, host: str | None = None, way: Way = "on", *, flat: bool = False) -> str:
        """One more slot; its name."""
        name = f"s{len(self.slots)}"
        self.slots.append(Slot(name, host, way, flat))
        return name

    def grow(self, *roots: str, count: int, leaning: bool = True) -> None:
        """`count` more slots on, in and (if wanted) against some and each other."""
        grown = list(roots)
        for _ in range(count):
            choices = [(h, way, p) for h in grown for way, p in self._ways(h) if leaning or way != "leaning"]
            if not choices:
                raise Rejected("the pile cannot grow any more")
            chances = np.array([p for *_, p in choices])
            host, way, _ = choices[int(self.rng.choice(len(choices), p=chances / chances.sum()))]
            grown.append(self.add(host, way))

    def _ways(self, host: str) -> list[tuple[Way, float]]:
        """How one more thing can rest on, in or against a thing, and how likely that is."""
        slot = next(s for s in self.slots if s.name == host)
        here = [s.way for s in self.slots if s.host == host]
        depth = self._depth(slot)
        if depth >= DEEPEST or slot.way == "leaning":
            return []
        wide = 1.0 / depth
        if not here:
            ways: list[tuple[Way, float]] = [("on", 1.0)]
            if slot.way == "on" and not slot.flat and depth < DEEPEST - 1:
                ways += [("inside", 0.35), ("over", 0.12)]
            return ways
        if "on" in here:
            more: list[tuple[Way, float]] = [("on", 0.9 * wide)] if here.count("on") < WIDEST - (depth > 1) else []
            return more + ([("leaning", 0.35)] if slot.host is None and "leaning" not in here else [])
        if "inside" in here:
            covered = {"over", "lid"} & set(here)
            more = [("inside", 0.5 * wide)] if here.count("inside") < 2 and not covered else []
            return more + ([] if covered else [("over", 0.25), ("lid", 0.15)])
        return []

    def _depth(self, slot: Slot) -> int:
        under = {s.name: s.host for s in self.slots}
        depth, host = 1, slot.host
        while host is not None:
            depth, host = depth + 1, under[host]
        return depth


def scene(blueprint: Blueprint, room: int, rng: Rng) -> Piled:
    """A world with these piles in a room of the kind with this number, and others besides."""
    if rng.random() < SECOND_PILE:
        blueprint.grow(blueprint.add(), count=int(rng.integers(1, 3)))
    layouts = list(CATEGORIES.values())[room]
    layout = layouts[int(rng.integers(len(layouts)))]
    try:
        return pile_up(
            layout, blueprint.slots, seed=int(rng.integers(2**62)), others=int(rng.integers(*OTHERS)), tries=TRIES
        )
    except CannotPlace:
        raise Rejected("the piles did not come to rest") from None

"""Take one thing out of a container, after what lies on it and what covers the container."""

from __future__ import annotations

import numpy as np

from diorama.kinds import Chore
from diorama.suites.dealing import Deal
from diorama.suites.drafts import Draft, Rejected
from diorama.suites.logic.drafting import draft_of
from diorama.suites.logic.guessers import GUESSERS, flat_plan
from diorama.suites.logic.planning import by_removal
from diorama.suites.logic.scenes import CATEGORIES, scene
from diorama.suites.logic.suite import logic
from diorama.whatif import support_graph
from diorama.world.layouts.piles import Slot
from diorama.world.layouts.resting import Way

Rng = np.random.Generator

STEPS = (2, 3, 4, 5)
SOURCES = ("original", "subgraph")
DEAL = Deal(steps=len(STEPS), source=len(SOURCES))
COVERED = 0.5
"""How often something lies over the container …"""
LIDS = 0.6
"""… and how often that is a lid, if nothing lies on it."""


@logic.task("take-out", kind="plan", query=Chore, title="take out", deal=DEAL, guessers=GUESSERS)
def take_out(turn: int, rng: Rng) -> Draft:
    """Put things into a container, onto each other and over it, and ask for the lowest."""
    hand = DEAL.hand(turn)
    steps, source = STEPS[hand["steps"]], SOURCES[hand["source"]]
    piled = scene(_slots(steps, rng), hand.one_of(len(CATEGORIES)), rng)
    graph, name, holder = support_graph(piled.world), piled.names["target"], piled.names["container"]
    if not any(e.lower == holder and e.how == "inside" for e in graph.supports_of(name)):
        raise Rejected("it is not inside")
    goal, wording = ("take out", "take_out") if source == "original" else ("remove", "empty")
    chore = Chore(goal=goal, target=name, place=holder, source=source)
    return draft_of(chore, wording, piled.world, graph, steps, rng)


def _slots(steps: int, rng: Rng) -> tuple[Slot, ...]:
    """A container, what is wanted in it, and what is in the way: on that, or over the container."""
    container = Slot("container")
    if rng.random() >= COVERED:
        return container, Slot("target", "container", "inside", more=steps - 1)
    way: Way = "lid" if steps == 2 and rng.random() < LIDS else "over"
    return container, Slot("target", "container", "inside"), Slot("cover", "container", way, more=steps - 2)


take_out.answer(by_removal)
take_out.flat(flat_plan)

"""Pick up one thing, after everything that rests on it; or remove one that itself rests on something."""

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

Rng = np.random.Generator

STEPS = (2, 3, 4, 5, 6, 7, 8)
SOURCES = ("original", "subgraph")
DEAL = Deal(steps=len(STEPS), source=len(SOURCES))
RAISED = 0.35
"""How often the thing to pick up stands on another one, which may stay."""


@logic.task("pick-up", kind="plan", query=Chore, title="pick up", deal=DEAL, guessers=GUESSERS)
def pick_up(turn: int, rng: Rng) -> Draft:
    """Pile things onto one, and ask for it."""
    hand = DEAL.hand(turn)
    steps, source = STEPS[hand["steps"]], SOURCES[hand["source"]]
    raised = source == "subgraph" or rng.random() < RAISED
    slots = (Slot("base"), Slot("target", "base", more=steps - 1)) if raised else (Slot("target", more=steps - 1),)
    piled = scene(slots, hand.one_of(len(CATEGORIES)), rng)
    graph, name = support_graph(piled.world), piled.names["target"]
    if source == "original":
        chore = Chore(goal="pick up", target=name)
        return draft_of(chore, "pick_up", piled.world, graph, steps, rng)
    under = graph.supports_of(name)
    if len(under) != 1 or under[0].how != "on":
        raise Rejected("it does not rest on one thing")
    chore = Chore(goal="remove", target=name, place=under[0].lower, source="subgraph")
    return draft_of(chore, "remove", piled.world, graph, steps, rng)


pick_up.answer(by_removal)
pick_up.flat(flat_plan)

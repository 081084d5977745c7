"""Place one thing on another: both are cleared first; sometimes the other lies on the one."""

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

STEPS = (3, 4, 5, 6, 7, 8, 9)
"""Of originals; expansions have one more."""
SOURCES = ("original", "expansion")
DEAL = Deal(steps=len(STEPS), source=len(SOURCES))


@logic.task("place", kind="plan", query=Chore, title="place", deal=DEAL, guessers=GUESSERS)
def place(turn: int, rng: Rng) -> Draft:
    """Build two piles and ask to place the base of one on the base of the other; or a base on what lies on it."""
    hand = DEAL.hand(turn)
    source, room = SOURCES[hand["source"]], hand.one_of(len(CATEGORIES))
    steps = STEPS[hand["steps"]] + (source == "expansion")
    piled = scene(_slots(steps, source, rng), room, rng)
    graph, name, under = support_graph(piled.world), piled.names["target"], piled.names["onto"]
    if (under in graph.above(name)) != (source == "expansion") or name in graph.above(under):
        raise Rejected("the two do not stand as they should")
    chore = Chore(goal="place", target=name, place=under, source=source)
    occupied = source == "original" and bool(graph.resting_on(under))
    return draft_of(chore, "place_alone" if occupied else "place", piled.world, graph, steps, rng)


def _slots(steps: int, source: str, rng: Rng) -> tuple[Slot, ...]:
    """Two piles, or one in which the thing to place on lies on the thing to place."""
    if source == "expansion":
        on_both = steps - 4
        on_onto = int(rng.integers(on_both + 1))
        target = Slot("target", flat=True, more=on_both - on_onto)
        return target, Slot("onto", "target", flat=True, more=on_onto)
    on_onto = int(rng.integers(steps - 1))
    return Slot("target", more=steps - 2 - on_onto), Slot("onto", flat=True, more=on_onto, leaning=False)


place.answer(by_removal)
place.flat(flat_plan)

"""Place one thing on another: both are cleared first; sometimes the other lies on the one."""

from __future__ import annotations

import numpy as np

from diorama.kinds import Chore, Plan
from diorama.suites.dealing import Deal
from diorama.suites.drafts import Draft, Rejected
from diorama.suites.flat import FlatScene
from diorama.suites.logic.asking import ask
from diorama.suites.logic.guessers import GUESSERS, everything_above
from diorama.suites.logic.planning import plan_for
from diorama.suites.logic.scenes import CATEGORIES, Blueprint, scene
from diorama.suites.logic.suite import logic
from diorama.whatif import support_graph
from diorama.world import Camera, World

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
    blueprint = Blueprint(rng)
    if source == "expansion":
        target = blueprint.add(flat=True)
        onto = blueprint.add(target, flat=True)
        blueprint.grow(target, onto, count=steps - 4)
    else:
        on_it = int(rng.integers(steps - 1))
        target, onto = blueprint.add(), blueprint.add(flat=True)
        blueprint.grow(target, count=steps - 2 - on_it)
        blueprint.grow(onto, count=on_it, leaning=False)
    piled = scene(blueprint, room, rng)
    graph, name, under = support_graph(piled.world), piled.names[target], piled.names[onto]
    if (under in graph.above(name)) != (source == "expansion") or name in graph.above(under):
        raise Rejected("the two do not stand as they should")
    chore = Chore(goal="place", target=name, place=under, source=source)
    occupied = source == "original" and bool(graph.resting_on(under))
    return ask(chore, "place_alone" if occupied else "place", piled.world, graph, steps, rng)


@place.answer
def answer(query: Chore, world: World, camera: Camera) -> Plan:
    """The plan by taking things away one by one."""
    return plan_for(query, world)


@place.flat
def flat(query: Chore, scene: FlatScene, rng: Rng, groundline: bool) -> Plan | None:
    """Remove all that is drawn above either, then pick the one up and place it."""
    return everything_above(query, scene)

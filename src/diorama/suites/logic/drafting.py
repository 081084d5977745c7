"""From a chore in a world to a draft: its plan, its words, the gates, and surviving nudges."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import networkx
import numpy as np

from diorama.kinds import Chore, Plan
from diorama.sight import Shot, see
from diorama.suites.drafts import Draft, Rejected
from diorama.suites.logic.legible import GATES, reject_illegible
from diorama.suites.logic.planning import Doing, NoPlan, deeds_for, moves_of, plan_for, plan_of, states_on_the_way
from diorama.suites.logic.suite import logic
from diorama.suites.views import views
from diorama.suites.words import Words
from diorama.whatif import Hands, Nudge, SupportGraph, needed_first, nudged, pushed_graph
from diorama.world import Camera, World, settle

Rng = np.random.Generator

STATES = 160
"""What may be gone at some moment of a plan, in any order that it allows: so many such states are tried."""
NUDGES = 3
NUDGE = Nudge(shift=0.001, turn_deg=0.5, scale=0.0, camera=0.0)
DEEPEST = 0.004
"""Metres that nudged things may be in each other when they are let go."""
HEIGHT = (0.55, 1.0)
"""How high cameras stand: high enough to look onto things."""


def draft_of(chore: Chore, wording: str, world: World, graph: SupportGraph, steps: int, rng: Rng) -> Draft:
    """The draft of a chore whose plan has so many steps, from the first camera that tells why."""
    if graph.cyclic or set(pushed_graph(world).edges) != set(graph.edges):
        raise Rejected("forces and removals disagree on what rests on what")
    try:
        first = needed_first(world, graph)
        deeds = deeds_for(chore, world, graph, first)
        if len(deeds) != steps:
            raise Rejected("the plan has another length")
        plan = plan_of(deeds, chore, world, graph)
        moved = {name for deed, name in deeds if deed == "move"}
        reject_overhang(graph, first, moved)
        camera, margin = _view(chore, world, graph, moved, rng)
        if mishap(deeds, chore, world, rng):
            raise Rejected("the plan cannot be carried out")
        reject_unsteady(chore, plan, world, rng)
    except NoPlan:
        raise Rejected("some objects hold each other") from None
    return Draft(
        query=chore,
        shots=(Shot(world=world, camera=camera),),
        words=_words(chore, wording, world, rng),
        answer=plan,
        gates=(*GATES, "forces agree", "can be carried out", "survives nudges"),
        margin=margin,
        trace=_trace(graph, moved, world),
    )


def _view(chore: Chore, world: World, graph: SupportGraph, moved: set[str], rng: Rng) -> tuple[Camera, float]:
    """A camera that tells why all of these have to be moved, and how clearly it does."""
    hidden = chore.target if chore.place is not None and chore.goal != "place" else None
    reason = Rejected("an object is cut by every frame")
    for camera in views(world, rng, share=float(rng.uniform(*HEIGHT))):
        try:
            return camera, reject_illegible(see(world, camera), graph, moved, place=chore.place, hidden=hidden)
        except Rejected as rejected:
            reason = rejected
    raise reason


def reject_overhang(graph: SupportGraph, first: Mapping[str, frozenset[str]], moved: Collection[str]) -> None:
    """Reject a world in which something juts out over a thing beside it: whether it is in the way is hard to say.

    What covers the container that a thing is in is in its way, plainly.
    """
    for name in sorted(moved):
        containers = [e.lower for e in graph.supports_of(name) if e.how == "inside"]
        covers = [e.upper for lower in containers for e in graph.resting_on(lower) if e.how == "on"]
        if first[name] - graph.above(name).union(covers, *map(graph.above, covers)):
            raise Rejected("something juts out over another thing")


def mishap(deeds: networkx.DiGraph[Doing], chore: Chore, world: World, rng: Rng) -> str:
    """What goes wrong when a plan is carried out, in its order or in others that it allows; empty if nothing does."""
    hands = Hands(world)
    wrong = hands.carry_out(moves_of(deeds, chore, world)).mishap
    if wrong is not None:
        return wrong.what
    for gone in sorted(states_on_the_way(deeds, STATES, rng), key=sorted):
        if falling := hands.falling(gone):
            return f"{world[falling[0]].phrase} falls while {', '.join(sorted(gone))} are gone"
    return ""


def reject_unsteady(chore: Chore, plan: Plan, world: World, rng: Rng) -> None:
    """Reject a world in which the plan would be another one if things stood a little otherwise."""
    wanted = needs_by_content(plan)
    for child in rng.spawn(NUDGES):
        other, _ = nudged(world, _ANY_CAMERA, child, NUDGE)
        rested = settle(other, deepest=DEEPEST)
        if rested is None:
            raise Rejected("a nudged pile does not come to rest")
        if needs_by_content(plan_for(chore, rested, pushed_graph(rested))) != wanted:
            raise Rejected("the answer changes under a nudge")


_ANY_CAMERA = Camera(position=(0.0, -1.0, 1.0), target=(0.0, 0.0, 0.0))


def needs_by_content(plan: Plan) -> Mapping[str, frozenset[str]]:
    """What each step needs, by the words of the steps: the same for all orders of a plan."""
    said = {step.id: step.content for step in plan.steps}
    return {step.content: frozenset(said[n] for n in step.needs) for step in plan.steps}


def _words(chore: Chore, wording: str, world: World, rng: Rng) -> tuple[Words, ...]:
    gaps = {"x": world[chore.target].phrase}
    if chore.place is not None:
        gaps["y"] = world[chore.place].phrase
    rule = "rules.place" if chore.goal == "place" else "rules.take"
    return (logic.draw_words(rng, wording, **gaps), logic.draw_words(rng, rule))


def _trace(graph: SupportGraph, moved: set[str], world: World) -> dict[str, Any]:
    return {
        "rests": [f"{e.upper} {e.how} {e.lower}" for e in graph.edges],
        "moved": sorted(moved, key=world.names.index),
    }

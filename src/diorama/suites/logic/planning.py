"""The plan for a chore: which bodies must be moved, in which order, and what each step directly needs.

What rests on a body, or is in its way when it is lifted, is moved before it; nothing else is. Needs are direct ones: a
need that follows from others is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import networkx
import numpy as np

from diorama.errors import DioramaError
from diorama.kinds import Chore, Plan, Step
from diorama.whatif import HandMove, PlaceOn, PutDown, SupportGraph, Take, needed_first, support_graph
from diorama.world import Camera, World
from diorama.world.poses import extent

Rng = np.random.Generator


class NoPlan(DioramaError):
    """A chore that cannot be done: some objects hold each other, or something fixed is in the way."""


Doing = tuple[Literal["move", "put down", "place"], str]
"""What is done to which body."""


def plan_for(chore: Chore, world: World, graph: SupportGraph | None = None) -> Plan:
    """The plan for a chore in a world; `graph` says what rests on what, unless that is to be found out."""
    supports = support_graph(world) if graph is None else graph
    return plan_of(deeds_for(chore, world, supports), chore, world, supports)


def by_removal(query: Chore, world: World, camera: Camera) -> Plan:
    """The answer of all tasks: the plan by taking things away one by one."""
    return plan_for(query, world)


def plan_of(deeds: networkx.DiGraph[Doing], chore: Chore, world: World, graph: SupportGraph) -> Plan:
    """The deeds of a chore as a plan, in words."""
    contents = {deed: _words(deed, chore, world, graph) for deed in deeds}
    direct = networkx.transitive_reduction(deeds)
    numbers = {deed: k for k, deed in enumerate(in_order(deeds, world), start=1)}
    return Plan(
        steps=tuple(
            Step(id=k, content=contents[deed], needs=tuple(sorted(numbers[n] for n in direct.predecessors(deed))))
            for deed, k in numbers.items()
        )
    )


def deeds_for(
    chore: Chore, world: World, graph: SupportGraph, first: Mapping[str, frozenset[str]] | None = None
) -> networkx.DiGraph[Doing]:
    """All deeds of a chore; an edge leads from what must be done first to what needs it.

    `first` says what must go before each body, unless that is to be found out.
    """
    first = needed_first(world, graph) if first is None else first
    target, place = chore.target, chore.place
    moved = must_move(target, first)
    deeds: networkx.DiGraph[Doing] = networkx.DiGraph()
    if chore.goal == "place":
        assert place is not None
        deeds.add_edge(("move", target), ("place", target))
        if place in moved:
            deeds.add_edge(("move", place), ("put down", place))
            deeds.add_edge(("put down", place), ("place", target))
        else:
            on_it = [e.upper for e in graph.resting_on(place) if e.how == "on" and e.upper != target]
            deeds.add_edges_from((("move", upper), ("place", target)) for upper in on_it)
            moved = moved.union(*(must_move(upper, first) for upper in on_it))
    deeds.add_nodes_from(("move", name) for name in sorted(moved))
    deeds.add_edges_from((("move", b), ("move", a)) for a in sorted(moved) for b in sorted(first[a]))
    if not networkx.is_directed_acyclic_graph(deeds):
        raise NoPlan("there is no plan: some objects hold each other")
    return deeds


def moves_of(deeds: networkx.DiGraph[Doing], chore: Chore, world: World) -> list[HandMove]:
    """The deeds of a chore as moves by hand, in the order of its plan."""
    moves: list[HandMove] = []
    for what, name in in_order(deeds, world):
        if what == "place":
            assert chore.place is not None
            moves.append(PlaceOn(name, chore.place))
        elif what == "put down":
            moves.append(PutDown(name))
        else:
            moves.append(Take(name, held=name in (chore.target, chore.place)))
    return moves


def states_on_the_way(deeds: networkx.DiGraph[Doing], most: int, rng: Rng) -> set[frozenset[str]]:
    """What is gone at some moment, in any order in which a plan may be carried out; so many of these at most."""
    needs = {
        name: frozenset(other for _, other in deeds.predecessors((what, name)))
        for what, name in sorted(deeds)
        if what == "move"
    }
    found: set[frozenset[str]] = set()
    waiting: list[frozenset[str]] = [frozenset()]
    while waiting and len(found) < most:
        gone = waiting.pop(int(rng.integers(len(waiting))))
        if gone not in found:
            found.add(gone)
            waiting += [gone | {name} for name, first in needs.items() if name not in gone and first <= gone]
    return found - {frozenset()}


def must_move(name: str, first: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """A body and all that has to be moved before it."""
    found, waiting = {name}, [name]
    while waiting:
        for other in first[waiting.pop()]:
            if other not in first:
                raise NoPlan("there is no plan: something that cannot be moved is in the way")
            if other not in found:
                found.add(other)
                waiting.append(other)
    return frozenset(found)


def in_order(deeds: networkx.DiGraph[Doing], world: World) -> list[Doing]:
    """An order in which everything can be done: the highest things first, the last steps last."""
    phase = {"move": 0, "put down": 1, "place": 2}

    def rank(deed: Doing) -> tuple[int, float, int]:
        return phase[deed[0]], -round(float(extent(world[deed[1]])[1, 2]), 3), world.names.index(deed[1])

    return list(networkx.lexicographical_topological_sort(deeds, key=rank))


def _words(deed: Doing, chore: Chore, world: World, graph: SupportGraph) -> str:
    what, name = deed
    phrase = world[name].phrase
    if what == "put down":
        return f"Put down {phrase}"
    if what == "place":
        assert chore.place is not None
        return f"Place {phrase} on {world[chore.place].phrase}"
    if name == chore.target and chore.goal == "take out":
        assert chore.place is not None
        return f"Take {phrase} out of {world[chore.place].phrase}"
    if (name == chore.target and chore.goal != "remove") or (chore.goal == "place" and name == chore.place):
        return f"Pick up {phrase}"
    return removal_words(name, world, graph)


def removal_words(name: str, world: World, graph: SupportGraph) -> str:
    """How a step says that a body is removed: from what it rests on, if that is one thing."""
    phrase, under = world[name].phrase, graph.supports_of(name)
    if len(under) != 1:
        return f"Remove {phrase}"
    lower = world[under[0].lower].phrase
    where = f"leaning against {lower}" if under[0].how == "leaning on" else f"from {lower}"
    return f"Remove {phrase} {where}"

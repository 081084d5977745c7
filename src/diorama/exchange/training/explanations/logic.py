"""Why a plan has its steps, and why in this order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from diorama.data import Sample
from diorama.exchange.training.explanations.phrases import by_number, called, said
from diorama.kinds import Chore, Plan, listing
from diorama.suites import Words
from diorama.suites.logic.planning import by_removal, deeds_for
from diorama.whatif import SupportGraph, support_graph
from diorama.world import World


def plan(sample: Sample) -> Sequence[Words] | None:
    """What rests on what has to be moved, and what has to be done before each step."""
    world, camera = sample.view("an explanation")
    chore, right = cast(Chore, sample.query), cast(Plan, sample.answer)
    if by_removal(chore, world, camera) != right:
        return None
    graph = support_graph(world)
    moved = sorted({name for _, name in deeds_for(chore, world, graph)})
    found: list[Words] = []
    for name in moved:
        found += _on_it(world, graph, name)
    contents = {step.id: _lowered(step.content) for step in right.steps}
    for step in right.steps:
        if step.needs:
            needed = listing([contents[need] for need in step.needs])
            found.append(said("logic.before", step=contents[step.id], needed=needed))
    if chore.goal == "place" and chore.place is not None and graph.resting_on(chore.place):
        found.append(said("logic.free", place=world[chore.place].phrase))
    if not any(step.needs for step in right.steps):
        found.append(said("logic.nothing_first"))
    return found


def _on_it(world: World, graph: SupportGraph, name: str) -> list[Words]:
    """What rests on a thing, in it or against it."""
    found = []
    for how, wording, one, several in (
        ("on", "logic.on", "rests", "rest"),
        ("inside", "logic.in", "is", "are"),
        ("leaning on", "logic.against", "leans", "lean"),
    ):
        upper = sorted(e.upper for e in graph.resting_on(name) if e.how == how and e.upper in world.inventory)
        if upper:
            verb = by_number(upper, one, several)
            names = {"upper": called(world, upper), "lower": world[name].phrase}
            found.append(said(wording, verb=verb, **names))
    return found


def _lowered(content: str) -> str:
    return content[:1].lower() + content[1:]


EXPLAINERS: Mapping[tuple[str, str], object] = {(task, ""): plan for task in ("pick-up", "place", "take-out")}

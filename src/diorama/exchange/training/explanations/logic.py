"""Why a plan has its steps, and why in this order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from diorama.data import Sample
from diorama.exchange.training.explanations.phrases import called, said
from diorama.kinds import Chore, Plan, listing
from diorama.suites import Words
from diorama.suites.logic.planning import by_removal, deeds_for
from diorama.whatif import support_graph


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
        above = [e.upper for e in graph.resting_on(name) if e.how == "on" and e.upper in world.inventory]
        if above:
            found.append(said("logic.rests", upper=called(world, sorted(above)), lower=world[name].phrase,
                              rest="rests" if len(above) == 1 else "rest"))  # fmt: skip
    contents = {step.id: _lowered(step.content) for step in right.steps}
    for step in right.steps:
        if step.needs:
            needed = listing([contents[need] for need in step.needs])
            found.append(said("logic.before", step=contents[step.id], needed=needed))
    if chore.goal == "place" and chore.place is not None:
        found.append(said("logic.free", place=world[chore.place].phrase))
    if not any(step.needs for step in right.steps):
        found.append(said("logic.nothing_first"))
    return found


def _lowered(content: str) -> str:
    return content[:1].lower() + content[1:]


EXPLAINERS: Mapping[tuple[str, str], object] = {(task, ""): plan for task in ("pick-up", "place", "take-out")}

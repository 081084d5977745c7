"""What `verify` does: the plan from contact forces instead of removals, and the stored plan carried out by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from diorama.kinds import Answer, Chore, Plan
from diorama.suites.logic.drafting import mishap, needs_by_content
from diorama.suites.logic.pick_up import pick_up
from diorama.suites.logic.place import place
from diorama.suites.logic.planning import deeds_for, plan_of
from diorama.suites.logic.take_out import take_out
from diorama.suites.meaning import Said, undecorated
from diorama.whatif import pushed_graph
from diorama.world import Camera, World

SEED = 0
"""Of the orders in which plans are carried out again."""

for _task in (pick_up, take_out, place):
    _task.draws(undecorated)


@pick_up.check
@take_out.check
@place.check
def by_forces(query: Chore, answer: Answer, world: World, camera: Camera) -> str | None:
    """The same steps and needs from the forces between things, in an order that works."""
    assert isinstance(answer, Plan)
    graph = pushed_graph(world)
    deeds = deeds_for(query, world, graph)
    again = plan_of(deeds, query, world, graph)
    if needs_by_content(again) != needs_by_content(answer):
        return f"by contact forces the plan is: {again.words({})}"
    wrong = mishap(deeds, query, world, np.random.default_rng(SEED))
    return f"carried out, {wrong}" if wrong else None


@pick_up.says
@take_out.says
@place.says
def what_is_moved(query: Chore, world: World) -> Mapping[str, Said]:
    """The thing that is asked for, and what it is taken from or placed on."""
    return {"x": (query.target,)} | ({} if query.place is None else {"y": (query.place,)})

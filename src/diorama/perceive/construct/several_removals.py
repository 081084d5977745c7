"""T2 from a foreign picture: the fewest things to take away so that one can be seen completely.

Each edge of the pair graph is a reason why the target is hidden, and only taking away its own beginning removes it. So
the smallest set that covers all reasons is the set of all predecessors: none can be left out, and nothing else helps.
"""

from __future__ import annotations

from collections.abc import Iterator

from diorama.kinds import ObjectSet
from diorama.perceive.construct.answered import Answered
from diorama.perceive.construct.hiding import by_depth, depths_of, hiders_of, is_found
from diorama.perceive.construct.question import Asking, ConstructTask, Question, Rng
from diorama.perceive.construct.scene_gates import not_found, occlusion_gates, order_ties
from diorama.perceive.construct.seen import Module
from diorama.suites.structure.t2_minimum_removals import Unveiling

FEWEST = 2
"""Removals that a question is about; with one it would be T1 the other way round."""


def derive(query: Unveiling, asking: Asking) -> Answered:
    """All that hides the target, nearest first; of two that are equally near, the one whose name comes first."""
    target = query.target
    if not is_found(asking, target):
        return Answered(None, gates=(not_found([target]),))
    hiders = by_depth(asking, hiders_of(asking, target))
    return Answered(
        ObjectSet(names=hiders, ordered=True),
        gates=(
            *occlusion_gates(asking, target, hiders, links=[(name, target) for name in hiders], back=[target]),
            order_ties(asking, hiders),
        ),
        modules=(
            Module("occlusion graph", {"hidden by": {target: list(hiders)}}),
            Module("depth", depths_of(asking, (target, *hiders))),
            Module("smallest set", {"target": target, "removed": list(hiders)}),
        ),
    )


def ask(asking: Asking, rng: Rng) -> Iterator[Question]:
    """A question about each thing that at least two others hide, in an order that the generator draws."""
    for target in rng.permutation(asking.seen.names).tolist():
        if len(hiders_of(asking, target)) >= FEWEST:
            query = Unveiling(target=target)
            yield Question("T2", query, derive(query, asking))


SEVERAL_REMOVALS = ConstructTask("T2", derive, ask)

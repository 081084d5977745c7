"""T1 from a foreign picture: a thing frees what it alone hides, so all of which it is the only predecessor."""

from __future__ import annotations

from collections.abc import Iterator

from diorama.kinds import ObjectSet
from diorama.perceive.construct.answered import Answered
from diorama.perceive.construct.hiding import by_depth, depths_of, hidden_by, hiders_of, is_found
from diorama.perceive.construct.question import Asking, ConstructTask, Question, Rng
from diorama.perceive.construct.scene_gates import not_found, occlusion_gates
from diorama.perceive.construct.seen import Module
from diorama.suites.structure.t1_single_removal import Removal


def derive(query: Removal, asking: Asking) -> Answered:
    """What would be seen completely without the removed thing."""
    removed = query.removed
    if not is_found(asking, removed):
        return Answered(None, gates=(not_found([removed]),))
    behind = {name: hiders_of(asking, name) for name in hidden_by(asking, removed)}
    freed = sorted(name for name, hiders in behind.items() if hiders == (removed,))
    others = [name for name in by_depth(asking, {removed, *behind, *(n for hiders in behind.values() for n in hiders)})
              if name not in (removed, *freed)]  # fmt: skip
    return Answered(
        ObjectSet(names=tuple(freed)),
        gates=occlusion_gates(
            asking, removed, freed, others, links=[(removed, name) for name in freed], front=[removed], back=freed
        ),
        modules=(
            Module("occlusion graph", {"hidden by": {name: list(hiders) for name, hiders in behind.items()}}),
            Module("depth", depths_of(asking, (removed, *freed, *others))),
            Module("unique predecessor", {"removed": removed, "freed": freed}),
        ),
    )


def ask(asking: Asking, rng: Rng) -> Iterator[Question]:
    """A question about each thing that alone hides something, in an order that the generator draws."""
    for removed in rng.permutation(asking.seen.names).tolist():
        if any(hiders_of(asking, name) == (removed,) for name in hidden_by(asking, removed)):
            query = Removal(removed=removed)
            yield Question("T1", query, derive(query, asking))


SINGLE_REMOVAL = ConstructTask("T1", derive, ask)

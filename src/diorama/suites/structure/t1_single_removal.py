"""T1: remove one body; which partly hidden ones become fully visible?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diorama.sight import Sight, see
from diorama.suites.answers import ObjectSet
from diorama.suites.flat import reject_flat
from diorama.suites.phrasing import phrase
from diorama.suites.structure.occlusion import areas, confirmed, hidden_margin, reject_between
from diorama.suites.structure.scenes import crowded_world, from_some_view
from diorama.suites.tasks import Draft, first_of, shuffled, task
from diorama.whatif import (
    Remove,
    Visibility,
    freed_by_removing,
    fully_visible,
    recognisable,
    sole_occluders,
    visibility,
)
from diorama.world import Camera, World

Rng = np.random.Generator

SIZES = (1, 2, 3)
"""How many are freed, in turn."""


def answer(draft: Draft, world: World, camera: Camera) -> ObjectSet:
    """Every partly hidden body whose only occluder is the removed one."""
    return read(draft, see(world, camera))


def read(draft: Draft, sight: Sight) -> ObjectSet:
    """The answer from what is seen."""
    assert isinstance(draft.intervention, Remove)
    return ObjectSet(names=tuple(sorted(freed_by_removing(sight, draft.intervention.name))))


@task("structure", "T1", answer=answer)
def single_removal(turn: int, rng: Rng) -> Draft:
    """Take a body away that alone hides something, and ask what that would free."""
    size = SIZES[turn % len(SIZES)]
    world = crowded_world(rng, shelters=(size,) if size > 1 else ())
    return from_some_view(world, lambda camera: _from(world, camera, size, turn, rng), rng)


def _from(world: World, camera: Camera, size: int, turn: int, rng: Rng) -> Draft:
    sight = see(world, camera)
    freed = {x: freed_by_removing(sight, x) for x in sole_occluders(sight) if recognisable(sight, x)}
    sound = [x for x in freed if len(freed[x]) == size and _clear(sight, x)]
    return first_of(
        shuffled(rng, sound),
        lambda x: _about(x, world, sight, tuple(sorted(freed[x])), turn, rng),
        otherwise=f"no removal plainly frees {size}",
    )


def _about(x: str, world: World, sight: Sight, freed: tuple[str, ...], turn: int, rng: Rng) -> Draft:
    behind = _behind(sight, x)
    reject_between(sight, behind)
    reject_flat(sight, x, freed, turn)
    draft = Draft(
        world=world,
        camera=sight.camera,
        question=phrase(rng, "structure", "T1", x=world[x].phrase),
        answer=ObjectSet(names=freed),
        intervention=Remove(name=x),
        gates=("recognisable", "no neighbour in between", "not given by flat boxes", "survives nudges"),
        trace={
            "removed": x,
            "behind": areas(sight, behind),
            "after": areas(sight.without([x]), behind),
            "occluders": {j: sight.occluders(j) for j in behind},
        },
    )
    margin, note = confirmed(draft, read, lambda s: hidden_margin(s, freed), rng)
    return replace(draft, margin=margin, trace={**draft.trace, **note})


def _behind(sight: Sight, x: str) -> list[str]:
    return [j for j in sight.inventory if j != x and sight.in_front_px(x, j) > 0]


def _clear(sight: Sight, x: str) -> bool:
    """Whether all behind x is either freed for sure, or still hidden for sure, and nothing unnameable is freed."""
    without = sight.without([x])
    for j in _behind(sight, x):
        now, then = visibility(sight, j), visibility(without, j)
        if then is Visibility.BETWEEN or (now is Visibility.LOST and fully_visible(without, j)):
            return False
    return True

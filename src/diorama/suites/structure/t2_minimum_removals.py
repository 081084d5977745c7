"""T2: the fewest bodies to take away so that one can be seen completely, nearest first."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from diorama.sight import Sight, see
from diorama.suites.answers import ObjectSet
from diorama.suites.phrasing import phrase
from diorama.suites.structure.occlusion import (
    areas,
    confirmed,
    hidden_margin,
    not_flat,
    reject_between,
    reject_lost,
)
from diorama.suites.structure.scenes import crowded_scene
from diorama.suites.tasks import Draft, Rejected, task
from diorama.whatif import Visibility, nearness, removals_to_see, visibility
from diorama.world import Camera, World

Rng = np.random.Generator

DEPTH_STEP = 0.04
"""Metres that two removals must differ in depth, or nobody could order them."""
SLIGHT_PX = 25
"""A body in front on fewer rays than this (but some) is a matter of opinion."""


def answer(draft: Draft, world: World, camera: Camera) -> ObjectSet:
    """All that lies in front of the target, nearest first."""
    return ObjectSet(names=removals_to_see(see(world, camera), draft.trace["target"]), ordered=True)


@task("structure", "T2", answer=answer)
def minimum_removals(turn: int, rng: Rng) -> Draft:
    """Pick a body that at least two others hide, and ask for all of them."""
    world, camera = crowded_scene(rng)
    sight = see(world, camera)
    found = {x: removals_to_see(sight, x) for x in sight.inventory if visibility(sight, x) is Visibility.PARTIAL}
    sound = [x for x, needed in found.items() if 2 <= len(needed) <= 5 and _ordered(sight, needed) and _plain(sight, x)]
    if not sound:
        raise Rejected("no object is plainly behind two or more")
    sound = not_flat(turn, sight, {x: found[x] for x in sound})
    if not sound:
        raise Rejected("flat boxes give every answer away")
    size = int(rng.choice(sorted({len(found[x]) for x in sound})))
    x = str(rng.choice([x for x in sound if len(found[x]) == size]))
    reject_between(sight, [x])
    reject_lost(sight, found[x])
    draft = Draft(
        world=world,
        camera=camera,
        question=phrase(rng, "structure", "T2", x=world[x].phrase),
        answer=ObjectSet(names=found[x], ordered=True),
        gates=("recognisable", "no flat guess", "no depth ties", "no slight occluders", "survives nudges"),
        trace={
            "target": x,
            "occluders": sight.occluders(x),
            "depth_m": {o: round(nearness(sight, o), 4) for o in found[x]},
            "areas": areas(sight, [x, *found[x]]),
            "hidden_px_leaving_one_out": {
                o: sight.without([n for n in found[x] if n != o]).hidden_px(x) for o in found[x]
            },
        },
    )
    margin, note = confirmed(draft, answer, lambda s: hidden_margin(s, [x]), rng)
    return replace(draft, margin=margin, trace={**draft.trace, **note})


def _ordered(sight: Sight, names: tuple[str, ...]) -> bool:
    depths = [nearness(sight, n) for n in names]
    return all(b - a >= DEPTH_STEP for a, b in pairwise(depths))


def _plain(sight: Sight, x: str) -> bool:
    """Whether everything in front of x is so on more than a few rays."""
    return all(px >= SLIGHT_PX for px in sight.occluders(x).values())

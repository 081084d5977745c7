"""T1: remove one body; which partly hidden ones become fully visible?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diorama.sight import Sight, see
from diorama.suites.answers import ObjectSet
from diorama.suites.phrasing import phrase
from diorama.suites.structure.occlusion import areas, confirmed, hidden_margin, not_flat, reject_between
from diorama.suites.structure.scenes import crowded_scene
from diorama.suites.tasks import Draft, Rejected, task
from diorama.whatif import Remove, Visibility, freed_by_removing, fully_visible, recognisable, visibility
from diorama.world import Camera, World

Rng = np.random.Generator


def answer(draft: Draft, world: World, camera: Camera) -> ObjectSet:
    """Every partly hidden body whose only occluder is the removed one."""
    assert isinstance(draft.intervention, Remove)
    return ObjectSet(names=tuple(sorted(freed_by_removing(see(world, camera), draft.intervention.name))))


@task("structure", "T1", answer=answer)
def single_removal(turn: int, rng: Rng) -> Draft:
    """Take a body away that alone hides something, and ask what that would free."""
    world, camera = crowded_scene(rng)
    sight = see(world, camera)
    options = {x: freed_by_removing(sight, x) for x in sight.inventory if recognisable(sight, x)}
    sound = [x for x, freed in options.items() if freed and _clear(sight, x)]
    if not sound:
        raise Rejected("no removal has a clear effect")
    sound = not_flat(turn, sight, {x: options[x] for x in sound})
    if not sound:
        raise Rejected("flat boxes give every answer away")
    sizes = {len(options[x]) for x in sound}
    size = int(rng.choice(sorted(sizes)))
    x = str(rng.choice([x for x in sound if len(options[x]) == size]))
    behind = _behind(sight, x)
    reject_between(sight, behind)
    draft = Draft(
        world=world,
        camera=camera,
        question=phrase(rng, "structure", "T1", x=world[x].phrase),
        answer=ObjectSet(names=tuple(sorted(options[x]))),
        intervention=Remove(name=x),
        gates=("recognisable", "no flat guess", "no neighbour in between", "survives nudges"),
        trace={
            "removed": x,
            "behind": areas(sight, behind),
            "after": areas(sight.without([x]), behind),
            "occluders": {j: sight.occluders(j) for j in behind},
        },
    )
    margin, note = confirmed(draft, answer, lambda s: hidden_margin(s, options[x]), rng)
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

"""T3: one body and what it holds become transparent; what shows through?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diorama.sight import Sight, see
from diorama.suites.answers import ObjectSet
from diorama.suites.phrasing import phrase
from diorama.suites.structure.occlusion import (
    THROUGH_PX,
    areas,
    confirmed,
    not_flat,
    reject_between,
    reject_lost,
)
from diorama.suites.structure.scenes import crowded_scene
from diorama.suites.tasks import Draft, Rejected, task
from diorama.whatif import Transparent, contents, recognisable, seen_through
from diorama.whatif.visibility import shown_through_px
from diorama.world import Camera, World

Rng = np.random.Generator

SURE_PX = (THROUGH_PX // 2, 2 * THROUGH_PX)
"""What shows on a number of pixels between these is a matter of opinion."""


def answer(draft: Draft, world: World, camera: Camera) -> ObjectSet:
    """Bodies that show inside the visible outline once it and its contents are gone."""
    assert isinstance(draft.intervention, Transparent)
    x = draft.intervention.name
    return ObjectSet(names=tuple(sorted(seen_through(see(world, camera), [x, *draft.trace["contents"]], x))))


@task("structure", "T3", answer=answer)
def transparency(turn: int, rng: Rng) -> Draft:
    """Make a body see-through that stands before others, with what it holds."""
    world, camera = crowded_scene(rng, filled=int(rng.integers(0, 2)))
    sight = see(world, camera)
    held = {x: contents(world, x) for x in sight.inventory if recognisable(sight, x)}
    shown = {x: seen_through(sight, [x, *held[x]], x) for x in held}
    sound = [x for x in shown if 1 <= len(shown[x]) <= 6 and _plain(sight, x, held[x])]
    if not sound:
        raise Rejected("nothing shows plainly through anything")
    sound = not_flat(turn, sight, {x: shown[x] for x in sound})
    if not sound:
        raise Rejected("flat boxes give every answer away")
    size = int(rng.choice(sorted({len(shown[x]) for x in sound})))
    x = str(rng.choice([x for x in sound if len(shown[x]) == size]))
    reject_lost(sight, shown[x])
    reject_between(sight, [x])
    pixels = shown_through_px(sight, [x, *held[x]], x)
    draft = Draft(
        world=world,
        camera=camera,
        question=phrase(rng, "structure", "T3", x=world[x].phrase),
        answer=ObjectSet(names=tuple(sorted(shown[x]))),
        intervention=Transparent(name=x),
        gates=("recognisable", "no flat guess", "no slight glimpses", "survives nudges"),
        trace={"transparent": x, "contents": list(held[x]), "shown_px": pixels, "areas": areas(sight, [x, *shown[x]])},
    )
    margin, note = confirmed(draft, answer, lambda s: _margin(s, x, held[x]), rng)
    return replace(draft, margin=margin, trace={**draft.trace, **note})


def _plain(sight: Sight, x: str, held: tuple[str, ...]) -> bool:
    return not any(SURE_PX[0] <= px < SURE_PX[1] for px in shown_through_px(sight, [x, *held], x).values())


def _margin(sight: Sight, x: str, held: tuple[str, ...]) -> float:
    shown = [px for px in shown_through_px(sight, [x, *held], x).values() if px >= THROUGH_PX]
    return min((px / THROUGH_PX - 1 for px in shown), default=0.0)

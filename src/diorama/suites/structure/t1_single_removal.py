"""T1: remove one body; which partly hidden ones become fully visible?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from diorama.kinds import ObjectSet, Query
from diorama.sight import Shot, Sight, see
from diorama.suites.dealing import Deal, Hand
from diorama.suites.drafts import Draft, first_of, shuffled
from diorama.suites.flat import FlatScene, behind_alone, flat_gate, most_overlapping, reject_flat
from diorama.suites.structure.guessers import SET_CUES, SET_DEPTH_CUES, SET_GUESSERS
from diorama.suites.structure.occlusion import (
    FAINT_PX,
    Bounds,
    areas,
    confirmed,
    hidden_margin,
    reject_between,
    reject_hopeless,
    reject_scraps,
)
from diorama.suites.structure.scenes import crowded_world
from diorama.suites.structure.suite import OCCLUSION, structure
from diorama.suites.views import from_some_view
from diorama.whatif import (
    Intervention,
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
"""How many bodies are freed; samples take these in turn."""
DEAL = Deal(size=len(SIZES))


class Removal(Query):
    """Which body is taken away."""

    removed: str

    def intervention(self) -> Intervention:
        return Remove(name=self.removed)

    def bodies(self) -> tuple[str, ...]:
        return (self.removed,)


@structure.task(
    "T1", kind="objects", query=Removal, title="remove one", group=OCCLUSION, deal=DEAL,
    guessers=SET_GUESSERS, cues=SET_CUES, depth_cues=SET_DEPTH_CUES,
)  # fmt: skip
def single_removal(turn: int, rng: Rng) -> Draft:
    """Take a body away that alone hides something, and ask what that would free."""
    hand = DEAL.hand(turn)
    size = SIZES[hand["size"]]
    world = crowded_world(rng, shelters=(size,) if size > 1 else ())
    return from_some_view(world, lambda camera: _from(world, camera, size, hand, rng), rng)


@single_removal.answer
def answer(query: Removal, world: World, camera: Camera) -> ObjectSet:
    """Every partly hidden body whose only occluder is the removed one."""
    return read(query, see(world, camera))


def read(query: Removal, sight: Sight) -> ObjectSet:
    """The answer from what is seen."""
    return ObjectSet(names=tuple(freed_by_removing(sight, query.removed)))


@single_removal.flat
def flat(query: Removal, scene: FlatScene, rng: Rng, groundline: bool) -> ObjectSet | None:
    """The object whose box shares most with that of the removed one; or all that only its box seems to hide."""
    boxes, x = scene.boxes, query.removed
    if x not in boxes:
        return None
    if not groundline:
        return ObjectSet(names=tuple(most_overlapping(boxes, x)))
    return ObjectSet(names=tuple(behind_alone(scene, x)))


def _from(world: World, camera: Camera, size: int, hand: Hand, rng: Rng) -> Draft:
    reject_hopeless(world, camera, size, _at_first_sight)
    sight = see(world, camera)
    freed = {x: freed_by_removing(sight, x) for x in sole_occluders(sight) if recognisable(sight, x)}
    sound = [x for x in freed if len(freed[x]) == size and _clear(sight, x)]
    return first_of(
        shuffled(rng, sound),
        lambda x: _about(x, world, sight, tuple(sorted(freed[x])), hand, rng),
        otherwise=f"no removal plainly frees {size}",
    )


def _about(x: str, world: World, sight: Sight, freed: tuple[str, ...], hand: Hand, rng: Rng) -> Draft:
    behind = _behind(sight, x)
    reject_between(sight, behind)
    reject_scraps(sight, freed)
    reject_flat(sight, x, freed, hand)
    query = Removal(removed=x)
    draft = Draft(
        query=query,
        shots=(Shot(world=world, camera=sight.camera),),
        words=(structure.draw_words(rng, "T1", x=world[x].phrase),),
        answer=ObjectSet(names=freed),
        gates=("recognisable", "no neighbour in between", *flat_gate(hand), "survives nudges"),
        trace={
            "behind": areas(sight, behind),
            "after": areas(sight.without([x]), behind),
            "occluders": {j: sight.occluders(j) for j in behind},
        },
    )
    return confirmed(draft, query, read, lambda s: hidden_margin(s, freed), rng)


def _at_first_sight(sight: Sight) -> Iterator[Bounds]:
    """For each body how many it alone hides a part of: plainly at least, and at most."""
    hidden_by = [sight.occluders(name) for name in sight.inventory]
    for x in sight.inventory:
        by_x = [o for o in hidden_by if x in o]
        surely = sum(o[x] > FAINT_PX and len(o) == 1 for o in by_x)
        maybe = sum(all(px <= FAINT_PX for name, px in o.items() if name != x) for o in by_x)
        yield surely, maybe


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

"""T2: the fewest bodies to take away so that one can be seen completely, nearest first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from scipy.ndimage import binary_dilation, binary_erosion

from diorama.kinds import ObjectSet, Query
from diorama.sight import Shot, Sight, see
from diorama.suites.dealing import Deal, Hand
from diorama.suites.drafts import Draft, first_of, shuffled
from diorama.suites.flat import FlatScene, flat_gate, in_front, meeting, reject_flat
from diorama.suites.structure.guessers import SET_CUES, SET_DEPTH_CUES, SET_GUESSERS
from diorama.suites.structure.occlusion import (
    Bounds,
    areas,
    at_first_sight,
    confirmed,
    hidden_margin,
    reject_between,
    reject_hopeless,
    reject_lost,
    reject_scraps,
)
from diorama.suites.structure.scenes import LONG, SHORT, crowded_world
from diorama.suites.structure.suite import OCCLUSION, structure
from diorama.suites.views import LOW, USUAL, from_some_view
from diorama.whatif import Visibility, nearness, removals_to_see, visibility
from diorama.world import Camera, World

Rng = np.random.Generator

SIZES = (2, 3, 2, 3, 4, 2, 3)
"""How many bodies must go; samples take these in turn. Four that are all plain to see are in one world of fifty."""
DEAL = Deal(size=len(SIZES))

DEPTH_STEP, FAR_STEP = 0.04, 0.1
"""Metres that two removals must differ in depth, if the nearer one covers a part of the other; and if it does not."""
FAR_SHARE = 0.08
"""Of their depth, that they must differ if neither covers the other: at four metres nobody sees a tenth of one."""
SLIGHT_PX, SLIGHT_SHARE = 40, 0.01
"""A body in front on fewer rays than this, or of a smaller share of the target, is a matter of opinion; so is one
that is in front only behind something else, where nobody sees it."""
BORDER_PX = 12
"""Pixels along which a member of the answer must touch the visible part of the target: a plain edge between them."""
SHOWN_SHARE = 0.4
"""How much of the target must show for a person to imagine its hidden outline …"""
IMAGINED = 0.15
"""… and by how much of its size the outline may then be imagined otherwise, without another answer."""
GATES = ("recognisable", "no depth ties", "no slight occluders", "told by what is seen")


class Unveiling(Query):
    """Which body is to be seen completely."""

    target: str

    def bodies(self) -> tuple[str, ...]:
        return (self.target,)


@structure.task(
    "T2", kind="objects", query=Unveiling, title="remove several", group=OCCLUSION, deal=DEAL,
    guessers=SET_GUESSERS, cues=SET_CUES, depth_cues=SET_DEPTH_CUES,
)  # fmt: skip
def minimum_removals(turn: int, rng: Rng) -> Draft:
    """Pick a body that at least two others hide, and ask for all of them."""
    hand = DEAL.hand(turn)
    size = SIZES[hand["size"]]
    world = crowded_world(rng, row=LONG if size > SHORT else 0)
    height = LOW if size > 2 else USUAL
    return from_some_view(world, lambda camera: _from(world, camera, size, hand, rng), rng, share=height)


@minimum_removals.answer
def answer(query: Unveiling, world: World, camera: Camera) -> ObjectSet:
    """All that lies in front of the target, nearest first."""
    return read(query, see(world, camera))


def read(query: Unveiling, sight: Sight) -> ObjectSet:
    """The answer from what is seen."""
    return ObjectSet(names=removals_to_see(sight, query.target), ordered=True)


@minimum_removals.flat
def flat(query: Unveiling, scene: FlatScene, rng: Rng, groundline: bool) -> ObjectSet | None:
    """All whose boxes overlap that of the target, from left to right; or those that end lower, lowest first."""
    boxes, x = scene.boxes, query.target
    if x not in boxes:
        return None
    if groundline:
        lower = (n for n in boxes if in_front(boxes[n], boxes[x]))
        return ObjectSet(names=tuple(sorted(lower, key=lambda n: -boxes[n].bottom)), ordered=True)
    return ObjectSet(names=tuple(sorted(meeting(boxes, x), key=lambda n: boxes[n].left)), ordered=True)


def _from(world: World, camera: Camera, size: int, hand: Hand, rng: Rng) -> Draft:
    reject_hopeless(world, camera, size, _at_first_sight)
    sight = see(world, camera)
    behind = [x for x in sight.inventory if len(sight.occluders(x)) == size and plainly_behind(sight, x)]
    needed = {x: removals_to_see(sight, x) for x in behind if visibility(sight, x) is Visibility.PARTIAL}
    sound = [x for x, found in needed.items() if len(found) == size and _ordered(sight, found)]
    return first_of(
        shuffled(rng, sound),
        lambda x: _about(x, world, sight, needed[x], hand, rng),
        otherwise=f"nothing is plainly behind {size}",
    )


def _about(x: str, world: World, sight: Sight, needed: tuple[str, ...], hand: Hand, rng: Rng) -> Draft:
    reject_between(sight, [x])
    reject_lost(sight, needed)
    reject_scraps(sight, needed)
    reject_flat(sight, x, needed, hand)
    query = Unveiling(target=x)
    draft = Draft(
        query=query,
        shots=(Shot(world=world, camera=sight.camera),),
        words=(structure.draw_words(rng, "T2", x=world[x].phrase),),
        answer=ObjectSet(names=needed, ordered=True),
        gates=(*GATES, *flat_gate(hand), "survives nudges"),
        trace={
            "occluders": sight.occluders(x),
            "depth_m": {o: round(nearness(sight, o), 4) for o in needed},
            "areas": areas(sight, [x, *needed]),
            "hidden_px_leaving_one_out": {o: sight.without([n for n in needed if n != o]).hidden_px(x) for o in needed},
        },
    )
    return confirmed(draft, query, read, lambda s: hidden_margin(s, [x]), rng)


def _at_first_sight(sight: Sight) -> Iterator[Bounds]:
    """For each body of which enough shows, how many are in front of it."""
    for x in sight.inventory:
        if sight.visible_fraction(x) >= 0.9 * SHOWN_SHARE:
            yield at_first_sight(sight.occluders(x))


def _ordered(sight: Sight, names: tuple[str, ...]) -> bool:
    """Whether the picture tells which of two neighbours is nearer: it covers the other, or is far before it."""

    def plain(near: str, far: str) -> bool:
        overlaps = sight.covers(far).get(near, 0) >= SLIGHT_PX
        step = DEPTH_STEP if overlaps else max(FAR_STEP, FAR_SHARE * nearness(sight, near))
        return nearness(sight, far) - nearness(sight, near) >= step

    return all(plain(a, b) for a, b in pairwise(names))


def plainly_behind(sight: Sight, x: str) -> bool:
    """Whether x shows enough, and everything in front of it is clearly in front, where that can be seen."""
    outline, shown = sight.silhouette(x), sight.visible(x)
    least = max(SLIGHT_PX, SLIGHT_SHARE * outline.sum())
    members = sight.occluders(x)
    if shown.sum() < SHOWN_SHARE * outline.sum():
        return False
    around = binary_dilation(shown, iterations=2)
    step = max(1, round(IMAGINED * min(np.ptp(axis) + 1 for axis in np.nonzero(outline)) / 2))
    smaller, larger = binary_erosion(outline, iterations=step), binary_dilation(outline & ~shown, iterations=step)

    def plain(name: str) -> bool:
        seen = sight.visible(name)
        return bool((around & seen).sum() >= BORDER_PX and (seen & outline).sum() >= least and (seen & smaller).any())

    def may_be_one_too(name: str) -> bool:
        before = nearness(sight, name) < nearness(sight, x)
        return before and bool((sight.visible(name) & larger & ~outline).sum() >= least)

    others = (n for n in sight.inventory if n != x and n not in members)
    return all(map(plain, members)) and not any(map(may_be_one_too, others))

"""T3: one body and what it holds become transparent; what shows through?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from scipy.ndimage import binary_dilation, binary_erosion, distance_transform_edt

from diorama.kinds import ObjectSet, Query
from diorama.sight import Shot, Sight, see
from diorama.suites.dealing import Deal, Hand
from diorama.suites.drafts import Draft, Rejected, first_of, shuffled
from diorama.suites.flat import FlatScene, flat_gate, in_front, most_overlapping, reject_flat
from diorama.suites.structure.guessers import SET_CUES, SET_DEPTH_CUES, SET_GUESSERS
from diorama.suites.structure.occlusion import (
    Bounds,
    areas,
    at_first_sight,
    confirmed,
    reject_between,
    reject_gappy,
    reject_hopeless,
    reject_lost,
    reject_scraps,
)
from diorama.suites.structure.scenes import crowded_world
from diorama.suites.structure.standing_out import Mask
from diorama.suites.structure.suite import OCCLUSION, structure
from diorama.suites.views import from_some_view
from diorama.whatif import Intervention, Transparent, all_contents, nearness, recognisable, seen_through
from diorama.whatif.visibility import THROUGH_PX, shown_through_px
from diorama.world import Camera, World

Rng = np.random.Generator

SIZES = (1, 2, 3)
"""How many bodies show through; samples take these in turn."""
HOLDS_EVERY = 4
"""In one of this many scenes a container holds something."""
DEAL = Deal(size=len(SIZES), filled=HOLDS_EVERY)

SURE_PX = (8, 250)
"""What shows on a number of pixels between these is a matter of opinion …"""
SURE_SHARE = 0.06
"""… and so is what shows on a smaller share of the transparent body than this …"""
SLIVER_PX = 12
"""… or is narrower than this everywhere. Careful readers draw the line at different widths."""
SURE_IMAGINED_PX = 100
"""Pixels on which an answer must show even if its hidden outline is imagined smaller."""
GATES = ("recognisable", "no slight glimpses", "no others in doubt", "no gaps")
IMAGINED = 0.15
"""By how much of its size the hidden part of a body may be imagined otherwise, without changing the answer."""


class SeeThrough(Query):
    """Which body becomes transparent, and what it holds: that becomes transparent with it."""

    transparent: str
    contents: tuple[str, ...] = ()

    def form_name(self) -> str:
        return "holds something" if self.contents else "holds nothing"

    def intervention(self) -> Intervention:
        return Transparent(name=self.transparent)

    def bodies(self) -> tuple[str, ...]:
        return (self.transparent,)


@structure.task(
    "T3", kind="objects", query=SeeThrough, title="transparent", group=OCCLUSION, deal=DEAL,
    guessers=SET_GUESSERS, cues=SET_CUES, depth_cues=SET_DEPTH_CUES,
)  # fmt: skip
def transparency(turn: int, rng: Rng) -> Draft:
    """Make a body see-through that stands before others, with what it holds."""
    hand = DEAL.hand(turn)
    size, filled = SIZES[hand["size"]], hand["filled"] == 0
    world = crowded_world(rng, shelters=(size,) if size > 2 else (), filled=int(filled))
    held = all_contents(world)
    return from_some_view(world, lambda camera: _from(world, held, camera, size, hand, rng), rng)


@transparency.answer
def answer(query: SeeThrough, world: World, camera: Camera) -> ObjectSet:
    """Bodies that show inside the visible outline once it and its contents are gone."""
    return read(query, see(world, camera))


def read(query: SeeThrough, sight: Sight) -> ObjectSet:
    """The answer from what is seen."""
    x = query.transparent
    return ObjectSet(names=tuple(seen_through(sight, [x, *query.contents], x)))


@transparency.flat
def flat(query: SeeThrough, scene: FlatScene, rng: Rng, groundline: bool) -> ObjectSet | None:
    """The object whose box shares most with that of the transparent one; or all that its box seems to hide."""
    boxes, x = scene.boxes, query.transparent
    if x not in boxes:
        return None
    if groundline:
        return ObjectSet(names=tuple(n for n in boxes if in_front(boxes[x], boxes[n])))
    return ObjectSet(names=tuple(most_overlapping(boxes, x)))


def _from(world: World, held: Mapping[str, tuple[str, ...]], camera: Camera, size: int, hand: Hand, rng: Rng) -> Draft:
    reject_hopeless(world, camera, size, lambda first: _at_first_sight(first, held))
    sight = see(world, camera)
    shown = {x: seen_through(sight, [x, *held[x]], x) for x in sight.inventory if recognisable(sight, x)}
    sound = [x for x in shown if len(shown[x]) == size and _plain(sight, x, held[x])]
    holders_first = sorted(shuffled(rng, sound), key=lambda x: not held[x])
    return first_of(
        holders_first,
        lambda x: _about(x, world, sight, held[x], tuple(sorted(shown[x])), hand, rng),
        otherwise=f"nothing plainly shows {size} through it",
    )


def _about(
    x: str, world: World, sight: Sight, held: tuple[str, ...], shown: tuple[str, ...], hand: Hand, rng: Rng
) -> Draft:
    reject_lost(sight, shown)
    reject_scraps(sight, shown)
    reject_between(sight, [x])
    reject_gappy(sight, x)
    reject_flat(sight, x, shown, hand)
    if any(might_show(sight, x, held, n) for n in sight.inventory if n not in (x, *held, *shown)):
        raise Rejected("something else might show through it")
    if any(might_not_show(sight, x, held, name) for name in shown):
        raise Rejected("an answer might not show through it")
    query = SeeThrough(transparent=x, contents=held)
    draft = Draft(
        query=query,
        shots=(Shot(world=world, camera=sight.camera),),
        words=(structure.draw_words(rng, "T3", x=world[x].phrase),),
        answer=ObjectSet(names=shown),
        gates=(*GATES, *flat_gate(hand), "survives nudges"),
        trace={
            "shown_px": shown_through_px(sight, [x, *held], x),
            "areas": areas(sight, [x, *shown]),
        },
    )
    return confirmed(draft, query, read, lambda s: _margin(s, x, held), rng)


def _at_first_sight(sight: Sight, held: Mapping[str, tuple[str, ...]]) -> Iterator[Bounds]:
    """For each body how many would show through it."""
    for x in sight.inventory:
        shown = shown_through_px(sight, [x, *held[x]], x)
        yield at_first_sight({name: px for name, px in shown.items() if name in sight.inventory})


def _plain(sight: Sight, x: str, held: tuple[str, ...]) -> bool:
    """Whether all that would show through a body does so on a good piece of it."""
    least = max(SURE_PX[1], SURE_SHARE * sight.visible_px(x))
    found = {name: px for name, px in shown_through_px(sight, [x, *held], x).items() if px >= SURE_PX[0]}
    return min(found.values(), default=least) >= least and not any(is_sliver(sight, x, held, n) for n in found)


def is_sliver(sight: Sight, x: str, held: tuple[str, ...], name: str) -> bool:
    """Whether what would show of a body is narrow everywhere."""
    shows = _shows(sight, x, held, name)
    rows, columns = np.nonzero(shows)
    crop = np.pad(shows[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1], 1)
    return bool(2 * distance_transform_edt(crop).max() < SLIVER_PX)


def might_show(sight: Sight, x: str, held: tuple[str, ...], name: str) -> bool:
    """Whether a body would show if its outline is imagined larger, or if the outline of what x holds counts as well.

    Nobody sees where the legs of a piggy bank end that stands behind a clock and a picture frame.
    """
    far = nearness(sight, name)
    if not sight.visible_px(name) or far < nearness(sight, x):
        return False
    outline = sight.silhouette(name)
    larger = binary_dilation(outline, iterations=_imagined_px(outline))
    window = np.logical_or.reduce([sight.visible(n) for n in (x, *held)])
    gone = sight.without([x, *held])
    for nearer in gone.inventory:
        if nearer != name and nearness(sight, nearer) < far:
            window &= ~gone.visible(nearer)
    return int((larger & window).sum()) >= THROUGH_PX


def might_not_show(sight: Sight, x: str, held: tuple[str, ...], name: str) -> bool:
    """Whether a body would no longer show if its outline is imagined smaller: nobody sees all of it."""
    outline = sight.silhouette(name)
    smaller = binary_erosion(outline, iterations=_imagined_px(outline))
    return int((smaller & _shows(sight, x, held, name)).sum()) < SURE_IMAGINED_PX


def _shows(sight: Sight, x: str, held: tuple[str, ...], name: str) -> Mask:
    """Where a body would show inside the visible outline of the transparent one."""
    return sight.without([x, *held]).visible(name) & sight.visible(x)


def _imagined_px(outline: Mask) -> int:
    """By how many pixels an outline may be imagined otherwise."""
    return max(1, round(IMAGINED * min(int(np.ptp(axis)) + 1 for axis in np.nonzero(outline)) / 2))


def _margin(sight: Sight, x: str, held: tuple[str, ...]) -> float:
    shown = [px for px in shown_through_px(sight, [x, *held], x).values() if px >= THROUGH_PX]
    return min((px / THROUGH_PX - 1 for px in shown), default=0.0)

"""Why answers about occlusion, mirror images and swaps are right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from diorama.data import Sample
from diorama.exchange.training.explanations.phrases import by_number, called, said
from diorama.kinds import Rearrangement, Swaps
from diorama.sight import View, see
from diorama.suites import Words
from diorama.suites.structure.t1_single_removal import Removal
from diorama.suites.structure.t2_minimum_removals import Unveiling
from diorama.suites.structure.t3_transparency import SeeThrough
from diorama.suites.structure.t4_reflection import IMAGE_PX, Reflections, images_px, mirrors
from diorama.whatif import SwapTrials, freed_by_removing, left_to_right, reachable_orders, removals_to_see, seen_through

MOST_OTHERS = 3
"""Bodies that stay hidden of which an explanation speaks."""


def removal(sample: Sample) -> Sequence[Words] | None:
    """What x alone hides, and what something else hides as well."""
    world, camera = sample.view("an explanation")
    x, sight = cast(Removal, sample.query).removed, see(world, camera)
    freed = tuple(sorted(freed_by_removing(sight, x)))
    if not freed or freed != sample.kind.bodies(sample.answer):
        return None
    found = [said("T1.alone", freed=called(world, freed), x=world[x].phrase, is_are=by_number(freed, "is", "are"))]
    for name in sight.inventory:
        others = [o for o in sight.occluders(name) if o != x and o in sight.inventory]
        partly = sight.visible_px(name) and x in sight.occluders(name) and name not in freed
        if partly and others and len(found) <= MOST_OTHERS:
            by, stays = called(world, others[:2]), world[name].phrase
            found.append(said("T1.still_hidden", name=stays, x=world[x].phrase, others=by))
    return [*found, said("T1.so", freed=called(world, freed), x=world[x].phrase)]


def removals(sample: Sample) -> Sequence[Words] | None:
    """All that is in front of x, and how near each is."""
    world, camera = sample.view("an explanation")
    x, sight = cast(Unveiling, sample.query).target, see(world, camera)
    needed = removals_to_see(sight, x)
    if tuple(needed) != sample.kind.bodies(sample.answer):
        return None
    front = called(world, sorted(needed))
    return [
        said("T2.in_front", x=world[x].phrase, front=front),
        said("T2.so", ordered=called(world, needed)),
    ]


def transparency(sample: Sample) -> Sequence[Words] | None:
    """What lies behind the visible part of x."""
    world, camera = sample.view("an explanation")
    query, sight = cast(SeeThrough, sample.query), see(world, camera)
    x = query.transparent
    shown = tuple(sorted(seen_through(sight, [x, *query.contents], x)))
    if not shown or shown != sample.kind.bodies(sample.answer):
        return None
    held = [said("T3.holds", x=world[x].phrase, held=called(world, query.contents))] if query.contents else []
    return [*held, said("T3.behind", x=world[x].phrase, shown=called(world, shown))]


def reflection(sample: Sample) -> Sequence[Words] | None:
    """Whose image is there, and whose is not."""
    world, camera = sample.view("an explanation")
    muted = cast(Reflections, sample.query).muted
    images = images_px(mirrors(View(world, camera)), world.inventory, muted)
    shown = tuple(sorted(name for name, px in images.items() if px >= IMAGE_PX))
    if shown != sample.kind.bodies(sample.answer) or not muted:
        return None
    return [said("T4.missing", muted=called(world, muted)), said("T4.shown", shown=called(world, shown))]


def swaps(sample: Sample) -> Sequence[Words] | None:
    """The order now, and after each swap; or that no sequence leads to the order that is wanted."""
    world, camera = sample.view("an explanation")
    query, answer = cast(Rearrangement, sample.query), cast(Swaps, sample.answer)
    now = left_to_right(world, camera, query.order)
    first = [said("swaps.now", now=called(world, now), wanted=called(world, query.order))]
    if not answer.feasible:
        reach = reachable_orders(world, camera, query.order)
        if query.order in reach.shortest or not query.only_listed:
            return None
        return [*first, said("swaps.none", orders=str(len(reach.shortest)))]
    trials, done = SwapTrials(world, camera, query.order), answer.pairs
    for k, (a, b) in enumerate(done):
        after = trials.carry_out(done[: k + 1])
        if after.overlaps or after.off_surface:
            return None
        pair = {"a": world[a].phrase, "b": world[b].phrase}
        first.append(said("swaps.swap", **pair, order=called(world, after.order)))
    if not done or trials.carry_out(done).order != query.order:
        return None
    if len(done) == 1:
        return [*first, said("swaps.so")]
    return [*first, said("swaps.shortest"), *([said("swaps.others")] if answer.others else [])]


EXPLAINERS: Mapping[tuple[str, str], object] = {
    ("T1", ""): removal,
    ("T2", ""): removals,
    ("T3", ""): transparency,
    ("T4", ""): reflection,
    ("T5", ""): swaps,
    ("T6", ""): swaps,
}

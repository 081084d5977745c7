"""Why answers about collisions, falls, hiding and flights are right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np

from diorama.data import Sample
from diorama.exchange.training.explanations.phrases import by_number, called, said
from diorama.sight import see
from diorama.suites import Words
from diorama.suites.causal.collision import Drive, DriveWithout, blocked, enough, met_by
from diorama.suites.causal.compatibility import Fall
from diorama.suites.causal.occlusion import Uncovering, revealed
from diorama.suites.causal.occlusion_course import FIRST, LAST, MIDDLE, NEVER, Sliding, course
from diorama.suites.causal.options import NO, YES
from diorama.suites.causal.trajectory_billiards import PlayedBall
from diorama.suites.causal.trajectory_court import GOALS, InFlight
from diorama.whatif import apply, covered_share, fits_into, fly, just, shoot
from diorama.world import World, rotation
from diorama.world.model import Vec3

COURSES = {NEVER: "never", FIRST: "first", MIDDLE: "middle", LAST: "last"}


def drive(sample: Sample) -> Sequence[Words] | None:
    """What stands in the way of a vehicle."""
    world, camera = sample.view("an explanation")
    query = cast(Drive, sample.query)
    if blocked(query, world, camera) != sample.answer:
        return None
    mover, met = world[query.move.name].phrase, met_by(world, query.move)
    if not met:
        return [said("collision.nothing", mover=mover)]
    hit = said("collision.met", mover=mover, met=called(world, met))
    if query.form == "any":
        return [hit]
    alone = [n for n in met if not met_by(world.without([n]), query.move)]
    return [hit, said("collision.only", name=called(world, alone), mover=mover)]


def drive_without(sample: Sample) -> Sequence[Words] | None:
    """What stands in the way of a vehicle, before and after something is removed."""
    world, camera = sample.view("an explanation")
    query = cast(DriveWithout, sample.query)
    if enough(query, world, camera) != sample.answer:
        return None
    mover, removed = world[query.move.name].phrase, world[query.removed].phrase
    met = met_by(world, query.move)
    if not met:
        return [said("collision.nothing", mover=mover)]
    hit = said("collision.met", mover=mover, met=called(world, met))
    without = world.without([query.removed])
    left = met_by(without, query.move)
    if not left:
        return [hit, said("collision.enough", removed=removed, mover=mover)]
    more = [n for n in left if not met_by(without.without([n]), query.move)]
    still = said("collision.not_enough", removed=removed, mover=mover, left=called(world, left))
    return [hit, still, said("collision.also", more=called(world, more), removed=removed, mover=mover)]


def fall(sample: Sample) -> Sequence[Words] | None:
    """Where what is let go comes to rest, and why it does not fit, if it would without what is there already."""
    world, _ = sample.view("an explanation")
    query = cast(Fall, sample.query)
    fit = fits_into(world, query.falling, query.container)
    if sample.answer.words({}) != (YES if fit.fits else NO):
        return None
    names = {"falling": world[query.falling].phrase, "container": world[query.container].phrase}
    holding = [said("compatibility.holds", container=names["container"], contents=called(world, query.contents))]
    found = [said("compatibility.fits" if fit.fits else "compatibility.sticks_out", **names)]
    if (
        query.contents
        and not fit.fits
        and fits_into(world.without(query.contents), query.falling, query.container).fits
    ):
        found.append(said("compatibility.because", contents=called(world, query.contents), **names))
    return [*(holding if query.contents else []), *found]


def uncovering(sample: Sample) -> Sequence[Words] | None:
    """What is in front after the move, or on the way out."""
    world, camera = sample.view("an explanation")
    query = cast(Uncovering, sample.query)
    if revealed(query, world, camera) != sample.answer:
        return None
    front, back = query.occluder, query.hidden
    names = {"front": world[front].phrase, "back": world[back].phrase}
    before, after = see(world, camera), apply(world, query.move)
    hidden = said("occlusion.hidden_now", share=_percent(covered_share(before, front, back)), **names)
    good = sample.answer.words({}) in (YES, "Revealed")
    if query.form == "takes out":
        return [hidden, said("occlusion.comes_out" if good else "occlusion.stays_in", **names)]
    if query.form == "moves":
        share = covered_share(see(just(after, (front, back)), camera), front, back)
        rest = (
            said("occlusion.revealed", **names) if good else said("occlusion.covered", share=_percent(share), **names)
        )
        return [hidden, rest]
    sight = see(just(after, after.inventory), camera)
    if good:
        return [hidden, said("occlusion.slid_clear", back=names["back"])]
    others = [n for n in sight.occluders(back) if n in sight.inventory]
    covered = said("occlusion.slid_behind", back=names["back"], others=called(world, others))
    return [hidden, covered] if others else None


def sliding(sample: Sample) -> Sequence[Words] | None:
    """How the outlines of two candles overlap along the way."""
    world, camera = sample.view("an explanation")
    query = cast(Sliding, sample.query)
    found = course(query, world, camera)
    if found != sample.answer or found.option not in COURSES:
        return None
    names = {"mover": world[query.move.name].phrase, "other": world[query.other].phrase}
    return [said(f"occlusion.course_{COURSES[found.option]}", **names)]


def flight(sample: Sample) -> Sequence[Words] | None:
    """Where a ball goes on from here."""
    world, _ = sample.view("an explanation")
    query = cast(InFlight, sample.query)
    found = fly(world, query.ball)
    if sample.answer.words({}) != (YES if found.scored else NO):
        return None
    names = {"ball": f"the {world[query.ball].noun}", "goal": f"the {GOALS[query.goal]}"}
    bounce = [said("trajectory.bounces", ball=names["ball"])] if query.bounce else []
    return [*bounce, said("trajectory.scores" if found.scored else _missed(world, found.crossing), **names)]


def _missed(world: World, crossing: Vec3 | None) -> str:
    """How a ball misses a goal, by where it passes the goal's plane."""
    if crossing is None:
        return "trajectory.short"
    mouth = world.surface("goal")
    corners = [rotation(mouth.quaternion) @ (*corner, 0.0) + np.asarray(mouth.position) for corner in mouth.outline]
    return "trajectory.over" if crossing[2] > max(corner[2] for corner in corners) else "trajectory.beside"


def shot(sample: Sample) -> Sequence[Words] | None:
    """Which ball hits which, and which is pocketed."""
    world, _ = sample.view("an explanation")
    query = cast(PlayedBall, sample.query)
    found = shoot(world)
    if sample.answer.words({}) != (YES if found.pocketed else NO):
        return None
    hits = [said("billiards.hits", a=world[a].phrase, b=world[b].phrase) for a, b in found.hits]
    first = hits or [said("billiards.alone", ball=world[query.ball].phrase)]
    if not found.pocketed:
        return [*first, said("billiards.none")]
    into = list(found.pocketed)
    return [*first, said("billiards.pocketed", balls=called(world, into), goes=by_number(into, "goes", "go"))]


def _percent(share: float) -> str:
    return f"{max(1, round(100 * share))} %"


EXPLAINERS: Mapping[tuple[str, str], object] = {
    ("collision", "L1"): drive,
    ("collision", "L2"): drive_without,
    ("compatibility", "L1"): fall,
    ("compatibility", "L2"): fall,
    ("occlusion", "L1"): uncovering,
    ("occlusion", "L2"): sliding,
    ("trajectory", "L1"): flight,
    ("trajectory", "L2"): shot,
}

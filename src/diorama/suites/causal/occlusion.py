"""Occlusion, level 1: something moves; is something else revealed, or can it be taken out?

Three forms. *moves*: what is in front moves by its own length in its own frame. *slides*: what is behind moves
along an arrow to the edge of a tray. *takes out*: what is in front backs up; does what is in the cupboard come out?
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from diorama.errors import CannotPlace
from diorama.kinds import Choice, Query
from diorama.sight import Overlay, Shot, Sight, see
from diorama.suites.causal.guessers import choosers, flat_choice
from diorama.suites.causal.options import NO, NOT_SURE, YES, yes_or_no
from diorama.suites.causal.scenes import WAYS, camera_where, edge_arrows, shows_front, tray_view
from diorama.suites.causal.suite import causal
from diorama.suites.dealing import Deal, Hand
from diorama.suites.drafts import Draft, Rejected
from diorama.suites.words import Words
from diorama.whatif import (
    Intervention,
    Move,
    Nudge,
    Then,
    apply,
    covered_share,
    fully_visible,
    just,
    meetings,
    nearness,
    overlap_across,
    picture_gap,
    recognisable,
    room_ahead,
    survives,
    sweep,
    width_across,
)
from diorama.whatif.interventions import Way
from diorama.whatif.visibility import clear_px
from diorama.world import Camera, World
from diorama.world.layouts import cupboard, hiding_floor
from diorama.world.poses import outline_points

Rng = np.random.Generator

DIRECTIONS: tuple[Way, ...] = ("left", "right", "forward", "backward")
REVEALED, OCCLUDED = "Revealed", "Occluded"
DEAL = Deal(form=3, answer=2, way=len(DIRECTIONS))
PLAIN_SHARE = 0.25
"""What is hidden at the end is hidden by at least this share …"""
PLAIN_GAP = 0.015
"""… and what is revealed keeps this far away in the picture, in heights of it."""
SHOWN_BEHIND_PX = 500
"""Pixels of what is behind that show at first; what is in front shows three times as many."""
DOUBT = 0.15
"""Widths: a way out that is closer than this to being free, or blocked, rejects the scene."""
NUDGES = 8
NUDGE = Nudge(shift=0.002, turn_deg=0.7, camera=0.003)
SYMMETRIC = ("bottle", "candle", "jar", "pepper mill", "thermos", "tin", "vase")


class Uncovering(Query):
    """Which body moves how, and what becomes of the one that is partly hidden."""

    form: Literal["moves", "slides", "takes out"]
    occluder: str
    hidden: str
    move: Move
    out: Move | None = None
    """The way on which the hidden body is then taken out."""
    against: bool = False
    """Whether the move goes against the blue arrow."""

    def intervention(self) -> Intervention:
        return self.move if self.out is None else Then(steps=(self.move, self.out))

    def bodies(self) -> tuple[str, ...]:
        return (self.hidden, self.occluder)


@dataclass(frozen=True)
class Found:
    """A move with the wanted effect, before it is put into words."""

    query: Uncovering
    world: World
    camera: Camera
    margin: float
    trace: dict[str, Any]
    overlays: tuple[Overlay, ...] = ()


@causal.task(
    "occlusion", level="L1", kind="choice", query=Uncovering, deal=DEAL,
    guessers=choosers((YES, NO), (OCCLUDED, REVEALED)),
)  # fmt: skip
def occlusion(turn: int, rng: Rng) -> Draft:
    """One object moves: is another, hidden one revealed, or can it be taken out?"""
    hand = DEAL.hand(turn)
    make = (_moves, _slides, _takes_out)[hand["form"]]
    draft = make(bool(hand["answer"]), DIRECTIONS[hand["way"]], hand, rng)
    query = draft.query
    assert isinstance(query, Uncovering)
    result = survives(
        lambda world, camera: (revealed(query, world, camera), 0.0),
        draft.world, draft.camera, rng, count=NUDGES, nudge=NUDGE,
    )  # fmt: skip
    if result.answer != draft.answer or not result.holds:
        raise Rejected("the answer changes under a nudge")
    return replace(draft, trace={**draft.trace, "nudges_tried": result.tried})


@occlusion.answer
def revealed(query: Uncovering, world: World, camera: Camera) -> Choice:
    """Move it, and see; whatever the form."""
    front, back = query.occluder, query.hidden
    after = apply(world, query.move)
    if query.form == "moves":
        sight = see(just(after, (front, back)), camera)
        return Choice(option=OCCLUDED if sight.in_front_px(front, back) > clear_px(sight, back) else REVEALED)
    if query.form == "slides":
        return Choice(option=YES if fully_visible(see(just(after, after.inventory), camera), back) else NO)
    assert query.out is not None
    return Choice(option=NO if front in {m.name for m in meetings(after, query.out)} else YES)


occlusion.flat(flat_choice)


def _moves(yes: bool, way: Way, hand: Hand, rng: Rng) -> Draft:
    world = _made(hiding_floor, rng, objects=5)
    front, back = world.inventory[:2]
    move = Move(name=front, way=way)
    _reject_blocked(world, move)
    camera = camera_where(world, lambda c: shows_front(world, c, front) and _partly(world, front, back, c, 0.15), rng)
    before = see(world, camera)
    _reject_unless_partly_hidden(before, front, back)
    after = apply(world, move)
    sight = see(after, camera)
    if sight.silhouette_px(front) < 0.4 * before.silhouette_px(front):
        raise Rejected("the mover leaves the picture")
    if _hidden_by_others(sight, front, back):
        raise Rejected("something else is in front")
    share, gap = covered_share(sight, front, back), picture_gap(sight, front, back)
    _reject_other_answer(yes, share, gap)
    called = {"occluder": world[front].phrase, "hidden": world[back].phrase}
    asked = causal.draw_words(rng, "occlusion.moves", way=WAYS[way], **called)
    note = causal.draw_words(rng, "occlusion.moves_note", occluder=world[front].phrase)
    words = (causal.draw_words(rng, "occlusion.intro"), asked, note)
    right, wrong = (REVEALED, OCCLUDED) if yes else (OCCLUDED, REVEALED)
    options = hand.place_options(right, (wrong, NOT_SURE), rng)
    query = Uncovering(form="moves", occluder=front, hidden=back, move=move)
    trace = {"before_share": round(covered_share(before, front, back), 4), **_seen(share, gap)}
    return _draft(Found(query, world, camera, share if share > 0 else gap, trace), words, right, options)


def _slides(yes: bool, way: Way, hand: Hand, rng: Rng) -> Draft:
    world, camera = tray_view(rng, str(rng.choice(SYMMETRIC)), objects=4)
    before = see(world, camera)
    for front, back, blue, backwards in _tray_choices(world, rng):
        if not 0.15 <= covered_share(before, front, back) <= 0.75 or not recognisable(before, back):
            continue
        along = (-blue[0], -blue[1], 0.0) if backwards else blue
        move = Move(name=back, way=along, distance=max(0.01, round(room_ahead(world, back, along) - 0.004, 4)))
        if move.distance is None or move.distance < 0.06 or _blocked(world, move):
            continue
        sight = see(apply(world, move), camera)
        share = 1 - sight.visible_fraction(back)
        before_it = [n for n in world.inventory if n != back and _nearer(sight, n, back)]
        gap = min((picture_gap(sight, n, back) for n in before_it), default=1.0)
        if (share > 0 or gap < PLAIN_GAP) if yes else share < PLAIN_SHARE:
            continue
        overlays = edge_arrows(world, camera, blue)
        called = {"occluder": world[front].phrase, "hidden": world[back].phrase}
        arrow = "against the direction of the blue arrow" if backwards else "in the direction of the blue arrow"
        asked = causal.draw_words(rng, "occlusion.slides", way=arrow, **called)
        words = (causal.draw_words(rng, "occlusion.arrows_note"), asked)
        options = yes_or_no(yes, hand, rng)
        query = Uncovering(form="slides", occluder=front, hidden=back, move=move, against=backwards)
        trace = {"before_share": round(covered_share(before, front, back), 4), **_seen(share, gap)}
        found = Found(query, world, camera, share if share > 0 else gap, trace, overlays)
        return _draft(found, words, YES if yes else NO, options)
    raise Rejected("no move on the tray has the wanted effect")


def _takes_out(yes: bool, way: Way, hand: Hand, rng: Rng) -> Draft:
    world = _made(cupboard, rng, objects=4)
    front, back = world.inventory[:2]
    move = Move(name=front, way="backward")
    _reject_blocked(world, move)
    out = Move(name=back, way=(0.0, -1.0, 0.0), distance=_way_out(world, back))
    if sweep(world, out).names != (front,):
        raise Rejected("the way out is free, or blocked by something else")
    after = apply(world, move)
    width = width_across(after, out)
    found = sweep(after, out, within=2 * width)
    if set(found.names) - {front} or yes == (front in found.names):
        raise Rejected("the other answer is right")
    if yes:
        margin = min(found.clearances.values()) / width
    else:
        assert out.distance is not None
        margin = min(overlap_across(after, out, [front])[front], (out.distance - found.meetings[0].distance) / width)
    if margin < DOUBT:
        raise Rejected("too close to the other answer")
    camera = camera_where(world, lambda c: shows_front(world, c, front) and _partly(world, front, back, c, 0.08), rng)
    _reject_unless_partly_hidden(see(world, camera), front, back, least=0.06)
    called = {"occluder": world[front].phrase, "hidden": world[back].phrase}
    asked = causal.draw_words(rng, "occlusion.takes_out", **called)
    words = (asked, causal.draw_words(rng, "occlusion.takes_out_note", occluder=world[front].phrase))
    options = yes_or_no(yes, hand, rng)
    query = Uncovering(form="takes out", occluder=front, hidden=back, move=move, out=out)
    trace = {
        "met": {m.name: round(m.distance, 3) for m in found.meetings},
        "width_m": round(width, 4),
        "clearance_m": {n: round(g, 4) for n, g in found.clearances.items()},
    }
    return _draft(Found(query, world, camera, float(margin), trace), words, YES if yes else NO, options)


def _way_out(world: World, name: str) -> float:
    """How far a body must come to be wholly outside the cupboard, and a little more."""
    inside = world.surface("inside")
    opening = inside.position[1] + min(y for _, y in inside.outline)
    return round(float(outline_points([world[name]])[:, 1].max()) - opening + 0.01, 3)


def _tray_choices(world: World, rng: Rng) -> Iterator[tuple[str, str, tuple[float, float, float], bool]]:
    """What is in front, what moves, where the blue arrow points, and whether the move goes against it, shuffled."""
    names = world.inventory
    blues = ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0))
    every = [(a, b, blue, back) for a in names for b in names if a != b for blue in blues for back in (False, True)]
    for k in rng.permutation(len(every)):
        yield every[int(k)]


def _nearer(sight: Sight, a: str, b: str) -> bool:
    """Whether a body is nearer to the camera than another, or covers it: only then could it hide it."""
    return sight.in_front_px(a, b) > 0 or nearness(sight, a) < nearness(sight, b)


def _made(make: Callable[..., World], rng: Rng, **wishes: int) -> World:
    try:
        return make(seed=int(rng.integers(2**62)), **wishes)
    except CannotPlace:
        raise Rejected("no room for the scene") from None


def _reject_unless_partly_hidden(sight: Sight, front: str, back: str, *, least: float = 0.15) -> None:
    if not least <= covered_share(sight, front, back) <= 0.75:
        raise Rejected("not partly hidden at first")
    if _hidden_by_others(sight, front, back):
        raise Rejected("something else is in front")
    plain_back = recognisable(sight, back) and sight.visible_px(back) >= SHOWN_BEHIND_PX
    if not plain_back or sight.visible_fraction(front) < 0.7 or sight.visible_px(front) < 3 * SHOWN_BEHIND_PX:
        raise Rejected("an object is hard to see")


def _partly(world: World, front: str, back: str, camera: Camera, least: float) -> bool:
    return least <= covered_share(see(just(world, (front, back)), camera), front, back) <= 0.7


def _hidden_by_others(sight: Sight, front: str, back: str) -> bool:
    """Whether bodies or fixtures other than `front` cover more than a trace of `back`."""
    return sight.hidden_px(back) - sight.in_front_px(front, back) > max(8, 0.01 * sight.silhouette_px(back))


def _reject_blocked(world: World, move: Move) -> None:
    if _blocked(world, move):
        raise Rejected("something is in the mover's way")


def _blocked(world: World, move: Move) -> bool:
    """Whether a move hits anything or nearly does."""
    found = sweep(world, move)
    return bool(found.names) or min(found.clearances.values(), default=1.0) < 0.005


def _reject_other_answer(yes: bool, share: float, gap: float) -> None:
    if yes and share > 0:
        raise Rejected("the other answer is right")
    if yes and gap < PLAIN_GAP:
        raise Rejected("revealed by a hair only")
    if not yes and share < PLAIN_SHARE:
        raise Rejected("the other answer is right, or nearly")


def _seen(share: float, gap: float) -> dict[str, float]:
    """How much is hidden in the end, and how far apart the outlines are, for the trace."""
    return {"hidden_share": round(share, 4), "picture_gap": round(min(gap, 9.0), 4)}


def _draft(found: Found, words: tuple[Words, ...], right: str, options: tuple[str, ...]) -> Draft:
    return Draft(
        query=found.query,
        shots=(Shot(world=found.world, camera=found.camera, overlays=found.overlays),),
        words=words,
        answer=Choice(option=right),
        options=options,
        trace=found.trace,
        gates=("partly hidden at first", "free way", "plain outcome", "survives nudges"),
        margin=round(found.margin, 4),
    )

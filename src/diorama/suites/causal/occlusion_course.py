"""Occlusion, level 2: a candle slides along the tray; when do it and another one hide each other?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diorama.kinds import Choice, Query, listing
from diorama.sight import Shot, see
from diorama.suites.causal.guessers import choosers, flat_choice
from diorama.suites.causal.occlusion import PLAIN_GAP
from diorama.suites.causal.options import NOT_SURE
from diorama.suites.causal.scenes import edge_arrows, small, tray_view
from diorama.suites.causal.suite import causal
from diorama.suites.dealing import Deal
from diorama.suites.drafts import Draft, Rejected
from diorama.whatif import (
    Intervention,
    Move,
    Nudge,
    gap_along,
    overlap_along,
    recognisable,
    room_ahead,
    survives,
    sweep,
)
from diorama.world import Camera, World

Rng = np.random.Generator

NEVER, FIRST, MIDDLE, LAST = PATTERNS = (
    "The two candles never hide each other",
    "At first one candle hides the other, then both are in view",
    "Both are in view, then one hides the other, then both are in view again",
    "Both are in view at first, and in the end one hides the other",
)
OTHER = "Something else"
DEAL = Deal(course=len(PATTERNS))
PLAIN_SHARE = 0.1
"""An overlap is clearly visible from here on; one that never reaches this rejects the sample."""
VIEWS = 25
NUDGES = 8
NUDGE = Nudge(shift=0.0015, turn_deg=0.5, camera=0.003)
LEAST_WAY = 0.12
"""Metres that a move takes at least."""


def pattern_of(shares: NDArray[np.float64]) -> str:
    """Which course an overlap takes over time; one with several beginnings or no end is something else."""
    over = shares > 0
    if not over.any():
        return NEVER
    begins = int(over[0]) + int((over[1:] & ~over[:-1]).sum())
    if begins > 1 or over.all():
        return OTHER
    return FIRST if over[0] else LAST if over[-1] else MIDDLE


def plain(shares: NDArray[np.float64], pattern: str) -> bool:
    """Whether the course cannot be mistaken for another: overlaps are wide, and clear moments last."""
    if pattern == NEVER:
        return True
    edge = 2  # moments at either end that must be like the end itself
    if pattern == FIRST:
        return bool(shares[0] >= PLAIN_SHARE and (shares[-edge:] == 0).all())
    if pattern == LAST:
        return bool(shares[-1] >= PLAIN_SHARE and (shares[:edge] == 0).all())
    return bool(shares.max() >= PLAIN_SHARE and (shares[:edge] == 0).all() and (shares[-edge:] == 0).all())


class Sliding(Query):
    """Which candle slides where, and which other one it is watched with."""

    move: Move
    other: str

    def intervention(self) -> Intervention:
        return self.move

    def bodies(self) -> tuple[str, ...]:
        return (self.move.name, self.other)


@causal.task("occlusion", level="L2", kind="choice", query=Sliding, deal=DEAL, cues=choosers((FIRST, NEVER)))
def occlusion_course(turn: int, rng: Rng) -> Draft:
    """A candle moves along a tray: when do it and another candle hide each other?

    Boxes are a cue here, not a shortcut: whoever sees the candles overlap now may know that it is so at first. That and
    "never" for the rest is right in one half.
    """
    hand = DEAL.hand(turn)
    pattern = PATTERNS[hand["course"]]
    world, camera = tray_view(rng, "candle", objects=4)
    mover, other, move, shares, gap = _found(world, camera, pattern, rng)
    blue = move.way
    assert not isinstance(blue, str)
    called = {"mover": world[mover].phrase, "other": world[other].phrase}
    candles = listing([world[n].phrase for n in world.inventory])
    words = (
        causal.draw_words(rng, "occlusion.tray_scene", candles=candles),
        causal.draw_words(rng, "occlusion.arrows_note"),
        causal.draw_words(rng, "occlusion.pattern", **called),
        causal.draw_words(rng, "occlusion.pattern_note"),
    )
    query = Sliding(move=move, other=other)
    draft = Draft(
        query=query,
        shots=(Shot(world=world, camera=camera, overlays=edge_arrows(world, camera, blue)),),
        words=words,
        answer=Choice(option=pattern),
        options=hand.place_options(pattern, (*(p for p in PATTERNS if p != pattern), NOT_SURE), rng),
        trace={"overlap_share": [round(float(s), 4) for s in shares], "smallest_gap": round(min(gap, 9.0), 4)},
        gates=("plain to see", "free way", "plain overlap or gap", "survives nudges"),
        margin=round(min(gap, 9.0) if pattern == NEVER else float(shares.max()), 4),
    )
    result = survives(lambda w, c: (course(query, w, c), 0.0), world, camera, rng, count=NUDGES, nudge=NUDGE)
    if not result.holds:
        raise Rejected("the answer changes under a nudge")
    return replace(draft, trace={**draft.trace, "nudges_tried": result.tried})


@occlusion_course.answer
def course(query: Sliding, world: World, camera: Camera) -> Choice:
    """How the two outlines overlap along the way."""
    return Choice(option=pattern_of(overlap_along(world, query.move, camera, query.other, views=VIEWS)))


occlusion_course.flat(flat_choice)


def _found(world: World, camera: Camera, pattern: str, rng: Rng) -> tuple[str, str, Move, NDArray[np.float64], float]:
    """A candle, another one and a way along the tray with the wanted course; how far they overlap, and come near."""
    sight = see(world, camera)
    clear = [n for n in world.inventory if recognisable(sight, n) and sight.visible_fraction(n) > 0.3]
    blues = ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0))
    every = [(a, b, blue) for a in clear for b in clear if a != b for blue in blues]
    for k in rng.permutation(len(every)):
        mover, other, blue = every[int(k)]
        distance = round(room_ahead(world, mover, blue) - 0.004, 4)
        if distance < LEAST_WAY:
            continue
        move = Move(name=mover, way=blue, distance=distance)
        if pattern_of(overlap_along(world, move, small(camera), other, views=13)) != pattern:
            continue
        shares = overlap_along(world, move, camera, other, views=VIEWS)
        if pattern_of(shares) != pattern or not plain(shares, pattern):
            continue
        found = sweep(world, move)
        if found.names or min(found.clearances.values()) < 0.005:
            continue
        gap = gap_along(world, move, camera, other, views=VIEWS) if pattern == NEVER else 0.0
        if pattern != NEVER or gap >= PLAIN_GAP:
            return mover, other, move, shares, gap
    raise Rejected(f"no candle takes the course wanted: {pattern.lower()}")

"""Counting: how many have fallen, are in a place, or are moving."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from diorama.suites.video.query import Prediction
from diorama.suites.video.questions.form import UNCLEAR, Ask, Form, Happening, Outcome
from diorama.suites.video.questions.state import FALLEN_DEG, ROCKED_DEG
from diorama.suites.video.tracks import Tracks
from diorama.world import oriented_box

NUMBERS = ("0", "1", "2", "3")
"""What is offered, always: a row of numbers that went with the answer would give it away."""
INSIDE = 0.35
"""The share of a thing's smallest half side by which its middle must be in a place, or out of it."""
PLAINLY = 0.9
"""By what factor (natural logarithm) a speed must be above what counts as rest, or below it."""


def may_fall(happening: Happening) -> Iterator[Ask]:
    """All that may fall over."""
    event = happening.event
    if len(event.topples) >= 3:
        yield Ask(event.topples)


def may_be_inside(happening: Happening) -> Iterator[Ask]:
    """All that may be in a place."""
    event = happening.event
    driven = {drive.name for drive in event.drives}
    for zone in event.zones:
        free = event.crowd or tuple(
            n for n in happening.actors if event.world[n].phrase != zone.phrase and n not in driven
        )
        if len(free) >= 3 and event.group and any(happening.moves(n) for n in free):
            yield Ask(free, zone.phrase)


def may_move(happening: Happening) -> Iterator[Ask]:
    """All that take part."""
    if 3 <= len(happening.actors) <= 7:
        yield Ask(happening.actors)


def fallen(query: Prediction, tracks: Tracks) -> Outcome:
    """How many have fallen over; the others were not even rocked."""
    down = [tracks.tilt_deg(n, query.moment) for n in query.about]
    most = [tracks.most_tilt_deg(n, 0.0, query.moment) for n in query.about]
    lie = [tilt > FALLEN_DEG for tilt in down]
    margins = [d / FALLEN_DEG - 1 if lies else 1 - m / ROCKED_DEG for d, m, lies in zip(down, most, lie, strict=True)]
    return _count(sum(lie), min(margins))


def within(query: Prediction, tracks: Tracks) -> Outcome:
    """How many are in the place."""
    zone = next(z for z in query.zones if z.phrase == query.zone)
    depths = [zone.depth_of(tracks.middle(n, query.moment)) for n in query.about]
    clear = [INSIDE * float(oriented_box(tracks.world[n]).half.min()) for n in query.about]
    return _count(sum(d > 0 for d in depths), min(abs(d) / c for d, c in zip(depths, clear, strict=True)) - 1)


def moving(query: Prediction, tracks: Tracks) -> Outcome:
    """How many are moving, be it on the spot."""
    paces = [tracks.stir(n, query.moment) / tracks.still_pace(n) for n in query.about]
    plain = min(abs(float(np.log(pace + 1e-4))) for pace in paces)
    return _count(sum(pace > 1 for pace in paces), plain / PLAINLY - 1)


def _count(count: int, margin: float) -> Outcome:
    wrong = tuple(n for n in NUMBERS if n != str(count))
    return Outcome(str(count), wrong, margin if str(count) in NUMBERS else UNCLEAR)


FALLEN = Form(
    "fallen",
    may_fall,
    fallen,
    fixed=NUMBERS,
    directions=("forward",),
    events=("bowling", "dominoes", "knocked_over", "wrecking_ball"),
    counts=True,
)
WITHIN = Form(
    "within",
    may_be_inside,
    within,
    fixed=NUMBERS,
    events=("conveyor_ride", "belt_pusher", "slide_down", "spilled_balls"),
    ridden=False,
    counts=True,
)
MOVING = Form("moving", may_move, moving, fixed=NUMBERS, least=3, ridden=False, counts=True)
FORMS = (FALLEN, WITHIN, MOVING)

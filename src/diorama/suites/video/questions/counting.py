"""Counting: how many have fallen, are in a place, or are moving."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from diorama.sight import FPS
from diorama.suites.video.query import Prediction
from diorama.suites.video.questions.form import Ask, Form, Happening, Outcome
from diorama.suites.video.questions.state import FALLEN_DEG, UPRIGHT_DEG
from diorama.suites.video.tracks import STILL, Tracks
from diorama.world import oriented_box

OFFERED = 4
NUMBERS = ("0", "1", "2", "3", "4", "5", "6", "7")


def may_fall(happening: Happening) -> Iterator[Ask]:
    """All that may fall over."""
    event = happening.event
    if len(event.topples) >= 3 and happening.forward:
        yield Ask(event.topples)


def may_be_inside(happening: Happening) -> Iterator[Ask]:
    """All that may be in a place."""
    event = happening.event
    for zone in event.zones:
        driven = {drive.name for drive in event.drives}
        free = event.crowd or tuple(
            n for n in happening.actors if event.world[n].phrase != zone.phrase and n not in driven
        )
        if len(free) >= 3 and event.group and any(happening.moves(n) for n in free):
            yield Ask(free, zone.phrase)


def may_move(happening: Happening) -> Iterator[Ask]:
    """All that take part, or some of them."""
    actors = happening.actors
    if 3 <= len(actors) <= 7:
        yield Ask(actors)
    if happening.rider:  # it does not see all of them
        yield from (Ask(names) for names in combinations(actors, 3))


def fallen(query: Prediction, tracks: Tracks) -> Outcome:
    """How many have fallen over."""
    tilts = [tracks.most_tilt_deg(n, 0.0, query.moment) for n in query.about]
    middle = (FALLEN_DEG + UPRIGHT_DEG) / 2
    return _count(query, [t - middle for t in tilts], FALLEN_DEG - middle)


def within(query: Prediction, tracks: Tracks) -> Outcome:
    """How many are in the place."""
    zone = next(z for z in query.zones if z.phrase == query.zone)
    depths = [zone.depth_of(tracks.middle(n, query.moment)) for n in query.about]
    clear = [0.35 * float(oriented_box(tracks.world[n]).half.min()) for n in query.about]
    return _count(query, [d / c for d, c in zip(depths, clear, strict=True)], 1.0)


def moving(query: Prediction, tracks: Tracks) -> Outcome:
    """How many are moving."""
    paces = []
    for name in query.about:
        pace = tracks.pace(name, query.moment)
        scale = max(1.0, tracks.world[name].scale)
        paces.append(np.log((pace + 1e-4) / (STILL * scale)))
    return _count(query, paces, 0.9)


def _count(query: Prediction, values: list[float], clear: float) -> Outcome:
    """How many values are above 0, and how clear that is of all of them.

    Four numbers in a row are offered. Which of the rows that hold the right one it is, has nothing to do with it.
    """
    count, most = sum(v > 0 for v in values), len(values)
    rows = [low for low in range(max(1, most - OFFERED + 2)) if low <= count < low + OFFERED]
    low = rows[round(query.cut * FPS) % len(rows)]
    offered = [str(n) for n in range(low, min(low + OFFERED, most + 1))]
    margin = min(abs(v) for v in values) / clear - 1
    return Outcome(str(count), tuple(n for n in offered if n != str(count)), float(margin))


FALLEN = Form("fallen", may_fall, fallen, fixed=NUMBERS[:4])
WITHIN = Form("within", may_be_inside, within, fixed=NUMBERS[:4], ridden=False)
MOVING = Form("moving", may_move, moving, fixed=NUMBERS[1:4], least=3)
FORMS = (FALLEN, WITHIN, MOVING)

"""Appearance order: which of several does something first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diorama.suites.video.query import Prediction
from diorama.suites.video.questions.form import UNCLEAR, Ask, Form, Happening, Outcome
from diorama.suites.video.questions.state import FALLEN_DEG, ROCKED_DEG, UPRIGHT_DEG
from diorama.suites.video.tracks import Tracks

Array = NDArray[np.float64]
Done = Callable[[str], NDArray[np.bool_]]
"""Whether a body has done it, at each moment."""

LEAD = 0.35
"""Seconds between the first and the next, and after the moment, in which none may do what none is said to do."""
NONE = "none of them"
RACES = ("rolling_race", "ball_hits_ball", "slide_down")


def could_arrive(happening: Happening) -> Iterator[Ask]:
    """Bodies outside a place on the seen side of the cut, some of which move."""
    event = happening.event
    for zone in event.zones:
        free = [n for n in happening.actors if event.world[n].phrase != zone.phrase]
        out = [n for n in free if zone.depth_of(happening.tracks.middle(n, happening.cut)) < -0.02]
        if len(out) >= 2 and any(happening.moves(n) for n in out):
            yield Ask(tuple(out[:4]), zone.phrase)


def could_leave(happening: Happening) -> Iterator[Ask]:
    """Bodies inside a place at the cut, some of which leave it."""
    event = happening.event
    for zone in event.zones:
        within = [n for n in happening.actors if zone.depth_of(happening.tracks.middle(n, happening.cut)) > 0.02]
        if len(within) >= 2:
            yield Ask(tuple(within[:4]), zone.phrase)


def that_moved(happening: Happening) -> Iterator[Ask]:
    """Bodies that moved before the clip: which came first?"""
    event = happening.event
    for zone in event.zones:
        free = tuple(n for n in happening.actors if event.world[n].phrase != zone.phrase and happening.moves(n))
        if len(free) >= 2:
            yield Ask(free[:4], zone.phrase)


def could_fall(happening: Happening) -> Iterator[Ask]:
    """Bodies that stand at the cut."""
    event = happening.event
    single = [n for n in event.topples if n not in event.crowd]
    up = [n for n in single if happening.tracks.tilt_deg(n, happening.cut) < UPRIGHT_DEG]
    if len(up) >= 2:
        yield Ask(tuple(up[:4]))


def first_in(query: Prediction, tracks: Tracks) -> Outcome:
    """Which is the first to be in the place: by its middle, and no other one by its edge."""
    middles = _first(query, tracks, lambda name: _depths(query, tracks, name) > 0)
    edges = _first(query, tracks, lambda name: _depths(query, tracks, name) > -tracks.reach(name))
    same = middles.right == edges.right
    return replace(middles, margin=min(middles.margin, edges.margin) if same else UNCLEAR)


def first_out(query: Prediction, tracks: Tracks) -> Outcome:
    """Which is the first to have left the place."""
    return _first(query, tracks, lambda name: _depths(query, tracks, name) < 0)


def first_falls(query: Prediction, tracks: Tracks) -> Outcome:
    """Which is the first to fall over."""
    found = _first(query, tracks, lambda name: tracks.tilts_deg(name) > FALLEN_DEG)
    if found.right != NONE:
        return found
    rocked = max(tracks.most_tilt_deg(name, query.cut, query.moment) for name in query.about)
    return replace(found, margin=1 - rocked / ROCKED_DEG)


def _depths(query: Prediction, tracks: Tracks, name: str) -> Array:
    """How far inside the place the middle of a body is, at each moment."""
    return next(z for z in query.zones if z.phrase == query.zone).depths_of(tracks.path(name))


def _first(query: Prediction, tracks: Tracks, done: Done) -> Outcome:
    """Who does it first between the cut and the moment; both ends count."""
    begin, end = sorted((query.cut, query.moment))
    between = (tracks.times >= begin - 1e-9) & (tracks.times <= end + LEAD + 1e-9)
    when = {name: _begins(done(name)[between], tracks.times[between]) for name in query.about}
    order = sorted(query.about, key=lambda name: (when[name], name))
    phrases = {n: tracks.world[n].phrase for n in query.about}
    first = order[0]
    if when[first] > end + 1e-9:
        never = not np.isfinite(when[first]) or query.direction == "backward"
        return Outcome(NONE, tuple(phrases.values())[:4], 1.0 if never else UNCLEAR)
    ahead = min(when[order[1]], end + 2 * LEAD) - when[first]
    late = end - when[first]
    margin = UNCLEAR if when[first] <= begin else min(ahead / LEAD, late / (0.5 * LEAD)) - 1
    return Outcome(phrases[first], (*(p for n, p in phrases.items() if n != first), NONE)[:4], margin)


def _begins(done: NDArray[np.bool_], times: Array) -> float:
    """When something is first so; never is infinity."""
    return float(times[int(done.argmax())]) if done.any() else float("inf")


FIRST_IN = Form("first_in", could_arrive, first_in, fixed=(NONE,), directions=("forward",), events=RACES, spans=True)
FIRST_OUT = Form(
    "first_out",
    could_leave,
    first_out,
    fixed=(NONE,),
    directions=("forward",),
    events=("conveyor_ride", "belt_pusher", "pushed_off"),
    spans=True,
)
WAS_FIRST_IN = Form(
    "was_first_in", that_moved, first_in, fixed=(NONE,), directions=("backward",), events=RACES, spans=True
)
FIRST_FALLS = Form(
    "first_falls",
    could_fall,
    first_falls,
    fixed=(NONE,),
    directions=("forward",),
    events=("knocked_over", "dominoes", "wrecking_ball"),
    spans=True,
)
FORMS = (FIRST_IN, FIRST_OUT, WAS_FIRST_IN, FIRST_FALLS)

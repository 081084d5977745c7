"""Appearance order: which of several does something first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diorama.suites.video.query import Prediction
from diorama.suites.video.questions.form import Ask, Form, Happening, Outcome
from diorama.suites.video.questions.state import FALLEN_DEG, ROCKED_DEG, UPRIGHT_DEG
from diorama.suites.video.tracks import Tracks

Array = NDArray[np.float64]

APART = 0.35
"""Seconds between the first and the next."""
NONE = "none of them"


def could_arrive(happening: Happening) -> Iterator[Ask]:
    """Bodies outside a place on the seen side of the cut, some of which get there."""
    event = happening.event
    for zone in event.zones:
        free = [n for n in happening.actors if event.world[n].phrase != zone.phrase]
        out = [n for n in free if zone.depth_of(happening.tracks.middle(n, happening.cut)) < -0.02]
        if happening.forward and len(out) >= 2 and any(happening.moves(n) for n in out):
            yield Ask(tuple(out[:4]), zone.phrase)


def could_leave(happening: Happening) -> Iterator[Ask]:
    """Bodies inside a place at the cut, some of which leave it."""
    event = happening.event
    for zone in event.zones:
        within = [n for n in happening.actors if zone.depth_of(happening.tracks.middle(n, happening.cut)) > 0.02]
        if happening.forward and len(within) >= 2:
            yield Ask(tuple(within[:4]), zone.phrase)


def were_outside(happening: Happening) -> Iterator[Ask]:
    """Bodies inside a place, or past it, at the cut: which came first, before?"""
    event = happening.event
    for zone in event.zones:
        free = tuple(n for n in happening.actors if event.world[n].phrase != zone.phrase and happening.moves(n))
        if not happening.forward and len(free) >= 2:
            yield Ask(free[:4], zone.phrase)


def could_fall(happening: Happening) -> Iterator[Ask]:
    """Bodies that stand at the cut."""
    event = happening.event
    single = [n for n in event.topples if n not in event.crowd]
    up = [n for n in single if happening.tracks.tilt_deg(n, happening.cut) < UPRIGHT_DEG]
    if happening.forward and len(up) >= 2:
        yield Ask(tuple(up[:4]))


def first_in(query: Prediction, tracks: Tracks) -> Outcome:
    """Which is the first to be in the place."""
    zone = next(z for z in query.zones if z.phrase == query.zone)
    return _first(query, tracks, lambda name: zone.depths_of(tracks.path(name)) > 0)


def first_out(query: Prediction, tracks: Tracks) -> Outcome:
    """Which is the first to have left the place."""
    zone = next(z for z in query.zones if z.phrase == query.zone)
    return _first(query, tracks, lambda name: zone.depths_of(tracks.path(name)) < 0)


def first_falls(query: Prediction, tracks: Tracks) -> Outcome:
    """Which is the first to fall over."""
    found = _first(query, tracks, lambda name: tracks.tilts_deg(name) > FALLEN_DEG)
    if found.right != NONE:
        return found
    rocked = max(tracks.most_tilt_deg(name, query.cut, query.moment) for name in query.about)
    return replace(found, margin=1 - rocked / ROCKED_DEG)


def _first(query: Prediction, tracks: Tracks, done: Callable[[str], NDArray[np.bool_]]) -> Outcome:
    """Who does it first between the cut and the moment; both ends count."""
    begin, end = sorted((query.cut, query.moment))
    between = (tracks.times >= begin - 1e-9) & (tracks.times <= end + 1e-9)
    when = {name: _begins(done(name)[between], tracks.times[between]) for name in query.about}
    order = sorted(query.about, key=lambda name: (when[name], name))
    phrases = {n: tracks.world[n].phrase for n in query.about}
    first = order[0]
    if not np.isfinite(when[first]):
        return Outcome(NONE, tuple(phrases.values())[:4], 1.0)
    ahead = min(when[order[1]], end + 2 * APART) - when[first]
    late = end - when[first]
    margin = min(ahead / APART, late / (0.5 * APART)) - 1
    if when[first] <= begin:
        margin = -1.0
    return Outcome(phrases[first], (*(p for n, p in phrases.items() if n != first), NONE)[:4], margin)


def _begins(done: NDArray[np.bool_], times: Array) -> float:
    """When something is first so; never is infinity."""
    return float(times[int(done.argmax())]) if done.any() else float("inf")


FIRST_IN = Form("first_in", could_arrive, first_in, fixed=(NONE,))
FIRST_OUT = Form("first_out", could_leave, first_out, fixed=(NONE,))
WAS_FIRST_IN = Form("was_first_in", were_outside, first_in, fixed=(NONE,))
FIRST_FALLS = Form("first_falls", could_fall, first_falls, fixed=(NONE,))
FORMS = (FIRST_IN, FIRST_OUT, WAS_FIRST_IN, FIRST_FALLS)

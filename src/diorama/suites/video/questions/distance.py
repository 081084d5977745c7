"""Relative distance: who is nearest to what, and whether a gap grows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from diorama.suites.video.query import Prediction
from diorama.suites.video.questions.form import Ask, Form, Happening, Outcome, clearest
from diorama.suites.video.tracks import Tracks

CLEARLY = 0.25
"""By what share the nearest must be nearer than the next."""
GROWN, ALIKE = 0.3, 0.08
"""By what share a gap must change to have changed, and may change to be about the same."""
LARGER, SMALLER, SAME = "larger", "smaller", "about the same"


def around_one(happening: Happening) -> Iterator[Ask]:
    """One body, and others that may be nearest to it."""
    actors = happening.actors
    for centre in actors:
        others = [name for name in actors if name != centre]
        if len(others) >= 3 and any(happening.moves(n) for n in actors):
            yield Ask((centre, *others[:4]))


def nearest_to(query: Prediction, tracks: Tracks) -> Outcome:
    """Which of some bodies is nearest to the first."""
    centre, *others = query.about
    here = tracks.middle(centre, query.moment)
    return _nearest(query, tracks, {n: _apart(tracks.middle(n, query.moment), here) for n in others})


def any_bodies(happening: Happening) -> Iterator[Ask]:
    """Bodies that may be nearest to the viewer."""
    actors = happening.actors
    for count in (4, 3):
        for names in combinations(actors, count):
            if any(happening.moves(n) for n in names):
                yield Ask(names)


def nearest_viewer(query: Prediction, tracks: Tracks) -> Outcome:
    """Which of some bodies is nearest to the viewer."""
    eye = np.asarray(tracks.camera(query.eye, query.moment).position)
    return _nearest(query, tracks, {n: _apart(tracks.middle(n, query.moment), eye) for n in query.about})


def two_bodies(happening: Happening) -> Iterator[Ask]:
    """Two bodies whose distance may change."""
    for a, b in combinations(happening.actors, 2):
        if happening.moves(a) or happening.moves(b):
            yield Ask((a, b))


def gap(query: Prediction, tracks: Tracks) -> Outcome:
    """Whether two bodies are farther apart, or nearer, at the moment than at the cut."""
    then, now = (_apart(*(tracks.middle(name, when) for name in query.about)) for when in (query.moment, query.cut))
    change = then / max(now, 1e-9) - 1
    if abs(change) < ALIKE * 2:
        return Outcome(SAME, (LARGER, SMALLER), 1 - abs(change) / ALIKE)
    right, wrong = (LARGER, SMALLER) if change > 0 else (SMALLER, LARGER)
    return Outcome(right, (wrong, SAME), abs(change) / GROWN - 1)


def _nearest(query: Prediction, tracks: Tracks, distances: dict[str, float]) -> Outcome:
    name, ahead = clearest({n: 1 / max(d, 1e-9) for n, d in distances.items()})
    phrases = {n: tracks.world[n].phrase for n in distances}
    return Outcome(phrases[name], tuple(p for n, p in phrases.items() if n != name), ahead / CLEARLY - 1)


def _apart(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(a - b))


NEAREST_TO = Form("nearest_to", around_one, nearest_to)
NEAREST_VIEWER = Form("nearest_viewer", any_bodies, nearest_viewer, by_view=True)
GAP = Form("gap", two_bodies, gap, fixed=(LARGER, SMALLER, SAME))
FORMS = (NEAREST_TO, NEAREST_VIEWER, GAP)

"""Relative speed: who is fastest, and whether something has become faster."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from diorama.suites.video.query import Prediction
from diorama.suites.video.questions.form import UNCLEAR, Ask, Form, Happening, Outcome, clearest
from diorama.suites.video.tracks import STILL, Tracks

CLEARLY = 0.4
"""By what share the fastest must be faster than the next."""
CHANGED, ALIKE = 0.5, 0.12
"""How much a speed must change to have changed, and may change to be about the same (natural logarithms)."""
FASTER, SLOWER, SAME = "faster", "slower", "about as fast"


def movers(happening: Happening) -> Iterator[Ask]:
    """Bodies of which one at least moves at the moment."""
    actors, tracks = happening.actors, happening.tracks
    for count in (4, 3):
        for names in combinations(actors, count):
            if any(tracks.pace(n, happening.moment) > 3 * STILL for n in names):
                yield Ask(names)


def fastest(query: Prediction, tracks: Tracks) -> Outcome:
    """Which of some bodies moves fastest; what turns on the spot has no speed that one could compare."""
    paces = {n: tracks.pace(n, query.moment) for n in query.about}
    name, ahead = clearest({n: p + STILL for n, p in paces.items()})
    turning = any(tracks.turns_on_the_spot(n, query.moment) for n in query.about)
    phrases = {n: tracks.world[n].phrase for n in paces}
    wrong = tuple(p for n, p in phrases.items() if n != name)
    return Outcome(phrases[name], wrong, UNCLEAR if turning else ahead / CLEARLY - 1)


def one_mover(happening: Happening) -> Iterator[Ask]:
    """A body that moves at the cut."""
    for name in happening.actors:
        if happening.tracks.pace(name, happening.cut) > 4 * STILL:
            yield Ask((name,))


def change(query: Prediction, tracks: Tracks) -> Outcome:
    """Whether a body moves faster at the moment than at the cut, or more slowly."""
    then, now = (tracks.pace(query.about[0], when) for when in (query.moment, query.cut))
    ratio = float(np.log((then + STILL) / (now + STILL)))
    if abs(ratio) < 2 * ALIKE:
        return Outcome(SAME, (FASTER, SLOWER), 1 - abs(ratio) / ALIKE)
    right, wrong = (FASTER, SLOWER) if ratio > 0 else (SLOWER, FASTER)
    return Outcome(right, (wrong, SAME), abs(ratio) / CHANGED - 1)


FASTEST = Form("fastest", movers, fastest, least=3)
CHANGE = Form("change", one_mover, change, fixed=(FASTER, SLOWER, SAME), names=1, ridden=False)
"""From a camera that moves itself, nobody can tell how much faster over the ground another thing becomes."""
FORMS = (FASTEST, CHANGE)

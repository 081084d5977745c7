"""Relation: where one thing is, seen from another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from diorama.suites.video.query import Prediction
from diorama.suites.video.questions.form import QUARTERS, Ask, Form, Happening, Outcome, quarter
from diorama.suites.video.tracks import Tracks

CLEAR = 0.3
"""How clearly a direction must point into its quarter."""
SIDES = {
    "left": "to the left of it",
    "right": "to the right of it",
    "near": "in front of it, nearer to the viewer",
    "far": "behind it, farther from the viewer",
}


def pairs(happening: Happening) -> Iterator[Ask]:
    """Two bodies of which one at least moves, and that are apart."""
    for a, b in permutations(happening.actors, 2):
        if happening.moves(a):
            yield Ask((a, b))


def side(query: Prediction, tracks: Tracks) -> Outcome:
    """On which side of the second body the first one is."""
    a, b = (tracks.middle(name, query.moment) for name in query.about)
    way, clearly = quarter(a - b, tracks.camera(query.eye, query.moment))
    wrong = tuple(SIDES[w] for w in QUARTERS if w != way)
    return Outcome(SIDES[way], wrong, clearly / CLEAR - 1)


SIDE = Form("side", pairs, side, fixed=tuple(SIDES.values()), by_view=True, least=2)
FORMS = (SIDE,)

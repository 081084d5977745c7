"""Relation: where one thing is, seen from another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from diorama.suites.video.query import Prediction
from diorama.suites.video.questions.form import QUARTERS, UNCLEAR, Ask, Form, Happening, Outcome, quarter
from diorama.suites.video.tracks import Tracks

CLEAR = 0.3
"""How clearly a direction must point into its quarter."""
NEARER = 0.95
"""What is said to be nearer to the camera is nearer than this share of the other's distance."""
SIDES = {
    "left": "to the left of it",
    "right": "to the right of it",
    "near": "in front of it, nearer to the camera",
    "far": "behind it, farther from the camera",
}


def pairs(happening: Happening) -> Iterator[Ask]:
    """Two bodies of which the first one moves."""
    for a, b in permutations(happening.actors, 2):
        if happening.moves(a):
            yield Ask((a, b))


def side(query: Prediction, tracks: Tracks) -> Outcome:
    """On which side of the second body the first one is."""
    a, b = (tracks.middle(name, query.moment) for name in query.about)
    camera = tracks.camera(query.eye, query.moment)
    way, clearly = quarter(a - b, camera)
    far_a, far_b = (float(np.linalg.norm(point - np.asarray(camera.position))) for point in (a, b))
    plain = {"near": far_a < NEARER * far_b, "far": far_b < NEARER * far_a}.get(way, True)
    wrong = tuple(SIDES[w] for w in QUARTERS if w != way)
    return Outcome(SIDES[way], wrong, clearly / CLEAR - 1 if plain else UNCLEAR)


SIDE = Form("side", pairs, side, fixed=tuple(SIDES.values()), by_view=True, least=2, names=2)
FORMS = (SIDE,)

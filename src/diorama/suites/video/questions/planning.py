"""Planning: what a driven body is about to do."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from diorama.suites.video.query import Prediction
from diorama.suites.video.questions.form import QUARTERS, Ask, Form, Happening, Outcome, quarter
from diorama.suites.video.tracks import Tracks

CLEAR = 0.35
"""How clearly a way must point into its quarter."""
HEADINGS = {
    "left": "towards the left",
    "right": "towards the right",
    "near": "towards the camera",
    "far": "away from the camera",
}
SLOW = 0.2
"""m/s, for a body one metre long: what drives more slowly heads nowhere."""


def choosers(happening: Happening) -> Iterator[Ask]:
    """Who is about to do something, where that shows already and is not done yet."""
    event = happening.event
    if event.chooser and happening.forward and event.telling[0] <= happening.cut <= event.telling[1]:
        yield Ask((event.chooser,))


def intent(query: Prediction, tracks: Tracks) -> Outcome:
    """What it does: its script says so, wherever the tracks lead."""
    return Outcome(query.intents[0], query.intents[1:4], 1.0)


def drivers(happening: Happening) -> Iterator[Ask]:
    """Who drives by itself."""
    for drive in happening.event.drives:
        if drive.name in happening.actors and happening.moves(drive.name):
            yield Ask((drive.name,))


def heading(query: Prediction, tracks: Tracks) -> Outcome:
    """Which way it is going."""
    (name,) = query.about
    velocity = tracks.velocity(name, query.moment)
    way, clearly = quarter(velocity, tracks.camera(query.eye, query.moment))
    pace = float(np.linalg.norm(velocity)) / (SLOW * tracks.length(name)) - 1
    wrong = tuple(HEADINGS[w] for w in QUARTERS if w != way)
    return Outcome(HEADINGS[way], wrong, min(clearly / CLEAR - 1, pace))


INTENT = Form(
    "intent",
    choosers,
    intent,
    directions=("forward",),
    events=("crossing_turn", "overtaking", "parking"),
    ridden=False,
    names=1,
    intent=True,
)
HEADING = Form(
    "heading",
    drivers,
    heading,
    fixed=tuple(HEADINGS.values()),
    by_view=True,
    events=("crossing_turn", "following", "overtaking", "parking", "toy_patrol", "turntable"),
    names=1,
)
FORMS = (INTENT, HEADING)

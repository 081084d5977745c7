"""The tasks of the suite: each type of question in both directions."""

from __future__ import annotations

import numpy as np

from diorama.kinds import Choice
from diorama.suites.drafts import Draft
from diorama.suites.suite import Task
from diorama.suites.video.drafting import deal_of, make_draft
from diorama.suites.video.query import DIRECTIONS, Direction, Prediction
from diorama.suites.video.questions import FORMS, TYPES
from diorama.suites.video.suite import video
from diorama.suites.video.tracks import Tracks
from diorama.world import Camera, World
from diorama.world.motors import play

Rng = np.random.Generator


def answer(query: Prediction, world: World, camera: Camera) -> Choice:
    """Let the event take its course and read the outcome."""
    motion = play(world, query.drives, query.seconds)
    return Choice(option=FORMS[query.form].read(query, Tracks.of(motion)).right)


def _add(kind: str, direction: Direction) -> Task:
    deal = deal_of(kind, direction)

    def make(turn: int, rng: Rng) -> Draft:
        return make_draft(kind, direction, deal.hand(turn), rng)

    said = kind.replace("-", " ")
    make.__doc__ = f"Ask about {said} {'after' if direction == 'forward' else 'before'} what a clip shows."
    make.__module__ = __name__
    task = video.task(kind, level=direction, kind="choice", query=Prediction, deal=deal)(make)
    task.answer(answer)
    return task


TASKS = tuple(_add(kind, direction) for kind in TYPES for direction in DIRECTIONS)

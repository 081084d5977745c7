"""Relative distance: who is nearest to what, and whether a gap grows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from diorama.suites.video.query import Prediction
from diorama.suites.video.questions.form import Ask, Form, Happening, Outcome, clearest
from diorama.suites.video.tracks import Tracks
from diorama.world import OrientedBox, World, oriented_box

CLEARLY = 0.25
"""By what share the nearest must be nearer than the next, from middle to middle …"""
ASIDE = 0.15
"""… and by what share of that distance there must be less room between them."""
GROWN, ALIKE = 0.3, 0.08
"""By what share a gap must change to have changed, and may change to be about the same."""
GRID = np.array(list(product(np.linspace(-1, 1, 5), repeat=3)))
LITTLE_ROOM = 0.25
"""The share of their distance below which the room between two things is too little to compare with."""
FARTHER, CLOSER, SAME = "farther apart", "closer together", "about as far apart"


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
    world = tracks.at(query.moment)
    return _nearest(world, oriented_box(world[centre]), others)


def any_bodies(happening: Happening) -> Iterator[Ask]:
    """Bodies that may be nearest to the camera."""
    actors = happening.actors
    for count in (4, 3):
        for names in combinations(actors, count):
            if any(happening.moves(n) for n in names):
                yield Ask(names)


def nearest_camera(query: Prediction, tracks: Tracks) -> Outcome:
    """Which of some bodies is nearest to the camera."""
    eye = np.asarray(tracks.camera(query.eye, query.moment).position)
    return _nearest(tracks.at(query.moment), OrientedBox(eye, np.zeros(3), np.eye(3)), query.about)


def two_bodies(happening: Happening) -> Iterator[Ask]:
    """Two bodies whose distance may change."""
    for a, b in combinations(happening.actors, 2):
        if happening.moves(a) or happening.moves(b):
            yield Ask((a, b))


def gap(query: Prediction, tracks: Tracks) -> Outcome:
    """Whether two bodies are farther apart, or nearer, at the moment than at the cut."""
    moments = [[oriented_box(tracks.at(when)[name]) for name in query.about] for when in (query.moment, query.cut)]
    then, now = (_apart(a.centre, b.centre) for a, b in moments)
    room_then, room_now = (_room(a, b) for a, b in moments)
    change = then / max(now, 1e-9) - 1
    room = (room_then - room_now) / max(room_now, LITTLE_ROOM * now, 1e-9)
    if abs(change) < ALIKE * 2:
        return Outcome(SAME, (FARTHER, CLOSER), 1 - max(abs(change), abs(room) / 2) / ALIKE)
    right, wrong = (FARTHER, CLOSER) if change > 0 else (CLOSER, FARTHER)
    margin = min(abs(change) / GROWN, 2 * room * float(np.sign(change)) / GROWN) - 1
    return Outcome(right, (wrong, SAME), margin)


def _nearest(world: World, here: OrientedBox, names: Sequence[str]) -> Outcome:
    """Which of some bodies is nearest to a box: from middle to middle, and in the room between them."""
    boxes = {name: oriented_box(world[name]) for name in names}
    apart = {name: max(_apart(box.centre, here.centre), 1e-9) for name, box in boxes.items()}
    name, ahead = clearest({n: 1 / d for n, d in apart.items()})
    room = {n: _room(box, here) for n, box in boxes.items()}
    next_room = min(r for n, r in room.items() if n != name)
    margin = min(ahead / CLEARLY, (next_room - room[name]) / (ASIDE * apart[name])) - 1
    wrong = tuple(world[n].phrase for n in names if n != name)
    return Outcome(world[name].phrase, wrong, margin)


def _room(a: OrientedBox, b: OrientedBox) -> float:
    """About how much room there is between two boxes: between the nearest of many points in each."""
    first, second = (box.centre + (GRID * box.half) @ box.axes.T for box in (a, b))
    return float(cdist(first, second).min())


def _apart(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(a - b))


NEAREST_TO = Form("nearest_to", around_one, nearest_to, least=4, names=1)
NEAREST_CAMERA = Form("nearest_camera", any_bodies, nearest_camera, by_view=True, least=3)
GAP = Form("gap", two_bodies, gap, fixed=(FARTHER, CLOSER, SAME), least=2, names=2)
FORMS = (NEAREST_TO, NEAREST_CAMERA, GAP)

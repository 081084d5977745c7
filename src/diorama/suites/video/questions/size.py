"""Relative size: what looks largest in the view."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from scipy.spatial import ConvexHull

from diorama.suites.video.query import Prediction
from diorama.suites.video.questions.form import Ask, Form, Happening, Outcome, clearest
from diorama.suites.video.tracks import Tracks
from diorama.world import Camera, World, project
from diorama.world.poses import outline_points

CLEARLY = 0.4


def apparent(happening: Happening) -> Iterator[Ask]:
    """Bodies of which one at least moves."""
    actors = happening.actors
    for count in (3, 4):
        for names in combinations(actors, count):
            if any(happening.moves(n) for n in names) or happening.event.riders:
                yield Ask(names)


def largest(query: Prediction, tracks: Tracks) -> Outcome:
    """Which of some bodies takes the largest part of the picture."""
    world, camera = tracks.at(query.moment), tracks.camera(query.eye, query.moment)
    areas = {n: seen_area(world, n, camera) for n in query.about}
    name, ahead = clearest(areas)
    phrases = {n: world[n].phrase for n in areas}
    in_view = 1.0 if min(areas.values()) > 0 else -1.0
    return Outcome(phrases[name], tuple(p for n, p in phrases.items() if n != name), min(ahead / CLEARLY - 1, in_view))


def seen_area(world: World, name: str, camera: Camera) -> float:
    """The area of a body's outline in the picture, square pixels; 0 if it is not wholly before the camera."""
    points = project(camera, outline_points([world[name]]))
    inside = (points[:, 2] > 0.05) & (np.abs(points[:, 0] - camera.width / 2) < 0.6 * camera.width)
    if not inside.all():
        return 0.0
    return float(ConvexHull(points[:, :2]).volume)


LARGEST = Form("largest", apparent, largest, by_view=True, least=3)
FORMS = (LARGEST,)

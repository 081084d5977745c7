"""Relative size: what looks largest in the view."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from diorama.sight import see
from diorama.suites.video.query import Prediction
from diorama.suites.video.questions.form import UNCLEAR, Ask, Form, Happening, Outcome, clearest
from diorama.suites.video.tracks import Tracks

CLEARLY = 0.4
"""By what share the largest must be larger than the next."""
SEEN_PX = 120
"""Pixels that each of them must show."""


def apparent(happening: Happening) -> Iterator[Ask]:
    """Bodies of which one at least moves, or which are seen by a camera that does."""
    actors = happening.actors
    for count in (3, 4):
        for names in combinations(actors, count):
            if any(happening.moves(n) for n in names) or happening.rider:
                yield Ask(names)


def largest(query: Prediction, tracks: Tracks) -> Outcome:
    """Which of some bodies covers the largest area of the picture: by what is seen of it, and by its whole outline."""
    world = tracks.at(query.moment)
    sight = see(world, tracks.camera(query.eye, query.moment))
    seen = {name: float(sight.visible_px(name)) for name in query.about}
    name, ahead = clearest(seen)
    whole, ahead_whole = clearest({n: float(sight.silhouette_px(n)) for n in query.about})
    plain = whole == name and min(seen.values()) >= SEEN_PX
    wrong = tuple(world[n].phrase for n in query.about if n != name)
    return Outcome(world[name].phrase, wrong, min(ahead, ahead_whole) / CLEARLY - 1 if plain else UNCLEAR)


LARGEST = Form("largest", apparent, largest, by_view=True, least=3)
FORMS = (LARGEST,)

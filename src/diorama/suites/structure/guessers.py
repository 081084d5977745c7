"""What flat boxes suggest for the tasks of this suite: guessers of sets for `audit`, and sorting for the players."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations

import numpy as np

from diorama.kinds import ObjectSet, Query, Rearrangement, Swaps
from diorama.sight import Rectangle
from diorama.suites.flat import CUES, DEPTH_CUES, GUESSES, Boxes, Cue, FlatScene, width
from diorama.whatif.swaps import exchanged

Pair = tuple[str, str]


def _guess_set(guess: Callable[[Boxes, str], list[str]], query: Query, scene: FlatScene) -> ObjectSet | None:
    """The set that a rule about boxes gives for the body that the question is about."""
    return _set_of(query, scene, lambda x: guess(scene.boxes, x))


def _cue_set(cue: Cue, query: Query, scene: FlatScene) -> ObjectSet | None:
    """The same by a cue, which may also know what touches what in the picture."""
    return _set_of(query, scene, lambda x: cue(scene, x))


def _set_of(query: Query, scene: FlatScene, find: Callable[[str], list[str]]) -> ObjectSet | None:
    """What is found for the body that the question is about; None if that cannot be seen or nothing is found."""
    target = query.bodies()[0]
    names = tuple(find(target)) if target in scene.boxes else ()
    return ObjectSet(names=names) if names else None


SET_GUESSERS = {name: partial(_guess_set, guess) for name, guess in GUESSES.items()}
SET_CUES = {name: partial(_cue_set, cue) for name, cue in CUES.items()}
"""Guessers that the gates do not know."""
SET_DEPTH_CUES = {name: partial(_cue_set, cue) for name, cue in DEPTH_CUES.items()}
"""Guessers with one idea of depth, which the audit shows and does not warn of."""


def sorting_swaps(query: Rearrangement, scene: FlatScene) -> Swaps:
    """The fewest swaps that sort the middles of the boxes; of several sequences, the one with similar widths."""
    boxes = scene.boxes
    goal = tuple(n for n in query.order if n in boxes)
    now = tuple(sorted(goal, key=lambda n: boxes[n].left + boxes[n].right))
    sequences = _fewest(now, goal)
    if not sequences or not sequences[0]:
        return Swaps()
    return Swaps(pairs=min(sequences, key=lambda pairs: max(_unlike(boxes[a], boxes[b]) for a, b in pairs)))


def _fewest(now: tuple[str, ...], goal: tuple[str, ...]) -> list[tuple[Pair, ...]]:
    """All shortest sequences of exchanges from one order to another."""
    layer: list[tuple[tuple[str, ...], tuple[Pair, ...]]] = [(now, ())]
    for _ in range(len(goal)):
        found = [pairs for order, pairs in layer if order == goal]
        if found:
            return found
        layer = [
            (exchanged(order, (a, b)), (*pairs, (a, b)))
            for order, pairs in layer
            for a, b in combinations(sorted(goal), 2)
        ]
    return []


def _unlike(a: Rectangle, b: Rectangle) -> float:
    """How different two boxes are in width."""
    return float(abs(np.log(max(1.0, width(a)) / max(1.0, width(b)))))

"""What flat boxes suggest for multiple choice: guessers for `audit`, and how the flat players choose.

They know names, boxes and options, and nothing else; a benchmark of 3D understanding should not be passed by them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from diorama.kinds import Choice, Query
from diorama.suites.causal.options import NO, NOT_SURE, YES
from diorama.suites.flat import FlatScene, distance, meeting, nearest, width

Rng = np.random.Generator
Pair = tuple[str, str]
Chooser = Callable[[tuple[Pair, ...], Query, FlatScene], str | None]


def choose_nearest(touching: tuple[Pair, ...], query: Query, scene: FlatScene) -> str | None:
    """The option that names the object nearest in the picture; where none does, yes if something is near."""
    target, boxes = query.bodies()[0], scene.boxes
    named = scene.options_naming(but=target)
    if named:
        return min(named, key=lambda o: distance(boxes[named[o]], boxes[target]))
    near = nearest(boxes, target)
    return _said(touching, scene, bool(near) and distance(boxes[near[0]], boxes[target]) < width(boxes[target]))


def choose_overlapping(touching: tuple[Pair, ...], query: Query, scene: FlatScene) -> str | None:
    """The option that overlapping, or separate, boxes suggest."""
    (target, *others), boxes = query.bodies(), scene.boxes
    among = {n: boxes[n] for n in others if n in boxes} or boxes
    touched = meeting({**among, target: boxes[target]}, target)
    named = [option for option, name in scene.options_naming(but=target).items() if name in touched]
    return named[0] if named else _said(touching, scene, bool(touched))


def choose_narrower(touching: tuple[Pair, ...], query: Query, scene: FlatScene) -> str | None:
    """Yes if what the question is about is narrower in the picture than the other thing it names."""
    (first, *others), boxes = query.bodies(), scene.boxes
    if not others or others[0] not in boxes:
        return None
    return _said(touching, scene, width(boxes[first]) < width(boxes[others[0]]))


CHOOSERS: dict[str, Chooser] = {
    "nearest box": choose_nearest,
    "overlapping boxes": choose_overlapping,
    "narrower box": choose_narrower,
}


def choosers(*touching: Pair) -> dict[str, Callable[[Query, FlatScene], Choice | None]]:
    """The guessers of a task; `touching` are pairs of options that boxes which touch, and which do not, speak for."""
    return {name: partial(_choose, choose, touching) for name, choose in CHOOSERS.items()}


def _choose(choose: Chooser, touching: tuple[Pair, ...], query: Query, scene: FlatScene) -> Choice | None:
    option = choose(touching, query, scene) if query.bodies()[0] in scene.boxes else None
    return Choice(option=option) if option is not None else None


def _said(touching: tuple[Pair, ...], scene: FlatScene, yes: bool) -> str | None:
    """The option for boxes that touch, or do not; None where no option is about that: nobody bets on not sure."""
    for pair in touching:
        option = pair[0 if yes else 1]
        if option in scene.options and option != NOT_SURE:
            return option
    return None


def flat_choice(query: Query, scene: FlatScene, rng: Rng, groundline: bool) -> Choice:
    """The option that names the object nearest to the one the question is about; else any but not sure."""
    subject = query.bodies()[0]
    named = {o: n for o, n in scene.options_naming(but=subject).items() if subject in scene.boxes}
    if named:
        return Choice(option=min(named, key=lambda o: distance(scene.boxes[named[o]], scene.boxes[subject])))
    return Choice(option=str(rng.choice([o for o in scene.options if o != NOT_SURE])))


def fits_flatly(falling: str, others: tuple[str, ...], scene: FlatScene) -> Choice | None:
    """Whether one box is narrower than the widest of some others; None if they cannot all be seen."""
    seen = [scene.boxes[n] for n in others if n in scene.boxes]
    if falling not in scene.boxes or not seen:
        return None
    return Choice(option=YES if width(scene.boxes[falling]) < max(map(width, seen)) else NO)

"""Guessers without depth, for multiple choice: they know names and flat boxes, and nothing else.

A benchmark of 3D understanding should not be passed by them; `audit` says how far they come.
"""

from __future__ import annotations

from collections.abc import Callable

from diorama.data.sample import Sample
from diorama.sight import Rectangle
from diorama.suites.causal.collision import NO_COLLISION
from diorama.suites.causal.occlusion import OCCLUDED, REVEALED
from diorama.suites.causal.occlusion_course import FIRST, NEVER
from diorama.suites.causal.options import NO, NOT_SURE, YES
from diorama.suites.flat import Boxes, distance, meeting, nearest

TOUCHING = ((YES, NO), (OCCLUDED, REVEALED), (FIRST, NEVER))
"""What boxes that overlap speak for, and what boxes that do not, in each kind of question."""
ASKED = ("removed", "target", "transparent", "mover", "hidden", "occluder", "other", "falling", "container", "ball")
"""Where traces keep the names of what a question is about, the most important first."""


def asked_about(sample: Sample) -> list[str]:
    """The bodies a question is about, as far as its trace names them."""
    keys = ("mover", "other") if sample.suite == "causal" and "mover" in sample.trace else ASKED
    return [n for key in keys if isinstance(n := sample.trace.get(key), str) and n in sample.world]


def choose_nearest(sample: Sample, boxes: Boxes) -> str:
    """The option that names the object nearest in the picture; where none does, yes if something is near."""
    target = asked_about(sample)[0]
    named = _named(sample, boxes, target)
    if named:
        return min(named, key=lambda o: distance(boxes[named[o]], boxes[target]))
    near = nearest(boxes, target)
    own = boxes[target].right - boxes[target].left
    return _touching(sample, bool(near) and distance(boxes[near[0]], boxes[target]) < own)


def choose_overlapping(sample: Sample, boxes: Boxes) -> str:
    """The option that boxes which overlap, or do not, speak for."""
    target, *others = asked_about(sample)
    among = {n: boxes[n] for n in others if n in boxes} or boxes
    touched = meeting({**among, target: boxes[target]}, target)
    named = [option for option, name in _named(sample, boxes, target).items() if name in touched]
    return named[0] if named else _touching(sample, bool(touched))


def choose_narrower(sample: Sample, boxes: Boxes) -> str:
    """Yes if what the question is about is narrower in the picture than the other thing it names."""
    first, *others = asked_about(sample)
    narrow = bool(others) and others[0] in boxes and _wide(boxes[first]) < _wide(boxes[others[0]])
    return _touching(sample, narrow)


CHOOSERS: dict[str, Callable[[Sample, Boxes], str]] = {
    "nearest box": choose_nearest,
    "overlapping boxes": choose_overlapping,
    "narrower box": choose_narrower,
}
"""Guessers for multiple choice."""


def _named(sample: Sample, boxes: Boxes, target: str) -> dict[str, str]:
    """Options that speak of one body each, and which."""
    found = {}
    for option in sample.options:
        names = [b.name for b in sample.world.bodies if b.phrase and b.phrase in option and b.name in boxes]
        if len(names) == 1 and names[0] != target:
            found[option] = names[0]
    return found


def _touching(sample: Sample, yes: bool) -> str:
    """The option for boxes that touch, or do not; not sure where no option is about that."""
    for pair in TOUCHING:
        if set(pair) <= set(sample.options):
            return pair[0 if yes else 1]
    return NO_COLLISION if NO_COLLISION in sample.options and not yes else NOT_SURE


def _wide(box: Rectangle) -> float:
    return box.right - box.left

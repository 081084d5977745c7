"""The catalogue player: it knows the names and flat boxes of what is visible, the question, and nothing else.

No depth, no outline, no mirror, no motion: what a model would know that lists objects and never thinks of a third
dimension. A benchmark of 3D structure should be failed by it. Its rules, each the best we know for a flat mind, to
which two boxes that overlap mean that either object may hide the other:

- *remove X* (T1) and *see through X* (T3): the object whose box shares most with that of X;
- *see all of X* (T2): every object whose box overlaps that of X, from left to right;
- *reflections* (T4): all objects, since a list says nothing of mirror images;
- *order* (T5, T6): the fewest exchanges of places that sort the middles of the boxes, and of several such sequences the
  one whose objects are most alike in width; it never finds an order infeasible;
- *does A fit into B* (compatibility): yes if the highest box of those it names is narrower than the widest other;
- *multiple choice between objects*: the option that names the object whose box is nearest to that of the first object
  in the question;
- *any other multiple choice*: any option but "not sure";
- any other question about objects: those whose boxes overlap that of the first object it names.

The groundline player plays the same way with one more idea, that of two overlapping boxes the one that reaches further
down is in front. It shows how far this single cue of depth goes in pictures of things that stand on one surface.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from diorama.ask.names import Names
from diorama.ask.players.chance import lettered
from diorama.ask.reading.manners import abstains
from diorama.data import Sample
from diorama.sight import Rectangle, see
from diorama.suites.answers import listing
from diorama.suites.flat import distance, meet, meeting, most_overlapping, visible_boxes
from diorama.whatif.swaps import exchanged

Rng = np.random.Generator
Pair = tuple[str, str]


@dataclass(frozen=True)
class Flat:
    """All that the player is given."""

    task: str
    kind: str
    """The form of the answer: ``choice``, ``objects``, ``swaps`` or ``plan``."""
    question: str
    options: tuple[str, ...]
    boxes: Mapping[str, Rectangle]
    """Around the visible part of each object that can be recognised, by its phrase."""

    def mentioned(self, text: str | None = None) -> list[str]:
        """The objects that the question (or another text) names, in its order."""
        names = Names({phrase: (phrase, phrase.removeprefix("the ")) for phrase in self.boxes})
        found = [m.names[0] for _, _, m in names.mentions(self.question if text is None else text) if len(m.names) == 1]
        return list(dict.fromkeys(found))


def flat_view(sample: Sample) -> Flat:
    """Flatten a sample: a world and a camera become a list of boxes."""
    seen = visible_boxes(see(sample.world, sample.camera)) if sample.camera is not None else {}
    boxes = {sample.world[name].phrase: box for name, box in seen.items()}
    return Flat(sample.task, sample.answer.kind, sample.question, sample.options, boxes)


def reply(flat: Flat, rng: Rng, *, groundline: bool = False) -> str:
    """The best answer that a flat mind can give."""
    if flat.kind == "choice":
        return lettered(flat.options, _option(flat, rng))
    if flat.kind == "swaps":
        return _sorted_by_swaps(flat)
    if flat.kind == "objects":
        found = _objects_by_groundline(flat) if groundline else _objects(flat)
        return listing(found) if found else "none"
    return "I only know what is where in the picture."


def _option(flat: Flat, rng: Rng) -> int:
    sure = [k for k, o in enumerate(flat.options) if not abstains(o)] or list(range(len(flat.options)))
    subjects = flat.mentioned()
    if flat.task == "compatibility" and len(subjects) >= 2:
        falling, *others = sorted((flat.boxes[n] for n in subjects), key=lambda box: box.bottom)
        wanted = "yes" if _width(falling) < max(map(_width, others)) else "no"
        fitting = [k for k in sure if flat.options[k].casefold() == wanted]
        if fitting:
            return fitting[0]
    if subjects:
        named = {k: [n for n in flat.mentioned(flat.options[k]) if n != subjects[0]] for k in sure}
        near = {
            k: min(distance(flat.boxes[n], flat.boxes[subjects[0]]) for n in found)
            for k, found in named.items()
            if found
        }
        if near:
            return min(near, key=lambda k: near[k])
    return int(rng.choice(sure))


def _objects(flat: Flat) -> list[str]:
    boxes, named = flat.boxes, flat.mentioned()
    if flat.task == "T4" or not named:
        return list(boxes)
    if flat.task in ("T1", "T3"):
        return most_overlapping(boxes, named[0])
    return sorted(meeting(boxes, named[0]), key=lambda n: boxes[n].left)


def _objects_by_groundline(flat: Flat) -> list[str]:
    """The same questions, with an idea of what is in front."""
    boxes, named = flat.boxes, flat.mentioned()
    if flat.task == "T4" or not named:
        return list(boxes)
    x = named[0]
    behind = [n for n in boxes if _in_front(boxes[x], boxes[n])]
    if flat.task == "T1":
        return [n for n in behind if not any(_in_front(boxes[o], boxes[n]) for o in boxes if o != x)]
    if flat.task == "T2":
        return sorted((n for n in boxes if _in_front(boxes[n], boxes[x])), key=lambda n: -boxes[n].bottom)
    return behind


def _in_front(a: Rectangle, b: Rectangle) -> bool:
    return meet(a, b) and a.bottom > b.bottom


def _sorted_by_swaps(flat: Flat) -> str:
    """Sort the objects that the question lists by exchanging places, as if they were cards on a line."""
    goal = [n for n in flat.mentioned() if n in flat.boxes]
    places = sorted(goal, key=lambda n: _middle(flat.boxes[n]))
    sequences = list(_fewest(tuple(places), tuple(goal)))
    if not sequences or not sequences[0]:
        return "no swap is needed"
    best = min(sequences, key=lambda pairs: max(_unlike(flat.boxes[a], flat.boxes[b]) for a, b in pairs))
    return "; ".join(f"swap {a} with {b}" for a, b in best)


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


def _middle(box: Rectangle) -> float:
    return (box.left + box.right) / 2


def _unlike(a: Rectangle, b: Rectangle) -> float:
    """How different two boxes are in width."""
    return float(abs(np.log(max(1.0, _width(a)) / max(1.0, _width(b)))))


def _width(box: Rectangle) -> float:
    return box.right - box.left

"""The catalogue player: it knows the names and flat boxes of what is visible, the question, and nothing else.

No depth, no outline, no mirror, no motion: what a model would know that lists objects and never thinks of a third
dimension. A benchmark of 3D structure should be failed by it. Its rules, each the best we know for a flat mind:

- *remove X* (T1): every object whose box touches the box of X and has its lower edge higher up, if the box of no other
  such neighbour lies between;
- *see all of X* (T2): every object whose box overlaps that of X and has its lower edge further down, lowest first;
- *see through X* (T3): every object whose box overlaps that of X and has its lower edge higher up;
- *reflections* (T4): all objects, since a list says nothing of mirror images;
- *order* (T5, T6): the fewest exchanges of places that sort the middles of the boxes, and of several such sequences the
  one whose objects are most alike in width; it never finds an order infeasible;
- *multiple choice*: any option but "not sure";
- any other question about objects: those whose boxes touch that of the object in question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from diorama.ask.names import Names
from diorama.ask.players.chance import lettered
from diorama.ask.reading.manners import abstains
from diorama.data import Sample
from diorama.sight import Rectangle, View
from diorama.suites.answers import listing
from diorama.whatif import recognisable

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

    def mentioned(self) -> list[str]:
        """The objects that the question names, in its order."""
        names = Names({phrase: (phrase, phrase.removeprefix("the ")) for phrase in self.boxes})
        found = [m.names[0] for _, _, m in names.mentions(self.question) if len(m.names) == 1]
        return list(dict.fromkeys(found))


def flat_view(sample: Sample) -> Flat:
    """Flatten a sample: a world and a camera become a list of boxes."""
    boxes: dict[str, Rectangle] = {}
    if sample.camera is not None:
        view = View(sample.world, sample.camera)
        for name in sample.world.inventory:
            box = view.visible_rectangle(name) if recognisable(view.sight(), name) else None
            if box is not None:
                boxes[sample.world[name].phrase] = box
    return Flat(sample.task, sample.answer.kind, sample.question, sample.options, boxes)


def reply(flat: Flat, rng: Rng) -> str:
    """The best answer that a flat mind can give."""
    if flat.kind == "choice":
        sure = [k for k, o in enumerate(flat.options) if not abstains(o)]
        return lettered(flat.options, int(rng.choice(sure or range(len(flat.options)))))
    if flat.kind == "swaps":
        return _sorted_by_swaps(flat)
    if flat.kind == "objects":
        subjects = flat.mentioned()
        found = _RULES.get(flat.task, _touching)(flat.boxes, subjects[0] if subjects else "")
        return listing(found) if found else "none"
    return "I only know what is where in the picture."


def _freed(boxes: Mapping[str, Rectangle], subject: str) -> list[str]:
    if subject not in boxes:
        return []
    return [n for n in _behind(boxes, subject) if _in_front(boxes, n) == [subject]]


def _behind(boxes: Mapping[str, Rectangle], subject: str) -> list[str]:
    """What seems to stand behind: boxes that touch and have their lower edge higher up."""
    box = boxes.get(subject)
    return (
        [] if box is None else [n for n, b in boxes.items() if n != subject and _meet(b, box) and b.bottom < box.bottom]
    )


def _in_front(boxes: Mapping[str, Rectangle], subject: str) -> list[str]:
    """What seems to stand in front, nearest first."""
    box = boxes.get(subject)
    if box is None:
        return []
    found = [n for n, b in boxes.items() if n != subject and _meet(b, box) and b.bottom > box.bottom]
    return sorted(found, key=lambda n: -boxes[n].bottom)


def _everything(boxes: Mapping[str, Rectangle], subject: str) -> list[str]:
    return list(boxes)


def _touching(boxes: Mapping[str, Rectangle], subject: str) -> list[str]:
    box = boxes.get(subject)
    return [] if box is None else [n for n, b in boxes.items() if n != subject and _meet(b, box)]


_RULES: dict[str, Callable[[Mapping[str, Rectangle], str], list[str]]] = {
    "T1": _freed,
    "T2": _in_front,
    "T3": _behind,
    "T4": _everything,
}


def _meet(a: Rectangle, b: Rectangle) -> bool:
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom


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
            (_exchanged(order, a, b), (*pairs, (a, b)))
            for order, pairs in layer
            for a, b in combinations(sorted(goal), 2)
        ]
    return []


def _exchanged(order: Sequence[str], a: str, b: str) -> tuple[str, ...]:
    return tuple(b if n == a else a if n == b else n for n in order)


def _middle(box: Rectangle) -> float:
    return (box.left + box.right) / 2


def _unlike(a: Rectangle, b: Rectangle) -> float:
    """How different two boxes are in width."""
    return float(abs(np.log(max(1.0, a.right - a.left) / max(1.0, b.right - b.left))))

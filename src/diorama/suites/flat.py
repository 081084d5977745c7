"""What a flat mind would guess: one that knows the boxes of what is visible, and no depth.

Tasks that ask about depth reject what it would get right, `audit` measures how often it is right all the same, and
the catalogue player plays by it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from scipy.ndimage import find_objects

from diorama.sight import Rectangle, Sight
from diorama.suites.drafts import Rejected
from diorama.whatif import recognisable

Boxes = Mapping[str, Rectangle]

SOLVED_EVERY = 5
"""One of this many samples may be solved by a flat guess; none at all would be a shortcut of its own."""


@dataclass(frozen=True)
class FlatScene:
    """All that a flat mind knows of a sample: boxes of what can be recognised, what things are called, the options."""

    boxes: Boxes
    """By the names of bodies."""
    phrases: Mapping[str, str]
    options: tuple[str, ...] = ()

    def options_naming(self, *, but: str) -> dict[str, str]:
        """The options that name exactly one visible body, and that body; options that name `but` are left out."""
        found = {}
        for option in self.options:
            names = [n for n, phrase in self.phrases.items() if n in self.boxes and _names(option, phrase)]
            if len(names) == 1 and names[0] != but:
                found[option] = names[0]
        return found


def _names(option: str, phrase: str) -> bool:
    """Whether an option speaks of something by its phrase: "the car" is not in "the cardboard box"."""
    return bool(phrase) and re.search(rf"{re.escape(phrase)}(?!\w)", option) is not None


def visible_boxes(sight: Sight) -> dict[str, Rectangle]:
    """The box around the visible part of every body that can be recognised."""
    found = {}
    for name, spans in zip(sight.names, find_objects(sight.ids + 1), strict=False):
        if spans is not None and name in sight.inventory and recognisable(sight, name):
            rows, columns = spans
            found[name] = Rectangle(columns.start, rows.start, columns.stop, rows.stop)
    return found


def meet(a: Rectangle, b: Rectangle) -> bool:
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom


def width(box: Rectangle) -> float:
    return box.right - box.left


def distance(a: Rectangle, b: Rectangle) -> float:
    """Between the middles of two boxes, along rows and columns."""
    return (abs(a.left + a.right - b.left - b.right) + abs(a.top + a.bottom - b.top - b.bottom)) / 2


def overlap(a: Rectangle, b: Rectangle) -> float:
    """The area that two boxes share."""
    wide, high = min(a.right, b.right) - max(a.left, b.left), min(a.bottom, b.bottom) - max(a.top, b.top)
    return max(0.0, wide) * max(0.0, high)


def nearest(boxes: Boxes, x: str) -> list[str]:
    """The one whose box has its middle nearest to that of x."""
    others = [n for n in boxes if n != x]
    return [min(others, key=lambda n: distance(boxes[n], boxes[x]))] if others else []


def meeting(boxes: Boxes, x: str) -> list[str]:
    """All whose boxes overlap that of x."""
    return [n for n in boxes if n != x and meet(boxes[n], boxes[x])]


def most_overlapping(boxes: Boxes, x: str) -> list[str]:
    """The one whose box shares most with that of x, if any does."""
    found = meeting(boxes, x)
    return [max(found, key=lambda n: overlap(boxes[n], boxes[x]))] if found else []


def meeting_only(boxes: Boxes, x: str) -> list[str]:
    """All whose boxes overlap that of x and no other."""
    return [n for n in meeting(boxes, x) if meeting(boxes, n) == [x]]


def meeting_above(boxes: Boxes, x: str) -> list[str]:
    """All whose boxes overlap that of x and end higher up, as what stands behind does on a table."""
    return [n for n in meeting(boxes, x) if boxes[n].bottom < boxes[x].bottom]


def meeting_below(boxes: Boxes, x: str) -> list[str]:
    """All whose boxes overlap that of x and end lower, as what stands in front does."""
    return [n for n in meeting(boxes, x) if boxes[n].bottom > boxes[x].bottom]


def in_front(a: Rectangle, b: Rectangle) -> bool:
    """Whether the first box hides the second, to a mind that takes what ends lower in the picture for nearer."""
    return meet(a, b) and a.bottom > b.bottom


GUESSES: dict[str, Callable[[Boxes, str], list[str]]] = {
    "nearest box": nearest,
    "overlapping boxes": meeting,
    "most overlapping box": most_overlapping,
    "boxes overlapping no other": meeting_only,
    "overlapping boxes above": meeting_above,
    "overlapping boxes below": meeting_below,
}


def reject_flat(sight: Sight, x: str, answer: Collection[str], turn: int) -> None:
    """Reject an answer that a flat mind might give about x, except on every fifth turn."""
    if turn % SOLVED_EVERY == 0:
        return
    boxes = visible_boxes(sight)
    if x in boxes and any(set(guess(boxes, x)) == set(answer) for guess in GUESSES.values()):
        raise Rejected("flat boxes alone give the answer")

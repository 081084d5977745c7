"""What a flat mind would guess: one that knows the boxes of what is visible, and no depth.

Tasks that ask about depth use it as a gate (a question that a flat guess answers asks nothing), and the catalogue
player plays by it.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from diorama.sight import Rectangle, Sight
from diorama.whatif import recognisable

Boxes = Mapping[str, Rectangle]


def visible_boxes(sight: Sight) -> dict[str, Rectangle]:
    """The box around the visible part of every body that can be recognised."""
    found = {}
    for name in sight.inventory:
        if recognisable(sight, name):
            rows, columns = np.nonzero(sight.visible(name))
            found[name] = Rectangle(
                float(columns.min()), float(rows.min()), float(columns.max() + 1), float(rows.max() + 1)
            )
    return found


def meet(a: Rectangle, b: Rectangle) -> bool:
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom


def distance(a: Rectangle, b: Rectangle) -> float:
    """Between the middles of two boxes, along rows and columns."""
    return (abs(a.left + a.right - b.left - b.right) + abs(a.top + a.bottom - b.top - b.bottom)) / 2


def overlap(a: Rectangle, b: Rectangle) -> float:
    """The area that two boxes share."""
    wide, high = min(a.right, b.right) - max(a.left, b.left), min(a.bottom, b.bottom) - max(a.top, b.top)
    return max(0.0, wide) * max(0.0, high)


def meeting(boxes: Boxes, x: str) -> list[str]:
    """All whose boxes overlap that of x."""
    return [n for n in boxes if n != x and meet(boxes[n], boxes[x])]


def most_overlapping(boxes: Boxes, x: str) -> list[str]:
    """The one whose box shares most with that of x, if any does."""
    found = meeting(boxes, x)
    return [max(found, key=lambda n: overlap(boxes[n], boxes[x]))] if found else []


def nearest(boxes: Boxes, x: str) -> list[str]:
    """The one whose box has its middle nearest to that of x."""
    others = [n for n in boxes if n != x]
    return [min(others, key=lambda n: distance(boxes[n], boxes[x]))] if others else []


def meeting_only(boxes: Boxes, x: str) -> list[str]:
    """All whose boxes overlap that of x and no other."""
    return [n for n in meeting(boxes, x) if meeting(boxes, n) == [x]]


GUESSES = (meeting, most_overlapping, nearest, meeting_only)


def guessed(boxes: Boxes, x: str) -> set[frozenset[str]]:
    """All that a flat mind might say of x."""
    return {frozenset(guess(boxes, x)) for guess in GUESSES} if x in boxes else set()

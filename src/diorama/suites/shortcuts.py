"""Shortcuts: how far one gets with flat boxes alone, without an idea of depth.

A task asks them to turn down what they solve, `audit` to measure how often they are right all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from scipy.ndimage import find_objects

from diorama.sight import Rectangle, Sight
from diorama.suites.tasks import Rejected

Boxes = dict[str, Rectangle]

SOLVED_EVERY = 5
"""One sample of so many may be solved by a shortcut; none at all would be a shortcut of its own."""


def visible_boxes(sight: Sight) -> Boxes:
    """The rectangle around what is seen of each inventory body that is seen at all."""
    found = find_objects(sight.ids + 1)
    boxes = {}
    for name, spans in zip(sight.names, found, strict=False):
        if spans is not None and name in sight.inventory:
            rows, columns = spans
            boxes[name] = Rectangle(columns.start, rows.start, columns.stop, rows.stop)
    return boxes


def nearest_box(boxes: Boxes, target: str) -> set[str]:
    """The object whose box has its middle nearest to that of the target."""
    others = [n for n in boxes if n != target]
    return {min(others, key=lambda n: _distance(boxes[n], boxes[target]))} if others else set()


def overlapping_boxes(boxes: Boxes, target: str) -> set[str]:
    """All objects whose boxes overlap that of the target."""
    return {n for n in boxes if n != target and _overlap(boxes[n], boxes[target])}


def higher_overlapping_boxes(boxes: Boxes, target: str) -> set[str]:
    """Those of them that end higher up in the picture, as what stands behind does on a table."""
    return {n for n in overlapping_boxes(boxes, target) if boxes[n].bottom < boxes[target].bottom}


def lower_overlapping_boxes(boxes: Boxes, target: str) -> set[str]:
    """Those of them that end lower in the picture, as what stands in front does."""
    return {n for n in overlapping_boxes(boxes, target) if boxes[n].bottom > boxes[target].bottom}


SHORTCUTS: dict[str, Callable[[Boxes, str], set[str]]] = {
    "nearest box": nearest_box,
    "overlapping boxes": overlapping_boxes,
    "overlapping boxes above": higher_overlapping_boxes,
    "overlapping boxes below": lower_overlapping_boxes,
}


def reject_shortcuts(sight: Sight, target: str, answer: Collection[str], turn: int) -> None:
    """Turn down what flat boxes alone would get right, save on every few turns."""
    if turn % SOLVED_EVERY == 0:
        return
    boxes = visible_boxes(sight)
    if any(guess(boxes, target) == set(answer) for guess in SHORTCUTS.values()):
        raise Rejected("flat boxes alone give the answer")


def _distance(a: Rectangle, b: Rectangle) -> float:
    return abs(a.left + a.right - b.left - b.right) + abs(a.top + a.bottom - b.top - b.bottom)


def _overlap(a: Rectangle, b: Rectangle) -> bool:
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom

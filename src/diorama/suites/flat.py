"""What a flat mind would guess: one that knows the boxes of what is visible, and no depth.

Tasks that ask about depth reject what some of its guesses would get right (`GUESSES`); other guesses (`CUES`) are kept
out of that filter, so that the audit can find what the filter does not know. `DEPTH_CUES` are not flat: they know that
what ends lower is nearer, which is a part of seeing. The audit shows how far that gets, and does not warn of it.
The catalogue player plays by boxes, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

import numpy as np
from scipy.ndimage import find_objects

from diorama.sight import Rectangle, Sight
from diorama.suites.dealing import Hand
from diorama.suites.drafts import Rejected
from diorama.whatif import recognisable

Boxes = Mapping[str, Rectangle]

SOLVED_EVERY = 5
"""One of this many samples may be solved by a flat guess; none at all would be a shortcut of its own.
What is filtered bears `FLAT_GATE` among its gates; the others show what the guesses get without the filter."""
FLAT_GATE = "not given by flat boxes"


@dataclass(frozen=True)
class FlatScene:
    """All that a flat mind knows of a sample: boxes of what can be recognised, what things are called, the options."""

    boxes: Boxes
    """By the names of bodies."""
    phrases: Mapping[str, str]
    options: tuple[str, ...] = ()
    borders: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """What the visible part of each of them borders on: contact in the picture, which no filter knows."""

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


def visible_borders(sight: Sight, names: Collection[str]) -> dict[str, frozenset[str]]:
    """Which of some bodies meet which others along an edge of their visible parts."""
    ids = sight.ids
    beside = [(ids[:, :-1], ids[:, 1:]), (ids[:-1], ids[1:])]
    pairs = np.concatenate([np.stack([a[a != b], b[a != b]], axis=1) for a, b in beside])
    known = {k: name for k, name in enumerate(sight.names) if name in names}
    found: dict[str, set[str]] = {name: set() for name in names}
    for a, b in np.unique(pairs, axis=0).tolist():
        if a in known and b in known:
            found[known[a]].add(known[b])
            found[known[b]].add(known[a])
    return {name: frozenset(others) for name, others in found.items()}


def meet(a: Rectangle, b: Rectangle) -> bool:
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom


def width(box: Rectangle) -> float:
    return box.right - box.left


def area(box: Rectangle) -> float:
    return width(box) * (box.bottom - box.top)


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
"""The guesses that the filter knows."""


def smaller(scene: FlatScene, x: str) -> list[str]:
    """All whose boxes overlap that of x and are smaller: what a large thing could hide."""
    return [n for n in meeting(scene.boxes, x) if area(scene.boxes[n]) < area(scene.boxes[x])]


def larger(scene: FlatScene, x: str) -> list[str]:
    """All whose boxes overlap that of x and are larger: what could hide a small thing."""
    return [n for n in meeting(scene.boxes, x) if area(scene.boxes[n]) > area(scene.boxes[x])]


def higher(scene: FlatScene, x: str) -> list[str]:
    """All whose boxes overlap that of x and have their middle higher up in the picture."""
    return [n for n in meeting(scene.boxes, x) if _middle(scene.boxes[n]) < _middle(scene.boxes[x])]


def lower(scene: FlatScene, x: str) -> list[str]:
    """All whose boxes overlap that of x and have their middle lower in the picture."""
    return [n for n in meeting(scene.boxes, x) if _middle(scene.boxes[n]) > _middle(scene.boxes[x])]


def touching(scene: FlatScene, x: str) -> list[str]:
    """All whose visible part borders on that of x."""
    return sorted(scene.borders.get(x, ()))


def behind_alone(scene: FlatScene, x: str) -> list[str]:
    """All that x, and nothing else, seems to hide to a mind that takes what ends lower for nearer."""
    boxes = scene.boxes
    behind = [n for n in boxes if n != x and in_front(boxes[x], boxes[n])]
    return [n for n in behind if not any(in_front(boxes[o], boxes[n]) for o in boxes if o not in (x, n))]


def _middle(box: Rectangle) -> float:
    return (box.top + box.bottom) / 2


Cue = Callable[[FlatScene, str], list[str]]


def both(one: Cue, other: Cue) -> Cue:
    """What two cues agree on."""
    return lambda scene, x: [n for n in one(scene, x) if n in other(scene, x)]


def ends_higher(scene: FlatScene, x: str) -> list[str]:
    return [n for n in scene.boxes if scene.boxes[n].bottom < scene.boxes[x].bottom]


def ends_lower(scene: FlatScene, x: str) -> list[str]:
    return [n for n in scene.boxes if scene.boxes[n].bottom > scene.boxes[x].bottom]


CUES: dict[str, Cue] = {
    "smaller boxes": smaller,
    "larger boxes": larger,
    "boxes higher up": higher,
    "boxes lower down": lower,
    "contact": touching,
    "contact with smaller": both(touching, smaller),
    "contact with larger": both(touching, larger),
}
"""The flat guesses that are kept out of the filter: size, height in the picture, contact, and some together."""

DEPTH_CUES: dict[str, Cue] = {
    "groundline": behind_alone,
    "contact and groundline": both(touching, behind_alone),
    "contact, ending higher": both(touching, ends_higher),
    "contact, ending lower": both(touching, ends_lower),
}
"""Guesses of a mind that takes what ends lower in the picture for nearer, and sees what touches what."""


def filtered(hand: Hand) -> bool:
    """Whether the sample of a hand must not be solved by a flat guess."""
    return not hand.one_in(SOLVED_EVERY)


def flat_gate(hand: Hand) -> tuple[str, ...]:
    """The name of the gate, for samples that have to pass it."""
    return (FLAT_GATE,) if filtered(hand) else ()


def reject_flat(sight: Sight, x: str, answer: Collection[str], hand: Hand) -> None:
    """Reject an answer that a flat mind might give about x, except on every fifth turn."""
    if not filtered(hand):
        return
    boxes = visible_boxes(sight)
    if x in boxes and any(set(guess(boxes, x)) == set(answer) for guess in GUESSES.values()):
        raise Rejected("flat boxes alone give the answer")

"""What flat minds plan: one that sees no need to move anything else, and one that moves all that is drawn above."""

from __future__ import annotations

import numpy as np

from diorama.kinds import Chore, Plan, Step
from diorama.sight import Rectangle
from diorama.suites.flat import FlatScene

Rng = np.random.Generator


def one_step(query: Chore, scene: FlatScene) -> Plan:
    """Just do it: the last step alone."""
    return _plan([_goal(query, scene)[-1]])


def everything_above(query: Chore, scene: FlatScene) -> Plan | None:
    """Remove all whose boxes are above that of a thing in the picture and meet its columns, then do it."""
    boxes = scene.boxes
    if query.target not in boxes:
        return None
    bases = [query.target] if query.goal != "place" else [n for n in query.bodies() if n in boxes]
    above = [n for n in boxes if n not in bases and any(_above(boxes[n], boxes[base]) for base in bases)]
    removals = [f"Remove {scene.phrases[name]}" for name in sorted(above, key=lambda n: boxes[n].top)]
    return _plan([*removals, *_goal(query, scene)])


def flat_plan(query: Chore, scene: FlatScene, rng: Rng, groundline: bool) -> Plan | None:
    """What a mind without depth says to all tasks, whether or not it knows that what ends lower is nearer."""
    return everything_above(query, scene)


def _above(box: Rectangle, base: Rectangle) -> bool:
    """Whether a box has its middle above that of another, over its columns."""
    middle, across = (box.top + box.bottom) / 2, (box.left + box.right) / 2
    return middle < (base.top + base.bottom) / 2 and base.left <= across <= base.right


def _goal(query: Chore, scene: FlatScene) -> list[str]:
    """The steps that the question itself names."""
    target, place = scene.phrases[query.target], scene.phrases.get(query.place or "", "")
    match query.goal:
        case "take out":
            return [f"Take {target} out of {place}"]
        case "remove":
            return [f"Remove {target} from {place}"]
        case "place":
            return [f"Pick up {target}", f"Place {target} on {place}"]
        case _:
            return [f"Pick up {target}"]


def _plan(contents: list[str]) -> Plan:
    """Steps in this order, the last of which needs all others."""
    last = len(contents)
    return Plan(
        steps=tuple(
            Step(id=k, content=content, needs=tuple(range(1, last)) if k == last else ())
            for k, content in enumerate(contents, start=1)
        )
    )


GUESSERS = {"one step": one_step, "everything above": everything_above}

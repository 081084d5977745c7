"""What flat minds plan: one that sees no need to move anything else, and one that moves all that is drawn above."""

from __future__ import annotations

from diorama.kinds import Chore, Plan, Step
from diorama.sight import Rectangle
from diorama.suites.flat import FlatScene


def one_step(query: Chore, scene: FlatScene) -> Plan:
    """Just do it."""
    return _plan(query, scene, [])


def everything_above(query: Chore, scene: FlatScene) -> Plan | None:
    """Remove all whose boxes are above that of a thing in the picture and meet its columns; nothing needs anything."""
    boxes = scene.boxes
    if query.target not in boxes:
        return None
    bases = [query.target] if query.goal != "place" else [n for n in query.bodies() if n in boxes]
    above = [n for n in boxes if n not in bases and any(_above(boxes[n], boxes[base]) for base in bases)]
    return _plan(query, scene, sorted(above, key=lambda n: boxes[n].top))


def _above(box: Rectangle, base: Rectangle) -> bool:
    """Whether a box has its middle above that of another, over its columns."""
    middle, across = (box.top + box.bottom) / 2, (box.left + box.right) / 2
    return middle < (base.top + base.bottom) / 2 and base.left <= across <= base.right


def _plan(query: Chore, scene: FlatScene, removed: list[str]) -> Plan:
    said = [f"Remove {scene.phrases[name]}" for name in removed]
    target = scene.phrases[query.target]
    match query.goal:
        case "take out":
            said.append(f"Take {target} out of {scene.phrases[query.place or '']}")
        case "remove":
            said.append(f"Remove {target}")
        case "place":
            said += [f"Pick up {target}", f"Place {target} on {scene.phrases[query.place or '']}"]
        case _:
            said.append(f"Pick up {target}")
    everything = tuple(range(1, len(said)))
    return Plan(
        steps=tuple(
            Step(id=k, content=content, needs=everything if k == len(said) else ())
            for k, content in enumerate(said, start=1)
        )
    )


GUESSERS = {"one step": one_step, "everything above": everything_above}

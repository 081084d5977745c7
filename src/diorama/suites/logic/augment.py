"""More questions from one plan, as the paper makes them: parts of it, and plans that go on after it.

Both work on the words of a plan alone, so that they run on imported annotations as well as on our own.

>>> first, last = Step(id=1, content="Remove the cup from the book"), Step(id=2, content="Pick up the book", needs=(1,))
>>> (more,) = expansions(Plan(steps=(first, last)))
>>> more.question, [step.content for step in more.plan.steps[:3]]
('Place the book on the cup', ['Pick up the cup', 'Pick up the book', 'Put down the cup'])
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from diorama.kinds import Plan, Step

_REMOVE = re.compile(
    r"^\s*remove\s+(?P<what>(?:(?:the|a|an|all|both)\s+)?\S.*?)"
    r"(?:\s+(?:from|off|out of|on|in|inside|(?:leaning|lying|standing|resting|sitting)\s+(?:on|in|against|over))\s.*)?"
    r"[\s.]*$",
    re.I,
)
_PICK_UP = re.compile(r"^\s*pick\s+up\s+(?P<what>.+?)[\s.]*$", re.I)


@dataclass(frozen=True)
class Augmented:
    """A question made from another one, its plan, and how it was made."""

    question: str
    plan: Plan
    source: Literal["subgraph", "expansion"]
    path: str = ""
    """Which part, and which way of going on, by number: ``subgraph 2 expansion 1``."""


def augmentations(plan: Plan) -> Iterator[Augmented]:
    """All questions that the paper makes of an annotated plan: its parts, and what follows it or one of its parts."""
    parts = [replace(part, path=f"subgraph {k}") for k, part in enumerate(subgraphs(plan), start=1)]
    yield from parts
    for path, whole in (("", plan), *((f"{part.path} ", part.plan) for part in parts)):
        for k, more in enumerate(expansions(whole), start=1):
            yield replace(more, path=f"{path}expansion {k}")


def subgraphs(plan: Plan) -> Iterator[Augmented]:
    """For each step but the last that needs others: that step and all that it needs, as a plan of its own.

    The question is its last step.
    """
    needs = {step.id: set(step.needs) for step in plan.steps}
    for last in plan.steps[:-1]:
        if not last.needs:
            continue
        kept = {last.id}
        while more := set().union(*(needs[k] for k in kept)) - kept:
            kept |= more
        steps = [step for step in plan.steps if step.id in kept]
        yield Augmented(last.content, _numbered(steps), "subgraph")


def expansions(plan: Plan) -> Iterator[Augmented]:
    """For a plan that ends with picking up B, and each A that it removes: a plan that places B on A.

    A is picked up instead of removed, and is put down before B is placed on it.
    """
    end = plan.steps[-1] if plan.steps else None
    if end is None or (goal := _PICK_UP.match(end.content)) is None:
        return
    for step in plan.steps[:-1]:
        removed = _REMOVE.match(step.content)
        if removed is None or removed["what"].casefold() == goal["what"].casefold():
            continue
        a, b = removed["what"], goal["what"]
        question = f"Place {b} on {a}"
        changed = [Step(id=s.id, content=f"Pick up {a}", needs=s.needs) if s is step else s for s in plan.steps]
        down, place = end.id + 1, end.id + 2
        more = [
            Step(id=down, content=f"Put down {a}", needs=(step.id,)),
            Step(id=place, content=question, needs=(end.id, down)),
        ]
        yield Augmented(question, _numbered([*changed, *more]), "expansion")


def _numbered(steps: list[Step]) -> Plan:
    """The steps with numbers from 1 on."""
    numbers = {step.id: k for k, step in enumerate(steps, start=1)}
    return Plan(
        steps=tuple(
            Step(id=numbers[s.id], content=s.content, needs=tuple(sorted(numbers[n] for n in s.needs))) for s in steps
        )
    )

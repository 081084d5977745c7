"""Plans as scorers see them: steps by name, what they do, and which needs which."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple


class Outline(NamedTuple):
    """A plan as scorers see it: the names of its steps in order, what they do, and which needs which."""

    names: tuple[str, ...]
    contents: tuple[str, ...]
    needs: frozenset[tuple[str, str]] = frozenset()
    """A step and one that it needs."""

    @classmethod
    def numbered(cls, steps: Iterable[tuple[int, str, Iterable[int]]]) -> Outline:
        """A plan from numbered steps; they are named by their place, and numbers that no step has keep their own."""
        listed = list(steps)
        names = {number: name for (number, _, _), name in zip(listed, step_names(len(listed)), strict=True)}
        needs = frozenset((names[step], names.get(n, f"no step {n}")) for step, _, needed in listed for n in needed)
        return cls(tuple(names.values()), tuple(content for _, content, _ in listed), needs)

    @property
    def edges(self) -> frozenset[tuple[int, int]]:
        """Its preconditions by the places of their steps, without those that name no step."""
        at = {name: k for k, name in enumerate(self.names)}
        return frozenset((at[a], at[b]) for a, b in self.needs if a in at and b in at)

    @property
    def problem(self) -> str:
        """What is wrong with its preconditions: one names no step, or they go in a circle. Empty if nothing is."""
        for step, need in sorted(self.needs):
            if need not in self.names:
                return f"{step} needs '{need}', which is no step"
        return f"its preconditions go in a circle: {circle}" if (circle := self.circle) else ""

    @property
    def circle(self) -> str:
        """Steps that need each other in a circle, so that no order can be right: ``step1 → step2 → step1``."""
        at = {name: k for k, name in enumerate(self.names)}
        if all(step in at and at.get(need, -1) < at[step] for step, need in self.needs):
            return ""  # each needs only what comes before it, as nearly always
        order = TopologicalSorter[str]()
        for step, need in sorted(self.needs):
            order.add(step, need)
        try:
            order.prepare()
        except CycleError as error:
            return " → ".join(error.args[1])
        return ""


EMPTY = Outline((), ())


@lru_cache(maxsize=256)
def step_names(count: int) -> tuple[str, ...]:
    """What the steps of a plan are called by their place."""
    return tuple(f"step{k}" for k in range(1, count + 1))

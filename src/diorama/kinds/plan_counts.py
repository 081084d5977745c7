"""How much of a plan is right, as counts that can be added up over a set of plans.

Two ways to count. `strict`: every plan counts; a precondition that is given counts once, and is wrong unless both of
its steps are matched and the right plan has it; what cannot be read gives nothing and wants everything. `published`:
as the released scorer of the paper counts; plans without any matched step are left out, and the ends of a given
precondition are replaced by the right steps they are matched with, or by one mark that all unmatched steps share, so
that different preconditions can become one.

>>> right = Outline(("step1", "step2"), ("Open the box", "Take the mug"), frozenset({("step2", "step1")}))
>>> given = Outline(("step1",), ("Take the mug",))
>>> numbers = count(right, given, [[0], [1]])
>>> numbers["steps_matched"], numbers["steps_wanted"], numbers["needs_wanted"]
(1, 2, 1)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from diorama.kinds.deeds import Deeds
from diorama.kinds.measures import Measure
from diorama.kinds.plan_matching import (
    Matrix,
    Pairs,
    alike,
    assigned_pairs,
    best_pairs,
    only_pairs,
    perhaps_alike,
)

AGGREGATIONS = ("strict", "published")
ASPECTS = {"content": "steps", "precondition": "needs"}
"""What is counted for each aspect of a plan."""
SCORES = ("precision", "recall", "f1")
UNMATCHED = ""
"""In place of the name of a step without a match."""
LONGEST_ALONE, LONGEST = 7, 10
"""Plans up to so many steps are shown by their number of steps; longer ones together, up to the paper's longest."""


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
        order = TopologicalSorter[str]()
        for step, need in sorted(self.needs):
            order.add(step, need)
        try:
            order.prepare()
        except CycleError as error:
            return f"its preconditions go in a circle: {' → '.join(error.args[1])}"
        return ""


EMPTY = Outline((), ())


@lru_cache(maxsize=256)
def step_names(count: int) -> tuple[str, ...]:
    """What the steps of a plan are called by their place."""
    return tuple(f"step{k}" for k in range(1, count + 1))


def count(right: Outline, given: Outline, matrix: Matrix) -> dict[str, int]:
    """All counts of a plan, in both ways, by the names that measures add up."""
    only = only_pairs(matrix)
    assigned = assigned_pairs(matrix) if only is None else only
    wanted, done, needed = len(right.names), len(given.names), len(right.needs)
    edges = _published_edges(right, given, assigned)
    hits = strict_hits = len(edges & right.needs)
    if only is None:
        strict_hits = _strict_hits(right, given, best_pairs(matrix, right.edges, given.edges, assigned))
    elif right.names != step_names(wanted) or given.names != step_names(done):
        strict_hits = _strict_hits(right, given, assigned)
    strict = (len(assigned), done, wanted, strict_hits, len(given.needs), needed)
    published = (len(assigned), done, wanted, hits, len(edges), needed) if assigned else _LEFT_OUT
    return dict(zip(_NAMES, strict + published, strict=True))


def matrix_by_deeds(right: Outline, given: Outline, deeds: Deeds) -> Matrix | None:
    """Which steps do the same, by their words; None if the plan would be right if only its names were clear."""
    wanted, done = [deeds(step) for step in right.contents], [deeds(step) for step in given.contents]
    matrix = alike(wanted, done)
    if all(d.clear for d in done) or is_right(count(right, given, matrix)):
        return matrix
    return None if is_right(count(right, given, perhaps_alike(wanted, done))) else matrix


def nothing_given(right: Outline) -> dict[str, int]:
    """The counts of a reply in which no plan can be read."""
    return count(right, EMPTY, [])


def is_right(counts: dict[str, int]) -> bool:
    """Whether every step and every precondition is given, and nothing else."""
    return all(counts[f"{what}_matched"] == counts[f"{what}_given"] == counts[f"{what}_wanted"]
               for what in ASPECTS.values())  # fmt: skip


def plan_measures() -> dict[str, Measure]:
    """Precision, recall and F1 of contents and of preconditions, in both ways, as ratios of sums of counts."""
    found: dict[str, Measure] = {}
    for way in AGGREGATIONS:
        for aspect, what in ASPECTS.items():
            matched, given, wanted = (f"{_prefix(way)}{what}_{part}" for part in ("matched", "given", "wanted"))
            sides = {
                "precision": ((matched,), (given,)), "recall": ((matched,), (wanted,)),
                "f1": ((matched, matched), (given, wanted)),
            }  # fmt: skip
            for score, (above, below) in sides.items():
                title = f"{aspect} {'F1' if score == 'f1' else score}"
                found[measure_name(way, aspect, score)] = Measure(
                    title if way == "strict" else f"{title}, {way}", above, below, detail=score != "f1"
                )
    return found


def measure_name(way: str, aspect: str, score: str) -> str:
    """``content_f1``, ``published_precondition_recall``."""
    return f"{_prefix(way)}{aspect}_{score}"


def size_group(steps: int) -> str:
    """The group of plans, by their number of steps, that tables show together."""
    if steps <= LONGEST_ALONE:
        return str(steps)
    return f"{LONGEST_ALONE + 1}–{LONGEST}" if steps <= LONGEST else f"over {LONGEST}"


def _prefix(way: str) -> str:
    return "" if way == "strict" else f"{way}_"


_NAMES = tuple(
    f"{_prefix(way)}{what}_{part}"
    for way in AGGREGATIONS
    for what in ASPECTS.values()
    for part in ("matched", "given", "wanted")
)
_LEFT_OUT = (0,) * 6


def _strict_hits(right: Outline, given: Outline, pairs: Pairs) -> int:
    """How many given preconditions the right plan has, between steps that are paired."""
    ours = {given.names[column]: right.names[row] for row, column in pairs}
    return sum((ours.get(step), ours.get(need)) in right.needs for step, need in given.needs)


def _published_edges(right: Outline, given: Outline, pairs: Pairs) -> set[tuple[str, str]]:
    """The given preconditions in names of right steps; the released scorer names paired steps by their places."""
    ours_of, theirs_of = step_names(len(right.names)), step_names(len(given.names))
    ours = {theirs_of[column]: ours_of[row] for row, column in pairs}
    return {(ours.get(step, UNMATCHED), ours.get(need, UNMATCHED)) for step, need in given.needs}

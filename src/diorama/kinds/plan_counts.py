"""How much of a plan is right, as counts that can be added up over a set of plans.

Two ways to count. `strict`: every plan counts; a precondition that is given counts once, and is wrong unless both of
its steps are matched and the right plan has it; what cannot be read gives nothing and wants everything. `published`:
as the released scorer of the paper counts; plans without any matched step are left out, and the ends of a given
precondition are replaced by the right steps they are matched with, or by one mark that all unmatched steps share, so
that different preconditions can become one.

>>> from diorama.kinds.plan_outline import Outline
>>> right = Outline(("step1", "step2"), ("Open the box", "Take the mug"), frozenset({("step2", "step1")}))
>>> given = Outline(("step1",), ("Take the mug",))
>>> numbers = count(right, given, [[0], [1]])
>>> numbers["steps_matched"], numbers["steps_wanted"], numbers["needs_wanted"]
(1, 2, 1)
"""

from __future__ import annotations

from collections.abc import Mapping

from diorama.kinds.plan_matching import Matrix, Pairs, assigned_pairs, best_pairs, only_pairs
from diorama.kinds.plan_outline import EMPTY, Outline, step_names

AGGREGATIONS = ("strict", "published")
ASPECTS = {"content": "steps", "precondition": "needs"}
"""What is counted for each aspect of a plan."""
UNMATCHED = ""
"""In place of the name of a step without a match."""


def count(right: Outline, given: Outline, matrix: Matrix) -> dict[str, int]:
    """All counts of a plan, in both ways, by the names that measures add up."""
    only = only_pairs(matrix)
    assigned = assigned_pairs(matrix) if only is None else only
    wanted, done, needed = len(right.names), len(given.names), len(right.needs)
    ours, theirs = step_names(wanted), step_names(done)
    edges = _published_edges(given, {theirs[column]: ours[row] for row, column in assigned})
    hits = strict_hits = len(edges & right.needs)
    if right.names != ours or given.names != theirs:
        strict_hits = _strict_hits(right, given, assigned)
    if only is None and strict_hits < min(needed, len(given.needs)):
        strict_hits = _strict_hits(right, given, best_pairs(matrix, right.edges, given.edges, assigned))
    matched = len(assigned)
    kept = bool(assigned)  # the released scorer leaves out plans without any matched step
    return {
        "steps_matched": matched, "steps_given": done, "steps_wanted": wanted,
        "needs_matched": strict_hits, "needs_given": len(given.needs), "needs_wanted": needed,
        "published_steps_matched": matched, "published_steps_given": done * kept,
        "published_steps_wanted": wanted * kept, "published_needs_matched": hits * kept,
        "published_needs_given": len(edges) * kept, "published_needs_wanted": needed * kept,
    }  # fmt: skip


def nothing_given(right: Outline) -> dict[str, int]:
    """The counts of a reply in which no plan can be read."""
    return count(right, EMPTY, [])


def is_right(counts: dict[str, int]) -> bool:
    """Whether every step and every precondition is given, and nothing else."""
    return all(counts[f"{what}_matched"] == counts[f"{what}_given"] == counts[f"{what}_wanted"]
               for what in ASPECTS.values())  # fmt: skip


def prefix_of(way: str) -> str:
    """What the names of counts and measures of an aggregation begin with."""
    return "" if way == "strict" else f"{way}_"


def _strict_hits(right: Outline, given: Outline, pairs: Pairs) -> int:
    """How many given preconditions the right plan has, between steps that are paired."""
    ours = {given.names[column]: right.names[row] for row, column in pairs}
    return sum((ours.get(step), ours.get(need)) in right.needs for step, need in given.needs)


def _published_edges(given: Outline, ours: Mapping[str, str]) -> set[tuple[str, str]]:
    """The given preconditions in names of right steps; the released scorer names paired steps by their places."""
    return {(ours.get(step, UNMATCHED), ours.get(need, UNMATCHED)) for step, need in given.needs}

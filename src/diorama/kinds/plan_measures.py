"""Scores of sets of plans: precision, recall and F1 made from counts, and the groups of plans that tables show."""

from __future__ import annotations

from diorama.kinds.measures import Measure
from diorama.kinds.plan_counts import AGGREGATIONS, ASPECTS, prefix_of

SCORES = ("precision", "recall", "f1")
LONGEST_ALONE, LONGEST = 7, 10
"""Plans up to so many steps are shown by their number of steps; longer ones together, up to the paper's longest."""


def plan_measures() -> dict[str, Measure]:
    """Precision, recall and F1 of contents and of preconditions, in both ways, as ratios of sums of counts."""
    found: dict[str, Measure] = {}
    for way in AGGREGATIONS:
        for aspect, what in ASPECTS.items():
            matched, given, wanted = (f"{prefix_of(way)}{what}_{part}" for part in ("matched", "given", "wanted"))
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
    return f"{prefix_of(way)}{aspect}_{score}"


def size_group(steps: int) -> str:
    """The group of plans, by their number of steps, that tables show together."""
    if steps <= LONGEST_ALONE:
        return str(steps)
    return f"{LONGEST_ALONE + 1}–{LONGEST}" if steps <= LONGEST else f"over {LONGEST}"

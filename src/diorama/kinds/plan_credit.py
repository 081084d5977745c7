"""How much of a plan is right, as one number for training: graded, and not to be had by listing whatever there is."""

from __future__ import annotations

from diorama.kinds.deeds import Deeds
from diorama.kinds.plan_by_words import matrix_by_deeds
from diorama.kinds.plan_counts import count
from diorama.kinds.plan_outline import Outline

MOST_GIVEN = 2
"""A plan of more than this many times the steps that it takes is a list of whatever there is."""


def credit_of(right: Outline, given: Outline, deeds: Deeds, *, in_order: bool) -> float:
    """The harmonic mean of the F1 of steps and that of preconditions; 1 only for exactly the right plan.

    Steps without any right precondition earn nothing, unless none is wanted. If steps are carried out in their order,
    a precondition that comes too late is wrong: in a right plan every step stands after all that it needs.
    """
    matrix = matrix_by_deeds(right, given, deeds)
    if matrix is None or len(given.names) > MOST_GIVEN * len(right.names):
        return 0.0
    place = {name: k for k, name in enumerate(given.names)}
    late = {(step, need) for step, need in given.needs if place.get(need, -1) >= place.get(step, -1)}
    kept = given._replace(needs=given.needs - late) if in_order else given
    found = count(right, kept, matrix)
    steps = _f1(found["steps_matched"], len(given.names), found["steps_wanted"])
    needs = _f1(found["needs_matched"], len(given.needs), found["needs_wanted"])
    return 2 * steps * needs / (steps + needs) if steps and needs else 0.0


def _f1(matched: int, given: int, wanted: int) -> float:
    return 2 * matched / (given + wanted) if given + wanted else 1.0

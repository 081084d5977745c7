"""Which steps of two plans do the same, by their words: the matrix that a grader would give."""

from __future__ import annotations

from collections.abc import Sequence

from diorama.kinds.deeds import Deed, Deeds, likeness, may_be_same
from diorama.kinds.plan_counts import count, is_right
from diorama.kinds.plan_matching import Matrix
from diorama.kinds.plan_outline import Outline


def matrix_by_deeds(right: Outline, given: Outline, deeds: Deeds) -> Matrix | None:
    """Which steps do the same, by their words; None if the plan would be right if only its names were clear."""
    wanted, done = [deeds(step) for step in right.contents], [deeds(step) for step in given.contents]
    matrix = alike(wanted, done)
    if all(d.clear for d in done) or is_right(count(right, given, matrix)):
        return matrix
    return None if is_right(count(right, given, perhaps_alike(wanted, done))) else matrix


def alike(right: Sequence[Deed], given: Sequence[Deed]) -> list[list[int]]:
    """The matrix of two plans whose steps are compared by what they do.

    Steps that take a thing from its place in different words are the same, unless either has one of the very same deed:
    then the plan does several of these to one thing.
    """
    like = [[likeness(a, b) for b in given] for a in right]
    whole_rows = [1 in row for row in like]
    whole_columns = [any(row[k] == 1 for row in like) for k in range(len(given))]
    return [
        [int(value == 1 or (value > 0 and not whole and not whole_columns[k])) for k, value in enumerate(row)]
        for row, whole in zip(like, whole_rows, strict=True)
    ]


def perhaps_alike(right: Sequence[Deed], given: Sequence[Deed]) -> list[list[int]]:
    """The same, where a name that may mean several objects means each of them."""
    return [[int(may_be_same(a, b)) for b in given] for a in right]

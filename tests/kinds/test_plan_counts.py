"""Counts of plans, strict and as published, counted by hand; pairs against scipy and against brute force."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from diorama.kinds.plan_counts import count, nothing_given
from diorama.kinds.plan_matching import Matrix, assigned_pairs, best_pairs, only_pairs
from diorama.kinds.plan_measures import size_group
from diorama.kinds.plan_outline import Outline


def plan(*needs: tuple[int, ...]) -> Outline:
    """A plan of so many steps, each with the numbers of those that it needs."""
    return Outline.numbered((k, f"do {k}", needed) for k, needed in enumerate(needs, start=1))


CHAIN = plan((), (1,), (2,))
"""Step 2 needs step 1, and step 3 needs step 2."""
UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def counts(right: Outline, given: Outline, matrix: Matrix, prefix: str = "") -> tuple[int, ...]:
    """Steps matched, given and wanted, and then preconditions."""
    found = count(right, given, matrix)
    names = [f"{prefix}{what}_{part}" for what in ("steps", "needs") for part in ("matched", "given", "wanted")]
    return tuple(found[name] for name in names)


def published(right: Outline, given: Outline, matrix: Matrix) -> tuple[int, ...]:
    return counts(right, given, matrix, "published_")


def test_the_same_plan_matches_in_all() -> None:
    assert counts(CHAIN, CHAIN, UNIT) == published(CHAIN, CHAIN, UNIT) == (3, 3, 3, 2, 2, 2)


def test_an_unread_plan_gives_nothing_and_is_left_out_of_what_was_published() -> None:
    found = nothing_given(CHAIN)
    assert [found[f"steps_{part}"] for part in ("matched", "given", "wanted")] == [0, 0, 3]
    assert [found[f"needs_{part}"] for part in ("matched", "given", "wanted")] == [0, 0, 2]
    assert not any(value for name, value in found.items() if name.startswith("published"))


def test_a_plan_without_a_match_counts_strictly_and_is_left_out_of_what_was_published() -> None:
    zero = [[0, 0, 0]] * 3
    assert counts(CHAIN, CHAIN, zero) == (0, 3, 3, 0, 2, 2)
    assert published(CHAIN, CHAIN, zero) == (0,) * 6


def test_a_precondition_with_one_unmatched_end_is_wrong() -> None:
    """Step 3 has no match: 2 → 1 is right, 3 → 2 is not."""
    matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert counts(CHAIN, CHAIN, matrix) == published(CHAIN, CHAIN, matrix) == (2, 3, 3, 1, 2, 2)


def test_preconditions_of_unmatched_steps_become_one_in_what_was_published() -> None:
    """Steps 2, 3 and 4 have no match and all need step 1: three wrong preconditions, or one."""
    right, given = plan((), (1,)), plan((), (1,), (1,), (1,))
    matrix = [[1, 0, 0, 0], [0, 0, 0, 0]]
    assert counts(right, given, matrix) == (1, 4, 2, 0, 3, 1)
    assert published(right, given, matrix) == (1, 4, 2, 0, 1, 1)


def test_a_precondition_that_is_written_twice_counts_once() -> None:
    twice = plan((), (1, 1), (2,))
    assert counts(CHAIN, twice, UNIT) == published(CHAIN, twice, UNIT) == (3, 3, 3, 2, 2, 2)


def test_a_precondition_that_names_no_step_is_given_and_wrong() -> None:
    given = plan((), (1,), (2, 8, 9))
    assert counts(CHAIN, given, UNIT) == (3, 3, 3, 2, 4, 2)
    assert published(CHAIN, given, UNIT) == (3, 3, 3, 2, 3, 2), "both become step 3 → unmatched"


def test_of_equal_matchings_strict_takes_the_one_with_most_preconditions_and_published_scipys() -> None:
    """Right: b needs a. Given twice what a is: the second one is what b needs. Scipy pairs a with the first."""
    right, given = plan((), (1,)), plan((), (), (2,))
    matrix = [[1, 1, 0], [0, 0, 1]]
    assert assigned_pairs(matrix) == ((0, 0), (1, 2))
    assert best_pairs(matrix, right.edges, given.edges, assigned_pairs(matrix)) == ((0, 1), (1, 2))
    assert counts(right, given, matrix) == (2, 3, 2, 1, 1, 1)
    assert published(right, given, matrix) == (2, 3, 2, 0, 1, 1)


def test_steps_are_never_given_up_for_preconditions() -> None:
    """Pairing a with the second step would match its precondition, but leave c without any step."""
    right, given = plan((), (1,), ()), plan((), (), (2,))
    matrix = [[1, 1, 0], [0, 0, 1], [0, 1, 0]]
    assert best_pairs(matrix, right.edges, given.edges, assigned_pairs(matrix)) == ((0, 0), (1, 2), (2, 1))


def test_published_goes_by_places_where_names_differ() -> None:
    """The released scorer calls the second step "step2", whatever it is called: what needs "step7" needs nothing."""
    right = plan((), (1,))
    given = Outline(("step1", "step7"), ("do 1", "do 2"), frozenset({("step7", "step1")}))
    assert counts(right, given, [[1, 0], [0, 1]])[3:] == (1, 1, 1)
    assert published(right, given, [[1, 0], [0, 1]])[3:] == (0, 1, 1)


def random_matrix(rng: np.random.Generator, most: int) -> list[list[int]]:
    rows, columns = rng.integers(1, most + 1, size=2)
    return (rng.random((rows, columns)) < rng.choice([0.1, 0.25, 0.5, 0.9])).astype(int).tolist()  # type: ignore[no-any-return]


def test_published_pairs_are_scipys_on_thousands_of_matrices() -> None:
    """Also where we do not call scipy, because the pairs can be chosen in one way only."""
    rng = np.random.default_rng(1)
    alone = 0
    for _ in range(5000):
        matrix = random_matrix(rng, 10)
        rows, columns = linear_sum_assignment(1 - np.array(matrix))
        wanted = tuple((int(r), int(c)) for r, c in zip(rows, columns, strict=True) if matrix[r][c] == 1)
        only = only_pairs(matrix)
        alone += only is not None
        assert (assigned_pairs(matrix) if only is None else only) == wanted
    assert 500 < alone < 4500, "both ways are tried"


def random_needs(rng: np.random.Generator, steps: int) -> frozenset[tuple[int, int]]:
    return frozenset((b, a) for b in range(steps) for a in range(b) if rng.random() < 0.4)


def most_hits(matrix: Matrix, right: frozenset[tuple[int, int]], given: frozenset[tuple[int, int]]) -> tuple[int, int]:
    """Pairs and matched preconditions of the best of all ways to pair steps, by trying each."""
    rows, columns = len(matrix), len(matrix[0])
    best = (0, 0)
    for order in permutations(range(max(rows, columns)), rows):
        to = {r: c for r, c in enumerate(order) if c < columns and matrix[r][c]}
        best = max(best, (len(to), sum(a in to and b in to and (to[a], to[b]) in given for a, b in right)))
    return best


def test_best_pairs_match_as_many_preconditions_as_any_way_to_pair() -> None:
    rng = np.random.default_rng(2)
    for _ in range(400):
        matrix = random_matrix(rng, 5)
        right, given = random_needs(rng, len(matrix)), random_needs(rng, len(matrix[0]))
        found = best_pairs(matrix, right, given, assigned_pairs(matrix))
        to = dict(found)
        assert len(set(to.values())) == len(found) and all(matrix[r][c] for r, c in found)
        hits = sum(a in to and b in to and (to[a], to[b]) in given for a, b in right)
        assert (len(found), hits) == most_hits(matrix, right, given), matrix


@pytest.mark.parametrize("steps", [15, 60])
def test_a_grader_that_finds_all_steps_the_same_is_scored_in_a_moment(steps: int) -> None:
    star, chain = plan(*[()] * (steps - 1), tuple(range(1, steps))), plan((), *((k,) for k in range(1, steps)))
    ones = [[1] * steps] * steps
    assert counts(chain, chain, ones)[3:] == (steps - 1,) * 3
    assert counts(chain, star, ones)[0] == steps


@pytest.mark.parametrize(("steps", "group"), [(2, "2"), (7, "7"), (8, "8–10"), (10, "8–10"), (11, "over 10")])
def test_long_plans_are_shown_together(steps: int, group: str) -> None:
    assert size_group(steps) == group

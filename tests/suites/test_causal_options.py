"""Dealing: forms, answers and places of the right option come up evenly, and each answer at each place."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from diorama.errors import DioramaError
from diorama.suites import get_suite
from diorama.suites.causal.options import NO, NOT_SURE, YES, deal, place_options, yes_or_no


def test_every_combination_is_dealt_once() -> None:
    dealt = [deal(turn, 3, 2, 4) for turn in range(24)]
    assert len(set(dealt)) == 24
    assert Counter(form for form, _, _ in dealt) == {0: 8, 1: 8, 2: 8}


@pytest.mark.parametrize("strata", [2, 4, 6])
def test_each_answer_stands_at_each_place_equally_often(strata: int) -> None:
    rng = np.random.default_rng(0)
    seen: Counter[tuple[bool, int]] = Counter()
    for turn in range(strata * 3 * 2):
        yes = turn % 2 == 0
        options = yes_or_no(yes, turn, strata, rng)
        assert sorted(options) == sorted((YES, NO, NOT_SURE))
        seen[yes, options.index(YES if yes else NO)] += 1
    assert len(seen) == 6
    assert max(seen.values()) == min(seen.values())


def test_a_short_set_is_nearly_balanced_too() -> None:
    """Whatever the number of samples, no place of five is ahead of another by more than one or two."""
    rng = np.random.default_rng(0)
    places = Counter(
        place_options("right", ("a", "b", "c", NOT_SURE), turn, 4, rng).index("right") for turn in range(24)
    )
    assert max(places.values()) - min(places.values()) <= 2


def test_the_same_option_is_never_offered_twice() -> None:
    with pytest.raises(DioramaError, match="offered twice"):
        place_options("a", ("a", "b"), 0, 1, np.random.default_rng(0))


def test_there_are_eight_cells() -> None:
    names = ("collision", "compatibility", "occlusion", "trajectory")
    cells = {(t.name, t.level) for t in get_suite("causal").tasks()}
    assert cells == {(n, level) for n in names for level in ("L1", "L2")}


def test_every_part_has_eight_wordings() -> None:
    for name, found in get_suite("causal").wordings.items():
        assert len(set(found)) == len(found) >= 8, name

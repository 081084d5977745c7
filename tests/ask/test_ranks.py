"""Orders of models: places and Kendall's τ, against hand counts and SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from diorama.ask.ranks import agreement, kendall, places

values = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.3, 0.5, 1.0]), min_size=2, max_size=9)


def test_equals_share_a_place_and_the_next_is_skipped() -> None:
    assert places([0.4, 0.9, 0.4, None, 0.1]) == [2, 1, 2, None, 4]


def test_rates_that_differ_by_rounding_only_are_equal() -> None:
    assert places([0.1 + 0.2, 0.3]) == [1, 1]
    assert np.isnan(kendall([0.1 + 0.2, 0.3], [1, 2]))


def test_one_exchange_among_three_leaves_two_pairs_of_three_in_order() -> None:
    """Pairs: AB and AC agree, BC does not: (2 − 1) / 3."""
    assert kendall([3, 2, 1], [3, 1, 2]) == pytest.approx(1 / 3)


def test_the_same_order_is_one_and_the_reverse_is_minus_one() -> None:
    assert kendall([1, 2, 3, 4], [10, 20, 21, 50]) == 1
    assert kendall([1, 2, 3, 4], [4, 3, 2, 1]) == -1


@given(st.data())
def test_it_is_what_scipy_computes(data: st.DataObject) -> None:
    one = data.draw(values)
    two = data.draw(st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5]), min_size=len(one), max_size=len(one)))
    assert kendall(one, two) == pytest.approx(kendalltau(one, two, variant="b").statistic, nan_ok=True)


@given(values)
def test_every_order_agrees_with_itself_unless_it_is_none(one: list[float]) -> None:
    expected = 1.0 if len(set(one)) > 1 else float("nan")
    assert kendall(one, one) == pytest.approx(expected, nan_ok=True)


def test_many_tables_at_once_give_what_each_gives_alone() -> None:
    tables = np.random.default_rng(0).integers(0, 4, size=(5, 6, 3)).astype(float)
    together = agreement(tables)
    for k, table in enumerate(tables):
        for a in range(3):
            for b in range(3):
                assert together[k, a, b] == pytest.approx(kendall(table[:, a], table[:, b]), nan_ok=True)

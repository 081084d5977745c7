"""The bootstrap over scenes: against all possible draws, and as a law."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from diorama.ask import Record, Verdict
from diorama.ask.resampling import outcomes
from tests.ask.keys import record


def marks(right: str, **fields: object) -> list[Record]:
    """One record and scene for each character: ``+`` for right."""
    ends = {"+": Verdict.CORRECT, "-": Verdict.INCORRECT}
    return [record(k, ends[mark], **fields) for k, mark in enumerate(right)]


def test_rates_are_shares_of_what_was_asked() -> None:
    """Three of four and one of four; nobody was asked in the second column."""
    counted = outcomes([marks("+++-"), marks("+---")], ["here", "there"], lambda _: ["here"])
    assert counted.rates[:, 0].tolist() == [0.75, 0.25]
    assert np.isnan(counted.rates[:, 1]).all()


def test_the_interval_is_that_of_all_possible_draws() -> None:
    """Four scenes can be drawn in 256 ways; the quantiles of the rate over all of them are known."""
    counted = outcomes([marks("++--")], [0], lambda _: [0])
    every = [np.mean([(1, 1, 0, 0)[k] for k in draw]) for draw in product(range(4), repeat=4)]
    value, low, high = counted.interval(lambda rates: rates[..., 0, 0])
    assert (value, low, high) == (0.5, *np.quantile(every, [0.025, 0.975]))


def test_rows_see_the_same_draw_so_that_equal_rows_never_differ() -> None:
    counted = outcomes([marks("+-+-+--"), marks("+-+-+--")], [0], lambda _: [0])
    found = counted.interval(lambda rates: rates[..., 0, 0] - rates[..., 1, 0])
    assert [float(end) for end in found] == [0, 0, 0]


def test_the_same_records_give_the_same_interval() -> None:
    counted = outcomes([marks("+-+-+--+-")], [0], lambda _: [0])
    one, two = (counted.interval(lambda rates: rates[..., 0]) for _ in range(2))
    assert [end.tolist() for end in one] == [end.tolist() for end in two]


def test_samples_of_one_scene_stay_together() -> None:
    """Six samples of two scenes, all right or all wrong: a draw has a rate of 0, ½ or 1, whatever its size."""
    records = [*marks("+++"), *marks("---")]
    records = [r.model_copy(update={"scene": "a" if r.correct else "b"}) for r in records]
    seen: set[float] = set()

    def note(rates: NDArray[np.float64]) -> NDArray[np.float64]:
        seen.update(np.ravel(rates).tolist())
        return np.asarray(rates[..., 0])

    outcomes([records], [0], lambda _: [0]).interval(note)
    assert seen == {0.0, 0.5, 1.0}


def test_what_is_never_defined_has_no_interval() -> None:
    counted = outcomes([marks("+-")], ["here", "there"], lambda _: ["here"])
    value, low, high = counted.interval(lambda rates: rates[..., 1])
    assert np.isnan([value, low, high]).all()
    value, low, high = counted.interval(lambda rates: rates[..., 0])
    assert value == pytest.approx(0.5) and [float(low), float(high)] == [0, 1]


@given(st.lists(st.text("+-", min_size=5, max_size=5), min_size=3, max_size=5))
@settings(max_examples=20, deadline=None)
def test_an_interval_holds_its_value_even_where_noise_is_biased(rows: list[str]) -> None:
    """Highest minus lowest of several equal rates is 0, and nearly always more in a draw."""
    counted = outcomes([marks(each) for each in rows], [0], lambda _: [0])
    value, low, high = counted.interval(lambda rates: np.ptp(rates[..., 0], axis=-1), draws=100)
    assert low <= value <= high

"""Statistics: against numbers from textbooks, brute force and laws."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.ask import Failure, Record, Verdict
from diorama.ask.statistics import (
    chance_interval,
    chance_rate,
    compare,
    mcnemar,
    mean_interval,
    mean_rate_interval,
    over_repeats,
    rate_interval,
    wilson,
)
from diorama.errors import DioramaError
from tests.ask.keys import record

WRONG = Verdict.INCORRECT


def marks(right: str, **fields: object) -> list[Record]:
    """One record for each character: ``+`` for right."""
    return [record(k, Verdict.CORRECT if mark == "+" else WRONG, **fields) for k, mark in enumerate(right)]


def test_wilson_as_in_the_textbook() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(0, 200), st.integers(1, 200))
def test_wilson_holds_the_rate(hits: int, trials: int) -> None:
    hits = min(hits, trials)
    low, high = wilson(hits, trials)
    assert 0 <= low <= hits / trials + 1e-12 and hits / trials - 1e-12 <= high <= 1


def test_scenes_of_one_sample_each_give_wilsons_interval() -> None:
    found = rate_interval(marks("++++++++--"))
    assert found.rate == 0.8 and (found.low, found.high) == pytest.approx(wilson(8, 10))


def test_asking_the_same_thing_ten_times_is_not_ten_times_the_evidence() -> None:
    """Five scenes whose ten repeats always agree are worth five trials, not fifty."""
    once = [record(k, Verdict.CORRECT if k < 3 else WRONG) for k in range(5)]
    often = [r.model_copy(update={"repeat": n}) for r in once for n in range(10)]
    one, many = rate_interval(once), rate_interval(often)
    assert many.rate == one.rate
    assert many.low == pytest.approx(one.low) and many.high == pytest.approx(one.high)


def test_the_clustered_interval_agrees_with_a_bootstrap_over_scenes() -> None:
    rng = np.random.default_rng(1)
    skill = rng.beta(2, 2, size=60)
    asked = [
        record(10 * s + k, Verdict.CORRECT if rng.random() < skill[s] else WRONG, scene=f"s{s}")
        for s in range(60)
        for k in range(6)
    ]
    hits = np.array([[r.correct for r in asked if r.scene == f"s{s}"] for s in range(60)]).mean(axis=1)
    drawn = hits[rng.integers(60, size=(4000, 60))].mean(axis=1)
    low, high = np.quantile(drawn, [0.025, 0.975])
    found = rate_interval(asked)
    assert found.low == pytest.approx(low, abs=0.02) and found.high == pytest.approx(high, abs=0.02)
    naive = wilson(sum(r.correct for r in asked), len(asked))
    assert found.high - found.low > 1.2 * (naive[1] - naive[0])


def test_all_right_is_not_certainty() -> None:
    found = rate_interval(marks("++++"))
    assert found.rate == 1 and found.low == pytest.approx(wilson(4, 4)[0]) and found.high == 1


def test_nothing_asked_is_no_rate() -> None:
    assert np.isnan(rate_interval([]).rate)


def graded(*values: float, **fields: object) -> list[Record]:
    return [record(k, Verdict.INCORRECT, numbers={"f1": v}, **fields) for k, v in enumerate(values)]


def test_a_graded_score_has_a_mean_and_the_usual_interval() -> None:
    """Scenes of one sample each: the textbook's mean ± 1.96 standard errors, s = 0.2 over four scenes."""
    found = mean_interval(graded(0.3, 0.3, 0.5, 0.7), "f1")
    spread = 1.96 * np.std([0.3, 0.3, 0.5, 0.7], ddof=1) / 2
    assert found.rate == pytest.approx(0.45)
    assert (found.low, found.high) == pytest.approx((0.45 - spread, 0.45 + spread), abs=1e-4)


def test_grades_of_one_scene_are_one_piece_of_evidence() -> None:
    """Three scenes graded ten times over say no more than once."""
    once = graded(0.2, 0.4, 0.6)
    often = [r.model_copy(update={"repeat": n}) for r in once for n in range(10)]
    one, many = mean_interval(once, "f1"), mean_interval(often, "f1")
    assert (many.rate, many.low, many.high) == pytest.approx((one.rate, one.low, one.high))
    lone = mean_interval(graded(0.2, 0.4, 0.6, scene="s"), "f1")
    assert lone.rate == pytest.approx(0.4) and (lone.low, lone.high) == (0.0, 1.0), "one scene bounds nothing"


def test_a_mean_is_over_the_replies_that_have_the_number() -> None:
    """What failed or could not be read has no grade; it is in the account, not in the mean."""
    asked = [*graded(0.5, 1.0), record(7, WRONG), record(8, Verdict.FAILED, failure=Failure.TIMEOUT)]
    assert mean_interval(asked, "f1").rate == 0.75
    assert np.isnan(mean_interval(asked, "recall").rate)
    assert mean_interval([], "f1").low == 0 and mean_interval([], "f1").high == 1


@given(st.lists(st.tuples(st.integers(0, 4), st.floats(0, 1)), min_size=1, max_size=20))
def test_a_mean_lies_in_its_interval_and_both_within_0_and_1(grades: list[tuple[int, float]]) -> None:
    found = mean_interval([record(k, scene=f"s{s}", numbers={"f1": v}) for k, (s, v) in enumerate(grades)], "f1")
    assert found.rate == pytest.approx(np.mean([v for _, v in grades]))
    assert 0 <= found.low <= found.rate + 1e-12 and found.rate - 1e-12 <= found.high <= 1


def test_repeats_have_a_mean_and_a_spread() -> None:
    """Right in 2, 3 and 4 of four: 75 % on average, 25 points of standard deviation."""
    asked = [r for n, right in enumerate(("++--", "+++-", "++++")) for r in marks(right, repeat=n)]
    found = over_repeats(asked)
    assert (found.mean, found.repeats) == (0.75, 3) and found.std == pytest.approx(0.25)
    assert over_repeats(marks("++--")).std is None


def test_mcnemar_counts_the_ways() -> None:
    assert mcnemar(0, 0) == 1
    assert mcnemar(1, 5) == pytest.approx(2 * (1 + 6) / 64)
    assert mcnemar(3, 3) == 1
    assert mcnemar(5, 1) == mcnemar(1, 5)


def test_a_paired_comparison_sees_what_two_intervals_hide() -> None:
    """The second is right wherever the first is, and ten times more: no doubt that it is better."""
    first, second = marks("+" * 50 + "-" * 50), marks("+" * 60 + "-" * 40)
    found = compare(first, second)
    assert (found.samples, found.only_first, found.only_second) == (100, 0, 10)
    assert found.difference.rate == pytest.approx(0.1) and found.difference.low > 0.03 and found.p < 0.003
    assert compare(first, second) == found  # the bootstrap is seeded
    alone = rate_interval(first), rate_interval(second)
    assert alone[0].high > alone[1].low


def test_a_comparison_is_on_common_ground() -> None:
    """What one of them failed to answer is left out, and said to be."""
    first = [*marks("++"), record(2, Verdict.FAILED, failure=Failure.TIMEOUT)]
    found = compare(first, marks("+-+"))
    assert (found.samples, found.left_out, found.first, found.second) == (2, 1, 1.0, 0.5)
    with pytest.raises(DioramaError, match="no sample in common"):
        compare(marks("+"), [record(7)])


def test_the_random_row_is_exact() -> None:
    asked = [record(k, chance=c) for k, c in enumerate((0.5, 0.25, 0.25))]
    assert chance_rate(asked) == pytest.approx(1 / 3)
    assert chance_rate([record(0)]) is None and chance_interval([record(0)]) is None


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_the_random_interval_by_brute_force(chances: list[float]) -> None:
    spread = np.zeros(len(chances) + 1)
    for outcome in product((0, 1), repeat=len(chances)):
        spread[sum(outcome)] += np.prod([c if hit else 1 - c for c, hit in zip(chances, outcome, strict=True)])
    low, high = chance_interval([record(k, chance=c) for k, c in enumerate(chances)]) or (0.0, 0.0)
    first, last = round(low * len(chances)), round(high * len(chances))
    assert spread[:first].sum() <= 0.025 + 1e-9 and spread[last + 1 :].sum() <= 0.025 + 1e-9
    assert spread[first : last + 1].sum() >= 0.95 - 1e-9


def test_many_chances_are_quick_and_sound() -> None:
    low, high = chance_interval([record(k, chance=0.25) for k in range(20_000)]) or (0.0, 0.0)
    assert (low, high) == pytest.approx((0.25 - 0.006, 0.25 + 0.006), abs=2e-4)


def test_the_mean_of_rates_weighs_parts_alike_and_one_part_is_an_ordinary_rate() -> None:
    """9 of 10 and 10 of 100: half on average, and about as sure as the smaller part lets it be."""
    small, large = marks("+" * 9 + "-"), marks("+" * 10 + "-" * 90)
    found = mean_rate_interval([small, large])
    assert found.rate == pytest.approx(0.5) and found.low < 0.4 < 0.6 < found.high
    assert mean_rate_interval([large]) == rate_interval(large)

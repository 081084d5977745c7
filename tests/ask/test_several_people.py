"""Intervals where several people answered: against drawing people and samples again, and against what would be true."""

from __future__ import annotations

import numpy as np
import pytest

from diorama.ask import Record, Verdict
from diorama.ask.several_people import FEWEST_PEOPLE, crossed_variance, people_in
from diorama.ask.statistics import over_repeats, rate_interval
from tests.ask.keys import record

Marks = np.ndarray[tuple[int, int], np.dtype[np.int_]]


def answers(right: Marks) -> list[Record]:
    """A line for each person, a column for each scene: 1 is right, 0 wrong, −1 never asked."""
    return [
        record(scene, Verdict.CORRECT if mark else Verdict.INCORRECT, person=f"person {who + 1}", repeat=who)
        for who, line in enumerate(right.tolist())
        for scene, mark in enumerate(line)
        if mark >= 0
    ]


def marks(people: int, scenes: int, rng: np.random.Generator, *, skill: float, ease: float) -> Marks:
    """People differ in skill and scenes in ease, both as normal deviates of the log odds around 1."""
    odds = 1 + rng.normal(0, skill, (people, 1)) + rng.normal(0, ease, (1, scenes))
    right: Marks = (rng.random((people, scenes)) < 1 / (1 + np.exp(-odds))).astype(int)
    return right


def test_the_variance_is_that_of_drawing_people_and_scenes_again() -> None:
    """Draw the people again, the scenes again, and single answers again, thousands of times; the last is in both."""
    rng = np.random.default_rng(3)
    right = marks(9, 30, rng, skill=0.8, ease=0.8).astype(float)
    people, scenes = right.shape
    off = right - right.mean()
    draws = 20_000
    by_person = off.sum(axis=1)[rng.integers(people, size=(draws, people))].sum(axis=1).var() * people / (people - 1)
    by_scene = off.sum(axis=0)[rng.integers(scenes, size=(draws, scenes))].sum(axis=1).var() * scenes / (scenes - 1)
    alone = off.ravel()[rng.integers(right.size, size=(2000, right.size))].sum(axis=1).var()
    drawn = (by_person + by_scene - alone) / right.size**2
    assert crossed_variance(answers(right.astype(int)), lambda r: r.correct) == pytest.approx(drawn, rel=0.05)


def test_people_who_differ_widen_the_interval() -> None:
    """Three always right, three never, on forty scenes: samples alone would make that 50 % almost for certain."""
    right = np.repeat([[1], [1], [1], [0], [0], [0]], 40, axis=1)
    found = rate_interval(answers(right))
    alone = rate_interval([r.model_copy(update={"person": ""}) for r in answers(right)])
    assert found.rate == alone.rate == 0.5
    assert found.high - found.low > 0.6 and alone.high - alone.low < 0.35


def test_one_person_is_a_model_like_any_other() -> None:
    right = marks(1, 40, np.random.default_rng(1), skill=0, ease=1)
    one = answers(right)
    assert rate_interval(one) == rate_interval([r.model_copy(update={"person": ""}) for r in one])
    assert FEWEST_PEOPLE > 1 and people_in(one) == 1 and people_in([record(1)]) == 0


def test_nobody_wrong_is_one_trial_for_each_scene() -> None:
    found = rate_interval(answers(np.ones((5, 30), int)))
    assert found.rate == 1 and found.high == pytest.approx(1) and 0.7 < found.low < 0.95


def test_people_are_no_repeats() -> None:
    """Whoever sat the test saw other scenes: their spread is not that of asking again."""
    right = np.array([[1, 1, -1, -1], [-1, -1, 0, 1]])
    assert over_repeats(answers(right)).std is None


@pytest.mark.parametrize(("people", "scenes", "asked"), [(3, 40, 1.0), (7, 60, 1.0), (7, 60, 0.5)])
def test_intervals_hold_what_is_true_of_all_people_and_scenes(people: int, scenes: int, asked: float) -> None:
    """Of 95 % intervals at least 91 % do here; intervals over samples alone do not."""
    rng = np.random.default_rng([people, scenes])
    truth = marks(1500, 1500, rng, skill=0.6, ease=0.8).mean()
    held = samples_alone = 0
    trials = 120
    for _ in range(trials):
        right = marks(people, scenes, rng, skill=0.6, ease=0.8)
        found = answers(np.where(rng.random(right.shape) < asked, right, -1))
        both = rate_interval(found)
        alone = rate_interval([r.model_copy(update={"person": ""}) for r in found])
        held += both.low <= truth <= both.high
        samples_alone += alone.low <= truth <= alone.high
    assert held >= 0.91 * trials and samples_alone < 0.91 * trials

"""Dealing: forms, answers and places of the right option come up evenly, and each answer of each form at each place."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import gcd

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.errors import DioramaError
from diorama.kinds import Choice
from diorama.suites import Task, draw_up, get_suite
from diorama.suites.causal.options import NO, NOT_SURE, YES, yes_or_no
from diorama.suites.causal.trajectory_billiards import FORMS, PlayedBall
from diorama.suites.dealing import Deal
from diorama.suites.flat import SOLVED_EVERY, filtered

CAUSAL = get_suite("causal").tasks()
DEALING = [t for suite in ("causal", "structure") for t in get_suite(suite).tasks() if t.deal is not None]
BILLIARDS = get_suite("causal").get("trajectory", "L2")


def deal_of(task: Task) -> Deal:
    assert task.deal is not None
    return task.deal


def test_every_combination_is_dealt_once() -> None:
    dealt = [tuple(Deal(form=3, answer=2, way=4).hand(turn).values()) for turn in range(24)]
    assert len(set(dealt)) == 24
    assert Counter(form for form, _, _ in dealt) == {0: 8, 1: 8, 2: 8}


@given(st.lists(st.integers(1, 5), max_size=3), st.integers(2, 6))
def test_every_combination_stands_at_every_place_equally_often(counts: list[int], options: int) -> None:
    """So neither a form, nor an answer, nor both together hint at a place."""
    deal = Deal(**{f"c{k}": count for k, count in enumerate(counts)})
    hands = [deal.hand(turn) for turn in range(deal.combinations * options)]
    assert set(Counter((*h.values(), h.place(options)) for h in hands).values()) == {1}


def test_exceptions_are_dealt_evenly_or_not_at_all() -> None:
    deal = Deal(size=3, filled=4)
    hands = [deal.hand(turn) for turn in range(deal.combinations * SOLVED_EVERY)]
    assert Counter(tuple(h.values()) for h in hands if h.one_in(SOLVED_EVERY)) == {
        tuple(h.values()): 1 for h in hands[: deal.combinations]
    }
    with pytest.raises(DioramaError, match="one in 5 would not be even over a deal of 10 combinations"):
        Deal(answer=2, case=5).hand(0).one_in(5)


def test_which_samples_are_filtered_stays_as_it_was() -> None:
    """All but every fifth sample of a task, from the first on."""
    for name in ("T1", "T2", "T3"):
        deal = deal_of(get_suite("structure").get(name))
        assert [turn for turn in range(12) if not filtered(deal.hand(turn))] == [0, 5, 10]


@pytest.mark.parametrize("task", DEALING, ids=lambda t: t.label)
def test_places_say_nothing_of_what_else_is_dealt(task: Task) -> None:
    """Over one round any two of what a task balances, of the flat filter and of a place come up evenly together."""
    deal = deal_of(task)
    rows = [
        {**hand, "place": hand.place(3), "filter": turn % SOLVED_EVERY}
        for turn in range(deal.combinations * 3 * SOLVED_EVERY)
        for hand in [deal.hand(turn)]
    ]
    of_interest = [*deal.cases, "place"] + (["filter"] if task.cues else [])
    for one, other in combinations(of_interest, 2):
        seen = Counter((row[one], row[other]) for row in rows)
        assert len(set(seen.values())) == 1, (one, other)
        assert len(seen) == len({row[one] for row in rows}) * len({row[other] for row in rows})


def test_a_tenth_of_the_round_is_nearly_even_too() -> None:
    """Occlusion deals 72 hands; whatever the number of samples, no form has its right option mostly at one place."""
    deal = deal_of(get_suite("causal").get("occlusion", "L1"))
    for samples in (24, 30, 50):
        hands = [deal.hand(turn) for turn in range(samples)]
        for form in range(3):
            places = Counter(h.place(3) for h in hands if h["form"] == form)
            assert max(places.values()) <= samples / 3 / 3 + 2


def test_the_filter_and_the_deal_of_a_task_do_not_run_in_step() -> None:
    """One turn in five is not filtered; it must not always be the turn of the same answer size."""
    for task in DEALING:
        assert not task.cues or gcd(deal_of(task).combinations, SOLVED_EVERY) == 1


def test_yes_and_no_stand_at_each_place_equally_often_in_each_form() -> None:
    deal, rng = Deal(answer=2, form=3), np.random.default_rng(0)
    seen: Counter[tuple[int, bool, int]] = Counter()
    for turn in range(18):
        hand = deal.hand(turn)
        yes = hand["answer"] == 0
        options = yes_or_no(yes, hand, rng)
        assert sorted(options) == sorted((YES, NO, NOT_SURE))
        seen[hand["form"], yes, options.index(YES if yes else NO)] += 1
    assert len(seen) == 18


def test_billiards_deals_each_kind_of_shot_evenly() -> None:
    """One whole round of real drafts: every kind of shot, good and bad, with the right option at every place."""
    seen: Counter[tuple[str, str, int]] = Counter()
    for turn in range(18):
        draft, _ = draw_up(BILLIARDS, [5, turn], turn=turn)
        assert isinstance(draft.query, PlayedBall)
        assert isinstance(draft.answer, Choice)
        seen[draft.query.form_name(), draft.answer.option, draft.options.index(draft.answer.option)] += 1
    assert set(seen) == {(form, answer, place) for form in FORMS for answer in (YES, NO) for place in range(3)}


@pytest.mark.parametrize("task", CAUSAL[:3] + CAUSAL[4:7], ids=lambda t: t.label)
def test_drafts_have_the_right_option_where_it_was_dealt(task: Task) -> None:
    """Compatibility L2 is left out because it takes long: it places its options in the same lines as L1."""
    draft, _ = draw_up(task, [3, 1], turn=1)
    assert isinstance(draft.answer, Choice)
    assert draft.options.index(draft.answer.option) == deal_of(task).hand(1).place(len(draft.options))


def test_every_task_with_options_deals() -> None:
    assert all(task.deal is not None for task in CAUSAL)


def test_the_same_option_is_never_offered_twice() -> None:
    with pytest.raises(DioramaError, match="offered twice"):
        Deal().hand(0).place_options("a", ("a", "b"), np.random.default_rng(0))


def test_a_deal_without_a_case_is_refused() -> None:
    with pytest.raises(DioramaError, match="at least one case"):
        Deal(form=0)


def test_there_are_eight_cells() -> None:
    names = ("collision", "compatibility", "occlusion", "trajectory")
    cells = {(t.name, t.level) for t in CAUSAL}
    assert cells == {(n, level) for n in names for level in ("L1", "L2")}


def test_every_part_has_eight_wordings() -> None:
    for name, found in get_suite("causal").wordings.items():
        assert len(set(found)) == len(found) >= 8, name

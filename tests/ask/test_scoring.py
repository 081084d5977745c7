"""Scoring: right, wrong, and the kinds of wrong."""

from __future__ import annotations

import pytest

from diorama.ask.keys import Key, Thing
from diorama.ask.records import Failure, Verdict
from diorama.ask.scoring import judge, make_record, simulate_swaps
from diorama.suites import ObjectSet, Plan, Step
from diorama.world import replace
from tests.ask.keys import choice_key, set_key, swap_key


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("B", Verdict.CORRECT),
        ("Yes", Verdict.INCORRECT),
        ("(C) Not sure", Verdict.NOT_SURE),
        ("I really cannot tell.", Verdict.NOT_SURE),
        ("A or B", Verdict.UNREAD),
        ("I'm sorry, I can't help with that.", Verdict.REFUSED),
    ],
)
def test_a_choice(reply: str, verdict: Verdict) -> None:
    assert judge(choice_key("No"), reply).verdict is verdict


def test_not_knowing_counts_without_an_option_for_it() -> None:
    key = choice_key("Left", ("Left", "Right"))
    assert judge(key, "I don't know").verdict is Verdict.NOT_SURE


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("the vase and the mug", Verdict.CORRECT),
        ("vase", Verdict.INCORRECT),
        ("vase, mug, box", Verdict.INCORRECT),
        ("none", Verdict.INCORRECT),
        ("vase, mug, the table", Verdict.INCORRECT),
        ("vase, mug, unicorn", Verdict.HALLUCINATED),
        ("unicorn", Verdict.HALLUCINATED),
        ("whatever you say, I would not be so bold", Verdict.UNREAD),
    ],
)
def test_a_set_of_objects_is_right_as_a_whole_or_not_at_all(reply: str, verdict: Verdict) -> None:
    assert judge(set_key("mug", "vase"), reply).verdict is verdict


def test_saying_none_is_right_where_nothing_is() -> None:
    assert judge(set_key(), "None.").verdict is Verdict.CORRECT
    assert judge(set_key(), "the box").verdict is Verdict.INCORRECT


def test_an_order_is_scored_both_ways_and_counts() -> None:
    key = set_key("mug", "vase", ordered=True)
    right, turned, wrong = (judge(key, r) for r in ("mug, vase", "vase, mug", "vase, box"))
    assert right.verdict is Verdict.CORRECT and right.flags == {"ordered_correct": True, "unordered_correct": True}
    assert turned.verdict is Verdict.INCORRECT and turned.flags == {"ordered_correct": False, "unordered_correct": True}
    assert wrong.flags == {"ordered_correct": False, "unordered_correct": False}


def two_mugs(*names: str) -> Key:
    scene = {
        "mug 1": Thing("the red mug", "mug"), "mug 2": Thing("the blue mug", "mug"), "vase": Thing("the vase", "vase")
    }  # fmt: skip
    return Key("a", "s", "structure", "T1", "", ObjectSet(names=names), things=scene)


def test_an_ambiguous_name_is_reported_not_settled() -> None:
    """The red mug is the answer and somebody says "the mug": it may be right, and nobody knows."""
    found = judge(two_mugs("mug 1"), "the mug")
    assert found.verdict is Verdict.UNREAD and found.flags["ambiguous"]
    assert found.note == "'the mug' could be the red mug and the blue mug"


def test_an_ambiguous_name_is_wrong_if_no_meaning_of_it_is_right() -> None:
    found = judge(two_mugs("vase"), "the mug")
    assert found.verdict is Verdict.INCORRECT and found.flags["ambiguous"]


def test_a_plural_names_them_all() -> None:
    assert judge(two_mugs("mug 1", "mug 2"), "the mugs").verdict is Verdict.CORRECT


def test_a_swap_is_carried_out() -> None:
    """The box and the mug are of one size and can change places."""
    key = swap_key("box", "vase", "lamp", "mug", pairs=(("box", "mug"),))
    found = judge(key, "swap the mug with the box")
    assert found.verdict is Verdict.CORRECT
    assert found.flags == {"reaches_order": True, "overlaps": False, "off_surface": False}


def test_a_swap_into_too_small_a_place_overlaps() -> None:
    """Three times as wide as its neighbours, the lamp does not fit beside the vase."""
    key = swap_key("lamp", "vase", "mug", "box", pairs=(("lamp", "mug"),))
    found = judge(key, "the lamp and the mug")
    assert found.verdict is Verdict.INCORRECT and found.note == "it overlaps something"
    assert found.flags["overlaps"] and found.flags["reaches_order"]


def test_any_shortest_sequence_is_right() -> None:
    """Three things in a ring can be put right by two swaps in three ways."""
    key = swap_key("vase", "box", "lamp", "mug", pairs=(("mug", "vase"), ("mug", "box")))
    ways = ["mug and vase, then mug and box", "mug and box, then vase and box", "vase and box, then mug and vase"]
    assert [judge(key, way).verdict for way in ways] == [Verdict.CORRECT] * 3
    assert judge(key, "vase and box, then mug and box").note == "it does not reach the order"
    longer = judge(key, "mug and vase, mug and vase, mug and vase, mug and box")
    assert longer.verdict is Verdict.INCORRECT and longer.note == "there is a shorter sequence"


def test_only_listed_objects_may_be_moved_in_a_sequence() -> None:
    """The vase and the mug are listed, the box is not: what works by moving the box is still wrong."""
    key = swap_key("vase", "mug", pairs=(("mug", "vase"), ("mug", "vase")))
    found = judge(key, "mug and box, then box and vase")
    assert found.flags == {"reaches_order": True, "overlaps": False, "off_surface": False}
    assert found.verdict is Verdict.INCORRECT and found.note == "it moves an object that may not be moved"


def test_infeasible() -> None:
    possible = swap_key("box", "vase", "lamp", "mug", pairs=(("box", "mug"),))
    impossible = swap_key("lamp", "vase", "mug", "box", pairs=(), feasible=False)
    assert judge(possible, "infeasible").verdict is Verdict.INCORRECT
    assert judge(impossible, "infeasible").verdict is Verdict.CORRECT
    assert judge(impossible, "mug and lamp").verdict is Verdict.INCORRECT


def test_a_sequence_that_works_against_the_key_is_not_called_wrong() -> None:
    """If the key says that nothing works and something does, the sample is at fault, not the reply."""
    key = swap_key("box", "vase", "lamp", "mug", pairs=(), feasible=False)
    found = judge(key, "swap the mug with the box")
    assert found.verdict is Verdict.UNSCORED and "at fault" in found.note


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("unicorn and mug", Verdict.HALLUCINATED),
        ("mug and table", Verdict.INCORRECT),
        ("mug and mug", Verdict.INCORRECT),
    ],
)
def test_swaps_of_what_cannot_be_swapped(reply: str, verdict: Verdict) -> None:
    found = judge(swap_key("box", "vase", "lamp", "mug", pairs=(("box", "mug"),)), reply)
    assert found.verdict is verdict and found.note and not found.flags["overlaps"]


def test_swapping_back_is_as_before() -> None:
    key = swap_key("mug", "vase", "lamp", "box", pairs=())
    assert simulate_swaps(key, [("mug", "box"), ("mug", "box")])["reaches_order"]
    assert not simulate_swaps(key, [("mug", "box")])["reaches_order"]


def test_plans_are_unscored_for_now() -> None:
    plan = Plan(steps=(Step(id=1, content="Pick up the mug"),))
    key = Key("p", "s", "logic", "plan", "", plan)
    assert judge(key, "1. Pick up the mug").verdict is Verdict.UNSCORED


def test_a_record_tells_the_whole_story() -> None:
    record = make_record(set_key("mug", "vase"), "mug, unicorn", model="m", strategy="cot", repeat=2, seconds=1.5)
    assert (record.verdict, record.read_as, record.truth) == (
        Verdict.HALLUCINATED,
        "the mug and “unicorn”",
        "the mug and the vase",
    )
    assert record.note == "'unicorn' is not in the scene"
    assert (record.answer_size, record.repeat, record.strategy, record.seconds) == (2, 2, "cot", 1.5)
    assert record.chance == pytest.approx(1 / 4 / 6)
    failed = make_record(choice_key(), "", model="m", failure=Failure.TIMEOUT, note="60 s")
    assert (failed.verdict, failed.failure, failed.note) == (Verdict.FAILED, Failure.TIMEOUT, "60 s")


def test_worlds_are_not_changed_by_scoring() -> None:
    key = swap_key("box", "vase", "lamp", "mug", pairs=(("box", "mug"),))
    assert key.world is not None
    before = replace(key.world)
    judge(key, "mug and box")
    assert key.world == before

"""The audit: even answers, and guessers that know no depth."""

from __future__ import annotations

from diorama.data import Sample
from diorama.data.audit import TaskAudit, count_sample, together
from diorama.data.guessers import choose_nearest, choose_overlapping
from diorama.sight import see
from diorama.suites import Choice
from diorama.suites.answers import ObjectSet, Swaps
from diorama.suites.flat import GUESSES, visible_boxes
from tests.data.samples import sample
from tests.worlds import block, floor_with


def choice(number: int, right: str, options: tuple[str, ...]) -> Sample:
    return sample(number, answer=Choice(option=right), options=options, trace={"mover": "near"})


def audited(samples: list[Sample]) -> TaskAudit:
    found = TaskAudit()
    for one in samples:
        count_sample(found, one)
    return found


def test_an_audit_finds_a_place_that_is_always_right() -> None:
    orders = (("No", "Yes", "Not sure"), ("Yes", "No", "Not sure"))
    lazy = audited([choice(k, orders[k % 2][0], orders[k % 2]) for k in range(30)])
    assert any("place 1 of 3" in w for w in lazy.warnings())
    assert not any("'Yes'" in w for w in lazy.warnings())


def test_an_audit_finds_an_answer_that_is_right_too_often() -> None:
    orders = (("Yes", "No", "Not sure"), ("No", "Yes", "Not sure"), ("Not sure", "No", "Yes"))
    kind = audited([choice(k, "Yes", orders[k % 3]) for k in range(30)])
    assert any(w.startswith("'Yes' is right in 100%") for w in kind.warnings())
    assert not any("place" in w for w in kind.warnings())
    assert kind.blind == 1.0


def test_a_balanced_set_earns_no_warning() -> None:
    orders = (("Yes", "No", "Not sure"), ("No", "Not sure", "Yes"), ("Not sure", "Yes", "No"))
    fair = audited([choice(k, ("Yes", "No")[k // 3 % 2], orders[k % 3]) for k in range(36)])
    assert not any("place" in w or "'" in w for w in fair.warnings())
    assert fair.blind == 0.5


def test_guessers_know_boxes_only() -> None:
    """The near block covers a part of the far one in the picture: boxes overlap, so it is said to be touched."""
    world = floor_with(block("near", (0.0, 0.0, 0.0)), block("far", (0.06, 0.4, 0.0), 2.0))
    world = world.change("far", phrase="the far")
    one = sample(0, world=world, trace={"mover": "near"})
    assert one.camera is not None
    boxes = visible_boxes(see(world, one.camera))
    assert choose_overlapping(one, boxes) == "Yes"
    options = ("Remove the far", "Not sure")
    named = sample(1, world=world, answer=Choice(option="Not sure"), options=options, trace={"mover": "near"})
    assert choose_nearest(named, boxes) == "Remove the far"


def test_guessers_of_sets_play_where_a_question_is_about_one_object() -> None:
    """The far block shows beside the near one: its box overlaps, so every flat guesser but one names it."""
    world = floor_with(block("near", (0.0, 0.0, 0.0)), block("far", (0.06, 0.4, 0.0), 2.0))
    freed = sample(0, world=world, answer=ObjectSet(names=("far",)), options=(), trace={"removed": "near"})
    told = audited([freed])
    assert set(told.guesses) == set(GUESSES)
    assert told.share("nearest box") == told.share("overlapping boxes") == 1
    assert told.share("overlapping boxes below") == 0
    assert "nearest box is right in 100%" in told.warnings()


def test_guessers_who_cannot_play_are_not_said_to_be_wrong() -> None:
    swaps = sample(0, answer=Swaps(pairs=(("near", "far"),)), options=(), trace={"order": ["far", "near"]})
    assert not audited([swaps]).guesses


def test_parts_give_the_audit_of_the_whole() -> None:
    orders = (("No", "Yes", "Not sure"), ("Yes", "No", "Not sure"))
    samples = [choice(k, orders[k % 2][k % 2], orders[k % 2]) for k in range(5)]
    key = ("suite", "task", "")
    parts = [{key: audited(samples[:2])}, {}, {key: audited(samples[2:])}]
    assert together(parts) == {key: audited(samples)}

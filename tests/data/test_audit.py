"""The audit: even answers, and guessers that know no depth."""

from __future__ import annotations

from diorama.data import Sample
from diorama.data.audit import count_sample, flat_scene, together
from diorama.kinds import Choice, Counts, ObjectSet, Rearrangement, Swaps
from diorama.suites import get_suite
from diorama.suites.flat import GUESSES
from diorama.suites.structure.t1_single_removal import Removal
from diorama.world import World
from tests.data.samples import QUERIES, sample
from tests.worlds import block, floor_with

COLLISION = {"task": "collision", "level": "L1"}
"""What the near block hits; guessers play for every one of these samples."""


def choice(number: int, right: str, options: tuple[str, ...]) -> Sample:
    return sample(number, answer=Choice(option=right), options=options, **COLLISION)


def audited(samples: list[Sample]) -> Counts:
    found = samples[0].kind.counts()
    for one in samples:
        count_sample(found, one)
    return found


def side_by_side() -> World:
    """In the picture the near block covers a part of the far one, which is larger."""
    return floor_with(block("near", (0.0, 0.0, 0.0)), block("far", (0.06, 0.4, 0.0), 2.0))


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
    world = side_by_side().change("far", phrase="the far")
    guessers = get_suite("causal").get("collision", "L1").guessers
    query = QUERIES["causal", "collision", "L1"]
    assert query.bodies() == ("near",)

    def guess(guesser: str, one: Sample) -> object:
        scene = flat_scene(one)
        assert scene is not None
        return guessers[guesser](query, scene)

    one = sample(0, world=world)
    assert guess("overlapping boxes", one) == Choice(option="Yes")
    options = ("Remove the far", "Not sure")
    named = sample(0, world=world, answer=Choice(option="Not sure"), options=options)
    assert guess("nearest box", named) == Choice(option="Remove the far")


def test_guessers_of_sets_play_where_a_question_is_about_one_object() -> None:
    """The far block shows beside the near one: its box overlaps, so every flat guesser but one names it."""
    freed = sample(
        0, world=side_by_side(), suite="structure", task="T1", level="", query=Removal(removed="near"),
        answer=ObjectSet(names=("far",)), options=(),
    )  # fmt: skip
    told = audited([freed])
    assert set(told.guesses) == set(GUESSES)
    assert told.share("nearest box") == told.share("overlapping boxes") == 1
    assert told.share("overlapping boxes below") == 0
    assert "nearest box is right in 100%" in told.warnings()


def test_guessers_who_cannot_play_are_not_said_to_be_wrong() -> None:
    """Nobody knows how flat boxes are swapped, a body behind the camera has no box, and some samples have no world."""
    order = Rearrangement(order=("far", "near"))
    swaps = sample(
        0, suite="structure", task="T5", level="", query=order, answer=Swaps(pairs=(("near", "far"),)), options=()
    )  # fmt: skip
    assert not audited([swaps]).guesses
    unseen = sample(0, world=side_by_side().change("near", position=(0.0, -9.0, 0.0)))
    assert not audited([unseen]).guesses
    for one in (sample(0, shots=()), sample(0, query=None), sample(0, suite="stranger", query=None)):
        told = audited([one])
        assert told.samples == 1 and not told.guesses
    assert audited([sample(0)]).guesses


def test_parts_give_the_audit_of_the_whole() -> None:
    orders = (("No", "Yes", "Not sure"), ("Yes", "No", "Not sure"))
    samples = [choice(k, orders[k % 2][k % 2], orders[k % 2]) for k in range(5)]
    key = ("suite", "task", "")
    parts = [{key: audited(samples[:2])}, {}, {key: audited(samples[2:])}]
    assert together(parts) == {key: audited(samples)}

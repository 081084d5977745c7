"""Scoring: right, wrong, and the kinds of wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace as changed

import pytest

from diorama.ask import Failure, Record, make_record, score_reply
from diorama.ask.failures import NoReply
from diorama.ask.scoring import ALONE, LONGEST_KEPT, MOST_KEPT, Helpers, reading_request, score_with
from diorama.kinds import Judgement, Key, ObjectSet, Rearrangement, Thing, Verdict, get_kind
from diorama.kinds.swaps import simulate_swaps
from diorama.world import replace
from tests.ask.keys import choice_key, plan_key, set_key, swap_key


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
    assert score_reply(choice_key("No"), reply).verdict is verdict


def test_not_knowing_counts_without_an_option_for_it() -> None:
    key = choice_key("Left", ("Left", "Right"))
    assert score_reply(key, "I don't know").verdict is Verdict.NOT_SURE


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
    assert score_reply(set_key("mug", "vase"), reply).verdict is verdict


def test_saying_none_is_right_where_nothing_is() -> None:
    assert score_reply(set_key(), "None.").verdict is Verdict.CORRECT
    assert score_reply(set_key(), "the box").verdict is Verdict.INCORRECT


def test_an_order_is_scored_both_ways_and_counts() -> None:
    key = set_key("mug", "vase", ordered=True)
    right, turned, wrong = (score_reply(key, r) for r in ("mug, vase", "vase, mug", "vase, box"))
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
    found = score_reply(two_mugs("mug 1"), "the mug")
    assert found.verdict is Verdict.UNREAD and found.flags["ambiguous"]
    assert found.note == "'mug' could be the red mug and the blue mug"


def test_an_ambiguous_name_is_wrong_if_no_meaning_of_it_is_right() -> None:
    found = score_reply(two_mugs("vase"), "the mug")
    assert found.verdict is Verdict.INCORRECT and found.flags["ambiguous"]


def test_a_plural_names_them_all() -> None:
    assert score_reply(two_mugs("mug 1", "mug 2"), "the mugs").verdict is Verdict.CORRECT


def test_a_swap_is_carried_out() -> None:
    """The box and the mug are of one size and can change places."""
    key = swap_key("box", "vase", "lamp", "mug", pairs=(("box", "mug"),))
    found = score_reply(key, "swap the mug with the box")
    assert found.verdict is Verdict.CORRECT
    assert found.flags == {"reaches_order": True, "overlaps": False, "off_surface": False}


def test_a_swap_into_too_small_a_place_overlaps() -> None:
    """Three times as wide as its neighbours, the lamp does not fit beside the vase."""
    key = swap_key("lamp", "vase", "mug", "box", pairs=(("lamp", "mug"),))
    found = score_reply(key, "the lamp and the mug")
    assert found.verdict is Verdict.INCORRECT and found.note == "it overlaps something"
    assert found.flags["overlaps"] and found.flags["reaches_order"]


def test_any_shortest_sequence_is_right() -> None:
    """Three things in a ring can be put right by two swaps in three ways."""
    key = swap_key("vase", "box", "lamp", "mug", pairs=(("mug", "vase"), ("mug", "box")))
    ways = ["mug and vase, then mug and box", "mug and box, then vase and box", "vase and box, then mug and vase"]
    assert [score_reply(key, way).verdict for way in ways] == [Verdict.CORRECT] * 3
    assert score_reply(key, "vase and box, then mug and box").note == "it does not reach the order"
    longer = score_reply(key, "mug and vase, mug and vase, mug and vase, mug and box")
    assert longer.verdict is Verdict.INCORRECT and longer.note == "there is a shorter sequence"


def test_only_listed_objects_may_be_moved_in_a_sequence() -> None:
    """The vase and the mug are listed, the box is not: what works by moving the box is still wrong."""
    key = swap_key("vase", "mug", pairs=(("mug", "vase"), ("mug", "vase")))
    found = score_reply(key, "mug and box, then box and vase")
    assert found.flags == {"reaches_order": True, "overlaps": False, "off_surface": False}
    assert found.verdict is Verdict.INCORRECT and found.note == "it moves an object that may not be moved"


def test_infeasible() -> None:
    possible = swap_key("box", "vase", "lamp", "mug", pairs=(("box", "mug"),))
    impossible = swap_key("lamp", "vase", "mug", "box", pairs=(), feasible=False)
    assert score_reply(possible, "infeasible").verdict is Verdict.INCORRECT
    assert score_reply(impossible, "infeasible").verdict is Verdict.CORRECT
    assert score_reply(impossible, "mug and lamp").verdict is Verdict.INCORRECT


def test_a_sequence_that_works_against_the_key_is_not_called_wrong() -> None:
    """If the key says that nothing works and something does, the sample is at fault, not the reply."""
    key = swap_key("box", "vase", "lamp", "mug", pairs=(), feasible=False)
    found = score_reply(key, "swap the mug with the box")
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
    found = score_reply(swap_key("box", "vase", "lamp", "mug", pairs=(("box", "mug"),)), reply)
    assert found.verdict is verdict and found.note and not found.flags["overlaps"]


def test_swapping_back_is_as_before() -> None:
    key = swap_key("mug", "vase", "lamp", "box", pairs=())
    assert simulate_swaps(key, [("mug", "box"), ("mug", "box")])["reaches_order"]
    assert not simulate_swaps(key, [("mug", "box")])["reaches_order"]


def test_any_object_may_be_moved_where_the_question_does_not_say_otherwise() -> None:
    """The same swaps as above are right where only the order counts (T5)."""
    key = swap_key("vase", "mug", pairs=(("mug", "vase"), ("mug", "vase")))
    assert isinstance(key.query, Rearrangement)
    free = changed(key, query=Rearrangement(order=key.query.order))
    assert score_reply(free, "mug and box, then box and vase").verdict is Verdict.CORRECT


def test_without_a_world_the_known_sequences_are_right_and_no_others() -> None:
    ring = (("mug", "vase"), ("mug", "box"))
    key = swap_key("vase", "box", "lamp", "mug", pairs=ring, others=((("mug", "box"), ("vase", "box")),))
    bare = changed(key, world=None, camera=None)
    assert score_reply(bare, "vase and mug, then box and mug").verdict is Verdict.CORRECT
    assert score_reply(bare, "mug and box, then vase and box").verdict is Verdict.CORRECT
    assert score_reply(bare, "vase and box, then mug and vase").verdict is Verdict.INCORRECT
    with pytest.raises(ValueError, match="holds no world"):
        simulate_swaps(bare, ring)


def test_a_plan_is_graded() -> None:
    """One of two steps, and so none of the needs; more of it in tests/kinds/test_plans.py."""
    found = score_reply(plan_key(), "1. Pick up the mug")
    assert found.verdict is Verdict.INCORRECT
    assert (found.numbers["steps_matched"], found.numbers["steps_wanted"]) == (1, 2)
    assert (found.numbers["needs_matched"], found.numbers["needs_wanted"]) == (0, 1)


def test_a_record_tells_the_whole_story() -> None:
    key, reply = set_key("mug", "vase"), "mug, unicorn"
    record = make_record(key, reply, score_reply(key, reply), model="m", strategy="cot", repeat=2, seconds=1.5)
    assert (record.verdict, record.read_as, record.truth) == (
        Verdict.HALLUCINATED,
        "the mug and “unicorn”",
        "the mug and the vase",
    )
    assert (record.reply, record.note) == (reply, "'unicorn' is not in the scene")
    assert (record.answer_kind, record.answer_size, record.repeat) == ("objects", 2, 2)
    assert (record.strategy, record.seconds) == ("cot", 1.5)
    assert record.chance == pytest.approx(1 / 4 / 6)
    failed = make_record(
        choice_key(), "", Judgement(Verdict.FAILED, note="60 s"), model="m", failure=Failure.TIMEOUT
    )  # fmt: skip
    assert (failed.verdict, failed.failure, failed.note) == (Verdict.FAILED, Failure.TIMEOUT, "60 s")
    assert failed.to_ask_again and not failed.answered and failed.options == 3


def test_the_numbers_of_a_plan_are_in_its_record() -> None:
    key = plan_key()
    record = make_record(key, "1. Pick up the mug", score_reply(key, "1. Pick up the mug"), model="m")
    assert record.numbers["steps_matched"] == record.numbers["steps_given"] == 1 and record.numbers["steps_wanted"] == 2
    assert (record.answer_kind, record.answer_size, record.chance) == ("plan", 2, 0)
    assert Record.model_validate_json(record.model_dump_json(exclude_defaults=True)) == record


def test_a_failure_has_a_reason_and_nothing_else_has_one() -> None:
    with pytest.raises(ValueError, match="a failed question has a failure kind"):
        make_record(choice_key(), "", Judgement(Verdict.FAILED), model="m")
    with pytest.raises(ValueError, match="a failed question has a failure kind"):
        make_record(choice_key(), "B", score_reply(choice_key(), "B"), model="m", failure=Failure.TIMEOUT)
    tool = make_record(choice_key(), "", Judgement(Verdict.TOOL_FAILED, note="no depth"), model="m")
    assert tool.to_ask_again and not tool.answered, "a tool's failure is not the model's"


def test_what_a_filter_kept_back_is_a_refusal() -> None:
    """A filtered reply that can still be read counts as what it says."""
    assert score_reply(choice_key(), "", filtered=True).verdict is Verdict.REFUSED
    assert score_reply(choice_key("No"), "B", filtered=True).verdict is Verdict.CORRECT


class Voice:
    """A helper that says always the same, or nothing."""

    def __init__(self, reply: str | None) -> None:
        self.reply = reply
        self.asked: list[str] = []

    async def __call__(self, text: str) -> str:
        self.asked.append(text)
        if self.reply is None:
            raise NoReply(Failure.SERVER, "503")
        return self.reply


def helped(key: Key, reply: str, *, reader: Voice | None = None, grader: Voice | None = None) -> Judgement:
    async def whole() -> Judgement:
        return await score_with(key, reply, Helpers(reader, grader, "r" * bool(reader), "g" * bool(grader)))

    return asyncio.run(whole())


MUMBLED = "The second of these, one would think, or so it seems."


def test_a_reader_is_asked_only_where_we_cannot_read() -> None:
    reader = Voice("B")
    assert helped(choice_key("No"), "A", reader=reader).verdict is Verdict.INCORRECT and not reader.asked
    read = helped(choice_key("No"), MUMBLED, reader=reader)
    assert read.verdict is Verdict.CORRECT and read.flags == {"by_reader": True}
    assert len(reader.asked) == 1
    assert helped(choice_key("No"), MUMBLED, reader=Voice("no answer")).verdict is Verdict.UNREAD


def test_a_reader_never_sees_what_is_right() -> None:
    for one, other in (("Yes", "No"), ("Not sure", "Yes")):
        assert reading_request(choice_key(one), MUMBLED) == reading_request(choice_key(other), MUMBLED)
    few, many = (changed(set_key("mug", "vase"), answer=ObjectSet(names=names)) for names in ((), ("mug", "vase")))
    assert reading_request(few, MUMBLED) == reading_request(many, MUMBLED)
    long = reading_request(choice_key(), "word " * 100_000 + "the end")
    assert len(long) < 25_000 and "the end" in long


def test_helpers_that_fail_leave_a_reply_unscored() -> None:
    dumb = Voice(None)
    read = helped(choice_key(), MUMBLED, reader=dumb)
    assert read.verdict is Verdict.UNSCORED and read.note == "the reader failed: server: 503"
    graded = helped(plan_key(), "1. Pick up the mug", grader=dumb)
    assert graded.verdict is Verdict.UNSCORED and graded.note == "the grader failed: server: 503"
    babbled = helped(plan_key(), "1. Pick up the mug", grader=Voice("They look alike."))
    assert babbled.verdict is Verdict.UNSCORED and "holds no matrix" in babbled.note


def test_a_grader_is_asked_only_by_kinds_that_want_one() -> None:
    grader = Voice("[[1, 0], [0, 1]]")
    assert helped(choice_key("No"), "B", grader=grader).verdict is Verdict.CORRECT and not grader.asked
    assert helped(plan_key(), "1. Grip it\n2. Stow it [1]", grader=grader).verdict is Verdict.CORRECT
    assert len(grader.asked) == 1


def test_how_a_reply_was_scored_is_told() -> None:
    assert ALONE.scoring(choice_key()) == f"choice rules {get_kind('choice').rules}"
    helpers = Helpers(reader_name="lab/r", grader_name="lab/g")
    assert helpers.scoring(plan_key()) == f"plan rules {get_kind('plan').rules} reader=lab/r grader=lab/g"


def test_worlds_are_not_changed_by_scoring() -> None:
    key = swap_key("box", "vase", "lamp", "mug", pairs=(("box", "mug"),))
    assert key.world is not None
    before = replace(key.world)
    score_reply(key, "mug and box")
    assert key.world == before


def test_equal_replies_to_one_sample_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time a judgement is looked up; what is known of this very reply (cut off) is still noted."""
    key, read = set_key("mug", "vase"), list[str]()
    kind = get_kind("objects")
    monkeypatch.setattr(type(kind), "score", _counted(type(kind).score, read))
    first, second = score_reply(key, "mug, vase"), score_reply(key, "mug, vase", cut=True)
    assert first == changed(second, note="") and second.note == "cut off"
    assert asyncio.run(score_with(key, "mug, vase", ALONE)) == first
    score_reply(key, "vase")
    score_reply(changed(key), "vase")
    assert read == ["mug, vase", "vase", "vase"], "another key has a memory of its own"


def test_what_a_grader_said_is_not_remembered() -> None:
    """Another grader may say something else."""
    asked: list[str] = []

    async def grader(text: str) -> str:
        asked.append(text)
        return "[]"

    key = plan_key()
    for _ in range(2):
        asyncio.run(score_with(key, "1. Take the cup\n2. Put it away [1]", Helpers(grader=grader)))
    assert len(asked) >= 2


def test_remembered_replies_are_bounded() -> None:
    key = set_key("mug", "vase")
    for k in range(200):
        score_reply(key, f"mug {k}")
    score_reply(key, "mug, vase. " + "And so on. " * 1000)
    kept: dict[str, Judgement] = key.kept("judged replies", dict)
    assert len(kept) <= MOST_KEPT and all(len(reply) <= LONGEST_KEPT for reply in kept)


def _counted(score: Callable[..., Awaitable[Judgement]], read: list[str]) -> Callable[..., Awaitable[Judgement]]:
    async def counted(kind: object, key: Key, reply: str, grader: object = None) -> Judgement:
        read.append(reply)
        return await score(kind, key, reply, grader)

    return counted

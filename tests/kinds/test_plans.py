"""Plans are graded: which steps match, and whether they need what they should. Small enough to check by hand."""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

from diorama.kinds import Chore, Judgement, Key, Plan, Step, Thing, UnreadableGrade, Verdict, get_kind, score_alone

PLAN = get_kind("plan")
THINGS = {
    "lid": Thing("the lid", "lid"), "mug": Thing("the red mug", "mug"), "box": Thing("the cardboard box", "box"),
    "vase": Thing("the vase", "vase"),
}  # fmt: skip
TRUTH = Plan(
    steps=(
        Step(id=1, content="Remove the lid"),
        Step(id=2, content="Pick up the red mug"),
        Step(id=3, content="Place the red mug in the cardboard box", needs=(1, 2)),
    )
)
"""Three steps and two needs."""
RIGHT = "1. Remove the lid\n2. Pick up the red mug\n3. Place the red mug in the cardboard box [1, 2]"


def key(answer: Plan = TRUTH, things: dict[str, Thing] = THINGS) -> Key:
    return Key("p-1", "scene", "logic", "pack", "", answer, question="How do you pack the mug?", things=things)


def score(reply: str, answer: Plan = TRUTH) -> Judgement:
    return score_alone(PLAN, key(answer), reply)


def content(found: Judgement) -> tuple[float, ...]:
    """Steps matched, given and wanted."""
    return tuple(found.numbers[f"steps_{part}"] for part in ("matched", "given", "wanted"))


def preconditions(found: Judgement) -> tuple[float, ...]:
    return tuple(found.numbers[f"needs_{part}"] for part in ("matched", "given", "wanted"))


def test_the_right_plan_is_right_in_every_number() -> None:
    found = score(RIGHT)
    assert found.verdict is Verdict.CORRECT
    assert content(found) == (3, 3, 3) and preconditions(found) == (2, 2, 2)
    used = {name for measure in PLAN.measures.values() for name in (*measure.above, *measure.below)}
    assert set(found.numbers) == used, "tables make something of every number"
    assert (
        found.read_as
        == "1. Remove the lid\n2. Pick up the red mug\n3. Place the red mug in the cardboard box (after 1 and 2)"
    )


def test_other_numbers_and_another_order_of_steps_change_nothing() -> None:
    """Needs are compared between steps that match, whatever their numbers are."""
    found = score("1. Pick up the red mug\n5. Remove the lid\n9. Place the red mug in the cardboard box [5, 1]")
    assert found.verdict is Verdict.CORRECT and preconditions(found) == (2, 2, 2)


def test_other_words_for_the_same_deed_change_nothing() -> None:
    found = score("1. Take away the lid\n2. Lift the mug up\n3. Put the mug into the box (after 1 and 2)")
    assert found.verdict is Verdict.CORRECT


@pytest.mark.parametrize(
    "step",
    ["Place the cardboard box in the red mug", "Place the vase in the cardboard box", "Open the red mug"],
    ids=["roles turned", "another object", "another deed"],
)
def test_another_deed_or_another_object_is_another_step(step: str) -> None:
    """Two of three steps match; the third took both needs with it."""
    found = score(f"1. Remove the lid\n2. Pick up the red mug\n3. {step} [1, 2]")
    assert found.verdict is Verdict.INCORRECT
    assert content(found) == (2, 3, 3)
    assert preconditions(found) == (0, 2, 2)


def test_a_step_left_out_costs_recall() -> None:
    """Two steps of three, one need of two; all that is said is right."""
    found = score("1. Remove the lid\n2. Place the red mug in the cardboard box [1]")
    assert found.verdict is Verdict.INCORRECT
    assert content(found) == (2, 2, 3)
    assert preconditions(found) == (1, 1, 2)


def test_a_step_too_many_costs_precision() -> None:
    """Four steps where three are wanted; three needs where two are."""
    found = score(RIGHT + "\n4. Pick up the vase [3]")
    assert found.verdict is Verdict.INCORRECT
    assert content(found) == (3, 4, 3)
    assert preconditions(found) == (2, 3, 2)


def test_the_same_step_said_twice_matches_once() -> None:
    found = score(RIGHT + "\n4. Remove the lid")
    assert content(found) == (3, 4, 3)


def test_a_need_has_a_direction() -> None:
    """The lid needs the packing, instead of the packing the lid."""
    found = score("1. Remove the lid [3]\n2. Pick up the red mug\n3. Place the red mug in the cardboard box [2]")
    assert content(found) == (3, 3, 3)
    assert preconditions(found) == (1, 2, 2)
    assert found.verdict is Verdict.INCORRECT


def test_right_steps_without_their_needs_are_not_yet_right() -> None:
    found = score(RIGHT.removesuffix(" [1, 2]"))
    assert content(found) == (3, 3, 3) and preconditions(found) == (0, 0, 2)
    assert found.verdict is Verdict.INCORRECT


def test_a_need_that_nothing_has_counts_as_given() -> None:
    """Step 8 does not exist: three needs are given, two of them right."""
    found = score(RIGHT.replace("[1, 2]", "[1, 2, 8]"))
    assert preconditions(found) == (2, 3, 2)


def test_where_nothing_needs_anything_saying_so_is_right() -> None:
    single = Plan(steps=(Step(id=1, content="Remove the lid"),))
    assert preconditions(score("1. Remove the lid", single)) == (0, 0, 0)
    assert score("1. Remove the lid", single).verdict is Verdict.CORRECT
    needless = score("1. Remove the lid [7]", single)
    assert preconditions(needless) == (0, 1, 0) and needless.verdict is Verdict.INCORRECT


def test_where_there_is_nothing_to_do_saying_so_is_right() -> None:
    empty = Plan(steps=())
    found = score("Nothing needs to be done.", empty)
    assert found.verdict is Verdict.CORRECT and content(found) == preconditions(found) == (0, 0, 0)
    assert score("1. Remove the lid", empty).verdict is Verdict.INCORRECT
    lazy = score("nothing to do")
    assert lazy.verdict is Verdict.INCORRECT and content(lazy) == (0, 0, 3) and lazy.read_as == "nothing to do"


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("", Verdict.UNREAD),
        ("Just pack it.", Verdict.UNREAD),
        ("I'm sorry, I can't help with that.", Verdict.REFUSED),
        ("I don't know.", Verdict.NOT_SURE),
    ],
)
def test_what_is_no_plan_gives_nothing_and_wants_everything(reply: str, verdict: Verdict) -> None:
    found = score(reply)
    assert found.verdict is verdict and found.note
    assert content(found) == (0, 0, 3) and preconditions(found) == (0, 0, 2)
    assert not any(n for name, n in found.numbers.items() if name.startswith("published")), "it is left out there"


def test_things_that_are_not_in_the_scene_match_by_their_words() -> None:
    sky = Plan(steps=(Step(id=1, content="Open the skylight"),))
    assert score("1. open the Skylight.", sky).verdict is Verdict.CORRECT
    assert score("1. open the window", sky).verdict is Verdict.INCORRECT


class Grader:
    """A model that compares plans: it says always the same and remembers what it was asked."""

    def __init__(self, reply: str) -> None:
        self.reply, self.asked = reply, [""][:0]

    async def __call__(self, text: str) -> str:
        self.asked.append(text)
        return self.reply


def graded(reply: str, grade: str) -> tuple[Judgement, Grader]:
    grader = Grader(grade)

    async def whole() -> Judgement:
        return await PLAN.score(key(), reply, grader)

    return asyncio.run(whole()), grader


FREELY = "1. Get rid of what is on top\n2. Ready the crockery\n3. Pack it up [1, 2]"


def test_a_grader_knows_what_words_do_not_show() -> None:
    assert content(score(FREELY)) == (0, 3, 3)
    found, grader = graded(FREELY, "Here you are: <ans>[[1, 0, 0], [0, 1, 0], [0, 0, 1]]</ans>")
    assert found.verdict is Verdict.CORRECT and content(found) == (3, 3, 3) and preconditions(found) == (2, 2, 2)
    (asked,) = grader.asked
    assert "How do you pack the mug?" in asked and "2. Pick up the red mug" in asked and "3. Pack it up" in asked
    assert "3 lists of 3 numbers" in asked


def test_a_graders_matches_go_before_our_own() -> None:
    """The grader sees one match of three where our rules would see three: one need has nobody to hang on."""
    found, _ = graded(RIGHT, "[[0, 0, 0], [0, 0, 0], [0, 0, 1]]")
    assert content(found) == (1, 3, 3) and preconditions(found) == (0, 2, 2)
    assert found.verdict is Verdict.INCORRECT


def test_a_grader_may_see_several_matches_and_each_step_is_matched_once() -> None:
    found, _ = graded(RIGHT, "<ans>[[1, 1, 1], [1, 0, 0], [0, 0, 0]]</ans>")
    assert content(found) == (2, 3, 3)


def test_a_grader_that_sees_no_match_gives_none() -> None:
    assert content(graded(RIGHT, str([[0] * 3] * 3))[0]) == (0, 3, 3)


def test_what_is_no_plan_or_an_empty_one_is_not_put_to_a_grader() -> None:
    found, grader = graded("Just pack it.", "[]")
    assert found.verdict is Verdict.UNREAD and not grader.asked
    empty, grader = graded("Nothing needs to be done.", "[]")
    assert content(empty) == (0, 0, 3) and not grader.asked


UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize(
    "grade",
    [
        f"<ans>{UNIT}</ans>",
        f"<ans>\n```json\n{UNIT}\n```\n</ans>",
        f"```\n{UNIT}\n```",
        f"{UNIT}",
        f"Step 1 is [1] and so on.\n<ANS>{UNIT}</ANS> I hope that helps.",
        f"First I thought <ans>[[1, 1], [0, 0]]</ans>, but no: <ans>{UNIT}</ans>",
        f"<ans>{UNIT}",
        "<ans>[[1.0, 0, 0,], [0, 1, 0,], [0, 0, 1,],]</ans>",
        "<ans>[[true, false, false], [false, true, false], [false, false, true]]</ans>",
        f'{{"matrix": {UNIT}}}',
    ],
)
def test_a_matrix_is_read_in_many_dresses(grade: str) -> None:
    assert content(graded(RIGHT, grade)[0]) == (3, 3, 3)


@pytest.mark.parametrize(
    ("grade", "why"),
    [
        ("", "no matrix"),
        ("They are the same.", "no matrix"),
        ("<ans>all of them</ans>", "no matrix"),
        ("[[1, 0], [0, 1]]", "is 2 × 2, where 3 × 3 are wanted"),
        ("[[1, 0, 0], [0, 1], [0, 0, 1]]", "is 3 × 2 or 3, where 3 × 3"),
        ("[1, 2]", "no list of lists"),
        ("[[2, 0, 0], [0, 1, 0], [0, 0, 1]]", "something else than 0 and 1"),
        ('[["1", 0, 0], [0, 1, 0], [0, 0, 1]]', "something else than 0 and 1"),
        ("[[[1], 0, 0], [0, 1, 0], [0, 0, 1]]", "something else than 0 and 1"),
        ("[[NaN, 0, 0], [0, 1, 0], [0, 0, 1]]", "something else than 0 and 1"),
        ("[" * 100_000, "no matrix"),
    ],
)
def test_an_unreadable_grade_is_an_error_and_no_verdict(grade: str, why: str) -> None:
    with pytest.raises(UnreadableGrade, match=why):
        graded(RIGHT, grade)


def test_a_chore_is_about_its_target_and_its_place() -> None:
    chore = Chore(goal="place", target="mug", place="box", source="expansion")
    assert chore.bodies() == ("mug", "box") and Chore(goal="pick up", target="mug").bodies() == ("mug",)
    assert Chore.model_validate_json(chore.model_dump_json()) == chore


@pytest.mark.parametrize(
    "fields", [{"goal": "place"}, {"goal": "pick up", "place": "box"}, {"goal": "remove", "place": "mug"}]
)
def test_a_chore_without_its_place_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="place"):
        Chore(target="mug", **fields)


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_our_own_words_are_right_and_the_wrong_answer_is_wrong() -> None:
    assert score(PLAN.in_words(key(), TRUTH)).verdict is Verdict.CORRECT
    wrong = score(PLAN.wrong(key(), rng()))
    assert wrong.verdict is Verdict.INCORRECT and content(wrong) == (0, 1, 3)


def test_a_guess_is_one_step_and_never_a_longer_plan() -> None:
    guesses = [score(PLAN.guess(key(), rng(k))) for k in range(8)]
    assert {g.verdict for g in guesses} == {Verdict.INCORRECT}
    assert PLAN.chance(key()) == 0
    assert PLAN.chance(key(Plan(steps=TRUTH.steps[:1]))) is None, "one step can be guessed; how often, nobody says"
    assert score(PLAN.guess(key(things={}), rng())).verdict is Verdict.INCORRECT


def test_an_audit_counts_steps() -> None:
    counts: Any = PLAN.counts()
    for answer in (TRUTH, TRUTH, Plan(steps=())):
        counts.count(key(answer))
    more: Any = PLAN.counts()
    more.count(key(TRUTH))
    counts.add(more)
    assert counts.samples == 4 and counts.lengths == {0: 1, 3: 3} and counts.blind == 0.75
    assert counts.lines() == ["steps 1×0, 3×3"]


def test_a_guesser_is_right_wherever_it_thinks_that_things_are_taken_from() -> None:
    truth = Plan(steps=(Step(id=1, content="Remove the lid from the pot"), Step(id=2, content="Pick up", needs=(1,))))
    guess = Plan(steps=(Step(id=1, content="Remove the lid"), Step(id=2, content="Pick up", needs=(1,))))
    idle = Plan(steps=(Step(id=1, content="Remove the lid"), Step(id=2, content="Pick up")))
    assert PLAN.agrees(truth, guess)
    assert not PLAN.agrees(truth, idle) and not PLAN.agrees(truth, TRUTH)

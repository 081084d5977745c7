"""Plans carried out: what a reply does in its world, beside how it is worded."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import perf_counter

import pytest

from diorama.kinds import Chore, Judgement, Key, Thing, Verdict, kind_of, score_alone
from diorama.kinds.deeds import Deeds
from diorama.kinds.names import Names
from diorama.kinds.plan_course import Course, carried_out
from diorama.kinds.plan_outline import Outline
from diorama.suites.logic import plan_for
from diorama.whatif import HandMove, Hands, PlaceOn, Take
from diorama.world import World
from tests.worlds import pile, top_of, tower_on_suitcase

RIGHT = """1. Remove the tin from the book
2. Remove the mug from the suitcase
3. Remove the book from the suitcase (1)
4. Pick up the suitcase (2, 3)"""


@pytest.fixture(scope="module")
def world() -> World:
    return tower_on_suitcase()


def scored(world: World, reply: str, chore: Chore | None = None) -> Judgement:
    chore = chore or Chore(goal="pick up", target="suitcase")
    things = {b.name: Thing(b.phrase, b.noun) for b in world.bodies}
    answer = plan_for(chore, world)
    key = Key("s", "s", "logic", "pick-up", "", answer, things=things, query=chore, world=world)
    return score_alone(kind_of(answer), key, reply)


def carried(world: World, contents: list[str]) -> Course:
    """Steps carried out to pick up the suitcase."""
    chore = Chore(goal="pick up", target="suitcase")
    names = Names({b.name: (b.phrase, b.noun) for b in world.bodies})
    key = Key("s", "s", "logic", "pick-up", "", plan_for(chore, world), query=chore, world=world)
    plan = Outline.numbered((k, content.split(". ", 1)[1], ()) for k, content in enumerate(contents, start=1))
    course = carried_out(key, plan, ["Pick up the suitcase"], Deeds(names))
    assert course is not None
    return course


def test_the_plan_itself_works(world: World) -> None:
    judgement = scored(world, RIGHT)
    assert (judgement.verdict, judgement.flags["executable"]) == (Verdict.CORRECT, True)


def test_another_order_that_works_is_right(world: World) -> None:
    reply = "1. Remove the mug\n2. Remove the tin\n3. Remove the book (2)\n4. Pick up the suitcase (1, 3)"
    assert scored(world, reply).verdict is Verdict.CORRECT


def test_an_order_that_lets_things_fall_is_wrong_though_the_steps_are_the_same(world: World) -> None:
    reply = "1. Remove the book (3)\n2. Remove the mug\n3. Remove the tin\n4. Pick up the suitcase (1, 2)"
    judgement = scored(world, reply)
    assert (judgement.verdict, judgement.flags["executable"]) == (Verdict.INCORRECT, False)
    assert "the tin falls when the book is taken (step 1)" in judgement.note
    assert judgement.numbers["steps_matched"] == 4


def test_a_plan_with_other_preconditions_works_and_the_note_says_so(world: World) -> None:
    judgement = scored(world, "1. Remove the tin\n2. Remove the mug\n3. Remove the book\n4. Pick up the suitcase")
    assert (judgement.verdict, judgement.flags["executable"]) == (Verdict.INCORRECT, True)
    assert "it works when carried out" in judgement.note


def test_needless_steps_are_told(world: World) -> None:
    chore = Chore(goal="pick up", target="book")
    judgement = scored(world, "1. Remove the mug\n2. Remove the tin\n3. Pick up the book (1, 2)", chore)
    assert judgement.flags["executable"] and "1 more than it must" in judgement.note


def test_hasty_plans_and_missed_goals_do_not_work(world: World) -> None:
    for reply, why in (
        ("1. Pick up the suitcase", "fall when the suitcase is taken (step 1)"),
        ("1. Remove the tin\n2. Remove the book (1)", "the goal is not reached"),
        ("1. Remove the vase\n2. Pick up the suitcase (1)", "'vase' is not in the scene (step 1)"),
    ):
        course = carried(world, reply.splitlines())
        assert not course.works and why in course.note, reply


def test_what_is_picked_up_must_be_put_down_before_something_is_placed_on_it(world: World) -> None:
    chore = Chore(goal="place", target="suitcase", place="book", source="expansion")
    start = "1. Remove the tin\n2. Pick up the book (1)\n3. Remove the mug\n4. Pick up the suitcase (2, 3)\n"
    right = scored(world, start + "5. Put down the book (2)\n6. Place the suitcase on the book (4, 5)", chore)
    assert right.verdict is Verdict.CORRECT
    held = scored(world, start + "5. Place the suitcase on the book (4)", chore)
    assert held.flags["executable"] is False
    put_aside = start.replace("Pick up the book", "Remove the book")
    aside = scored(world, f"{put_aside}5. Place the suitcase on the book", chore)
    assert aside.flags["executable"] is True and aside.verdict is Verdict.INCORRECT


def test_beside_is_not_on(world: World) -> None:
    chore = Chore(goal="place", target="mug", place="book")
    start = "1. Remove the tin\n2. Pick up the mug\n"
    on = scored(world, f"{start}3. Put the mug on top of the book (1, 2)", chore)
    beside = scored(world, f"{start}3. Put the mug down next to the book (1, 2)", chore)
    assert (on.verdict, beside.verdict) == (Verdict.CORRECT, Verdict.INCORRECT)
    assert "the goal is not reached" in beside.note


def test_what_is_left_beside_a_thing_that_shall_stand_alone_is_told(world: World) -> None:
    chore = Chore(goal="place", target="tin", place="suitcase")
    all_gone = "1. Pick up the tin\n2. Remove the book (1)\n3. Remove the mug\n4. Place the tin on the suitcase (2, 3)"
    assert scored(world, all_gone, chore).flags["executable"]
    left = scored(world, "1. Pick up the tin\n2. Remove the book (1)\n3. Place the tin on the suitcase (2)", chore)
    assert not left.flags["executable"]
    assert "mug" in left.note


def test_what_was_placed_may_be_taken_again_and_carries_what_is_placed_on_it(world: World) -> None:
    hands = Hands(world)
    placed = (PlaceOn("book", "suitcase"), PlaceOn("tin", "book"))
    cleared: list[HandMove] = [Take("tin"), Take("book"), Take("mug"), *placed]
    assert hands.carry_out(cleared).placed == {"book": "suitcase", "tin": "book"}
    hasty = hands.carry_out([*cleared, Take("book")]).mishap
    assert hasty is not None and hasty.what == "the tin falls when the book is taken"
    assert hands.carry_out([*cleared, Take("tin"), Take("book")]).mishap is None


def test_what_is_picked_up_and_put_aside_is_not_in_the_hand(world: World) -> None:
    aside: list[HandMove] = [Take("tin", held=True), Take("book", held=True), Take("book"), PlaceOn("tin", "book")]
    assert Hands(world).carry_out(aside).mishap is None
    again = Hands(world).carry_out([Take("tin"), Take("book"), Take("book", held=True), PlaceOn("tin", "book")]).mishap
    assert again is not None and "still in the hand" in again.what


def test_a_thing_placed_on_itself_is_a_mishap_at_that_step(world: World) -> None:
    for last in ("Place the tin on itself", "Put the tin on top of itself", "Place the tin on the tin"):
        course = carried(world, ["1. Remove the mug", "2. Pick up the tin", f"3. {last}", "4. Pick up the suitcase"])
        assert not course.works and course.step == 2, last
        assert "the tin cannot be placed on itself (step 3)" in course.note


def test_what_is_to_be_picked_up_must_end_in_the_hand(world: World) -> None:
    start = ["1. Remove the tin", "2. Pick up the book", "3. Remove the mug", "4. Pick up the suitcase"]
    assert carried(world, start).works
    assert carried(world, [*start, "5. Put down the book"]).works, "others may be put down"
    down = carried(world, [*start, "5. Put down the suitcase"])
    assert not down.works and "the goal is not reached" in down.note
    assert carried(world, [*start, "5. Put down the suitcase", "6. Pick up the suitcase"]).works
    once = carried(world, [*start[:3], "4. Pick up the suitcase. Put down the suitcase"])
    assert not once.works and "it does more than one thing (step 4)" in once.note


def test_no_order_meets_preconditions_in_a_circle(world: World) -> None:
    judgement = scored(world, RIGHT.replace("the tin from the book", "the tin from the book (3)"))
    assert (judgement.verdict, judgement.flags["executable"]) == (Verdict.INCORRECT, False)
    assert judgement.note == (
        "it cannot be carried out: its preconditions go in a circle: step1 → step3 → step1"
    )


def test_a_hundred_placings_take_no_longer_than_a_few(world: World) -> None:
    back_and_forth = ["Pick up the mug", "Place the mug on the book"] * 49
    steps = [f"{k}. {step}" for k, step in enumerate(["Remove the tin", *back_and_forth], start=1)]
    began = perf_counter()
    course = carried(world, steps)
    assert perf_counter() - began < 3
    assert not course.works and "it goes on for longer than any chore takes (step 19)" in course.note


def test_a_grader_who_matches_free_words_is_believed(world: World) -> None:
    """Nobody could carry out "free the top", but the grader says which right step it is."""
    chore = Chore(goal="pick up", target="book")
    things = {b.name: Thing(b.phrase, b.noun) for b in world.bodies}
    answer = plan_for(chore, world)
    key = Key("s", "s", "logic", "pick-up", "", answer, things=things, query=chore, world=world)

    async def grader(request: str) -> str:
        return "<ans>[[1, 0], [0, 1]]</ans>"

    judged = asyncio.run(kind_of(answer).score(key, "1. Free the top of it\n2. Pick up the book (1)", grader))
    assert (judged.verdict, judged.flags["executable"]) == (Verdict.CORRECT, True)


def test_nothing_is_carried_out_without_a_world() -> None:
    world = pile(("suitcase", "suitcase", (0, 0, 0)), ("mug", "mug", (0, 0, top_of("suitcase"))))
    chore = Chore(goal="pick up", target="suitcase")
    answer = plan_for(chore, world)
    things = {b.name: Thing(b.phrase, b.noun) for b in world.bodies}
    key = Key("s", "s", "logic", "pick-up", "", answer, things=things, query=chore, world=world)
    reply = "1. Remove the mug\n2. Pick up the suitcase (1)"
    judged = score_alone(kind_of(answer), replace(key, world=None), reply)
    assert judged.verdict is Verdict.CORRECT and not judged.flags

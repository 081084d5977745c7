"""Compatibility: what is let go over a container, as a question and by a second route."""

from __future__ import annotations

from dataclasses import replace as with_fields
from functools import cache

import pytest

from diorama.kinds import Choice
from diorama.sight import see
from diorama.suites import Draft, Task, draw_up, get_suite
from diorama.suites.causal.compatibility import Fall, answer
from diorama.suites.causal.compatibility_scenes import PLACES, ROOMY
from diorama.suites.causal.options import NO, NOT_SURE, YES
from diorama.whatif import Drop, fits_into
from diorama.world import Camera, World, get_asset, make_body, replace, wholly_in_frame
from diorama.world.poses import euler
from tests.whatif.test_fitting import over_bin, sphere
from tests.worlds import block

CAMERA = Camera(position=(0, -1, 1), target=(0, 0, 0))


def task_of(level: str) -> Task:
    return get_suite("causal").get("compatibility", level)


@cache
def drawn(level: str, turn: int) -> Draft:
    return draw_up(task_of(level), [3, turn], turn=turn)[0]


def asked(draft: Draft) -> Fall:
    assert isinstance(draft.query, Fall)
    return draft.query


def text_of(draft: Draft) -> str:
    return get_suite("causal").text(*draft.words)


def disagrees(level: str, query: Fall, said: str, world: World, camera: Camera = CAMERA) -> str | None:
    checker = task_of(level).checker
    assert checker is not None
    return checker(query, Choice(option=said), world, camera)


def second_look(world: World, said: str, falling: str, *contents: str) -> str | None:
    return disagrees("L2", Fall(falling=falling, container="bin", contents=contents), said, world)


@pytest.mark.parametrize("part", ["setting", "held", "ask", "meaning"])
def test_there_are_eight_wordings_of_each_part(part: str) -> None:
    assert len(set(get_suite("causal").wordings[f"compatibility.{part}"])) >= 8


def test_every_container_is_one() -> None:
    assert all(get_asset(noun).container for noun in PLACES)
    assert set(ROOMY) <= set(PLACES) and len(PLACES) >= 10


@pytest.mark.parametrize("turn", [0, 1, 7])
def test_over_an_empty_container_the_answer_is_as_dealt_and_by_both_routes(turn: int) -> None:
    draft = drawn("L1", turn)
    due = (YES, NO)[turn % 2]
    assert draft.answer == Choice(option=due) == answer(asked(draft), draft.world, draft.camera)
    assert sorted(draft.options) == sorted([YES, NO, NOT_SURE])
    query = asked(draft)
    assert query.container == list(PLACES)[turn // 2]
    assert query.contents == ()
    assert disagrees("L1", query, due, draft.world, draft.camera) is None
    assert disagrees("L1", query, (NO, YES)[turn % 2], draft.world, draft.camera) is not None


@pytest.mark.parametrize("turn", [2, 3])
def test_over_a_filled_container_the_contents_make_the_difference(turn: int) -> None:
    draft = drawn("L2", turn)
    due, query = (YES, NO)[turn % 2], asked(draft)
    assert draft.answer == Choice(option=due)
    assert query.contents
    assert all(draft.world[n].phrase.removeprefix("the ") in text_of(draft) for n in query.contents)
    assert fits_into(draft.world.without(query.contents), query.falling, query.container).fits
    assert disagrees("L2", query, due, draft.world, draft.camera) is None


def test_all_that_the_question_names_can_be_seen() -> None:
    for draft in (drawn("L1", 0), drawn("L2", 3)):
        sight = see(draft.world, draft.camera)
        query, text = asked(draft), text_of(draft).lower()
        falling, container = draft.world[query.falling], draft.world[query.container]
        assert falling.phrase in text and container.phrase in text
        assert wholly_in_frame(draft.camera, falling) and wholly_in_frame(draft.camera, container)
        assert sight.visible_fraction(falling.name) > 0.95
        assert all(sight.visible_px(n) >= 150 for n in query.contents)
        assert query.intervention() == Drop(name=falling.name)


def test_the_same_turn_and_seed_give_the_same_draft() -> None:
    again = draw_up(task_of("L1"), [3, 1], turn=1)[0]
    assert with_fields(again) == drawn("L1", 1)


def test_the_second_look_finds_out_wrong_answers() -> None:
    """A ball that drops in, one that rests on the rim, one beside the bin, and a rolling pin that sticks out."""
    pin = replace(make_body("rolling pin", seed=1), quaternion=euler(x_deg=90))
    cases = {
        YES: [over_bin(sphere(0.05))],
        NO: [over_bin(sphere(0.14)), over_bin(sphere(0.04), aside=0.4), over_bin(replace(pin, name="ball"))],
    }
    for truth, worlds in cases.items():
        for world in worlds:
            assert second_look(world, truth, "ball") is None
            assert second_look(world, YES if truth == NO else NO, "ball") is not None


def test_the_second_look_misses_contents_that_are_not_there() -> None:
    world = over_bin(sphere(0.05), block("beside", (0.5, 0.0, 0.0)))
    assert second_look(world, YES, "ball") is None
    assert second_look(world, YES, "ball", "beside") == "'bin' does not hold ['beside'] at the start"

"""Compatibility: what is let go over a container, as a question and by a second route."""

from __future__ import annotations

from dataclasses import replace as with_fields
from functools import cache

import pytest

from diorama.sight import see
from diorama.suites import Choice, Draft, draw_up, get_check, get_task
from diorama.suites.causal.compatibility import answer
from diorama.suites.causal.compatibility_scenes import PLACES, ROOMY
from diorama.suites.causal.options import NO, NOT_SURE, YES
from diorama.suites.phrasing import wordings
from diorama.whatif import Drop, fits_into
from diorama.world import Camera, World, get_asset, make_body, replace, wholly_in_frame
from diorama.world.poses import euler
from tests.whatif.test_fitting import over_bin, sphere
from tests.worlds import block


@cache
def drawn(level: str, turn: int) -> Draft:
    return draw_up(get_task("causal", "compatibility", level), [3, turn], turn=turn)[0]


def second_look(world: World, said: str, falling: str, *contents: str) -> str | None:
    trace = {"falling": falling, "container": "bin", "contents": list(contents)}
    camera = Camera(position=(0, -1, 1), target=(0, 0, 0))
    return get_check("causal", "compatibility")(world, camera, Choice(option=said), trace)


@pytest.mark.parametrize("part", ["setting", "held", "ask", "meaning"])
def test_there_are_eight_wordings_of_each_part(part: str) -> None:
    assert len(set(wordings("causal")[f"compatibility.{part}"])) >= 8


def test_every_container_is_one() -> None:
    assert all(get_asset(noun).container for noun in PLACES)
    assert set(ROOMY) <= set(PLACES) and len(PLACES) >= 10


@pytest.mark.parametrize("turn", [0, 1, 7])
def test_over_an_empty_container_the_answer_is_as_dealt_and_by_both_routes(turn: int) -> None:
    draft = drawn("L1", turn)
    due = (YES, NO)[turn % 2]
    assert draft.answer == Choice(option=due) == answer(draft, draft.world, draft.camera)
    assert sorted(draft.options) == sorted([YES, NO, NOT_SURE])
    assert draft.trace["container"] == list(PLACES)[turn // 2]
    assert draft.trace["contents"] == []
    check = get_check("causal", "compatibility")
    assert check(draft.world, draft.camera, draft.answer, draft.trace) is None
    assert check(draft.world, draft.camera, Choice(option=(NO, YES)[turn % 2]), draft.trace) is not None


@pytest.mark.parametrize("turn", [2, 3])
def test_over_a_filled_container_the_contents_make_the_difference(turn: int) -> None:
    draft = drawn("L2", turn)
    assert draft.answer == Choice(option=(YES, NO)[turn % 2])
    falling, container, contents = (draft.trace[k] for k in ("falling", "container", "contents"))
    assert contents and all(draft.world[n].phrase.removeprefix("the ") in draft.question for n in contents)
    assert fits_into(draft.world.without(contents), falling, container).fits
    assert get_check("causal", "compatibility")(draft.world, draft.camera, draft.answer, draft.trace) is None


def test_all_that_the_question_names_can_be_seen() -> None:
    for draft in (drawn("L1", 0), drawn("L2", 3)):
        sight = see(draft.world, draft.camera)
        falling, container = draft.world[draft.trace["falling"]], draft.world[draft.trace["container"]]
        assert falling.phrase in draft.question.lower() and container.phrase in draft.question.lower()
        assert wholly_in_frame(draft.camera, falling) and wholly_in_frame(draft.camera, container)
        assert sight.visible_fraction(falling.name) > 0.95
        assert all(sight.visible_px(n) >= 150 for n in draft.trace["contents"])
        assert draft.intervention == Drop(name=falling.name)


def test_the_same_turn_and_seed_give_the_same_draft() -> None:
    again = draw_up(get_task("causal", "compatibility", "L1"), [3, 1], turn=1)[0]
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

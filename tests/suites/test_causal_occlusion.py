"""Occlusion on scenes made by hand: cubes before a level camera that looks along +y."""

from __future__ import annotations

from functools import cache
from typing import Literal

import numpy as np
import pytest

from diorama.kinds import Choice
from diorama.sight import Arrow, see
from diorama.suites import Draft, Task, draw_up, get_suite
from diorama.suites.causal.occlusion import OCCLUDED, PLAIN_GAP, REVEALED, Uncovering, revealed
from diorama.suites.causal.occlusion_course import FIRST, LAST, MIDDLE, NEVER, OTHER, Sliding, course, pattern_of, plain
from diorama.suites.causal.options import NO, NOT_SURE, YES
from diorama.whatif import Move, gap_along, overlap_along, picture_gap, room_ahead
from diorama.world import Camera, World, replace, yaw
from diorama.world.poses import outline_points
from tests.worlds import block, floor_with, level_camera

CAMERA: Camera = level_camera()


def task_of(level: str) -> Task:
    return get_suite("causal").get("occlusion", level)


@cache
def draft_of(level: str, turn: int) -> Draft:
    return draw_up(task_of(level), [3, turn], turn=turn)[0]


def asked(world: World, form: Literal["moves", "slides", "takes out"], move: Move, out: Move | None = None) -> str:
    """The answer of the first level to a question about `front` and `back`."""
    query = Uncovering(form=form, occluder="front", hidden="back", move=move, out=out)
    return revealed(query, world, CAMERA).option


def before_the_other(turn_deg: float = 0.0, aside: float = 0.0) -> World:
    front = replace(block("front", (aside, 0.0, 0.0)), quaternion=yaw(turn_deg))
    return floor_with(front, block("back", (0.0, 0.4, 0.0)))


def test_a_length_aside_reveals_and_a_length_towards_the_camera_does_not() -> None:
    """Its front (+x) points right in the picture: forward is aside, to its right is towards the camera."""
    world = before_the_other()
    assert asked(world, "moves", Move(name="front", way="forward", distance=0.12)) == REVEALED
    assert asked(world, "moves", Move(name="front", way="right")) == OCCLUDED


def test_directions_turn_with_the_body() -> None:
    """Facing the camera, its left is right in the picture, and forward is towards the camera."""
    world = before_the_other(turn_deg=-90)
    assert asked(world, "moves", Move(name="front", way="left", distance=0.12)) == REVEALED
    assert asked(world, "moves", Move(name="front", way="forward")) == OCCLUDED


def test_half_a_length_aside_leaves_a_part_covered() -> None:
    assert asked(before_the_other(), "moves", Move(name="front", way="forward", distance=0.05)) == OCCLUDED


def test_what_is_behind_slides_out_on_one_side_only() -> None:
    """Half hidden already: to the left it comes free, to the right it goes behind another one."""
    world = floor_with(
        block("front", (0.05, 0.0, 0.0)), block("back", (0.0, 0.4, 0.0)), block("third", (0.5, 0.1, 0.0), 1.5)
    )
    assert asked(world, "slides", Move(name="back", way=(-1.0, 0.0, 0.0), distance=0.3)) == YES
    assert asked(world, "slides", Move(name="back", way=(1.0, 0.0, 0.0), distance=0.55)) == NO


@pytest.mark.parametrize(("way", "answer"), [("forward", YES), ("right", YES), ("left", NO)])
def test_what_is_taken_out_needs_a_free_way(way: str, answer: str) -> None:
    """Pulled out towards the camera: free if the one in front moved aside or far enough back, not if it came nearer."""
    out = Move(name="back", way=(0.0, -1.0, 0.0), distance=0.35)
    world = before_the_other().change("front", position=(0.0, -0.1, 0.0))
    far = {"forward": 0.3, "right": 0.4, "left": 0.1}[way]
    move = Move(name="front", way=way, distance=far)
    assert asked(world, "takes out", move, out=out) == answer


def along(world: World, start: float, end: float) -> str:
    """The course of a cube that goes from left to right behind or before a still one."""
    world = world.change("mover", position=(start, *world["mover"].position[1:]))
    move = Move(name="mover", way=(1.0, 0.0, 0.0), distance=end - start)
    return course(Sliding(move=move, other="still"), world, CAMERA).option


def test_an_occlusion_only_in_the_middle_of_a_move() -> None:
    """Clear at the start and clear at the end: whoever looks only there says never."""
    behind = floor_with(block("still", (0.0, 0.0, 0.0)), block("mover", (0.0, 0.4, 0.0)))
    assert along(behind, -0.4, 0.4) == MIDDLE
    assert along(behind, -0.4, -0.2) == NEVER
    assert along(behind, -0.4, 0.0) == LAST
    assert along(behind, 0.0, 0.4) == FIRST


def test_it_does_not_matter_who_is_in_front() -> None:
    before = floor_with(block("still", (0.0, 0.4, 0.0)), block("mover", (0.0, 0.0, 0.0)))
    assert along(before, -0.4, 0.4) == MIDDLE
    assert along(before, -0.4, 0.0) == LAST


def test_courses_without_a_name_are_something_else() -> None:
    assert pattern_of(np.array([0.2, 0.3, 0.2])) == OTHER
    assert pattern_of(np.array([0.0, 0.3, 0.0, 0.3, 0.0])) == OTHER
    assert not plain(np.array([0.0, 0.0, 0.02, 0.0, 0.0]), MIDDLE)
    assert plain(np.array([0.0, 0.0, 0.2, 0.0, 0.0]), MIDDLE)


def test_overlap_is_a_share_of_the_smaller_outline() -> None:
    world = floor_with(block("still", (0.0, 0.3, 0.0), 2.0), block("mover", (0.0, 0.0, 0.0)))
    shares = overlap_along(world, Move(name="mover", way=(1.0, 0.0, 0.0), distance=0.5), CAMERA, "still", views=3)
    assert shares[0] > 0.9
    assert shares[-1] == 0.0


def test_gaps_in_the_picture() -> None:
    world = floor_with(block("a", (-0.2, 0.0, 0.0)), block("b", (0.2, 0.0, 0.0)))
    sight = see(world, CAMERA)
    wide = 0.4 - float(np.ptp(outline_points([world["a"]])[:, 0]))
    near = 2.0 - wide / 4
    assert picture_gap(sight, "a", "b") == pytest.approx(wide / (2 * near * np.tan(np.radians(15))), abs=0.02)
    assert picture_gap(see(before_the_other(), CAMERA), "front", "back") == 0.0


def test_the_gap_along_a_way_is_the_smallest_of_all_moments() -> None:
    """It passes at a distance, and comes nearest in the middle of its way; a nearer passage leaves a smaller gap."""

    def passing(aside: float) -> float:
        world = floor_with(block("still", (0.0, 0.0, 0.0)), block("mover", (aside, -0.6, 0.0)))
        return gap_along(world, Move(name="mover", way=(0.0, 1.0, 0.0), distance=1.2), CAMERA, "still", views=13)

    world = floor_with(block("still", (0.0, 0.0, 0.0)), block("mover", (0.5, 0.0, 0.0)))
    assert passing(0.1) == 0.0
    assert 0 < passing(0.3) < passing(0.5) <= picture_gap(see(world, CAMERA), "mover", "still")


def test_what_never_hides_keeps_a_plain_gap() -> None:
    """The first turn of level 2 asks about candles that never meet: their gap is its margin, and an eye can see it."""
    draft = draft_of("L2", 0)
    assert draft.answer == Choice(option=NEVER)
    assert isinstance(draft.query, Sliding)
    gap = gap_along(draft.world, draft.query.move, draft.camera, draft.query.other, views=25)
    assert gap >= PLAIN_GAP
    assert draft.margin == pytest.approx(min(gap, 9.0), abs=1e-4)


def test_room_ahead_ends_when_the_outline_reaches_the_edge() -> None:
    world = floor_with(block("a", (0.0, 0.0, 0.0)))
    assert room_ahead(world, "a", (1.0, 0.0, 0.0)) == pytest.approx(9.95, abs=0.02)


@pytest.mark.parametrize(("level", "turn"), [("L1", 0), ("L1", 1), ("L1", 5), ("L2", 0), ("L2", 2)])
def test_a_draft_is_sound_and_its_second_look_agrees(level: str, turn: int) -> None:
    draft, task = draft_of(level, turn), task_of(level)
    assert task.find_problem(draft.query, draft.answer, draft.world, draft.camera) is None
    assert draft.answer.words({}) in draft.options
    assert NOT_SURE in draft.options
    assert draft.trace["nudges_tried"] >= 8
    with_arrows = not isinstance(draft.query, Uncovering) or draft.query.form == "slides"
    assert [type(o) for o in draft.shots[0].overlays] == ([Arrow, Arrow] if with_arrows else [])
    assert task.checker is not None
    assert task.checker(draft.query, draft.answer, draft.world, draft.camera) is None
    for option in set(draft.options) - {NOT_SURE, draft.answer.words({})}:
        assert task.checker(draft.query, Choice(option=option), draft.world, draft.camera) is not None, option

"""Collision on floors made by hand: a car at the origin faces +x; a reader can see what it hits."""

from __future__ import annotations

from functools import cache
from typing import Literal

import numpy as np
import pytest

from diorama.kinds import Choice
from diorama.suites import Draft, Task, draw_up, get_suite
from diorama.suites.causal.collision import (
    NO_COLLISION,
    Drive,
    DriveWithout,
    blocked,
    enough,
    removal,
    sufficient,
)
from diorama.suites.causal.options import NO, NOT_SURE, YES
from diorama.whatif import Move, Remove, Then, floor_ahead, overlap_across, sweep
from diorama.whatif.swept import struck
from diorama.world import Body, World, make_body, replace
from diorama.world.poses import outline_points
from tests.worlds import block, floor_with, level_camera

CAR = make_body("car", seed=1, name="car")
GO = Move(name="car", way="forward", distance=2.0)


def floor(*bodies: Body) -> World:
    world = floor_with(CAR, *bodies)
    return replace(world, bodies=tuple(replace(b, phrase=f"the {b.name}") for b in world.bodies))


def task_of(level: str) -> Task:
    return get_suite("causal").get("collision", level)


@cache
def draft_of(level: str, turn: int) -> Draft:
    return draw_up(task_of(level), [3, turn], turn=turn)[0]


def asked(world: World, form: Literal["any", "which"]) -> str:
    return blocked(Drive(form=form, move=GO), world, level_camera()).option


def any_hit(world: World) -> str:
    return asked(world, "any")


def what_else(world: World, removed: str) -> str:
    return enough(DriveWithout(move=GO, removed=removed), world, level_camera()).option


def test_something_straight_ahead_is_hit() -> None:
    assert any_hit(floor(block("vase", (1.0, 0.0, 0.0)))) == YES


def test_what_stands_beside_the_way_is_not_hit_however_tall() -> None:
    """Three times as tall as the car, but a car's width aside."""
    world = floor(block("tower", (1.0, 0.35, 0.0), 3.0))
    assert any_hit(world) == NO


def test_what_stands_behind_the_car_is_not_hit() -> None:
    assert any_hit(floor(block("vase", (-0.5, 0.0, 0.0)))) == NO


def test_forward_is_the_cars_own_front() -> None:
    """Turned left by a quarter, it hits what was beside it."""
    world = floor(block("ahead", (1.0, 0.0, 0.0)), block("left", (0.0, 1.0, 0.0)))
    turned = world.change("car", quaternion=(2**-0.5, 0.0, 0.0, 2**-0.5))
    assert sweep(world, GO).names == ("ahead",)
    assert sweep(turned, GO).names == ("left",)


def test_furniture_does_not_count() -> None:
    chair = replace(block("chair", (1.0, 0.0, 0.0), 2.0), inventory=False)
    assert any_hit(floor(chair)) == NO


def test_which_one_has_to_go() -> None:
    world = floor(block("vase", (1.0, 0.0, 0.0)), block("lamp", (1.0, 0.5, 0.0)), block("mug", (0.5, -0.5, 0.0)))
    assert asked(world, "which") == "Remove the vase"


def test_two_in_the_way_are_no_question_of_one_removal() -> None:
    world = floor(block("vase", (1.0, 0.0, 0.0)), block("lamp", (1.5, 0.0, 0.0)))
    assert asked(world, "which") == NOT_SURE


def test_nothing_in_the_way_is_no_collision_even_if_a_removal_is_proposed() -> None:
    world = floor(block("vase", (1.0, 0.5, 0.0)), block("lamp", (1.5, -0.5, 0.0)))
    assert what_else(world, "vase") == NO_COLLISION


def test_removing_the_only_obstacle_is_sufficient() -> None:
    world = floor(block("vase", (1.0, 0.0, 0.0)), block("lamp", (1.5, -0.5, 0.0)))
    assert what_else(world, "vase") == sufficient(world, "vase")


@pytest.mark.parametrize(("removed", "left"), [("vase", "lamp"), ("lamp", "vase")])
def test_an_obstacle_behind_a_removed_obstacle_has_to_go_too(removed: str, left: str) -> None:
    world = floor(block("vase", (0.8, 0.0, 0.0)), block("lamp", (1.4, 0.0, 0.0)), block("mug", (1.0, 0.5, 0.0)))
    assert what_else(world, removed) == removal(world, left)


def test_removing_something_beside_the_way_helps_nothing() -> None:
    world = floor(block("vase", (0.8, 0.0, 0.0)), block("mug", (1.0, 0.5, 0.0)))
    assert what_else(world, "mug") == removal(world, "vase")


def test_rays_from_the_front_find_what_physics_finds() -> None:
    world = floor(block("vase", (0.8, 0.02, 0.0)), block("lamp", (1.4, -0.06, 0.0)), block("mug", (1.0, 0.5, 0.0)))
    by_parts = {m.name: m.distance for m in sweep(world, GO).meetings}
    by_rays = struck(world, GO)
    assert set(by_parts) == set(by_rays) == {"vase", "lamp"}
    assert all(abs(by_parts[n] - by_rays[n]) < 0.01 for n in by_parts)


def test_a_graze_is_a_small_overlap_and_a_full_hit_a_large_one() -> None:
    """The second is moved aside until it overlaps the car's track by a tenth of the car's width."""
    half_car, half_block = (
        float(np.ptp(outline_points([b])[:, 1])) / 2 for b in (CAR, block("graze", (0.0, 0.0, 0.0)))
    )
    aside = half_car + half_block - 0.1 * 2 * half_car
    world = floor(block("full", (1.0, 0.0, 0.0)), block("graze", (1.5, aside, 0.0)))
    found = overlap_across(world, GO, sweep(world, GO).names)
    assert found["full"] == 0.5
    assert 0.05 <= found["graze"] <= 0.15


def test_the_way_ends_where_the_floor_does() -> None:
    world = floor()
    assert floor_ahead(world, "car") == pytest.approx(10.0)
    assert floor_ahead(world.change("car", position=(4.0, 0.0, 0.0)), "car") == pytest.approx(6.0)


@pytest.mark.parametrize(("level", "turn"), [("L1", 0), ("L1", 1), ("L2", 0), ("L2", 2)])
def test_a_draft_is_sound_and_its_second_look_agrees(level: str, turn: int) -> None:
    draft, task = draft_of(level, turn), task_of(level)
    assert task.find_problem(draft.query, draft.answer, draft.world, draft.camera) is None
    assert draft.answer.words({}) in draft.options
    assert NOT_SURE in draft.options
    which = isinstance(draft.query, Drive) and draft.query.form == "which"
    assert len(draft.options) == (6 if level == "L2" else 5 if which else 3)
    assert draft.margin is not None and draft.margin >= 0.15
    assert draft.trace["nudges_tried"] >= 8
    phrases = [b.phrase for b in draft.world.bodies if b.inventory]
    assert len(set(phrases)) == len(phrases)
    assert task.checker is not None
    assert task.checker(draft.query, draft.answer, draft.world, draft.camera) is None
    for option in set(draft.options) - {NOT_SURE, draft.answer.words({})}:
        assert task.checker(draft.query, Choice(option=option), draft.world, draft.camera) is not None, option


def test_what_is_supposed_to_happen_follows_from_the_query() -> None:
    """Level 1 only drives; level 2 takes something away first. The vehicle is what the question is about."""
    assert Drive(form="any", move=GO).intervention() == GO
    without = DriveWithout(move=GO, removed="vase")
    assert without.intervention() == Then(steps=(Remove(name="vase"), GO))
    assert without.bodies() == Drive(form="which", move=GO).bodies() == ("car",)

"""Interventions give a new world and leave the old one alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from diorama.errors import DioramaError, UnknownName
from diorama.sight import look
from diorama.whatif import (
    Advance,
    Drop,
    Intervention,
    Launch,
    Move,
    Place,
    Remove,
    Swap,
    Transparent,
    apply,
    apply_all,
    outcome_of,
)
from diorama.world import build_shape, make_body, replace, simulate, yaw
from diorama.world.poses import oriented_box, outline_points
from tests.worlds import ball, block, floor_with, level_camera, row

ANY: TypeAdapter[Intervention] = TypeAdapter(Intervention)
SIDE = build_shape("building block", 0).size[0]


def test_removing_takes_one_and_moves_nobody() -> None:
    world = row("box", "vase")
    after = apply(world, Remove(name="box"))
    assert after.names == ("vase",)
    assert after["vase"] == world["vase"]
    assert world.names == ("box", "vase")


@pytest.mark.parametrize(
    ("way", "moves"), [("forward", (0, 1)), ("backward", (0, -1)), ("left", (-1, 0)), ("right", (1, 0))]
)
def test_ways_are_the_bodys_own(way: str, moves: tuple[int, int]) -> None:
    """A car that faces +y: its left is −x."""
    car = replace(make_body("car", seed=1), quaternion=yaw(90))
    world = floor_with(car)
    after = apply(world, Move(name="car", way=way, distance=0.5))
    assert after["car"].position[:2] == pytest.approx((0.5 * moves[0], 0.5 * moves[1]), abs=1e-9)
    assert after["car"].quaternion == car.quaternion


def test_a_move_without_a_distance_goes_its_own_length() -> None:
    car = make_body("car", seed=1)
    length, width, _ = build_shape("car", 1).size
    world = floor_with(car)
    assert apply(world, Move(name="car", way="forward"))["car"].position[0] == pytest.approx(length, abs=1e-6)
    assert apply(world, Move(name="car", way="left"))["car"].position[1] == pytest.approx(width, abs=1e-6)


def test_a_dropped_body_falls_and_others_stay() -> None:
    up = replace(block("up", (0.5, 0.0, 0.5)), fixed=True)
    world = floor_with(up, block("down", (0.0, 0.0, 0.0)))
    outcome = outcome_of(world, Drop(name="up", seconds=1.5), level_camera())
    assert outcome.world["up"].position[2] == pytest.approx(0, abs=0.002)
    assert outcome.motion is not None
    assert outcome.motion.touched("up", "floor")
    assert outcome.world["down"].position == pytest.approx((0, 0, 0), abs=1e-3)


def test_a_launched_ball_leaves() -> None:
    world = floor_with(ball("ball", (0.0, 0.0, 0.0)))
    after = apply(world, Launch(name="ball", velocity=(1.0, 0.0, 0.0), seconds=0.5))
    assert 0.3 < oriented_box(after["ball"]).centre[0] < 0.55


def test_swapped_bodies_stand_where_the_other_stood() -> None:
    world = floor_with(block("big", (0.5, 0.0, 0.0), scale=2.0), block("small", (-0.5, 0.2, 0.0)))
    after = apply(world, Swap(a="big", b="small"))
    assert oriented_box(after["big"]).centre[:2] == pytest.approx((-0.5, 0.2), abs=1e-6)
    assert oriented_box(after["small"]).centre[:2] == pytest.approx((0.5, 0.0), abs=1e-6)
    assert outline_points([after["big"]])[:, 2].min() == pytest.approx(0, abs=1e-9)
    back = apply(after, Swap(a="small", b="big"))
    for name in world.names:
        assert back[name].position == pytest.approx(world[name].position, abs=1e-9)


def test_placed_on_top_it_stays_there() -> None:
    world = floor_with(block("base", (0.0, 0.0, 0.0), scale=2.0), block("cube", (1.0, 0.0, 0.0)))
    after = apply_all(world, [Place(name="cube", on="base"), Advance(seconds=1.0)])
    assert after["cube"].position == pytest.approx((0, 0, 2 * SIDE), abs=0.003)


def test_nothing_can_be_placed_on_a_ball() -> None:
    with pytest.raises(DioramaError, match="no flat top"):
        apply(floor_with(ball("ball", (0.0, 0.0, 0.0)), block("cube", (1.0, 0.0, 0.0))), Place(name="cube", on="ball"))


def test_seeing_through_a_bowl_means_through_what_it_holds_too() -> None:
    bowl = make_body("bowl", seed=1)
    apple = make_body("apple", seed=1, position=(0.0, 0.0, 0.02), scale=0.6)
    behind = block("behind", (0.0, 0.3, 0.0), scale=2.0)
    start = simulate(floor_with(bowl, apple, behind), seconds=1.5, every=1.5).final
    outcome = outcome_of(start, Transparent(name="bowl"), level_camera(height=0.2))
    assert set(outcome.unseen) == {"bowl", "apple"}
    assert outcome.world == start
    assert outcome.sight.names == ("behind",)


def test_what_a_removal_reveals() -> None:
    outcome = outcome_of(row("box", "vase"), Remove(name="box"), level_camera())
    assert outcome.revealed == {"vase"}
    assert not outcome.covered
    covered = outcome_of(
        floor_with(block("far", (0.0, 0.5, 0.0)), block("near", (0.6, 0.0, 0.0))),
        Move(name="near", way=(-1.0, 0.0, 0.0), distance=0.6),
        level_camera(),
    )
    assert covered.covered == {"far"}


@pytest.mark.parametrize("intervention", [Remove(name="vas"), Swap(a="box", b="vas"), Transparent(name="vas")])
def test_an_unknown_name_suggests_the_nearest(intervention: Remove | Swap | Transparent) -> None:
    with pytest.raises(UnknownName, match="did you mean 'vase'"):
        apply(row("box", "vase"), intervention)


def test_silly_interventions_are_refused() -> None:
    world = row("box", "vase")
    with pytest.raises(DioramaError, match="with itself"):
        apply(world, Swap(a="box", b="box"))
    with pytest.raises(DioramaError, match="must not be zero"):
        apply(world, Move(name="box", way=(0.0, 0.0, 0.0), distance=1))
    with pytest.raises(ValidationError, match="kind"):
        ANY.validate_python({"kind": "explode", "name": "box"})


@given(st.sampled_from([
    Remove(name="a"), Move(name="a", way="left", distance=0.2), Move(name="a", way=(0.0, 1.0, 0.0)), Swap(a="a", b="b"),
    Launch(name="a", velocity=(1.0, 2.0, 3.0)), Advance(seconds=2.5),
]))  # fmt: skip
def test_interventions_survive_json(intervention: Remove) -> None:
    assert ANY.validate_json(intervention.model_dump_json()) == intervention


def test_looking_again_is_looking_anew() -> None:
    """The outcome's sight equals that of the world that follows, cast afresh."""
    world = row("box", "vase", "lamp")
    outcome = outcome_of(world, Remove(name="vase"), level_camera())
    assert np.array_equal(outcome.sight.ids, look(outcome.world, level_camera()).sight().ids)

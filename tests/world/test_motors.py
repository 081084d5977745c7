"""Bodies with motors: where they go is plain arithmetic."""

from __future__ import annotations

import math

import numpy as np
import pytest

from diorama.world import World, make_body, replace, yaw_deg
from diorama.world.layouts import empty
from diorama.world.motors import Drive, Leg, play


@pytest.fixture(scope="module")
def lonely_car() -> World:
    return replace(empty(), bodies=(replace(make_body("car", seed=1), grip=0.0),))


def test_the_speed_changes_evenly_along_a_leg() -> None:
    drive = Drive(name="car", legs=(Leg(seconds=2.0, speed=1.0), Leg(seconds=1.0, speed=1.0, turn_deg=90.0)))
    assert drive.at(1.0) == (0.5, 0.0)
    assert drive.at(2.5) == (1.0, math.pi / 2)
    assert drive.at(9.0) == (1.0, 0.0)  # it keeps its last speed, and turns no more
    assert drive.seconds == 3.0


def test_a_quarter_turn_to_the_left_ends_facing_left(lonely_car: World) -> None:
    drive = Drive(name="car", legs=(Leg(seconds=2.0, speed=0.5, turn_deg=90.0),), speed=0.5)
    end = play(lonely_car, [drive], 2.0).final["car"]
    assert yaw_deg(end.quaternion) == pytest.approx(90.0, abs=1.0)
    radius = 0.5 * 2.0 / (math.pi / 2)
    assert np.asarray(end.position[:2]) == pytest.approx([radius, radius], abs=0.01)


def test_to_go_on_from_the_middle_is_the_same_as_going_on(lonely_car: World) -> None:
    drive = Drive(name="car", legs=(Leg(seconds=1.0, speed=0.4), Leg(seconds=2.0, speed=0.6, turn_deg=60.0)))
    whole = play(lonely_car, [drive], 3.0)
    later = play(whole.at(1.5), [drive], 1.5, since=1.5)
    assert later.final["car"].position == pytest.approx(whole.final["car"].position, abs=1e-3)


def test_a_motor_pushes_what_is_in_its_way(lonely_car: World) -> None:
    box = make_body("gift", seed=1, position=(0.6, 0.0, 0.0))
    world = replace(lonely_car, bodies=(*lonely_car.bodies, box))
    motion = play(world, [Drive(name="car", legs=(Leg(seconds=3.0, speed=0.5),), speed=0.5)], 3.0)
    assert motion.touched("car", "gift")
    assert motion.final["gift"].position[0] > 1.0

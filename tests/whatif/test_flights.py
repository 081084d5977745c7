"""Flights to a goal, and the bounce that physics gives to balls."""

from __future__ import annotations

import numpy as np
import pytest

from diorama.errors import DioramaError
from diorama.whatif import aimed, fly
from diorama.world import World, oriented_box, replace, simulate
from diorama.world.layouts import ball_court
from tests.worlds import ball, floor_with


def court(ball: str = "soccer ball", goal: str = "goal") -> World:
    """A ball at rest in the air, three metres before the goal and on its middle line."""
    world = ball_court(seed=1, ball=ball, goal=goal)
    return world.change(ball, position=(-3.0, 0.0, 0.6), velocity=(0.0, 0.0, 0.0))


def half_height(world: World) -> float:
    return float(np.ptp(np.asarray(world.surface("goal").outline)[:, 0])) / 2


@pytest.mark.parametrize("share", [0.5, 0.8, 0.95])
def test_a_ball_bounces_to_the_square_of_its_bounce(share: float) -> None:
    world = floor_with(replace(ball("b", (0.0, 0.0, 1.0)), bounce=share))
    height = simulate(world, 1.7, every=0.005).path("b")[:, 2]
    landed = int(height[:120].argmin())
    assert height[landed:].max() == pytest.approx(share**2, abs=0.03)


def test_a_ball_that_does_not_bounce_stays_down() -> None:
    height = simulate(floor_with(ball("b", (0.0, 0.0, 0.5))), 1.0).path("b")[:, 2]
    assert height[50:].max() < 0.005


def test_a_ball_aimed_at_the_middle_of_the_goal_goes_in() -> None:
    world = court()
    flight = fly(aimed(world, "soccer ball", world.surface("goal").position, 0.8), "soccer ball")
    assert flight.scored and flight.touched == ()
    assert flight.crossing is not None
    assert np.allclose(flight.crossing, world.surface("goal").position, atol=0.02)
    assert flight.seconds == pytest.approx(0.8, abs=0.02)


def test_a_ball_over_the_bar_does_not_score() -> None:
    """It is between the posts and on target sideways; only its height is wrong."""
    world = court()
    x, y, z = world.surface("goal").position
    radius = float(oriented_box(world["soccer ball"]).half[0])
    flight = fly(aimed(world, "soccer ball", (x, y, z + half_height(world) + 3 * radius), 0.8), "soccer ball")
    assert not flight.scored
    assert flight.margin == pytest.approx(2.0, abs=0.1)  # its middle is 3 radii above the bar's lower edge


def test_a_ball_beside_the_post_does_not_score() -> None:
    world = court()
    wide = float(np.ptp(np.asarray(world.surface("goal").outline)[:, 1])) / 2
    flight = fly(aimed(world, "soccer ball", (0.0, wide + 0.5, 0.8), 0.8), "soccer ball")
    assert not flight.scored and "goal" not in flight.touched


def test_gravity_decides_not_the_direction_at_the_moment() -> None:
    """Sent straight at the middle of the goal, but slowly: it falls short and rolls or bounces."""
    world = court().change("soccer ball", velocity=(2.0, 0.0, 0.0))
    flight = fly(world, "soccer ball", seconds=1.0)
    assert not flight.scored and "floor" in flight.touched


def test_a_bounce_brings_it_in() -> None:
    world = court()
    landing = aimed(world, "soccer ball", (-1.0, 0.0, 0.11), 0.6)
    flight = fly(landing, "soccer ball")
    assert flight.scored and flight.touched == ("floor",)


def test_a_hoop_is_entered_from_above_only() -> None:
    world = court("basketball", "hoop")
    x, y, z = world.surface("goal").position
    assert fly(aimed(world, "basketball", (x, y, z), 1.2), "basketball").scored
    below = world.change("basketball", position=(x, y, z - 1.5), velocity=(0.0, 0.0, 3.0))
    assert not fly(below, "basketball").scored


def test_half_the_time_step_gives_the_same_flight() -> None:
    world = aimed(court(), "soccer ball", (-1.0, 0.0, 0.11), 0.6)
    coarse, fine = fly(world, "soccer ball"), fly(world, "soccer ball", timestep=0.00025)
    assert coarse.scored == fine.scored
    assert coarse.crossing is not None and fine.crossing is not None
    assert np.allclose(coarse.crossing, fine.crossing, atol=0.03)


def test_an_aim_needs_time() -> None:
    with pytest.raises(DioramaError, match="seconds must be more than 0"):
        aimed(court(), "soccer ball", (0.0, 0.0, 0.0), 0.0)

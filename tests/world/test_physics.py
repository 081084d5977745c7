"""Time passes as Newton says, comes to rest, and does the same every time."""

from __future__ import annotations

import contextlib
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from diorama.errors import DioramaError
from diorama.world import (
    Simulation,
    build_shape,
    get_asset,
    make_body,
    overlap_depth,
    replace,
    settle,
    simulate,
    touching,
)
from diorama.world.layouts import conveyor, kitchen_counter, swing
from diorama.world.poses import oriented_box
from tests.worlds import ball, block, floor_with

RADIUS = 0.02857


def test_a_thrown_ball_flies_a_parabola() -> None:
    thrown = replace(ball("ball", (0.0, 0.0, 2.0)), velocity=(1.5, 0.0, 1.0))
    motion = simulate(floor_with(thrown), seconds=0.5, every=0.1)
    for t, (x, _, z) in zip(motion.times, motion.path("ball"), strict=True):
        assert x == pytest.approx(1.5 * t, abs=2e-3)
        assert z == pytest.approx(2.0 + t - 9.81 / 2 * t**2, abs=6e-3)
    assert motion.final["ball"].velocity[2] == pytest.approx(1 - 9.81 * 0.5, abs=0.02)


def test_a_dropped_ball_meets_the_floor_when_it_should() -> None:
    motion = simulate(floor_with(ball("ball", (0.0, 0.0, 0.5))), seconds=1)
    assert motion.touched("ball", "floor")
    assert motion.contacts[0].start == pytest.approx(math.sqrt(2 * 0.5 / 9.81), abs=0.004)


def test_a_sliding_block_stops_after_the_distance_friction_gives_it() -> None:
    pushed = replace(block("block", (0.0, 0.0, 0.0)), velocity=(1.0, 0.0, 0.0))
    end = simulate(floor_with(pushed), seconds=1.5).final["block"]
    assert end.position[0] == pytest.approx(1.0 / (2 * 0.8 * 9.81), rel=0.15)


def test_a_tower_of_ten_stands_and_hardly_sinks() -> None:
    side = build_shape("building block", 0).size[2]
    tower = floor_with(*(block(f"b{i}", (0.0, 0.0, side * i)) for i in range(10)))
    rested = settle(tower)
    assert rested is not None
    assert rested["b9"].position[2] == pytest.approx(9 * side, abs=0.001)
    assert touching(rested) == {("b0", "floor"), *((f"b{i}", f"b{i + 1}") for i in range(9))}


def test_bodies_put_into_each_other_do_not_count_as_settled() -> None:
    """Two balls jammed into one another push apart; a world that still overlaps is refused."""
    jammed = floor_with(
        replace(ball("a", (0.0, 0.0, 0.0)), fixed=True), replace(ball("b", (0.02, 0.0, 0.0)), fixed=True)
    )
    assert overlap_depth(floor_with(block("a", (0.0, 0.0, 0.0)), block("b", (0.03, 0.0, 0.0)))) > 0.01
    assert settle(jammed) is not None  # two fixed bodies never meet in physics: nothing can move
    assert settle(floor_with(ball("c", (0.0, 0.0, 50.0))), limit=1.0) is None


def test_hung_things_swing_with_the_period_of_their_length() -> None:
    """A small swing of a physical pendulum takes 2π √(I / m g d)."""
    world = swing(seed=2, noun="pendulum")
    body = world.bodies[0]
    assert body.hinge is not None
    shape, density = build_shape("pendulum", body.seed), get_asset("pendulum").density
    properties = shape.mass_properties
    height = build_shape("pendulum", body.seed).size[2]
    arm = height - properties.centre[2]
    inertia = (properties.inertia[1, 1] + properties.volume * arm**2) * density
    period = 2 * math.pi * math.sqrt(inertia / (properties.volume * density * 9.81 * arm))
    tilt = math.radians(5)
    anchor = np.asarray(body.hinge.anchor)
    start = replace(
        body,
        position=tuple((anchor - [height * math.sin(tilt), 0, height * math.cos(tilt)]).tolist()),
        quaternion=(math.cos(tilt / 2), 0.0, math.sin(tilt / 2), 0.0),
        hinge=replace(body.hinge, damping=0.0),
    )
    motion = simulate(replace(world, bodies=(start,)), seconds=1.2 * period, every=0.002)
    x = motion.path("pendulum")[:, 0]
    crossings = motion.times[1:][(x[:-1] < 0) & (x[1:] >= 0)]
    assert crossings[0] == pytest.approx(period / 4, rel=0.03)
    swings_back = motion.times[1:][(x[:-1] > 0) & (x[1:] <= 0)]
    assert swings_back[0] - crossings[0] == pytest.approx(period / 2, rel=0.02)


def test_a_conveyor_carries_things_at_its_speed() -> None:
    world = conveyor(seed=1, speed=0.3)
    motion = simulate(world, seconds=2, every=0.5)
    for name in world.names:
        travelled = motion.path(name)[-1, 0] - motion.path(name)[0, 0]
        assert travelled == pytest.approx(0.6, abs=0.05)


def test_velocities_read_back_are_the_ones_set() -> None:
    spinning = replace(block("b", (0.0, 0.0, 3.0)), velocity=(0.3, -0.2, 0.1), spin=(1.0, 2.0, 3.0))
    turned = replace(spinning, quaternion=(0.5, 0.5, 0.5, 0.5))
    state = Simulation(floor_with(turned)).state().bodies[0]
    assert state.velocity == pytest.approx((0.3, -0.2, 0.1), abs=1e-9)
    assert state.spin == pytest.approx((1.0, 2.0, 3.0), abs=1e-9)


def test_a_scaled_ball_rests_on_its_own_radius() -> None:
    rested = settle(floor_with(ball("big", (0.0, 0.0, 0.001), scale=4.0)))
    assert rested is not None
    assert oriented_box(rested["big"]).centre[2] == pytest.approx(4 * RADIUS, abs=5e-4)


def test_the_same_world_steps_to_the_same_bits_in_another_process() -> None:
    code = (
        "from diorama.world.layouts import kitchen_counter\nfrom diorama.world import simulate, replace\n"
        "w = kitchen_counter(seed=5, objects=8)\n"
        "w = w.change(w.names[0], velocity=(0.4, 0.1, 0.0))\nprint(simulate(w, seconds=1).final.to_json())"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(2)]
    assert runs[0].stdout == runs[1].stdout
    assert len(runs[0].stdout) > 1000


def test_a_recorded_moment_is_a_world() -> None:
    motion = simulate(kitchen_counter(seed=2, objects=3), seconds=0.2, every=0.1)
    assert motion.at(0.1).names == motion.world.names
    assert motion.at(0.0) == motion.world


@pytest.mark.parametrize("seconds", [0.0, -1.0, math.nan, math.inf])
def test_time_only_goes_forward(seconds: float) -> None:
    with pytest.raises(DioramaError, match="seconds must be more than 0"):
        simulate(floor_with(make_body("mug")), seconds=seconds)


def test_physics_leaves_no_log_in_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with contextlib.suppress(DioramaError):
        simulate(floor_with(replace(ball("ball", (0.0, 0.0, 0.5)), velocity=(1e20, 0.0, 0.0))), seconds=0.1)
    assert list(tmp_path.iterdir()) == []

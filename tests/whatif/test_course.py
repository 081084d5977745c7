"""What then happens, in time: moves that are driven, and interventions one after another."""

from __future__ import annotations

import numpy as np
import pytest
from pydantic import TypeAdapter, ValidationError

from diorama.whatif import Drop, Intervention, Move, Remove, Swap, Then, apply, course, drive, meetings, sweep
from diorama.world import make_body, replace
from tests.worlds import ball, block, floor_with

CAR = make_body("car", seed=1, name="car")
GO = Move(name="car", way="forward", distance=1.2)


def test_a_driven_car_bumps_into_what_the_sweep_meets_and_stops_there() -> None:
    world = floor_with(CAR, block("wall", (0.7, 0.0, 0.0), 3.0), block("aside", (0.5, 0.6, 0.0)))
    motion = course(world, GO)
    assert motion is not None
    assert motion.touched("car", "wall")
    assert not motion.touched("car", "aside")
    (met,) = meetings(world, GO)
    bump = next(t.start for t in motion.contacts if {t.a, t.b} == {"car", "wall"})
    at_bump = motion.path("car")[np.abs(motion.times - bump).argmin(), 0]
    assert at_bump == pytest.approx(met.distance, abs=0.04)
    assert motion.path("car")[-1, 0] < 1.0


def test_a_free_way_is_driven_to_its_end() -> None:
    motion = drive(floor_with(CAR), GO)
    assert motion.path("car")[-1, 0] == pytest.approx(1.2, abs=0.003)
    assert motion.path("car")[-1, 1] == pytest.approx(0.0, abs=0.01)


def test_furniture_is_not_met() -> None:
    chair = replace(block("chair", (0.7, 0.0, 0.0)), inventory=False)
    assert meetings(floor_with(CAR, chair), GO) == ()


def test_meetings_are_those_of_the_sweep_in_the_same_order() -> None:
    world = floor_with(
        CAR, block("far", (1.0, 0.05, 0.0)), block("near", (0.5, -0.05, 0.0)), block("aside", (0.7, 0.4, 0.0))
    )
    found, measured = meetings(world, GO), sweep(world, GO)
    assert [m.name for m in found] == list(measured.names) == ["near", "far"]
    assert all(abs(a.distance - b.distance) < 0.005 for a, b in zip(found, measured.meetings, strict=True))
    assert measured.clearances["near"] == 0 < measured.clearances["aside"]


def test_one_after_another() -> None:
    world = floor_with(CAR, block("wall", (0.7, 0.0, 0.0), 3.0))
    both = Then(steps=(Remove(name="wall"), GO))
    after = apply(world, both)
    assert "wall" not in after
    assert after["car"].position[0] == pytest.approx(1.2)
    motion = course(world, both)
    assert motion is not None
    assert not motion.touched("car", "wall")
    any_of_them: TypeAdapter[Intervention] = TypeAdapter(Intervention)
    assert any_of_them.validate_json(both.model_dump_json()) == both
    with pytest.raises(ValidationError, match="steps"):
        any_of_them.validate_python({"kind": "then", "steps": []})


def test_two_moves_are_recorded_one_after_the_other() -> None:
    world = floor_with(CAR, block("other", (0.0, 0.5, 0.0)))
    aside = Move(name="other", way=(1.0, 0.0, 0.0), distance=0.3)
    motion = course(world, Then(steps=(GO, aside)))
    assert motion is not None
    assert (np.diff(motion.times) > 0).all()
    sets_off = np.argmax(motion.path("other")[:, 0] > 0.01)
    assert motion.path("car")[sets_off, 0] == pytest.approx(1.2, abs=0.01)
    assert motion.path("other")[-1, 0] == pytest.approx(0.3, abs=0.01)
    assert motion.path("car")[-1, 0] == pytest.approx(1.2, abs=0.01)


def test_what_takes_no_time_has_no_course() -> None:
    world = floor_with(block("a", (0.0, 0.0, 0.0)), block("b", (0.5, 0.0, 0.0)))
    assert course(world, Swap(a="a", b="b")) is None
    assert course(world, Remove(name="a")) is None


def test_a_drop_is_recorded() -> None:
    motion = course(floor_with(ball("b", (0.0, 0.0, 0.5))), Drop(name="b", seconds=1.0))
    assert motion is not None
    assert motion.path("b")[0, 2] > 0.4 > motion.path("b")[-1, 2]

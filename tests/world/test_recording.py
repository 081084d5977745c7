"""Recordings: a motion as plain data films the same pictures as the motion itself."""

from __future__ import annotations

import numpy as np
import pytest
from pydantic import ValidationError

from diorama.errors import DioramaError, UnknownName
from diorama.sight import Shot, film, film_shot
from diorama.world import Motion, World, make_body, replace, simulate
from diorama.world.recording import Recording
from tests.worlds import ball, block, floor_with, level_camera, row

CAMERA = replace(level_camera(height=0.3), width=96, height=64)
FPS = 10


def falling() -> Motion:
    """A car falls onto its wheels and a ball beside it; a block stands still all the while."""
    car = make_body("car", seed=1, name="car", position=(-0.3, 0.0, 0.35))
    return simulate(floor_with(car, ball("ball", (0.2, 0.0, 0.5)), block("still", (0.0, 0.6, 0.0))), seconds=0.6)


def reread(recording: Recording) -> Recording:
    return Recording.model_validate_json(recording.model_dump_json())


def test_a_recording_films_the_same_pictures() -> None:
    motion = falling()
    there = reread(Recording.of(motion))
    again = there.motion(motion.world)
    assert np.array_equal(again.times, motion.times)
    assert np.array_equal(again.positions, motion.positions)
    assert np.array_equal(again.quaternions, motion.quaternions)
    whole = list(film(motion, CAMERA, fps=FPS))
    assert len(whole) == 7 and not np.array_equal(whole[0], whole[-1])
    for frames in (
        film(again, CAMERA, fps=FPS),
        film_shot(Shot(role="clip", world=motion.world, recording=there, camera=CAMERA), fps=FPS),
    ):
        assert all(np.array_equal(a, b) for a, b in zip(whole, frames, strict=True))


def test_only_what_moves_is_written_down() -> None:
    """A block on which nothing acts is not in it; the world has it."""
    still = floor_with(block("still", (0.0, 0.0, 0.0)), block("pushed", (0.5, 0.0, 0.0)))
    times = np.array([0.0, 0.1])
    positions = np.array([[b.position for b in still.bodies]] * 2)
    positions[1, 1, 0] += 0.2
    quaternions = np.array([[b.quaternion for b in still.bodies]] * 2)
    rest = np.zeros((2, 2, 3))
    recording = Recording.of(Motion(still, times, positions, quaternions, rest, rest, ()))
    assert set(recording.poses) == {"pushed"}
    assert recording.motion(still).final["pushed"].position == pytest.approx((0.7, 0.0, 0.0))
    assert recording.motion(still).final["still"] == still["still"]


def test_a_cut_begins_at_its_own_zero_and_ends_where_it_should() -> None:
    motion = falling()
    cut = reread(Recording.of(motion, start=0.2, end=0.4))
    assert cut.seconds[0] == pytest.approx(0.0, abs=1e-9) and cut.seconds[-1] == pytest.approx(0.2)
    middle = cut.motion(motion.world)
    for name in ("car", "ball"):
        assert middle.at(0.0)[name].position == motion.at(0.2)[name].position
        assert middle.final[name].position == motion.at(0.4)[name].position
    whole = list(film(motion, CAMERA, fps=FPS))
    part = list(film(middle, CAMERA, fps=FPS))
    assert len(part) == 3
    assert all(np.array_equal(a, b) for a, b in zip(part, whole[2:5], strict=True))


def test_what_came_to_rest_before_the_cut_lies_where_it_came_to_rest() -> None:
    """It does not move in the cut, but neither is it where its world has it."""
    motion = falling()
    end = float(motion.times[-1])
    last = Recording.of(motion, start=end).motion(motion.world)
    assert len(last.times) == 1
    assert last.final["ball"].position == motion.final["ball"].position != motion.world["ball"].position


def test_a_cut_without_a_moment_is_refused() -> None:
    motion = falling()
    with pytest.raises(DioramaError, match="nothing was recorded between 5 and 6 s"):
        Recording.of(motion, start=5, end=6)


def test_a_recording_belongs_to_a_world_with_its_bodies() -> None:
    stranger: World = row("vase")
    with pytest.raises(UnknownName, match="car"):
        Recording.of(falling()).motion(stranger)


@pytest.mark.parametrize(
    "poses", [{"car": ()}, {"car": ((0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0),) * 3}], ids=["none", "too many"]
)
def test_a_track_with_gaps_is_refused(poses: dict[str, tuple[tuple[float, ...], ...]]) -> None:
    with pytest.raises(ValidationError, match="at every recorded moment"):
        Recording.model_validate({"seconds": (0.0, 0.1), "poses": poses})


def test_a_clip_is_filmed_and_a_still_is_drawn() -> None:
    world = row("near")
    with pytest.raises(DioramaError, match="'view' is a still: draw it"):
        next(film_shot(Shot(world=world, camera=CAMERA)))

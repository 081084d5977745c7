"""The truth of every stage in worlds whose truth a reader can see."""

from __future__ import annotations

import numpy as np
import pytest

from diorama.data import Sample
from diorama.imagine.generators import CannotImagine
from diorama.imagine.supposed import first_touch, heading_of, masks_of, spot_of, tracks_of
from diorama.imagine.truth import truth_of, truth_of_sample
from diorama.kinds import Choice, Query
from diorama.sight import FPS, DraftRenderer, Shot, see
from diorama.suites.video.query import Eye, Prediction
from diorama.whatif import Advance, Drop, Launch, Move, Remove, Swap, Then, Transparent, meetings
from diorama.world import Body, Camera, World, make_body, project, replace
from diorama.world.motors import Drive, Leg, play
from diorama.world.poses import box_centre
from diorama.world.recording import Recording
from tests.worlds import ball, block, floor_with, level_camera

ABOVE = Camera(position=(0.4, -2.0, 1.0), target=(0.4, 0.0, 0.05), fovy_deg=45, width=240, height=160)
"""Looks along +y and down: +x is to the right."""
CAR = make_body("car", seed=1, name="car")
GO = Move(name="car", way="forward", distance=0.8)
WALL = block("wall", (0.6, 0.0, 0.0), 2.0)


def shot(*bodies: Body, camera: Camera = ABOVE) -> Shot:
    return Shot(world=floor_with(*bodies), camera=camera)


def test_a_car_that_drives_to_the_right_heads_for_0_degrees() -> None:
    truth = truth_of(shot(CAR), GO)
    heading = heading_of(truth, 9)
    assert truth.mover == "car" and truth.description == "the car"
    assert heading.degrees is not None
    assert min(heading.degrees, 360 - heading.degrees) < 2
    assert not heading.falls and not heading.gone
    track = tracks_of(truth, 9).moving[0]
    assert heading.speed == pytest.approx((track.points[-1, 0] - track.points[0, 0]) / 8, rel=0.02)


def test_backward_is_the_opposite_way() -> None:
    heading = heading_of(truth_of(shot(CAR), replace(GO, way="backward")), 9)
    assert heading.degrees == pytest.approx(180, abs=2)


def test_a_ball_that_is_let_go_heads_for_90_degrees_down() -> None:
    truth = truth_of(shot(ball("ball", (0.4, 0.0, 0.5))), Drop(name="ball"))
    heading = heading_of(truth, 17)
    assert heading.degrees == pytest.approx(90, abs=1)
    assert heading.falls
    track = tracks_of(truth, 17).moving[0]
    assert track.falls
    assert (np.diff(track.points[:6, 1]) > 0).all()


def test_a_ball_on_the_floor_that_is_let_go_does_not_fall() -> None:
    assert not truth_of(shot(ball("ball", (0.4, 0.0, 0.0))), Drop(name="ball", seconds=0.2)).falls


def test_the_track_is_the_projected_middle_by_another_derivation() -> None:
    """A drive at an even speed: where the middle is follows from the direction and the distance alone."""
    truth = truth_of(shot(CAR), GO)
    assert truth.motion is not None
    track = tracks_of(truth, 5).moving[0]
    middle = box_centre(CAR)
    assert np.allclose(track.points[0], project(ABOVE, middle)[:2], atol=0.01)
    assert np.allclose(track.points[-1], project(ABOVE, middle + np.array([0.8, 0.0, 0.0]))[:2], atol=1.0)
    assert track.seen.all()


def test_frames_are_spread_evenly_over_the_time_however_many() -> None:
    """A throw is a parabola: with few frames or many, a frame is where physics has the ball at its time."""
    flying = Launch(name="ball", velocity=(1.0, 0.0, 2.0), seconds=0.4)
    truth = truth_of(shot(ball("ball", (0.0, 0.0, 0.3))), flying)
    assert truth.motion is not None and truth.falls
    start = box_centre(truth.shot.world["ball"])
    for frames in (5, 41):
        points = tracks_of(truth, frames).moving[0].points
        t = np.linspace(0, float(truth.motion.times[-1]), frames)
        places = start + np.stack([t, 0 * t, 2 * t - 9.81 / 2 * t**2], axis=1)
        assert np.allclose(points, project(ABOVE, places)[:, :2], atol=0.6)


def test_the_spot_is_the_box_of_what_is_seen_and_a_point_on_it() -> None:
    """A block stands before the car: what is seen of the car is exactly what the other renderer sees."""
    pictured = shot(CAR, block("front", (0.05, -0.4, 0.0)))
    spot = spot_of(truth_of(pictured, GO))
    with DraftRenderer(pictured.world, width=240, height=160, rough=True) as renderer:
        seen = renderer.segmentation(pictured.camera) == pictured.world.names.index("car")
    rows, columns = np.nonzero(seen)
    assert spot.box == pytest.approx((columns.min(), rows.min(), columns.max() + 1, rows.max() + 1), abs=1.01)
    assert seen[int(spot.point[1]), int(spot.point[0])]
    hidden = truth_of(shot(CAR, block("front", (0.0, -0.6, 0.0), 4.0), camera=level_camera()), GO)
    with pytest.raises(CannotImagine, match="cannot be seen"):
        spot_of(hidden)


def test_masks_follow_the_mover() -> None:
    truth = truth_of(shot(CAR), GO)
    masks = masks_of(truth, 9, (0, 4, 8))
    points = tracks_of(truth, 9).moving[0].points[[0, 4, 8]]
    for mask, (x, y) in zip(masks, points, strict=True):
        rows, columns = np.nonzero(mask)
        assert columns.mean() == pytest.approx(x, abs=4) and rows.mean() == pytest.approx(y, abs=4)


def test_the_first_touch_is_when_the_sweep_meets_it() -> None:
    truth = truth_of(shot(CAR, WALL, block("aside", (0.4, 0.8, 0.0))), GO)
    touch = first_touch(truth)
    assert touch is not None and touch.name == "wall"
    assert truth.motion is not None
    (met,) = meetings(truth.shot.world, GO)
    at = float(np.interp(touch.share * truth.motion.times[-1], truth.motion.times, truth.motion.path("car")[:, 0]))
    assert at == pytest.approx(met.distance, abs=0.04)
    assert first_touch(truth_of(shot(CAR), GO)) is None


def test_of_several_steps_the_last_is_filmed_and_the_others_are_done_at_once() -> None:
    truth = truth_of(shot(CAR, WALL), Then(steps=(Remove(name="wall"), GO)))
    assert truth.mover == "car" and truth.gone == ("wall",)
    assert first_touch(truth) is None
    car, wall = tracks_of(truth, 5).moving
    assert car.seen.all()
    assert wall.seen.tolist() == [True, False, False, False, False]
    moved = truth_of(shot(CAR, WALL), Then(steps=(Move(name="wall", way=(0.0, 1.0, 0.0), distance=0.5), GO)))
    _, wall = tracks_of(moved, 5).moving
    assert wall.points[1, 1] < wall.points[0, 1] - 5, "farther away from the second frame on"
    assert np.allclose(wall.points[1:], wall.points[1], atol=0.5)


def test_what_is_removed_or_seen_through_is_gone_from_the_second_frame_on() -> None:
    for intervention in (Remove(name="wall"), Transparent(name="wall")):
        truth = truth_of(shot(CAR, WALL), intervention)
        assert truth.mover == "wall" and heading_of(truth, 5).gone
        assert heading_of(truth, 5).direction is None
        (track,) = tracks_of(truth, 5).moving
        assert track.seen.tolist() == [True, False, False, False, False]
        masks = masks_of(truth, 5)
        assert masks[0].any() and not masks[1:].any()


def test_when_time_goes_on_the_fastest_thing_is_the_mover() -> None:
    slow, fast = ball("slow", (0.0, 0.0, 0.0)), ball("fast", (0.4, 0.0, 0.0))
    world = shot(replace(slow, velocity=(0.0, 0.2, 0.0)), replace(fast, velocity=(0.0, -1.0, 0.0)))
    truth = truth_of(world, Advance(seconds=0.5))
    assert truth.mover == "fast"
    assert heading_of(truth, 9).degrees == pytest.approx(90, abs=15), "towards the camera"
    with pytest.raises(CannotImagine, match="nothing is in motion"):
        truth_of(shot(slow), Advance(seconds=0.5))


def test_what_cannot_be_filmed_is_said() -> None:
    with pytest.raises(CannotImagine, match="swap"):
        truth_of(shot(CAR, WALL), Swap(a="car", b="wall"))
    with pytest.raises(CannotImagine, match="no object named 'bus'"):
        truth_of(shot(CAR), Move(name="bus", way="forward"))
    with pytest.raises(CannotImagine, match="does not suppose"):
        truth_of_sample(_sample(Query(), (shot(CAR),)))
    with pytest.raises(CannotImagine, match="has no world"):
        truth_of_sample(_sample(None, ()))


def test_a_resting_end_is_left_out() -> None:
    truth = truth_of(shot(ball("ball", (0.4, 0.0, 0.1))), Drop(name="ball", seconds=3.0))
    assert truth.motion is not None
    assert truth.motion.times[-1] < 1.0, "it has landed after a seventh of a second"


def _sample(query: Query | None, shots: tuple[Shot, ...]) -> Sample:
    return Sample(
        id="s", suite="causal", task="t", question="?", options=("Yes", "No"), answer=Choice(option="Yes"),
        query=query, shots=shots, seed=0, version="1",
    )  # fmt: skip


def _event(rides: str = "", direction: str = "forward") -> Sample:
    """A car drives to the right at an even speed, two seconds; the clip is cut in the middle."""
    world: World = floor_with(CAR, WALL)
    drives = (Drive(name="car", speed=0.2, legs=(Leg(seconds=2.0, speed=0.2),)),)
    motion = play(world, drives, 2.0)
    step, cut = 1 / FPS, 1.0
    seen, unseen = ((0.0, cut), (cut + step, 2.0)) if direction == "forward" else ((cut, 2.0), (0.0, cut - step))
    clip, outcome = (
        Shot(role=role, world=world, camera=ABOVE, rides=rides, recording=Recording.of(motion, *part, fps=FPS))
        for role, part in (("clip", seen), ("outcome", unseen))
    )
    query = Prediction(
        form="f", direction="forward" if direction == "forward" else "backward", viewpoint="exo", about=("wall", "car"),
        moment=1.5, cut=cut, eye=Eye(camera=ABOVE), seconds=2.0, drives=drives,
    )  # fmt: skip
    return _sample(query, (clip, outcome))


def test_the_unseen_part_of_an_event_goes_on_from_the_cut() -> None:
    truth = truth_of_sample(_event())
    assert truth.mover == "car", "the wall is named first, but does not move"
    assert truth.shot.world["car"].position[0] == pytest.approx(0.2, abs=0.02)
    track = tracks_of(truth, 9).moving[0]
    assert np.diff(track.points[:, 0]).min() > 0
    played = play(floor_with(CAR, WALL), _event().query.drives, 2.0)  # type: ignore[union-attr]
    for point, world in ((track.points[0], played.at(1.0)), (track.points[-1], played.final)):
        assert point == pytest.approx(project(ABOVE, box_centre(world["car"]))[:2], abs=0.1)
    touch = first_touch(truth)
    assert touch is not None and touch.name == "wall"


def test_the_past_is_told_backwards_from_the_cut() -> None:
    truth = truth_of_sample(_event(direction="backward"))
    heading = heading_of(truth, 9)
    assert heading.degrees == pytest.approx(180, abs=2), "where it came from"
    assert truth.shot.world["car"].position[0] == pytest.approx(0.2, abs=0.02)


def test_a_camera_that_rides_along_cannot_have_tracks() -> None:
    with pytest.raises(CannotImagine, match="rides on the car"):
        truth_of_sample(_event(rides="car"))


def test_the_truth_looks_as_the_sight_says() -> None:
    """At the end of a move the mover's mask is that of the world after it."""
    truth = truth_of(shot(CAR), GO)
    last = masks_of(truth, 9, (8,))[0]
    after = see(truth.shot.world.change("car", position=(0.8, 0.0, 0.0)), ABOVE).visible("car")
    assert (last & after).sum() / (last | after).sum() > 0.8

"""Tracks: made, drawn, written and read."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.errors import DioramaError
from diorama.imagine.generators import CannotImagine
from diorama.imagine.kept import (
    heading_from_json,
    heading_to_json,
    place_from_json,
    place_to_json,
    tracks_from_json,
    tracks_to_json,
)
from diorama.imagine.motion import Heading
from diorama.imagine.track_drawing import draw_tracks
from diorama.imagine.track_making import APART, assumed_camera, imagined_track, lifted, still_tracks, thrown_track
from diorama.imagine.tracks import Track, Tracks, resting_track, share_shown, straight_track
from diorama.perceive.spots import Spot
from diorama.world import project
from tests.worlds import level_camera

RNG = np.random.default_rng


def test_the_papers_three_frames_of_eighty_one_show_a_fortieth_of_the_way() -> None:
    tracks = Tracks((straight_track((100, 100), (1, 1), 3.0, 81),))
    assert share_shown(tracks, (0, 1, 2)) == pytest.approx(0.025)
    assert share_shown(tracks, (0, 80)) == 1
    assert share_shown(tracks, ()) == 0


def test_what_is_taken_away_is_shown_as_soon_as_it_is_gone() -> None:
    tracks = Tracks((resting_track((5, 5), 9, gone=True),))
    assert share_shown(tracks, (0,)) == 0
    assert share_shown(tracks, (0, 1)) == 1


def test_without_gravity_a_thrown_point_goes_straight_and_evenly() -> None:
    """Across the picture of a level camera: the same as the straight track of the paper."""
    camera = level_camera()
    thrown = thrown_track((0.0, 0.0, 0.05), (0.5, 0.0, 0.0), 9, camera, gravity=0.0)
    step = thrown.points[1] - thrown.points[0]
    straight = straight_track((180.0, 120.0), (1.0, 0.0), float(np.hypot(*step)), 9)
    assert np.allclose(thrown.points, straight.points)
    assert not thrown.falls


def test_gravity_bends_a_throw_downwards_and_the_floor_ends_it() -> None:
    camera = level_camera()
    fall = thrown_track((0.0, 0.0, 0.5), (0.2, 0.0, 0.0), 17, camera, floor=0.05)
    down = np.diff(fall.points[:, 1])
    assert fall.falls
    assert (np.diff(down[:4]) > 0).all(), "faster and faster"
    assert np.allclose(fall.points[-1], fall.points[-2]), "at rest in the end"
    assert fall.points[-1, 1] == pytest.approx(120.0), "at the height of the camera, in the middle of the picture"
    fell = (0.5 - 0.05) * 2 / 9.81
    assert int(np.argmin(down > 0)) == int(np.ceil(np.sqrt(fell) * 16)), "after the time that a fall of 45 cm takes"


def test_what_comes_past_the_camera_is_not_seen_any_more() -> None:
    past = thrown_track((0.3, 0.0, 0.05), (0.0, -8.0, 0.0), 9, level_camera(), gravity=0.0)
    assert past.seen[0] and not past.seen[-1]
    assert np.isfinite(past.points).all()
    with pytest.raises(CannotImagine, match="behind the camera"):
        thrown_track((0.0, -5.0, 0.0), (0.0, 0.0, 0.0), 9, level_camera())


@given(horizon=st.floats(-0.3, 0.9), fovy=st.floats(20, 90))
def test_an_assumed_camera_has_its_horizon_where_it_should_be(horizon: float, fovy: float) -> None:
    camera = assumed_camera((640, 480), horizon=horizon, fovy_deg=fovy)
    far_away = project(camera, np.array([0.0, 1e7, camera.position[2]]))
    assert far_away[1] == pytest.approx(horizon * 480, abs=0.1)
    assert project(camera, np.array(lifted(camera, (50.0, 60.0), 3.0)))[:3] == pytest.approx((50.0, 60.0, 3.0))


def test_a_heading_becomes_a_track() -> None:
    spot = Spot((90.0, 90.0), (80.0, 80.0, 120.0, 100.0))
    right = imagined_track(spot, Heading((1.0, 0.0), 4.0), (640, 480), 5)
    assert right.points.tolist() == [[90 + 4 * k, 90] for k in range(5)], "from the point, where the thing is found"
    gone = imagined_track(spot, Heading(gone=True), (640, 480), 5)
    assert gone.seen.tolist() == [True, False, False, False, False]
    let_go = imagined_track(Spot((320.0, 90.0)), Heading((0.0, 1.0), falls=True), (640, 480), 9)
    assert let_go.falls
    assert np.allclose(let_go.points[:, 0], 320), "straight down in the middle, where verticals do not lean"
    steps = np.diff(let_go.points[:, 1])
    assert steps[1] == pytest.approx(3 * steps[0], rel=0.05), "from rest: 1, 3, 5, …"
    assert let_go.points[-1, 1] == pytest.approx(90 + 480 / 4, abs=20), "by a quarter of the picture"
    thrown = imagined_track(spot, Heading((0.96, -0.28), falls=True), (640, 480), 17)
    assert thrown.points[1, 1] < 90 < thrown.points[-1, 1], "up at first, down in the end"
    assert thrown.points[-1, 0] - 90 == pytest.approx(0.96 * 0.6 * 640, rel=0.2), "across the picture"


def test_still_points_keep_away_from_the_whole_way() -> None:
    way = straight_track((20, 20), (1, 0.7), 60.0, 9)
    still = still_tracks(RNG(3), (640, 480), (way,), 8, 9)
    assert len(still) == 8
    fine = np.linspace(way.points[0], way.points[-1], 2000)
    for track in still:
        assert (track.points == track.points[0]).all() and track.seen.all()
        assert 0 <= track.points[0, 0] <= 640 and 0 <= track.points[0, 1] <= 480
        assert np.linalg.norm(fine - track.points[0], axis=1).min() > APART * 480
    again = still_tracks(RNG(3), (640, 480), (way,), 8, 9)
    assert [t.points.tolist() for t in again] == [t.points.tolist() for t in still]


def test_no_room_for_still_points_is_said() -> None:
    rows = tuple(straight_track((0, y), (1, 0), 10.0, 65) for y in range(0, 480, 30))
    with pytest.raises(CannotImagine, match="no room for 4 points"):
        still_tracks(RNG(0), (640, 480), rows, 4, 65)


def test_a_drawn_track_is_where_it_is() -> None:
    grey = np.full((120, 160, 3), 128, np.uint8)
    drawn = draw_tracks(grey, Tracks((straight_track((30, 60), (1, 0), 10.0, 9),), (resting_track((80, 20), 9),)))
    changed = (drawn != grey).any(axis=2)
    assert changed[60, 30:110].all(), "the line"
    assert changed[20, 80], "the point that stays"
    assert not changed[90:].any() and not changed[:, 125:].any()
    assert (grey == 128).all(), "the picture itself is not drawn upon"
    far = Tracks((Track(np.array([[10.0, 10.0], [9e5, -9e5]]), np.ones(2, bool)),))
    assert draw_tracks(grey, far).shape == grey.shape


@st.composite
def tracks(draw: st.DrawFn) -> Tracks:
    frames = draw(st.integers(1, 5))
    coordinate = st.floats(-1e5, 1e5)
    track = st.builds(
        lambda points, seen, falls: Track(np.array(points, float), np.array(seen, bool), falls),
        st.lists(st.tuples(coordinate, coordinate), min_size=frames, max_size=frames),
        st.lists(st.booleans(), min_size=frames, max_size=frames),
        st.booleans(),
    )
    return Tracks(tuple(draw(st.lists(track, min_size=1, max_size=3))), tuple(draw(st.lists(track, max_size=3))))


@given(tracks())
def test_tracks_are_read_as_they_were_written(made: Tracks) -> None:
    read = tracks_from_json(tracks_to_json(made))
    for one, other in zip((*made.moving, *made.still), (*read.moving, *read.still), strict=True):
        assert np.allclose(one.points, other.points, atol=1e-3)
        assert one.seen.tolist() == other.seen.tolist()
        assert one.falls == other.falls


GOOD = {"points": [[1.0, 2.0], [3.0, 4.0]], "seen": [True, True], "falls": False}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "tracks"),
        ("[[[[", "tracks"),
        ("null", "tracks"),
        ('{"moving": []}', "moving"),
        (json.dumps({"moving": [{**GOOD, "seen": [True]}]}), "as many points"),
        (json.dumps({"moving": [GOOD], "still": [{"points": [[1.0, 2.0]], "seen": [True]}]}), "as many points"),
        (json.dumps({"moving": [{**GOOD, "points": [[1.0, 2.0], [float("nan"), 4.0]]}]}), "finite"),
        (json.dumps({"moving": [{**GOOD, "points": [[1.0, 2.0], [1e300, 4.0]]}]}), "less than or equal"),
        (json.dumps({"moving": [{**GOOD, "points": [[1.0, 2.0], ["3", 4.0]]}]}), "number"),
        (json.dumps({"moving": [{**GOOD, "evil": 1}]}), "evil"),
        (json.dumps({"moving": [{"points": [[0.0, 0.0]] * 3000, "seen": [True] * 3000}]}), "2000"),
    ],
)
def test_hostile_tracks_are_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(DioramaError, match=why) as caught:
        tracks_from_json(text)
    assert "\n" not in str(caught.value)


def test_places_and_headings_are_read_as_they_were_written() -> None:
    spot = Spot((1.5, 2.5), (0.0, 1.0, 2.0, 3.0), guessed=True)
    assert place_from_json(place_to_json(spot)) == spot
    heading = Heading((0.6, -0.8), 3.0, falls=True)
    assert heading_from_json(heading_to_json(heading)) == heading
    assert heading_from_json(heading_to_json(Heading(gone=True))) == Heading(gone=True)
    for text in ('{"direction": [3.0, 4.0]}', '{"speed": -1}', '{"gone": 1}', "7", '{"direction": [NaN, 1]}'):
        with pytest.raises(DioramaError, match=r"^heading\.json is not as it was written: "):
            heading_from_json(text)

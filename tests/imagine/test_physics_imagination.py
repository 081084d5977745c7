"""Films of what is supposed: the truth itself, and what physics makes of tracks."""

from __future__ import annotations

import numpy as np
import pytest

from diorama.imagine.estimates import supposed_by
from diorama.imagine.generators import CannotImagine, Generator
from diorama.imagine.generators.filming import film_supposed, frames_of_supposed
from diorama.imagine.generators.physics import PhysicsGenerator
from diorama.imagine.generators.truth import TruthGenerator
from diorama.imagine.motion import Heading
from diorama.imagine.supposed import Supposed, first_touch, heading_of, spot_of, tracks_of
from diorama.imagine.track_making import imagined_track
from diorama.imagine.tracks import Track, Tracks, resting_track, straight_track
from diorama.imagine.truth import truth_of
from diorama.sight import RED, Arrow, Shot, draw_shot
from diorama.sight.clips import frames_of
from diorama.sight.renderers import Pixels
from diorama.whatif import Advance, Drop, Intervention, Launch, Move, Remove, Then
from diorama.world import Body, Camera, make_body, replace
from tests.worlds import ball, block, floor_with

ABOVE = Camera(position=(0.4, -2.0, 1.0), target=(0.4, 0.0, 0.05), fovy_deg=45, width=240, height=160)
CAR = make_body("car", seed=1, name="car")
WALL = block("wall", (0.6, 0.0, 0.0), 2.0)
GO = Move(name="car", way="forward", distance=0.8)
NONE = Tracks((resting_track((0.0, 0.0), 5),))


def shot(*bodies: Body) -> Shot:
    return Shot(world=floor_with(*bodies), camera=ABOVE)


def pictures(clip: bytes) -> list[Pixels]:
    return [frame.pixels for frame in frames_of(clip)]


def differs(one: Pixels, other: Pixels) -> float:
    return float(np.abs(one.astype(float) - other).mean())


@pytest.mark.parametrize("frames", [2, 5, 30])
def test_a_film_of_the_truth_has_as_many_frames_as_are_wanted_and_begins_with_the_picture(frames: int) -> None:
    truth = truth_of(shot(CAR), GO)
    generator: Generator = TruthGenerator(truth)
    picture = draw_shot(truth.shot)
    film = pictures(generator.imagine(picture, NONE, "the car", frames, seed=0))
    assert len(film) == frames
    assert film[0].shape == picture.shape
    assert differs(film[0], picture) < 3 < 10 * differs(film[-1], picture)
    with pytest.raises(CannotImagine, match="two frames"):
        generator.imagine(picture, NONE, "the car", 1, seed=0)


def test_a_film_is_in_the_size_of_the_picture_and_refuses_other_proportions() -> None:
    generator = TruthGenerator(truth_of(shot(CAR), GO))
    small = np.zeros((80, 120, 3), np.uint8)
    assert pictures(generator.imagine(small, NONE, "", 3, 0))[0].shape == small.shape
    with pytest.raises(CannotImagine, match="does not show the same part"):
        generator.imagine(np.zeros((80, 80, 3), np.uint8), NONE, "", 3, 0)


def test_arrows_stay_in_the_film() -> None:
    arrow = Arrow(start=(0.2, -0.4, 0.0), end=(0.7, -0.4, 0.0), colour=RED, width=0.05)
    truth = truth_of(replace(shot(CAR), overlays=(arrow,)), GO)
    for frame in frames_of_supposed(truth, 3):
        red = (frame[..., 0] > 180) & (frame[..., 1] < 70) & (frame[..., 2] < 70)
        assert red[100:].sum() > 50


def test_what_is_removed_before_is_in_the_picture_and_in_no_later_frame() -> None:
    truth = truth_of(shot(CAR, WALL), Then(steps=(Remove(name="wall"), GO)))
    film = list(frames_of_supposed(truth, 4))
    assert differs(film[0], draw_shot(truth.shot)) < 3
    without = draw_shot(shot(CAR))
    assert differs(film[1], without) < differs(film[0], without)
    assert (
        differs(film[-1], draw_shot(Shot(world=floor_with(replace(CAR, position=(0.8, 0.0, 0.0))), camera=ABOVE))) < 3
    )


@pytest.mark.parametrize(
    ("bodies", "supposed"),
    [
        ((CAR,), GO),
        ((CAR,), replace(GO, way="left", distance=0.5)),
        ((CAR, WALL), GO),
        ((CAR, WALL), Then(steps=(Remove(name="wall"), GO))),
        ((CAR, WALL), Remove(name="wall")),
        ((ball("ball", (0.4, 0.0, 0.5)),), Drop(name="ball")),
        ((ball("ball", (0.0, 0.0, 0.3)),), Launch(name="ball", velocity=(1.0, 0.5, 2.0), seconds=0.4)),
        ((ball("ball", (0.4, 0.5, 0.6)),), Launch(name="ball", velocity=(-0.5, -2.0, 0.5), seconds=0.3)),
    ],
)
def test_physics_with_true_tracks_gives_the_truth(bodies: tuple[Body, ...], supposed: Intervention) -> None:
    """From the picture of the true motion alone, the same body moves the same way."""
    truth = truth_of(shot(*bodies), supposed)
    tracks = tracks_of(truth, 21)
    found = supposed_by(tracks, truth.shot)
    assert found.mover == truth.mover and found.falls == truth.falls and found.gone == truth.gone
    again = tracks_of(found, 21).moving[0]
    assert again.seen.tolist() == tracks.moving[0].seen.tolist()
    assert np.abs(again.points - tracks.moving[0].points).max() < 5
    one, other = first_touch(truth), first_touch(found)
    assert (one and one.name) == (other and other.name)


def test_a_ball_in_play_is_sent_off_and_left_to_itself() -> None:
    """The red ball runs into the white one, which rolls on: nobody holds either."""
    red, white = (replace(ball(n, (x, 0.0, 0.0)), bounce=0.9) for n, x in (("red", 0.0), ("white", 0.4)))
    pictured = shot(replace(red, velocity=(1.0, 0.0, 0.0)), white)
    truth = truth_of(pictured, Advance(seconds=1.0))
    found = supposed_by(tracks_of(truth, 21), pictured)
    touch = first_touch(found)
    assert touch is not None and touch.name == "white"
    assert found.motion is not None
    assert found.motion.path("white")[-1, 0] > 0.5
    assert heading_of(found, 21).degrees == pytest.approx(heading_of(truth, 21).degrees, abs=2)


def test_physics_follows_the_estimate_and_not_the_truth() -> None:
    """The ball of this world flies to the right; the track says that it is carried to the left."""
    flying = replace(ball("ball", (0.4, 0.0, 0.3)), velocity=(2.0, 0.0, 1.0))
    start = tracks_of(truth_of(shot(flying), Advance(seconds=0.3)), 5).moving[0].points[0]
    wrong = Tracks((straight_track((start[0], start[1]), (-1, 0), 8.0, 9),))
    found = supposed_by(wrong, shot(flying))
    assert heading_of(found, 9).degrees == pytest.approx(180, abs=3)
    assert not found.falls


@pytest.mark.parametrize("heading", [Heading((0.0, 1.0), falls=True), Heading(falls=True)])
def test_what_an_estimate_lets_go_falls_to_the_floor(heading: Heading) -> None:
    pictured = shot(ball("ball", (0.4, 0.0, 0.5)))
    spot = spot_of(truth_of(pictured, Drop(name="ball")))
    found = supposed_by(Tracks((imagined_track(spot, heading, (240, 160), 16),)), pictured)
    assert found.falls and found.motion is not None
    x, y, z = found.motion.path("ball")[-1] - found.motion.path("ball")[0]
    assert (x, y, z) == pytest.approx((0, 0, -0.5), abs=0.02)


def test_what_an_estimate_throws_to_the_right_flies_to_the_right() -> None:
    pictured = shot(ball("ball", (0.2, 0.0, 0.4)))
    spot = spot_of(truth_of(pictured, Drop(name="ball")))
    track = imagined_track(spot, Heading((0.8, -0.6), falls=True), (240, 160), 16)
    found = supposed_by(Tracks((track,)), pictured)
    assert found.falls and found.motion is not None
    assert found.motion.path("ball")[-1, 0] > 0.5
    assert heading_of(found, 16).degrees == pytest.approx(323, abs=12)


def test_a_track_that_stays_gives_a_clip_in_which_nothing_happens() -> None:
    x, y = tracks_of(truth_of(shot(CAR), GO), 5).moving[0].points[0]
    found = supposed_by(Tracks((resting_track((x, y), 5),)), shot(CAR))
    assert found == Supposed(found.shot, "car")
    film = pictures(film_supposed(found, 4))
    assert len(film) == 4 and differs(film[0], film[-1]) < 1


def test_the_body_whose_middle_it_is_counts_where_something_stands_before_it() -> None:
    """A small block hides the middle of the car: the car's own track is still the car's."""
    hidden = shot(CAR, block("small", (0.0, -0.25, 0.0), 0.9))
    assert supposed_by(tracks_of(truth_of(hidden, GO), 9), hidden).mover == "car"
    x, y = tracks_of(truth_of(hidden, Remove(name="small")), 5).moving[0].points[0]
    assert supposed_by(Tracks((resting_track((x, y), 5, gone=True),)), hidden).mover == "small"


@pytest.mark.parametrize(
    ("tracks", "why"),
    [
        (Tracks((straight_track((5, 5), (1, 0), 5.0, 9),)), "nothing that a question could name"),
        (Tracks((straight_track((-500, 1e5), (1, 0), 5.0, 9),)), "nothing that a question could name"),
        (Tracks(()), "no track"),
    ],
)
def test_a_track_of_nothing_is_refused(tracks: Tracks, why: str) -> None:
    with pytest.raises(CannotImagine, match=why):
        PhysicsGenerator(shot(CAR)).imagine(draw_shot(shot(CAR)), tracks, "", 9, 0)


def test_a_way_into_the_sky_ends_at_the_horizon() -> None:
    x, y = tracks_of(truth_of(shot(CAR), GO), 5).moving[0].points[0]
    up = supposed_by(Tracks((straight_track((x, y), (0, -1), 20.0, 20),)), shot(CAR))
    assert up.motion is not None
    gone = up.motion.path("car")[-1] - up.motion.path("car")[0]
    assert gone[1] > 0.5 and abs(gone[0]) < 0.3, "away from the camera"
    rising = Track(np.array([[x, y], [x, y - 1000], [x, y - 2000]]), np.ones(3, bool))
    with pytest.raises(CannotImagine, match="leaves the ground"):
        supposed_by(Tracks((rising,)), shot(CAR))


def test_physics_films_what_it_found() -> None:
    pictured = shot(CAR, WALL)
    truth = truth_of(pictured, GO)
    physics: Generator = PhysicsGenerator(pictured)
    film = pictures(physics.imagine(draw_shot(pictured), tracks_of(truth, 9), "the car", 9, seed=1))
    true = pictures(film_supposed(truth, 9))
    assert len(film) == 9
    assert max(differs(a, b) for a, b in zip(film, true, strict=True)) < 2

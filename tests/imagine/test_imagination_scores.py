"""Scores of imagination: right and wrong stages in worlds whose truth a reader can see."""

from __future__ import annotations

import numpy as np
import pytest

from diorama.data import Sample
from diorama.data.drawing import draw_media
from diorama.imagine.clip_scores import clip_scores
from diorama.imagine.generators.filming import film_supposed
from diorama.imagine.generators.protocol import FPS
from diorama.imagine.kept import heading_to_json, place_to_json, tracks_to_json
from diorama.imagine.likeness import intersection_over_union, similarity_map, standing_out
from diorama.imagine.motion import Heading
from diorama.imagine.scores import (
    Failure,
    direction_error_deg,
    failure_of,
    heading_rates,
    imagination_errors,
    imagination_scores,
    place_rates,
    track_errors,
    track_rates,
)
from diorama.imagine.supposed import heading_of, masks_of, spot_of, tracks_of
from diorama.imagine.tracks import Tracks, resting_track
from diorama.imagine.truth import truth_of
from diorama.kinds import Choice
from diorama.perceive.spots import Spot
from diorama.sight import Easel, Shot, draw_shot
from diorama.sight.clips import Frame, make_clip
from diorama.sight.renderers import Pixels
from diorama.suites.causal.collision import Drive
from diorama.whatif import Drop, Move, Remove
from diorama.world import Body, Camera, make_body
from tests.worlds import ball, block, floor_with

ABOVE = Camera(position=(0.4, -2.0, 1.0), target=(0.4, 0.0, 0.05), fovy_deg=45, width=240, height=160)
CAR = make_body("car", seed=1, name="car", finish={"body": "red paint"})
ASIDE = block("block", (0.4, 0.5, 0.0))
WALL = block("wall", (0.75, 0.0, 0.0), 2.0)
GO = Move(name="car", way="forward", distance=0.8)
FRAMES = 9


def shot(*bodies: Body) -> Shot:
    return Shot(world=floor_with(*bodies), camera=ABOVE)


TRUTH = truth_of(shot(CAR, ASIDE), GO)


def still_clip(picture: Pixels) -> bytes:
    return make_clip((Frame(k / FPS, picture) for k in range(FRAMES)), FPS)


def test_the_true_place_hits_and_another_thing_does_not() -> None:
    assert place_rates(spot_of(TRUTH), TRUTH) == {"hit": 1.0, "box": 1.0}
    other = spot_of(truth_of(TRUTH.shot, Remove(name="block")))
    assert place_rates(other, TRUTH) == {"hit": 0.0, "box": 0.0}
    left, top, right, bottom = spot_of(TRUTH).box or (0, 0, 0, 0)
    half = Spot(spot_of(TRUTH).point, (left, top, (left + right) / 2, bottom))
    assert place_rates(half, TRUTH)["box"] == pytest.approx(0.5)
    assert place_rates(Spot((240.0, 160.0)), TRUTH) == {"hit": 0.0}, "on the very edge of the picture"


def test_the_reversed_direction_is_180_degrees_off() -> None:
    true = heading_of(TRUTH, 81)
    assert direction_error_deg(true, TRUTH) == pytest.approx(0)
    assert true.direction is not None
    back = Heading((-true.direction[0], -true.direction[1]))
    assert direction_error_deg(back, TRUTH) == pytest.approx(180)
    assert heading_rates(back, TRUTH) == pytest.approx({"gone": 1, "gravity": 1, "direction": 0, "right direction": 0})
    assert direction_error_deg(Heading((0.0, 1.0)), TRUTH) == pytest.approx(90, abs=2)
    assert direction_error_deg(Heading(), TRUTH) == 180, "it says that nothing moves"
    assert heading_rates(Heading(gone=True), TRUTH)["gone"] == 0


def test_what_is_let_go_needs_no_direction() -> None:
    falling = truth_of(shot(ball("ball", (0.4, 0.0, 0.5))), Drop(name="ball"))
    assert direction_error_deg(Heading(falls=True), falling) == pytest.approx(0, abs=1)
    assert heading_rates(Heading((0.0, 1.0)), falling)["gravity"] == 0, "carried down, not let go"


def test_a_track_that_stays_is_farther_off_with_time() -> None:
    track = tracks_of(TRUTH, FRAMES).moving[0]
    assert set(track_errors(track, TRUTH).values()) == {0.0}
    assert track_rates(track, TRUTH) == {"gone": 1, "at 25 %": 1, "at 50 %": 1, "at 100 %": 1}
    x, y = track.points[0]
    quarter, half, whole = track_errors(resting_track((x, y), FRAMES), TRUTH).values()
    assert 0 < quarter < half < whole
    box = spot_of(TRUTH).box
    assert box is not None
    assert whole == pytest.approx(np.hypot(*(track.points[-1] - track.points[0])) / (box[2] - box[0]), rel=1e-6)
    assert track_errors(resting_track((x, y), 5), truth_of(TRUTH.shot, Remove(name="car"))) == {}


def test_clips_the_truth_a_frozen_one_and_a_wrong_way() -> None:
    true = clip_scores(film_supposed(TRUTH, FRAMES), TRUTH)
    frozen = clip_scores(still_clip(draw_shot(TRUTH.shot)), TRUTH)
    wrong = clip_scores(film_supposed(truth_of(TRUTH.shot, Move(name="car", way="left", distance=0.8)), FRAMES), TRUTH)
    for name in ("mover", "similarity", "similarity where it moves"):
        assert true[name] > 0.95
        assert true[name] > frozen[name]
    assert frozen["mover"] < 0.3 and wrong["mover"] < 0.3
    assert "contact" not in true, "it runs into nothing"


def test_contact_is_right_where_the_mover_reaches_the_wall_and_not_where_it_stays() -> None:
    truth = truth_of(shot(CAR, WALL), GO)
    assert clip_scores(film_supposed(truth, FRAMES), truth)["contact"] == 1
    assert clip_scores(still_clip(draw_shot(truth.shot)), truth)["contact"] == 0
    track = tracks_of(truth, FRAMES).moving[0]
    x, y = track.points[0]
    assert track_rates(track, truth)["contact"] == 1
    assert track_rates(resting_track((x, y), FRAMES), truth)["contact"] == 0
    assert "contact" not in track_rates(tracks_of(TRUTH, FRAMES).moving[0], TRUTH)


def test_what_is_taken_away_must_not_be_seen_any_more() -> None:
    truth = truth_of(TRUTH.shot, Remove(name="car"))
    assert clip_scores(film_supposed(truth, FRAMES), truth)["mover"] > 0.95
    assert clip_scores(still_clip(draw_shot(truth.shot)), truth)["mover"] < 0.05


def test_a_picture_by_another_renderer_is_not_compared() -> None:
    clip = film_supposed(TRUTH, 3)
    dark = np.zeros((160, 240, 3), np.uint8)
    assert clip_scores(clip, TRUTH, dark) == {}
    assert clip_scores(clip, TRUTH, draw_shot(TRUTH.shot))


def test_the_mover_stands_out_from_the_picture_without_it() -> None:
    """What differs by pixels is what the rays say."""
    mask = masks_of(TRUTH, 2, (0,))[0]
    found = standing_out(draw_shot(TRUTH.shot), draw_shot(shot(ASIDE)))
    assert intersection_over_union(found, mask) > 0.7


def test_structural_similarity() -> None:
    picture = draw_shot(TRUTH.shot)
    noise = np.random.default_rng(0).integers(0, 256, picture.shape, np.uint8)
    assert similarity_map(picture, picture).mean() == pytest.approx(1)
    assert similarity_map(picture, noise).mean() < 0.2
    assert similarity_map(picture, np.clip(picture.astype(int) + 8, 0, 255).astype(np.uint8)).mean() > 0.9
    flat, bright = np.full_like(picture, 100), np.full_like(picture, 200)
    assert similarity_map(flat, bright).mean() == pytest.approx((2 * 100 * 200 + 2.55**2) / (100**2 + 200**2 + 2.55**2))


def _sample() -> Sample:
    media, _ = draw_media((TRUTH.shot,), Easel())
    return Sample(
        id="s", suite="causal", task="collision", question="?", options=("Yes", "No"), answer=Choice(option="No"),
        query=Drive(move=GO, form="any"), shots=(TRUTH.shot,), media=media, seed=0, version="1",
    )  # fmt: skip


def test_all_stages_of_what_was_kept_are_scored() -> None:
    sample = _sample()
    kept = {
        "description.txt": b"the car",
        "place.json": place_to_json(spot_of(TRUTH)).encode(),
        "heading.json": heading_to_json(heading_of(TRUTH, 81)).encode(),
        "tracks.json": tracks_to_json(tracks_of(TRUTH, FRAMES)).encode(),
        "clip.mp4": film_supposed(TRUTH, FRAMES),
    }
    scores = imagination_scores(sample, kept)
    assert {name.partition("/")[0] for name in scores} == {"instance", "heading", "tracks", "clip"}
    assert all(0.95 <= value <= 1 for value in scores.values()), scores
    assert failure_of(scores) is Failure.NONE
    assert all(error < 0.01 for error in imagination_errors(sample, kept).values())
    assert imagination_scores(sample, {"description.txt": b"the block"}) == {"instance/named": 0}
    assert imagination_scores(sample, {}) == {}


@pytest.mark.parametrize(
    ("scores", "failure"),
    [
        ({"instance/hit": 0.0, "heading/right direction": 0.0}, Failure.OBJECT),
        ({"instance/named": 0.0}, Failure.OBJECT),
        ({"instance/hit": 1.0, "heading/gravity": 0.0, "heading/right direction": 0.0}, Failure.GRAVITY),
        ({"instance/hit": 1.0, "heading/gravity": 1.0, "heading/right direction": 0.0}, Failure.DIRECTION),
        ({"heading/gone": 0.0}, Failure.DIRECTION),
        ({"heading/right direction": 1.0, "clip/mover": 0.1}, Failure.PICTURE),
        ({"heading/right direction": 1.0, "clip/mover": 0.8}, Failure.NONE),
        ({}, Failure.NONE),
    ],
)
def test_the_first_stage_that_went_wrong_is_blamed(scores: dict[str, float], failure: Failure) -> None:
    assert failure_of(scores) is failure


def test_a_wrong_direction_is_found_from_what_was_kept() -> None:
    kept = {"heading.json": heading_to_json(Heading((0.0, -1.0))).encode()}
    assert failure_of(imagination_scores(_sample(), kept)) is Failure.DIRECTION
    stays = Tracks((resting_track((1.0, 1.0), 5),))
    errors = imagination_errors(_sample(), {**kept, "tracks.json": tracks_to_json(stays).encode()})
    assert errors["heading/degrees"] == pytest.approx(90, abs=2)
    assert errors["tracks/object sizes at 100 %"] > errors["tracks/object sizes at 25 %"]

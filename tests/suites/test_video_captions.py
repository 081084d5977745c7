"""Exact captions and interaction graphs of small events that a reader can check."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest

from diorama.suites.video.captions import caption, reference_caption, seen_part, unseen_part
from diorama.suites.video.facts import Stretch, can_fall, listed, way_words
from diorama.suites.video.interactions import interaction_graph
from diorama.suites.video.query import Eye, Prediction
from diorama.world import Camera, Motion, make_body, replace
from diorama.world.events import Zone, make_event
from diorama.world.motors import Drive, Leg, play
from tests.worlds import ball, block, floor_with, level_camera

MAT = Zone(phrase="the red mat", low=(0.4, -0.5, -0.1), high=(1.2, 0.5, 0.5))
CAMERA = Camera(position=(0.0, -3.5, 1.0), target=(0.0, 0.0, 0.1), fovy_deg=40.0, width=320, height=192)


@cache
def drive_to_the_mat() -> Motion:
    """A car drives to the right, stops on a mat, and passes a block that stands still."""
    car = replace(make_body("car", name="car", position=(-0.8, 0.0, 0.0)), phrase="the blue car")
    still = replace(block("block", (0.0, 0.6, 0.0)), phrase="the block")
    legs = (Leg(seconds=0.2, speed=0.5), Leg(seconds=3.0, speed=0.5), Leg(seconds=0.2, speed=0.0))
    return play(floor_with(car, still), [Drive(name="car", legs=legs)], seconds=5.0)


@cache
def knocked_down() -> Motion:
    """A ball rolls from the left into an upright book, which falls over."""
    rolling = replace(ball("ball", (-0.5, 0.0, 0.0), 3.0), phrase="the ball", velocity=(1.6, 0.0, 0.0))
    binder = replace(make_body("binder", name="binder", seed=0, scale=0.7), phrase="the binder")
    turned = replace(binder, quaternion=(0.70710678, 0.0, 0.0, 0.70710678))
    return play(floor_with(rolling, turned), [], seconds=2.5)


def whole(motion: Motion, *zones: Zone, eye: Eye | None = None) -> Stretch:
    return Stretch(motion, eye or Eye(camera=CAMERA), 0.0, float(motion.times[-1]), zones)


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=\.) (?=[A-Z])", text)


def test_a_drive_onto_a_mat_is_told_as_it_happens() -> None:
    told = sentences(caption(whole(drive_to_the_mat(), MAT)))
    assert told[0] == "This part lasts 5.0 seconds; the camera stands still."
    assert re.fullmatch(
        r"At first, from left to right: the blue car \(left, 3\.\d m away\), the block \(middle, 4\.\d m away\)\.",
        told[1],
    )
    assert re.match(r"The blue car moves to the right, 1\.\d m in all, .*, and comes to rest at 3\.[34] s\.", told[2])
    assert told[3] == "The block stays in place."
    assert re.fullmatch(r"At 2\.\d s the blue car enters the red mat\.", told[4])
    assert told[5].startswith("In the end, from left to right: the block (middle")
    assert told[5].endswith("the blue car is in or on the red mat; nothing moves any more.")
    assert len(told) == 6


def test_a_part_of_it_says_nothing_of_the_rest() -> None:
    """Before it stops, nobody can know that the car will enter the mat."""
    told = caption(Stretch(drive_to_the_mat(), Eye(camera=CAMERA), 0.0, 1.5, (MAT,)))
    assert "red mat" not in told and "rest" not in told
    assert told.endswith("still moving: the blue car.")


def test_what_is_knocked_down_falls_after_it_is_touched() -> None:
    motion = knocked_down()
    (touch, *_), (fall,) = whole(motion).touches(), whole(motion).falls()
    assert (touch.name, touch.to, fall.name) == ("ball", "binder", "binder") and touch.seconds < fall.seconds
    told = caption(whole(motion))
    assert re.search(r"At 0\.\d s the ball touches the binder", told)
    assert re.search(r"At \d\.\d s the binder falls over\.", told)
    later = caption(Stretch(motion, Eye(camera=CAMERA), 2.0, 2.5))
    assert "The binder lies on its side from the beginning." in later and "falls" not in later


def test_a_camera_from_behind_sees_left_as_right() -> None:
    """From the other side the car drives to the left."""
    behind = replace(CAMERA, position=(0.0, 3.5, 1.0))
    told = caption(whole(drive_to_the_mat(), eye=Eye(camera=behind)))
    assert "The blue car moves to the left" in told


def test_a_camera_that_rides_does_not_tell_of_its_own_body() -> None:
    ahead = Camera(position=(-0.6, 0.0, 0.3), target=(1.0, 0.3, 0.1), fovy_deg=60.0, width=320, height=192)
    told = caption(Stretch(drive_to_the_mat(), Eye(camera=ahead, rides="car"), 0.0, 1.5))
    assert "the camera rides on the blue car, which moves" in told and "The blue car moves" not in told


def test_what_the_clip_never_shows_is_not_told() -> None:
    """A block behind the camera; it is told of only where the question is about it."""
    hidden = replace(block("hidden", (0.0, -5.0, 0.0)), phrase="the hidden block")
    world = replace(drive_to_the_mat().world, bodies=(*drive_to_the_mat().world.bodies, hidden))
    motion = play(world, [], seconds=1.0)
    assert "hidden" not in caption(whole(motion))
    asked = replace_stretch(whole(motion), ("hidden",))
    assert "out of view: the hidden block" in caption(asked)


def replace_stretch(stretch: Stretch, always: tuple[str, ...]) -> Stretch:
    return Stretch(stretch.motion, stretch.eye, stretch.start, stretch.end, stretch.zones, always)


def prediction(direction: str, motion: Motion, cut: float) -> Prediction:
    return Prediction(
        form="whereabouts", direction=direction, viewpoint="exo", about=("car",), moment=4.0, cut=cut,
        eye=Eye(camera=replace(CAMERA, position=(0.0, 3.5, 1.0))), seconds=round(float(motion.times[-1]), 6),
        zones=(MAT,),
    )  # fmt: skip


def test_forward_the_unseen_part_is_the_future_and_backward_the_past() -> None:
    motion, eye = drive_to_the_mat(), Eye(camera=CAMERA)
    ahead, back = (prediction(way, motion, 2.0) for way in ("forward", "backward"))
    assert [(p.start, p.end) for p in (seen_part(ahead, motion, eye), unseen_part(ahead, motion, eye))] == [
        (0.0, 2.0), (2.0, 5.0),
    ]  # fmt: skip
    assert caption(unseen_part(back, motion, eye)) == caption(seen_part(ahead, motion, eye))
    assert "enters the red mat" in caption(unseen_part(ahead, motion, eye))


def test_the_reference_picture_is_told_from_its_own_camera() -> None:
    """At the cut the car is right of the block in the clip, and left of it from behind."""
    motion = drive_to_the_mat()
    query = prediction("forward", motion, 3.5)
    order = re.findall(r"the (blue car|block) \(", reference_caption(query, motion))
    assert order == ["blue car", "block"]
    assert [p.name for p in seen_part(query, motion, Eye(camera=CAMERA)).places(3.5)] == ["block", "car"]


def test_the_graph_of_a_clip_has_entities_relations_and_interactions() -> None:
    graph = interaction_graph(whole(drive_to_the_mat(), MAT))
    assert graph.moving == ("the blue car",) and graph.still == ("the block", "the red mat")
    (relation,) = graph.relations
    assert (relation.subject, relation.at_first, relation.object) == ("the blue car", "left of", "the block")
    assert relation.in_the_end in ("right of", "in front of")
    (entered,) = graph.interactions
    assert (entered.subject, entered.action, entered.object) == ("the blue car", "enters", "the red mat")
    assert graph.plain()["interactions"][0]["seconds"] == pytest.approx(entered.seconds, abs=0.05)


@pytest.mark.parametrize("kind", ["dominoes", "pendulum_swing", "conveyor_ride"])
def test_captions_are_short_and_always_the_same(kind: str) -> None:
    event = make_event(kind, np.random.default_rng(5))
    stage = event.world.stage
    camera = Camera(position=(0.0, -stage.radius * 3, 2.0), target=stage.centre, width=320, height=180)
    told = [caption(Stretch(event.play(), Eye(camera=camera), 0.5, 4.0, event.zones)) for _ in range(2)]
    assert told[0] == told[1] and 4 <= len(sentences(told[0])) <= 12


def test_a_pendulum_turns_back() -> None:
    event = make_event("pendulum_swing", np.random.default_rng(5))
    camera = Camera(position=(0.0, -6.0, 1.0), target=(0.0, 0.0, 0.8), width=320, height=180)
    assert re.search(r"turning back \d times", caption(Stretch(event.play(), Eye(camera=camera), 0.0, 6.0)))


def test_balls_and_cubes_do_not_fall_over() -> None:
    assert not can_fall(ball("b", (0, 0, 0))) and not can_fall(block("c", (0, 0, 0)))
    assert can_fall(make_body("binder", seed=0))


def test_directions_and_lists_in_words() -> None:
    camera = level_camera()
    assert way_words(np.array([1.0, 0.0, 0.0]), camera) == "to the right"
    assert way_words(np.array([-1.0, -1.0, 0.0]), camera) == "to the left and towards the camera"
    assert way_words(np.array([0.0, 0.1, -1.0]), camera) == "down"
    assert [listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]

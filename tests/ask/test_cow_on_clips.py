"""Imagination for questions about clips: it goes on from the frame at the cut, forwards or back in time."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

pytest.importorskip("inspect_ai")

from diorama.ask import Record, Verdict
from diorama.ask.evaluate import Order, evaluate
from diorama.ask.imagined_runs import Scored, score_imaginations
from diorama.ask.strategies.cow_words import BACKWARDS, CUT
from diorama.data import Sample
from diorama.data.drawing import draw_one
from diorama.imagine.scores import Failure
from diorama.kinds import Choice
from diorama.sight import FPS, Easel, Shot
from diorama.sight.clips import frame_at, frames_of
from diorama.suites.video.query import Eye, Prediction
from diorama.world.motors import Drive, Leg, play
from diorama.world.recording import Recording
from tests.ask.filmed import films
from tests.ask.server import Answer, Server, text_of
from tests.ask.test_cow import CAMERA, CAR, Pixels, pictures_in, street
from tests.data.samples import sample

Direction = Literal["forward", "backward"]
DRIVES = (Drive(name="car", speed=0.3, legs=(Leg(seconds=2.0, speed=0.3),)),)
SECONDS, CUT_AT = 2.0, 1.0
PLACE = [300, 480, 430, 580]
"""Where the car is at the cut, in thousandths."""
HEADS = {"forward": 0, "backward": 180}
"""The car drives to the right; back in time, it goes to the left."""


@cache
def driven(direction: Direction = "forward", rides: str = "") -> Sample:
    """A clip of a red car that drives to the right for two seconds, cut in the middle."""
    world, step = street(True), 1 / FPS
    motion = play(world, DRIVES, SECONDS)
    parts = ((0.0, CUT_AT), (CUT_AT + step, SECONDS)), ((CUT_AT, SECONDS), (0.0, CUT_AT - step))
    seen, unseen = parts[direction == "backward"]
    clip, outcome = (
        Shot(role=role, world=world, camera=CAMERA, rides=rides, recording=Recording.of(motion, *part, fps=FPS))
        for role, part in (("clip", seen), ("outcome", unseen))
    )
    query = Prediction(
        form="heading", direction=direction, viewpoint="ego" if rides else "exo", about=("car",),
        moment=1.5 if direction == "forward" else 0.5, cut=CUT_AT, eye=Eye(camera=CAMERA, rides=rides),
        seconds=SECONDS, drives=DRIVES,
    )  # fmt: skip
    return sample(
        0, id="video-000000", suite="video", task="relation", level=direction, shots=(clip, outcome), query=query,
        media=(draw_one(clip, Easel()),), outcome=draw_one(outcome, Easel()),
        question="Where will the red car, number 0, be going?",
        options=("towards the right", "towards the left"), answer=Choice(option="towards the right"),
    )  # fmt: skip


class Imagined:
    """A run of `cow` on one clip, with a model that does the stages as told and answers A."""

    def __init__(self, folder: Path, way: str, about: Sample, degrees: float = 0.0, **order: Any) -> None:
        self.roles: list[str] = []

        def reads(request: dict[str, Any]) -> Answer:
            words = text_of(request)
            if "Which one thing moves" in words:
                return Answer(json.dumps({"object": CAR, "cue": "front"}))
            if "Where in the picture is" in words:
                return Answer(json.dumps({"box": PLACE}))
            if "which direction of the picture" in words:
                return Answer(json.dumps({"degrees": degrees, "falls": False}))
            if "Make a short clip" in words:
                return Answer(f"data:video/mp4;base64,{b64encode(about.media[0].data).decode()}")
            return Answer("A")

        with Server(reads=reads) as server:
            server.keep_requests = True
            data = films(folder / "data", about)
            given = {"strategy": way, "base_url": server.url, "logs": folder / "logs", "retries": 0, **order}
            result = evaluate(Order(data, "diorama-api/m", **given))
        self.requests, self.path = server.requests, result.path
        self.record: Record
        (self.record,) = result.records

    def requested(self, words: str) -> dict[str, Any]:
        """The one request that says this."""
        (found,) = (request for request in self.requests if words in text_of(request))
        return found

    @property
    def scored(self) -> Scored:
        (one,) = score_imaginations(self.path).answers
        return one


@pytest.fixture(autouse=True)
def _own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "cache"))


def car_column(pixels: Pixels) -> float:
    """Where the red car is in a picture, as a share of its width."""
    red, green, blue = (pixels[..., k].astype(int) for k in range(3))
    columns = np.flatnonzero(((red > 120) & (green < 70) & (blue < 70)).sum(axis=0) > 3)
    return float(columns.mean()) / pixels.shape[1]


def clips_in(request: dict[str, Any]) -> list[bytes]:
    """The clips of a request over HTTP."""
    parts = [part for message in request["messages"] for part in message["content"]]
    return [b64decode(p["video_url"]["url"].split("base64,", 1)[1]) for p in parts if p["type"] == "video_url"]


def at_cut(about: Sample) -> Pixels:
    place: Literal["first", "last"] = "last" if about.level == "forward" else "first"
    return frame_at(about.media[0].data, place).pixels


@pytest.mark.parametrize("direction", ["forward", "backward"])
@pytest.mark.parametrize("generator", ["truth", "warp", "physics"])
def test_imagined_frames_lead_away_from_the_cut(generator: str, direction: Direction, tmp_path: Path) -> None:
    """On to the right after the clip; before it, back to the left where the car came from."""
    about = driven(direction)
    run = Imagined(tmp_path, f"cow(generator='{generator}', pick='even', speed=0.01)", about, HEADS[direction])
    assert run.record.verdict is Verdict.CORRECT, run.record.note
    shown = [car_column(picture) for picture in pictures_in(run.requests[-1])]
    steps = np.diff(shown) if direction == "forward" else -np.diff(shown)
    assert len(shown) == 3 and (steps > 0.03).all()
    assert shown[0] == pytest.approx(car_column(at_cut(about)), abs=0.01), "the first one is the frame at the cut"
    rates = run.scored.rates
    assert rates["instance/named"] == rates["instance/hit"] == rates["heading/right direction"] == 1
    if generator == "truth":
        assert rates["clip/mover"] > 0.9


@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_stages_are_shown_the_clip_and_the_frame_at_its_cut(direction: Direction, tmp_path: Path) -> None:
    about = driven(direction)
    run = Imagined(tmp_path, "cow(generator='truth')", about, HEADS[direction])
    for words in ("Which one thing moves", "which direction of the picture"):
        request = run.requested(words)
        assert CUT["after" if direction == "forward" else "before"] in text_of(request)
        (still,) = pictures_in(request)
        assert np.abs(still.astype(int) - at_cut(about)).mean() < 3
    assert (BACKWARDS in text_of(run.requested("which direction of the picture"))) == (direction == "backward")
    assert ("going back in time" in text_of(run.requests[-1])) == (direction == "backward")


def test_who_forgets_that_time_runs_backwards_has_the_wrong_direction(tmp_path: Path) -> None:
    run = Imagined(tmp_path, "cow(generator='physics')", driven("backward"), HEADS["forward"])
    assert run.scored.errors["heading/degrees"] > 170 and run.scored.failure is Failure.DIRECTION


def test_the_unseen_part_reaches_nobody_but_an_oracle(tmp_path: Path) -> None:
    """Every picture that any stage is sent is at the cut or before it; imagined ones are made of the picture alone."""
    run = Imagined(tmp_path, "cow(generator='warp', speed=0.001)", driven())
    furthest = car_column(at_cut(driven()))
    assert all(car_column(p) <= furthest + 0.03 for request in run.requests for p in pictures_in(request))
    assert {clip for request in run.requests for clip in clips_in(request)} == {driven().media[0].data}


def test_another_model_does_the_stages_and_the_clip(tmp_path: Path) -> None:
    way = "cow(generator='role', instance='role', motion='role', pick='even')"
    run = Imagined(tmp_path, way, driven(), roles={"imaginer": "diorama-api/i", "generator": "diorama-api/g"})
    assert run.record.verdict is Verdict.CORRECT, run.record.note
    asked = {words: run.requested(words)["model"] for words in ("Which one thing moves", "Make a short clip")}
    assert asked == {"Which one thing moves": "i", "Make a short clip": "g"}
    assert [r["model"] for r in run.requests].count("m") == 1, "the question alone"
    shown = [car_column(picture) for picture in pictures_in(run.requests[-1])]
    true = [car_column(frame.pixels) for frame in frames_of(driven().media[0].data)]
    assert shown[0] == pytest.approx(true[0], abs=0.01) and shown[-1] == pytest.approx(true[-1], abs=0.01)


@pytest.mark.parametrize("fallback", ["fail", "plain"])
def test_a_riding_camera_has_no_tracks(fallback: str, tmp_path: Path) -> None:
    run = Imagined(tmp_path, f"cow(fallback='{fallback}')", driven(rides="car"))
    if fallback == "fail":
        assert run.record.verdict is Verdict.TOOL_FAILED and "rides on the red car" in run.record.note
        assert not run.requests, "nobody is asked in vain"
    else:
        assert run.record.verdict is Verdict.CORRECT and not pictures_in(run.requests[-1])
        assert len(run.requests) == 1


def test_a_picture_beside_the_clip_is_not_where_imagination_begins(tmp_path: Path) -> None:
    """A reference picture shows another viewpoint; the clip goes on from its own."""
    reference = Shot(role="reference", label="the reference picture", world=street(True), camera=CAMERA)
    about = driven().model_copy(update={"media": (*driven().media, draw_one(reference, Easel()))})
    run = Imagined(tmp_path, "cow(generator='truth', pick='even')", about)
    beside, first, *_ = map(car_column, pictures_in(run.requests[-1]))
    assert first == pytest.approx(car_column(at_cut(about)), abs=0.01) and beside < first - 0.1

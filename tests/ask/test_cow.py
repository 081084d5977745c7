"""Imagine first, then answer: a scripted model does the stages well or badly, and the scores say exactly that."""

from __future__ import annotations

import io
import json
from base64 import b64decode
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

pytest.importorskip("inspect_ai")

from diorama.ask import Record, Verdict
from diorama.ask.evaluate import Order, evaluate
from diorama.ask.imagination import imagination_of
from diorama.ask.imagined_runs import ScoredRun, cow_runs, score_imaginations
from diorama.ask.run_files import artefacts_of
from diorama.ask.strategies import read_way
from diorama.ask.strategies.cow_words import cue_in, motion_words
from diorama.data import BuildPlan, Media, Sample, create_or_open
from diorama.data.drawing import draw_one
from diorama.errors import DioramaError
from diorama.imagine.motion import Heading
from diorama.imagine.scores import Failure
from diorama.kinds import Choice, ObjectSet, get_kind
from diorama.sight import Easel, Shot
from diorama.sight.clips import Frame, frames_of, make_clip
from diorama.suites.causal.collision import Drive
from diorama.suites.structure.t1_single_removal import Removal
from diorama.suites.structure.t2_minimum_removals import Unveiling
from diorama.whatif import Move, Swap
from diorama.world import Camera, World, make_body, replace
from tests.ask.server import Answer, Server, text_of
from tests.data.samples import sample
from tests.worlds import block, floor_with

CAMERA = Camera(position=(0.2, -1.8, 0.8), target=(0.2, 0.1, 0.05), fovy_deg=40.0, width=480, height=288)
CAR, BLOCK, BRICK = "the red car", "the pink block", "the pink brick"
PLACES = {CAR: [135, 480, 270, 580], BLOCK: [640, 465, 700, 570], "nothing at all": [10, 10, 60, 60]}
"""Where things are in the picture, in thousandths, as a model would say it."""
RIGHT = {"object": CAR, "cue": "front", "degrees": 0}


@cache
def street(blocked: bool) -> World:
    """A red car drives to the right of the picture; a block is in its way, or beside it."""
    car = replace(make_body("car", name="car", position=(-0.5, 0.0, 0.0)), phrase=CAR)
    there = replace(block("block", (0.6, 0.0 if blocked else 0.7, 0.0)), phrase=BLOCK)
    return floor_with(car, there)


def driven(number: int = 0, *, blocked: bool = True) -> Sample:
    shot = Shot(world=street(blocked), camera=CAMERA)
    return sample(
        number, id=f"causal-{number:06d}", task="collision", level="L1", shots=(shot,),
        media=(draw_one(shot, Easel()),),
        question=f"Will the red car, number {number}, hit anything if it drives forward?",
        query=Drive(form="any", move=Move(name="car", way="forward", distance=1.3)),
        answer=Choice(option="Yes" if blocked else "No"),
    )  # fmt: skip


def dataset(folder: Path, *samples: Sample) -> Path:
    plan = BuildPlan(suites=(samples[0].suite,), count=len(samples), seed=1, shard_size=64, version="1.0")
    builder = create_or_open(folder, plan)
    for slot in builder.missing_shards():
        builder.add_shard(slot.name, samples)
    return folder


Pixels = NDArray[np.uint8]


def pictures_in(request: dict[str, Any]) -> list[Pixels]:
    """The pictures of a request over HTTP, in order."""
    parts = [p for m in request["messages"] if not isinstance(m["content"], str) for p in m["content"]]
    found = [p["image_url"]["url"].split("base64,", 1)[1] for p in parts if p["type"] == "image_url"]
    return [np.asarray(Image.open(io.BytesIO(b64decode(data))).convert("RGB")) for data in found]


def model(answer: Callable[[list[Pixels]], str] = lambda pictures: "A", **stages: Any) -> Callable[..., Answer]:
    """A model that replies to each stage as told, and to the question by what it sees."""
    told = {**RIGHT, **stages}

    def reads(request: dict[str, Any]) -> Answer:
        words = text_of(request)
        if "Which one thing moves" in words:
            reply = told.get("instance", json.dumps({"object": told["object"], "cue": told["cue"]}))
        elif "Where in the picture is" in words:
            reply = told.get("place", json.dumps({"box": PLACES[told["object"]]}))
        elif "which direction of the picture" in words:
            reply = told.get("motion", json.dumps({"degrees": told["degrees"], "falls": False}))
        else:
            reply = answer(pictures_in(request))
        return Answer(reply)

    return reads


class Asked:
    """A run of `cow` with a scripted model."""

    def __init__(
        self, folder: Path, way: str, *samples: Sample, reads: Callable[..., Answer] | None = None, **order: Any
    ) -> None:
        with Server(reads=reads or model()) as server:
            server.keep_requests = True
            data = dataset(folder / "data", *(samples or (driven(),)))
            given = {"strategy": way, "base_url": server.url, "logs": folder / "logs", "retries": 0, **order}
            result = evaluate(Order(data, "diorama-api/m", **given))
        self.path, self.requests, self.records = result.path, server.requests, result.records

    @property
    def record(self) -> Record:
        (record,) = self.records
        return record

    def scored(self) -> ScoredRun:
        return score_imaginations(self.path)

    def kept(self, name: str) -> bytes:
        (artefact,) = (a for a in self.record.artefacts if a.name == name)
        return (artefacts_of(self.path) / artefact.path).read_bytes()


@pytest.fixture(autouse=True)
def _own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "cache"))


# the stages say what went well and what did not


def test_stages_that_are_right_are_scored_so(tmp_path: Path) -> None:
    """Nobody said how fast the car is, so the preset pace is all that is wrong."""
    run = Asked(tmp_path, "cow").scored()
    (one,) = run.answers
    assert one.rates["instance/named"] == one.rates["instance/hit"] == 1
    assert one.rates["instance/box"] > 0.5
    assert one.errors["heading/degrees"] < 3 and one.rates["heading/gravity"] == 1
    assert one.failure is Failure.PACE


def test_a_wrong_object_is_named(tmp_path: Path) -> None:
    (one,) = Asked(tmp_path, "cow", reads=model(object=BLOCK)).scored().answers
    assert one.rates["instance/named"] == one.rates["instance/hit"] == one.rates["instance/box"] == 0
    assert one.failure is Failure.OBJECT


def test_a_reversed_direction_is_named(tmp_path: Path) -> None:
    (one,) = Asked(tmp_path, "cow", reads=model(degrees=180)).scored().answers
    assert one.rates["instance/hit"] == 1 and one.errors["heading/degrees"] > 177
    assert one.rates["tracks/at 100 %"] < 0.3
    assert one.failure is Failure.DIRECTION


def test_gravity_where_there_is_none_is_named(tmp_path: Path) -> None:
    falls = json.dumps({"degrees": 0, "falls": True})
    (one,) = Asked(tmp_path, "cow", reads=model(motion=falls)).scored().answers
    assert one.failure is Failure.GRAVITY


def test_oracles_need_no_model(tmp_path: Path) -> None:
    asked = Asked(tmp_path, "cow(instance='oracle', motion='oracle', tracks='oracle')")
    assert len(asked.requests) == 1, "the question alone"
    (one,) = asked.scored().answers
    assert one.errors["tracks/object sizes at 100 %"] < 0.01
    assert one.failure is Failure.NONE


# what a model is shown


def gap(pixels: Pixels) -> int:
    """Columns between the red car and the pink block, whichever is left."""
    red, green, blue = (pixels[..., k].astype(int) for k in range(3))
    car = np.flatnonzero(((red > 120) & (green < 70) & (blue < 70)).any(axis=0))
    pink = np.flatnonzero(((red > 200) & (red - green > 50) & (green > 90)).sum(axis=0) > 5)
    return max(0, int(pink.min() - car.max()), int(car.min() - pink.max()))


def sees_contact(pictures: list[Pixels]) -> str:
    """Yes if the two touch in the last picture."""
    return "A" if gap(pictures[-1]) < 8 else "B"


def sees_approach(pictures: list[Pixels]) -> str:
    """Yes if they come nearer from the first imagined frame to the last."""
    return "A" if gap(pictures[-1]) < gap(pictures[1]) else "B"


TRUTH = "cow(generator='truth', instance='oracle', motion='oracle', tracks='oracle', pick='even')"


def test_who_reads_contact_from_true_frames_is_right(tmp_path: Path) -> None:
    asked = Asked(tmp_path, TRUTH, driven(0), driven(1, blocked=False), reads=model(sees_contact))
    assert [r.verdict for r in asked.records] == [Verdict.CORRECT, Verdict.CORRECT]


def test_reversed_imagination_leads_astray(tmp_path: Path) -> None:
    way = "cow(generator='physics', pick='even')"
    assert Asked(tmp_path / "right", way, reads=model(sees_approach)).record.correct
    assert not Asked(tmp_path / "wrong", way, reads=model(sees_approach, degrees=180)).record.correct


@pytest.mark.parametrize(("pick", "numbers"), [("first", [0, 1, 2]), ("even", [0, 8, 15])])
def test_frames_reach_the_model_in_order_and_small(tmp_path: Path, pick: str, numbers: list[int]) -> None:
    asked = Asked(tmp_path, f"cow(generator='truth', instance='oracle', motion='oracle', pick='{pick}')", size(960))
    first, *shown = pictures_in(asked.requests[-1])
    clip = [frame.pixels for frame in frames_of(asked.kept("clip.mp4"))]
    assert len(clip) == 16 and first.shape[1] == 960
    assert [max(picture.shape[:2]) for picture in shown] == [512] * 3
    for picture, number in zip(shown, numbers, strict=True):
        small = [np.asarray(Image.fromarray(frame).resize((picture.shape[1], picture.shape[0]))) for frame in clip]
        apart = [float(np.abs(picture.astype(int) - frame).mean()) for frame in small]
        assert int(np.argmin(apart)) == number
    about = json.loads(asked.kept("imagination.json"))
    assert about["frames shown"] == numbers and 0 < about["share of the way shown"] <= 1


def size(width: int) -> Sample:
    shot = driven().shots[0].resized(width, width * 288 // 480)
    return replace(driven(), shots=(shot,), media=(draw_one(shot, Easel()),))


def test_a_model_that_takes_clips_is_sent_the_clip(tmp_path: Path) -> None:
    asked = Asked(tmp_path, "cow(generator='truth', instance='oracle', motion='oracle', pick='video')")
    parts = [p["type"] for m in asked.requests[-1]["messages"] for p in m["content"]]
    assert parts.count("video_url") == 1


# what goes wrong


@pytest.mark.parametrize(
    ("stages", "says"),
    [
        ({"instance": "Let me think about it.\nIt is hard.\nTo say."}, "instance: "),
        ({"instance": json.dumps({"object": "none"})}, "instance: it says that nothing moves"),
        ({"place": json.dumps({"box": [1200, 1200, 1400, 1400]})}, "instance: "),
        ({"place": "It is somewhere on the floor."}, "instance: "),
        ({"motion": "It goes."}, "motion: no direction found"),
        ({"object": "nothing at all", "place": json.dumps({"box": [10, 10, 60, 60]})}, "video: "),
    ],
)  # fmt: skip
def test_a_stage_that_fails_is_a_tool_that_failed(tmp_path: Path, stages: dict[str, Any], says: str) -> None:
    failed = Asked(tmp_path / "fail", "cow", reads=model(**stages)).record
    assert failed.verdict is Verdict.TOOL_FAILED and failed.note.startswith(says)
    plain = Asked(tmp_path / "plain", "cow(fallback='plain')", reads=model(**stages))
    assert plain.record.verdict is Verdict.CORRECT
    assert plain.record.stages["imagined/clips"] == 0
    assert len(pictures_in(plain.requests[-1])) == 1, "no frames"


class _Broken:
    """A generator that makes what it is told."""

    def __init__(self, clip: bytes) -> None:
        self.clip = clip

    def imagine(self, *asked: Any) -> bytes:
        return self.clip


def grey(count: int, shade: int) -> bytes:
    return make_clip(Frame(k / 16, np.full((288, 480, 3), shade, np.uint8)) for k in range(count))


@pytest.mark.parametrize(
    ("clip", "says"), [(b"", "no clip that can be read"), (grey(1, 90), "1 frames"), (grey(4, 0), "black frames")]
)
def test_a_generator_that_makes_nothing_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clip: bytes, says: str
) -> None:
    monkeypatch.setattr("diorama.imagine.generators.warp.exact_warp", lambda shot: _Broken(clip))
    record = Asked(tmp_path, "cow").record
    assert record.verdict is Verdict.TOOL_FAILED and record.note.startswith("video: ") and says in record.note
    assert {a.name for a in record.artefacts} >= {"description.txt", "place.json", "heading.json", "tracks.json"}


def test_of_a_clip_that_ends_early_not_all_of_the_way_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five frames of sixteen were made: the last of them is the fourth of fifteen steps."""
    monkeypatch.setattr("diorama.imagine.generators.warp.exact_warp", lambda shot: _Broken(grey(5, 90)))
    about = json.loads(Asked(tmp_path, "cow(pick='even')").kept("imagination.json"))
    assert (about["frames shown"], about["frames made"]) == ([0, 2, 4], 5)
    assert about["share of the way shown"] == pytest.approx(4 / 15, abs=1e-3)


def test_nothing_is_imagined_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from diorama.imagine.generators import warp

    made = []
    true = warp.exact_warp

    def counted(shot: Shot) -> warp.Warp:
        made.append(shot)
        return true(shot)

    monkeypatch.setattr(warp, "exact_warp", counted)
    first, again = (Asked(tmp_path / name, "cow").kept("clip.mp4") for name in ("first", "again"))
    assert len(made) == 1 and first == again
    Asked(tmp_path / "other", "cow(seed=1)")
    assert len(made) == 2


@pytest.mark.parametrize("generator", ["warp", "role"])
def test_nobody_is_asked_about_what_cannot_be_filmed(tmp_path: Path, generator: str) -> None:
    """Which things must go is asked, and nothing is said to happen."""
    unveiled = replace(
        driven(), suite="structure", task="T2", level="", query=Unveiling(target="block"), options=(),
        question="Which things must be removed to see the pink block, number 0, completely?",
        answer=ObjectSet(names=()),
    )  # fmt: skip
    order: dict[str, Any] = {"roles": {"generator": "diorama-api/g"}} if generator == "role" else {}
    asked = Asked(tmp_path / "fail", f"cow(generator='{generator}')", unveiled, **order)
    assert asked.record.verdict is Verdict.TOOL_FAILED and not asked.requests
    assert asked.record.note.startswith("supposition: the question of 'causal-000000' does not suppose that anything")
    plain = Asked(tmp_path / "plain", f"cow(generator='{generator}', fallback='plain')", unveiled, **order)
    assert plain.record.answered and len(plain.requests) == 1, "the question alone"


def test_a_swap_cannot_be_filmed_and_a_drive_can(monkeypatch: pytest.MonkeyPatch) -> None:
    assert imagination_of(driven()).unimaginable() == ""
    monkeypatch.setattr(Drive, "intervention", lambda query: Swap(a="car", b="block"))
    assert "happens at once" in imagination_of(driven()).unimaginable()


def test_without_a_world_models_are_asked_all_the_same(tmp_path: Path) -> None:
    """What a service or a model can imagine needs no world: only `warp` finds out that there is none."""
    bare = Media(role="view", kind="image", data=driven().media[0].data, name="view.png")
    foreign = replace(driven(), shots=(), query=None, media=(bare,), objects={"car": CAR})
    asked = Asked(tmp_path, "cow", foreign)
    assert len(asked.requests) == 3 and asked.record.note.startswith("video: ")


def test_a_question_without_a_world_has_no_oracle(tmp_path: Path) -> None:
    bare = Media(role="view", kind="image", data=driven().media[0].data, name="view.png")
    foreign = replace(driven(), shots=(), query=None, media=(bare,), objects={"car": CAR})
    record = Asked(tmp_path, "cow(instance='oracle')", foreign).record
    assert record.verdict is Verdict.TOOL_FAILED and "has no world" in record.note


def test_scores_of_runs_without_imagination_are_refused(tmp_path: Path) -> None:
    Asked(tmp_path, "direct")
    with pytest.raises(DioramaError, match="no answers with imagination"):
        cow_runs([tmp_path / "logs"])


# commands


def command(*words: str) -> tuple[int, str]:
    from typer.testing import CliRunner

    from diorama.cli import app

    done = CliRunner().invoke(app, list(words))
    return done.exit_code, done.output + (str(done.exception) if done.exception else "")


def test_scores_of_a_run_as_text_and_as_a_file(tmp_path: Path) -> None:
    Asked(tmp_path, "cow", reads=model(degrees=180))
    code, said = command("cow", "score", str(tmp_path / "logs"), "--out", str(tmp_path / "scores.json"))
    assert code == 0 and "first failure, wrong direction: 1" in said
    (run,) = json.loads((tmp_path / "scores.json").read_text("utf-8"))
    assert run["answers"][0]["failure"] == "wrong direction" and run["errors"]["heading/degrees"] > 177


# other suites


def test_a_thing_that_is_taken_away_is_gone_in_the_clip(tmp_path: Path) -> None:
    taken = replace(
        driven(),
        suite="structure",
        task="T1",
        level="",
        question="Suppose that the red car, number 0, were removed. What would be seen?",
        query=Removal(removed="car"),
        options=(),
        answer=ObjectSet(names=()),
    )
    asked = Asked(tmp_path, "cow(instance='oracle', motion='oracle', pick='even')", taken)
    first, *_, last = (frame.pixels.astype(int) for frame in frames_of(asked.kept("clip.mp4")))
    red = [int(((f[..., 0] > 120) & (f[..., 1] < 70)).sum()) for f in (first, last)]
    assert red[0] > 200 and red[1] < 20
    (one,) = asked.scored().answers
    assert one.rates["heading/gone"] == one.rates["tracks/gone"] == 1 and one.rates["clip/mover"] > 0.8


def test_an_oracle_instance_tells_nothing_of_the_motion() -> None:
    assert cue_in("Will the car hit anything if it drives forward?") == "front"
    assert cue_in("The candle slides along the blue arrow.") == "arrow"
    assert cue_in("The lemon is dropped. Does it fit?") == "fall"


def test_other_words_of_a_stage_make_another_run(monkeypatch: pytest.MonkeyPatch) -> None:
    forms = {"choice": get_kind("choice").form(Choice(option="Yes"), None)}
    before = read_way("cow").fingerprint(forms)
    assert read_way("cow").fingerprint(forms) == before
    monkeypatch.setattr("diorama.ask.strategies.cow.introduction", lambda *given: "Look:")
    instance = "diorama.ask.strategies.cow.instance_request_words"
    monkeypatch.setattr(instance, lambda question: f"Who? {question}")
    assert read_way("cow").fingerprint(forms) != before


def test_opposite_headings_are_told_in_other_words() -> None:
    right, left = (motion_words("the car", Heading((x, 0.0))) for x in (1.0, -1.0))
    assert "towards the right of the picture" in right and "towards the left of the picture" in left

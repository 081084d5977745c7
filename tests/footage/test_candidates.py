"""Questions proposed by a model: what is sent, what is read, what is asked again, what a hostile reply can do."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")

from diorama.errors import DioramaError
from diorama.footage import ModelUse, Status, candidate_file, clip_file, write_candidates
from diorama.footage.journal import Journal
from tests.ask.server import Answer
from tests.footage.films import decoded, numbers
from tests.footage.writers import DESCRIPTION, TWO, clips_folder, edit, proposal, writer


def test_clips_are_described_and_questions_proposed(tmp_path: Path) -> None:
    work = clips_folder(tmp_path / "f", videos=2)
    with writer() as model:
        tally = write_candidates(work, model.use(), per_clip=2)
        assert (tally.clips, tally.added, tally.asking.failures) == (2, 4, [])
        assert model.asked == {"captions": 2, "candidates": 2}
    (first, _) = clip_file(work).records.values()
    assert [c.text for c in first.captions] == [c["text"] for c in DESCRIPTION["captions"]]
    assert (first.camera, first.scene, first.status) == ("exo", "machines", Status.PENDING)
    one, two, *_ = candidate_file(work).records.values()
    assert (one.type, one.direction, one.cut, one.asks_to, one.status) == ("relation", "forward", 1.6, 2.5, "pending")
    assert (two.type, two.direction, two.cut, two.asks_to) == ("relative-speed", "backward", 2.4, 2.0)
    assert one.options == () and one.made_by == "diorama-api/m" and "slides from right to left" in one.caption


def pictures_of(request: dict[str, Any], sort: str) -> list[bytes]:
    parts = request["messages"][-1]["content"]
    return [base64.b64decode(p[sort]["url"].split("base64,")[1]) for p in parts if p["type"] == sort]


def test_a_model_is_sent_pictures_with_times_or_the_film_itself(tmp_path: Path) -> None:
    work = clips_folder(tmp_path / "f")
    with writer() as model:
        write_candidates(work, model.use(per_second=2, long_side=160), per_clip=2)
        request = model.server.requests[0]
        pictures = pictures_of(request, "image_url")
        assert numbers(decoded(p)[0] for p in pictures) == [0, 13, 25, 38, 50, 63, 75, 88, 100, 113]
        assert decoded(pictures[0])[0].shape == (96, 160, 3)
        texts = [p.get("text") for p in request["messages"][-1]["content"]]
        assert [t for t in texts if t and t.endswith(" s")][:3] == ["0.0 s", "0.5 s", "1.0 s"]
        native = model.use(native_video=True)
        write_candidates(work, native, per_clip=2)
        (film,) = pictures_of(model.server.requests[-1], "video_url")
        assert numbers(decoded(film)) == list(range(125))


def test_run_again_nothing_is_asked_and_edits_stay(tmp_path: Path) -> None:
    work = clips_folder(tmp_path / "f")
    with writer() as model:
        write_candidates(work, model.use(), per_clip=2)
        path = work / "candidates.jsonl"
        first, _ = path.read_text().splitlines()
        path.write_text(first.replace("pending", "kept") + "\n")  # and the second was deleted
        again = write_candidates(work, model.use(), per_clip=2)
        assert again.added == 0 and model.asked.total() == 2
        assert path.read_text() == first.replace("pending", "kept") + "\n"
        more = write_candidates(work, model.use(), per_clip=3)
        assert model.asked == {"captions": 1, "candidates": 2}
        assert more.added == 1 and more.dropped == {"asked before": 1}


def test_a_clip_that_the_model_finds_unusable_is_rejected_and_can_be_kept_by_hand(tmp_path: Path) -> None:
    work = clips_folder(tmp_path / "f")
    with writer(captions={**DESCRIPTION, "usable": False, "why": "It is dark."}) as model:
        tally = write_candidates(work, model.use())
        assert (tally.rejected_clips, tally.added) == (1, 0) and model.asked == {"captions": 1}
        (clip,) = clip_file(work).records.values()
        assert (clip.status, clip.why) == (Status.REJECTED, "It is dark.")
        edit(work / "clips.jsonl", lambda record: {**record, "status": "kept"})
        assert write_candidates(work, model.use()).added == 2


def test_two_views_are_proposed_only_with_a_reference_image(tmp_path: Path) -> None:
    from PIL import Image

    work = clips_folder(tmp_path / "f")
    two_views = {"questions": [proposal(viewpoint="exo-ego"), proposal(question="And then?", viewpoint="ego")]}
    with writer(candidates=two_views) as model:
        tally = write_candidates(work, model.use())
        assert tally.added == 0 and "a viewpoint that the clip does not have" in tally.asking.failures[0]
        Image.new("RGB", (400, 300), "red").save(work / "other.png")
        edit(work / "clips.jsonl", lambda record: {**record, "reference": "other.png"})
        assert write_candidates(work, model.use()).added == 1
        (found,) = candidate_file(work).records.values()
        assert (found.viewpoint, found.reference) == ("exo-ego", "other.png")
        assert decoded(pictures_of(model.server.requests[-1], "image_url")[-1])[0].shape == (96, 128, 3)


DEEP = '{"questions": ' + "[" * 5000 + "]" * 5000 + "}"
HOSTILE = [
    "",
    "I'm sorry, I can't help with that.",
    "<html><body><h1>502</h1></body></html>",
    DEEP,
    '{"a":' * 3000,
    "[" * 200_000,
    "x" * 3_000_000,
    json.dumps({"questions": "none"}),
    json.dumps({"questions": [1, None, True, "text", [], {}]}),
    json.dumps({"questions": [proposal(cut=c) for c in (-1, 0, 99, "soon", None, True, 1e400, [1.6], {"s": 1})]}),
    '{"questions": [{"question": "?", "answer": "a", "type": "relation", "direction": "forward", "viewpoint": "exo", '
    '"cut": NaN, "from": 1, "to": ' + "9" * 5000 + "}]}",
    json.dumps({"questions": [proposal(type="smell"), proposal(direction="sideways"), proposal(viewpoint="god")]}),
    json.dumps({"questions": [proposal(**{"from": 0.1, "to": 0.5}), proposal(question="x" * 5000)]}),
    json.dumps({"questions": [proposal(question={"$ref": "#"}, answer=["A"])]}),
    "\ud800\udfff\x00\x1b[2J".encode("utf-8", "replace").decode(),
]


@pytest.mark.parametrize("reply", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_reply_costs_its_own_clip_alone(tmp_path: Path, reply: str) -> None:
    """It is named with its clip, and asked for again; the other clip gets its questions."""
    work = clips_folder(tmp_path / "f", videos=2)
    with writer(candidates=lambda turn: reply if turn == 1 else TWO) as model:
        started = time.monotonic()
        tally = write_candidates(work, model.use(connections=1))
        assert time.monotonic() - started < 20
        assert tally.added == 2 and tally.asking.kinds == {"unreadable": 1}
        (line,) = tally.asking.failures
        assert line.startswith("'film") and "\n" not in line and "\x1b" not in line and len(line) < 400
        again = write_candidates(work, model.use(connections=1))
        assert again.added == 2 and not again.asking.failures and model.asked["candidates"] == 3
    assert not candidate_file(work).faults


def test_markup_and_oddities_in_good_replies_are_read(tmp_path: Path) -> None:
    work = clips_folder(tmp_path / "f")
    odd = (
        "<think>Hm {\"questions\": []}</think>Sure! Here you go:\n```json\n{'questions': [{'question': 'Where is the "
        "<b>square</b>\\nnext?', 'answer': 'Left', 'Type': 'spatial state', 'direction': 'FORWARD', "
        "'viewpoint': 'Exo', 'cut': '2.0s', 'extra': [1],}]} // done\n```"
    )
    with writer(candidates=odd) as model:
        assert write_candidates(work, model.use()).added == 1
    (found,) = candidate_file(work).records.values()
    assert found.question == "Where is the square next?" and found.type == "spatial-state"
    assert (found.cut, found.asks_from, found.asks_to) == (2.0, 2.0, 5.0)


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (Answer(status=500), "server"),
        (Answer(status=429), "rate_limit"),
        (Answer(status=400), "request"),
        (Answer(body=b"<html>"), "malformed"),
        (Answer(cut=True), "connection"),
    ],
)
def test_failures_are_counted_named_and_asked_again(tmp_path: Path, reply: Answer, kind: str) -> None:
    work = clips_folder(tmp_path / "f")
    with writer(captions=reply) as model:
        tally = write_candidates(work, model.use())
        assert tally.asking.kinds == {kind: 1} and tally.added == 0
        assert tally.asking.failures[0].startswith("'film0-001': ")
        model.replies["captions"] = DESCRIPTION
        assert write_candidates(work, model.use()).added == 2


def test_a_dead_server_ends_the_run(tmp_path: Path) -> None:
    work = clips_folder(tmp_path / "f", videos=3)
    with writer(captions=Answer(status=500)) as model:
        tally = write_candidates(work, model.use(failures_in_a_row=2, connections=1))
        assert tally.asking.called_off.startswith("called off after 2 failures in a row") and model.asked.total() == 2
    with pytest.raises(DioramaError, match="nothing answers at"):
        write_candidates(work, model.use())


def test_a_video_that_is_gone_is_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    work = clips_folder(tmp_path / "f", videos=2)
    (tmp_path / "f" / "film0.mp4").unlink()
    with writer() as model:
        tally = write_candidates(work, model.use())
    assert tally.added == 2 and tally.asking.kinds == {"cannot be shown": 1}
    assert "film0-001" in tally.asking.failures[0] and "there is no file" in tally.asking.failures[0]


def test_players_write_no_questions(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match="is a player"):
        ModelUse("diorama/random")


def start(work: Path, url: str) -> subprocess.Popen[str]:
    words = ["video", "candidates", str(work), "--model", "diorama-api/m", "--base-url", url, "--per-clip", "2"]
    return subprocess.Popen(
        [sys.executable, "-m", "diorama.cli", *words, "--max-connections", "1", "--size", "64"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "NO_PROXY": "127.0.0.1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip


@pytest.mark.parametrize("number", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_a_killed_command_goes_on_without_loss_or_doubles(tmp_path: Path, number: signal.Signals) -> None:
    clips = 6
    work = clips_folder(tmp_path / "f", videos=clips, seconds=4.0)
    with writer() as model:
        model.wait = 0.15
        run = start(work, model.server.url)
        deadline = time.monotonic() + 60
        while model.asked["candidates"] < 3:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        run.send_signal(number)
        _, errors = run.communicate(timeout=60)
        assert run.returncode == (-9 if number == signal.SIGKILL else 130), errors
        assert "Traceback" not in errors
        with (work / "replies.jsonl").open("ab") as file:
            file.write(b'{"key": "ab')  # as if the kill had come while a line was being written
        done = start(work, model.server.url)
        _, errors = done.communicate(timeout=120)
        assert done.returncode == 0, errors
        assert model.asked["captions"] == clips and model.asked["candidates"] <= clips + 1
    found = candidate_file(work)
    assert len(found.records) == 2 * clips and not found.faults
    assert len({c.clip for c in found.records.values()}) == clips
    with Journal(work) as journal:
        assert not journal.waiting


def test_two_processes_do_not_work_in_one_folder(tmp_path: Path) -> None:
    work = clips_folder(tmp_path / "f")
    with (
        Journal(work),
        pytest.raises(DioramaError, match="another process is at work"),
        writer() as model,
    ):
        write_candidates(work, model.use())

"""From records that were kept to a dataset that every other command takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")

from typer.testing import CliRunner

from diorama.cli import app
from diorama.data import check, load
from diorama.data.audit import audit
from diorama.data.show import contact_sheet, sample_sheet
from diorama.data.verify import verify
from diorama.errors import DioramaError
from diorama.footage import candidate_file, clip_file, finalise, make_clips, write_candidates
from diorama.footage.cutting import write_cut
from diorama.footage.records import Candidate
from tests.footage.films import decoded, numbers, write_film
from tests.footage.writers import WRONG, clips_folder, edit, keep_all, writer


@pytest.fixture(scope="module")
def proposed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with candidates of two clips, pending; what can be cut has been cut once."""
    folder = tmp_path_factory.mktemp("proposed")
    work = clips_folder(folder / "f", videos=2)
    with writer() as model:
        write_candidates(work, model.use(), per_clip=2)
    pending = (work / "candidates.jsonl").read_bytes()
    with_options(work)
    finalise(work, folder / "bench")
    (work / "candidates.jsonl").write_bytes(pending)
    return work


@pytest.fixture
def work(proposed: Path, tmp_path: Path) -> Path:
    """A copy of it, to change."""
    import shutil

    shutil.copytree(proposed, tmp_path / "work")
    return tmp_path / "work"


def with_options(work: Path, **changes: Any) -> None:
    """Keep everything, with options; `changes` go into the first record."""
    keep_all(work)
    edit(work / "candidates.jsonl", lambda r: {**r, "options": [r["answer"], "Up", "Down", "Nowhere"]})
    first = json.loads((work / "candidates.jsonl").read_text().splitlines()[0])["id"]
    edit(work / "candidates.jsonl", lambda r: {**r, **changes} if r["id"] == first else r)


def cut_frame(candidate: Candidate) -> float:
    return candidate.cut * 25


def test_what_is_shown_holds_no_frame_of_the_unseen_side(work: Path, tmp_path: Path) -> None:
    """Every frame bears its number; both sides, decoded again, meet exactly at the cut."""
    with_options(work, cut=1.633)  # between two frames
    assert finalise(work, tmp_path / "bench", seed=3).samples == 4
    candidates = candidate_file(work).records
    for sample in load(tmp_path / "bench"):
        candidate = candidates[sample.id.removeprefix("footage-")]
        (clip,) = sample.media
        assert sample.outcome is not None
        shown, unseen = numbers(decoded(clip.data)), numbers(decoded(sample.outcome.data))
        first, second = (shown, unseen) if candidate.direction == "forward" else (unseen, shown)
        assert max(first) < cut_frame(candidate) <= min(second)
        assert first + second == list(range(len(first) + len(second))) and len(first + second) in (125, 126)


def test_samples_are_ordinary_ones_without_a_world(work: Path, tmp_path: Path) -> None:
    with_options(work)
    done = finalise(work, tmp_path / "bench")
    assert done.faults == [] and done.statuses == {"kept": 4}
    assert check(tmp_path / "bench") == []
    sample = next(iter(load(tmp_path / "bench")))
    assert (sample.suite, sample.task, sample.level, sample.kind.name) == ("footage", "relation", "forward", "choice")
    assert sample.world is None and sample.shots == ()
    assert set(sample.options) == {"At the left edge", "Up", "Down", "Nowhere"}
    assert sample.answer_words() == "At the left edge" and sample.gates == ("kept in review", "cut exactly")
    assert [p.model_dump().get("media") for p in sample.all_parts] == [None, "clip", None]
    assert sample.trace["cut"] == 1.6 and sample.trace["video"] == "film0.mp4"
    assert str(tmp_path) not in json.dumps(sample.trace), "no path of this machine"
    query = json.loads(sample.query.text)  # type: ignore[union-attr]
    assert (query["viewpoint"], query["horizon_seconds"], query["scene"]) == ("exo", 0.9, "machines")
    skipped = {finding.skipped for finding in verify(tmp_path / "bench")}
    assert skipped == {"it has no world to derive the answer from"}
    assert sum(cell.whole.samples for cell in audit(tmp_path / "bench").values()) == 4
    assert contact_sheet(load(tmp_path / "bench")).width == 3 * 420
    assert sample_sheet(sample).width == 2 * 720, "the clip, and how it goes on"


def test_the_same_seed_gives_the_same_bytes_and_places_are_balanced(work: Path, tmp_path: Path) -> None:
    with_options(work)
    lines = [json.loads(line) for line in (work / "candidates.jsonl").read_text().splitlines()]
    many = [{**r, "id": f"{r['id']}-{k}", "question": f"{r['question']} {k}"} for k in range(6) for r in lines]
    (work / "candidates.jsonl").write_text("".join(json.dumps(r) + "\n" for r in many))
    done = finalise(work, tmp_path / "a", seed=1)
    assert done.samples == 24 and set(done.places.values()) == {6}
    cells: dict[str, Counter[int]] = {}
    for sample in load(tmp_path / "a"):
        cells.setdefault(sample.task, Counter())[sample.options.index(sample.answer.option)] += 1  # type: ignore[attr-defined]
    assert [set(c.values()) for c in cells.values()] == [{3}, {3}]
    finalise(work, tmp_path / "b", seed=1)
    finalise(work, tmp_path / "c", seed=2)
    a, b, c = ((tmp_path / name / "data" / "footage-00000.parquet").read_bytes() for name in "abc")
    assert a == b != c
    assert finalise(work, tmp_path / "a", seed=1).samples == 24, "a finished one is left as it is"
    with pytest.raises(DioramaError, match="was begun with seed 1"):
        finalise(work, tmp_path / "a", seed=5)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cut": 77.0}, "its cut at 77 s is outside of 0 to 5 s"),
        ({"viewpoint": "exo-exo", "reference": "gone.png"}, "gone.png is missing"),
        (
            {"viewpoint": "exo-exo", "reference": "../film0.mp4", "reference_at": 3.0},
            "its reference view is taken at 3 s, a moment that is unseen",
        ),
        ({"options": ["Up", "Down"]}, "its answer 'At the left edge' is not among its options"),
        ({"options": []}, "it has no options: write some, or give --model"),
        ({"clip": "nowhere-001"}, "its clip 'nowhere-001' is not among the clips"),
        ({"mood": "good"}, "mood: Extra inputs are not permitted"),
    ],
)
def test_a_bad_record_is_one_line_with_its_id_and_the_rest_goes_on(
    work: Path, tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    with_options(work, **changes)
    done = finalise(work, tmp_path / "bench")
    (fault,) = done.faults
    assert done.samples == 3 and words in fault and "film0-001-" in fault and "\n" not in fault


def test_a_video_that_was_replaced_is_named(work: Path, tmp_path: Path) -> None:
    with_options(work)
    clip = json.loads((work / "clips.jsonl").read_text().splitlines()[0])
    bad = tmp_path / "bad.mp4"
    bad.write_bytes(bytes(clip["video_bytes"]))
    edit(work / "clips.jsonl", lambda r: {**r, "video": str(bad)} if r["id"] == clip["id"] else r)
    done = finalise(work, tmp_path / "bench")
    assert done.samples == 2 and len(done.faults) == 2 and all("cannot be read as a video" in f for f in done.faults)


def test_a_cut_that_was_left_half_written_is_made_again(work: Path, tmp_path: Path) -> None:
    """As after a power cut: a film of no bytes, and one that breaks off."""
    with_options(work)
    finalise(work, tmp_path / "bench")
    first, second, *_ = sorted((work / "cuts").glob("*.mp4"))
    first.write_bytes(b"")
    second.write_bytes(second.read_bytes()[:2000])
    finalise(work, tmp_path / "again")
    whole, again = ([m.data for s in load(tmp_path / n) for m in s.media] for n in ("bench", "again"))
    assert whole == again


def test_faults_are_printed_as_plain_lines(work: Path, tmp_path: Path) -> None:
    """Records can say anything: a terminal is not to obey them."""
    with_options(work, viewpoint="exo-exo", reference="\x1b[31mred\n\x07.png")
    made = diorama("video", "finalise", str(work), "--out", "bench", cwd=tmp_path)
    assert made.returncode == 1 and made.stderr.count("\n") == 1
    assert made.stderr.rstrip().endswith("red .png is missing")


def test_nothing_kept_says_what_to_do(work: Path, tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match=r"nothing in .* is kept: set the status"):
        finalise(work, tmp_path / "bench")
    with_options(work)
    edit(work / "candidates.jsonl", lambda r: {**r, "cut": 99})
    with pytest.raises(DioramaError, match="none of the 4 questions that are kept can be used; 'film1"):
        finalise(work, tmp_path / "bench")
    assert not (tmp_path / "bench").exists()


def test_wrong_options_come_from_a_model_and_go_into_the_records(work: Path, tmp_path: Path) -> None:
    keep_all(work)
    edit(work / "candidates.jsonl", lambda r: {**r, "options": [r["answer"], "Mine"]} if r["type"] == "relation" else r)
    with writer() as model:
        done = finalise(work, tmp_path / "bench", use=model.use())
        assert done.samples == 4 and model.asked == {"distractors": 2}
        text = model.server.requests[0]["messages"][-1]["content"][-1]["text"]
        assert "Right answer: Faster" in text and "from 2.4 to 5.0 seconds" in text
    found = [c.options for c in candidate_file(work).records.values()]
    assert found == [("At the left edge", "Mine"), ("Faster", *WRONG["wrong"])] * 2
    assert finalise(work, tmp_path / "again").samples == 4, "now they are there"


@pytest.mark.parametrize("reply", ['{"wrong": ["Faster", "faster.", "Slower"]}', "no", '{"wrong": 3}', "[[[[[["])
def test_too_few_wrong_options_are_named_and_asked_again(work: Path, tmp_path: Path, reply: str) -> None:
    keep_all(work)
    edit(work / "candidates.jsonl", lambda r: {**r, "options": [r["answer"], "Mine"]} if r["type"] == "relation" else r)
    with writer(distractors=reply) as model:
        done = finalise(work, tmp_path / "bench", use=model.use())
        assert done.samples == 2 and done.asking.kinds == {"unreadable": 2} and len(done.faults) == 2
        model.replies["distractors"] = WRONG
        assert finalise(work, tmp_path / "other", use=model.use()).samples == 4


def test_a_reference_image_is_shown_upright_after_the_clip(work: Path, tmp_path: Path) -> None:
    from PIL import Image

    with_options(work, viewpoint="exo-ego", reference="other.jpg")
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned
    Image.new("RGB", (60, 40), "red").save(work / "other.jpg", exif=exif)
    finalise(work, tmp_path / "bench")
    sample = next(iter(load(tmp_path / "bench")))
    assert [m.role for m in sample.media] == ["clip", "reference"]
    assert decoded(sample.media[1].data)[0].shape == (60, 40, 3)
    assert [p.model_dump().get("media") for p in sample.all_parts] == [None, "clip", None, "reference", None]


def test_a_turned_film_of_uneven_frames_goes_all_the_way(tmp_path: Path) -> None:
    """Frames come in bursts; the cut lies in a gap; what is shown stands upright and keeps its times."""
    times = sorted({round(k / 25 + (0.3 if k % 5 == 4 else 0.0), 2) for k in range(150)})
    film = write_film(tmp_path / "held.mp4", times, rotation_deg=90, turned=1)
    work = tmp_path / "work"
    assert make_clips([film], work).clips == 1
    (clip,) = clip_file(work).records.values()
    assert clip.variable_rate and (clip.rotation_deg, clip.width, clip.height) == (90, 320, 192)
    cut = 3.15
    one = Candidate(
        id="held-1", clip=clip.id, question="Where next?", type="relation", direction="forward", viewpoint="exo",
        start=clip.start, end=clip.end, cut=cut, asks_from=cut, asks_to=clip.end, answer="Left",
        options=("Left", "Right"), status="kept",
    )  # fmt: skip
    (work / "candidates.jsonl").write_text(one.model_dump_json() + "\n")
    assert finalise(work, tmp_path / "bench").faults == []
    (sample,) = load(tmp_path / "bench")
    shown = decoded(sample.media[0].data)
    assert shown[0].shape == (192, 320, 3)
    assert numbers(shown) == [k for k, t in enumerate(times) if clip.start <= t < cut]


def test_a_stopped_command_cuts_only_what_is_missing(
    work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C after one of eight films: the next start cuts the other seven, and the dataset is as ever."""
    import shutil

    from diorama.footage import cuts as kept

    with_options(work)
    finalise(work, tmp_path / "before")
    shutil.rmtree(work / "cuts")
    cuts: list[Path] = []

    def stopping(video: Path, path: Path, *span: float, long_side: int) -> int:
        if len(cuts) == 1:
            raise KeyboardInterrupt
        cuts.append(path)
        return write_cut(video, path, *span, long_side=long_side)

    monkeypatch.setattr(kept, "write_cut", stopping)
    with pytest.raises(KeyboardInterrupt):
        finalise(work, tmp_path / "bench")
    assert not (tmp_path / "bench").exists() and list((work / "cuts").iterdir()) == cuts
    monkeypatch.setattr(kept, "write_cut", write_cut)
    changed = cuts[0].stat().st_mtime_ns
    finalise(work, tmp_path / "bench")
    assert cuts[0].stat().st_mtime_ns == changed and len(list((work / "cuts").iterdir())) == 8
    names = ("before", "bench")
    one, two = ((tmp_path / name / "data" / "footage-00000.parquet").read_bytes() for name in names)
    assert one == two


def diorama(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "NO_PROXY": "127.0.0.1"}
    return subprocess.run(
        [sys.executable, "-m", "diorama.cli", *words], capture_output=True, text=True, check=False, cwd=cwd, env=env
    )


@pytest.mark.slow
def test_the_commands_from_files_to_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a user goes through it; every later command takes the dataset."""
    clips_folder(tmp_path / "f", videos=2)
    (tmp_path / "broken.mp4").write_bytes(b"no video")
    made = diorama("video", "clips", "f/film0.mp4", "broken.mp4", "f/film1.mp4", "--out", "work", cwd=tmp_path)
    assert made.returncode == 1 and "2 clips of 2 videos" in made.stdout
    assert made.stderr.count("\n") == 1 and "broken.mp4 cannot be read as a video" in made.stderr
    with writer() as model:
        asked = ["--model", "diorama-api/m", "--base-url", model.server.url, "--max-retries", "0"]
        found = diorama("video", "candidates", "work", *asked, "--per-clip", "2", cwd=tmp_path)
        assert found.returncode == 0 and "4 candidates added" in found.stdout, found.stderr
        keep_all(tmp_path / "work")
        done = diorama("video", "finalise", "work", "--out", "bench", "--seed", "7", *asked, cwd=tmp_path)
        assert done.returncode == 0 and "4 samples in bench; candidates: 4 kept" in done.stdout, done.stderr
        model.replies["captions"] = "nonsense"
        edit(tmp_path / "work" / "clips.jsonl", lambda r: {**r, "captions": []})
        failed = diorama("video", "candidates", "work", *asked, cwd=tmp_path)
        assert failed.returncode == 3 and "2 requests failed: 2 unreadable" in failed.stdout
        assert "'film0-001': unreadable" in failed.stderr and "the same command asks again" in failed.stderr
    monkeypatch.chdir(tmp_path)
    for words in (
        ["audit", "bench"],
        ["verify", "bench"],
        ["show", "bench"],
        ["eval", "bench", "--model", "diorama/random", "--model", "diorama/oracle"],
        ["quiz", "make", "bench", "--out", "quiz"],
        ["report", "logs", "--out", "report.html"],
    ):
        ran = CliRunner().invoke(app, words)
        assert ran.exit_code == 0, f"{words}: {ran.output} {ran.exception}"
    page = (tmp_path / "report.html").read_text()
    assert "relative-speed" in page and "backward" in page
    clips = sorted((tmp_path / "quiz" / "media").glob("*.mp4"))
    assert [len(decoded(path.read_bytes())) for path in clips], "the quiz shows clips"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["clips", "none.mp4", "--out", "w"], "there is no file none.mp4"),
        (["clips", "none.mp4", "--out", "w", "--shortest", "9"], "the longest twice as much"),
        (["candidates", "w", "--model", "diorama-api/m"], "holds no clips.jsonl: run `diorama video clips"),
        (["candidates", "w", "--model", "diorama/random"], "is a player"),
        (["finalise", "w", "--out", "d"], "holds no clips.jsonl"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(tmp_path: Path, words: list[str], said: str) -> None:
    ran = diorama("video", *words, cwd=tmp_path)
    assert ran.returncode == 2 and said in ran.stderr and ran.stderr.count("\n") == 1

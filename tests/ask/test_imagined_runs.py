"""Scores of imaginations that were kept: what is damaged hides nothing else, and reasons are told apart."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")

from diorama.ask import Verdict
from diorama.ask.imagined_runs import Scored, ScoredRun, score_imaginations
from diorama.ask.records import Record
from diorama.ask.run_files import artefacts_of, read_run
from tests.ask.test_cow import Asked, command, model
from tests.ask.test_cow_on_clips import driven as riding

ORACLES = "cow(instance='oracle', motion='oracle', tracks='oracle')"


@pytest.fixture(autouse=True)
def _own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "cache"))


def stored(asked: Asked, name: str) -> Path:
    """The file that was kept under a name."""
    (artefact,) = (a for a in asked.record.artefacts if a.name == name)
    return artefacts_of(asked.path) / artefact.path


def measured(scored: Scored) -> set[str]:
    """The stages that have rates."""
    return {name.partition("/")[0] for name in scored.rates}


def test_a_damaged_file_hides_no_other_score(tmp_path: Path) -> None:
    """One file is changed, another is gone; the rest counts, and both are named."""
    asked = Asked(tmp_path, ORACLES)
    stored(asked, "heading.json").write_text('{"direction": [1.0, 0.0]}')
    stored(asked, "clip.mp4").unlink()
    run = score_imaginations(asked.path)
    (one,) = run.answers
    assert measured(one) == {"instance", "tracks"} and one.errors["tracks/object sizes at 100 %"] < 0.01
    assert "heading.json of 'causal-000000' is missing or was changed since" in one.unscored
    assert "clip.mp4 of 'causal-000000' is missing or was changed since" in one.unscored
    assert run.compared == 1 and run.failures().total() == 0, "what went wrong first nobody knows"


def test_a_file_that_was_kept_wrong_hides_no_other_score(tmp_path: Path) -> None:
    """It is as the answers say, and still no track: somebody changed both."""
    asked = Asked(tmp_path, ORACLES)
    path, wrong = stored(asked, "tracks.json"), b'{"moving": []}'
    before = sha256(path.read_bytes()).hexdigest()
    path.write_bytes(wrong)
    asked.path.write_text(asked.path.read_text("utf-8").replace(before, sha256(wrong).hexdigest()), "utf-8")
    (one,) = score_imaginations(asked.path).answers
    assert measured(one) == {"instance", "heading", "clip"}
    assert one.unscored.startswith("tracks.json is not as it was written: moving")


def test_what_is_damaged_is_said_and_the_rest_is_shown(tmp_path: Path) -> None:
    asked = Asked(tmp_path, ORACLES)
    stored(asked, "place.json").write_text("{}")
    code, said = command("cow", "score", str(tmp_path / "logs"))
    assert code == 0 and "1 compared with the truth, 1 of them in part" in said
    assert "not compared: place.json" in said and "tracks/at 100 %: 100.0 % of 1" in said


def test_no_answer_that_could_be_compared_is_another_exit_code(tmp_path: Path) -> None:
    asked = Asked(tmp_path, ORACLES)
    for path in artefacts_of(asked.path).rglob("*.*"):
        path.write_bytes(b"")
    out = tmp_path / "scores.json"
    code, said = command("cow", "score", str(tmp_path / "logs"), "--out", str(out))
    assert code == 3 and "0 compared" in said
    assert json.loads(out.read_text("utf-8"))[0]["answers"][0]["rates"] == {}


def failed(asked: Asked, *notes: str) -> ScoredRun:
    """A run whose tools failed with these notes."""
    record = asked.record.model_dump() | {"verdict": Verdict.TOOL_FAILED}
    records = [Record(**{**record, "note": note}) for note in notes]
    return ScoredRun(asked.path, read_run(asked.path), tuple(map(Scored, records)))


def test_only_stages_are_called_stages(tmp_path: Path) -> None:
    asked = Asked(tmp_path, "cow", reads=model(instance='{"object": "none"}'))
    ours = score_imaginations(asked.path)
    assert ours.failed_stages() == {"instance": 1} and not ours.other_failures()
    code, said = command("cow", "score", str(tmp_path / "logs"))
    assert code == 3 and "tool failed in instance: 1" in said
    notes = ("motion: it goes", "url: no such host", "url: no such host", "no generator named 'wrap'", "")
    run = failed(asked, *notes)
    assert run.failed_stages() == {"motion": 1, "other": 4}
    assert run.other_failures() == {"url: no such host": 2, "no generator named 'wrap'": 1, "": 1}


def test_the_reason_of_other_failures_is_shown(tmp_path: Path) -> None:
    Asked(tmp_path, ORACLES, riding(rides="car"))
    code, said = command("cow", "score", str(tmp_path / "logs"), "--out", str(tmp_path / "out.json"))
    assert code == 3 and "tool failed in other: 1" in said
    assert "    1: supposition: the camera rides on the red car" in said
    (run,) = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert run["tool failed"] == {"other": 1} and "rides" in next(iter(run["other reasons"]))


def test_where_scores_cannot_be_written_none_are_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Asked(tmp_path, ORACLES)

    def computed(*given: object, **more: object) -> None:
        raise AssertionError("scores were computed")

    monkeypatch.setattr("diorama.ask.imagined_runs.score_imaginations", computed)
    (tmp_path / "folder.json").mkdir()
    code, said = command("cow", "score", str(tmp_path / "logs"), "--out", str(tmp_path / "folder.json"))
    assert code != 0 and "folder.json" in said and "is a folder" in said
    code, said = command("cow", "score", str(tmp_path / "logs"), "--out", "/proc/scores.json")
    assert code != 0 and "cannot write /proc/scores.json" in said

"""Full and read-only disks: what was paid for is kept, and the user reads one line."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")

from diorama.ask.evaluate import Order, evaluate
from diorama.ask.outbox import Outbox
from diorama.ask.records import Record
from diorama.ask.run_files import read_run
from diorama.errors import DioramaError
from diorama.kinds import Verdict
from tests.ask.datasets import choices
from tests.ask.server import Answer, Server
from tests.hostile.test_damaged_datasets import exit_code


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 100 KB."""
    place = tmp_path / "disk"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", str(place)], capture_output=True).returncode:
        pytest.skip("only root can mount a small disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_stops_the_run_and_loses_no_answer(tmp_path: Path, small_disk: Path) -> None:
    folder, logs = choices(tmp_path / "data", 40), small_disk / "logs"
    filler = small_disk / "filler"
    filler.write_bytes(bytes(40_000))
    with Server(lambda number, attempt: Answer("A. " + "because " * 500)) as server:
        order = Order(folder, "diorama-api/m", base_url=server.url, logs=logs, connections=4, disk_seconds=0.1)
        with pytest.raises(DioramaError, match=r"No space left on device; saved (\d+) answers? in ") as full:
            evaluate(order)
        spare = Path(str(full.value).split(" >> ")[0].split()[-1])
        try:
            answers = next(logs.glob("*.answers.jsonl"))
            stored = {r.sample_id for r in read_run(answers).records}
            waiting = [Record.model_validate_json(line).sample_id for line in spare.read_text().splitlines()]
            assert stored and waiting and server.asked.total() < 40, "it stopped early"
            assert len(stored) + len(waiting) == server.asked.total(), "nothing that was paid for is lost"
            filler.unlink()
            for log in logs.glob("*.eval"):
                log.unlink()
            with answers.open("a") as file:
                file.write(spare.read_text())
        finally:
            spare.unlink()
        assert {r.sample_id for r in read_run(answers).records} == stored | set(waiting)


def test_records_wait_in_order_until_there_is_space(tmp_path: Path) -> None:
    written: list[str] = []
    full = True

    def write(record: Record) -> None:
        if full:
            raise DioramaError("cannot write it: No space left on device")
        written.append(record.sample_id)

    outbox = Outbox(write)
    for name in "abc":
        facts = {"scene": "s", "suite": "x", "task": "t", "answer_kind": "choice", "model": "m"}
        outbox.add(Record(sample_id=name, verdict=Verdict.CORRECT, **facts))
    assert outbox.fault and not written
    full = False
    assert outbox.write_or_save(1.0, tmp_path / "answers") == ""
    assert written == ["a", "b", "c"] and not outbox.fault


def test_a_disk_that_is_still_full_is_said_in_words(
    tmp_path: Path, small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even the engine's own log does not fit."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = choices(tmp_path / "data", 4)
    (small_disk / "filler").write_bytes(bytes(90_000))
    with Server(lambda number, attempt: Answer("A. " + "because " * 500)) as server:
        order = Order(folder, "diorama-api/m", base_url=server.url, logs=small_disk, connections=1, disk_seconds=0.1)
        for _ in range(2):
            with pytest.raises(DioramaError) as full:
                evaluate(order)
        said = str(full.value)
        assert said == f"the run broke off: {small_disk}: No space left on device"
        assert server.asked.total() < 4, "what would be lost is not asked"


def test_failed_questions_are_no_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are asked again anyway; alone they are not worth a file."""

    def write(record: Record) -> None:
        raise DioramaError("cannot write it: No space left on device")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    facts = {"scene": "s", "suite": "x", "task": "t", "answer_kind": "choice", "model": "m"}
    outbox = Outbox(write)
    outbox.add(Record(sample_id="a", verdict=Verdict.TOOL_FAILED, **facts))
    said = outbox.write_or_save(0.0, tmp_path / "answers")
    assert "no answer is lost" in said and not list(tmp_path.glob("answers.*"))
    outbox.add(Record(sample_id="b", verdict=Verdict.CORRECT, **facts))
    said = outbox.write_or_save(0.0, tmp_path / "answers")
    assert "saved 1 answer and 1 failed question in " in said


def test_commands_on_a_full_disk_are_one_line(
    tmp_path: Path, small_disk: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder, replies = choices(tmp_path / "data", 2), tmp_path / "replies.jsonl"
    replies.write_text('{"id": "causal-000000", "reply": "A"}\n')
    assert exit_code("score", folder, "--predictions", replies, "--logs", tmp_path / "logs") == 3
    capfd.readouterr()
    (small_disk / "filler").write_bytes(bytes(os.statvfs(small_disk).f_bavail * os.statvfs(small_disk).f_bsize))
    for words in (
        ("score", folder, "--predictions", replies, "--logs", small_disk),
        ("show", folder, "--out", small_disk / "sheet.png"),
        ("report", tmp_path / "logs", "--out", small_disk / "report.html"),
        ("report", tmp_path / "logs", "--csv", small_disk / "report.csv"),
        ("quiz", folder, "--out", small_disk / "quiz"),
        ("assets", "mug", "--sheet", small_disk / "mug.png"),
        ("world", "workbench", "--objects", 1, "--out", small_disk / "w"),
        ("build", "causal", "--count", 1, "--out", small_disk / "new"),
    ):
        assert exit_code(*words) == 2, words
        said = capfd.readouterr().err
        assert said.startswith("diorama: ") and said.count("\n") == 1 and "No space left" in said, (words, said)
        assert str(small_disk) in said, "it says where"


def test_a_second_file_of_the_same_name_does_not_replace_the_first(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder, logs = choices(tmp_path / "data", 2), tmp_path / "logs"
    for place, letter in (("one", "A"), ("two", "B")):
        (tmp_path / place).mkdir()
        (tmp_path / place / "r.jsonl").write_text(f'{{"id": "causal-000000", "reply": "{letter}"}}\n')
    score = ("score", folder, "--logs", logs, "--predictions")
    assert exit_code(*score, tmp_path / "one" / "r.jsonl") == 3
    before = {path: path.read_bytes() for path in logs.iterdir()}
    capfd.readouterr()
    assert exit_code(*score, tmp_path / "two" / "r.jsonl") == 2
    assert "give these another --name" in capfd.readouterr().err
    assert {path: path.read_bytes() for path in logs.iterdir()} == before
    assert exit_code(*score, tmp_path / "two" / "r.jsonl", "--name", "second") == 3
    assert exit_code(*score, tmp_path / "one" / "r.jsonl") == 3, "the same file may be scored again"
    assert len(list(logs.iterdir())) == 2


def test_ctrl_c_while_the_disk_is_full_saves_the_answers_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(record: Record) -> None:
        raise DioramaError("cannot write it: No space left on device")

    def interrupted(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("diorama.ask.outbox.time.sleep", interrupted)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    outbox = Outbox(write, {"dataset": "d@1", "strategy": "cot"})
    facts = {"scene": "s", "suite": "x", "task": "t", "answer_kind": "choice", "model": "m"}
    outbox.add(Record(sample_id="a", verdict=Verdict.CORRECT, **facts))
    said = outbox.write_or_save(60.0, tmp_path / "answers")
    (spare,) = tmp_path.glob("answers.*")
    assert str(spare) in said
    record = Record.model_validate_json(spare.read_text())
    assert (record.sample_id, record.dataset, record.strategy) == ("a", "d@1", "cot"), "as it would be in the run"


def test_a_judge_on_a_full_disk_is_one_line(
    tmp_path: Path, small_disk: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, logs = choices(tmp_path / "data", 6), small_disk / "logs"
    with Server(lambda number, attempt: Answer("what?")) as server:
        monkeypatch.setenv("DIORAMA_API_BASE_URL", server.url)
        assert exit_code("eval", folder, "--model", "diorama-api/m", "--logs", logs) == 0
        free = os.statvfs(small_disk)
        (small_disk / "filler").write_bytes(bytes(free.f_bavail * free.f_bsize))
        capfd.readouterr()
        monkeypatch.setattr("diorama.ask.rescore.DISK_SECONDS", 0.0)
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        assert exit_code("rescore", logs, "--judge", "diorama-api/j") == 2
    (spare,) = tmp_path.glob("*.answers.jsonl.*")
    assert spare.read_text().count("\n") >= 1, "what the judge said is kept"
    said = capfd.readouterr().err
    assert "No space left" in said and str(spare) in said and "Traceback" not in said, said

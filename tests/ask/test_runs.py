"""Files of answers, and the names of failures."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from diorama.ask import Failure, Record, Verdict
from diorama.ask.failures import MalformedReply, failure_of, retry_after
from diorama.ask.logs import load_runs
from diorama.ask.run_files import RunFile, RunInfo, artefacts_of, latest, read_run
from diorama.ask.source import Selection, Source
from diorama.errors import DioramaError
from tests.ask.datasets import choices


def record(number: int = 0, verdict: Verdict = Verdict.CORRECT, **fields: Any) -> Record:
    given: dict[str, Any] = {
        "sample_id": f"s{number}", "scene": "x", "suite": "causal", "task": "t", "answer_kind": "choice", "model": "m",
        "verdict": verdict, "failure": Failure.TIMEOUT if verdict is Verdict.FAILED else None,
    }  # fmt: skip
    return Record(**{**given, **fields})


INFO = RunInfo(dataset="d@1", model="provider/some model", config={"temperature": 0.5})


def test_a_run_is_written_and_read_back(tmp_path: Path) -> None:
    written = [record(0, reply="“A” – naïve\n"), record(1, Verdict.FAILED, note="too slow"), record(1, repeat=1)]
    with RunFile(tmp_path, INFO) as file:
        for each in written:
            file.add(each)
        assert set(file.done()) == {("s0", 0), ("s1", 1)}, "what failed is to be asked again"
    assert read_run(file.path).info == INFO
    assert read_run(file.path).records == tuple(written)


def test_what_has_no_verdict_yet_is_not_asked_again(tmp_path: Path) -> None:
    """A reply that could not be scored is a reply; a tool that failed left none."""
    with RunFile(tmp_path, INFO) as file:
        file.add(record(0, Verdict.UNSCORED, reply="A"))
        file.add(record(1, Verdict.TOOL_FAILED))
        assert set(file.done()) == {("s0", 0)}


def test_a_compacted_run_has_each_question_once(tmp_path: Path) -> None:
    with RunFile(tmp_path, INFO) as file:
        for verdict in (Verdict.FAILED, Verdict.UNSCORED, Verdict.CORRECT):
            file.add(record(0, verdict))
        file.compact(INFO.model_copy(update={"reader": "r"}))
    assert file.path.read_bytes().count(b"\n") == 2
    assert read_run(file.path).records == (record(0),)
    assert read_run(file.path).info.reader == "r" and not list(tmp_path.glob(".*"))


def test_artefacts_lie_beside_the_answers(tmp_path: Path) -> None:
    with RunFile(tmp_path, INFO) as file:
        pass
    assert file.artefacts == artefacts_of(file.path) and file.artefacts.parent == tmp_path
    assert file.artefacts.name == file.path.name.replace(".answers.jsonl", ".artefacts")


def test_an_answer_replaces_a_failure_and_no_failure_replaces_an_answer() -> None:
    failed, answered = record(0, Verdict.FAILED), record(0, Verdict.INCORRECT)
    assert latest([failed, answered]) == latest([answered, failed]) == (answered,)


@pytest.mark.parametrize("keep", [1, 30, 200])
def test_a_line_that_was_cut_short_is_dropped_and_the_next_starts_afresh(keep: int, tmp_path: Path) -> None:
    with RunFile(tmp_path, INFO) as file:
        file.add(record(0))
    whole = file.path.read_bytes()
    file.path.write_bytes(whole + record(1, reply="x" * 300).model_dump_json().encode()[:keep])
    assert len(read_run(file.path).records) == 1
    with RunFile(tmp_path, INFO) as file:
        file.add(record(2))
    assert [r.sample_id for r in read_run(file.path).records] == ["s0", "s2"]


def test_settings_that_could_change_an_answer_make_another_run() -> None:
    changes: list[dict[str, Any]] = [
        {"model": "other"}, {"strategy": "cot"}, {"config": {}}, {"dataset": "d@2"}, {"words_checksum": "0123"},
        {"roles": {"captioner": "c"}}, {"base_url": "http://elsewhere"}, {"model_args": {"accuracy": 1}},
    ]  # fmt: skip
    for change in changes:
        assert INFO.model_copy(update=change).key != INFO.key
        assert INFO.model_copy(update=change).file_name != INFO.file_name
    assert INFO.model_copy(update={"folder": "/moved", "version": "9"}).key == INFO.key
    assert INFO.model_copy(update={"reader": "r", "grader": "g"}).key == INFO.key, "they can be changed afterwards"


def test_strange_names_stay_in_the_folder(tmp_path: Path) -> None:
    with RunFile(tmp_path, RunInfo(dataset="d", model="../../etc/passwd\n<b>")) as file:
        pass
    assert file.path.parent == tmp_path and [p.name for p in tmp_path.iterdir()] == [file.path.name]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "does not say what was run"),
        (b"\x00\xff garbage\n", "does not say what was run"),
        (INFO.model_dump_json().encode() + b'\n{"sample_id": 3}\n', "line 2"),
        (INFO.model_dump_json().encode() + b"\n" + b"[" * 100_000 + b"\n", "line 2"),
        (b'{"format": 1, "dataset": "d", "model": "m"}\n', "a run of format 1; this Diorama reads format 2"),
        (b'{"format": 2, "dataset": "d", "model": "m", "judge": "j"}\n', "does not say what was run"),
    ],
)
def test_a_damaged_file_is_one_line(content: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "x.answers.jsonl"
    path.write_bytes(content)
    with pytest.raises(DioramaError, match=says) as caught:
        load_runs([path])
    assert len(str(caught.value)) < 500


def test_paths_that_hold_no_answers_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    for path, says in (
        (tmp_path, "no answers in"),
        (tmp_path / "gone", "there is no"),
        (tmp_path / "notes.txt", "no log"),
    ):
        with pytest.raises(DioramaError, match=says):
            load_runs([path])


def test_a_source_gives_what_the_dataset_has_and_holds_only_a_few_groups(tmp_path: Path) -> None:
    source = Source(choices(tmp_path / "data", 300))
    for sample_id in list(source.entries):
        assert source.get(sample_id).id == sample_id
    assert len(source._held) == 4
    assert [e.id for e in source.choose(Selection(tasks=["occlusion"], limit=2))] == ["causal-000001", "causal-000003"]


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


def status(code: int) -> Exception:
    error = Exception("no")
    error.status_code = code  # type: ignore[attr-defined]
    return error


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (status(429), Failure.RATE_LIMIT),
        (status(503), Failure.SERVER),
        (status(504), Failure.TIMEOUT),
        (status(401), Failure.REQUEST),
        (TimeoutError(), Failure.TIMEOUT),
        (ConnectionResetError(), Failure.CONNECTION),
        (caused(RuntimeError("wrapped"), ConnectionRefusedError()), Failure.CONNECTION),
        (json.JSONDecodeError("no", "", 0), Failure.MALFORMED),
        (MalformedReply("no choices"), Failure.MALFORMED),
        (KeyError("x"), Failure.OTHER),
    ],
)
def test_failures_have_kinds(error: Exception, kind: Failure) -> None:
    assert failure_of(error) is kind


def test_servers_may_say_how_long_to_wait() -> None:
    error = status(429)
    for header, seconds in (("2.5", 2.5), ("soon", None), ("-1", None)):
        error.response = SimpleNamespace(headers={"retry-after": header})  # type: ignore[attr-defined]
        assert retry_after(error) == seconds
    assert retry_after(status(429)) is None


def test_half_a_character_in_a_reply_is_stored_as_a_question_mark(tmp_path: Path) -> None:
    with RunFile(tmp_path, INFO) as file:
        file.add(record(0, reply="the \ud83d mug", read_as="\ud800", note="\udc00"))
    (read,) = read_run(file.path).records
    assert (read.reply, read.read_as, read.note) == ("the ? mug", "?", "?")

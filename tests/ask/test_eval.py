"""Whole evaluations: players, repeats, filters, logs, the engine's own command, and mistakes in one line."""

from __future__ import annotations

import json
from collections import Counter
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

pytest.importorskip("inspect_ai")

from diorama.ask import Failure, Verdict
from diorama.ask.evaluate import Order, evaluate
from diorama.ask.logs import load_records, load_runs
from diorama.ask.score_replies import score_file
from diorama.ask.source import Selection
from diorama.cli import app
from diorama.errors import DioramaError
from tests.ask.datasets import choices
from tests.ask.server import Answer, Server, text_of


def test_the_oracle_is_always_right_and_a_noisy_one_as_often_as_it_should(tmp_path: Path) -> None:
    folder = choices(tmp_path / "data", 40)
    sure = evaluate(Order(folder, "diorama/oracle", logs=tmp_path / "logs"))
    assert Counter(r.verdict for r in sure.records) == {Verdict.CORRECT: 40}
    noisy = evaluate(
        Order(folder, "diorama/oracle", repeats=5, model_args={"accuracy": 0.8}, logs=tmp_path / "logs", connections=32)
    )
    assert 140 <= sum(r.correct for r in noisy.records) <= 178  # 160 ± 3 standard deviations of 5.7
    assert {r.model for r in load_records([tmp_path / "logs"])} == {"diorama/oracle", "diorama/oracle (accuracy=0.8)"}


def test_repeats_are_kept_apart_and_more_of_them_ask_only_the_new_ones(tmp_path: Path) -> None:
    folder, logs = choices(tmp_path / "data", 6), tmp_path / "logs"
    with Server(lambda number, attempt: Answer("AB"[attempt % 2])) as server:
        order = dict(folder=folder, model="diorama-api/m", base_url=server.url, logs=logs)
        assert evaluate(Order(**order, repeats=2, select=Selection(limit=4))).asked == 8  # type: ignore[arg-type]
        assert evaluate(Order(**order, repeats=3)).asked == 10  # type: ignore[arg-type]
        assert server.asked == dict.fromkeys("012345", 3)
    (run,) = load_runs([logs])
    assert Counter(r.repeat for r in run.records) == {0: 6, 1: 6, 2: 6}


def test_many_questions_are_asked_part_by_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diorama.ask.evaluate.AT_A_TIME", 3)
    folder, logs = choices(tmp_path / "data", 8), tmp_path / "logs"
    with Server() as server:
        result = evaluate(Order(folder, "diorama-api/m", base_url=server.url, logs=logs))
        assert server.asked == dict.fromkeys("01234567", 1)
    assert len(result.records) == result.asked == 8
    assert len(list(logs.glob("*.eval"))) == 3
    (run,) = load_runs([logs])
    assert len(run.records) == 8


def test_filters_choose_what_is_asked(tmp_path: Path) -> None:
    folder = choices(tmp_path / "data", 8)
    wanted = Selection(tasks=["occlusion"], levels=["L2"])
    result = evaluate(Order(folder, "diorama/oracle", select=wanted, logs=tmp_path / "logs"))
    assert [r.sample_id for r in result.records] == ["causal-000003", "causal-000007"]


def test_what_goes_over_the_wire_is_the_question_and_its_picture(tmp_path: Path) -> None:
    folder = choices(tmp_path / "data", 2)
    with Server() as server:
        server.keep_requests = True
        evaluate(Order(folder, "diorama-api/m", base_url=server.url, logs=tmp_path / "logs"))
    for request in server.requests:
        assert set(request) == {"model", "messages"}
        assert [part["type"] for part in request["messages"][0]["content"]] == ["image_url", "text"]
        assert "hidden_px" not in json.dumps(request) and "causal" not in json.dumps(request)
        assert "A. Yes\nB. No\nC. Not sure" in text_of(request)


def test_the_log_holds_checksums_in_place_of_pictures(tmp_path: Path) -> None:
    from inspect_ai.log import read_eval_log

    folder = choices(tmp_path / "data", 3)
    with Server() as server:
        evaluate(Order(folder, "diorama-api/m", base_url=server.url, logs=tmp_path / "logs"))
    (path,) = (tmp_path / "logs").glob("*.eval")
    log = read_eval_log(str(path))
    text = log.model_dump_json()
    assert "image view.png" in text and "sha256" in text and "causal-000001" in text
    assert "iVBOR" not in text, "no picture is in the log"


def test_logs_of_the_engine_are_read_like_files_of_answers(tmp_path: Path) -> None:
    folder, logs = choices(tmp_path / "data", 4), tmp_path / "logs"
    with Server(lambda number, attempt: Answer("A") if number != "3" else Answer(status=400)) as server:
        evaluate(Order(folder, "diorama-api/m", base_url=server.url, logs=logs))
    (from_file,) = load_runs([logs])
    (file,) = logs.glob("*.answers.jsonl")
    file.unlink()
    (from_log,) = load_runs([logs])
    assert from_log.info.dataset == from_file.info.dataset
    key = lambda r: r.sample_id  # noqa: E731
    assert sorted(from_log.records, key=key) == sorted(from_file.records, key=key)
    assert [r.failure for r in sorted(from_log.records, key=key)] == [None, None, None, Failure.REQUEST]


def test_runs_of_different_datasets_do_not_mix(tmp_path: Path) -> None:
    for count in (2, 3):
        folder = choices(tmp_path / f"data{count}", count)
        evaluate(Order(folder, "diorama/oracle", logs=tmp_path / "logs"))
    with pytest.raises(DioramaError, match="different datasets"):
        load_runs([tmp_path / "logs"])


def test_replies_from_a_file_are_scored_and_replayed_alike(tmp_path: Path) -> None:
    folder, file = choices(tmp_path / "data", 4), tmp_path / "replies.jsonl"
    rows = [{"id": f"causal-{k:06d}", "reply": "Answer: A"} for k in range(3)]
    file.write_text("\n".join(map(json.dumps, rows)))
    scored = score_file(folder, file, name="somebody", logs=tmp_path / "scored")
    played = evaluate(
        Order(folder, "diorama/replay", model_args={"file": str(file)}, logs=tmp_path / "played", retries=0)
    )
    expected = [Verdict.CORRECT, Verdict.INCORRECT, Verdict.CORRECT, Verdict.FAILED]
    for result in (scored, played):
        assert [r.verdict for r in sorted(result.records, key=lambda r: r.sample_id)] == expected
    again = score_file(folder, file, name="somebody", logs=tmp_path / "scored")
    assert again.records == scored.records


@pytest.mark.parametrize(
    ("wishes", "says"),
    [
        ({"model": "openai/gpt-5"}, "OPENAI_API_KEY"),
        ({"model": "no-such-provider/m"}, "no-such-provider"),
        ({"model": "gpt-5"}, "gpt-5"),
        ({"model": "diorama/oracel"}, "did you mean 'diorama/oracle'"),
        ({"model": "diorama/oracle", "model_args": {"accuracy": 2}}, "between 0 and 1"),
        ({"model": "diorama/random", "model_args": {"accuracy": 1}}, "takes no 'accuracy'"),
        ({"model": "diorama/replay"}, "file=REPLIES.jsonl"),
        ({"model": "diorama/replay", "model_args": {"file": "nowhere.jsonl"}}, "cannot read nowhere.jsonl"),
        ({"model": "diorama-api/m"}, "--base-url"),
        ({"strategy": "dirct"}, "did you mean 'direct'"),
        ({"select": Selection(tasks=["collison"])}, "did you mean 'collision'"),
        ({"select": Selection(levels=["L3"])}, "no level named 'L3'"),
        ({"select": Selection(tasks=["collision"], levels=["L1"], suites=["structure"])}, "no suite named"),
        ({"select": Selection(ids=["causal-000009"])}, "no sample named 'causal-000009'"),
        ({"select": Selection(tasks=["collision"], ids=["causal-000001"])}, "no sample passes all of these filters"),
        ({"select": Selection(sample=0)}, "--sample must be at least 1"),
        ({"repeats": 0}, "--repeats must be at least 1"),
        ({"strategy": "cot(who='me')"}, "no argument of strategy 'cot' named 'who'"),
        ({"roles": {"captioner": "diorama/oracle"}}, "'direct' has no role 'captioner': it needs none"),
        ({"folder": Path("no-such-folder")}, "is not a dataset"),
    ],
)
def test_mistakes_are_one_line(
    wishes: dict[str, Any], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "DIORAMA_API_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    given = {"folder": choices(tmp_path / "data", 4), "model": "diorama/oracle", "logs": tmp_path / "logs", **wishes}
    with pytest.raises(DioramaError, match=says) as caught:
        evaluate(Order(**given))
    assert "\n" not in str(caught.value)
    assert not list((tmp_path / "logs").glob("*")) if (tmp_path / "logs").exists() else True


def test_an_empty_dataset_is_one_line(tmp_path: Path) -> None:
    from diorama.data import create_or_open
    from tests.data.samples import PLAN

    create_or_open(tmp_path / "data", PLAN)
    with pytest.raises(DioramaError, match="has no samples yet"):
        evaluate(Order(tmp_path / "data", "diorama/oracle", logs=tmp_path / "logs"))


def test_the_command_prints_the_whole_account(tmp_path: Path) -> None:
    folder = choices(tmp_path / "data", 4)
    with Server(lambda number, attempt: Answer("A") if number != "2" else Answer(status=400)) as server:
        words = [
            "eval",
            str(folder),
            "--model",
            "diorama-api/m",
            "--base-url",
            server.url,
            "--logs",
            str(tmp_path / "l"),
        ]
        done = CliRunner().invoke(app, words)
    assert done.exit_code == 3, "one question has no answer"
    assert "4 asked, 3 answered, 1 correct, 2 incorrect, 1 failed (1 request)" in done.stdout
    assert "25.0% correct of all asked" in done.stdout and "33.3% of the answered" in done.stdout
    assert "1 of 4 have no answer: the same command goes on with them" in done.stderr


@pytest.mark.skipif(
    not any(e.value == "diorama._registry" for e in entry_points(group="inspect_ai")),
    reason="diorama is not installed, so that Inspect cannot find its tasks",
)
def test_the_engine_finds_our_tasks_by_name(tmp_path: Path) -> None:
    """As `inspect eval diorama/causal -T data=DIR --model diorama/oracle --epochs 2` does."""
    import inspect_ai

    folder, logs = choices(tmp_path / "data", 3), tmp_path / "logs"
    inspect_ai.eval(
        "diorama/causal", task_args={"data": str(folder)}, model="diorama/oracle", epochs=2, log_dir=str(logs),
        display="none",
    )  # fmt: skip
    (run,) = load_runs([logs])
    assert run.info.dataset.startswith("small@")
    assert Counter((r.repeat, r.verdict) for r in run.records) == {(0, Verdict.CORRECT): 3, (1, Verdict.CORRECT): 3}

"""Damaged and unfinished files of a dataset: said before anything is asked, and never blamed on a model."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")

from diorama.ask.evaluate import Order, evaluate
from diorama.data import BuildPlan, create_or_open, load
from diorama.errors import DioramaError
from tests.ask.datasets import choices
from tests.ask.server import Answer, Server
from tests.data.samples import for_slot
from tests.hostile.test_damaged_datasets import exit_code


def flip_bytes(path: Path, count: int = 100) -> None:
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + count] = bytes(255 - byte for byte in data[middle : middle + count])
    path.write_bytes(data)


def test_a_damaged_shard_is_refused_before_anything_is_asked(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = choices(tmp_path / "data", 4)
    flip_bytes(next((folder / "data").iterdir()))
    replies = tmp_path / "replies.jsonl"
    replies.write_text('{"id": "causal-000000", "reply": "A"}\n')
    for words in (
        ("eval", folder, "--model", "diorama/oracle", "--logs", tmp_path / "logs"),
        ("score", folder, "--predictions", replies, "--logs", tmp_path / "logs"),
    ):
        assert exit_code(*words) == 2
        said = capfd.readouterr().err
        assert said.count("\n") == 1 and "is damaged: causal-00000.parquet" in said, said
    assert not (tmp_path / "logs").exists(), "nothing was begun"


def test_a_dataset_that_changes_meanwhile_ends_the_run_and_is_no_failure_of_the_model(tmp_path: Path) -> None:
    folder, logs = tmp_path / "data", tmp_path / "logs"
    plan = BuildPlan(suites=("causal",), count=40, seed=7, shard_size=4, version="1.0")
    builder = create_or_open(folder, plan)
    for slot in builder.missing_shards():
        builder.add_shard(slot.name, for_slot(slot))

    def behaviour(number: str, attempt: int) -> Answer:
        if number == "3":
            flip_bytes(folder / "data" / "causal-00008.parquet", 10**9)  # its end, too
        return Answer("A")

    with Server(behaviour) as server:
        order = Order(folder, "diorama-api/m", base_url=server.url, logs=logs, connections=1)
        with pytest.raises(DioramaError, match=r"causal-00008.parquet is damaged.*nothing more was asked"):
            evaluate(order)
        assert server.asked.total() < 40
    (answers,) = logs.glob("*.answers.jsonl")
    assert '"verdict":"failed"' not in answers.read_text()


def test_an_unfinished_dataset_is_said_everywhere(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder, logs, page = tmp_path / "data", tmp_path / "logs", tmp_path / "report.html"
    plan = BuildPlan(suites=("causal",), count=10, seed=7, shard_size=4, version="1.0")
    builder = create_or_open(folder, plan)
    first, *_ = builder.missing_shards()
    builder.add_shard(first.name, for_slot(first))
    assert load(folder).manifest.unfinished == "4 of 10 samples"
    for words in (
        ("verify", folder, "--workers", 1, "--no-pictures"),
        ("audit", folder, "--workers", 1),
        ("eval", folder, "--model", "diorama/random", "--logs", logs),
    ):
        exit_code(*words)
        assert f"{folder} is unfinished: 4 of 10 samples" in capfd.readouterr().err, words
    assert exit_code("report", logs, "--out", page) == 0
    assert "The dataset was not finished: it had 4 of 10 samples." in page.read_text()
    assert exit_code("report", logs) == 0
    assert "warning: the dataset was not finished" in capfd.readouterr().out

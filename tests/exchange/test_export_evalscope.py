"""Tables for EvalScope: where each picture stands, and what is right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from diorama.ask.question import question_of
from diorama.data import load
from diorama.errors import DioramaError
from tests.data.samples import sample
from tests.exchange.mixed import TRAPS, dataset, elsewhere, exported, labelled, mixed


def rows_in(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


def test_choices_are_a_table_a_suite(tmp_path: Path) -> None:
    folder = dataset(tmp_path / "data")
    made = exported(folder, "evalscope", tmp_path / "out")
    assert made.samples == len(mixed()) and not made.left_out
    rows = rows_in(tmp_path / "out/general_vmcq/causal_val.parquet")
    for row, real in zip(rows, load(folder).where(suite="causal"), strict=True):
        assert (row["id"], row["question"]) == (real.id, f"<image 1>\n{real.question}")
        assert tuple(row["options"]) == real.options and real.options["ABCDEFGH".index(row["answer"])]
        assert real.options["ABCDEFGH".index(row["answer"])] == real.answer_words()
        assert [image["bytes"] for image in row["images"]] == [m.data for m in real.media]
    assert tuple(next(row for row in rows if row["id"] == "causal-traps")["options"]) == TRAPS


def test_clips_and_pictures_are_numbered_apart(tmp_path: Path) -> None:
    exported(dataset(tmp_path / "data"), "evalscope", tmp_path / "out")
    row = rows_in(tmp_path / "out/general_vmcq/video_val.parquet")[1]
    assert row["question"].startswith("<video 1>\nThe reference picture:\n<image 1>\n")
    assert len(row["images"]) == len(row["videos"]) == 1


def test_free_questions_keep_the_order_of_what_they_show(tmp_path: Path) -> None:
    exported(dataset(tmp_path / "data"), "evalscope", tmp_path / "out")
    rows = {row["id"]: row for row in rows_in(tmp_path / "out/general_vqa/elsewhere_test.parquet")}
    (message,) = json.loads(rows["elsewhere-000001"]["messages"])
    asked = question_of(labelled()).alone()
    assert message == {"role": "user", "content": f"First:\n<image 1>\n{asked}\nSecond:\n<image 2>"}
    first, second = labelled().media
    assert [image["bytes"] for image in rows["elsewhere-000001"]["images"]] == [second.data, first.data]
    assert json.loads(rows["elsewhere-000003"]["messages"])[0]["content"] == question_of(elsewhere(3)).alone()


def test_a_text_that_reads_like_a_placeholder_is_left_out_and_counted(tmp_path: Path) -> None:
    folder = dataset(tmp_path / "data", sample(0), sample(1, question="What is <image 1> for?"))
    made = exported(folder, "evalscope", tmp_path / "out")
    assert made.samples == 1 and made.left_out == {"has a text that reads like one of EvalScope's placeholders": 1}
    with pytest.raises(DioramaError, match="no sample can be written for EvalScope"):
        exported(dataset(tmp_path / "one", sample(1, question="<video 2>?")), "evalscope", tmp_path / "none")

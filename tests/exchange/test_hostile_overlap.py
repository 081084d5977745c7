"""Files of training sets that `export` did not write."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from diorama.errors import DioramaError
from diorama.exchange.overlap import compare
from tests.exchange.mixed import dataset

LINES = {
    "another encoding": b'{"images": [], "id": "\xe4"}\n',
    "half a character": b'{"images": [], "id": "\\ud800", "prompt": "\\ud800"}\n',
    "options that are a number": b'{"media": [], "options": 5, "id": "1"}\n',
    "very deep messages": b'{"images": [], "messages": ' + b"[" * 900 + b"]" * 900 + b"}\n",
    "bytes": bytes(range(256)),
}


@pytest.mark.parametrize("name", LINES)
def test_a_line_that_is_not_ours_is_one_line_to_the_user(tmp_path: Path, name: str) -> None:
    (tmp_path / "train.jsonl").write_bytes(b'{"images": [], "prompt": "Q?"}\n' + LINES[name])
    with pytest.raises(DioramaError, match=r"train\.jsonl, line [23] cannot be read") as problem:
        compare(tmp_path / "train.jsonl", dataset(tmp_path / "test"))
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize("column", [["x"], [5], [[{"path": "p"}]], [[{"bytes": 3}]]])
def test_pictures_of_another_form_are_one_line_to_the_user(tmp_path: Path, column: list[object]) -> None:
    pq.write_table(pa.table({"images": column}), tmp_path / "train.parquet")
    with pytest.raises(DioramaError, match=r"train\.parquet cannot be read"):
        compare(tmp_path / "train.parquet", dataset(tmp_path / "test"))

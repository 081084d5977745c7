"""Files of predictions that other harnesses write, and how they come back into our tables."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pandas as pd
import pytest

from diorama.ask.logs import load_runs
from diorama.cli import app
from diorama.errors import DioramaError
from diorama.exchange import foreign_replies
from diorama.exchange.foreign_replies import FAILED, read_foreign_replies
from diorama.kinds import Verdict
from tests.exchange.mixed import dataset, exported, traps

REPLIES = {
    "a": "None",
    "b": "N/A",
    "c": "null",
    "d": "",
    "e": "2",
    "f": "=1+1",
    "g": "line one\nline\ttwo “x”",
    "h": "門",
}
"""Replies that readers of tables make something else of."""


def frame(replies: dict[str, Any]) -> pd.DataFrame:
    return pd.DataFrame({"index": range(len(replies)), "id": [*replies], "prediction": [*replies.values()]})


def written(path: Path, replies: dict[str, Any]) -> Path:
    """A file of predictions as VLMEvalKit writes it."""
    if path.suffix == ".tsv":
        frame(replies).to_csv(path, sep="\t", index=False, quoting=1)
    elif path.suffix == ".json":
        path.write_text(json.dumps(frame(replies).to_dict("records"), ensure_ascii=False), encoding="utf-8")
    else:
        from openpyxl import Workbook

        book = Workbook()
        for row in (["index", "id", "prediction"], *([k, *item] for k, item in enumerate(replies.items()))):
            book.active.append(row)
            for cell in book.active[book.active.max_row]:
                if isinstance(cell.value, str):
                    cell.data_type = "s"  # as xlsxwriter does with strings_to_formulas off
        book.save(path)
    return path


@pytest.mark.parametrize("ending", ["tsv", "json", "xlsx"])
def test_every_reply_comes_back_as_it_was(tmp_path: Path, ending: str) -> None:
    if ending == "xlsx":
        pytest.importorskip("openpyxl")
    path = written(tmp_path / f"m_mixed.{ending}", REPLIES)
    assert read_foreign_replies([path], "vlmevalkit") == {(name, None): reply for name, reply in REPLIES.items()}


def test_numbers_in_cells_are_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text('[{"id": "a", "prediction": 2.0}, {"id": "b", "prediction": null}, {"id": "c", "prediction": NaN}]')
    assert read_foreign_replies([path], "vlmevalkit") == {("a", None): "2", ("b", None): "", ("c", None): ""}


def test_a_failure_of_the_harness_is_no_reply(tmp_path: Path) -> None:
    path = written(tmp_path / "p.tsv", {"a": "B", "b": f"{FAILED} via API."})
    assert read_foreign_replies([path], "vlmevalkit") == {("a", None): "B"}


def test_guarded_ids_are_recognised(tmp_path: Path) -> None:
    assert read_foreign_replies([written(tmp_path / "p.tsv", {"7\u00a0": "B"})], "vlmevalkit") == {("7", None): "B"}


def test_several_files_are_one_run_unless_they_disagree(tmp_path: Path) -> None:
    one, two = written(tmp_path / "1.tsv", {"a": "A", "b": "B"}), written(tmp_path / "2.json", {"b": "B", "c": "C"})
    assert len(read_foreign_replies([one, two], "vlmevalkit")) == 3
    other = written(tmp_path / "3.json", {"b": "A"})
    with pytest.raises(DioramaError, match=r"3\.json: a second reply for b"):
        read_foreign_replies([one, other], "vlmevalkit")


def test_lmms_eval_writes_the_id_with_the_reply(tmp_path: Path) -> None:
    path = tmp_path / "x_samples_diorama_mixed_causal.jsonl"
    rows = [
        {"doc_id": k, "filtered_resps": "x", "reply": {"id": n, "reply": r}} for k, (n, r) in enumerate(REPLIES.items())
    ]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    assert read_foreign_replies([path], "lmms-eval") == {(name, None): reply for name, reply in REPLIES.items()}


BAD: list[tuple[str, str, bytes, str]] = [
    ("vlmevalkit", "p.pkl", pickle.dumps({}), "set PRED_FORMAT=tsv"),
    ("vlmevalkit", "p.csv", b"id,prediction", "are .xlsx, .tsv and .json"),
    ("vlmevalkit", "p.json", b"{", "is no JSON"),
    ("vlmevalkit", "p.json", b"[" * 100_000, "is no JSON"),
    ("vlmevalkit", "p.json", b'{"id": 1}', "a list of objects"),
    ("vlmevalkit", "p.json", b"[1]", "a list of objects"),
    ("vlmevalkit", "p.json", b'[{"id": "a"}]', "no column 'prediction'"),
    ("vlmevalkit", "p.tsv", b"index\tprediction\n0\tA\n", "no column 'id'"),
    ("vlmevalkit", "p.tsv", b"\xff\xfe\x00", "is no table with tabs in UTF-8"),
    ("vlmevalkit", "p.tsv", b"", "no column 'id'"),
    ("vlmevalkit", "p.tsv", b"id\tprediction\n", "no replies in it"),
    ("vlmevalkit", "p.xlsx", b"PK\x03\x04 not really", "is no xlsx file"),
    ("lmms-eval", "p.jsonl", b'{"doc_id": 0, "filtered_resps": "A"}\n', "line 1: no reply with its id"),
    ("lmms-eval", "p.jsonl", b"[]\n", "line 1: no reply with its id"),
    ("lmms-eval", "p.jsonl", b"", "no replies in it"),
    ("helm", "p.jsonl", b"", "no source of replies named 'helm'"),
]


@pytest.mark.parametrize(("origin", "name", "content", "words"), BAD)
def test_a_file_that_is_something_else_is_one_line(
    tmp_path: Path, origin: str, name: str, content: bytes, words: str
) -> None:
    if name.endswith("xlsx"):
        pytest.importorskip("openpyxl")
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DioramaError, match=words.replace(".", r"\.")) as caught:
        read_foreign_replies([tmp_path / name], origin)
    assert "\n" not in str(caught.value)


def test_a_table_that_would_fill_the_memory_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openpyxl")
    monkeypatch.setattr(foreign_replies, "MOST_BYTES", 100_000)
    with ZipFile(tmp_path / "p.xlsx", "w", ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * 200_000)
    with pytest.raises(DioramaError, match="unpacks to more than"):
        read_foreign_replies([tmp_path / "p.xlsx"], "vlmevalkit")


def test_the_command_scores_them_as_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The right option of one sample is “None”; the other replies are wrong, missing or a failure."""
    folder = dataset(tmp_path / "data")
    exported(folder, "vlmevalkit", tmp_path / "out")
    first = written(tmp_path / "m_choices.tsv", {traps().id: "None", "causal-000000": "B", "2\u00a0": f"{FAILED}!"})
    second = written(tmp_path / "m_open.json", {"elsewhere-000002": "the red mug, the tall vase"})
    monkeypatch.chdir(tmp_path)
    app(
        [
            "score",
            str(folder),
            "--predictions",
            str(first),
            "--more",
            str(second),
            "--from",
            "vlmevalkit",
            "--name",
            "m",
        ],
        standalone_mode=False,
    )
    (run,) = load_runs([tmp_path / "logs"])
    found = {record.sample_id: record.verdict for record in run.records}
    assert (found[traps().id], found["causal-000000"]) == (Verdict.CORRECT, Verdict.INCORRECT)
    assert (found["elsewhere-000002"], found["2"], found["causal-000001"]) == (
        Verdict.CORRECT, Verdict.FAILED, Verdict.FAILED,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["score", "logic", "--predictions", "p.json", "--from", "vlmevalkit"], "--from goes with a dataset"),
        (["score", "data", "--predictions", "p.json", "--more", "q.json"], "--more goes with --from"),
    ],
)
def test_options_that_do_not_go_together_are_refused(words: list[str], said: str) -> None:
    with pytest.raises(DioramaError, match=said):
        app(words, standalone_mode=False)

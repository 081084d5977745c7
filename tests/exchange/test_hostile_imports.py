"""Tables, settings and folders that a hostile or unlucky user hands to `diorama import`."""

from __future__ import annotations

import errno
import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from diorama.cli import app
from diorama.errors import DioramaError
from tests.exchange.mixed import dataset, exported
from tests.exchange.releases import imported, mcq, png, write_lines, write_tsv


def columns(rows: int, **more: pa.Array) -> pa.Table:
    """A small table for VLMEvalKit, with pictures as bytes."""
    texts = {"question": "Q?", "A": "x", "B": "y", "answer": "A"}
    plain = {
        "index": list(range(rows)),
        "image": [png(1)] * rows,
        **{name: [text] * rows for name, text in texts.items()},
    }
    return pa.table({**{name: pa.array(values) for name, values in plain.items()}, **more})


def not_utf8() -> pa.Array:
    """Two texts, of which the second is not UTF-8, as careless writers store them."""
    sizes = pa.array([0, 2, 4], pa.int32()).buffers()[1]
    return pa.Array.from_buffers(pa.string(), 2, [None, sizes, pa.py_buffer(b"Q?\xff\xfe")])


@pytest.mark.parametrize("strange", [{"question": not_utf8()}, {"level": pa.array([0, 2**62], pa.timestamp("us"))}])
def test_a_value_that_python_has_none_for_costs_its_row_alone(tmp_path: Path, strange: dict[str, pa.Array]) -> None:
    table = columns(2, **strange)
    if "level" in strange:  # dates are no levels: only the row without one is right
        table = table.set_column(table.schema.get_field_index("level"), "seen", table["level"])
    pq.write_table(table, tmp_path / "t.parquet")
    data, made = imported("generic", tmp_path / "t.parquet", tmp_path / "out")
    assert len(data) == 1
    assert [f.row for f in made.faults] == ["2 (1)"] and "cannot be read" in made.faults[0].reason


def test_an_arrow_file_with_flipped_bytes_is_refused_and_not_obeyed(tmp_path: Path) -> None:
    """Offsets that point out of the file would end the process if they were followed."""
    path, table = tmp_path / "t.arrow", columns(5)
    with pa.ipc.new_stream(str(path), table.schema) as stream:
        stream.write_table(table)
    whole, rng = path.read_bytes(), random.Random(1)
    for k in range(60):
        bytes_ = bytearray(whole)
        for _ in range(rng.choice([1, 3, 20])):
            bytes_[rng.randrange(len(bytes_))] = rng.randrange(256)
        path.write_bytes(bytes_[: rng.randrange(len(bytes_))] if k % 5 == 0 else bytes_)
        with suppress(DioramaError):
            imported("generic", path, tmp_path / f"out-{k}")


def test_a_column_whose_name_is_not_utf8_is_one_line(tmp_path: Path) -> None:
    path, table = tmp_path / "t.arrow", columns(1, strange=pa.array(["x"]))
    with pa.ipc.new_stream(str(path), table.schema) as stream:
        stream.write_table(table)
    path.write_bytes(path.read_bytes().replace(b"strange", b"str\xffnge"))
    with pytest.raises(DioramaError, match="damaged or cut short"):
        imported("generic", path, tmp_path / "out")


@pytest.mark.parametrize("field", ["level", "category", "hint", "question", "A"])
def test_half_of_a_character_is_named_with_its_row(tmp_path: Path, field: str) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(
        "".join(json.dumps(mcq(k, **({field: "\ud800"} if k == 2 else {}))) + "\n" for k in (1, 2)), "utf-8"
    )
    data, made = imported("generic", path, tmp_path / "out")
    assert len(data) == 1 and [f.row for f in made.faults] == ["2 (2)"]


SHOTS: tuple[Callable[[list[Any]], Any], ...] = (
    lambda shots: {"a": 1}, lambda shots: [None], lambda shots: "1", lambda shots: [{**shots[0], "frames": "\ud800"}],
)  # fmt: skip


@pytest.mark.parametrize("change", SHOTS)
def test_shots_of_another_form_cost_their_row_alone(tmp_path: Path, change: Callable[[list[Any]], Any]) -> None:
    exported(dataset(tmp_path / "data"), "jsonl", tmp_path / "lines")
    path = tmp_path / "lines" / "samples.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    rows[0]["shots"] = change(rows[0]["shots"])
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    data, made = imported("jsonl", tmp_path / "lines", tmp_path / "out")
    assert len(data) == len(rows) - 1 and len(made.faults) == 1


def test_objects_with_half_a_character_cost_their_row_alone(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text('kind = "objects"\n', "utf-8")
    rows = [{"index": k, "image": mcq(1)["image"], "question": "Which?", "answer": ["cup", f"vase{end}"]}
            for k, end in enumerate(("", "\ud800"))]  # fmt: skip
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    data, made = imported("generic", tmp_path / "t.jsonl", tmp_path / "out", map=tmp_path / "m.toml")
    assert len(data) == 1 and len(made.faults) == 1


@pytest.mark.parametrize("field", ["question", "answer"])
def test_a_map_must_name_what_every_row_needs(tmp_path: Path, field: str) -> None:
    (tmp_path / "m.toml").write_text(f"[fields]\n{field} = []\n", "utf-8")
    table = write_tsv(tmp_path / "t.tsv", [mcq(1)])
    with pytest.raises(DioramaError, match=f"fields.{field}"):
        imported("generic", table, tmp_path / "out", map=tmp_path / "m.toml")


def run(*words: object) -> Any:
    return CliRunner().invoke(app, ["import", "generic", *map(str, words)])


def test_the_file_of_faults_never_replaces_what_is_read(tmp_path: Path) -> None:
    table, mapping = write_tsv(tmp_path / "t.tsv", [mcq(1), mcq(2, answer="Z")]), tmp_path / "m.toml"
    mapping.write_text('task = "t"\n', "utf-8")
    before = table.read_bytes()
    for path in (table, mapping, tmp_path, tmp_path / "out"):
        done = run(table, "--map", mapping, "--out", tmp_path / "out", "--faults", path)
        assert isinstance(done.exception, DioramaError) and "--faults" in str(done.exception)
    assert table.read_bytes() == before and not (tmp_path / "out").exists()


def test_an_import_that_is_refused_leaves_the_last_faults_alone(tmp_path: Path) -> None:
    table, faults = write_tsv(tmp_path / "t.tsv", [mcq(1), mcq(2, answer="Z")]), tmp_path / "faults.txt"
    assert run(table, "--out", tmp_path / "out", "--faults", faults).exit_code == 3
    before = faults.read_text("utf-8")
    assert isinstance(run(table, "--out", tmp_path / "out", "--faults", faults).exception, DioramaError)
    assert "Z" in before and faults.read_text("utf-8") == before


def test_the_folder_that_one_is_in_is_no_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = write_tsv(tmp_path / "t.tsv", [mcq(1)])
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(DioramaError, match="no name of a new folder"):
        imported("generic", table, Path("."))


def test_what_a_killed_import_left_behind_is_cleared_away_by_the_next(tmp_path: Path) -> None:
    for name in (".out.import", ".out.part"):
        (tmp_path / name / "unpacked").mkdir(parents=True)
        (tmp_path / name / "unpacked" / "big.bin").write_bytes(bytes(1000))
    imported("generic", write_tsv(tmp_path / "t.tsv", [mcq(1)]), tmp_path / "out")
    assert {p.name for p in tmp_path.iterdir()} == {"t.tsv", "out"}


@pytest.mark.parametrize("name", [".out.import", ".out.part"])
def test_a_link_in_the_place_of_a_scratch_folder_is_not_followed(tmp_path: Path, name: str) -> None:
    """Who can write beside `out` could otherwise have any folder of the user's emptied."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work", "utf-8")
    (tmp_path / name).symlink_to(tmp_path / "mine")
    with pytest.raises(DioramaError, match="is a link"):
        imported("generic", write_lines(tmp_path / "t.jsonl", [mcq(1)]), tmp_path / "out")
    assert (tmp_path / "mine" / "thesis.txt").read_text("utf-8") == "years of work"


def test_a_full_disk_is_named_by_where_was_written_and_is_no_fault_of_a_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "what-was-read.parquet")

    table = write_tsv(tmp_path / "t.tsv", [mcq(1)])
    monkeypatch.setattr("diorama.exchange.importers.generic.images", full)
    with pytest.raises(DioramaError, match=r"cannot write to .*out: No space left on device"):
        imported("generic", table, tmp_path / "out")
    data = dataset(tmp_path / "data")
    monkeypatch.setattr("diorama.exchange.exporters.parquet.shutil.copyfile", full)
    with pytest.raises(DioramaError, match=r"cannot write to .*hf: No space left on device"):
        exported(data, "hf", tmp_path / "hf")
    assert {p.name for p in tmp_path.iterdir()} == {"t.tsv", "data"}

"""The benchmark of `structure`: objects and swaps from a table of ground truths."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from diorama.data import key_of
from diorama.kinds import Verdict
from diorama.kinds.table_values import folded, listed, told_option, told_pairs
from tests.exchange.releases import STRUCTURE, imported, png, structure, write_lines


def test_the_objects_of_a_picture_are_those_that_its_rows_name(tmp_path: Path) -> None:
    data, made = imported("structure", structure(tmp_path / "release"), tmp_path / "out")
    sample = data.get("structure-t1-s1")
    assert set(sample.objects.values()) == {"the red mug", "the lamp", "the blue vase", "the book"}
    assert sample.answer_words() == "the blue vase and the book"
    assert data.get("structure-t1-s3").answer_words() == "none"
    assert sample.trace["objects"] == "named by the rows about this picture"
    assert [f.reason for f in made.faults] == ["its task 'T9' is none of T1 to T6"]


def test_listed_objects_count_if_the_table_has_them(tmp_path: Path) -> None:
    release = structure(tmp_path / "release")
    rows = [{**row, "objects": ["red mug", "blue vase", "book", "lamp", "clock"]} for row in STRUCTURE[:2]]
    write_lines(release / "samples.jsonl", rows)
    data, _ = imported("structure", release, tmp_path / "out")
    assert "the clock" in data.get("structure-t1-s1").objects.values()


@pytest.mark.parametrize(
    ("sample_id", "reply", "verdict"),
    [
        ("structure-t1-s1", "The book and the blue vase", Verdict.CORRECT),
        ("structure-t1-s1", "The book", Verdict.INCORRECT),
        ("structure-t1-s1", "The book, the blue vase and the teapot", Verdict.HALLUCINATED),
        ("structure-t1-s3", "none", Verdict.CORRECT),
        ("structure-t2-s2", "the book, then the red mug", Verdict.CORRECT),
        ("structure-t2-s2", "the red mug, then the book", Verdict.INCORRECT),
        ("structure-t5-s4", "swap the apple with the pear", Verdict.CORRECT),
        ("structure-t5-s4", "swap the fig with the pear", Verdict.INCORRECT),
        ("structure-t6-s5", "infeasible", Verdict.CORRECT),
        ("structure-t6-s6", "swap apple with pear; swap fig with pear", Verdict.CORRECT),
    ],
)
def test_replies_are_scored_as_ever(tmp_path: Path, sample_id: str, reply: str, verdict: Verdict) -> None:
    data, _ = imported("structure", structure(tmp_path / "release"), tmp_path / "out")
    sample = data.get(sample_id)
    assert asyncio.run(sample.kind.score(key_of(sample), reply)).verdict is verdict


def test_pictures_inside_the_table_are_told_apart_by_what_they_show(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [
        {**{k: row[k] for k in ("id", "task", "prompt")}, "ground_truth": row["ground_truth"],
         "image": {"bytes": png(k // 2), "path": "x.png"}}
        for k, row in enumerate(STRUCTURE[:3])
    ]  # fmt: skip
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "structure.parquet")
    data, _ = imported("structure", tmp_path / "structure.parquet", tmp_path / "out")
    assert set(data.get("structure-t1-s1").objects.values()) == {"the blue vase", "the book", "the red mug"}
    assert not data.get("structure-t1-s3").objects


def test_values_of_tables_are_read_however_they_are_written() -> None:
    assert listed("['the mug', \"a vase's lid\"]") == ("the mug", "a vase's lid")
    assert listed("mug, red and white vase, and lamp") == ("mug", "red and white vase", "lamp")
    assert listed("red and white vase; lamp") == ("red and white vase", "lamp")
    assert listed("None") == () == listed([])
    assert told_pairs("1. swap A with B, then swap C and D") == (("A", "B"), ("C", "D"))
    assert told_pairs('[["A", "B"]]') == (("A", "B"),) and told_pairs("Infeasible.") is None
    assert folded("The  Red mug.") == "red mug"
    assert told_option("b", ("Yes", "No")) == "No" and told_option("yes", ("Yes", "No")) == "Yes"
    with pytest.raises(ValueError, match="say which is meant"):
        told_option("A", ("B", "A"))

"""JSON lines: everything of a sample, and its files beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from diorama.data import Media, load
from diorama.data.columns import read_query, read_shots
from diorama.kinds import read_answer
from tests.data.samples import sample
from tests.exchange.mixed import dataset, depth_png, exported, mixed, traps


def lines(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "samples.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_field_of_every_sample_is_there(tmp_path: Path) -> None:
    folder = dataset(tmp_path / "data")
    made = exported(folder, "jsonl", tmp_path / "out")
    samples = list(load(folder))
    rows = lines(tmp_path / "out")
    assert made.samples == len(rows) == len(samples) == len(mixed())
    for row, real in zip(rows, samples, strict=True):
        for name in ("id", "suite", "task", "level", "question", "margin", "seed", "version", "objects", "trace"):
            assert row[name] == getattr(real, name), name
        assert tuple(row["options"]) == real.options and row["kind"] == real.kind.name
        assert read_answer(json.dumps(row["answer"])) == real.answer
        query = None if row["query"] is None else json.dumps(row["query"])
        assert read_query(row["suite"], row["task"], row["level"], query) == real.query
        world = None if row["world"] is None else json.dumps(row["world"])
        assert read_shots(json.dumps(row["shots"]) if world else None, world) == real.shots
        assert [part["kind"] for part in row["parts"]] == [part.kind for part in real.parts]
        assert [(m["role"], m["kind"], m["label"]) for m in row["media"]] == [
            (m.role, m.kind, m.label) for m in real.media
        ]
        for said, media in zip(row["media"], real.media, strict=True):
            assert (tmp_path / "out" / said["file"]).read_bytes() == media.data
            assert Path(said["file"]).name == media.name
        for name in ("depth", "outcome"):
            kept = getattr(real, name)
            assert (row[name] is None) == (kept is None)
            assert kept is None or (tmp_path / "out" / row[name]).read_bytes() == kept.data


def test_files_of_one_name_do_not_write_over_each_other(tmp_path: Path) -> None:
    """A picture may be called as the depth is."""
    picture = Media(role="view", kind="image", data=b"a picture", name="depth.png")
    depth = Media(role="depth", kind="image", data=depth_png(), name="depth.png")
    exported(dataset(tmp_path / "data", sample(0, media=(picture,), depth=depth)), "jsonl", tmp_path / "out")
    (row,) = lines(tmp_path / "out")
    assert (tmp_path / "out" / row["media"][0]["file"]).read_bytes() == picture.data
    assert (tmp_path / "out" / row["depth"]).read_bytes() == depth.data


def test_the_same_export_has_the_same_bytes(tmp_path: Path) -> None:
    folder = dataset(tmp_path / "data", traps(), sample(1))
    for name in ("one", "two"):
        exported(folder, "jsonl", tmp_path / name)
    assert (tmp_path / "one/samples.jsonl").read_bytes() == (tmp_path / "two/samples.jsonl").read_bytes()

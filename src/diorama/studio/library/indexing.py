"""Filling the index: what has changed since the last look is read again, the rest is left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from diorama.ask.records import Record
from diorama.ask.run_files import RunInfo
from diorama.data import Dataset, load
from diorama.data.dataset import SHARDS
from diorama.data.keys import scene_from_row
from diorama.data.manifest import FILE
from diorama.data.shards import read_columns, read_index
from diorama.errors import DioramaError, first_fault, short
from diorama.studio.library.finding import find, state_of
from diorama.studio.library.tables import AnswerRow, DatasetRow, RunRow, SampleRow

if TYPE_CHECKING:
    from diorama.studio.studio import Studio

LISTED = 300
"""Characters of a question that lists show."""
_COLUMNS = ("id", "margin", "gates", "question", "options", "answer", "query", "world")
_AT_ONCE = 1000


@dataclass(frozen=True)
class Found:
    """What the folder holds."""

    datasets: int
    samples: int
    runs: int
    faults: tuple[str, ...]

    def line(self) -> str:
        what = f"{self.datasets} datasets with {self.samples:,} samples, {self.runs} files of answers"
        return f"{what}; {len(self.faults)} cannot be read: {'; '.join(self.faults)}" if self.faults else what


def look_again(studio: Studio) -> Found:
    """Bring the index up to date with the folder."""
    folder, storage, now = studio.settings.folder, studio.storage, studio.clock()
    datasets, runs = find(folder)
    with storage.reading() as db:
        known = {row.path: row for row in db.scalars(select(DatasetRow))}
        known_runs = {row.path: row for row in db.scalars(select(RunRow))}
    for path in datasets:
        state = state_of(folder / path / FILE)
        if path in known and known[path].state == state and not known[path].gone and not known[path].fault:
            continue
        try:
            data = load(folder / path)
            rows, fault = list(_sample_rows(data)), ""
        except DioramaError as error:
            data, rows, fault = None, [], short(error)
        with storage.writing() as db:
            row = db.scalar(select(DatasetRow).where(DatasetRow.path == path))
            if row is None:
                row = DatasetRow(path=path, name=Path(path).name or "dataset", fingerprint="", samples=0, tasks={})
                db.add(row)
            row.state, row.indexed, row.gone, row.fault = state, now, False, fault
            if data is not None:
                row.name, row.fingerprint = data.manifest.name, data.fingerprint
                row.samples, row.tasks = len(rows), data.manifest.tasks
                db.flush()
                _replace_samples(db, row.id, rows)
    for path in runs:
        state = state_of(folder / path)
        if path in known_runs and known_runs[path].state == state and not known_runs[path].gone:
            continue
        _index_run(studio, path, state)
    _mark_gone(studio, set(datasets), set(runs))
    with storage.reading() as db:
        there = db.scalars(select(DatasetRow).where(DatasetRow.gone.is_(False))).all()
        asked = db.scalars(select(RunRow).where(RunRow.gone.is_(False))).all()
    faults = [f"{row.path} ({row.fault})" for row in there if row.fault]
    faults += [f"{run.path} ({run.fault})" for run in asked if run.fault]
    return Found(len(there), sum(row.samples for row in there if not row.fault), len(asked), tuple(faults))


def _sample_rows(data: Dataset) -> Iterator[dict[str, Any]]:
    """The index rows of all samples of a dataset, a row group of worlds in memory at a time."""
    position, seen = 0, set()
    for shard in data.shards:
        path = data.folder / SHARDS / shard
        for (group, row, keys), more in zip(read_index(path), read_columns(path, _COLUMNS), strict=True):
            if keys["id"] in seen:
                raise DioramaError(f"two samples have the id '{short(keys['id'], 80)}'")
            seen.add(keys["id"])
            content = sha256(repr([more[name] for name in _COLUMNS[3:]]).encode(errors="replace"))
            yield {
                **keys, "position": position, "scene": scene_from_row(more), "margin": more["margin"],
                "gates": "".join(f"|{gate}" for gate in more["gates"] or ()) + "|",
                "question": (more["question"] or "")[:LISTED], "shard": shard, "row_group": group, "row": row,
                "content": content.hexdigest()[:32],
            }  # fmt: skip
            position += 1


def _replace_samples(db: Session, dataset: int, rows: list[dict[str, Any]]) -> None:
    """Samples that are the same as before keep their status."""
    old = db.execute(
        select(SampleRow.id, SampleRow.content, SampleRow.status).where(
            SampleRow.dataset_id == dataset, SampleRow.status != ""
        )
    ).all()
    kept = {(sample_id, content): status for sample_id, content, status in old}
    db.execute(delete(SampleRow).where(SampleRow.dataset_id == dataset))
    for start in range(0, len(rows), _AT_ONCE):
        part = rows[start : start + _AT_ONCE]
        db.execute(
            insert(SampleRow),
            [{**r, "dataset_id": dataset, "status": kept.get((r["id"], r["content"]), "")} for r in part],
        )


def _index_run(studio: Studio, path: str, state: str) -> None:
    info, fault = None, ""
    places: dict[tuple[str, int], tuple[Record, int, int]] = {}
    try:
        info = _read_places(studio.settings.folder / path, places)
    except (DioramaError, OSError, ValidationError) as error:
        fault = first_fault(error) if isinstance(error, ValidationError) else short(error)
    with studio.storage.writing() as db:
        row = db.scalar(select(RunRow).where(RunRow.path == path))
        if row is None:
            row = RunRow(path=path, dataset="", model="", strategy="", key="", records=0)
            db.add(row)
        row.state, row.gone, row.fault = state, False, fault
        if info is None:
            return
        row.dataset, row.model, row.strategy, row.key = info.dataset, info.model, info.strategy, info.key
        row.records = len(places)
        db.flush()
        db.execute(delete(AnswerRow).where(AnswerRow.run_id == row.id))
        answers = [
            {
                "run_id": row.id, "sample_id": sample_id, "repeat": repeat, "verdict": record.verdict.value,
                "start": start, "length": length,
            }
            for (sample_id, repeat), (record, start, length) in places.items()
        ]  # fmt: skip
        for begin in range(0, len(answers), _AT_ONCE):
            db.execute(insert(AnswerRow), answers[begin : begin + _AT_ONCE])


def _read_places(path: Path, places: dict[tuple[str, int], tuple[Record, int, int]]) -> RunInfo:
    """Where the latest record of each question is in a file of answers; an unfinished last line does not count."""
    with path.open("rb") as file:
        try:
            info = RunInfo.model_validate_json(file.readline())
        except ValidationError:
            raise DioramaError("its first line does not say what was run") from None
        start = file.tell()
        for line in file:
            if line.endswith(b"\n") and line.strip():
                record = Record.model_validate_json(line)
                key = (record.sample_id, record.repeat)
                if key not in places or not record.to_ask_again or places[key][0].to_ask_again:
                    places[key] = (record, start, len(line))
            start += len(line)
    return info


def _mark_gone(studio: Studio, datasets: set[str], runs: set[str]) -> None:
    with studio.storage.writing() as db:
        for dataset in db.scalars(select(DatasetRow)):
            dataset.gone = dataset.path not in datasets
        for run in db.scalars(select(RunRow)):
            run.gone = run.path not in runs

"""Reading samples and records from the disk, a few of them kept in memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Generic, TypeVar

import pyarrow as pa
from pydantic import ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from diorama.ask.records import Record
from diorama.data import Dataset, Media, Sample, load
from diorama.data.columns import from_batch
from diorama.data.dataset import SHARDS
from diorama.data.manifest import FILE
from diorama.data.shards import read_group
from diorama.errors import DioramaError
from diorama.studio.library.finding import state_of
from diorama.studio.library.tables import AnswerRow, DatasetRow, RunRow, SampleRow
from diorama.studio.settings import Settings
from diorama.studio.web.refusals import NotFound, Refusal
from diorama.studio.web.visit import Visit

GROUP_BYTES = 256 << 20
"""Row groups kept in memory."""
SAMPLES_KEPT = 64
Thing = TypeVar("Thing")


class Shelf:
    """The datasets of a folder, for many threads at once."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._datasets: _Kept[Dataset] = _Kept(16, lambda _: 1)
        self._groups: _Kept[pa.Table] = _Kept(GROUP_BYTES, lambda table: int(table.nbytes))
        self._samples: _Kept[Sample] = _Kept(SAMPLES_KEPT, lambda _: 1)

    def folder(self, row: DatasetRow) -> Path:
        """Where a dataset is."""
        return self.settings.folder / row.path

    def dataset(self, row: DatasetRow) -> Dataset:
        """A dataset to read; refused if it is not the one that was indexed."""
        folder = self.folder(row)
        key = (row.path, state_of(folder / FILE))
        data = self._datasets.get(key)
        if data is None:
            if not key[1]:
                raise NotFound("The dataset is no longer in its folder.")
            data = load(folder)
            self._datasets.put(key, data)
        if data.fingerprint != row.fingerprint:
            raise Refusal(
                409, "The dataset has changed", "Its files are not those that were indexed: an admin can look again."
            )
        return data

    def sample(self, dataset: DatasetRow, row: SampleRow) -> Sample:
        """A sample with all that belongs to it."""
        data = self.dataset(dataset)
        place = (data.fingerprint, row.shard, row.row_group)
        found = self._samples.get((*place, row.row))
        if found is None:
            table = self._groups.get(place)
            if table is None:
                if row.shard not in data.manifest.shards:
                    raise NotFound
                table = read_group(data.folder / SHARDS / row.shard, row.row_group)
                self._groups.put(place, table)
            found = next(iter(from_batch(table.slice(row.row, 1))), None)
            if found is None or found.id != row.id:
                raise Refusal(409, "The dataset has changed", "An admin can look again.")
            self._samples.put((*place, row.row), found)
        return found

    def record(self, run: RunRow, answer: AnswerRow) -> Record:
        """A record of a run, from its line."""
        path = self.settings.folder / run.path
        try:
            with path.open("rb") as file:
                file.seek(answer.start)
                record = Record.model_validate_json(file.read(answer.length))
        except (OSError, ValidationError):
            record = None
        if record is None or (record.sample_id, record.repeat) != (answer.sample_id, answer.repeat):
            raise DioramaError(f"{run.path} has changed: an admin can look again")
        return record

    def close(self) -> None:
        for kept in (self._datasets, self._groups, self._samples):
            kept.clear()


def dataset_of(visit: Visit, number: int) -> DatasetRow:
    """The dataset of this number, or the page “not found”."""
    row = visit.db.get(DatasetRow, number)
    if row is None or row.gone:
        raise NotFound("There is no such dataset.")
    if row.fault:
        raise DioramaError(f"{row.name}: {row.fault}")
    return row


def sample_of(visit: Visit, number: int, sample_id: str) -> tuple[DatasetRow, SampleRow]:
    """A sample's place in the index, or the page “not found”."""
    dataset = dataset_of(visit, number)
    row = visit.db.get(SampleRow, (number, sample_id))
    if row is None:
        raise NotFound("There is no such sample in this dataset.")
    return dataset, row


def media_of(sample: Sample, stem: str) -> Media:
    """A picture or clip of a sample by its name: nothing else on the disk can be asked for."""
    named = {m.stem: m for m in sample.media}
    for extra, role in ((sample.outcome, "outcome"), (sample.depth, "depth")):
        if extra is not None:
            named.setdefault(role, extra)
    if stem not in named:
        raise NotFound
    return named[stem]


def runs_of(db: Session, dataset: DatasetRow) -> list[RunRow]:
    """The runs that asked this very dataset."""
    query = select(RunRow).where(RunRow.dataset == dataset.fingerprint, RunRow.gone.is_(False), RunRow.fault == "")
    return list(db.scalars(query.order_by(RunRow.model, RunRow.strategy, RunRow.path)))


def answers_to(visit: Visit, dataset: DatasetRow, sample_id: str) -> Iterator[tuple[RunRow, Record]]:
    """What each model said to a sample."""
    for run in runs_of(visit.db, dataset):
        query = select(AnswerRow).where(AnswerRow.run_id == run.id, AnswerRow.sample_id == sample_id)
        for answer in visit.db.scalars(query.order_by(AnswerRow.repeat)):
            yield run, visit.studio.shelf.record(run, answer)


def set_status(db: Session, dataset: int, sample_id: str, status: str) -> None:
    """Note where a sample stands in review, for lists to show and filter."""
    db.get_one(SampleRow, (dataset, sample_id)).status = status


class _Kept(Generic[Thing]):
    """The latest things that were asked for, up to a sum of sizes."""

    def __init__(self, most: int, size: Callable[[Thing], int]) -> None:
        self._most, self._size, self._sum = most, size, 0
        self._things: OrderedDict[Hashable, Thing] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Thing | None:
        with self._lock:
            if key in self._things:
                self._things.move_to_end(key)
            return self._things.get(key)

    def put(self, key: Hashable, thing: Thing) -> None:
        with self._lock:
            if key in self._things:
                return
            self._things[key] = thing
            self._sum += self._size(thing)
            while self._sum > self._most and len(self._things) > 1:
                self._sum -= self._size(self._things.popitem(last=False)[1])

    def clear(self) -> None:
        with self._lock:
            self._things.clear()
            self._sum = 0

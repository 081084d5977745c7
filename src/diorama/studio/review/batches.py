"""Making batches, and what there is to know of one: its rounds, its counts, what keeps it from being signed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, func, insert, select
from sqlalchemy.orm import Session

from diorama.data import Dataset
from diorama.data.review_log import OUTSTANDING, State
from diorama.errors import DioramaError
from diorama.studio.library.tables import DatasetRow, SampleRow
from diorama.studio.review.choosing import draw_pilot, draw_spots
from diorama.studio.review.tables import Batch, Item, Round, Sort

AT_ONCE = 1000
SIGNED = "signed off"
"""The status of a sample, in the library, whose batch is."""


@dataclass(frozen=True)
class Wish:
    """What somebody wants reviewed."""

    name: str
    sort: Sort
    size: int = 0
    """Of a pilot."""
    seed: int = 0
    share: float = 0.01
    """Of a spot check."""
    pilot: int | None = None


def make_batch(db: Session, row: DatasetRow, data: Dataset, wish: Wish, now: datetime, by: int | None = None) -> Batch:
    """A new batch of a dataset's samples."""
    batch = Batch(
        name=wish.name, sort=wish.sort.value, dataset_id=row.id, seed=wish.seed, since=now, by_id=by,
        share=wish.share if wish.sort is Sort.SPOT else None, pilot_id=wish.pilot, signed_at=None, signed_by_id=None,
    )  # fmt: skip
    samples = _samples(db, row.id)
    if not samples:
        raise DioramaError(f"{row.name} has no samples to review")
    cells = [(each.id, (each.suite, each.task, each.level)) for each in samples]
    match wish.sort:
        case Sort.PILOT:
            chosen = draw_pilot(cells, wish.size, wish.seed)
        case Sort.WHOLE:
            chosen = {sample_id for sample_id, _ in cells}
        case Sort.SPOT:
            chosen = draw_spots((sample_id for sample_id, _ in cells), wish.share, wish.seed)
    db.add(batch)
    db.flush()
    add_items(db, batch, [each for each in samples if each.id in chosen])
    db.add(_round(batch, row, data, now, len(chosen)))
    db.flush()
    return batch


def look_for_more(db: Session, batch: Batch, row: DatasetRow, data: Dataset) -> int:
    """Add to a spot check what was built since; returns how many samples came."""
    samples = _samples(db, row.id)
    known = set(db.scalars(select(Item.sample_id).where(Item.batch_id == batch.id)))
    chosen = draw_spots((each.id for each in samples), batch.share or 0.0, batch.seed)
    new = [each for each in samples if each.id in chosen - known]
    add_items(db, batch, new)
    current = db.get_one(Round, (batch.id, batch.round))
    current.new += len(new)
    current.fingerprint, current.shards = data.fingerprint, {**checksums(data), **current.shards}
    return len(new)


def add_items(
    db: Session, batch: Batch, samples: Iterable[SampleRow], replaces: Mapping[str, str] | None = None
) -> None:
    """Put samples into a batch, in its present round."""
    rows = [
        {
            "batch_id": batch.id, "sample_id": each.id, "position": each.position, "suite": each.suite,
            "task": each.task, "level": each.level, "content": each.content, "round": batch.round,
            "replaces": (replaces or {}).get(each.id, ""),
        }
        for each in samples
    ]  # fmt: skip
    for start in range(0, len(rows), AT_ONCE):
        db.execute(insert(Item), rows[start : start + AT_ONCE])


def next_round(
    db: Session, batch: Batch, row: DatasetRow, data: Dataset, pairs: Mapping[str, str], now: datetime
) -> None:
    """Go on with a revised dataset: what was replaced leaves the batch, and what replaces it waits for review."""
    current = db.get_one(Round, (batch.id, batch.round))
    items = {item.sample_id: item for item in db.scalars(present(batch))}
    if gone := set(pairs) - set(items):
        raise DioramaError(f"'{min(gone)}' is no longer in this round of the batch: nothing was begun")
    for old in pairs:
        items[old].state, items[old].left = State.REPLACED.value, batch.round
        items[old].version += 1
        note_status(db, batch.dataset_id, items[old])
    current.flagged = len(pairs)
    batch.round += 1
    batch.dataset_id = row.id
    batch.version += 1
    places = {new: old for old, new in pairs.items()}
    add_items(db, batch, [each for each in _samples(db, row.id) if each.id in places], places)
    db.add(_round(batch, row, data, now, len(pairs)))
    db.flush()
    for sample_id, item in items.items():
        if sample_id not in pairs:
            note_status(db, batch.dataset_id, item)


def note_status(db: Session, dataset: int, item: Item) -> None:
    """Say in the library where a sample stands; one that is no longer there needs nothing."""
    row = db.get(SampleRow, (dataset, item.sample_id))
    if row is not None:
        signed = item.state == State.VERIFIED and db.get_one(Batch, item.batch_id).signed_at is not None
        row.status = SIGNED if signed else "" if item.state == State.PENDING else item.state


def present(batch: Batch, *states: State) -> Select[Item]:
    """A query for the items of the present round, all or those in some states."""
    query = select(Item).where(Item.batch_id == batch.id, Item.left.is_(None))
    return query.where(Item.state.in_([state.value for state in states])) if states else query


def counts_of(db: Session, batch: Batch) -> dict[State, int]:
    """How many items there are in each state; those that were replaced too."""
    query = select(Item.state, func.count()).where(Item.batch_id == batch.id).group_by(Item.state)
    found = {State(state): count for state, count in db.execute(query)}
    return {state: found.get(state, 0) for state in State}


def outstanding(counts: Mapping[State, int]) -> dict[State, int]:
    """What keeps a batch from being signed off."""
    return {state: counts[state] for state in OUTSTANDING if counts[state]}


def checksums(data: Dataset) -> dict[str, str]:
    return {name: shard.sha256 for name, shard in data.manifest.shards.items()}


def rounds_of(db: Session, batch: Batch) -> list[Round]:
    return list(db.scalars(select(Round).where(Round.batch_id == batch.id).order_by(Round.number)))


def dataset_of_item(db: Session, batch: Batch, item: Item) -> int:
    """The dataset that has the sample: that of the last round which it was in."""
    return batch.dataset_id if item.left is None else db.get_one(Round, (batch.id, item.left)).dataset_id


def _round(batch: Batch, row: DatasetRow, data: Dataset, now: datetime, new: int) -> Round:
    return Round(
        batch_id=batch.id, number=batch.round, dataset_id=row.id, fingerprint=data.fingerprint,
        shards=checksums(data), since=now, new=new,
    )  # fmt: skip


def _samples(db: Session, dataset: int) -> list[SampleRow]:
    return list(db.scalars(select(SampleRow).where(SampleRow.dataset_id == dataset).order_by(SampleRow.position)))

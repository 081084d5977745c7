"""Signing off: from the database to the log in the dataset's folder, if nothing is outstanding."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from diorama.data import Dataset, check
from diorama.data.dataset import SHARDS
from diorama.data.review_log import (
    REVIEW,
    Pilot,
    ReviewedSample,
    ReviewLog,
    ReviewRound,
    State,
    count_issues,
    read_review,
    write_review,
)
from diorama.data.shards import read_columns
from diorama.errors import DioramaError
from diorama.studio.library.tables import DatasetRow
from diorama.studio.review.batches import counts_of, note_status, outstanding, present, rounds_of
from diorama.studio.review.reviewing import as_ballot, as_review
from diorama.studio.review.tables import Batch, Finding, Item, Remark, Round, Sort, Vote
from diorama.studio.web.refusals import Refusal

Row = TypeVar("Row", Finding, Vote)


def sign_off(db: Session, batch: Batch, row: DatasetRow, data: Dataset, folder: Path, by: int, now: datetime) -> str:
    """Write the log of a batch into its dataset; returns the log's checksum.

    A pilot and a whole dataset are closed by it. A spot check is reported as it stands, and goes on.
    """
    if batch.signed_at is not None:
        raise Refusal(409, "It is signed off already")
    gate = batch.sort != Sort.SPOT
    if gate and (left := outstanding(counts_of(db, batch))):
        what = ", ".join(f"{count} {state.value}" for state, count in left.items())
        raise Refusal(409, "Something is outstanding", f"{what}: nothing may be before a batch is signed off.")
    _check_same(db.get_one(Round, (batch.id, batch.round)), data)
    if faults := check(data.folder):
        raise DioramaError(f"{row.path} is damaged: {faults[0]}")
    if not gate and (data.folder / REVIEW).exists() and read_review(data.folder).sort != Sort.SPOT.value:
        raise Refusal(409, "The dataset has the log of a review of its own", "A spot check does not replace it.")
    log = write_review(data.folder, make_log(db, batch, data, folder, by, now))
    batch.log_sha256 = log.sha256
    if gate:
        batch.signed_at, batch.signed_by_id = now, by
        for item in db.scalars(present(batch)):
            item.version += 1
            note_status(db, batch.dataset_id, item)
    return log.sha256


def make_log(db: Session, batch: Batch, data: Dataset, folder: Path, by: int, now: datetime) -> ReviewLog:
    """All that the database knows of a batch, as its log."""
    samples = reviewed_samples(db, batch)
    shards, pipeline = _origins(data, {sample.id for sample in samples if sample.state is not State.REPLACED})
    return ReviewLog(
        sort=Sort(batch.sort).value, name=batch.name, dataset=data.fingerprint, shards=shards,
        pipeline=pipeline, seed=batch.seed, share=batch.share, pilot=_pilot(db, batch, folder),
        rounds=tuple(
            ReviewRound(number=r.number, dataset=r.fingerprint, began=r.since, new=r.new, flagged=r.flagged)
            for r in rounds_of(db, batch)
        ),
        samples=samples, issues=count_issues(samples), signed_by=by, signed_at=now,
    )  # fmt: skip


def reviewed_samples(db: Session, batch: Batch) -> tuple[ReviewedSample, ...]:
    """Every sample that was ever in the batch, with what was said about it."""
    findings: defaultdict[int, list[Finding]] = defaultdict(list)
    for finding in db.scalars(_of(batch, Finding)):
        findings[finding.item_id].append(finding)
    votes: defaultdict[int, list[Vote]] = defaultdict(list)
    for vote in db.scalars(_of(batch, Vote)):
        votes[vote.item_id].append(vote)
    said = select(Remark.item_id, func.count()).join(Item, Item.id == Remark.item_id).where(Item.batch_id == batch.id)
    remarks: dict[int, int] = {item: count for item, count in db.execute(said.group_by(Remark.item_id))}
    items = db.scalars(select(Item).where(Item.batch_id == batch.id).order_by(Item.round, Item.position, Item.id))
    return tuple(
        ReviewedSample(
            id=item.sample_id, suite=item.suite, task=item.task, level=item.level, round=item.round,
            state=State(item.state), replaces=item.replaces,
            reviews=tuple(as_review(row) for row in sorted(findings[item.id], key=lambda row: row.layer)),
            ballots=tuple(as_ballot(row) for row in sorted(votes[item.id], key=lambda row: (row.at, row.person_id))),
            remarks=remarks.get(item.id, 0),
        )
        for item in items
    )  # fmt: skip


def _of(batch: Batch, table: type[Row]) -> Select[Row]:
    """What was said about the items of a batch."""
    return select(table).join(Item, Item.id == table.item_id).where(Item.batch_id == batch.id)


def _origins(data: Dataset, wanted: set[str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """The checksums of the files that hold some samples, and the versions of the pipeline that made these."""
    shards, versions = {}, set()
    for name in data.shards:
        rows = [row for row in read_columns(data.folder / SHARDS / name, ("id", "version")) if row["id"] in wanted]
        if rows:
            shards[name] = data.manifest.shards[name].sha256
            versions |= {row["version"] for row in rows}
    return shards, tuple(sorted(versions))


def _pilot(db: Session, batch: Batch, folder: Path) -> Pilot | None:
    """The log that a spot check points to, if it is still what was signed."""
    if batch.pilot_id is None:
        return None
    pilot = db.get_one(Batch, batch.pilot_id)
    if pilot.signed_at is None:
        raise Refusal(409, "Its pilot is not signed off", f"Sign {pilot.name} off first.")
    log = read_review(folder / db.get_one(DatasetRow, pilot.dataset_id).path)
    if log.sha256 != pilot.log_sha256 or log.checksum() != log.sha256:
        raise DioramaError(f"the log of {pilot.name} is not the one that was signed")
    return Pilot(dataset=log.dataset, sha256=log.sha256, pipeline=log.pipeline)


def _check_same(current: Round, data: Dataset) -> None:
    """Refuse if a file is not the one that was reviewed; files that came later are no matter."""
    for name, checksum in current.shards.items():
        shard = data.manifest.shards.get(name)
        if shard is None or shard.sha256 != checksum:
            raise Refusal(409, "The dataset has changed", f"{name} is not the file that was reviewed.")

"""Making again what was found at fault: the list of it, the others in its place, and the next round of the batch."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import Session

from diorama.data import Dataset, load
from diorama.data.manifest import FILE
from diorama.data.review_log import Issue, State
from diorama.data.revising import Cell, build_others, other_seed, others_from, replaced_by, revise
from diorama.errors import DioramaError, UnknownName
from diorama.studio.audit.log import write
from diorama.studio.library.indexing import look_again
from diorama.studio.library.tables import DatasetRow
from diorama.studio.review.batches import next_round, present
from diorama.studio.review.reviewing import reviews_of
from diorama.studio.review.tables import Batch, Item, Sort

if TYPE_CHECKING:
    from diorama.studio.studio import Studio


@dataclass(frozen=True)
class Affected:
    """A sample that has to be made again, and why."""

    id: str
    suite: str
    task: str
    level: str
    round: int
    issues: tuple[Issue, ...]
    notes: tuple[str, ...]

    def line(self) -> str:
        return json.dumps(vars(self), ensure_ascii=False)


@dataclass(frozen=True)
class Again:
    """What is made again."""

    out: Path
    """The folder of the new dataset, inside the studio's."""
    source: Path | None = None
    """Where others are taken from; without it they are built."""
    tasks: tuple[str, ...] = ()
    """All samples of these tasks, because the fault is systemic …"""
    everything: bool = False
    """… or all there are."""
    workers: int = 1


@dataclass(frozen=True)
class Begun:
    """A new round."""

    number: int
    replaced: int
    path: str

    def line(self) -> str:
        return f"round {self.number}: {self.replaced} samples were made again, and wait for review in {self.path}"


def affected(db: Session, batch: Batch) -> Iterator[Affected]:
    """The samples of the present round that were found at fault."""
    for item in db.scalars(present(batch, State.FLAGGED).order_by(Item.position)):
        reviews = reviews_of(db, item)
        raised = {issue for review in reviews for issue in review.issues}
        notes = tuple(review.note for review in reviews if review.note and review.flagged)
        issues = tuple(issue for issue in Issue if issue in raised)
        yield Affected(item.sample_id, item.suite, item.task, item.level, item.round, issues, notes)


def batch_named(db: Session, name: str) -> Batch:
    """A batch by its number or its name."""
    if name.isascii() and name.isdigit() and len(name) < 10 and (batch := db.get(Batch, int(name))) is not None:
        return batch
    found = list(db.scalars(select(Batch).where(Batch.name == name)))
    if not found:
        known = [f"{batch.id} ({batch.name})" for batch in db.scalars(select(Batch).order_by(Batch.id))]
        raise UnknownName("batch", name, known)
    if len(found) > 1:
        raise DioramaError(f"several batches are called '{name}': give its number")
    return found[0]


def regenerate(studio: Studio, name: str, again: Again) -> Begun:
    """Make others for what is at fault, write the revised dataset, and begin the next round with it.

    Stopped and started again, it goes on: what was built is kept, and a dataset that is there is not written anew.
    """
    folder = studio.settings.folder.resolve()
    if not again.out.resolve().is_relative_to(folder):
        raise DioramaError(f"--out {again.out} is not inside {folder}, where the studio looks for datasets")
    with studio.storage.reading() as db:
        batch = batch_named(db, name)
        drop, cells = _to_drop(db, batch, again)
        old = load(folder / db.get_one(DatasetRow, batch.dataset_id).path)
    seed = other_seed(old.manifest.plan.seed, batch.round)
    if not _made(again.out, old):
        made = again.out.with_name(f".{again.out.name}.made")
        if again.source is None:
            others = build_others(old.manifest.plan, cells, seed, made, workers=again.workers)
        else:
            others = others_from(load(again.source), cells, old, drop)
        revise(old, drop, others, again.out)
        shutil.rmtree(made, ignore_errors=True)
    new = load(again.out)
    pairs = replaced_by(old, new, drop)
    look_again(studio)
    path = again.out.resolve().relative_to(folder).as_posix()
    now = studio.clock()
    with studio.storage.writing() as db:
        batch = batch_named(db, str(batch.id))
        row = db.scalar(select(DatasetRow).where(DatasetRow.path == path))
        if row is None or row.fault:
            raise DioramaError(f"{again.out} cannot be read{f': {row.fault}' if row else ''}")
        if set(_to_drop(db, batch, again)[0]) != set(drop):
            raise DioramaError(f"the review has gone on meanwhile: run it again with another --out than {again.out}")
        next_round(db, batch, row, new, pairs, now)
        write(db, now, None, "made again", "batch", batch.id, round=batch.round, samples=sorted(pairs), dataset=path)
        return Begun(batch.round, len(pairs), path)


def _to_drop(db: Session, batch: Batch, again: Again) -> tuple[list[str], Counter[Cell]]:
    """The samples that are replaced, and how many there are of each cell."""
    if batch.sort == Sort.SPOT:
        raise DioramaError("a spot check is no gate: nothing is made again for it")
    if batch.signed_at is not None:
        raise DioramaError(f"{batch.name} is signed off: nothing in it changes any more")
    items = list(db.scalars(present(batch).order_by(Item.position)))
    for task in again.tasks:
        if task not in {item.task for item in items}:
            raise UnknownName("task in this batch", task, {item.task for item in items})
    chosen = [i for i in items if again.everything or i.task in again.tasks or i.state == State.FLAGGED]
    if not chosen:
        raise DioramaError(f"nothing in {batch.name} was found at fault: there is nothing to make again")
    return [i.sample_id for i in chosen], Counter((i.suite, i.task, i.level) for i in chosen)


def _made(out: Path, old: Dataset) -> bool:
    """Whether an earlier start of the same command has written the dataset already."""
    if not (out / FILE).is_file():
        return False
    if load(out).manifest.plan.revised_from != old.fingerprint:
        raise DioramaError(f"{out} is another dataset: choose a new folder")
    return True


def list_of(lines: Sequence[Affected]) -> str:
    """The affected samples as JSON lines."""
    return "".join(f"{each.line()}\n" for each in lines)

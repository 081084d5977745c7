"""Spot checks by command: begun once for a dataset, and continued as it grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from diorama.data import load
from diorama.errors import DioramaError, UnknownName
from diorama.studio.audit.log import write
from diorama.studio.library.indexing import look_again
from diorama.studio.library.tables import DatasetRow
from diorama.studio.review.batches import Wish, look_for_more, make_batch
from diorama.studio.review.regenerating import batch_named
from diorama.studio.review.tables import Batch, Round, Sort

if TYPE_CHECKING:
    from diorama.studio.studio import Studio


def spot(studio: Studio, path: str, *, share: float, seed: int, pilot: str = "") -> str:
    """Begin or continue the spot check of a dataset with this share and seed; says what came of it."""
    look_again(studio)
    now = studio.clock()
    with studio.storage.writing() as db:
        row = db.scalar(select(DatasetRow).where(DatasetRow.path == path.strip("/"), DatasetRow.gone.is_(False)))
        if row is None:
            raise UnknownName("dataset", path, db.scalars(select(DatasetRow.path)))
        if row.fault:
            raise DioramaError(f"{path}: {row.fault}")
        data = load(studio.settings.folder / row.path)
        refers = batch_named(db, pilot) if pilot else None
        if refers is not None and (refers.sort == Sort.SPOT or refers.signed_at is None):
            raise DioramaError(f"{refers.name} is no batch that was signed off: a spot check refers to one that was")
        batch = db.scalar(
            select(Batch).where(
                Batch.dataset_id == row.id, Batch.sort == Sort.SPOT.value, Batch.seed == seed, Batch.share == share
            )
        )
        if batch is None:
            number = refers.id if refers is not None else None
            wish = Wish(f"Spot check of {row.name}", Sort.SPOT, seed=seed, share=share, pilot=number)
            batch = make_batch(db, row, data, wish, now)
            came = db.get_one(Round, (batch.id, 1)).new
            write(db, now, None, "began", "batch", batch.id, name=batch.name, sort=batch.sort, share=share, seed=seed)
        else:
            came = look_for_more(db, batch, row, data)
            write(db, now, None, "looked for more", "batch", batch.id, came=came)
        return f"batch {batch.id}: {came} of the {row.samples:,} samples of {path} came to be looked at"

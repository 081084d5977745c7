"""The library: all datasets and runs that were found."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import func, select
from starlette.responses import Response

from diorama.studio.library.indexing import look_again
from diorama.studio.library.tables import PART, DatasetRow, RunRow
from diorama.studio.people.roles import STAFF, Role
from diorama.studio.web.screen import Screen, Tile
from diorama.studio.web.visit import Here, Visit


def _tiles(visit: Visit) -> list[Tile]:
    count = visit.db.scalar(select(func.count()).select_from(DatasetRow).where(DatasetRow.gone.is_(False)))
    return [Tile("Datasets", "/library", "browse samples", count)]


SCREEN = Screen("library", "Library", Path(__file__).parent, "/library", STAFF, part=PART, tiles=_tiles)


@SCREEN.page("/library")
def library(visit: Here) -> Response:
    """Datasets, and how many answers there are to each."""
    datasets = visit.db.scalars(select(DatasetRow).where(DatasetRow.gone.is_(False)).order_by(DatasetRow.path)).all()
    runs = visit.db.scalars(select(RunRow).where(RunRow.gone.is_(False)).order_by(RunRow.model, RunRow.path)).all()
    known = {row.fingerprint for row in datasets if not row.fault}
    by_dataset = {name: [run for run in runs if run.dataset == name] for name in known}
    others = [run for run in runs if run.dataset not in known]
    return visit.page("library/library.html", datasets=datasets, by_dataset=by_dataset, others=others)


@SCREEN.action("/library/look", roles=frozenset({Role.ADMIN}), transaction=False)
def look(visit: Here) -> Response:
    """Look at the folder again."""
    return visit.go("/library", f"Found {look_again(visit.studio).line()}.")

"""Browse: the samples of a dataset, and one of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import Query
from sqlalchemy import func, select
from starlette.responses import Response

from diorama.kinds import Verdict
from diorama.studio.browse.filters import UNREVIEWED, Filters
from diorama.studio.browse.view import SampleView, replies_to, sample_view
from diorama.studio.library.shelf import dataset_of, media_of, runs_of, sample_of
from diorama.studio.library.tables import AnswerRow, DatasetRow, SampleRow
from diorama.studio.people.roles import STAFF
from diorama.studio.web.paging import Paging
from diorama.studio.web.ranges import ranged
from diorama.studio.web.screen import Screen
from diorama.studio.web.security import SANDBOX
from diorama.studio.web.visit import Here, Visit

SCREEN = Screen("browse", "", Path(__file__).parent, "/library", STAFF)
AT_ONCE = 24
MIME = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
    "mp4": "video/mp4",
    "webm": "video/webm",
}


@SCREEN.page("/browse/{dataset}")
def listing(visit: Here, dataset: int, page: Annotated[int, Query(ge=1, le=10**6)] = 1) -> Response:
    """The samples that pass the filters, a page at a time."""
    at, filters = dataset_of(visit, dataset), Filters.of(visit.request.query_params)
    total = visit.db.scalar(filters.select(dataset, func.count())) or 0
    paging = Paging(page, total, AT_ONCE, visit.request.url)
    rows = visit.db.scalars(
        filters.select(dataset).order_by(SampleRow.position).limit(AT_ONCE).offset(paging.start)
    ).all()
    runs = runs_of(visit.db, at)
    shown = next((run for run in runs if str(run.id) == filters.run), None)
    return visit.page(
        "browse/list.html", dataset=at, rows=rows, paging=paging, filters=filters, choices=_choices(visit, at),
        runs=runs, verdicts=[v.value for v in Verdict], unreviewed=UNREVIEWED,
        said={} if shown is None else _verdicts(visit, shown.id, [row.id for row in rows]),
    )  # fmt: skip


@SCREEN.page("/browse/{dataset}/{sample}")
def one_sample(visit: Here, dataset: int, sample: str) -> Response:
    """A sample with its pictures, its question, why its answer is right, and what models said."""
    view, filters = sample_view(visit, dataset, sample), Filters.of(visit.request.query_params)
    before, after = _neighbours(visit, view, filters)
    return visit.page(
        "browse/sample.html", view=view, replies=replies_to(visit, view), filters=filters, before=before, after=after
    )


@SCREEN.page("/browse/{dataset}/{sample}/media/{stem}")
def media(visit: Here, dataset: int, sample: str, stem: str) -> Response:
    """A picture or clip as it is stored."""
    view = sample_view(visit, dataset, sample)
    file = media_of(view.sample, stem)
    usual = "image/png" if file.kind == "image" else "video/mp4"
    return ranged(visit.request, file.data, MIME.get(file.name.rsplit(".", 1)[-1].lower(), usual))


@SCREEN.page("/browse/{dataset}/{sample}/small")
def small(visit: Here, dataset: int, sample: str) -> Response:
    """A small picture, for lists."""
    at, row = sample_of(visit, dataset, sample)
    studio = visit.studio
    return ranged(visit.request, studio.drawer.small(at, row, lambda: studio.shelf.sample(at, row)), "image/webp")


@SCREEN.page("/browse/{dataset}/{sample}/drawn/{what}")
def drawn(visit: Here, dataset: int, sample: str, what: str) -> Response:
    """Boxes, masks, depth, the answer, what would follow: drawn when first asked for."""
    at, row = sample_of(visit, dataset, sample)
    visit.studio.shelf.dataset(at)
    visit.db.close()  # a drawing takes long: others need the connection
    return ranged(visit.request, visit.studio.drawer.made(at, row, what.removesuffix(".png")), "image/png")


@SCREEN.page("/browse/{dataset}/{sample}/world")
def world(visit: Here, dataset: int, sample: str) -> Response:
    """The world in 3D, for a frame that can do nothing but show it."""
    at, row = sample_of(visit, dataset, sample)
    visit.studio.shelf.dataset(at)
    visit.db.close()
    response = ranged(visit.request, visit.studio.drawer.made(at, row, "world"), "text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = SANDBOX
    return response


def _choices(visit: Visit, at: DatasetRow) -> dict[str, list[str]]:
    """What can be chosen in each filter."""
    own = SampleRow.dataset_id == at.id
    found = {
        name: sorted(visit.db.scalars(select(getattr(SampleRow, name)).where(own).distinct()))
        for name in ("suite", "task", "level", "status")
    }
    texts = visit.db.scalars(select(SampleRow.gates).where(own).distinct())
    found["gate"] = sorted({gate for text in texts for gate in text.split("|") if gate})
    return found


def _verdicts(visit: Visit, run: int, samples: list[str]) -> dict[str, str]:
    query = select(AnswerRow.sample_id, AnswerRow.verdict).where(
        AnswerRow.run_id == run, AnswerRow.sample_id.in_(samples)
    )
    return dict(visit.db.execute(query.order_by(AnswerRow.repeat.desc())).all())


def _neighbours(visit: Visit, view: SampleView, filters: Filters) -> tuple[str | None, str | None]:
    """The samples before and after it among those that pass the filters."""
    own, here = filters.select(view.dataset.id, SampleRow.id), view.row.position
    before = own.where(SampleRow.position < here).order_by(SampleRow.position.desc()).limit(1)
    after = own.where(SampleRow.position > here).order_by(SampleRow.position).limit(1)
    return visit.db.scalar(before), visit.db.scalar(after)

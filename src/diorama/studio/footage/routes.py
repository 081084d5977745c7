"""Video: projects of footage, and the three tools for their questions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import Form, Query
from sqlalchemy import func, select
from starlette.responses import Response

from diorama.footage.checks import check_video
from diorama.studio.footage import filtering, playing, repairing, validating
from diorama.studio.footage.files import count_by, files_state, folders_in, step, unfiled
from diorama.studio.footage.places import CLIP_STATUSES, clips_in, folder_of, project_of
from diorama.studio.footage.progress import progress_of
from diorama.studio.footage.seen import clip_work
from diorama.studio.footage.tables import PART, ClipRow, ProjectRow, QuestionRow
from diorama.studio.people.roles import STAFF, Role
from diorama.studio.people.tables import Person
from diorama.studio.web.paging import Paging
from diorama.studio.web.refusals import NotFound
from diorama.studio.web.screen import Screen, Tile
from diorama.studio.web.visit import Here, Visit
from diorama.studio.work.leases import held


def _tiles(visit: Visit) -> list[Tile]:
    waiting = select(func.count()).select_from(ClipRow).where(ClipRow.status == "pending", ClipRow.gone.is_(False))
    return [Tile("Clips to filter", "/footage", "questions from real footage", visit.db.scalar(waiting))]


SCREEN = Screen("footage", "Video", Path(__file__).parent, "/footage", STAFF, part=PART, tiles=_tiles)
filtering.add_to(SCREEN)
playing.add_to(SCREEN)
validating.add_to(SCREEN)
repairing.add_to(SCREEN)


AT_ONCE = 100
"""Clips on a page."""


@SCREEN.page("/footage")
def projects(visit: Here) -> Response:
    """The folders of footage: those that are worked on here, and those that are not yet."""
    rows = visit.db.scalars(select(ProjectRow).order_by(ProjectRow.path)).all()
    known = {row.path for row in rows}
    new = [path for path in folders_in(visit.studio.settings.folder) if path not in known]
    counts = {
        row.id: (
            count_by(visit.db, ClipRow.status, ClipRow.project_id == row.id, ClipRow.gone.is_(False)),
            count_by(visit.db, QuestionRow.status, QuestionRow.project_id == row.id, QuestionRow.deleted.is_(False)),
        )
        for row in rows
    }
    return visit.page("footage/projects.html", projects=rows, new=new, counts=counts, clip_words=CLIP_STATUSES)


@SCREEN.action("/footage/open")
def open_project(visit: Here, path: Annotated[str, Form(max_length=4000)]) -> Response:
    """Begin to work on a folder: its records are read."""
    if path not in folders_in(visit.studio.settings.folder):
        raise NotFound("There is no such folder of footage.")
    return _step(visit, path)


@SCREEN.page("/footage/{project}")
def one_project(
    visit: Here, project: int, page: Annotated[int, Query(ge=1, le=10**6)] = 1, status: str = ""
) -> Response:
    """A project: counts, its clips a page at a time, and the way to the tools."""
    at = project_of(visit, project)
    names = dict(visit.db.execute(select(Person.id, Person.name)).all())
    clips = [row for row in clips_in(visit, at) if row.status == status or status not in CLIP_STATUSES]
    paging = Paging(page, len(clips), AT_ONCE, visit.request.url)
    clips = clips[paging.start : paging.start + AT_ONCE]
    own = (QuestionRow.project_id == at.id, QuestionRow.deleted.is_(False))
    return visit.page(
        "footage/project.html", project=at, clips=clips, paging=paging, chosen=status, clip_words=CLIP_STATUSES,
        all_questions=count_by(visit.db, QuestionRow.clip_id, *own),
        open_questions=count_by(visit.db, QuestionRow.clip_id, *own, QuestionRow.status == "pending"),
        clip_counts=count_by(visit.db, ClipRow.status, ClipRow.project_id == at.id, ClipRow.gone.is_(False)),
        progress=progress_of(visit, at), unfiled=unfiled(visit.db, at.id),
        changed=files_state(folder_of(visit, at)) != at.state,
        holders={lease.item: names.get(lease.person_id, "") for lease in held(visit.db, clip_work(at), visit.now)},
        missing={row.id: check_video(row.clip, folder_of(visit, at)) for row in clips if row.status != "rejected"},
        annotates=visit.is_(Role.ANNOTATOR),
    )  # fmt: skip


@SCREEN.action("/footage/{project}/step")
def bring_in_step(visit: Here, project: int) -> Response:
    """Read what was changed in the files, and write what was changed here."""
    return _step(visit, project_of(visit, project).path)


def _step(visit: Visit, path: str) -> Response:
    at, done = step(visit.db, visit.studio.settings.folder, path, visit.person.id, visit.now)
    visit.log(
        "brought in step with its files", "footage", at.path, read=done.read, written=done.written, notes=done.notes
    )
    return visit.go(f"/footage/{at.id}", done.line())

"""Filter and cut: which candidate questions are worth keeping, and where the clip is cut for each."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Form
from starlette.responses import Response

from diorama.footage.clock import clock, read_clock
from diorama.footage.records import TWO_VIEWS
from diorama.studio.footage.history import change, undo, with_fields
from diorama.studio.footage.places import (
    CLIP_STATUSES,
    clip_of,
    clips_in,
    project_of,
    question_of,
    questions_of,
    reference_choices,
    reference_fields,
    shown,
)
from diorama.studio.footage.seen import being_validated, clip_work, gives_away, has_taken, keep_clip, take_clip
from diorama.studio.footage.tables import ClipRow, ProjectRow, QuestionRow
from diorama.studio.people.roles import Role
from diorama.studio.web.refusals import Invalid
from diorama.studio.web.screen import Screen
from diorama.studio.web.visit import Here, Visit
from diorama.studio.work.leases import held, release
from diorama.studio.work.versions import check_version

WORKERS = frozenset({Role.ANNOTATOR})
VIEWPOINTS = ("ego", "exo", *TWO_VIEWS)
Text = Annotated[str, Form(max_length=2000)]
Number = Annotated[int, Form()]


def add_to(screen: Screen) -> None:
    """Declare the routes."""
    screen.action("/footage/{project}/filter/next", roles=WORKERS)(next_clip)
    screen.action("/footage/{project}/clips/{clip}/take", roles=WORKERS)(take_one)
    screen.page("/footage/{project}/clips/{clip}", roles=WORKERS)(one_clip)
    screen.action("/footage/{project}/clips/{clip}/status", roles=WORKERS)(set_status)
    screen.action("/footage/{project}/questions/{question}/filter", roles=WORKERS)(decide)


def next_clip(visit: Here, project: int, after: Text = "") -> Response:
    """Take the next clip that is pending and free."""
    at = project_of(visit, project)
    busy = {each.item for each in held(visit.db, clip_work(at), visit.now) if each.person_id != visit.person.id}
    rows = [row for row in clips_in(visit, at) if row.id not in busy]
    mine = being_validated(visit, at)
    later = next((k + 1 for k, row in enumerate(rows) if row.id == after), 0)
    for row in (*rows[later:], *rows[:later]):
        if row.status == "pending" and row.id != after and not any(gives_away(row.clip, *each) for each in mine):
            take_clip(visit, at, row)
            return visit.go(f"/footage/{at.id}/clips/{row.id}")
    return visit.go(f"/footage/{at.id}", "No other clip is pending and free.")


def take_one(visit: Here, project: int, clip: str, question: Text = "") -> Response:
    """Take a clip, to filter its questions or to repair one of them."""
    at = project_of(visit, project)
    row = clip_of(visit, at, clip)
    take_clip(visit, at, row)
    there = f"questions/{question_of(visit, at, question).id}" if question else f"clips/{row.id}"
    return visit.go(f"/footage/{at.id}/{there}")


def one_clip(visit: Here, project: int, clip: str) -> Response:
    """A clip with its player and its questions; before it is taken, only a button to take it."""
    at = project_of(visit, project)
    row = clip_of(visit, at, clip)
    rows = clips_in(visit, at)
    place = next((k for k, each in enumerate(rows) if each.id == row.id), 0)
    around = {
        "before": rows[place - 1].id if place else "",
        "after": rows[place + 1].id if place + 1 < len(rows) else "",
        "place": place + 1, "of": len(rows), "status": CLIP_STATUSES[row.status],
    }  # fmt: skip
    if not has_taken(visit, at, row.id):
        return visit.page("footage/begin.html", project=at, row=row, around=around, question="")
    questions = questions_of(visit, at, row)
    return visit.page(
        "footage/clip.html", project=at, row=row, clip=row.clip, around=around, questions=questions,
        work=clip_work(at), viewpoints=VIEWPOINTS, clock=clock,
        choices={q.row.id: list(reference_choices(q.clip, q.candidate)) for q in questions},
    )  # fmt: skip


def set_status(visit: Here, project: int, clip: str, status: Text, version: Number, why: Text = "") -> Response:
    """Say that a clip is reviewed, unavailable (with the reason), or pending again; then on to the next."""
    at = project_of(visit, project)
    row = clip_of(visit, at, clip)
    keep_clip(visit, at, row.id)
    if status not in CLIP_STATUSES:
        raise Invalid("There is no such status.")
    why = " ".join(why.split())
    pending = [q for q in questions_of(visit, at, row, deleted=False) if q.row.status == "pending"]
    if status == "kept" and pending:
        raise Invalid(f"{len(pending)} of its questions are still pending: keep or delete them first.")
    if status == "rejected" and not why:
        raise Invalid("Say why the clip is unavailable.")
    theirs = {"status": CLIP_STATUSES[row.status], "why": row.record.get("why", "")}
    check_version(row, version, yours={"status": CLIP_STATUSES[status], "why": why}, theirs=theirs)
    row.record = {**row.record, "status": status, "why": why if status == "rejected" else row.record.get("why", "")}
    row.status = status
    visit.log(CLIP_STATUSES[status], "clip", row.id, project=at.path, before=theirs["status"], why=why)
    if status == "pending":
        return visit.go(f"/footage/{at.id}/clips/{row.id}")
    release(visit.db, clip_work(at), row.id, visit.person.id)
    return next_clip(visit, project, after=row.id)


def decide(
    visit: Here,
    project: int,
    question: str,
    deed: Text,
    version: Number,
    cut: Text = "",
    viewpoint: Text = "",
    reference: Text = "",
    reference_at: Text = "",
) -> Response:
    """Keep, put back, delete, or undo; what the form says of cut and views is stored with it."""
    at = project_of(visit, project)
    row = question_of(visit, at, question)
    clip = clip_of(visit, at, row.clip_id)
    keep_clip(visit, at, clip.id)
    me, how = visit.person.id, deed
    if deed == "undo":
        how = f"undo to v{undo(visit.db, row, version, me, visit.now).number}"
    elif deed == "delete":
        change(visit.db, row, version, row.record, me, "deleted", visit.now, deleted=True)
    elif deed in ("keep", "pend", "save"):
        record = _with_form(row, clip, cut, viewpoint, reference, reference_at)
        if deed != "save":
            how = "kept" if deed == "keep" else "pending again"
            record = with_fields(record, status="kept" if deed == "keep" else "pending", reason="")
        change(visit.db, row, version, record, me, "cut and view" if deed == "save" else how, visit.now)
    else:
        raise Invalid("There is no such button.")
    visit.log(how, "question", row.id, project=at.path, version=row.version)
    if not visit.by_script:
        return visit.go(f"/footage/{at.id}/clips/{clip.id}")
    return visit.data(told(visit, at, row, clip))


def _with_form(
    row: QuestionRow, clip: ClipRow, cut: str, viewpoint: str, reference: str, reference_at: str
) -> dict[str, Any]:
    """The record with cut and views as the form has them; moments that are asked about stay on the unseen side."""
    candidate, found = row.candidate, read_clock(cut) if cut else row.candidate.cut
    if found is None:
        raise Invalid("The cut is no time: write it like 0:04.200.")
    moment = read_clock(reference_at) if reference_at else None
    views = reference_fields(reference, moment, clip.clip, candidate)
    record = with_fields(row.record, cut=found, viewpoint=viewpoint or candidate.viewpoint, **views)
    begin, end = record["asks_from"], record["asks_to"]
    if found != candidate.cut:
        if candidate.direction == "forward":
            begin = max(begin, found)
            end = max(end, begin)
        else:
            end = min(end, found)
            begin = min(begin, end)
    return with_fields(record, asks_from=begin, asks_to=end)


def told(visit: Visit, project: ProjectRow, row: QuestionRow, clip: ClipRow) -> dict[str, Any]:
    """What the script puts on the page after a save."""
    now = shown(visit, project, row, clip.clip)
    one = now.candidate
    return {
        "version": row.version, "status": one.status.value, "deleted": row.deleted, "cut": clock(one.cut),
        "seconds": one.cut, "asks": f"{clock(one.asks_from)} to {clock(one.asks_to)}", "fault": now.fault,
        "viewpoint": one.viewpoint, "reference": now.reference_choice,
        "reference_at": "" if one.reference_at is None else clock(one.reference_at),
    }  # fmt: skip

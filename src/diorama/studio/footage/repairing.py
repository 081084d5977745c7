"""Repair: every field of a question, with all its versions; add, copy, delete; wrong options from a model."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Form, Query
from pydantic import BaseModel, Field
from sqlalchemy import func, select
from sqlalchemy.orm import defer
from starlette.responses import Response

from diorama.errors import DioramaError, short
from diorama.footage import Candidate, Clip, ModelUse, Status
from diorama.footage.checks import MOST_OPTIONS
from diorama.footage.clock import clock, read_clock
from diorama.footage.distractors import options_for
from diorama.footage.records import REASONS, QuestionType
from diorama.studio.footage.films import times
from diorama.studio.footage.history import begin, change, past_of, plain, undo, with_fields
from diorama.studio.footage.places import (
    clip_of,
    clips_in,
    folder_of,
    project_of,
    question_of,
    reference_choices,
    reference_fields,
    shown,
)
from diorama.studio.footage.seen import clip_work, has_taken, keep_clip, take_clip, taken_clips
from diorama.studio.footage.tables import ClipRow, ProjectRow, QuestionRow, VersionRow
from diorama.studio.people.roles import Role
from diorama.studio.web.paging import Paging
from diorama.studio.web.refusals import Invalid, NotFound, Refusal
from diorama.studio.web.screen import Screen
from diorama.studio.web.visit import Here, Visit

WORKERS = frozenset({Role.ANNOTATOR})
VIEWPOINTS = ("ego", "exo", "exo-exo", "ego-exo", "exo-ego")
STATUSES = {"pending": "pending", "kept": "usable", "rejected": "unusable"}
PROPOSED = 4
"""Options of a question, with those that a model proposes."""
AT_ONCE = 50
"""Clips on a page of the overview."""
Text = Annotated[str, Form(max_length=2000)]
Number = Annotated[int, Form()]


class Edit(BaseModel):
    """The form of a question, as it is typed."""

    version: int
    question: str = Field("", max_length=2000)
    type: str = ""
    direction: str = ""
    viewpoint: str = ""
    reference: str = Field("", max_length=100)
    reference_at: str = Field("", max_length=40)
    start: str = Field("", max_length=40)
    end: str = Field("", max_length=40)
    cut: str = Field("", max_length=40)
    asks_from: str = Field("", max_length=40)
    asks_to: str = Field("", max_length=40)
    option: list[Annotated[str, Field(max_length=2000)]] = Field(default_factory=list, max_length=MOST_OPTIONS)
    truth: int = -1
    """Which of the options is right."""
    status: str = ""
    reason: str = ""
    notes: str = Field("", max_length=2000)
    why: str = Field("", max_length=2000)
    caption: str = Field("", max_length=20_000)


def add_to(screen: Screen) -> None:
    """Declare the routes."""
    screen.page("/footage/{project}/repair", roles=WORKERS)(overview)
    screen.action("/footage/{project}/repair/next", roles=WORKERS)(next_faulty)
    screen.page("/footage/{project}/questions/{question}", roles=WORKERS)(one_question)
    screen.action("/footage/{project}/questions/{question}/save", roles=WORKERS)(save)
    screen.action("/footage/{project}/questions/{question}/undo", roles=WORKERS)(undo_last)
    screen.action("/footage/{project}/questions/{question}/restore", roles=WORKERS)(restore)
    screen.action("/footage/{project}/questions/{question}/copy", roles=WORKERS)(copy)
    screen.action("/footage/{project}/questions/{question}/delete", roles=WORKERS)(delete)
    screen.action("/footage/{project}/clips/{clip}/add", roles=WORKERS)(add)
    screen.action("/footage/{project}/questions/{question}/propose", roles=WORKERS, transaction=False)(propose)


def overview(visit: Here, project: int, status: str = "", page: Annotated[int, Query(ge=1, le=10**6)] = 1) -> Response:
    """All questions by clip, with their versions; words only of clips that one has opened."""
    at = project_of(visit, project)
    query = select(QuestionRow).where(QuestionRow.project_id == at.id).options(defer(QuestionRow.filed))
    if status in STATUSES:
        query = query.where(QuestionRow.status == status, QuestionRow.deleted.is_(False))
    elif status == "deleted":
        query = query.where(QuestionRow.deleted)
    else:
        status, query = "", query.where(QuestionRow.deleted.is_(False))
    by_clip: dict[str, list[QuestionRow]] = {}
    for row in visit.db.scalars(query.order_by(QuestionRow.position, QuestionRow.id)):
        by_clip.setdefault(row.clip_id, []).append(row)
    clips = [clip for clip in clips_in(visit, at) if clip.id in by_clip or not status]
    paging = Paging(page, len(clips), AT_ONCE, visit.request.url)
    return visit.page(
        "footage/repair_list.html", project=at, clips=clips[paging.start : paging.start + AT_ONCE], paging=paging,
        by_clip=by_clip, chosen=status,
        statuses=STATUSES, opened=taken_clips(visit, at), total=sum(map(len, by_clip.values())),
    )  # fmt: skip


def next_faulty(visit: Here, project: int) -> Response:
    """Take the clip of the first question that was found unusable, and open it."""
    at = project_of(visit, project)
    query = select(QuestionRow).where(
        QuestionRow.project_id == at.id, QuestionRow.deleted.is_(False), QuestionRow.status == "rejected"
    )
    for row in visit.db.scalars(query.order_by(QuestionRow.position, QuestionRow.id)):
        clip = visit.db.get(ClipRow, (at.id, row.clip_id))
        if clip is None or clip.gone:
            continue
        take_clip(visit, at, clip)
        return visit.go(f"/footage/{at.id}/questions/{row.id}")
    return visit.go(f"/footage/{at.id}/repair", "No question is unusable.")


def one_question(visit: Here, project: int, question: str) -> Response:
    """Every field of a question, its player, and its history."""
    at = project_of(visit, project)
    row = question_of(visit, at, question)
    clip = clip_of(visit, at, row.clip_id)
    if not has_taken(visit, at, clip.id):
        return visit.page("footage/begin.html", project=at, row=clip, around=None, question=row.id)
    now = shown(visit, at, row, clip.clip)
    one = now.candidate
    options = list(one.options) if one.answer in one.options else [*one.options, one.answer]
    ids = list(
        visit.db.scalars(
            select(QuestionRow.id)
            .where(QuestionRow.project_id == at.id, QuestionRow.deleted.is_(False))
            .order_by(QuestionRow.position, QuestionRow.id)
        )
    )
    place = ids.index(row.id) if row.id in ids else -1
    return visit.page(
        "footage/question.html", project=at, row=row, clip=clip.clip, now=now, one=one, options=options,
        past=past_of(visit.db, row), work=clip_work(at), clock=clock, types=[(t.value, t.value) for t in QuestionType],
        viewpoints=[(v, v) for v in VIEWPOINTS], choices=list(reference_choices(clip.clip, one)), statuses=STATUSES,
        reasons=[(r.value, words) for r, words in REASONS.items()], model=visit.studio.settings.writer,
        before=ids[place - 1] if place > 0 else "", after=ids[place + 1] if 0 <= place < len(ids) - 1 else "",
    )  # fmt: skip


def save(visit: Here, project: int, question: str, form: Annotated[Edit, Form()]) -> Response:
    """The next version, if anything has changed."""
    at, row, clip = _mine(visit, project, question)
    record = _record(form, row.candidate, clip.clip, row.record)
    changed = change(visit.db, row, form.version, record, visit.person.id, "edited", visit.now)
    if changed:
        visit.log("edited", "question", row.id, project=at.path, version=row.version)
    return visit.go(_address(at, row), f"Saved as version {row.version}." if changed else "Nothing has changed.")


def undo_last(visit: Here, project: int, question: str, version: Number) -> Response:
    """Back to what it was before the last change; that is a version too."""
    at, row, _ = _mine(visit, project, question)
    target = undo(visit.db, row, version, visit.person.id, visit.now)
    visit.log("undid", "question", row.id, project=at.path, version=row.version, back_to=target.number)
    return visit.go(_address(at, row), f"It is as in version {target.number} again.")


def restore(visit: Here, project: int, question: str, version: Number, number: Number) -> Response:
    """Take over what an earlier version was."""
    at, row, _ = _mine(visit, project, question)
    past = visit.db.get(VersionRow, (at.id, row.id, number))
    if past is None:
        raise NotFound("There is no such version.")
    change(
        visit.db, row, version, past.record, visit.person.id, f"taken over from v{number}", visit.now,
        deleted=past.deleted,
    )  # fmt: skip
    visit.log("took over", "question", row.id, project=at.path, version=row.version, of=number)
    return visit.go(_address(at, row), f"It is as in version {number} again.")


def copy(visit: Here, project: int, question: str) -> Response:
    """Another question with the same fields, pending."""
    at, row, clip = _mine(visit, project, question)
    record = with_fields(row.record, id=_new_id(visit, at, clip.id), status="pending", reason="")
    return _added(visit, at, record, f"copied from {row.id}")


def add(visit: Here, project: int, clip: str) -> Response:
    """A new question about a clip; its cut is in the middle."""
    at = project_of(visit, project)
    row = clip_of(visit, at, clip)
    keep_clip(visit, at, row.id)
    whole = row.clip
    frames = times(folder_of(visit, at), whole, (whole.start, whole.end))
    middle = frames.cuts[frames.first_from((whole.start + whole.end) / 2)]
    candidate = Candidate(
        id=_new_id(visit, at, row.id), clip=row.id, question="", type=QuestionType.RELATION, direction="forward",
        viewpoint=whole.camera or "exo", start=whole.start, end=whole.end, cut=middle, asks_from=middle,
        asks_to=whole.end, answer="", made_by=f"studio: {visit.person.name}",
    )  # fmt: skip
    return _added(visit, at, plain(candidate), "added")


def delete(visit: Here, project: int, question: str, version: Number) -> Response:
    """Take a question out; an undo brings it back."""
    at, row, _ = _mine(visit, project, question)
    change(visit.db, row, version, row.record, visit.person.id, "deleted", visit.now, deleted=True)
    visit.log("deleted", "question", row.id, project=at.path, version=row.version)
    return visit.go(_address(at, row), "The question is deleted. Undo brings it back.")


def propose(visit: Here, project: int, question: str, form: Annotated[Edit, Form()]) -> Response:
    """Have a model write wrong options for the question as it is typed; nothing is saved."""
    settings = visit.studio.settings
    if not settings.writer:
        raise Refusal(
            409, "No model is set", "To have options proposed, start the studio with --writer, such as openai/gpt-5."
        )
    with visit.studio.storage.reading() as db:
        visit.db = db
        at = project_of(visit, project)
        row = question_of(visit, at, question)
        clip = clip_of(visit, at, row.clip_id)
        if not has_taken(visit, at, clip.id):
            raise Refusal(403, "Not allowed", "Open the clip first.")
        record = _record(form, row.candidate, clip.clip, row.record)
        whole, folder = clip.clip, folder_of(visit, at)
    candidate = Candidate.model_validate(record)
    if not candidate.question.strip() or not candidate.answer.strip():
        raise Invalid("Write the question and mark the right option first.")
    try:
        use = ModelUse(settings.writer, settings.writer_url)
        found = options_for(folder, candidate, whole, use, max(PROPOSED, len(candidate.options)))
    except DioramaError as error:
        raise Refusal(502, "The model has proposed none", short(error, 300)) from None
    return visit.data({"options": list(found)})


def _mine(visit: Visit, project: int, question: str) -> tuple[ProjectRow, QuestionRow, ClipRow]:
    at = project_of(visit, project)
    row = question_of(visit, at, question)
    clip = clip_of(visit, at, row.clip_id)
    keep_clip(visit, at, clip.id)
    return at, row, clip


def _record(form: Edit, candidate: Candidate, clip: Clip, record: dict[str, Any]) -> dict[str, Any]:
    """The record that a form describes; what cannot be read is named."""
    texts = [_tidy(text) for text in form.option]
    right = texts[form.truth] if 0 <= form.truth < len(texts) else ""
    options = [text for text in texts if text]
    if len(options) > 1 and not right:
        raise Invalid("Mark the right option.")
    spans = {name: _time(name, getattr(form, name)) for name in ("start", "end", "cut", "asks_from", "asks_to")}
    moment = _time("reference_at", form.reference_at) if form.reference_at.strip() else None
    if form.status not in list(Status):
        raise Invalid("There is no such status.")
    if form.status == "rejected" and form.reason not in REASONS:
        raise Invalid("Choose what is wrong with it.")
    return with_fields(
        record,
        question=_tidy(form.question), type=form.type, direction=form.direction, viewpoint=form.viewpoint,
        options=options if len(options) > 1 else [], answer=right or "".join(options[:1]), **spans,
        status=form.status, reason=form.reason if form.status == "rejected" else "",
        notes=_tidy(form.notes), why=_tidy(form.why), caption=_tidy(form.caption),
        **reference_fields(form.reference, moment, clip, candidate),
    )  # fmt: skip


def _time(name: str, text: str) -> float:
    found = read_clock(text)
    if found is None:
        raise Invalid(f"'{name.replace('_', ' ')}' is no time: write it like 0:04.200.")
    return found


def _added(visit: Visit, project: ProjectRow, record: dict[str, Any], how: str) -> Response:
    place = select(func.max(QuestionRow.position)).where(QuestionRow.project_id == project.id)
    row = QuestionRow(
        project_id=project.id, id=record["id"], position=(visit.db.scalar(place) or 0) + 1, filed=None
    )  # fmt: skip
    begin(visit.db, row, record, visit.person.id, how, visit.now)
    visit.log("added", "question", row.id, project=project.path, how=how)
    return visit.go(_address(project, row))


def _new_id(visit: Visit, project: ProjectRow, clip: str) -> str:
    """An id that no question of the project has, or had."""
    known = set(visit.db.scalars(select(QuestionRow.id).where(QuestionRow.project_id == project.id)))
    number = 1
    while (name := f"{clip[:76]}-added-{number}") in known:
        number += 1
    return name


def _address(project: ProjectRow, row: QuestionRow) -> str:
    return f"/footage/{project.id}/questions/{row.id}"


def _tidy(text: str) -> str:
    """As it was typed, with the line ends of all other places."""
    return text.replace("\r\n", "\n").strip()

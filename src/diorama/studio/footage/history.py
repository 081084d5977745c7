"""Versions of a question: every change makes the next one, an undo too, and none is ever lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from diorama.errors import first_fault
from diorama.footage import Candidate
from diorama.footage.clock import clock
from diorama.studio.footage.tables import QuestionRow, VersionRow
from diorama.studio.people.tables import Person
from diorama.studio.web.refusals import Invalid
from diorama.studio.work.versions import check_version

FIELDS = {
    "question": "question", "type": "type", "direction": "direction", "viewpoint": "viewpoint",
    "reference": "view to answer from", "reference_at": "its moment", "start": "start", "end": "end", "cut": "cut",
    "asks_from": "asks from", "asks_to": "asks to", "options": "options", "answer": "answer", "status": "status",
    "reason": "reason", "notes": "notes", "why": "why", "caption": "what happens",
}  # fmt: skip
"""What people call the fields that can be edited."""


@dataclass(frozen=True)
class Past:
    """One version, for people."""

    row: VersionRow
    who: str
    changes: tuple[tuple[str, str, str], ...]
    """Field, before, after; against the version before it."""


def plain(candidate: Candidate) -> dict[str, Any]:
    """A record as it is stored."""
    return candidate.model_dump(mode="json", exclude_none=True)


def with_fields(record: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A record with some fields changed, checked; what cannot be is refused in words for a page."""
    try:
        return plain(Candidate.model_validate({**record, **fields}))
    except ValidationError as error:
        raise Invalid(f"{first_fault(error)}.") from None


def begin(
    db: Session, row: QuestionRow, record: dict[str, Any], person: int | None, how: str, now: datetime
) -> QuestionRow:
    """A new question, with its first version."""
    row.version = row.content = 1
    _put(row, record, deleted=False)
    db.add(row)
    _note(db, row, None, person, how, now)
    return row


def change(
    db: Session,
    row: QuestionRow,
    seen: int,
    record: dict[str, Any],
    person: int | None,
    how: str,
    now: datetime,
    *,
    deleted: bool = False,
) -> bool:
    """Give a question its next version, unless nothing has changed; a save that did not see the last one is refused."""
    if row.version != seen or record != row.record or deleted != row.deleted:
        _checked(row, seen, record, deleted)
        before, row.content = row.content, row.version
        _put(row, record, deleted)
        _note(db, row, before, person, how, now)
        db.flush()
        return True
    return False


def undo(db: Session, row: QuestionRow, seen: int, person: int, now: datetime) -> VersionRow:
    """Go back to what the question was before it became what it is; gives the version that is gone back to."""
    number = db.get_one(VersionRow, (row.project_id, row.id, row.content)).before
    if number is None:
        raise Invalid("There is nothing to undo: this is how it began.")
    target = db.get_one(VersionRow, (row.project_id, row.id, number))
    _checked(row, seen, target.record, target.deleted)
    row.content = target.number
    _put(row, target.record, target.deleted)
    _note(db, row, target.before, person, f"undone: as in v{number}", now)
    db.flush()
    return target


def past_of(db: Session, row: QuestionRow) -> list[Past]:
    """All versions, the newest first."""
    query = (
        select(VersionRow, Person.name)
        .outerjoin(Person, Person.id == VersionRow.person_id)
        .where(VersionRow.project_id == row.project_id, VersionRow.question_id == row.id)
        .order_by(VersionRow.number)
    )
    found: list[Past] = []
    for version, name in db.execute(query).all():
        changes = _changes(found[-1].row, version) if found else ()
        found.append(Past(version, name or "the files", tuple(changes)))
    return found[::-1]


def in_words(record: dict[str, Any], deleted: bool = False) -> dict[str, object]:
    """The fields of a record by what people call them."""
    words: dict[str, object] = {label: _words(name, record.get(name)) for name, label in FIELDS.items()}
    return {**words, "deleted": "yes"} if deleted else words


def _words(name: str, value: Any) -> str:
    if value is None:
        return ""
    if name in ("reference_at", "start", "end", "cut", "asks_from", "asks_to"):
        return clock(float(value))
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)


def _changes(before: VersionRow, after: VersionRow) -> Sequence[tuple[str, str, str]]:
    old, new = in_words(before.record, before.deleted), in_words(after.record, after.deleted)
    names = dict.fromkeys((*old, *new))
    return [
        (name, str(old.get(name, "")), str(new.get(name, "")))
        for name in names
        if old.get(name, "") != new.get(name, "")
    ]


def _checked(row: QuestionRow, seen: int, record: dict[str, Any], deleted: bool) -> None:
    check_version(row, seen, yours=in_words(record, deleted), theirs=in_words(row.record, row.deleted))


def _put(row: QuestionRow, record: dict[str, Any], deleted: bool) -> None:
    row.record, row.deleted, row.status, row.clip_id = record, deleted, record["status"], record["clip"]


def _note(db: Session, row: QuestionRow, before: int | None, person: int | None, how: str, now: datetime) -> None:
    db.add(
        VersionRow(
            project_id=row.project_id, question_id=row.id, number=row.version, record=row.record,
            deleted=row.deleted, content=row.content, before=before, how=how, person_id=person, at=now,
        )
    )  # fmt: skip

"""Keeping a project and its files in step: `clips.jsonl` and `candidates.jsonl`, which the command line edits too.

What was changed on one side is taken over by the other; where both have changed a field of a record, what was decided
here stands, and what the file said is kept as a version. Nothing is lost, and doing it twice changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from diorama.data.manifest import FILE
from diorama.errors import DioramaError, short
from diorama.footage import Candidate, Clip, candidate_file, clip_file
from diorama.footage.record_files import CANDIDATES, CLIPS, RecordFile, editing
from diorama.studio.audit.log import write
from diorama.studio.footage.history import begin, change, plain
from diorama.studio.footage.merging import merge
from diorama.studio.footage.tables import ClipRow, ProjectRow, QuestionRow
from diorama.studio.library.finding import DEEPEST, state_of
from diorama.studio.storage.base import is_text

if TYPE_CHECKING:
    from diorama.studio.studio import Studio

THE_FILES = "edited in the files"


@dataclass
class Step:
    """What bringing a project in step has done."""

    read: int = 0
    """Records that were new or changed in the files."""
    written: int = 0
    """Records of the files that were added, changed or removed."""
    notes: list[str] = field(default_factory=list)
    """Both sides had changed the same; one line each."""

    def line(self) -> str:
        said = f"{self.read} records read, {self.written} written"
        return f"{said}. {short('; '.join(self.notes), 300)}" if self.notes else f"{said}."


def folders_in(root: Path) -> list[str]:
    """Folders of footage below a folder, as paths relative to it; links and hidden ones are left."""
    return sorted(_walk(root))


def _walk(root: Path) -> Iterator[str]:
    for at, folders, names in os.walk(root):
        here = Path(at)
        place = here.relative_to(root)
        if CLIPS in names and (here / CLIPS).is_file() and not (here / CLIPS).is_symlink():
            yield place.as_posix()
        inside = FILE not in names and len(place.parts) < DEEPEST
        folders[:] = [name for name in folders if inside and not name.startswith(".") and is_text(name)]


def files_state(folder: Path) -> str:
    """Another one whenever a file of records has changed."""
    return f"{state_of(folder / CLIPS)} {state_of(folder / CANDIDATES)}"


def step(db: Session, root: Path, path: str, person: int | None, now: datetime) -> tuple[ProjectRow, Step]:
    """Bring a project and its files in step, both ways; a new project is made of its files."""
    folder, done = root / path, Step()
    if not (folder / CLIPS).is_file():
        raise DioramaError(f"{folder} holds no {CLIPS} any more")
    project = db.scalar(select(ProjectRow).where(ProjectRow.path == path))
    if project is None:
        project = ProjectRow(path=path, synced=now, state="", faults=[])
        db.add(project)
        db.flush()
    with _written(folder), editing(folder):
        clips, questions = clip_file(folder), candidate_file(folder)
        _clips(db, project, clips, done)
        _questions(db, project, questions, (folder / CANDIDATES).exists(), person, now, done)
        if done.written:
            clips.write()
            questions.write()
        project.state = files_state(folder)
    project.synced, project.faults = now, [*clips.faults, *questions.faults]
    db.flush()
    return project, done


@contextmanager
def _written(folder: Path) -> Iterator[None]:
    """What the system says of files, in one line."""
    try:
        yield
    except OSError as error:
        raise DioramaError(f"cannot write in {folder}: {error.strerror or error}. Nothing was changed") from None


def step_all(studio: Studio) -> Iterator[str]:
    """Bring all folders of footage in step; one line on each."""
    root = studio.settings.folder
    paths = folders_in(root)
    if not paths:
        raise DioramaError(f"{root} holds no folder with {CLIPS}: make one with `diorama video clips FILES… --out DIR`")
    for path in paths:
        with studio.storage.writing() as db:
            now = studio.clock()
            project, done = step(db, root, path, None, now)
            write(
                db, now, None, "brought in step with its files", "footage", path, read=done.read, written=done.written
            )
            faults = len(project.faults)
        broken = f" {faults} lines of its files cannot be used." if faults else ""
        yield f"{root / path}: {done.line()}{broken}"


def unfiled(db: Session, project: int) -> int:
    """How many records were changed here since the files were brought in step."""
    clips = select(func.count()).select_from(ClipRow).where(
        ClipRow.project_id == project, ClipRow.version != ClipRow.filed_version
    )  # fmt: skip
    questions = select(func.count()).select_from(QuestionRow).where(
        QuestionRow.project_id == project, QuestionRow.version != QuestionRow.filed_version
    )  # fmt: skip
    return (db.scalar(clips) or 0) + (db.scalar(questions) or 0)


def _clips(db: Session, project: ProjectRow, file: RecordFile[Clip], done: Step) -> None:
    rows = {row.id: row for row in db.scalars(select(ClipRow).where(ClipRow.project_id == project.id))}
    new: dict[str, Clip] = {}
    for position, (name, clip) in enumerate(file.records.items()):
        theirs = clip.model_dump(mode="json", exclude_none=True)
        row = rows.get(name)
        if row is None:
            row = ClipRow(
                project_id=project.id, id=name, position=position, status=clip.status, record=theirs, filed=theirs
            )
            db.add(row)
            done.read += 1
            continue
        row.status, row.position, row.gone = row.record["status"], position, False
        if theirs == row.filed == row.record:
            row.filed_version = row.version
            continue
        merged = merge(row.filed, row.record, theirs)
        if merged.conflicts:
            done.notes.append(
                f"clip '{name}': {', '.join(merged.conflicts)} were changed in the file too, and stay as here"
            )
        record = _valid(Clip, merged.record, row.record)
        done.read += theirs != row.filed
        if record != row.record:
            row.version += 1
        if record != theirs:
            new[name] = Clip.model_validate(record)
        row.record = row.filed = record
        row.status, row.filed_version = record["status"], row.version
    there, broken = file.records, file.unreadable
    for name, row in rows.items():
        if name not in there and not broken & {name, ""}:
            row.gone = True
    file.change(lambda clip: new.get(clip.id, clip))
    done.written += len(new)
    db.flush()


def _questions(
    db: Session,
    project: ProjectRow,
    file: RecordFile[Candidate],
    there: bool,
    person: int | None,
    now: datetime,
    done: Step,
) -> None:
    rows = {row.id: row for row in db.scalars(select(QuestionRow).where(QuestionRow.project_id == project.id))}
    changed: dict[str, Candidate] = {}
    added: list[Candidate] = []
    removed: set[str] = set()
    for position, (name, candidate) in enumerate(file.records.items()):
        theirs = plain(candidate)
        row = rows.get(name)
        if row is None:
            row = QuestionRow(project_id=project.id, id=name, position=position, filed=theirs, filed_version=1)
            begin(db, row, theirs, None, "read from the files", now)
            done.read += 1
            continue
        if theirs == row.filed == row.record and not row.deleted:
            row.filed_version = row.version
            continue
        done.read += theirs != row.filed
        if row.deleted:
            _keep_theirs(db, row, theirs, person, now, done, deleted=True)
            removed.add(name)
            row.filed = None
            continue
        if theirs != row.filed:
            _take_theirs(db, row, theirs, person, now, done)
        if row.record != theirs:
            changed[name] = row.candidate
        row.filed = row.record
    records, broken = file.records, file.unreadable  # a line that cannot be read is no deletion
    for name, row in rows.items():
        if name in records or broken & {name, ""}:
            continue
        untouched = row.filed is not None and row.record == row.filed
        if row.deleted:
            row.filed = None
        elif there and untouched:
            change(db, row, row.version, row.record, None, "deleted in the files", now, deleted=True)
            row.filed = None
            done.read += 1
        else:
            if there and row.filed is not None:
                done.notes.append(f"'{name}' was deleted in the file, and changed here: it is back")
            added.append(row.candidate)
            row.filed = row.record
    for row in rows.values():
        if not broken & {row.id, ""}:
            row.filed_version = row.version
    file.change(lambda candidate: changed.get(candidate.id, candidate))
    file.remove(removed)
    file.add(added)
    done.written += len(changed) + len(added) + len(removed)
    db.flush()


def _take_theirs(
    db: Session, row: QuestionRow, theirs: dict[str, Any], person: int | None, now: datetime, done: Step
) -> None:
    """The file's changes become a version; where we have changed the same, ours becomes the one after it."""
    merged = merge(row.filed or {}, row.record, theirs)
    record = _valid(Candidate, merged.record, row.record)
    if merged.conflicts or record != merged.record:
        done.notes.append(f"'{row.id}': {', '.join(merged.conflicts)} were changed in the file too, and stay as here")
        _keep_theirs(db, row, theirs, person, now, done)
    change(db, row, row.version, record, None, THE_FILES, now)


def _keep_theirs(
    db: Session,
    row: QuestionRow,
    theirs: dict[str, Any],
    person: int | None,
    now: datetime,
    done: Step,
    *,
    deleted: bool = False,
) -> None:
    """Keep what the file said as a version, and go on with what is here."""
    if theirs == row.filed:
        return
    ours = row.record
    change(db, row, row.version, theirs, None, THE_FILES, now)
    change(db, row, row.version, ours, person, "kept as it was here", now, deleted=deleted)
    if deleted:
        done.notes.append(f"'{row.id}' was changed in the file, and deleted here: it stays deleted")


def _valid(sort: type[Clip] | type[Candidate], record: dict[str, Any], ours: dict[str, Any]) -> dict[str, Any]:
    """A merged record, unless its fields do not go together: then ours."""
    try:
        return sort.model_validate(record).model_dump(mode="json", exclude_none=True)
    except ValueError:
        return ours


def count_by(db: Session, column: Any, *where: Any) -> dict[str, int]:
    """How many rows there are of each value of a column."""
    return {
        str(value): int(count)
        for value, count in db.execute(select(column, func.count()).where(*where).group_by(column))
    }

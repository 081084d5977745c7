"""`diorama studio export` and `import`: everything that people decided, out of one studio and into an empty one."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from diorama.errors import DioramaError, short
from diorama.studio.app import all_parts
from diorama.studio.copies.content import AT_ONCE, Content, Row
from diorama.studio.copies.files import new_file
from diorama.studio.copies.lines import FORMAT, check_lines, read_lines, write_lines
from diorama.studio.copies.sheets import check_sheets, read_sheets, write_sheets
from diorama.studio.people.invites import invite
from diorama.studio.people.roles import Role
from diorama.studio.people.tables import Person
from diorama.studio.settings import Settings
from diorama.studio.storage import Base, Storage, open_storage, utc_now
from diorama.studio.storage.database import url_of
from diorama.studio.storage.trouble import StorageTrouble

LINES, SHEETS = ".jsonl", ".zip"
OWN = "studio.db"
"""The database that a studio makes for itself, inside its own folder."""
CLEARED = ("library_answers", "library_samples", "library_runs", "library_datasets", "people_invites")
"""Tables that a studio fills by itself before anybody is there: in these, rows do not make it less empty."""


def export_file(storage: Storage, path: Path) -> int:
    """Write all that people decided into a new file, as its ending says; returns the number of rows."""
    if path.suffix not in (LINES, SHEETS):
        raise DioramaError(f"{path}: the name must end in {LINES} (JSON lines) or {SHEETS} (CSV)")
    with new_file(path) as file:
        return export_into(storage, file, path.suffix)


def export_into(storage: Storage, file: BinaryIO, ending: str, *, whole: bool = False) -> int:
    """The same into an open file: one view of the database, however long it takes."""
    content = Content(whole)
    with storage.reading() as db:
        return write_sheets(db, content, file) if ending == SHEETS else write_lines(db, content, file.write)


def exported(storage: Storage, ending: str) -> BinaryIO:
    """The same in a file without a name, at its beginning."""
    file: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115
    try:
        export_into(storage, file, ending)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file


def import_file(storage: Storage, path: Path, *, whole: bool = False) -> int:
    """Fill an empty studio from an export; all of it is taken, or nothing. Returns the number of rows.

    Only backups are `whole`: nobody's password comes in with anything else.
    """
    try:
        with path.open("rb") as file:
            return import_from(storage, path, file, whole=whole)
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None


def import_from(storage: Storage, path: Path, file: BinaryIO, *, whole: bool = False) -> int:
    """The same from an open file."""
    content = Content(whole)
    sheets = file.read(2) == b"PK"
    about = check_sheets(path, file) if sheets else check_lines(path, file)
    _check_about(path, about, content)
    rows = read_sheets(path, file, about, content) if sheets else read_lines(path, file)
    try:
        with storage.writing() as db:
            _check_empty(db, content)
            count = _insert(db, path, content, rows)
            if not storage.sqlite:
                _go_on_counting(db, content)
    except StorageTrouble:
        raise
    except DBAPIError as error:
        raise DioramaError(f"{path} cannot be imported: {short(error.orig, 120)}") from None
    return count


def password_links(storage: Storage) -> list[tuple[str, str]]:
    """A link for each admin to choose a password, since none was imported: names and tokens."""
    now = utc_now()
    with storage.writing() as db:
        people = db.scalars(select(Person).where(Person.active).order_by(Person.name_key)).all()
        admins = [person for person in people if Role.ADMIN in person.role_set]
        return [
            (person.name, invite(db, (), now=now, days=7, note=person.name, person=person.id)[0]) for person in admins
        ]


def database_file(settings: Settings) -> Path | None:
    """The file of SQLite that a studio with these settings has; None if it has none."""
    if not settings.db:
        return settings.own_folder / OWN
    url = url_of(settings.db)
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


@contextmanager
def opened(settings: Settings, *, make: bool = False) -> Iterator[Storage]:
    """The database of a studio, also while it is served; unless it is to be made, it must be there."""
    if not settings.folder.is_dir():
        raise DioramaError(f"{settings.folder} is no folder: name the one that holds your datasets")
    file = database_file(settings)
    if file is not None and not make and not file.exists():
        raise DioramaError(f"{settings.folder} has no studio yet (there is no {file})")
    if make and not settings.db:
        settings.own_folder.mkdir(exist_ok=True)
    storage = open_storage(settings.db or settings.own_folder / OWN, all_parts())
    try:
        yield storage
    finally:
        storage.close()


def _check_about(path: Path, about: Row, content: Content) -> None:
    if about.get("studio") != FORMAT or not isinstance(about.get("parts"), dict):
        raise DioramaError(f"{path} is no export of a studio that this Diorama can read")
    if about.get("whole") is not content.whole:
        other = "a backup: `diorama studio restore`" if about.get("whole") else "no backup: `diorama studio import`"
        raise DioramaError(f"{path} is {other} takes it")
    ours = content.versions
    for name, version in sorted(about["parts"].items()):
        if ours.get(name) != version:
            raise DioramaError(
                f"{path} was made by another Diorama ({short(about.get('version'), 20)}): its part '{short(name, 40)}' "
                f"has version {short(version, 10)}, not {ours.get(name, 'known here')}"
            )


def _check_empty(db: Session, content: Content) -> None:
    for table in content.tables():
        if table.name not in CLEARED and db.scalar(select(func.count()).select_from(table)):
            raise DioramaError("the studio is not empty: import into a new folder, or another --db")
    tables = Base.metadata.tables
    for name in CLEARED:
        db.execute(delete(tables[name]))


def _insert(db: Session, path: Path, content: Content, rows: Iterator[tuple[str, Row]]) -> int:
    tables = {table.name: table for table in content.tables()}
    order = {name: k for k, name in enumerate(tables)}
    waiting: list[Row] = []
    at, count = "", 0
    for name, row in rows:
        if name not in tables or (at and order[name] < order[at]):
            raise DioramaError(f"{path}: the table '{short(name, 40)}' does not belong there")
        if name != at or len(waiting) >= AT_ONCE:
            _put(db, tables.get(at), waiting)
            at = name
        waiting.append(content.stored(tables[name], row))
        count += 1
    _put(db, tables.get(at), waiting)
    return count


def _put(db: Session, table: Any, rows: list[Row]) -> None:
    if rows:
        db.execute(insert(table), rows)
        rows.clear()


def _go_on_counting(db: Session, content: Content) -> None:
    """PostgreSQL counts the numbers of rows by itself: the next must come after those that were imported."""
    for table in content.tables():
        column = table.autoincrement_column
        if column is not None:
            db.execute(
                text(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', '{column.name}'), max({column.name})) "
                    f"FROM {table.name} HAVING max({column.name}) IS NOT NULL"
                )
            )

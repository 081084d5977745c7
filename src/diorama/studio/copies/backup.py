"""`diorama studio backup` and `restore`: a studio in one file, taken while it runs.

The file is a zip of the database as it was at one moment, and of what it is: a copy by SQLite itself, or for PostgreSQL
all rows. It holds what proves passwords, so only its owner may read it.
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
import zipfile
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from diorama import __version__
from diorama.errors import DioramaError, short
from diorama.studio.copies.content import Content
from diorama.studio.copies.exporting import LINES, OWN, database_file, export_into, import_from, opened
from diorama.studio.copies.files import NOT_A_ZIP, give_name, new_file, read_about, refuse_existing
from diorama.studio.settings import Settings
from diorama.studio.storage import Storage

ABOUT, DATABASE, ROWS = "backup.json", OWN, "studio.jsonl"
FORMAT = 1
PIECE = 1 << 20


def back_up(settings: Settings, path: Path) -> int:
    """Write a backup into a new file, while the studio runs or not; returns its size."""
    refuse_existing(path)
    with opened(settings) as storage, tempfile.TemporaryDirectory(dir=_folder(path), prefix=".backup-") as scratch:
        if storage.sqlite:
            name, copy = DATABASE, _copied(Path(str(storage.engine.url.database)), Path(scratch) / DATABASE)
        else:
            name, copy = ROWS, _all_rows(storage, Path(scratch) / ROWS)
        with new_file(path) as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
                checksum = sha256()
                with copy.open("rb") as source, archive.open(name, "w", force_zip64=True) as member:
                    while piece := source.read(PIECE):
                        checksum.update(piece)
                        member.write(piece)
                about = {
                    "studio backup": FORMAT, "holds": name, "sha256": checksum.hexdigest(),
                    "bytes": copy.stat().st_size, "version": __version__, "parts": Content(True).versions,
                }  # fmt: skip
                archive.writestr(ABOUT, json.dumps(about, indent=1))
            file.seek(0)
            with zipfile.ZipFile(file) as written, written.open(name) as member:
                _check(path, member, about)
    return path.stat().st_size


def restore(path: Path, settings: Settings) -> str:
    """Make a studio from a backup where there is none; says what was restored."""
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            about = read_about(archive, ABOUT)
            if not isinstance(about, dict) or about.get("studio backup") != FORMAT:
                raise DioramaError(f"{path} is no backup that this Diorama can read")
            if about.get("holds") == DATABASE:
                return _restore_file(path, archive, about, settings)
            return _restore_rows(path, archive, about, settings)
    except NOT_A_ZIP:
        raise DioramaError(f"{path} is no backup, or is damaged") from None
    except OSError as error:
        raise DioramaError(f"cannot restore {path}: {error.strerror or error}") from None


def _restore_file(path: Path, archive: zipfile.ZipFile, about: dict[str, Any], settings: Settings) -> str:
    target = database_file(settings)
    if not settings.folder.is_dir():
        raise DioramaError(f"{settings.folder} is no folder: name the one that holds your datasets")
    if target is None:
        raise DioramaError(
            f"{path} is of SQLite: restore it without --db, then `diorama studio export` it and import that"
        )
    refuse_existing(target)
    target.parent.mkdir(exist_ok=True)
    for left in ("-wal", "-shm"):  # of a database that is gone
        target.with_name(target.name + left).unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".restore-") as scratch:
        copy = Path(scratch) / DATABASE
        with archive.open(DATABASE) as member, copy.open("xb") as file:
            _check(path, member, about, file)
        _check_database(copy, path)
        copy.chmod(0o600)
        give_name(copy, target)
    return f"{target} is as it was"


def _restore_rows(path: Path, archive: zipfile.ZipFile, about: dict[str, Any], settings: Settings) -> str:
    with tempfile.TemporaryFile() as file:
        with archive.open(ROWS) as member:
            _check(path, member, about, file)
        file.seek(0)
        with opened(settings, make=True) as storage:
            count = import_from(storage, path, file, whole=True)
    return f"{count:,} rows are as they were"


def _check(path: Path, member: IO[bytes], about: dict[str, Any], into: IO[bytes] | None = None) -> None:
    """Read what a backup holds, and keep it if wanted; refuse what is not what was written."""
    checksum, size = sha256(), 0
    try:
        while piece := member.read(PIECE):
            checksum.update(piece)
            size += len(piece)
            if size > about["bytes"]:
                break
            if into is not None:
                into.write(piece)
    except zipfile.BadZipFile:
        size = -1
    if (checksum.hexdigest(), size) != (about["sha256"], about["bytes"]):
        raise DioramaError(f"{path} is damaged: its checksum is another")


def _copied(database: Path, copy: Path) -> Path:
    """A copy of the database at one moment, by SQLite itself, while others read and write."""
    try:
        address = f"{database.resolve().as_uri()}?mode=ro"
        with (
            closing(sqlite3.connect(address, uri=True, timeout=30)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE").close()
        _check_database(copy, database)
    except sqlite3.Error as error:
        raise DioramaError(f"cannot copy {database}: {short(error, 80)}") from None
    return copy


def _check_database(copy: Path, named: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as database:
            (found,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            known = database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'studio_parts'").fetchone()[0]
    except sqlite3.Error as error:
        found, known = str(error), 1
    if found != "ok" or not known:
        raise DioramaError(f"{named} is damaged: {short(found, 80) if known else 'it is no studio'}")


def _all_rows(storage: Storage, copy: Path) -> Path:
    with copy.open("xb") as file:
        export_into(storage, file, LINES, whole=True)
    return copy


def _folder(path: Path) -> Path:
    if not path.resolve().parent.is_dir():
        raise DioramaError(f"{path}: there is no folder {path.resolve().parent}")
    return path.resolve().parent

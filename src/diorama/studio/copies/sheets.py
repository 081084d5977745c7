"""A copy as a zip of CSV files, one for each table, that spreadsheets open and that can be imported again.

A cell is text as it is, or JSON for all else; one with nothing in it is no value. A text of no letters, and what a
spreadsheet would take for a formula, gets an apostrophe in front.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import Column, String, Table
from sqlalchemy.orm import Session

from diorama.errors import DioramaError, short
from diorama.studio.copies.content import Content, Row
from diorama.studio.copies.files import NOT_A_ZIP, read_about
from diorama.studio.copies.lines import header
from diorama.studio.storage.base import Moment

ABOUT = "export.json"
_RISKY = ("=", "+", "-", "@", "\t", "\r", "'")
LONGEST_CELL = 16 << 20


def write_sheets(db: Session, content: Content, file: BinaryIO) -> int:
    """Write all rows; returns how many there are."""
    counts: dict[str, int] = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for table in content.tables():
            columns = content.columns(table)
            counts[table.name] = 0
            with (
                archive.open(_member(f"{table.name}.csv"), "w", force_zip64=True) as member,
                io.TextIOWrapper(member, "utf-8", newline="") as text,
            ):
                sheet = csv.writer(text)
                sheet.writerow([column.name for column in columns])
                for row in content.rows(db, table):
                    sheet.writerow([_cell(column, row[column.name]) for column in columns])
                    counts[table.name] += 1
        archive.writestr(_member(ABOUT), json.dumps({**header(content), "rows": counts}, indent=1))
    return sum(counts.values())


def check_sheets(path: Path, file: BinaryIO) -> Row:
    """What the zip says of itself, if it is complete and unchanged."""
    try:
        with zipfile.ZipFile(file) as archive:
            about = read_about(archive, ABOUT)
            damaged = archive.testzip()
    except (*NOT_A_ZIP, OSError):
        raise DioramaError(f"{path} is no export of a studio: it is no zip with a readable {ABOUT}") from None
    if damaged or not isinstance(about, dict) or not isinstance(about.get("rows"), dict):
        raise DioramaError(f"{path} is damaged: {short(damaged or ABOUT, 60)} cannot be read")
    return about


def read_sheets(path: Path, file: BinaryIO, about: Row, content: Content) -> Iterator[tuple[str, Row]]:
    """The rows with the names of their tables."""
    before = csv.field_size_limit(LONGEST_CELL)
    try:
        with zipfile.ZipFile(file) as archive:
            for table in content.tables():
                if table.name in about["rows"]:
                    yield from _read_sheet(path, archive, table, about["rows"][table.name])
    except (KeyError, csv.Error, UnicodeDecodeError) as error:
        raise DioramaError(f"{path} cannot be read: {short(error, 80)}") from None
    finally:
        csv.field_size_limit(before)


def _read_sheet(path: Path, archive: zipfile.ZipFile, table: Table, wanted: int) -> Iterator[tuple[str, Row]]:
    count = 0
    with archive.open(f"{table.name}.csv") as member, io.TextIOWrapper(member, "utf-8-sig", newline="") as text:
        for row in csv.DictReader(text):
            count += 1
            where = f"{path}, {table.name}.csv, row {count}"
            cells = {name: cell for name, cell in row.items() if isinstance(name, str) and name in table.columns}
            if len(cells) != len(row) or not all(isinstance(cell, str) for cell in cells.values()):
                raise DioramaError(f"{where}: it has other columns than this Diorama's")
            yield table.name, {name: _value(where, table.columns[name], cell) for name, cell in cells.items()}
    if count != wanted:
        raise DioramaError(f"{path}: {table.name}.csv has {count} rows, and {ABOUT} says {wanted}")


def _member(name: str) -> zipfile.ZipInfo:
    """A member without the time, so that the same content gives the same bytes."""
    member = zipfile.ZipInfo(name)
    member.compress_type = zipfile.ZIP_DEFLATED
    return member


def _is_text(column: Column[Any]) -> bool:
    return isinstance(column.type, String | Moment)


def _cell(column: Column[Any], value: Any) -> str:
    if value is None:
        return ""
    if not _is_text(column):
        return json.dumps(value)
    text = str(value)
    return f"'{text}" if not text or text.startswith(_RISKY) else text


def _value(where: str, column: Column[Any], cell: str) -> Any:
    if cell == "":
        return None
    if _is_text(column):
        return cell.removeprefix("'")
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        raise DioramaError(f"{where}: '{short(cell, 40)}' does not belong into the column '{column.name}'") from None

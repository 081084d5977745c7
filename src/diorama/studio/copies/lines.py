"""A copy as JSON lines: what it is, its rows in the order of their tables, and a last line with a checksum."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy.orm import Session

from diorama import __version__
from diorama.errors import DioramaError, short
from diorama.studio.copies.content import Content, Row

FORMAT = 1
LONGEST_LINE = 64 << 20


def header(content: Content) -> Row:
    """What a copy says of itself; no time, so that the same content gives the same bytes."""
    return {"studio": FORMAT, "whole": content.whole, "version": __version__, "parts": content.versions}


def write_lines(db: Session, content: Content, write: Any) -> int:
    """Write all rows with a function that takes bytes; returns how many there are."""
    checksum, count = sha256(), 0

    def put(line: Row) -> None:
        data = json.dumps(line, ensure_ascii=True).encode() + b"\n"
        checksum.update(data)
        write(data)

    put(header(content))
    for table in content.tables():
        for row in content.rows(db, table):
            put({"table": table.name, "row": row})
            count += 1
    put({"rows": count, "sha256": checksum.hexdigest()})
    return count


def check_lines(path: Path, file: BinaryIO) -> Row:
    """Read all of it once: whether it is complete and unchanged; gives its first line."""
    checksum, first, last, count = sha256(), None, None, -1
    for line in _whole_lines(path, file):
        if last is not None:
            checksum.update(last)
            count += 1
        first, last = first if first is not None else line, line
    end = {} if last is None else _read(path, last)
    if first is None or end.get("sha256") != checksum.hexdigest() or end.get("rows") != count:
        raise DioramaError(f"{path} is not complete, or was changed: its last line should hold its checksum")
    return _read(path, first)


def read_lines(path: Path, file: BinaryIO) -> Iterator[tuple[str, Row]]:
    """The rows with the names of their tables."""
    for line in _whole_lines(path, file):
        found = _read(path, line)
        table, row = found.get("table"), found.get("row")
        if isinstance(table, str) and isinstance(row, dict):
            yield table, row
        elif "table" in found:
            raise DioramaError(f"{path}: a line of the table '{short(table, 40)}' holds no row")


def _whole_lines(path: Path, file: BinaryIO) -> Iterator[bytes]:
    file.seek(0)
    while line := file.readline(LONGEST_LINE):
        if not line.endswith(b"\n"):
            raise DioramaError(f"{path} is not complete: its last line is cut short")
        yield line


def _read(path: Path, line: bytes) -> Row:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise DioramaError(f"{path} is no export of a studio: a line of it is no JSON object")
    return found

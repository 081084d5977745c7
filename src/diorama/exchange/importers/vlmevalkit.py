"""What tables for VLMEvalKit have in common: options in columns A, B, …, and pictures that rows share."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from diorama.exchange.importers.faults import BadRow
from diorama.exchange.importers.pictures import SHORTEST_BASE64
from diorama.exchange.importers.sources import Source
from diorama.exchange.importers.tables import Row, rows_of

PICTURES = ("image", "images", "image_path", "picture", "img", "file_name")


def lettered_columns(row: Row) -> tuple[str, ...]:
    """The options in columns A, B, C …; a gap between two that are filled is refused."""
    cells = [None if (cell := row.values.get(letter)) == "" else cell for letter in ascii_uppercase]
    last = max((k for k, cell in enumerate(cells) if cell is not None), default=-1)
    if gaps := [ascii_uppercase[k] for k in range(last) if cells[k] is None]:
        raise BadRow(f"its option {gaps[0]} is empty, and {ascii_uppercase[last]} is not")
    return tuple(row.text(letter) for letter in ascii_uppercase[: last + 1])


def picture_cell(row: Row, source: Source, *names: str) -> Any:
    """The cell with the picture of a row; of a row that names another one, the cell of that."""
    cell = row.need(*(names or PICTURES))
    name = cell.strip() if isinstance(cell, str) else ""
    if not name or len(name) > SHORTEST_BASE64 or "index" not in row.values or not name.isalnum():
        return cell
    kept = _spooled(row, source, name)
    if not kept.is_file():
        raise BadRow(f"its picture is that of row '{name}', which there is not, or which has none of its own")
    return kept.read_text("ascii", "replace")


def _spooled(row: Row, source: Source, wanted: str) -> Path:
    """A file with the cell of another row.

    The first row that asks has the table read once more, and every cell kept on the disk that some row asks for: in
    memory they could be too many.
    """
    path = row.folder / Path(row.file).name
    folder = source.spare / sha256(str(path).encode()).hexdigest()[:16]
    if not folder.is_dir():
        folder.mkdir()
        asked = {name for other in rows_of(path) if (name := _short_cell(other))}
        for other in rows_of(path):
            index = str(other.values.get("index", ""))
            if index in asked and not _short_cell(other) and isinstance(cell := other.get(*PICTURES), str):
                (folder / _file(index)).write_text(cell, "ascii", "replace")
    return folder / _file(wanted)


def _short_cell(row: Row) -> str:
    cell = row.get(*PICTURES)
    name = cell.strip() if isinstance(cell, str) else ""
    return name if 0 < len(name) <= SHORTEST_BASE64 and name.isalnum() else ""


def _file(index: str) -> str:
    return sha256(index.encode("utf-8", "replace")).hexdigest()[:32]

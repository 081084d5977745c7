"""Rows of tables, one at a time, however they are stored: TSV, CSV, JSON lines, a JSON list, Parquet, Arrow.

What is wrong with a row comes with the row, so that the rest can be read. Nothing is taken for a missing value but an
empty cell: "None", "N/A" and "null" are texts.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

from diorama.errors import DioramaError, short
from diorama.exchange.importers.faults import BadRow
from diorama.exchange.importers.json_rows import Entry, entries_of, lines_of

ENDINGS = (".tsv", ".csv", ".jsonl", ".ndjson", ".json", ".parquet", ".arrow")
NO_TABLES = frozenset({"dataset_info.json", "state.json", "dataset_dict.json", "package.json", "metadata.json"})
"""Files of saved datasets that hold no rows."""
LONGEST_CELL = 256 << 20
ROWS_HELD = 16
"""Rows of a binary table that are turned into Python at a time: pictures are in them."""
_BROKEN = re.compile("[\udc80-\udcff]")
MOST_SHOWN = 20
_NO_VALUE = (pa.ArrowException, ValueError, OverflowError, SystemError)
"""What reading a value raises that Python has none for: a date beyond its years, a text that is not UTF-8."""


@dataclass(frozen=True)
class Row:
    """One row of a table."""

    file: str
    """Of which table, from the folder of the source."""
    number: int
    """Counted from 1."""
    values: Mapping[str, Any] = field(repr=False)
    folder: Path = Path()
    """Where the table is."""
    fault: str = ""
    """Why it cannot be used."""

    @property
    def label(self) -> str:
        """Its number, and its id if it has one, for people."""
        said = next((self.values[n] for n in ("id", "index", "question_id", "qa_id") if n in self.values), None)
        return str(self.number) if said is None or said == "" else f"{self.number} ({short(said, 60)})"

    def get(self, *names: str) -> Any:
        """The value of the first of these fields that is filled; None if none is."""
        for name in names:
            if (value := self.values.get(name)) is not None and value != "":
                return value
        return None

    def need(self, *names: str) -> Any:
        """The same; a row without is refused, and the fields that it has are listed."""
        found = self.get(*names)
        if found is not None:
            return found
        there = next((n for n in names if n in self.values), None)
        if there is not None:
            raise BadRow(f"its field '{there}' is empty")
        shown = ", ".join(short(name, 40) for name in list(self.values)[:MOST_SHOWN]) or "nothing"
        others = f" (nor {', '.join(names[1:])})" if len(names) > 1 else ""
        raise BadRow(f"it has no field '{names[0]}'{others}; it has {shown}")

    def text(self, *names: str) -> str:
        """A field that holds a text, or a number to be written as one."""
        value = self.need(*names)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise BadRow(f"its field '{self.which(*names)}' is no text: {short(value, 60)}")
        said = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
        if not said.strip():
            raise BadRow(f"its field '{self.which(*names)}' is empty")
        return said.strip()

    def optional(self, *names: str) -> str:
        """The same; empty where there is none."""
        return "" if self.get(*names) is None else self.text(*names)

    def which(self, *names: str) -> str:
        """The first of these fields that is filled."""
        return next((n for n in names if self.values.get(n) not in (None, "")), names[0])


def is_table(path: Path) -> bool:
    return path.suffix.lower() in ENDINGS and path.name not in NO_TABLES and not path.name.startswith(("cache-", "."))


def rows_of(path: Path, name: str = "") -> Iterator[Row]:
    """The rows of a table, numbered from 1."""
    ending = path.suffix.lower()
    name = name or path.name
    try:
        if ending in (".tsv", ".csv"):
            yield from _of_text(path, name, "\t" if ending == ".tsv" else ",")
        elif ending in (".jsonl", ".ndjson", ".json"):
            with _opened(path) as stream:
                found = entries_of(stream, path) if ending == ".json" else lines_of(stream)
                for number, entry in enumerate(found, start=1):
                    yield _json_row(entry, name, number, path.parent)
        elif ending == ".parquet":
            yield from _numbered(_of_parquet(path), name, path.parent)
        elif ending == ".arrow":
            yield from _numbered(_of_arrow(path), name, path.parent)
        else:
            raise DioramaError(f"{path} is no table that can be read: {', '.join(ENDINGS)}")
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:  # the last of the names of columns
        if isinstance(error, OSError) and error.errno is not None:
            raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
        raise DioramaError(f"{path} is damaged or cut short ({short(error, 120)}): download it again") from None


@contextmanager
def _opened(path: Path) -> Iterator[IO[str]]:
    """A text file; bytes that are no UTF-8 stay in it as marks, so that their row can be named."""
    try:
        with path.open("rb") as raw:
            if raw.read(2) in (b"\xff\xfe", b"\xfe\xff"):
                raise DioramaError(f"{path}, row 1: it is UTF-16; save it as UTF-8")
        with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
            yield stream
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None


def _of_text(path: Path, name: str, sign: str) -> Iterator[Row]:
    with _opened(path) as stream, _long_cells():
        cells = csv.reader(_whole_lines(stream), delimiter=sign)
        header = next(cells, None)
        if not header:
            raise DioramaError(f"{path} is empty: its first line should name the columns")
        if _BROKEN.search("".join(header)):
            raise DioramaError(f"{path}, row 0 (the names of the columns): it is not UTF-8; save the file as UTF-8")
        if twice := [c for k, c in enumerate(header) if c in header[:k]]:
            raise DioramaError(f"{path} has two columns '{short(twice[0], 60)}'")
        number = 0
        while True:
            try:
                row = next(cells, None)
            except csv.Error as error:
                yield Row(name, number + 1, {}, path.parent, f"it cannot be read ({short(error, 80)})")
                return
            if row is None:
                return
            if not any(row):
                continue
            number += 1
            values = dict(zip(header, row, strict=False))
            yield Row(name, number, values, path.parent, _text_fault(header, row))


def _text_fault(header: list[str], row: list[str]) -> str:
    if len(row) != len(header):
        quote = len(row) > len(header) or any("\n" in cell for cell in row)
        cut = ": is a quotation mark missing?" if quote else ": the file may be cut short here"
        return f"it has {len(row)} of {len(header)} columns{cut}"
    for column, cell in zip(header, row, strict=True):
        if fault := _not_utf8(column, cell):
            return fault
    return ""


def _not_utf8(column: str, cell: str) -> str:
    if cell.isascii() or (broken := _BROKEN.search(cell)) is None:
        return ""
    return (
        f"its field '{short(column, 40)}' is not UTF-8 (byte 0x{ord(broken[0]) - 0xDC00:02x}): save the file as UTF-8"
    )


def _whole_lines(stream: IO[str]) -> Iterator[str]:
    """Lines without null bytes, which the reader of tables stumbles over."""
    for line in stream:
        yield line.replace("\x00", "") if "\x00" in line else line


@contextmanager
def _long_cells() -> Iterator[None]:
    """Pictures are in cells: the usual limit of 128 kB is too low for them."""
    before = csv.field_size_limit(min(LONGEST_CELL, sys.maxsize))
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _json_row(entry: Entry, name: str, number: int, folder: Path) -> Row:
    value, why = entry
    if not why and not isinstance(value, dict):
        why = "it is no object with fields"
    values = value if isinstance(value, dict) else {}
    for key, cell in values.items():
        if not why and isinstance(cell, str):
            why = _not_utf8(key, cell)
    return Row(name, number, values, folder, why)


def _numbered(batches: Iterator[pa.RecordBatch], name: str, folder: Path) -> Iterator[Row]:
    number = 0
    for batch in batches:
        for start in range(0, batch.num_rows, ROWS_HELD):
            for values, why in _plain(batch.slice(start, ROWS_HELD)):
                number += 1
                yield Row(name, number, values, folder, why)


def _plain(batch: pa.RecordBatch) -> Iterator[tuple[dict[str, Any], str]]:
    """Rows as plain values, each with what is wrong with it.

    What a file says of its own layout is checked first: reading it untested can end the whole process.
    """
    try:
        batch.validate(full=True)
        rows = batch.to_pylist()
    except _NO_VALUE as error:
        if batch.num_rows > 1:
            for k in range(batch.num_rows):
                yield from _plain(batch.slice(k, 1))
        else:
            yield from _plain_cells(batch, error)
    else:
        yield from ((row, "") for row in rows)


def _plain_cells(batch: pa.RecordBatch, error: Exception) -> Iterator[tuple[dict[str, Any], str]]:
    """One row that cannot be read whole: its cells that can, and the first one that cannot."""
    values: dict[str, Any] = {}
    why = ""
    for column, cells in zip(batch.schema.names, batch.columns, strict=True):
        try:
            cells.validate(full=True)
            values[column] = cells.to_pylist()[0]
        except _NO_VALUE as reason:
            why = why or f"its field '{short(column, 40)}' cannot be read ({short(reason, 80)})"
    yield values, why or f"it cannot be read ({short(error, 80)})"


def _of_parquet(path: Path) -> Iterator[pa.RecordBatch]:
    with pq.ParquetFile(path, pre_buffer=False, buffer_size=1 << 20) as file:
        yield from file.iter_batches(batch_size=ROWS_HELD, use_threads=False)


def _of_arrow(path: Path) -> Iterator[pa.RecordBatch]:
    """The batches of an Arrow stream, which is how `datasets` saves to disk."""
    with pa.memory_map(str(path)) as file, pa.ipc.open_stream(file) as stream:
        yield from stream

"""Files of records, one JSON object a line, that people edit in between.

A line that cannot be read is named and left as it is: the others are used, and whoever writes the file again keeps it,
at its place and byte for byte. Files are written completely or not at all.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from diorama.data import whole_file
from diorama.errors import DioramaError, first_fault, short
from diorama.footage.records import Candidate, Clip

CLIPS, CANDIDATES = "clips.jsonl", "candidates.jsonl"
R = TypeVar("R", Clip, Candidate)


@dataclass(frozen=True)
class _Entry(Generic[R]):
    raw: bytes
    record: R | None
    fault: str = ""


class RecordFile(Generic[R]):
    """The records of one file, in their order."""

    def __init__(self, path: Path, sort: type[R]) -> None:
        self.path = path
        self._entries: list[_Entry[R]] = _read(path, sort) if path.exists() else []

    @property
    def faults(self) -> list[str]:
        """What is wrong with lines that are not used, one line each."""
        return [entry.fault for entry in self._entries if entry.fault]

    @property
    def records(self) -> dict[str, R]:
        """Every record that can be used, by its id."""
        return {entry.record.id: entry.record for entry in self._entries if entry.record is not None}

    @property
    def unreadable(self) -> set[str]:
        """The ids of lines that cannot be used; an empty one stands for lines that do not even say theirs."""
        return {_id_in(entry.raw) for entry in self._entries if entry.record is None}

    def remove(self, ids: Collection[str]) -> None:
        """Leave out records, in memory; lines that cannot be read stay."""
        self._entries = [e for e in self._entries if e.record is None or e.record.id not in ids]

    def change(self, changed: Callable[[R], R]) -> None:
        """Replace records in memory; lines that stay the same keep their bytes."""
        self._entries = [_changed(entry, changed) for entry in self._entries]

    def add(self, records: Iterable[R]) -> int:
        """Append records whose ids are new, in memory; returns how many these are."""
        known = set(self.records)
        new = [record for record in records if record.id not in known]
        self._entries += [_Entry(_line(record), record) for record in new]
        return len(new)

    def write(self) -> None:
        with whole_file(self.path) as file:
            for entry in self._entries:
                file.write(entry.raw + b"\n")


def clip_file(folder: Path) -> RecordFile[Clip]:
    """The clips of a folder."""
    return RecordFile(folder / CLIPS, Clip)


def candidate_file(folder: Path) -> RecordFile[Candidate]:
    """The candidate questions of a folder."""
    return RecordFile(folder / CANDIDATES, Candidate)


def require_clips(folder: Path) -> RecordFile[Clip]:
    """The clips of a folder that must have some."""
    if not (folder / CLIPS).is_file():
        raise DioramaError(f"{folder} holds no {CLIPS}: run `diorama video clips FILES… --out {folder}` first")
    return clip_file(folder)


@contextmanager
def editing(folder: Path) -> Iterator[None]:
    """Wait until no other process writes records of this folder; read them again inside."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with (folder / ".editing").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _changed(entry: _Entry[R], changed: Callable[[R], R]) -> _Entry[R]:
    if entry.record is None:
        return entry
    new = changed(entry.record)
    return entry if new == entry.record else _Entry(_line(new), new)


def _line(record: Clip | Candidate) -> bytes:
    return json.dumps(record.model_dump(mode="json", exclude_none=True), ensure_ascii=False).encode("utf-8", "replace")


def _read(path: Path, sort: type[R]) -> list[_Entry[R]]:
    try:
        lines = path.read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n")
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    entries: list[_Entry[R]] = []
    seen: dict[str, int] = {}
    for number, raw in enumerate(lines, start=1):
        if not (raw := raw.rstrip(b"\r")).strip():
            continue
        try:
            record = sort.model_validate_json(raw)
            if record.id in seen:
                raise DioramaError(f"the id is that of line {seen[record.id]}, too")
        except (ValidationError, DioramaError) as error:
            why = first_fault(error) if isinstance(error, ValidationError) else str(error)
            entries.append(_Entry(raw, None, f"{path.name}, line {number}{_named(raw)}: {why}"))
        else:
            seen[record.id] = number
            entries.append(_Entry(raw, record))
    return entries


def _named(raw: bytes) -> str:
    """The id of a line that cannot be used, if it has one, for a message."""
    found = _id_in(raw)
    return f" ('{short(found, 100)}')" if found else ""


def _id_in(raw: bytes) -> str:
    try:
        plain: Any = json.loads(raw)
        return str(plain["id"])
    except (ValueError, RecursionError, KeyError, TypeError, IndexError):
        return ""

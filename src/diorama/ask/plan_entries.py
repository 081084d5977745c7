"""Entries of JSON files by their ids; whatever is wrong is noted with the file and the id, and the rest is read."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diorama.errors import DioramaError, short

MOST_NESTED = 20
"""Objects within objects of an entry that are looked into: plans have three."""


@dataclass(frozen=True)
class Fault:
    """Something that is wrong in a file."""

    file: str
    id: str
    what: str

    def __str__(self) -> str:
        parts = (self.file, self.id, self.what) if self.id else (self.file, self.what)
        return " ".join(": ".join(parts).split())  # an id may hold line breaks


@dataclass(frozen=True)
class Entries:
    """The entries of a list, each with its id and a name that stands twice in it, if any does."""

    listed: list[tuple[str, dict[str, Any], str]]
    nameless: int
    again: int
    """Entries with an id that was there before."""


def read_entries(path: Path, faults: list[Fault]) -> Entries:
    """The entries of a list; of several with one id, the first."""
    twice: list[_TwiceNamed] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """The members of a JSON object, marked if a name stands twice."""
        found = dict(pairs)
        if len(found) < len(pairs):
            found = _TwiceNamed(found)
            found.pairs = pairs
            twice.append(found)
        return found

    listed = read_json(path, members)
    if not isinstance(listed, list):
        raise DioramaError(f"{path} is no list: write [{{id: …, answer: …}}, …]")
    found: dict[str, tuple[str, dict[str, Any], str]] = {}
    nameless = again = 0
    for number, entry in enumerate(listed, start=1):
        entry_id = entry.get("id") if isinstance(entry, dict) else None
        ids = entry.every("id") if isinstance(entry, _TwiceNamed) else [entry_id]
        if not isinstance(entry_id, str) or not entry_id or len(ids) > 1:
            said = " and ".join(short(i, 40) for i in ids)
            problem = f"it has two ids, {said}" if len(ids) > 1 else "it is no object with an id"
            faults.append(Fault(path.name, f"entry {number}", f"{problem}; left out"))
            nameless += 1
        elif entry_id in found:
            faults.append(Fault(path.name, entry_id, "a second entry with this id; the first one counts"))
            again += 1
        else:
            found[entry_id] = (entry_id, entry, _twice_named(entry) if twice else "")
    return Entries(list(found.values()), nameless, again)


class Pairs(list[tuple[str, Any]]):
    """A JSON object with all its members, also those whose name stands twice."""


class _TwiceNamed(dict[str, Any]):
    """A JSON object in which a name stands twice."""

    pairs: list[tuple[str, Any]]

    def every(self, name: str) -> list[Any]:
        return [value for key, value in self.pairs if key == name]


def _twice_named(value: Any, depth: int = MOST_NESTED) -> str:
    """A name that stands twice in some object of a value; empty without any."""
    if isinstance(value, _TwiceNamed):
        return next(name for name, _ in value.pairs if len(value.every(name)) > 1)
    if not depth:
        return ""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next(filter(None, (_twice_named(v, depth - 1) for v in inner if isinstance(v, dict | list))), "")


def read_json(path: Path, objects: Callable[[list[tuple[str, Any]]], Any]) -> Any:
    """The value of a file; `objects` makes something of the members of each object."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        return json.loads(text, object_pairs_hook=objects)
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise DioramaError(f"{path} is no JSON: {short(error, 80)}") from None

"""The journal of a folder: every reply of a model, on the disk as soon as it has come.

A reply is kept under a key that stands for all that could change it. It is *filed* once what was read from it is in the
records, so that nothing is asked twice, filed twice or lost, whenever a process ends.
"""

from __future__ import annotations

import json
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import ValidationError

from diorama.ask.line_files import LineFile
from diorama.errors import DioramaError, first_fault
from diorama.world.model import Plain

FILE = "replies.jsonl"


class Entry(Plain):
    """A reply, or a note that it was filed."""

    key: str
    step: str = ""
    about: str = ""
    """The clip or candidate that it is about."""
    model: str = ""
    reply: str = ""
    fault: str = ""
    """Why it could not be used: it is asked for again."""
    filed: bool = False


def key_of(*parts: Any) -> str:
    """The same for the same parts, plain data all of them."""
    return sha256(json.dumps(parts, sort_keys=True, default=str).encode("utf-8", "replace")).hexdigest()[:16]


class Journal:
    """The journal of a folder, held by one process at a time."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._lines = LineFile(
            self.path, busy=f"another process is at work in {folder}: wait for it", sync_seconds=0.0
        )  # fmt: skip
        self.filed: set[str] = set()
        self.waiting: dict[str, Entry] = {}
        """Replies that are not filed yet, by key."""

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(self._lines)
            self._load()
            stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._lines.__exit__(kind, error, at)

    def keep(self, entry: Entry) -> None:
        """Write a reply down."""
        self._lines.write_line(entry.model_dump_json(exclude_defaults=True))
        self._know(entry)

    def file(self, keys: list[str]) -> None:
        """Note that what was read from these replies is in the records."""
        for key in keys:
            self.keep(Entry(key=key, filed=True))

    def _know(self, entry: Entry) -> None:
        if entry.filed:
            self.filed.add(entry.key)
            self.waiting.pop(entry.key, None)
        elif not entry.fault:
            self.waiting[entry.key] = entry

    def _load(self) -> None:
        with self.path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                try:
                    self._know(Entry.model_validate_json(line))
                except ValidationError as error:
                    raise DioramaError(f"{self.path}, line {number}: {first_fault(error)}; delete that line") from None

"""The journal of a folder: every reply of a model, on the disk as soon as it has come.

A reply is kept under a key that stands for all that could change it. It is *filed* once what was read from it is in the
records, so that nothing is asked twice, filed twice or lost, whenever a process ends.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import ValidationError

from diorama.ask.run_files import locked
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
        self.filed: set[str] = set()
        self.waiting: dict[str, Entry] = {}
        """Replies that are not filed yet, by key."""

    def __enter__(self) -> Self:
        try:
            self._file = self.path.open("a+b", buffering=0)
        except OSError as error:
            raise DioramaError(f"cannot write {self.path}: {error.strerror or error}") from None
        if not locked(self._file.fileno()):
            self._file.close()
            raise DioramaError(f"another process is at work in {self.path.parent}: wait for it")
        try:
            self._load()
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def keep(self, entry: Entry) -> None:
        """Write a reply down."""
        self._line(entry)
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
        self._file.seek(0)
        whole = 0
        with open(self._file.fileno(), "rb", closefd=False) as lines:
            for number, line in enumerate(lines, start=1):
                if not line.endswith(b"\n"):
                    break  # it was cut short by a kill
                whole += len(line)
                try:
                    self._know(Entry.model_validate_json(line))
                except ValidationError as error:
                    raise DioramaError(f"{self.path}, line {number}: {first_fault(error)}; delete that line") from None
        os.ftruncate(self._file.fileno(), whole)

    def _line(self, entry: Entry) -> None:
        """Write one whole line; if the disk takes only a part of it, that is taken back."""
        handle = self._file.fileno()
        size = os.fstat(handle).st_size
        try:
            rest = memoryview(entry.model_dump_json(exclude_defaults=True).encode() + b"\n")
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        except OSError as error:
            os.ftruncate(handle, size)
            raise DioramaError(f"cannot write {self.path}: {error.strerror or error}") from None


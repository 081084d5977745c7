"""Runs: the answers of one model to one dataset, kept in a file that grows by a line an answer.

The first line says what was run; every other line is a record. A line is written whole when its answer is there, so a
run that was killed has lost nothing but the questions in flight, and the same command asks only what is missing.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from pydantic import Field, ValidationError

from diorama import __version__
from diorama.ask.records import Record, Verdict
from diorama.data.sample import first_fault
from diorama.errors import DioramaError
from diorama.world.model import Plain

ENDING = ".answers.jsonl"
SYNC_SECONDS = 1.0
"""What a power cut can lose; a killed process loses nothing that was written."""


class RunInfo(Plain):
    """What was run. Everything that could change an answer is here; two runs with equal settings are one run."""

    format: Literal[1] = 1
    dataset: str
    """By name and checksum."""
    folder: str = ""
    """Where the dataset was; reports look for pictures there."""
    model: str
    strategy: str = "direct"
    judge: str = ""
    base_url: str = ""
    model_args: dict[str, Any] = Field(default_factory=dict)
    config: dict[str, Any] = Field(default_factory=dict)
    """How the model generates: temperature, most tokens, …"""
    version: str = __version__

    @property
    def key(self) -> str:
        """The same for the same settings, wherever the dataset lies and whichever version asks."""
        settings = self.model_dump(mode="json", exclude={"folder", "version", "format"})
        return sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:8]

    @property
    def file_name(self) -> str:
        plain = re.sub(r"[^A-Za-z0-9._-]+", "-", f"{self.model}-{self.strategy}").strip("-.")
        return f"{plain[:80]}-{self.key}{ENDING}"


class Run(Plain):
    """A run as read back."""

    info: RunInfo
    records: tuple[Record, ...]
    """One for each question × repeat: the last that did not fail, or the last."""


class RunFile:
    """A run being written. Only one process at a time may hold it."""

    def __init__(self, folder: str | Path, info: RunInfo, *, fresh: bool = False) -> None:
        """Continue a run, or with `fresh` begin it anew."""
        self.path = Path(folder) / info.file_name
        self.info = info
        self._fresh = fresh
        self._synced = 0.0

    def __enter__(self) -> Self:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(self.path, "a+b")
        except OSError as error:
            raise DioramaError(f"cannot write {self.path}: {error.strerror or error}") from None
        if not _locked(self._file.fileno()):
            self._file.close()
            raise DioramaError(f"another process is writing {self.path}: wait for it, or use other --logs")
        if self._fresh:
            os.ftruncate(self._file.fileno(), 0)
        _mend(self._file.fileno())
        if os.fstat(self._file.fileno()).st_size == 0:
            self._line(self.info.model_dump_json())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def done(self) -> dict[tuple[str, int], Record]:
        """What needs no asking again: everything but failures."""
        run = read_run(self.path)
        return {(r.sample_id, r.repeat): r for r in run.records if r.verdict is not Verdict.FAILED}

    def add(self, record: Record) -> None:
        self._line(record.model_dump_json(exclude_defaults=True))

    def _line(self, text: str) -> None:
        """One write of one whole line: a kill can cut it short, never mix it with another."""
        self._file.write(text.encode() + b"\n")
        self._file.flush()
        if time.monotonic() - self._synced > SYNC_SECONDS:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()


def read_run(path: Path) -> Run:
    """A run's settings and its latest records."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    if lines and lines[-1]:  # no line end: it was cut short
        lines.pop()
    try:
        info = RunInfo.model_validate_json(lines[0])
    except (ValidationError, IndexError):
        raise DioramaError(f"{path} is not a file of answers: its first line does not say what was run") from None
    records = []
    for number, line in enumerate(lines[1:], start=2):
        if line:
            try:
                records.append(Record.model_validate_json(line))
            except ValidationError as error:
                raise DioramaError(f"{path}, line {number}: {first_fault(error)}") from None
    return Run(info=info, records=latest(records))


def latest(records: Iterable[Record]) -> tuple[Record, ...]:
    """One record for each question × repeat: a later one replaces a failed one, a failed one replaces nothing."""
    kept: dict[tuple[str, int], Record] = {}
    for record in records:
        key = (record.sample_id, record.repeat)
        if key not in kept or record.verdict is not Verdict.FAILED or kept[key].verdict is Verdict.FAILED:
            kept[key] = record
    return tuple(kept.values())


def _locked(file: int) -> bool:
    """Take the file for this process alone; the lock goes with the process, however it ends."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _mend(file: int) -> None:
    """Drop a last line that was cut short, so that the next one starts afresh."""
    size = os.fstat(file).st_size
    end = size
    while end > 0:
        start = max(0, end - 65536)
        found = os.pread(file, end - start, start).rfind(b"\n")
        if found >= 0:
            end = start + found + 1
            break
        end = start
    if end < size:
        os.ftruncate(file, end)

"""Files that grow by one whole line at a time: a kill cuts no line in two, and one process at a time may write."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from diorama.errors import DioramaError

SYNC_SECONDS = 1.0
"""The last seconds of lines that a power cut can lose; a killed process loses nothing that was written."""


class LineFile:
    """A file being written, held by one process at a time. A last line that was cut short is dropped on opening."""

    def __init__(self, path: Path, *, busy: str, sync_seconds: float = SYNC_SECONDS) -> None:
        """`busy` is what the user reads if another process holds the file."""
        self.path = path
        self._busy, self._sync_seconds = busy, sync_seconds
        self._synced = 0.0

    def __enter__(self) -> Self:
        while True:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._file = open(self.path, "a+b", buffering=0)
            except OSError as error:
                raise DioramaError(f"cannot write {self.path}: {error.strerror or error}") from None
            if not _locked(self._file.fileno()):
                self._file.close()
                raise DioramaError(self._busy)
            if self.path.exists() and os.path.samestat(os.fstat(self._file.fileno()), self.path.stat()):
                break
            self._file.close()  # somebody wrote the file anew between opening and locking
        _mend(self._file.fileno())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with suppress(OSError):
            os.fsync(self._file.fileno())
        self._file.close()

    @property
    def empty(self) -> bool:
        return os.fstat(self._file.fileno()).st_size == 0

    def write_line(self, text: str) -> None:
        """Write one whole line; if the disk takes only a part of it, that is taken back."""
        handle = self._file.fileno()
        size = os.fstat(handle).st_size
        try:
            rest = memoryview(text.encode() + b"\n")
            while rest:
                rest = rest[os.write(handle, rest) :]
            if time.monotonic() - self._synced > self._sync_seconds:
                os.fsync(handle)
                self._synced = time.monotonic()
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(handle, size)
            raise DioramaError(f"cannot write {self.path}: {error.strerror or error}") from None


def whole_lines(path: Path) -> list[bytes]:
    """The lines of such a file, without a last one that was cut short."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    lines.pop()  # empty, or cut short
    return lines


def _locked(file: int) -> bool:
    """Lock the file for this process, until it ends in whatever way; False if another process holds it."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _mend(file: int) -> None:
    """Drop a last line that was cut short, so that the next one starts on a line of its own."""
    size = os.fstat(file).st_size
    end = size
    while end > 0:
        start = max(0, end - 65536)
        line_end = os.pread(file, end - start, start).rfind(b"\n")
        if line_end >= 0:
            end = start + line_end + 1
            break
        end = start
    if end < size:
        os.ftruncate(file, end)

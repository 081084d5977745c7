"""Files that are complete or not there at all, and one writer at a time where it matters."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

from diorama.errors import DioramaError

PIECE = 1 << 20


class Tally:
    """A file being written, with its checksum and size so far; enough of a file for pyarrow."""

    def __init__(self, path: Path, stream: FileIO) -> None:
        self._path = path
        self._stream = stream
        self._hash = hashlib.sha256()
        self.size = 0
        self.closed = False

    def write(self, data: bytes | memoryview) -> int:
        rest = memoryview(data)
        while rest:  # unbuffered, so that a full disk is noticed here and not at closing; may write less than all
            with _clear(self._path):
                rest = rest[self._stream.write(rest) :]
        self._hash.update(data)
        self.size += len(data)
        return len(data)

    def tell(self) -> int:
        return self.size

    def flush(self) -> None:
        """Nothing is held back."""

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()


@contextmanager
def whole_file(path: Path) -> Iterator[Tally]:
    """Write beside `path` under a hidden name; it takes its own name once it is complete and on the disk.

    Leftovers of killed writers are deleted when the file is complete. If another process has made the
    same file in the meantime, with the same content, that is just as good.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    with _clear(path):
        stream = part.open("wb", buffering=0)
    try:
        with stream:
            tally = Tally(path, stream)
            yield tally
            with _clear(path):
                os.fsync(stream.fileno())
        with _clear(path):
            _rename(part, path, tally.sha256)
    finally:
        part.unlink(missing_ok=True)


def _rename(part: Path, path: Path, sha256: str) -> None:
    try:
        os.replace(part, path)
    except FileNotFoundError:
        if not path.is_file() or sha256_of(path) != sha256:
            raise
    sync_folder(path.parent)
    for left in path.parent.glob(f".{path.name}.*.part"):
        left.unlink(missing_ok=True)


@contextmanager
def _clear(path: Path) -> Iterator[None]:
    """Turn a full disk or a forbidden folder into one line for the user, without a traceback."""
    try:
        yield
    except OSError as error:
        raise DioramaError(f"cannot write {path}: {error.strerror or error}") from None


def sha256_of(path: Path) -> str:
    with path.open("rb") as stream:
        digest = hashlib.sha256()
        while piece := stream.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


def is_part(path: Path) -> bool:
    """Whether it is the beginning of a file whose writer was stopped (or is still at it)."""
    return path.name.startswith(".") and path.name.endswith(".part")


def sync_folder(folder: Path) -> None:
    """Make a rename durable; where folders cannot be opened (Windows), the system takes care of it."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Wait until no other process is in here for this folder; the lock of a killed process is released."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)

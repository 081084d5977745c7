"""Shelves: what is slow to make, kept on disk by a key and shared by all processes.

Each shelf is a folder of files. The least recently used ones go when it grows too large. Nothing that goes wrong here
stops any work: what cannot be read is made, and what cannot be written is not kept.

`DIORAMA_CACHE` names another folder for all shelves; `DIORAMA_CACHE=off` keeps nothing.
"""

from __future__ import annotations

import logging
import os
import tempfile
from pathlib import Path

log = logging.getLogger(__name__)

TRIMMED = 0.8
"""Share of the limit that is left when the oldest files have been removed."""
OFF = "off"


def cache_folder() -> Path | None:
    """Where things that are slow to make are kept, or None if nowhere."""
    chosen = os.environ.get("DIORAMA_CACHE")
    if chosen:
        return None if chosen == OFF else Path(chosen)
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path("~/.cache").expanduser()) / "diorama"


class Shelf:
    """A folder of files by their names, and what this process knows of it."""

    def __init__(self, name: str, limit: int) -> None:
        """`limit` is how many bytes all files may take together."""
        self.name, self.limit = name, limit
        self._unchecked: int | None = None
        """Bytes written since the size of the folder was last looked at; None before the first time."""
        self._closed: Path | None = None
        """A folder that could not be written to: it is not tried again for every file."""

    @property
    def folder(self) -> Path | None:
        """Where its files are; None if nothing is kept."""
        root = cache_folder()
        return None if root is None else root / self.name

    def get(self, file: str) -> bytes | None:
        """What was kept under a name, which counts as used then; None if nothing was."""
        if self.folder is None:
            return None
        path = self.folder / file
        try:
            data = path.read_bytes()
        except OSError:
            return None
        try:
            os.utime(path)
        except OSError:
            log.debug("cannot mark %s as used", path)
        return data

    def put(self, file: str, data: bytes) -> None:
        """Keep something. It is written under another name first, so that nobody ever reads half a file.

        Nothing waits for the disk, which would cost more than many things take to make. So a power cut can leave a file
        empty or cut short: whoever keeps something keeps a checksum with it, and makes anew what does not fit.
        """
        folder = self.folder
        if folder is None or folder == self._closed:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=folder, suffix=".tmp")
            try:
                with os.fdopen(handle, "wb") as out:
                    out.write(data)
                os.replace(temporary, folder / file)
            except BaseException:
                Path(temporary).unlink(missing_ok=True)
                raise
            self._trim(folder, len(data))
        except OSError as error:
            self._closed = folder
            log.info("cannot keep anything in %s (%s); it will be made again next time", folder, error)

    def _trim(self, folder: Path, written: int) -> None:
        if self._unchecked is None or self._unchecked + written > self.limit / 16:
            self._unchecked = 0
            trim(folder, self.limit)
        else:
            self._unchecked += written


def trim(folder: Path, limit: int) -> None:
    """Remove the least recently used files of a folder if they take more than `limit` bytes together."""
    files = []
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                known = entry.stat()
            except FileNotFoundError:  # another process has removed it
                continue
            files.append((known.st_mtime_ns, known.st_size, entry.path))
    total = sum(size for _, size, _ in files)
    if total <= limit:
        return
    for _, size, path in sorted(files):
        Path(path).unlink(missing_ok=True)
        total -= size
        if total <= TRIMMED * limit:
            break

"""A folder with the results of one command: all of them at once, and nothing replaced but its own earlier ones."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from diorama.errors import DioramaError

STAGING = ".part-"
"""How the hidden folder begins in which files wait until all are there."""
PROBE_BYTES = 1 << 20
"""Space that there has to be before anything is begun."""


class OwnFolder:
    """A new or empty folder, or one of an earlier run, which bears a marker.

    It is tried before there is anything to write, and symbolic links in it are replaced, not followed. What is not put
    in place is forgotten.
    """

    def __init__(self, path: Path, marker: str, names: Collection[str]) -> None:
        """`names` are the files that may be written and replaced; `marker` is the one by which the folder is known."""
        self.path, self._marker, self._names = path, marker, names
        self._staged: list[str] = []
        self._made: list[Path] = []
        """Folders that were not there before; what stays empty of them goes again."""
        self._staging: Path | None = None

    def __enter__(self) -> Self:
        self._check()
        self._made = [folder for folder in (self.path, *self.path.parents) if not folder.exists()]
        try:
            try:
                self.path.mkdir(parents=True, exist_ok=True)
                self._staging = Path(tempfile.mkdtemp(prefix=STAGING, dir=self.path))
                _write(self._hidden("probe"), bytes(PROBE_BYTES))
                self._hidden("probe").unlink()
            except OSError as error:
                raise DioramaError(f"cannot write to {self.path}: {error.strerror or error}") from None
        except BaseException:
            self._clean()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._clean()

    def write(self, name: str, data: bytes) -> None:
        """Write a file that `put_in_place` will show."""
        assert name in self._names, name
        try:
            _write(self._hidden(name), data)
        except OSError as error:
            self._hidden(name).unlink(missing_ok=True)
            raise DioramaError(f"cannot write {self.path / name}: {error.strerror or error}") from None
        self._staged.append(name)

    def put_in_place(self) -> None:
        """Show what was written, in place of what an earlier run has left."""
        try:
            _write(self._hidden(self._marker), b"")
            for name in (self._marker, *self._staged):
                os.replace(self._hidden(name), self.path / name)
            for name in set(self._names).difference(self._staged):
                (self.path / name).unlink(missing_ok=True)
        except OSError as error:
            raise DioramaError(f"cannot write to {self.path}: {error.strerror or error}") from None

    def _check(self) -> None:
        """Refuse a folder that holds what is not ours."""
        try:
            if not self.path.exists():
                return
            there = {entry.name: entry for entry in os.scandir(self.path) if not entry.name.startswith(STAGING)}
        except OSError as error:
            raise DioramaError(f"cannot use {self.path}: {error.strerror or error}") from None
        marker = there.get(self._marker)
        if there and (marker is None or not marker.is_file(follow_symlinks=False)):
            raise DioramaError(f"{self.path} holds files of something else: give a new or empty folder")
        if folders := [name for name in self._names if name in there and there[name].is_dir(follow_symlinks=False)]:
            raise DioramaError(f"{self.path / folders[0]} is a folder: give a new or empty folder")

    def _hidden(self, name: str) -> Path:
        assert self._staging is not None, "it is open"
        return self._staging / name

    def _clean(self) -> None:
        if self._staging is not None:
            shutil.rmtree(self._staging, ignore_errors=True)
        for folder in self._made:
            with suppress(OSError):  # there is something in it
                folder.rmdir()


def _write(path: Path, data: bytes) -> None:
    """Write a file, to the disk."""
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())

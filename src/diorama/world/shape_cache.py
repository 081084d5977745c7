"""Modelled shapes, kept on disk: the same worlds are built again and again, by build, verify, players and pictures.

Every shape is a file of its own, named by its noun, its seed and all the code that made it, so what is found is what
would be modelled. Processes share the folder; the least recently used files go when it grows too large. Nothing that
goes wrong here stops a build: a shape that cannot be read is modelled, and one that cannot be written is not kept.

`DIORAMA_CACHE` names another folder; `DIORAMA_CACHE=off` keeps nothing.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import logging
import os
import platform
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from diorama.world.shape import Shape
from diorama.world.shape_files import from_bytes, to_bytes

log = logging.getLogger(__name__)

LIMIT_BYTES = 512_000_000
"""How large the folder of shapes may grow; a shape takes about 80 kB."""
TRIMMED = 0.8
"""Share of the limit that is left when the oldest files have been removed."""
OFF = "off"

_MADE_BY = ("assets/*.py", "shape.py", "shape_files.py", "modelling.py", "parts.py")
"""The source files, beside this one, that decide what a shape looks like …"""
_MADE_WITH = ("manifold3d", "numpy", "scipy")
"""… and the packages."""


def cache_folder() -> Path | None:
    """Where things that are slow to make are kept, or None if nowhere."""
    chosen = os.environ.get("DIORAMA_CACHE")
    if chosen:
        return None if chosen == OFF else Path(chosen)
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path("~/.cache").expanduser()) / "diorama"


def kept_or_made(noun: str, seed: int, make: Callable[[], Shape]) -> Shape:
    """The shape from the cache, or a new one, which is kept for the next time."""
    folder = cache_folder()
    if folder is None:
        return make()
    file = folder / "shapes" / f"{_key(noun, seed)}.shape"
    shape = _load(file)
    if shape is None:
        shape = make()
        _SHELF.save(file, shape)
    return shape


@cache
def code_digest(root: Path = Path(__file__).parent) -> str:
    """A checksum of all code that shapes depend on, so that a change of it leaves old files behind."""
    digest = hashlib.blake2b(digest_size=16)
    for pattern in _MADE_BY:
        for file in sorted(root.glob(pattern)):
            content = file.read_bytes()
            digest.update(f"{file.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    versions = [f"{name} {importlib.metadata.version(name)}" for name in _MADE_WITH]
    digest.update("\n".join([*versions, platform.machine(), platform.system()]).encode())
    return digest.hexdigest()


def _key(noun: str, seed: int) -> str:
    return hashlib.blake2b(f"{code_digest()} {seed} {noun}".encode(), digest_size=20).hexdigest()


def _load(file: Path) -> Shape | None:
    try:
        shape = from_bytes(file.read_bytes())
    except (OSError, ValueError):  # not there, cut short, damaged: it is modelled and written again
        return None
    try:
        os.utime(file)
    except OSError:
        log.debug("cannot mark %s as used", file)
    return shape


class _Shelf:
    """What this process knows of the folder it writes to."""

    def __init__(self) -> None:
        self.unchecked: int | None = None
        """Bytes written since the size of the folder was last looked at; None before the first time."""
        self.closed: Path | None = None
        """A folder that could not be written to: it is not tried again for every shape."""

    def save(self, file: Path, shape: Shape) -> None:
        """Write under another name first, so that nobody ever reads half a file."""
        if file.parent == self.closed:
            return
        try:
            data = to_bytes(shape)
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
            try:
                with os.fdopen(handle, "wb") as out:
                    out.write(data)
                os.replace(temporary, file)
            except BaseException:
                Path(temporary).unlink(missing_ok=True)
                raise
            self._trim(file.parent, len(data))
        except OSError as error:
            self.closed = file.parent
            log.info("cannot keep shapes in %s (%s); they will be modelled again next time", file.parent, error)

    def _trim(self, folder: Path, written: int) -> None:
        if self.unchecked is None or self.unchecked + written > LIMIT_BYTES / 16:
            self.unchecked = 0
            trim(folder, LIMIT_BYTES)
        else:
            self.unchecked += written


_SHELF = _Shelf()


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

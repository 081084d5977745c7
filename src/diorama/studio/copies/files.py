"""Files that appear whole or not at all, and never in the place of another; nobody else may read them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from diorama.errors import DioramaError


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Write beside `path` under a hidden name; it takes its own once it is complete and on the disk."""
    refuse_existing(path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        give_name(part, path)
    except OSError as error:
        raise DioramaError(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


def refuse_existing(path: Path) -> None:
    if path.exists() or path.is_symlink():
        raise DioramaError(f"{path} exists: name a new file")


def give_name(part: Path, path: Path) -> None:
    """Give a finished file its name, unless something has it by now."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise DioramaError(f"{path} exists: name a new file") from None
    except OSError:  # a file system without links
        refuse_existing(path)
        os.rename(part, path)
    part.unlink(missing_ok=True)
    if hasattr(os, "O_DIRECTORY"):
        with suppress(OSError):
            folder = os.open(path.parent, os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)

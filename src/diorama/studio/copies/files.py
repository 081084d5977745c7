"""Files that appear whole or not at all, and never in the place of another; nobody else may read them."""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from diorama.errors import DioramaError

NOT_A_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, TypeError, ValueError, RuntimeError)
"""What reading a zip ends in that is none, is damaged or locked, or holds something else."""
LONGEST_ABOUT = 1 << 20


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


def read_about(archive: zipfile.ZipFile, name: str) -> Any:
    """What a zip says of itself in one of its members; one that goes on and on is not read to its end."""
    with archive.open(name) as member:
        said = member.read(LONGEST_ABOUT + 1)
    if len(said) > LONGEST_ABOUT:
        raise zipfile.BadZipFile(name)
    return json.loads(said)


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

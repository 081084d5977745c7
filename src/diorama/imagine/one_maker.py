"""One process at a time for each clip: the others wait for it, and take what it made."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from diorama.shelf import cache_folder

LOCKS = "imagined-locks"
"""Beside the folder of clips, and not in it: what is there may be removed when it grows too large."""


@contextmanager
def one_maker(key: str) -> Iterator[None]:
    """Wait until no other process that shares the cache makes the clip of this key.

    The lock of a killed process is released. Where nothing is kept, or files cannot be locked, nobody waits.
    """
    folder = cache_folder()
    path = None if folder is None else folder / LOCKS / f"{key}.lock"
    handle = None if path is None else _locked(path)
    try:
        yield
    finally:
        if path is not None and handle is not None:
            with suppress(OSError):
                path.unlink(missing_ok=True)
            os.close(handle)


def _locked(path: Path) -> int | None:
    """A file that only this process has locked; None where that cannot be done."""
    if sys.platform == "win32":
        return None
    import fcntl

    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o666)
        except OSError:
            return None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(handle), path.stat()):
                return handle
        except FileNotFoundError:  # who had it before has removed it: others lock another file by now
            pass
        except OSError:
            os.close(handle)
            return None
        os.close(handle)

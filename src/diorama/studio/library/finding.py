"""Finding datasets and runs below a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from diorama.ask.run_files import ENDING
from diorama.data.manifest import FILE
from diorama.studio.storage.base import is_text

DEEPEST = 6
"""Folders within folders that are looked into."""


def find(folder: Path) -> tuple[list[str], list[str]]:
    """The datasets and the files of answers below a folder, as paths relative to it.

    Links, hidden ones, pipes and names that are no text are left.
    """
    datasets, runs = [], []
    for path, names in _walk(folder):
        here = path.relative_to(folder)
        if FILE in names:
            datasets.append(here.as_posix())
        runs += [(here / name).as_posix() for name in names if name.endswith(ENDING) and not name.startswith(".")]
    return sorted(datasets), sorted(runs)


def state_of(path: Path) -> str:
    """When a file was last changed, and its length; empty if it is not there."""
    try:
        state = path.stat()
    except OSError:
        return ""
    return f"{state.st_mtime_ns}-{state.st_size}"


def _walk(folder: Path) -> Iterator[tuple[Path, list[str]]]:
    for path, folders, names in os.walk(folder):
        here = Path(path)
        depth = len(here.relative_to(folder).parts)
        inside = (FILE not in names or not depth) and depth < DEEPEST  # a dataset that is the folder may hold runs
        folders[:] = [n for n in sorted(folders) if inside and not n.startswith(".") and is_text(n)]
        yield here, sorted(n for n in names if is_text(n) and (here / n).is_file() and not (here / n).is_symlink())

"""Where a release is: a folder, a file, an archive, or a name on the hub; its tables and the files beside them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path, PurePosixPath

from diorama.data.gathering import scratch_folder
from diorama.errors import DioramaError, short
from diorama.exchange.importers.archives import is_archive, unpack, unsafe
from diorama.exchange.importers.faults import BadRow, OnFault
from diorama.exchange.importers.hub import PREFIX, HubName, hub_name, hub_rows
from diorama.exchange.importers.tables import Row, is_table, rows_of

BELOW = ("", "images", "videos", "media", "data")
"""Folders in which files may be that a row names without them."""
GUESSED = (".png", ".jpg", ".jpeg", ".webp", ".mp4")
"""Endings of files that a row names without one."""
_REMOTE = re.compile(r"^[a-z][a-z0-9+.-]*://[^/]*/*", re.I)


@dataclass(frozen=True)
class Source:
    """A release that was opened."""

    name: str
    """What messages call it."""
    root: Path | None
    """Its folder; None on the hub."""
    tables: tuple[Path, ...] = ()
    """Every file in it that may hold rows, in order."""
    media: Path | None = None
    """The folder that a user says paths start at."""
    spare: Path = Path()
    """A folder for what is only needed meanwhile."""
    unpacked: bool = False
    """Whether its files are gone afterwards."""
    hub: HubName | None = None
    tell: Callable[[str], None] = lambda line: None
    claimed: dict[Path, str] = field(default_factory=dict, repr=False)
    """Files that were found by the end of a path, and that path: two paths are not taken for one file."""

    def rows(self, tables: Sequence[Path] | None = None) -> Iterator[Row]:
        """The rows of some of its tables, or of all."""
        if self.hub is not None:
            yield from hub_rows(self.hub, self.tell)
            return
        chosen = self.tables if tables is None else tables
        if not chosen:
            raise DioramaError(f"{self.name} holds no table: .tsv, .csv, .jsonl, .json or .parquet")
        for path in chosen:
            yield from rows_of(path, self.called(path))

    def called(self, path: Path) -> str:
        """A file as messages name it: from the folder of the source on."""
        return path.relative_to(self.root).as_posix() if self.root and path.is_relative_to(self.root) else path.name

    def some(self, endings: Sequence[str], *hints: str) -> tuple[Path, ...]:
        """Its tables with the first of these endings that any has; of several, those whose name has a hint in it.

        A user is told of those that are not read.
        """
        for ending in endings:
            found = [p for p in self.tables if p.suffix.lower() == ending]
            chosen = [p for p in found if any(hint in p.name.lower() for hint in hints)] or found
            if chosen:
                if left := [self.called(p) for p in self.tables if p not in chosen]:
                    more = f" and {len(left) - 3} more" if len(left) > 3 else ""
                    self.tell(f"not read: {', '.join(left[:3])}{more}; to read one, name the file itself")
                return tuple(chosen)
        return ()

    def find(self, said: str, row: Row) -> Path:
        """The file that a row names: below its table, the source, or the folder that paths start at.

        Of addresses and of paths from other machines, as much of the end is used as there is here. Nothing is fetched.
        """
        remote = _REMOTE.match(said)
        path = said[remote.end() :] if remote else said.lstrip("/")
        if reason := unsafe(path):
            raise BadRow(f"{short(said, 80)}: {reason}")
        parts = PurePosixPath(path).parts
        roots = [r for r in (self.media, row.folder if self.root else None, self.root) if r is not None]
        endings = ("",) if PurePosixPath(path).suffix else ("", *GUESSED)
        for drop in range(len(parts)):
            for root, folder, ending in product(dict.fromkeys(roots), BELOW, endings):
                found: Path = root.joinpath(folder, *parts[drop:-1], parts[-1] + ending)
                if found.is_file():
                    if drop and self.claimed.setdefault(found, path) != path:
                        other = short(self.claimed[found], 80)
                        both = f"{short(said, 80)} and {other}"
                        raise BadRow(f"{both} would both be {found.name}: name the folder of both")
                    return found
        if remote:
            todo = "nothing is fetched; download the files and name their folder with --media"
            raise BadRow(f"its file is at {short(said, 100)}: {todo}")
        packed = next((p.name for r in roots for p in sorted(r.iterdir()) if p.is_file() and is_archive(p)), "")
        hint = f"; is it in {short(packed, 60)}? Unpack that first" if packed else "; say where files are with --media"
        raise BadRow(f"there is no file {short(said, 100)}{hint}")


@contextmanager
def opened_source(
    said: str, *, beside: Path, media: Path | None, tell: Callable[[str], None], on_fault: OnFault
) -> Iterator[Source]:
    """Open a release; archives are unpacked into a folder beside the dataset, which is deleted in the end."""
    if media is not None and not media.is_dir():
        raise DioramaError(f"--media {media}: there is no such folder")
    with _spare(beside) as spare:
        if said.startswith(PREFIX):
            yield Source(said, None, media=media, spare=spare, hub=hub_name(said), tell=tell)
            return
        path = Path(said)
        if path.is_dir():
            yield Source(said, path, _tables(path), media, spare, tell=tell)
        elif path.is_file() and is_archive(path):
            tell(f"unpacking {path.name}")
            folder = spare / "unpacked"
            folder.mkdir()
            unpack(path, folder, on_fault)
            yield Source(said, folder, _tables(folder), media, spare, unpacked=True, tell=tell)
        elif path.is_file():
            yield Source(said, path.parent, (path,), media, spare, tell=tell)
        else:
            hint = f"; for a dataset on the hub write {PREFIX}{said}" if re.fullmatch(r"[\w.-]+/[\w.-]+", said) else ""
            raise DioramaError(f"there is no file or folder {short(said)}{hint}")


def _tables(folder: Path) -> tuple[Path, ...]:
    """Every table below a folder, in the order of their names; hidden folders are passed over."""
    found = []
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        found += [Path(here, name) for name in files if is_table(Path(name))]
    return tuple(sorted(found))


@contextmanager
def _spare(beside: Path) -> Iterator[Path]:
    parent = beside.resolve().parent
    if not parent.is_dir():
        raise DioramaError(f"{beside}: there is no folder {parent}")
    try:
        with scratch_folder(parent / f".{beside.name}.import", beside) as folder:
            yield folder
    except PermissionError as error:
        raise DioramaError(f"cannot write to {parent}: {error.strerror}") from None

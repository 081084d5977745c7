"""Archives from strangers, unpacked beside the dataset: plain files only, none outside the folder, no endless ones."""

from __future__ import annotations

import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from diorama.errors import DioramaError, short
from diorama.exchange.importers.faults import OnFault, RowFault

ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
MOST_MEMBERS = 1_000_000
MOST_GROWTH, ANYWAY_BYTES = 200, 1 << 30
"""An archive may unpack to so many times its size; up to a gigabyte is fine anyway."""
PIECE = 1 << 20
_DAMAGE = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError,
    ValueError,
)  # fmt: skip
"""What the libraries raise for archives that are cut short, encrypted or made to harm."""


def is_archive(path: Path) -> bool:
    return path.name.lower().endswith(ENDINGS)


def unpack(path: Path, folder: Path, on_fault: OnFault) -> None:
    """Write the members of an archive into a folder; a member that would lie elsewhere is a fault and is left out."""
    left = max(ANYWAY_BYTES, MOST_GROWTH * path.stat().st_size)
    try:
        for number, (name, stream) in enumerate(_members(path), start=1):
            if number > MOST_MEMBERS:
                raise DioramaError(f"{path} has more than {MOST_MEMBERS} members")
            with stream:
                reason = unsafe(name)
                if reason:
                    on_fault(RowFault(path.name, f"{number} ({short(name, 60)})", reason))
                    continue
                target = folder / name
                try:
                    target.parent.mkdir(parents=True, exist_ok=True)
                    new = target.open("xb")
                except (FileExistsError, NotADirectoryError):
                    on_fault(RowFault(path.name, f"{number} ({short(name, 60)})", "a second member of that name"))
                    continue
                with new:
                    left = _copied(stream, new, left, path)
    except _DAMAGE as error:
        why = short(error, 100) or type(error).__name__
        raise DioramaError(f"{path} cannot be unpacked ({why}): it may be cut short; download it again") from None
    except OSError as error:
        if error.errno is None:
            raise DioramaError(f"{path} cannot be unpacked: {short(error, 100)}") from None
        raise


def unsafe(name: str) -> str:
    """Why a path from a stranger is not followed; empty if nothing is wrong with it.

    >>> unsafe("pictures/1.png"), unsafe("../1.png")
    ('', "its path leads out of the folder")
    """
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or "\x00" in name:
        return "its path is none"
    if parts[0].startswith("/") or ":" in parts[0] or ".." in parts:
        return "its path leads out of the folder"
    if "\\" in name:
        return "its path has a backslash"
    return ""


def _members(path: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """Names and contents of all plain files, in the order of the archive; links and devices are passed over."""
    if path.name.lower().endswith(".zip"):
        with zipfile.ZipFile(path) as packed:
            for entry in packed.infolist():
                linked = (entry.external_attr >> 16) & 0o170000 == 0o120000
                if not entry.is_dir() and not linked:
                    yield entry.filename, packed.open(entry)
        return
    with tarfile.open(path, "r|*") as tar:
        for member in tar:
            if member.isfile() and (stream := tar.extractfile(member)) is not None:
                yield member.name.removeprefix("./"), stream


def _copied(stream: IO[bytes], new: IO[bytes], left: int, path: Path) -> int:
    """How many bytes may still be written after this member."""
    while piece := stream.read(PIECE):
        left -= len(piece)
        if left < 0:
            raise DioramaError(
                f"{path} unpacks to more than {MOST_GROWTH} times its size: unpack it yourself to use it"
            )
        new.write(piece)
    return left

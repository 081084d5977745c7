"""What providers have found, kept by content: nothing is perceived twice, by whichever process.

The key of a result is all that it depends on: the provider with its settings and the files that these name, the
picture, what was asked, and the shot if there is one. A result lies in one file with a checksum: what was damaged, or
is not as its role demands, is made anew. Weights are loaded when something is not there yet.
"""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from diorama.perceive.forms import FORMS, Form
from diorama.perceive.percepts import Provider
from diorama.perceive.registry import ProviderSpec
from diorama.shelf import Shelf
from diorama.sight import Shot

LIMIT_BYTES = 4_000_000_000
"""How large the folder of results may grow; a mask takes about 10 kB, a depth map 1 MB."""
SHELF = Shelf("perceived", LIMIT_BYTES)
PIECES, PIECE = 64, 4096
"""How many pieces of a large file are looked at, and how many bytes each: all of it would take minutes."""
SMALL_FILE = 4 << 20
MOST_READ, MOST_FILES = 2000, 50_000
"""Files of a folder that are read; of further ones sizes and times have to do, and of still more the folder's own."""
MOST_LOCKS = 10_000


@dataclass(frozen=True, eq=False)
class _Kept:
    """A provider that asks only what is not on the shelf, and whose results are as their role demands."""

    spec: ProviderSpec
    shot: Shot | None
    form: Form
    _locks: dict[str, threading.Lock] = field(default_factory=dict, repr=False)

    def __call__(self, picture: Any, *asked: Any) -> Any:
        self.form.check(picture, *asked)
        if self.form.is_nothing(*asked):
            return []
        key = sha256(json.dumps([self._told, _digest(picture), self.form.said(*asked)]).encode()).hexdigest()[:40]
        if len(self._locks) > MOST_LOCKS:
            self._locks.clear()
        with self._locks.setdefault(key, threading.Lock()):
            data = SHELF.get(f"{key}.npz")
            found = None if data is None else self._unpacked(data, picture, *asked)
            if found is None:
                found = self.form.checked(self.spec.maker.name, self._made(picture, *asked), picture, *asked)
                SHELF.put(f"{key}.npz", _packed(self.form.arrays(found)))
        return found

    @cached_property
    def _made(self) -> Provider:
        return self.spec.make(self.shot)

    @cached_property
    def _told(self) -> list[Any]:
        """All that a result depends on besides the picture and what is asked of it."""
        shot = "" if self.shot is None else sha256(self.shot.model_dump_json().encode()).hexdigest()
        return [self.spec.key, contents_of(self.spec.settings), shot]

    def _unpacked(self, data: bytes, picture: Any, *asked: Any) -> Any:
        """What was kept; None if it is not as it was written."""
        digest, _, rest = data.partition(b"\n")
        if digest != sha256(rest).hexdigest().encode():
            return None
        try:
            with np.load(io.BytesIO(rest), allow_pickle=False) as arrays:
                found = self.form.found(dict(arrays), *asked)
            return self.form.checked("what was kept", found, picture, *asked)
        except Exception:  # somebody else's file, with a checksum
            return None


def provider_of(spec: ProviderSpec, shot: Shot | None = None) -> Provider:
    """The provider that a spec describes: with all that it has found before, and with its results checked."""
    return _Kept(spec, shot, FORMS[spec.maker.role])


def contents_of(settings: Mapping[str, Any]) -> list[list[str]]:
    """Checksums of the files and folders that settings name, however deep in the spec of another provider."""
    found = []
    for name, value in sorted(settings.items()):
        if isinstance(value, str):
            found += [[name, place, digest] for place in places_in(value) if (digest := _content(Path(place)))]
    return found


def places_in(value: str) -> list[str]:
    """A setting, and what stands in quotes inside it."""
    parts = value.replace('"', "'").split("'")
    return [each for each in (value, *parts[1::2]) if each and "\0" not in each and len(each) < 1000]


def _content(path: Path) -> str:
    """A checksum of a file, or of the files of a folder; nothing if there is none."""
    try:
        path = path.expanduser()
        if path.is_file():
            return _file_digest(path)
        if not path.is_dir():
            return ""
        files = [at for at in islice(path.rglob("*"), MOST_FILES) if at.is_file()]
        if len(files) == MOST_FILES:
            return f"{path.stat().st_mtime_ns}"
        told = sha256()
        for k, each in enumerate(sorted(files)):
            digest = _file_digest(each) if k < MOST_READ else f"{each.stat().st_size} {each.stat().st_mtime_ns}"
            told.update(f"{each.relative_to(path)} {digest}\n".encode("utf-8", "surrogatepass"))
        return told.hexdigest()
    except (OSError, ValueError, RuntimeError):
        return ""


def _file_digest(path: Path) -> str:
    """All of a small file; of a large one its size and pieces from everywhere in it."""
    size = path.stat().st_size
    if size <= SMALL_FILE:
        return sha256(path.read_bytes()).hexdigest()
    told = sha256(str(size).encode())
    with path.open("rb") as file:
        for k in range(PIECES):
            file.seek((size - PIECE) * k // (PIECES - 1))
            told.update(file.read(PIECE))
    return told.hexdigest()


def _packed(arrays: Mapping[str, Any]) -> bytes:
    """A result as a file of the shelf: a line with the checksum of the rest, and the rest."""
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return sha256(file.getvalue()).hexdigest().encode() + b"\n" + file.getvalue()


def _digest(picture: Any) -> str:
    return sha256(f"{picture.shape}".encode() + np.ascontiguousarray(picture).tobytes()).hexdigest()

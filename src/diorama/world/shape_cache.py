"""Modelled shapes, kept on disk: the same worlds are built again and again, by build, verify, players and pictures.

Every shape is a file of its own, named by its noun, its seed and all the code that made it, so what is found is what
would be modelled. A file that is damaged is modelled and written again.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import platform
from collections.abc import Callable
from functools import cache
from pathlib import Path

from diorama.shelf import Shelf
from diorama.world.shape import Shape
from diorama.world.shape_files import from_bytes, to_bytes

LIMIT_BYTES = 512_000_000
"""How large the folder of shapes may grow; a shape takes about 80 kB."""
SHELF = Shelf("shapes", LIMIT_BYTES)

_MADE_BY = ("assets/*.py", "shape.py", "shape_files.py", "modelling.py", "parts.py")
"""The source files, beside this one, that decide what a shape looks like …"""
_MADE_WITH = ("manifold3d", "numpy", "scipy")
"""… and the packages."""


def kept_or_made(noun: str, seed: int, make: Callable[[], Shape]) -> Shape:
    """The shape from the shelf, or a new one, which is kept for the next time."""
    if SHELF.folder is None:
        return make()
    file = f"{_key(noun, seed)}.shape"
    shape = _read(SHELF.get(file))
    if shape is None:
        shape = make()
        SHELF.put(file, to_bytes(shape))
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


def _read(data: bytes | None) -> Shape | None:
    """The shape in a file; None if there is none, or it is cut short or damaged."""
    try:
        return None if data is None else from_bytes(data)
    except ValueError:
        return None

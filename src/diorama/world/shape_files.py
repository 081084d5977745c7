"""Shapes as bytes: a checksum, a JSON header and the raw numbers, so that reading one can run no code.

Numbers come back bit for bit. Whatever is not exactly such a file (cut short, damaged, of another format) is a
`ValueError`.
"""

from __future__ import annotations

import hashlib
import json
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.world.shape import Array, Cavity, Faces, Part, Piece, Shape, Top

MAGIC = b"diorama shape 1\n"
"""The first bytes of every file; another format gets another number."""

_DIGEST = 16
_LENGTH = struct.Struct("<Q")
_START = len(MAGIC) + _DIGEST + _LENGTH.size


def to_bytes(shape: Shape) -> bytes:
    """The shape as the contents of a file."""
    arrays: list[NDArray[Any]] = [np.asarray(p.vertices, "<f8") for p in shape.pieces]
    arrays += [np.asarray(p.points, "<f8") for p in shape.parts]
    arrays += [np.asarray(p.faces, "<i4") for p in shape.pieces]  # last, so that all numbers stay aligned
    header = {
        "pieces": [[p.slot, len(p.vertices), len(p.faces)] for p in shape.pieces],
        "parts": [[p.kind, p.size, p.position, p.quaternion, len(p.points)] for p in shape.parts],
        "cavity": None if shape.cavity is None else [shape.cavity.floor, shape.cavity.opening, shape.cavity.outline],
        "top": None if shape.top is None else [shape.top.height, shape.top.outline],
    }
    words = json.dumps(header, allow_nan=False, default=float).encode()
    words += b" " * (-(_START + len(words)) % 8)
    body = b"".join([_LENGTH.pack(len(words)), words, *(a.tobytes() for a in arrays)])
    return MAGIC + _checksum(body) + body


def from_bytes(data: bytes) -> Shape:
    """The shape that `to_bytes` wrote; its arrays are read-only."""
    body = data[len(MAGIC) + _DIGEST :]
    if data[: len(MAGIC)] != MAGIC or data[len(MAGIC) : len(MAGIC) + _DIGEST] != _checksum(body):
        raise ValueError("not a whole shape file")
    (length,) = _LENGTH.unpack_from(body)
    try:
        return _read(json.loads(body[_LENGTH.size : _LENGTH.size + length]), _Numbers(data, _START + length))
    except (TypeError, KeyError, IndexError) as error:
        raise ValueError(f"not a shape: {error}") from error


class _Numbers:
    """Arrays taken one after the other from the end of a file."""

    def __init__(self, data: bytes, start: int) -> None:
        self._data, self._at = data, start

    def points(self, count: int) -> Array:
        return self._take(count, "<f8").reshape(-1, 3)

    def faces(self, count: int) -> Faces:
        return self._take(count, "<i4").reshape(-1, 3)

    def _take(self, count: int, kind: str) -> NDArray[Any]:
        taken = np.frombuffer(self._data, kind, 3 * count, self._at)
        self._at += taken.nbytes
        return taken


def _read(header: dict[str, Any], numbers: _Numbers) -> Shape:
    vertices = [numbers.points(count) for _, count, _ in header["pieces"]]
    parts = [
        Part(kind, tuple(size), tuple(position), tuple(quaternion), numbers.points(count))
        for kind, size, position, quaternion, count in header["parts"]
    ]
    faces = [numbers.faces(count) for _, _, count in header["pieces"]]
    if any(f.size and not 0 <= f.min() <= f.max() < len(v) for v, f in zip(vertices, faces, strict=True)):
        raise ValueError("triangles without corners")
    cavity, top = header["cavity"], header["top"]
    return Shape(
        pieces=tuple(Piece(slot, v, f) for (slot, *_), v, f in zip(header["pieces"], vertices, faces, strict=True)),
        parts=tuple(parts),
        cavity=None if cavity is None else Cavity(cavity[0], cavity[1], _outline(cavity[2])),
        top=None if top is None else Top(top[0], _outline(top[1])),
    )


def _outline(points: list[list[float]]) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in points)


def _checksum(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_DIGEST).digest()

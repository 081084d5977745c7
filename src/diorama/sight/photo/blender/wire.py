"""Messages between the two processes: JSON with its numpy arrays behind it. Nothing is ever unpickled.

A message is a 16-byte head (lengths of both parts), the JSON, then the arrays' bytes; in the JSON an array is
``{"~array": [offset, dtype, shape]}``. This module imports neither bpy nor the rest of the package.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import Any, BinaryIO

import numpy as np

HEAD = struct.Struct("<QQ")
LIMIT = 1 << 31
"""Bytes: a longer message is refused."""
DTYPES = ("float32", "float64", "int32", "int64", "uint8", "bool")
_MARK = "~array"


def pack(message: Any) -> bytes:
    """A message as bytes."""
    blobs: list[bytes] = []
    length = 0

    def plain(value: Any) -> Any:
        nonlocal length
        if isinstance(value, np.ndarray):
            raw = np.ascontiguousarray(value).tobytes()
            mark = {_MARK: [length, str(value.dtype), list(value.shape)]}
            blobs.append(raw)
            length += len(raw)
            return mark
        if isinstance(value, dict):
            return {str(k): plain(v) for k, v in value.items()}
        if isinstance(value, (list, tuple)):
            return [plain(v) for v in value]
        return value

    text = json.dumps(plain(message), allow_nan=False).encode()
    return b"".join([HEAD.pack(len(text), length), text, *blobs])


def unpack(text: bytes, blob: bytes) -> Any:
    """The message of a JSON part and an array part."""

    def restored(mark: dict[str, Any]) -> Any:
        if _MARK not in mark:
            return mark
        offset, dtype, shape = mark[_MARK]
        if dtype not in DTYPES:
            raise ValueError(f"arrays of {dtype} are not sent")
        count = int(np.prod(shape, dtype=np.int64))
        return np.frombuffer(blob, dtype=dtype, count=count, offset=offset).reshape(shape)

    return json.loads(text, object_hook=restored)


def send(stream: BinaryIO, message: Any) -> None:
    stream.write(pack(message))
    stream.flush()


def receive(read: Callable[[int], bytes]) -> Any:
    """The next message; `EOFError` when the other side is gone."""
    text_length, blob_length = HEAD.unpack(exactly(read, HEAD.size))
    if text_length > LIMIT or blob_length > LIMIT:
        raise ValueError("that is not a message")
    return unpack(exactly(read, text_length), exactly(read, blob_length))


def exactly(read: Callable[[int], bytes], count: int) -> bytes:
    """Read exactly `count` bytes, in however many pieces they arrive."""
    pieces = []
    while count:
        piece = read(min(count, 1 << 20))
        if not piece:
            raise EOFError("the stream ended")
        pieces.append(piece)
        count -= len(piece)
    return b"".join(pieces)

"""Files in pieces: browsers seek in a film by asking for ranges of its bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from diorama.studio.web.refusals import NotFound

PIECE = 1 << 18
_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")


def ranged(request: Request, data: bytes, kind: str) -> Response:
    """Bytes that are in memory, or the range of them that is asked for."""
    tag = f'"{sha256(data).hexdigest()[:16]}"'
    headers = _headers(tag)
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    found = _wanted(request, len(data), tag)
    if found is None:
        return Response(data, media_type=kind, headers=headers)
    if not found:
        return Response(status_code=416, headers={**headers, "Content-Range": f"bytes */{len(data)}"})
    headers["Content-Range"] = f"bytes {found.start}-{found.stop - 1}/{len(data)}"
    return Response(data[found.start : found.stop], 206, headers, kind)


def ranged_file(request: Request, path: Path, kind: str) -> Response:
    """A file of any length, or the range of it that is asked for, without reading more of it.

    The path must come from our own records, never from the request; `inside` checks what a record names.
    """
    try:
        state = path.stat()
    except OSError:
        raise NotFound("The file is gone.") from None
    tag = f'"{state.st_mtime_ns:x}-{state.st_size:x}"'
    headers = _headers(tag)
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    found = _wanted(request, state.st_size, tag)
    if found is not None and not found:
        return Response(status_code=416, headers={**headers, "Content-Range": f"bytes */{state.st_size}"})
    part = range(state.st_size) if found is None else found
    if found is not None:
        headers["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{state.st_size}"
    headers["Content-Length"] = str(len(part))
    return StreamingResponse(_pieces(path, part), 200 if found is None else 206, headers, kind)


def inside(folder: Path, name: str) -> Path:
    """The file of this name below a folder; a name that leads out of it, by dots or links, is not found."""
    try:
        path = (folder / name).resolve(strict=True)
    except (OSError, ValueError, RuntimeError):
        raise NotFound from None
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        raise NotFound
    return path


def _headers(tag: str) -> dict[str, str]:
    """A browser may keep it but asks each time: a sample can be made again, and who was here can sign out."""
    return {"Accept-Ranges": "bytes", "ETag": tag, "Cache-Control": "private, no-cache"}


def _wanted(request: Request, size: int, tag: str) -> range | None:
    """The range that is asked for: None for all, empty if there is no such range."""
    match = _RANGE.fullmatch(request.headers.get("range", ""))
    if match is None or match.groups() == ("", "") or request.headers.get("if-range", tag) != tag:
        return None
    first, last = match.groups()
    if not first:  # the last so many
        return range(max(size - int(last), 0), size)
    return range(int(first), min(int(last) + 1 if last else size, size))


def _pieces(path: Path, part: range) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(part.start)
        left = len(part)
        while left and (piece := file.read(min(PIECE, left))):
            left -= len(piece)
            yield piece

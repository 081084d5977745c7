"""Frames of a video, one at a time: upright, at the times or the rate that are asked for, no larger than asked for.

Only the frame at hand is in memory, however long the film is.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError
from diorama.footage.probing import opened, rotation_of, upright_size

NEAR_SECONDS = 1e-6
"""What floating point may lose of a time."""
Decoded = tuple[float, Any, tuple[int, int]]
"""Time, frame, and the size of the upright picture."""
SEEK_SECONDS = 2.0
"""What begins earlier than this is decoded from the beginning."""


@dataclass(frozen=True)
class Frame:
    """A picture of a film and its time, in seconds from the first picture."""

    seconds: float
    pixels: NDArray[np.uint8] = field(repr=False)
    """Height × width × 3, or height × width if grey."""


def stream_frames(
    path: Path,
    *,
    start: float = 0.0,
    end: float = math.inf,
    per_second: float | None = None,
    long_side: int | None = None,
    grey: bool = False,
    even: bool = False,
) -> Iterator[Frame]:
    """The frames from `start` on and before `end`: a frame belongs to the side on which it begins.

    With `per_second`, the first frame at or after each tick; with `even`, both sides have even lengths, as encoders
    want them.
    """
    from av.video.reformatter import VideoReformatter

    tick, reformatter = 0, VideoReformatter()
    for seconds, frame, size in _from(path, start):
        if seconds >= end - NEAR_SECONDS:
            return
        if seconds < start - NEAR_SECONDS:
            continue
        if per_second is not None:
            if seconds < start + tick / per_second - NEAR_SECONDS:
                continue
            tick = math.floor((seconds - start + NEAR_SECONDS) * per_second) + 1
        yield Frame(seconds, _upright(reformatter, frame, fitted(size, long_side, even=even), grey))


def frame_at(path: Path, seconds: float, *, long_side: int | None = None) -> Frame | None:
    """The picture that is shown at a moment: the last one that begins no later; None before the first."""
    from av.video.reformatter import VideoReformatter

    shown: Decoded | None = None
    for decoded in _from(path, seconds):
        if decoded[0] > seconds + NEAR_SECONDS:
            break
        shown = decoded
    if shown is None:
        return None
    at, frame, size = shown
    return Frame(at, _upright(VideoReformatter(), frame, fitted(size, long_side), False))


def frame_times(path: Path, start: float = 0.0, end: float = math.inf) -> list[float]:
    """When the frames from `start` on and before `end` begin, exactly as `stream_frames` gives them."""
    found = []
    for seconds, _, _ in _from(path, start):
        if seconds >= end - NEAR_SECONDS:
            break
        if seconds >= start - NEAR_SECONDS:
            found.append(seconds)
    return found


def _from(path: Path, start: float) -> Iterator[Decoded]:
    """Frames from some frame before `start` on; a film that cannot be searched is read from its beginning."""
    if start > SEEK_SECONDS:
        found = _decoded(path, start)
        head = next(found, None)
        if head is not None and head[0] <= start + NEAR_SECONDS:
            yield head
            yield from found
            return
        found.close()
    yield from _decoded(path, None)


def _decoded(path: Path, start: float | None) -> Generator[Decoded, None, None]:
    with opened(path) as (container, stream):
        first = next(container.decode(stream), None)
        if first is None:
            raise DioramaError(f"{path} holds no pictures")
        base, size = stream.time_base, upright_size(first, stream)
        origin = _stamp(first, 0)
        if start is None:
            yield 0.0, first, size
        else:
            container.seek(origin + math.floor(start / base), stream=stream, backward=True)
        last = origin if start is None else None
        for frame in container.decode(stream):
            stamp = _stamp(frame, origin if last is None else last + 1)
            if last is not None and stamp <= last:
                raise DioramaError(
                    f"{path} gives its pictures times that go back, at {float((last - origin) * base):.2f} s: "
                    "no cut could be exact. Convert it first, to MP4"
                )
            last = stamp
            yield float((stamp - origin) * base), frame, size


def _stamp(frame: Any, otherwise: int) -> int:
    """When a frame is shown, in the film's own units."""
    stamp = frame.pts if frame.pts is not None else frame.dts
    return otherwise if stamp is None else int(stamp)


def _upright(reformatter: Any, frame: Any, size: tuple[int, int], grey: bool) -> NDArray[np.uint8]:
    """The pixels of a frame, turned; one reformatter for a whole film takes a third of the time of new ones."""
    width, height = size
    turns = rotation_of(frame) // 90
    if turns % 2:
        width, height = height, width
    pixels = reformatter.reformat(frame, width, height, "gray" if grey else "rgb24").to_ndarray()
    return np.ascontiguousarray(np.rot90(pixels, turns), np.uint8)


def fitted(size: tuple[int, int], long_side: int | None, *, even: bool = False) -> tuple[int, int]:
    """A size of the same shape whose long side is not longer than allowed."""
    scale = 1.0 if long_side is None else min(1.0, long_side / max(size))
    width, height = (max(2, round(side * scale)) for side in size)
    return (width - width % 2, height - height % 2) if even else (width, height)

"""Clips as the bytes of a file: read, sampled, played backwards and joined, exactly frame by frame.

Frames are decoded one at a time, so memory does not grow with the length of a clip. Sound is left out.

>>> import numpy as np
>>> from diorama.sight.clips import Frame, frame_times_of, make_clip, reversed_clip
>>> grey = [Frame(k / 10, np.full((16, 16, 3), 40 * k, np.uint8)) for k in range(4)]
>>> frame_times_of(reversed_clip(make_clip(grey, fps=10)))
[0.0, 0.1, 0.2, 0.3]
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from diorama.errors import DioramaError, MissingSystemLibrary, short
from diorama.sight.video import READING

Pixels = NDArray[np.uint8]
Place = Literal["first", "middle", "last"]

BLOCK = 48
"""Frames that are held at a time while a clip is turned round."""
CLOCK = 90_000
"""Ticks a second of the clips that are written: common frame rates fall on whole ticks."""
CRF = 12
"""Quality of what is encoded again: nobody sees a difference from what was decoded."""
USUAL_FPS = Fraction(24)


@dataclass(frozen=True)
class Frame:
    """One frame of a clip, and when it is shown."""

    seconds: float
    pixels: Pixels


def frames_of(clip: bytes) -> Iterator[Frame]:
    """All frames of a clip in order; the first is at 0 s."""
    for seconds, frame in _decoded(clip):
        yield Frame(seconds, _pixels(frame))


def frame_times_of(clip: bytes) -> list[float]:
    """When each frame of a clip is shown, rounded to microseconds."""
    return [round(seconds, 6) for seconds, _ in _decoded(clip)]


def frame_at(clip: bytes, place: Place) -> Frame:
    """The first, the middle or the last frame of a clip."""
    if place == "first":
        return next(frames_of(clip))
    wanted = len(frame_times_of(clip)) // 2 if place == "middle" else None
    seconds, chosen = 0.0, None
    for k, (at, frame) in enumerate(_decoded(clip)):
        seconds, chosen = at, frame
        if k == wanted:
            break
    assert chosen is not None, "a clip without frames is refused when it is opened"
    return Frame(seconds, _pixels(chosen))


def check_clip(clip: bytes) -> None:
    """Raise an error if a clip cannot be read or ends too early. Only its first frame is decoded."""
    next(frames_of(clip))
    with _opened(clip) as (container, stream):
        there, said = sum(packet.size > 0 for packet in container.demux(stream)), int(stream.frames)
    if there < said:
        raise DioramaError(f"the clip is cut short: {there} of {said} frames are there")


def sampled_frames(clip: bytes, per_second: float) -> Iterator[Frame]:
    """The first frame of each interval of 1 / `per_second` seconds, and always the last frame of all."""
    due, waiting = 0, None
    for seconds, frame in _decoded(clip):
        if seconds * per_second >= due - 1e-6:
            yield Frame(seconds, _pixels(frame))
            due, waiting = int(seconds * per_second + 1e-6) + 1, None
        else:
            waiting = seconds, frame
    if waiting is not None:
        yield Frame(waiting[0], _pixels(waiting[1]))


def even_numbers(total: int, count: int) -> list[int]:
    """The numbers of so many of all frames, spread evenly from the first to the last; all of them if there are fewer.

    >>> even_numbers(16, 3), even_numbers(2, 3)
    ([0, 8, 15], [0, 1])
    """
    many = min(count, total)
    return [round(k * (total - 1) / max(1, many - 1)) for k in range(many)]


def spread_frames(clip: bytes, count: int) -> Iterator[Frame]:
    """So many frames spread evenly over a clip, its first and last among them; all of them if it has fewer."""
    wanted = set(even_numbers(len(frame_times_of(clip)), count))
    for k, (seconds, frame) in enumerate(_decoded(clip)):
        if k in wanted:
            yield Frame(seconds, _pixels(frame))


def reversed_clip(clip: bytes) -> bytes:
    """The clip played backwards: the last frame comes first, at the same pace."""
    marks = [_mark(frame, k) for k, (_, frame) in enumerate(_decoded(clip))]
    last = frame_times_of(clip)[-1]

    def backwards() -> Iterator[Frame]:
        for end in range(len(marks), 0, -BLOCK):
            block = list(_between(clip, marks, max(0, end - BLOCK), end))
            yield from (replace(frame, seconds=last - frame.seconds) for frame in reversed(block))

    return make_clip(backwards(), fps=_rate(clip))


def joined_clips(first: bytes, second: bytes) -> bytes:
    """One clip after the other, in the size of the first; the second begins one frame after the first ends."""
    rate = _rate(first)
    size: list[tuple[int, int]] = []

    def both() -> Iterator[Frame]:
        seconds = 0.0
        for frame in frames_of(first):
            seconds = frame.seconds
            size[:] = [(frame.pixels.shape[1], frame.pixels.shape[0])]
            yield frame
        start = seconds + float(1 / rate)
        for frame in frames_of(second):
            yield Frame(start + frame.seconds, _resized(frame.pixels, size[0]))

    return make_clip(both(), fps=rate)


def make_clip(frames: Iterable[Frame], fps: float | Fraction = USUAL_FPS) -> bytes:
    """H.264 in MP4 with each frame at its own time; `fps` is what the file says of its pace."""
    import av
    from av.codec.codec import UnknownCodecError

    buffer = io.BytesIO()
    try:
        with av.open(buffer, "w", format="mp4") as container:
            stream: Any = None
            for frame in frames:
                height, width = (side // 2 * 2 for side in frame.pixels.shape[:2])  # H.264 wants even sides
                if stream is None:
                    stream = container.add_stream("libx264", rate=Fraction(fps).limit_denominator(1001))
                    stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
                    stream.codec_context.time_base = Fraction(1, CLOCK)
                    stream.options = {"crf": str(CRF), "preset": "veryfast", "threads": "1"}
                picture = av.VideoFrame.from_ndarray(
                    np.ascontiguousarray(frame.pixels[:height, :width]), format="rgb24"
                )
                picture.pts, picture.time_base = round(frame.seconds * CLOCK), Fraction(1, CLOCK)
                container.mux(stream.encode(picture))
            if stream is None:
                raise DioramaError("a clip needs at least one frame")
            container.mux(stream.encode())
    except UnknownCodecError:
        raise MissingSystemLibrary("this PyAV has no H.264 encoder; run: pip install --force-reinstall av") from None
    return buffer.getvalue()


def limited(pixels: Pixels, longest: int) -> Image.Image:
    """A picture whose longer side is at most `longest` pixels."""
    picture = Image.fromarray(pixels)
    picture.thumbnail((longest, longest), Image.Resampling.LANCZOS)
    return picture


@contextmanager
def _opened(clip: bytes) -> Iterator[tuple[Any, Any]]:
    """A clip and its film; whatever is wrong with it is said in one line."""
    import av

    try:
        with av.open(io.BytesIO(clip), "r", options=READING) as container:
            if not container.streams.video:
                raise DioramaError("the clip has no pictures")
            yield container, container.streams.video[0]
    except (av.error.FFmpegError, ValueError) as error:
        raise DioramaError(f"the clip cannot be read: {short(error)}") from None


def _decoded(clip: bytes) -> Iterator[tuple[float, Any]]:
    """When each frame is shown, counted from the first, and the frame as it was decoded."""
    with _opened(clip) as (container, stream):
        began, rate = None, stream.average_rate or USUAL_FPS
        for k, frame in enumerate(container.decode(stream)):
            at = float(k / rate) if frame.time is None else float(frame.time)
            began = at if began is None else began
            yield at - began, frame
        if began is None:
            raise DioramaError("the clip has no pictures")


def _between(clip: bytes, marks: list[int], start: int, end: int) -> Iterator[Frame]:
    """The frames from the `start`th on, up to the `end`th, decoded from the nearest key frame before them."""
    with _opened(clip) as (container, stream):
        beginning, base = marks[0], stream.time_base
        if start:
            container.seek(marks[start], stream=stream, backward=True)
        frames = container.decode(stream)
        first = next(frames, None)
        if first is None or first.pts is None or first.pts > marks[start]:  # the file's index leads astray
            yield from (frame for k, frame in enumerate(frames_of(clip)) if start <= k < end)
            return
        frame = first
        while frame is not None and frame.pts <= marks[end - 1]:
            if frame.pts >= marks[start]:
                yield Frame(float((frame.pts - beginning) * base), _pixels(frame))
            frame = next(frames, None)


def _mark(frame: Any, k: int) -> int:
    return int(frame.pts) if frame.pts is not None else k


def _rate(clip: bytes) -> Fraction:
    with _opened(clip) as (_, stream):
        return Fraction(stream.average_rate or USUAL_FPS)


def _pixels(frame: Any) -> Pixels:
    return np.asarray(frame.to_ndarray(format="rgb24"), np.uint8)


def _resized(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    if (pixels.shape[1], pixels.shape[0]) == size:
        return pixels
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.LANCZOS), np.uint8)

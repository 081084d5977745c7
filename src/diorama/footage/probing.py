"""What a video file is: how long, how many pictures, how large, and which way up; or one line on what is wrong with it.

Packets are counted without being decoded, one after the other, so a film of hours takes no more memory than a clip.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diorama.errors import DioramaError, short

FORMATS = "mov,matroska,avi,mpegts,mpeg,flv,ogg,asf,mxf,h264,hevc,m4v,mpegvideo,dv,wtv,yuv4mpegpipe"
"""Containers of films. Playlists and lists of files are none of them: they would open whatever they name."""
UNEVEN = 0.25
"""Two steps from picture to picture that differ by this share of the mean make a variable frame rate."""
SHORT_SECONDS, SHORT_SHARE = 0.75, 0.03
"""How much earlier than its header says a film may end; whichever is more."""


@dataclass(frozen=True)
class Footage:
    """The facts of a video file; width and height are those of the upright picture."""

    path: Path
    seconds: float
    """From the first picture to the end of the last."""
    frames: int
    fps: float
    """Pictures a second, on the average."""
    variable_rate: bool
    width: int
    height: int
    rotation_deg: int
    """By how much stored pictures are turned, counterclockwise, to stand upright."""
    bytes: int

    def __str__(self) -> str:
        rate = f"{self.fps:.4g} pictures a second" + (" on the average" if self.variable_rate else "")
        turned = f", turned by {self.rotation_deg}°" if self.rotation_deg else ""
        return f"{self.seconds:.1f} s, {self.width}×{self.height}{turned}, {rate}"


def probe(path: Path) -> Footage:
    """The facts of a video file; a file that cannot be used whole is refused with a line that names it."""
    with opened(path) as (container, stream):
        first = next(container.decode(stream), None)
        if first is None:
            raise DioramaError(f"{path} holds no pictures")
        width, height = upright_size(first, stream)
        turned = rotation_of(first)
    with opened(path) as (container, stream):
        count = _Count()
        ends = 0.0
        for packet in container.demux():
            if packet.size == 0 or (packet.pts is None and packet.dts is None):
                continue  # the last one only says that there are no more
            ours = packet.stream.index == stream.index
            if packet.is_corrupt:
                count.broken = count.broken or ours  # as the last packet of a file that was cut off is
                continue
            ends = max(ends, _end_of(packet))
            if ours and not packet.is_discard:
                count.add(packet)
        said = _said_seconds(container, stream)
    if count.frames < 2:
        raise DioramaError(f"{path} holds {'a single picture' if count.frames else 'no pictures'}: it is no film")
    missing = said - (ends if stream.duration is None else count.end)
    if count.broken or missing > max(SHORT_SECONDS, SHORT_SHARE * said):
        raise DioramaError(f"{path} is cut short: it says that it lasts {said:.1f} s, but ends at {count.end:.1f} s")
    span = count.last - count.first
    if span <= 0:
        raise DioramaError(f"{path} gives all its pictures the same time")
    return Footage(
        path, span + count.step, count.frames, (count.frames - 1) / span, count.uneven, width, height, turned,
        path.stat().st_size,
    )  # fmt: skip


@contextmanager
def opened(path: Path) -> Iterator[tuple[Any, Any]]:
    """A video file and its first film, to read; whatever is wrong with it becomes one line that names it."""
    import av

    if not path.is_file():
        raise DioramaError(f"{path} is a folder: name video files" if path.is_dir() else f"there is no file {path}")
    if path.stat().st_size == 0:
        raise DioramaError(f"{path} is empty (0 bytes)")
    options = {"format_whitelist": FORMATS, "protocol_whitelist": "file"}
    try:
        with av.open(f"file:{path.resolve()}", options=options) as container:
            films = [s for s in container.streams.video if not s.disposition.value & _COVER]
            if not films:
                raise DioramaError(f"{path} has no film in it" + (", only sound" if container.streams.audio else ""))
            films[0].codec_context.thread_count = 2
            yield container, films[0]
    except (av.FFmpegError, OSError, EOFError, UnicodeError) as error:
        why = short(getattr(error, "strerror", "") or error, 120)
        raise DioramaError(f"{path} cannot be read as a video, or is cut short: {why}") from None


_COVER = 1 << 10
"""The mark of a picture that is no film but the cover of an album."""


def rotation_of(frame: Any) -> int:
    """By how many degrees, counterclockwise, a stored picture is turned to stand upright: 0, 90, 180 or 270."""
    return round((frame.rotation or 0) / 90) * 90 % 360


def upright_size(frame: Any, stream: Any) -> tuple[int, int]:
    """Width and height as a player shows the picture: with square pixels, upright."""
    ratio = stream.sample_aspect_ratio or 1
    width = max(1, round(frame.width * float(ratio))) if 0.1 < float(ratio) < 10 else frame.width
    return (frame.height, width) if rotation_of(frame) in (90, 270) else (width, frame.height)


class _Count:
    """What is known of the packets of a film so far."""

    def __init__(self) -> None:
        self.frames = 0
        self.first = self.last = self.end = self.step = 0.0
        self.broken = False
        self._decoded: float | None = None
        self._shortest, self._longest = float("inf"), 0.0

    def add(self, packet: Any) -> None:
        shown = float((packet.pts if packet.pts is not None else packet.dts) * packet.time_base)
        decoded = float((packet.dts if packet.dts is not None else packet.pts) * packet.time_base)
        self.first = shown if not self.frames else min(self.first, shown)
        if not self.frames or shown >= self.last:
            self.last, self.end = shown, _end_of(packet)
        if self._decoded is not None and decoded > self._decoded:
            step = decoded - self._decoded
            self._shortest, self._longest = min(self._shortest, step), max(self._longest, step)
        self._decoded = decoded
        self.frames += 1
        self.broken = False
        self.step = (self.last - self.first) / max(1, self.frames - 1)

    @property
    def uneven(self) -> bool:
        return self._longest - self._shortest > UNEVEN * self.step


def _end_of(packet: Any) -> float:
    begin = packet.pts if packet.pts is not None else packet.dts
    return float((begin + (packet.duration or 0)) * packet.time_base)


def _said_seconds(container: Any, stream: Any) -> float:
    """When the film ends, as the header says it; 0 if it does not say it."""
    if stream.duration is not None:
        return float((stream.duration + (stream.start_time or 0)) * stream.time_base)
    return float(container.duration or 0) / 1e6

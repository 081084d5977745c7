"""`diorama video clips`: measure videos and write down the clips that questions can be asked about."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from diorama.errors import DioramaError
from diorama.footage.clipping import Span, Wish, clips_in
from diorama.footage.decoding import stream_frames
from diorama.footage.measuring import LONG_SIDE, PER_SECOND, measure
from diorama.footage.probing import Footage, probe
from diorama.footage.record_files import RecordFile, clip_file, editing
from diorama.footage.records import Clip, located
from diorama.footage.strips import STRIPS, write_strip

Progress = Callable[[int, int], Callable[[], None]]
"""Called with the number done and the total; returns a callable that advances the bar by one."""
LONGEST_STEM = 60


@dataclass
class ClipTally:
    """What came of some videos."""

    videos: int = 0
    """Measured this time."""
    clips: int = 0
    """Written this time."""
    there: int = 0
    """Videos whose clips were there already."""
    left_out: Counter[str] = field(default_factory=Counter)
    """Shots that gave no clip, by reason."""
    faults: list[str] = field(default_factory=list)
    """One line for each video or record that could not be used."""


def make_clips(
    videos: Sequence[Path], folder: Path, wish: Wish | None = None, *, progress: Progress | None = None
) -> ClipTally:
    """Add the clips of some videos to a folder; a video whose clips are there already is not measured again.

    The records are written after each video, so an interrupted command goes on with the next one.
    """
    wish, tally = wish or Wish(), ClipTally()
    _make_folders(folder)
    advance = progress(0, len(videos)) if progress is not None else None
    for video in dict.fromkeys(videos):
        try:
            _one(video, folder, wish, tally)
        except DioramaError as error:
            tally.faults.append(str(error))
        if advance is not None:
            advance()
    tally.faults += clip_file(folder).faults
    return tally


def _one(video: Path, folder: Path, wish: Wish, tally: ClipTally) -> None:
    name = _name_of(video, folder)
    if _is_there(video, folder, clip_file(folder)):
        tally.there += 1
        return
    footage = probe(video)
    frames = stream_frames(video, per_second=PER_SECOND, long_side=LONG_SIDE, grey=True)
    spans, left = clips_in(measure(frames), footage.seconds, wish)
    with editing(folder):
        file = clip_file(folder)
        if _is_there(video, folder, file):  # another process was faster
            tally.there += 1
            return
        stem = _free_stem(video, file.records)
        clips = [_clip(f"{stem}-{k:03d}", name, span, footage) for k, span in enumerate(spans, start=1)]
        for clip in clips:
            write_strip(video, clip.start, clip.end, folder / clip.strip)
        tally.clips += file.add(clips)
        file.write()
    tally.videos += 1
    tally.left_out += left


def _is_there(video: Path, folder: Path, file: RecordFile[Clip]) -> bool:
    path = _resolved(video)
    return any(_resolved(located(folder, clip.video)) == path for clip in file.records.values())


def _clip(clip_id: str, name: str, span: Span, footage: Footage) -> Clip:
    return Clip(
        id=clip_id, video=name, video_bytes=footage.bytes, start=span.start, end=span.end,
        fps=round(footage.fps, 4), variable_rate=footage.variable_rate, width=footage.width, height=footage.height,
        rotation_deg=footage.rotation_deg, motion=span.motion, blur=span.blur, strip=f"{STRIPS}/{clip_id}.jpg",
    )  # fmt: skip


def _name_of(video: Path, folder: Path) -> str:
    """How a record names a video: from its own folder if it lies in it, so that both can be moved together."""
    path, home = _resolved(video), folder.resolve()
    return path.relative_to(home).as_posix() if path.is_relative_to(home) else str(path)


def _resolved(path: Path) -> Path:
    """A path without links; one that leads nowhere (a link to itself, a name that no file can have) stays as it is."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return path


def _free_stem(video: Path, taken: Iterable[str]) -> str:
    """The beginning of the ids of a video's clips, which no other video's have."""
    stems = {re.sub(r"-\d+$", "", name) for name in taken}
    plain = unicodedata.normalize("NFKD", video.stem).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_STEM].strip("-") or "video"
    names = (stem if k == 1 else f"{stem}-v{k}" for k in range(1, len(stems) + 2))
    return next(name for name in names if name not in stems)


def _make_folders(folder: Path) -> None:
    try:
        (folder / STRIPS).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DioramaError(f"cannot make the folder {folder / STRIPS}: {error.strerror or error}") from None

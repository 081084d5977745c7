"""Clips from a server: decoded under limits, checked, and brought to the size and number of frames that were asked for.

Frames are never made up. Each is decoded by itself, twice: once to look at the clip as a whole, once to encode it anew,
so that memory does not grow with its length and nothing of the file but its pixels is handed on.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from diorama.errors import short
from diorama.imagine.generators.fitting import Size
from diorama.imagine.generators.notes import NotedClip, noted
from diorama.imagine.generators.protocol import FPS, CannotImagine, Pixels
from diorama.sight.clips import Frame, make_clip
from diorama.sight.video import READING

LONGEST_SIDE = 4096
MOST_PIXELS = 4096 * 2304
MOST_FRAMES = 1000
ROUNDED_UP = 8
"""Frames that a model may add to those asked for because its steps in time are of four or eight frames."""
OTHER_SHAPE = 0.05
"""Share by which the ratio of the sides may differ from the one asked for."""
PATCHES = 32
"""Patches along each side in which frames are compared."""
BLACK_LEVELS = 8.0
"""A frame whose mean is below this, of 255, is black."""
STILL_LEVELS = 4.0
"""A clip in which no patch of any frame differs from the first by more than this stands still."""
OTHER_SCENE_LEVELS = 30.0
"""A clip whose first frame differs from the picture by more than this on the average shows something else: of 1000
pairs of our own pictures of different worlds, nearly all differ by more, and half by more than twice as much."""


@dataclass(frozen=True)
class _Look:
    """What a clip is like as a whole."""

    frames: int
    seconds: float
    """When the last frame is shown."""
    size: Size
    black: int
    """How many frames are black."""
    moves: bool
    first: NDArray[np.int16]
    """The first frame in patches."""


def usable_clip(data: bytes, picture: Pixels, asked: Size, frames: int) -> NotedClip:
    """A clip as the protocol wants it, with notes on what is not as it was asked for; raises `CannotImagine`.

    `asked` is the size that the server was asked for, and `frames` how many are wanted.
    """
    look = _look(data)
    height, width = picture.shape[:2]
    notes = [
        *_size_notes(look.size, asked),
        *_picture_notes(look, picture),
        *_count_notes(look.frames, frames),
    ]
    taken = taken_frames(look.frames, look.seconds, frames)
    return noted(make_clip(_frames(data, taken, (width, height)), fps=FPS), notes)


def taken_frames(count: int, seconds: float, wanted: int) -> Sequence[int]:
    """Which frames of a clip to take: the first ones, or some of them where it was made at a higher rate.

    A server that makes nearly as many frames as it was asked for has understood; one that makes far more had a rate or
    a length of its own, so that frames are taken at the pace of imagined clips, or spread over all it made.

    >>> list(taken_frames(9, 0.5, 8))
    [0, 1, 2, 3, 4, 5, 6, 7]
    >>> list(taken_frames(49, 2.0, 8))
    [0, 2, 3, 4, 6, 8, 9, 10]
    """
    if count <= wanted + ROUNDED_UP:
        return range(min(count, wanted))
    pace = (count - 1) / seconds / FPS if seconds > 0 and math.isfinite(seconds) else math.inf
    step = max(1.0, min(pace, (count - 1) / (wanted - 1)))
    return [round(k * step) for k in range(wanted)]


def _size_notes(size: Size, asked: Size) -> Iterator[str]:
    made = f"{size[0]}x{size[1]} instead of {asked[0]}x{asked[1]}"
    if abs(size[0] * asked[1] / (size[1] * asked[0]) - 1) > OTHER_SHAPE:
        raise CannotImagine(
            f"the clip is {made}: what was cut off or stretched is unknown. Ask for the size that the service makes: "
            f"width={size[0]}, height={size[1]}"
        )
    if size != asked:
        yield f"the service made a clip of {made}"


def _picture_notes(look: _Look, picture: Pixels) -> Iterator[str]:
    """What the frames show: a scene that moves, beginning with the picture."""
    small = np.asarray(Image.fromarray(picture).resize((PATCHES, PATCHES), Image.Resampling.BOX), np.float64)
    if small.mean() > 2 * BLACK_LEVELS and look.black:
        if look.black * 2 >= look.frames:
            raise CannotImagine(f"the clip is black in {look.black} of {look.frames} frames")
        yield f"{look.black} of {look.frames} frames are black"
    if (levels := float(np.abs(small - look.first).mean())) > OTHER_SCENE_LEVELS:
        raise CannotImagine(
            f"the clip does not begin with the picture (it differs by {levels:.0f} of 255 levels): "
            "does the model take a picture at all?"
        )
    if not look.moves and look.frames > 1:
        yield "nothing moves in the clip"


def _count_notes(count: int, wanted: int) -> Iterator[str]:
    if count < 2:
        raise CannotImagine("the clip has a single frame")
    if count < wanted:
        yield f"the service made {count} frames instead of {wanted}"
    elif count > wanted + ROUNDED_UP:
        yield f"the service made {count} frames instead of {wanted}, and not all were taken"


def _look(data: bytes) -> _Look:
    first: NDArray[np.int16] | None = None
    count = black = 0
    size, seconds, moves = (0, 0), 0.0, False
    for count, (at, frame) in enumerate(_decoded(data), start=1):  # noqa: B007 - the last count is what is wanted
        patches = frame.reformat(PATCHES, PATCHES, "rgb24", interpolation="AREA").to_ndarray().astype(np.int16)
        if first is None:
            first, size = patches, (frame.width, frame.height)
        elif (frame.width, frame.height) != size:
            raise CannotImagine("the clip changes its size on the way")
        seconds = max(seconds, at)
        black += bool(patches.mean() < BLACK_LEVELS)
        moves = moves or bool(np.abs(patches - first).max() > STILL_LEVELS)
    if first is None:
        raise CannotImagine("the clip has no frames")
    return _Look(count, seconds, size, black, moves, first)


def _frames(data: bytes, taken: Sequence[int], size: Size) -> Iterator[Frame]:
    """The frames that are taken, one every 1 / FPS seconds, in the size that is wanted."""
    wanted, done = set(taken), 0
    for k, (_, frame) in enumerate(_decoded(data)):
        if k in wanted:
            pixels = frame.reformat(*size, "rgb24", interpolation="LANCZOS").to_ndarray()
            yield Frame(done / FPS, np.asarray(pixels, np.uint8))
            done += 1


def _decoded(data: bytes) -> Iterator[tuple[float, Any]]:
    """When each frame is shown, counted from the first, and the frame; no more and no larger ones than are allowed."""
    import av

    try:
        with av.open(io.BytesIO(data), "r", options=READING) as container:
            if not container.streams.video:
                raise CannotImagine("what came has no pictures, or is cut short")
            stream = container.streams.video[0]
            width, height = stream.codec_context.width, stream.codec_context.height
            if max(width, height) > LONGEST_SIDE or width * height > MOST_PIXELS:
                raise CannotImagine(f"the clip is too large: {width}x{height}")
            stream.codec_context.options = {"max_pixels": str(MOST_PIXELS)}  # sides can grow on the way
            stream.codec_context.thread_count = 1
            began = None
            for count, frame in enumerate(container.decode(stream), start=1):
                if count > MOST_FRAMES:
                    raise CannotImagine(f"the clip has more than {MOST_FRAMES} frames")
                at = float(frame.time or 0.0)
                began = at if began is None else began
                yield at - began, frame
    except (av.error.FFmpegError, ValueError, IndexError) as error:
        why = short(getattr(error, "strerror", "") or error, 120)
        raise CannotImagine(f"what came is no clip that can be read, or is cut short: {why}") from None

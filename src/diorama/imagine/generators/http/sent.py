"""What is sent to a server: the picture and its tracks in the size and length that video models work in."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PIL import Image

from diorama.errors import DioramaError, harmless
from diorama.imagine.generators.fitting import Size, fitted_frames, fitted_size
from diorama.imagine.generators.protocol import CannotImagine, Pixels
from diorama.imagine.tracks import Array, Track, Tracks

USUAL: Size = (832, 480)
"""The area in which the models of today are at home; larger pictures are made smaller."""


@dataclass(frozen=True)
class Wish:
    """All that a server is asked for, in its own size and length."""

    picture: bytes
    """PNG."""
    size: Size
    tracks: tuple[Array, ...]
    """Frames × (x, y) for each track, in pixels of `size`; not a number where the thing is not seen."""
    description: str
    frames: int
    """As many as wanted, or a few more."""
    seed: int


def wish(
    picture: Pixels, tracks: Tracks, description: str, frames: int, seed: int, size: Size | None, length: int
) -> Wish:
    """A picture with its tracks, brought to a size and to a number of frames; the tracks stay at their end."""
    height, width = picture.shape[:2]
    size = size or working_size((width, height))
    scale = np.array([size[0] / width, size[1] / height])
    drawn = Image.fromarray(picture)
    buffer = io.BytesIO()
    (drawn if drawn.size == size else drawn.resize(size, Image.Resampling.LANCZOS)).save(buffer, "PNG")
    paths = tuple(_path(track, frames, length) * scale for track in (*tracks.moving, *tracks.still))
    return Wish(buffer.getvalue(), size, paths, harmless(description), length, seed % 2**32)


def check_size(size: Size | None) -> None:
    """Refuse a size that no clip has."""
    if size is not None and not all(16 <= side <= 4096 for side in size):
        raise DioramaError(f"a size of {size[0]}x{size[1]} is no size of a clip: sides are of 16 to 4096 pixels")


def working_size(size: Size) -> Size:
    """The size of the picture, or of its shape and as large as models are used to; in whole patches.

    >>> working_size((720, 480)), working_size((1920, 1080))
    ((720, 480), (832, 464))
    """
    return fitted_size(size, USUAL if size[0] * size[1] > USUAL[0] * USUAL[1] else size)


def working_frames(frames: int) -> int:
    """The next number of frames that models make."""
    if frames < 2:
        raise CannotImagine(f"a clip needs at least 2 frames, not {frames}")
    return fitted_frames(frames)


def tracks_as_data(wish: Wish) -> list[list[dict[str, float] | None]]:
    """For each track and each frame a place `{"x": …, "y": …}` in pixels, or None where the thing is not seen."""
    return [[place(x, y) if math.isfinite(x) else None for x, y in path.tolist()] for path in wish.tracks]


def place(x: float, y: float) -> dict[str, float]:
    """A point as servers read it."""
    return {"x": round(x, 2), "y": round(y, 2)}


def stretched(wish: Wish, picture: Pixels) -> Iterator[str]:
    """A note if the server's size has another shape than the picture."""
    height, width = picture.shape[:2]
    if abs(wish.size[0] * height / (wish.size[1] * width) - 1) > 0.05:
        yield f"the picture of {width}x{height} was stretched to {wish.size[0]}x{wish.size[1]}, and the clip back"


def _path(track: Track, frames: int, length: int) -> Array:
    """Where a track is in each of `length` frames."""
    if track.points.shape != (frames, 2) or track.seen.shape != (frames,):
        raise CannotImagine(f"a track has {track.frames} points for a clip of {frames} frames")
    if not np.isfinite(track.points).all():
        raise CannotImagine("a track has a number that is not finite")
    path = np.where(track.seen[:, None], track.points, np.nan)
    return np.concatenate([path, np.repeat(path[-1:], length - frames, axis=0)])

"""What a model is shown of a clip, and the words that we send with it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from PIL import Image, ImageOps

from diorama.ask.question import Picture, Piece, Request
from diorama.errors import DioramaError, short
from diorama.footage.cutting import cut_bytes
from diorama.footage.decoding import fitted, frame_at, stream_frames
from diorama.footage.model_use import ModelUse
from diorama.footage.records import Clip, located
from diorama.footage.strips import jpeg

MOST_PICTURES = 240
"""Pictures that are sent of one clip, at most."""


@cache
def prompts() -> dict[str, Any]:
    """All our words to models."""
    return tomllib.loads(files("diorama.footage").joinpath("prompts.toml").read_text("utf-8"))


def words(template: str, **gaps: object) -> str:
    """A text with its gaps filled; every gap must be given."""
    return Template(template).substitute({name: str(value) for name, value in gaps.items()}).strip()


def request_for(
    clip: Clip,
    folder: Path,
    use: ModelUse,
    text: str,
    *,
    span: tuple[float, float] | None = None,
    reference: str = "",
    reference_at: float | None = None,
) -> Request:
    """A clip, or the stretch `span` of it, as pictures with their times or as a film; then the words."""
    video, (start, end) = located(folder, clip.video), span or (clip.start, clip.end)
    if video.is_file() and video.stat().st_size != clip.video_bytes:
        raise DioramaError(f"its video {video} is not the one that was measured")
    seconds = f"{end - start:.1f}"
    parts: list[Piece] = []
    if use.native_video:
        film = cut_bytes(video, start, end, long_side=use.long_side)
        parts += [Picture(film, "video", "clip.mp4"), words(prompts()["film"], seconds=seconds)]
    else:
        parts.append(words(prompts()["frames"], seconds=seconds))
        rate = min(use.per_second, MOST_PICTURES / (end - start))
        for frame in stream_frames(video, start=start, end=end, per_second=rate, long_side=use.long_side):
            picture = jpeg(Image.fromarray(frame.pixels))
            parts += [f"{frame.seconds - start:.1f} s", Picture(picture, "image", f"frame-{len(parts)}.jpg")]
        if len(parts) == 1:
            raise DioramaError(f"{video} has no picture from {start:g} to {end:g} s")
    if reference:
        view = jpeg(read_reference(located(folder, reference), reference_at, use.long_side))
        parts += [prompts()["reference"], Picture(view, "image", "reference.jpg")]
    return Request((*parts, text))


def read_reference(path: Path, at: float | None, long_side: int | None) -> Image.Image:
    """The view from which to answer: a picture, or what a film shows at a moment."""
    if at is None:
        return read_image(path, long_side)
    frame = frame_at(path, at, long_side=long_side)
    if frame is None:
        raise DioramaError(f"the reference film {path} has no picture at {at:g} s")
    return Image.fromarray(frame.pixels)


def read_image(path: Path, long_side: int | None) -> Image.Image:
    """A picture, upright, in colour and not too large."""
    try:
        with Image.open(path) as stored:
            picture = ImageOps.exif_transpose(stored).convert("RGB")
    except Exception as error:  # whatever a file holds: decoders raise all sorts of things
        why = short(error, 80) if path.is_file() else "it is missing"
        raise DioramaError(f"the reference image {path} cannot be read: {why}") from None
    return picture.resize(fitted(picture.size, long_side))


def told(captions: tuple[tuple[float, float, str], ...]) -> str:
    """Captions as lines, with their times."""
    return "\n".join(f"{start:.1f} to {end:.1f} s: {text}" for start, end, text in captions)


def captions_of(clip: Clip, start: float | None = None) -> str:
    """What happens in a clip, with times from its beginning or from `start`."""
    zero = clip.start if start is None else start
    return told(tuple((max(0.0, c.start - zero), max(0.0, c.end - zero), c.text) for c in clip.captions))

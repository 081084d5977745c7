"""Clips in questions: finding them, and cutting, reversing and joining them for a setting.

Whatever is wrong with a clip is a tool that failed, not a fault of the model.
"""

from __future__ import annotations

import io
import re
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from PIL import Image

from diorama.ask.question import Picture, Question
from diorama.ask.tools import DrawKind, ToolFailed, in_thread
from diorama.data.drawing import png
from diorama.errors import DioramaError
from diorama.sight.clips import Place, frame_at, frame_times_of, joined_clips, reversed_clip

T = TypeVar("T")

_URI = re.compile(r"data:(image|video)/([a-z0-9.+-]+);base64,([A-Za-z0-9+/=\s]+)")
_ENDINGS = {"png": "png", "jpeg": "jpg", "jpg": "jpg", "webp": "webp", "mp4": "mp4", "webm": "webm"}


def clip_of(question: Question) -> Picture:
    """The clip that a question shows."""
    if question.clip is None:
        raise ToolFailed("the question shows no clip, and this strategy is for clips")
    return question.clip


def clip_seconds(clip: Picture) -> float:
    """How long after its first frame the last frame of a clip is shown."""
    return _tried(lambda: frame_times_of(clip.data)[-1])


def one_frame(clip: Picture, place: Place) -> Picture:
    """One frame of a clip as a picture."""
    pixels = _tried(lambda: frame_at(clip.data, place).pixels)
    return Picture(png(Image.fromarray(pixels)), "image", f"{clip.name.rsplit('.', 1)[0]}-{place}.png", clip.label)


def cut_frame_of(question: Question) -> Picture:
    """The frame of a question's clip that lies next to what is unseen."""
    return one_frame(clip_of(question), "first" if question.unseen == "before" else "last")


async def backwards(clip: Picture) -> Picture:
    """The clip played backwards, under the same name."""
    return replace(clip, data=await aside(lambda: reversed_clip(clip.data)), name=_mp4(clip))


async def joined(first: Picture, second: Picture) -> Picture:
    """Two clips as one."""
    return Picture(await aside(lambda: joined_clips(first.data, second.data)), "video", "whole.mp4", first.label)


def drawn_in(text: str, kind: DrawKind) -> Picture:
    """The picture or clip that a reply holds as a data URI, by itself or in Markdown."""
    found = next((match for match in _URI.finditer(text) if match[1] == kind and match[2] in _ENDINGS), None)
    if found is None:
        raise ToolFailed(f"the reply holds no {_WORDS[kind]} as a data URI")
    try:
        data = b64decode("".join(found[3].split()))
        if kind == "image":
            Image.open(io.BytesIO(data)).verify()
        else:
            frame_times_of(data)
    except Exception:  # whatever a reply holds: decoders raise all sorts of things
        raise ToolFailed(f"the {_WORDS[kind]} in the reply cannot be read") from None
    return Picture(data, kind, f"drawn.{_ENDINGS[found[2]]}")


_WORDS = {"image": "picture", "video": "clip"}


def _mp4(clip: Picture) -> str:
    return f"{clip.name.rsplit('.', 1)[0]}.mp4"


async def aside(work: Callable[[], T]) -> T:
    """Encoding and decoding, in a thread: they take seconds. What is wrong with a clip is a tool that failed."""
    return await in_thread(lambda: _tried(work))


def _tried(work: Callable[[], T]) -> T:
    try:
        return work()
    except DioramaError as error:
        raise ToolFailed(str(error)) from None

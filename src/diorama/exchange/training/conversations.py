"""A sample as a conversation: what the user shows and asks, and what the assistant answers, or the key of a reward."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Literal

from PIL import Image

from diorama.ask.question import Picture, Piece, question_of
from diorama.data import Sample
from diorama.data.keys import key_of
from diorama.exchange.training.explanations import explanation
from diorama.reward import key_text
from diorama.sight.clips import spread_frames

Form = Literal["sft", "rl"]
FRAMES = 8
"""Frames of a clip that are shown where a trainer takes no clips, from its first to its last."""
HOW = "Think step by step."
"""How a model is asked to reason, as by the strategy `cot`."""
_PLACEHOLDER = re.compile(r"<(/?\s*(?:image|video|audio)\s*)>", re.I)
_TOKEN = re.compile(r"<(?=\|)")
_ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "video/mp4": "mp4", "video/webm": "webm"}


@dataclass(frozen=True)
class Conversation:
    """One question with what it teaches."""

    id: str
    suite: str
    task: str
    level: str
    pieces: tuple[Piece, ...]
    """What the user shows and says, in order."""
    answer: str
    """What the assistant says; empty if the answer is not given away."""
    key: str = field(repr=False)
    """What a reply is rewarded by."""
    explained: bool = False
    """Whether the answer comes with a worked explanation."""

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All pictures and clips, in the order of their places."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Picture))

    def text(self) -> str:
        """All that is said, with `<image>` or `<video>` where something is shown."""
        return "\n".join(piece if isinstance(piece, str) else f"<{piece.kind}>" for piece in self.pieces)


def conversation(sample: Sample, form: Form, *, explained: bool = False, clips: bool = False) -> Conversation:
    """A sample as a conversation; `clips` says whether clips stay whole, and are not shown as frames.

    Whoever is rewarded may reason first, and so does who answers with an explanation; else the answer alone is wanted.
    """
    question, key = question_of(sample), key_of(sample)
    why = explanation(sample) if explained and form == "sft" else None
    reasons = form == "rl" or why is not None
    asked = question.request(question.reasoned(HOW) if reasons else question.alone())
    pieces = [piece for part in asked.parts for piece in _shown(part, clips)]
    told = sample.kind.as_asked(key, sample.answer)
    answer = "" if form == "rl" else told if why is None else f"{why}\nAnswer: {told}"
    return Conversation(
        sample.id, sample.suite, sample.task, sample.level, tuple(pieces), answer, key_text(key), why is not None
    )


def file_name(picture: Picture) -> str:
    """The name of a picture or clip as a file: the same for the same bytes."""
    return f"{sha256(picture.data).hexdigest()[:24]}.{_ENDINGS[picture.mime]}"


def _shown(part: Piece, clips: bool) -> Sequence[Piece]:
    """A part as trainers take it: nothing in a text may look like a place for a picture, or like a token."""
    if isinstance(part, str):
        return [_TOKEN.sub("< ", _PLACEHOLDER.sub(r"(\1)", part))]
    if part.kind == "image" or clips:
        return [part]
    stem = part.name.rsplit(".", 1)[0]
    return [
        replace(part, data=_png(Image.fromarray(frame.pixels)), kind="image", name=f"{stem}-{k}.png")
        for k, frame in enumerate(spread_frames(part.data, FRAMES))
    ]


def _png(picture: Image.Image) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "PNG")
    return stream.getvalue()

"""What a strategy may see of a sample: the question, its pictures, and the maps its setting grants. Never the answer.

The sample itself stays outside: a strategy is handed a `Question`, so it cannot leak what it was never given.
"""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal

from diorama.data import Media, Sample
from diorama.errors import DioramaError
from diorama.suites.answers import Choice, ObjectSet, Plan, Swaps

Sees = Literal["pictures", "depth", "segments"]
Form = Literal["choice", "objects", "ordered objects", "swaps", "plan"]
"""The form of answer that is asked for, which is no secret."""

SHOWN = ("view", "reference", "clip")
"""The roles of media that belong to a question. What else a sample holds, such as what happens next, is not shown."""


@dataclass(frozen=True)
class Picture:
    """A picture or video to send, as the bytes of a file."""

    data: bytes = field(repr=False)
    kind: Literal["image", "video"] = "image"
    name: str = "view.png"

    @property
    def mime(self) -> str:
        ending = self.name.rsplit(".", 1)[-1].lower()
        if self.kind == "video":
            return "video/webm" if ending == "webm" else "video/mp4"
        return {"jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp"}.get(ending, "image/png")


@dataclass(frozen=True)
class Question:
    """One question as a strategy gets it."""

    text: str
    form: Form
    options: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    depth: Picture | None = None
    """Near is light, far is dark."""
    segments: Picture | None = None
    """A colour for each object, without names."""


@dataclass(frozen=True)
class Request:
    """What is sent to a model in one go: texts, pictures and videos in order."""

    parts: tuple[str | Picture, ...]
    system: str = ""


Ask = Callable[[Request], Awaitable[str]]
"""Sends a request and gives the model's words."""


def question_of(sample: Sample, sees: frozenset[Sees]) -> Question:
    """The part of a sample that a setting allows to see."""
    return Question(
        text=sample.question,
        form=form_of(sample),
        options=sample.options,
        pictures=tuple(_picture(m) for m in sample.media if m.role in SHOWN) if "pictures" in sees else (),
        depth=_map(sample, "depth") if "depth" in sees else None,
        segments=_map(sample, "segments") if "segments" in sees else None,
    )


def form_of(sample: Sample) -> Form:
    match sample.answer:
        case Choice():
            return "choice"
        case ObjectSet(ordered=ordered):
            return "ordered objects" if ordered else "objects"
        case Swaps():
            return "swaps"
        case Plan():
            return "plan"


def _picture(media: Media) -> Picture:
    return Picture(media.data, media.kind, media.name)


def _map(sample: Sample, which: Literal["depth", "segments"]) -> Picture:
    """An exact map of what the camera sees: the best depth or segmentation that any tool could deliver."""
    from PIL import Image

    from diorama.sight import View
    from diorama.sight.files import depth_colours, label_colours

    if sample.camera is None:
        raise DioramaError(f"sample '{sample.id}' has no camera, so it has no {which} map: use another strategy")
    sight = View(sample.world, sample.camera).sight()
    stream = io.BytesIO()
    Image.fromarray(depth_colours(sight) if which == "depth" else label_colours(sight)).save(stream, "PNG")
    return Picture(stream.getvalue(), "image", f"{which}.png")

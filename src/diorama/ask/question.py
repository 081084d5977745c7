"""What a strategy may see of a sample: the question and what is shown with it. Never the answer.

The sample itself stays outside: a strategy is handed a `Question`, so it cannot leak what it was never given.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from diorama.data import Media, Sample
from diorama.kinds import Form, lettered_options
from diorama.suites import MediaPart, TextPart

BACKWARD = "backward"
"""The level of samples that ask what came before their clip."""


@dataclass(frozen=True)
class Picture:
    """A picture or video to send, as the bytes of a file."""

    data: bytes = field(repr=False)
    kind: Literal["image", "video"] = "image"
    name: str = "view.png"
    label: str = ""
    """What the question calls it."""

    @property
    def mime(self) -> str:
        ending = self.name.rsplit(".", 1)[-1].lower()
        if self.kind == "video":
            return "video/webm" if ending == "webm" else "video/mp4"
        return {"jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp"}.get(ending, "image/png")


Piece = str | Picture
"""What a request is made of."""


@dataclass(frozen=True)
class Request:
    """What is sent to a model at once: texts, pictures and videos in order."""

    parts: tuple[Piece, ...]
    system: str = ""


@dataclass(frozen=True)
class Question:
    """One question as a strategy gets it."""

    text: str
    form: Form
    """How the answer is wanted, in words."""
    options: tuple[str, ...] = ()
    before: tuple[Piece, ...] = ()
    """What is shown before the question, in order …"""
    after: tuple[Piece, ...] = ()
    """… and after it."""
    unseen: Literal["", "before", "after"] = ""
    """Whether it is about what comes before its clip or after it; empty if it shows no clip."""

    @property
    def media(self) -> tuple[Picture, ...]:
        """The pictures and clips alone."""
        return tuple(piece for piece in (*self.before, *self.after) if isinstance(piece, Picture))

    @property
    def clip(self) -> Picture | None:
        """The first clip that is shown."""
        return next((picture for picture in self.media if picture.kind == "video"), None)

    @property
    def reference(self) -> Picture | None:
        """The first still picture that is shown; beside a clip, it shows the viewpoint from which to answer."""
        return next((picture for picture in self.media if picture.kind == "image"), None)

    def showing(self, *pieces: Piece) -> Question:
        """The same question with these pieces in place of its clip."""
        clip = self.clip

        def changed(shown: tuple[Piece, ...]) -> tuple[Piece, ...]:
            return tuple(new for piece in shown for new in (pieces if piece is clip else (piece,)))

        return replace(self, before=changed(self.before), after=changed(self.after))

    @property
    def with_options(self) -> str:
        """The question and its lettered options."""
        letters = [f"{letter}. {text}" for letter, text in lettered_options(self.options)]
        return "\n".join([self.text, *letters])

    def alone(self) -> str:
        """Question, options, and the request for the answer alone."""
        return f"{self.with_options}\n\n{self.form.alone}"

    def for_people(self) -> str:
        """The same for a person, in whose hand JSON is no plain form."""
        return f"{self.with_options}\n\n{self.form.people or self.form.alone}"

    def reasoned(self, how: str) -> str:
        """Question, options, and the request to reason first and to answer in the last line."""
        return (
            f"{self.with_options}\n\n{how} Write your thoughts down before you answer, even where the question asks "
            f"for the answer alone. End with one line that holds {self.form.last_line}."
        )

    def request(self, words: str, *more: Piece) -> Request:
        """Everything that is shown, with these words in place of the question and `more` right before them."""
        return Request((*self.before, *more, words, *self.after))


def question_of(sample: Sample) -> Question:
    """The part of a sample that a strategy may see: what its `parts` show, and nothing else."""
    media = {m.stem: _picture(m) for m in sample.media}
    before: list[Piece] = []
    after: list[Piece] = []
    side = before
    for part in sample.all_parts:
        match part:
            case TextPart(text=text):
                side.append(text)
            case MediaPart(media=stem):
                side.append(media[stem])
            case _:
                side = after
    form = sample.kind.form(sample.answer, sample.query)
    question = Question(sample.question, form, sample.options, tuple(before), tuple(after))
    return question if question.clip is None else replace(question, unseen=unseen_side(sample))


def unseen_side(sample: Sample) -> Literal["before", "after"]:
    """On which side of a sample's clip the unseen part lies: after it, unless its level says that it looks back."""
    return "before" if sample.level == BACKWARD else "after"


def _picture(media: Media) -> Picture:
    return Picture(media.data, media.kind, media.name, media.label)

"""A sample: one question with its answer, media, world and trace."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, model_validator
from pydantic_core import from_json

from diorama.suites import AnyAnswer, Choice
from diorama.world.model import Camera, Plain, World

Slug = Annotated[str, Field(pattern=r"^[a-z0-9-]+$", max_length=100)]
"""Safe in a file name, a web address and a command line."""
FileName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=100)]
Text = Annotated[str, Field(min_length=1)]


def plain_json(data: Any) -> Any:
    """The data as JSON would give it back (tuples become lists), so that what is stored equals what was made."""
    if not isinstance(data, Mapping):
        raise ValueError("should be a mapping from names to plain data")
    try:
        return from_json(to_json_text(data), allow_inf_nan=False)
    except (TypeError, RecursionError, ValueError) as error:
        raise ValueError(f"should be plain JSON: {error}") from None


def to_json_text(data: Any) -> str:
    """One line of JSON whose bytes do not depend on the order in which keys were added."""
    text = json.dumps(dict(data), sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    text.encode()  # half a surrogate pair is a str in Python and nowhere else
    return text


def _distinct(texts: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(texts)) < len(texts):
        raise ValueError("the same text twice")
    return texts


JsonDict = Annotated[dict[str, Any], BeforeValidator(plain_json)]


class Media(Plain):
    """A picture or a video of a sample, as the bytes of a file (PNG, MP4)."""

    role: Text
    """What it is to the question: ``view``, ``reference``, ``clip``."""
    kind: Literal["image", "video"]
    data: bytes = Field(min_length=1, repr=False)
    name: FileName
    """Its file name wherever it becomes a file."""


class Sample(Plain):
    """One question, all that is needed to ask it, and all that is needed to prove its answer."""

    id: Slug
    suite: Slug
    task: Text
    level: str = ""
    question: Text
    options: Annotated[tuple[Text, ...], AfterValidator(_distinct)] = ()
    """Empty unless multiple choice."""
    answer: AnyAnswer
    media: tuple[Media, ...] = ()
    """What is shown with the question."""
    depth: Media | None = None
    """Exact depth of the view, 16-bit millimetres (0 where there is nothing); for research, not shown."""
    outcome: Media | None = None
    """A video of what then happens; for review, never shown to a model unless a setting asks for it."""
    world: World = Field(repr=False)
    camera: Camera | None = None
    intervention: JsonDict | None = None
    trace: JsonDict = Field(default_factory=dict, repr=False)
    """Why this is the answer: numbers, areas, contacts."""
    annotation: JsonDict | None = Field(default=None, repr=False)
    """Oriented boxes, poses and velocities at the start, and the simulated motion with its contacts."""
    gates: tuple[Text, ...] = ()
    """The checks it passed."""
    margin: float | None = None
    """How far the answer is from flipping."""
    seed: int = Field(ge=0, lt=2**63)
    version: Text
    """Of the pipeline that made it."""

    @model_validator(mode="after")
    def _consistent(self) -> Sample:
        if isinstance(self.answer, Choice):
            if self.answer.option not in self.options:
                raise ValueError(f"the right option '{self.answer.option}' is not among the options")
        elif self.options:
            raise ValueError("options belong to multiple choice only")
        if len({m.name for m in self.media}) < len(self.media):
            raise ValueError("two media have the same name")
        return self

    def words(self) -> str:
        """The answer as a person would write it."""
        return self.answer.words({b.name: b.phrase for b in self.world.bodies if b.phrase})


def first_fault(error: ValidationError) -> str:
    """The first thing wrong, in one line: where and what."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    message = first["msg"].removeprefix("Value error, ")
    return short(f"{where}: {message}" if where else message)


def short(text: object, most: int = 200) -> str:
    """One line of bounded length: file content ends up in error messages, and can be anything."""
    line = " ".join(str(text).split())
    return line if len(line) <= most else line[:most] + "…"

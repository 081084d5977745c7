"""A sample: one question with its answer, all that is needed to ask it, and all that is needed to draw and prove it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, SerializeAsAny, model_validator
from pydantic_core import from_json

from diorama.errors import DioramaError
from diorama.kinds import Answer, Described, Kind, Query, Thing, kind_of
from diorama.sight import Shot
from diorama.suites import MediaPart, Part, QuestionPart, TextPart, Words
from diorama.world.materials import material
from diorama.world.model import Camera, Plain, World

Slug = Annotated[str, Field(pattern=r"^[a-z0-9-]+$", max_length=100)]
"""Safe in a file name, a web address and a command line."""
FileName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=100)]
Text = Annotated[str, Field(min_length=1)]


def _whole(text: str) -> str:
    """A text that can be written; JSON can hold half a surrogate pair, and no file can."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("half of a character is in it") from None
    return text


Line = Annotated[str, AfterValidator(_whole)]
"""A text that may be empty."""


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
    """Its role in the question: ``view``, ``reference``, ``clip``."""
    kind: Literal["image", "video"]
    data: bytes = Field(min_length=1, repr=False)
    name: FileName
    """Its file name wherever it becomes a file."""
    label: Line = ""
    """What the question calls it: ``the first clip``."""
    linked_to: Line = ""
    """The file that it stays in, if a dataset only refers to it."""

    @property
    def stem(self) -> str:
        """The name by which parts refer to it."""
        return self.name.rsplit(".", 1)[0]


class Sample(Plain):
    """One question and its answer.

    `query`, `shots` and `words` say what is asked, drawn and written as data; `question` and `media` are what came of
    them. A sample that was made elsewhere has only the latter.
    """

    id: Slug
    suite: Slug
    task: Text
    level: Line = ""
    question: Text
    words: tuple[Words, ...] = ()
    options: Annotated[tuple[Text, ...], AfterValidator(_distinct)] = ()
    """Empty unless multiple choice."""
    answer: SerializeAsAny[Answer]
    query: SerializeAsAny[Query] | None = None
    """What is asked, typed; None if unknown."""
    shots: tuple[Shot, ...] = Field(default=(), repr=False)
    """What was drawn, so that it can be drawn again; the first one shows the world that the question is about."""
    media: tuple[Media, ...] = ()
    """What can be shown with the question."""
    parts: tuple[Part, ...] = ()
    """What a model is shown, in order; unless given, all media and then the question."""
    depth: Media | None = None
    """Exact depth of the view, 16-bit millimetres (0 where there is nothing); for research, not shown."""
    outcome: Media | None = None
    """A video of what then happens; for review, never shown to a model."""
    objects: dict[Line, Line] = Field(default_factory=dict)
    """What a reply can name, and what each is called, where there is no world that says so."""
    trace: JsonDict = Field(default_factory=dict, repr=False)
    """Why this is the answer, for people: no program reads it."""
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
        self.kind.check(self.answer, self.options)
        if self.shots and isinstance(self.query, Described):
            raise ValueError("it has a world, and a query that nothing can be derived from")
        known = self.things()[0]
        for name in self.kind.bodies(self.answer) if self.kind.names_objects else ():
            if name not in known:
                raise ValueError(f"the answer names '{name}', which is not among the sample's objects")
        stems = [m.stem for m in self.media]
        if len(set(stems)) < len(stems):
            raise ValueError("two media have the same name")
        for part in self.parts:
            if isinstance(part, MediaPart) and part.media not in stems:
                raise ValueError(f"a part shows '{part.media}', which is not among the media")
        if self.parts and sum(isinstance(part, QuestionPart) for part in self.parts) != 1:
            raise ValueError("the parts hold the question exactly once")
        return self

    @property
    def kind(self) -> Kind[Any]:
        """The kind of its answer."""
        return kind_of(self.answer)

    @property
    def world(self) -> World | None:
        """The world that the question is about; None if the sample was made elsewhere."""
        return self.shots[0].world if self.shots else None

    @property
    def camera(self) -> Camera | None:
        return self.shots[0].camera if self.shots else None

    def view(self, need: str) -> tuple[World, Camera]:
        """World and camera, or an error if there are none; `need` says in a few words what needs them."""
        if not self.shots:
            raise DioramaError(f"sample '{self.id}' has no world: {need} needs one")
        return self.shots[0].world, self.shots[0].camera

    @property
    def all_parts(self) -> tuple[Part, ...]:
        """What a model is shown, in order."""
        return self.parts or usual_parts((m.stem, m.label) for m in self.media)

    @property
    def phrases(self) -> dict[str, str]:
        """What each body is called, by its name."""
        if self.world is None:
            return dict(self.objects)
        return {b.name: b.phrase for b in self.world.bodies if b.phrase}

    def things(self) -> tuple[dict[str, Thing], tuple[str, ...]]:
        """The objects that a reply can name, and what is there too but never an answer."""
        if self.world is None:
            return {n: Thing(said, said.removeprefix("the ")) for n, said in self.objects.items()}, ()
        return named_things(
            [(b.name, b.phrase, b.noun, b.inventory, tuple(b.finish.values())) for b in self.world.bodies],
            [f.name for f in self.world.fixtures],
        )

    def answer_words(self) -> str:
        """The answer as a person would write it."""
        return self.answer.words(self.phrases)


def usual_parts(media: Iterable[tuple[str, str]]) -> tuple[Part, ...]:
    """All media, each after its label if it has one, and then the question."""
    parts: list[Part] = []
    for stem, label in media:
        parts += [TextPart(text=f"{label[:1].upper()}{label[1:]}:")] if label else []
        parts.append(MediaPart(media=stem))
    return (*parts, QuestionPart())


def named_things(
    bodies: list[tuple[str, str, str, bool, tuple[str, ...]]], fixtures: list[str]
) -> tuple[dict[str, Thing], tuple[str, ...]]:
    """Inventory by name, and the words for everything else.

    Each body is given as its name, phrase, noun, whether it is inventory, and the names of its materials.
    """
    things = {
        name: Thing(phrase or f"the {noun}", noun, _colours(finish))
        for name, phrase, noun, inventory, finish in bodies
        if inventory
    }
    return things, (*fixtures, *(noun for _, _, noun, inventory, _ in bodies if not inventory))


def _colours(finish: tuple[str, ...]) -> frozenset[str]:
    """Every colour that somebody may call a thing of these materials."""
    return frozenset(colour for name in finish for colour in material(name).called)

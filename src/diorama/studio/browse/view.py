"""A sample as pages show it: for the screen that browses, and for all others that show samples."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from diorama.ask.explain import pieces
from diorama.ask.records import Record
from diorama.data import Sample, key_of
from diorama.kinds import Key, kind_of, lettered_options
from diorama.studio.library.shelf import answers_to, sample_of
from diorama.studio.library.tables import DatasetRow, RunRow, SampleRow
from diorama.studio.web.visit import Visit

MOST_WORDS = 4000
"""Characters of a reply or a fact that are shown."""


@dataclass(frozen=True)
class Piece:
    """A part of a reply; what it mentions is marked."""

    text: str
    means: str = ""
    fits: bool = True


@dataclass(frozen=True)
class Reply:
    """What a model said to a sample."""

    run: RunRow
    record: Record
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Fact:
    """One line of the reasons for an answer."""

    name: str
    text: str


@dataclass(frozen=True)
class SampleView:
    """A sample with where it stands."""

    dataset: DatasetRow
    row: SampleRow
    sample: Sample

    @property
    def address(self) -> str:
        """Of its page; its pictures are below."""
        return f"/browse/{self.dataset.id}/{self.row.id}"

    @property
    def options(self) -> list[tuple[str, str, bool]]:
        """Letter, text, and whether it is right."""
        right = self.sample.answer_words()
        return [(letter, text, text == right) for letter, text in lettered_options(self.sample.options)]

    @property
    def drawable(self) -> bool:
        """Whether there is a world to draw boxes, masks and depth from."""
        return self.sample.world is not None

    @property
    def overlays(self) -> list[tuple[str, str, str]]:
        """Name, key and label of what can be drawn over the picture."""
        shown = [("boxes", "b", "Boxes"), ("masks", "m", "Masks"), ("depth", "d", "Depth"), ("answer", "a", "Answer")]
        return [*shown, ("after", "f", "What would follow")] if self.follows else shown

    @property
    def follows(self) -> bool:
        """Whether something would follow that can be drawn: what the question supposes, or the answer proposes."""
        sample = self.sample
        if sample.world is None or sample.query is None:
            return False
        return (sample.query.intervention() or sample.kind.proposes(sample.answer)) is not None

    @property
    def objects(self) -> list[tuple[str, str]]:
        """Name and phrase of what can be pointed at."""
        world = self.sample.world
        return [] if world is None else [(b.name, b.phrase or b.noun) for b in world.bodies if b.inventory]

    @property
    def facts(self) -> list[Fact]:
        """Why this is the answer, in words."""
        sample = self.sample
        facts = [Fact(name.replace("_", " "), in_words(value, sample.phrases)) for name, value in sample.trace.items()]
        if sample.query is not None:
            asked = in_words(sample.query.model_dump(mode="json"), sample.phrases)
            facts.insert(0, Fact("what is asked", asked))
        if sample.gates:
            facts.append(Fact("gates passed", ", ".join(sample.gates)))
        return facts


def sample_view(visit: Visit, dataset: int, sample_id: str) -> SampleView:
    """A sample to show, or the page “not found”."""
    at, row = sample_of(visit, dataset, sample_id)
    return SampleView(at, row, visit.studio.shelf.sample(at, row))


def replies_to(visit: Visit, view: SampleView) -> list[Reply]:
    """What each model said, with what it mentions marked."""
    key = key_of(view.sample)
    return [
        Reply(run, record, tuple(marked(record.reply, key)))
        for run, record in answers_to(visit, view.dataset, view.row.id)
    ]


def marked(reply: str, key: Key) -> Iterable[Piece]:
    """A reply in pieces; those that mention an object or an option say which."""
    shown = reply[:MOST_WORDS]
    for text, mark in pieces(shown, kind_of(key.answer).marks(key, shown)):
        yield Piece(text) if mark is None else Piece(text, mark.means, mark.fits)
    if len(reply) > MOST_WORDS:
        yield Piece(f" … [cut: {len(reply):,} characters in all]")


def in_words(value: object, phrases: dict[str, str]) -> str:
    """Plain data as people write it: names of objects as phrases, a line for each part that has parts of its own."""
    if isinstance(value, dict) and any(isinstance(each, dict | list) for each in value.values()):
        return _cut("\n".join(f"{_name(name, phrases)}: {_words(each, phrases)}" for name, each in value.items()))
    return _cut(_words(value, phrases))


def _words(value: object, phrases: dict[str, str]) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.4g}"
        case str():
            return phrases.get(value, value)
        case None:
            return "–"
        case dict():
            return (
                ", ".join(f"{_name(name, phrases)} {_inner(each, phrases)}" for name, each in value.items()) or "none"
            )
        case list() | tuple():
            return ", ".join(_inner(each, phrases) for each in value) or "none"
        case _:
            return json.dumps(value, ensure_ascii=False, default=str)


def _inner(value: object, phrases: dict[str, str]) -> str:
    text = _words(value, phrases)
    return f"({text})" if isinstance(value, dict | list | tuple) and len(value) > 1 else text


def _name(name: object, phrases: dict[str, str]) -> str:
    return phrases.get(str(name), str(name).replace("_", " "))


def _cut(text: str) -> str:
    return text if len(text) <= MOST_WORDS else f"{text[:MOST_WORDS]} … [cut]"

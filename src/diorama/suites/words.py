"""Words are data: each question has several wordings; a sample picks one at random and stores which.

A file ``wordings.toml`` beside a suite's tasks holds them; a translation or a paper's own wording replaces it.
Wordings in a table are found by the table's name too: ``opening`` in ``[collision]`` is ``collision.opening``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from string import Formatter
from typing import Annotated, Any, Literal

from pydantic import Field

from diorama.errors import DioramaError, UnknownName
from diorama.world.model import Plain

Wordings = Mapping[str, tuple[str, ...]]
"""All wordings of a suite by name."""

_BEGINNING = re.compile(r"(?:^|(?<=[.?!] ))[a-z]")


class Words(Plain):
    """A piece of a question: which wording it is, and what fills its gaps."""

    wording: str
    choice: int = Field(ge=0)
    gaps: dict[str, str] = Field(default_factory=dict)


class TextPart(Plain):
    """Words that stand before or after the question."""

    kind: Literal["text"] = "text"
    text: str = Field(min_length=1)


class MediaPart(Plain):
    """A picture or clip of the sample, by the stem of its shot or file."""

    kind: Literal["media"] = "media"
    media: str = Field(min_length=1)


class QuestionPart(Plain):
    """The question itself, with its options and the form in which the answer is wanted."""

    kind: Literal["question"] = "question"


Part = Annotated[TextPart | MediaPart | QuestionPart, Field(discriminator="kind")]
"""One of the things that a model is shown, in order."""


def text_of(words: Words, wordings: Wordings) -> str:
    """A wording with its gaps filled; every sentence begins with a capital letter."""
    if words.wording not in wordings:
        raise UnknownName("wording", words.wording, wordings)
    text = wordings[words.wording][words.choice % len(wordings[words.wording])]
    gaps = {gap for _, gap, _, _ in Formatter().parse(text) if gap}
    if gaps != set(words.gaps):
        raise DioramaError(f"the wording '{text}' has gaps {sorted(gaps)}, not {sorted(words.gaps)}")
    return _BEGINNING.sub(lambda letter: letter[0].upper(), text.format(**words.gaps))


def read_wordings(package: str) -> Wordings:
    """The wordings in a package's ``wordings.toml``."""
    text = files(package).joinpath("wordings.toml").read_text(encoding="utf-8")
    return dict(flat_wordings(tomllib.loads(text), f"wordings.toml of {package}"))


def flat_wordings(table: Mapping[str, Any], where: str, prefix: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every wording of a table and of the tables in it, by its full name: a text, or a list of texts.

    >>> dict(flat_wordings({"ask": "Why?", "end": {"one": ["So?", "And?"]}}, "here"))
    {'ask': ('Why?',), 'end.one': ('So?', 'And?')}
    """
    for name, found in table.items():
        if isinstance(found, Mapping):
            yield from flat_wordings(found, where, f"{prefix}{name}.")
            continue
        texts = (found,) if isinstance(found, str) else tuple(found) if isinstance(found, list | tuple) else ()
        if not texts or not all(isinstance(text, str) for text in texts):
            raise DioramaError(f"{where}: '{prefix}{name}' should be a text or a list of texts")
        yield prefix + name, texts

"""What all answers have in common: data that a scorer can compare, and the words a person would write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from diorama.world.model import Plain

Phrases = Mapping[str, str]
"""What each body is called, by its name."""
Text = Annotated[str, Field(min_length=1)]


class Answer(Plain):
    """The right answer to a question. It speaks of bodies by name; `words` turns names into phrases.

    Each kind has a subclass, whose `kind` is the kind's name.
    """

    kind: str

    def words(self, phrases: Phrases) -> str:
        raise NotImplementedError


def listing(items: Sequence[str]) -> str:
    """Join as people do.

    >>> listing(["the mug", "the vase", "the lamp"])
    'the mug, the vase and the lamp'
    """
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)

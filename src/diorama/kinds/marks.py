"""Marks: what a text mentions and where, for people who wonder how a reply was read."""

from __future__ import annotations

from dataclasses import dataclass

from diorama.kinds.answer import listing
from diorama.kinds.key import Key
from diorama.kinds.names import Match

MOST_MARKED = 40_000
"""Characters of a text that are looked at; what comes after has no marks."""


@dataclass(frozen=True)
class Mark:
    """A mention in a text, and what it is taken for."""

    start: int
    end: int
    means: str
    """In words: an object's phrase, an option, or why it is neither."""
    fits: bool = True
    """Whether something in the scene, or some option, is meant."""


def name_marks(key: Key, text: str) -> tuple[Mark, ...]:
    """The objects that a text names."""
    found = key.names().mentions(text[:MOST_MARKED])
    return tuple(
        Mark(start, end, _meaning(key, match), bool(match.names) and not match.clash) for start, end, match in found
    )


def _meaning(key: Key, match: Match) -> str:
    if match.how == "scenery":
        return "furniture, never an answer"
    if not match.names:
        return "not in the scene"
    phrases = [key.phrases[name] for name in match.names]
    words = listing(phrases) if match.plural or len(phrases) < 2 else " or ".join(phrases)
    return f"{words}, but not {match.clash}" if match.clash else words

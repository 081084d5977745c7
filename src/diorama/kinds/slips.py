"""Slips of the keyboard: which noun of a scene a misspelt word was meant to be.

Ordinary words that resemble a noun by chance ("later", a lantern; "rock", a rocket) are no slips of it; they stand in
`names.toml`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from functools import cache

from diorama.kinds.lexicon import ordinary, plain_word
from diorama.kinds.name_words import letters_turned

NEARLY, NEARLY_SHORT = 0.82, 0.74
"""How alike a misspelt noun and the right one are, by difflib; short words differ in a larger part of them."""
SHORTEST = 4
"""Letters of a word that may be a misspelt noun."""
MOST_REMEMBERED = 5000
"""Words remembered with what they resemble; when there are more, all are forgotten."""
_DOUBLED = re.compile(r"(.)\1")


class Slips:
    """The nouns of one scene, as they are looked up, and the words that resemble them."""

    def __init__(self, nouns: Iterable[str]) -> None:
        self._nouns = tuple(dict.fromkeys(nouns))
        self._near: dict[str, tuple[str, ...]] = {}

    def nearly(self, word: str) -> tuple[str, ...]:
        """The nouns that a word may be a misspelling of: they begin alike and are about as long."""
        if word not in self._near:
            if len(self._near) >= MOST_REMEMBERED:
                self._near.clear()
            self._near[word] = () if len(word) < SHORTEST or word in _no_slips() else self._alike(word)
        return self._near[word]

    def _alike(self, word: str) -> tuple[str, ...]:
        alike = [own for own in self._nouns if own[:1] == word[0] and abs(len(own) - len(word)) <= 2]
        short = [own for own in alike if len(own) < SHORTEST and _DOUBLED.sub(r"\1", word) == own]  # jarr
        alike = [own for own in alike if len(own) >= SHORTEST]
        cutoff = NEARLY if len(word) > SHORTEST else NEARLY_SHORT
        if same := [own for own in alike if _sounds(own) == _sounds(word)]:
            return tuple(same)
        close = difflib.get_close_matches(word, alike, n=2, cutoff=cutoff)
        return tuple(short or close or [own for own in alike if letters_turned(word, own)])


def _sounds(word: str) -> str:
    """A word with one letter for two that sound alike: trofy."""
    return _DOUBLED.sub(r"\1", word.replace("ph", "f").replace("ck", "k"))


@cache
def _no_slips() -> frozenset[str]:
    return frozenset(form for word in ordinary() for form in (word, plain_word(word)))

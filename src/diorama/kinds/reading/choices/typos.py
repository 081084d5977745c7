"""Slips of the keyboard in the words that matter: "ocluded", "no colision", "remvoe the radio".

Only replies in which nothing else can be read are mended. A word is taken for another that is one edit away (two if it
is long) and begins alike, if no other word is as near.

>>> mended("It will be reveald.", ("Revealed", "Occluded"))
'It will be revealed.'
"""

from __future__ import annotations

import re
from functools import lru_cache

from diorama.kinds.lexicon import WORD, word_set

LONGEST = 300
"""Characters of a reply that is mended."""
SHORTEST_WORD, LONG_WORD = 4, 7
_KNOWN = word_set(
    "remove removing removed removal collision sufficient enough revealed occluded unoccluded uncovered visible "
    "invisible hidden covered never nothing answer option there other others these their again anything"
)
"""Words that options of our questions are made of, and some that must not be taken for them."""
_NOT_SURE = re.compile(r"\b(?:not|nto|nt) (?:sur|shure|suer|sre|srue|suree|sure)\b", re.I)


def mended(text: str, options: tuple[str, ...]) -> str | None:
    """The text with its slips mended; None if there is none to mend."""
    if len(text) > LONGEST:
        return None
    known = _words_of(options)
    better = _NOT_SURE.sub("not sure", WORD.sub(lambda m: _nearest(m[0], known), text))
    return better if better != text else None


@lru_cache(maxsize=1000)
def _words_of(options: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """The words that are meant to be written, by their first letter."""
    own = (word.casefold() for option in options for word in WORD.findall(option))
    known = _KNOWN | {word for word in own if len(word) >= SHORTEST_WORD}
    return {first: frozenset(word for word in known if word[0] == first) for first in {word[0] for word in known}}


def _nearest(word: str, known: dict[str, frozenset[str]]) -> str:
    """The known word that is meant, or the word itself."""
    said = word.casefold()
    alike = known.get(said[:1], ())
    if len(said) < SHORTEST_WORD or said in alike:
        return word
    most = 2 if len(said) >= LONG_WORD else 1
    long_enough = (other for other in alike if abs(len(other) - len(said)) <= most)
    near = sorted((far, other) for other in long_enough if (far := edits(said, other, most)) <= most)
    return near[0][1] if near and (len(near) == 1 or near[0][0] < near[1][0]) else word


def edits(a: str, b: str, most: int) -> int:
    """Letters to add, drop, change or exchange with the next one, to get from one word to the other."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        earlier, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]

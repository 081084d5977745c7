"""The words of a text, and what stands around a name: adjectives before it, colours and materials after it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from diorama.kinds.lexicon import (
    CJK,
    ELISION,
    RUN,
    WORD,
    fillers,
    lemma,
    looks,
    ordinary,
    plain_word,
    spelling,
    two_words,
)

BETWEEN = re.compile(r"^(?:[ \t\u00a0]{1,3}|[\-‐‑_])(?:[ldLD]['’])?$")
"""What may stand between two words of one name."""
_TOLD_AFTER = re.compile(
    r"\s*\(([^()]{1,40})\)|"
    r"\s+(?:(?:that|which)(?:['’]s| is| are) )?made (?:out )?of\s+([^\W\d_]+)|"
    r"\s+(?:in|de|en|aus|(?:that|which)(?:['’]s| is| are))\s+([^\W\d_]+)(?![ -][^\W\d_]+ed\b)|"
    r"\s+with (?:the |its |an? )?([^\W\d_]+)(?: (?:leaves|body|lid|handle|cover|shade|seat|base|wheels|frame|pot))?"
    r"(?=\s*(?:[,;.\n]|$|(?:and|is|are|would|upside)\b))|"
    r"\s+[–—-]\s+([^\W\d_]+)(?=\s*(?:[,;.\n]|$))",
    re.I,
)
"""Where a colour or a material stands after a name: the mug (blue), the mug made of glass, mug – blue."""


class Token(NamedTuple):
    start: int
    end: int
    word: str
    """As it is looked up."""
    raw: str
    joins: bool
    """Whether it may belong to one name with the word before it: nothing but a space or a hyphen is between them."""


def tokens_of(text: str) -> list[Token]:
    found: list[Token] = []
    last = 0
    pairs, begins = two_words()
    for m in WORD.finditer(text):
        start = m.start()
        for begin, end, word, raw in _runs(m.group()):
            gap = text[last : start + begin]
            joins = gap == " " or BETWEEN.match(gap) is not None
            last = start + end
            if joins and found and found[-1].word in begins and (pair := found[-1].word + word) in pairs:
                found[-1] = Token(found[-1].start, last, pair, text[found[-1].start : last], found[-1].joins)
                continue  # bleu canard, verde azulado
            found.append(Token(start + begin, last, word, raw, joins and bool(found)))
    return found


@lru_cache(maxsize=50_000)
def _runs(word: str) -> tuple[tuple[int, int, str, str], ...]:
    """The runs of one writing in a word (start, end, as looked up, as written), without an elided article."""
    elided = ELISION.match(word)
    shift = elided.end() if elided else 0
    found = ((shift + run.start(), shift + run.end(), run.group()) for run in RUN.finditer(word[shift:]))
    return tuple((start, end, plain_word(raw), raw) for start, end, raw in found)


def adjectives_around(tokens: list[Token], k: int, size: int, text: str) -> frozenset[str]:
    """Colours, materials and other adjectives that stand right before a name, or right after it (la tasse rouge)."""
    said: set[str] = set()
    for i in range(k - 1, max(-1, k - 5), -1):
        small = tokens[i].word in fillers("articles", "and")
        if small or not tokens[i + 1].joins:
            break
        said |= looks().get(tokens[i].word) or _nearly_looks(tokens[i].word)
    if told := told_after(text, tokens[k + size - 1].end):
        said |= {ours for w in plain_words(told[0]) for ours in looks().get(w, ())}
    for i in range(k + size, min(len(tokens), k + size + 3)):
        if not tokens[i].joins or tokens[i].word not in looks():
            break
        said |= looks()[tokens[i].word]
    return frozenset(lemma(word) for word in said) | said


@lru_cache(maxsize=10_000)
def _nearly_looks(word: str) -> frozenset[str]:
    """A colour or a material with two letters turned ("purpel") or one left out ("wite"); else the word itself."""
    slips = (ours for known, ours in looks().items() if letters_turned(word, known) or _letter_lost(word, known))
    return frozenset({word}) if word in ordinary() else next(slips, frozenset({word}))


def _letter_lost(word: str, known: str) -> bool:
    """Whether a word of four letters or more is another one without one of its inner letters."""
    if len(word) < 4 or len(known) != len(word) + 1 or word[0] != known[0] or word[-1] != known[-1]:
        return False
    return any(known[:k] + known[k + 1 :] == word for k in range(1, len(known) - 1))


def told_after(text: str, end: int) -> re.Match[str] | None:
    """Colours and materials that stand after a name which ends there, and nothing else."""
    told = _TOLD_AFTER.match(text[end : end + 60])
    if told is None:
        return None
    words = plain_words(next(filter(None, told.groups())))
    others = [w for w in words if w not in looks()]
    return told if len(others) < len(words) and set(others) <= {"one", "and", "the"} else None


def plain_words(text: str) -> list[str]:
    return [plain_word(w) for w in WORD.findall(text)]


def letters_turned(word: str, own: str) -> bool:
    """Whether two neighbouring letters changed places ("gloeb")."""
    if len(word) != len(own) or len(word) < 5:
        return False
    differ = [k for k in range(len(word)) if word[k] != own[k]]
    return len(differ) == 2 and differ[1] == differ[0] + 1 and sorted(word) == sorted(own)


def looks_in(signs: str) -> frozenset[str]:
    return frozenset(ours for word, found in looks().items() if CJK.match(word) and word in signs for ours in found)


def told_apart(own: Mapping[str, frozenset[str]], said: frozenset[str]) -> tuple[str, ...]:
    """Those of several that the adjectives point at; all of them if they point at none."""
    for found in ([n for n in own if own[n] and own[n] <= said], [n for n in own if said <= own[n]]):
        if found:
            shared = {n: len(own[n] & said) for n in found}
            return tuple(n for n in found if shared[n] == max(shared.values()))
    shared = {n: len(own[n] & said) for n in own}
    return tuple(n for n in own if shared[n] == max(shared.values()))


def is_plural(word: str) -> bool:
    return lemma(word) != spelling().get(word.casefold(), word.casefold().replace("’", "'").removesuffix("'s"))

"""Reading a choice: by its letter, by the words of the option, or by both if they agree."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from string import ascii_uppercase
from typing import Any

from diorama.kinds.reading.cleaning import Final, plain
from diorama.kinds.reading.manners import SHORT_WORDS, abstains, doubts, no_answer
from diorama.kinds.reading.readings import Chosen, NotRead
from diorama.kinds.verdicts import Verdict

Options = tuple[str, ...]

_LETTER = re.compile(
    r"^(?:(?i:option|choice|letter)\s+)?(?!\(?[A-Z]\)?\s+(?:(?:is|are)\s+(?:not|wrong|incorrect)|(?:and|or)\s+\(?[A-Z]\b))(?:[(\[{]\s*([A-Za-z])\s*[)\]}]|([A-Z])(?=[.):,;]|\s+[-–—]|\s*$|\n)|"
    r"([B-HJ-Z]|A(?=\s+(?:because|since|as|due|given|is)\b))(?=\s)|([a-z])(?=[.)]?\s*$))[\s.):,;\-–—]*"
)
"""A letter alone, in brackets, before a stop or a dash; "A" before a word may be an article."""
_LEADS_UP = re.compile(
    r"^(?:(?:so|thus|hence|therefore|then|well|ok(?:ay)?|clearly|overall)\b[\s,:]*)*"
    r"(?:(?:i\s+(?:think|believe|say|guess|conclude|would\s+say)|i['’]d\s+say|in\s+my\s+view)\b[\s,:]*(?:that\s+)?)?"
    r"(?:(?:it|this|that)(?:\s+(?:is|must\s+be|should\s+be|would\s+be|has\s+to\s+be)|['’]s)\s+)?",
    re.I,
)
"""Words before a letter that say nothing: "So I think it's B"."""
_SEVERAL = re.compile(
    r"^[(\[]?([A-Z])[)\]]?(?:\s*(?:,|/|&|\band\b|\bor\b)\s*(?:and\s+|or\s+)?[(\[]?([A-Z])[)\]]?)+(?=[\s.]*$)"
)
_BRACKETED = re.compile(r"\(([A-Z])\)|\boption\s+\(?([A-Z])\)?(?![a-z])|^\s*([A-Z])[.)](?=\s|$)", re.M)
_NEGATION = re.compile(r"\b(?:not|never|no|neither|cannot|isn|won|doesn|can)\b", re.I)
_SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+")
_WORDS = re.compile(r"[^\w'’-]+")
_SPACES = re.compile(r"\s+")
_EDGES = " \t\n\"'“”‘’.,;:!?()[]{}"


def choice_in(final: Final, options: Options) -> Chosen | NotRead:
    """The one option that a reply points at."""
    for value in final.marked:
        if found := _settled(pointed_at(_said(value), options)):
            return found
    for look in (_at_the_ends, _at_the_whole, _at_brackets):
        if found := _settled(look(final.text, options)):
            return found
    unsure = next((o for o in options if abstains(o)), None)
    missing = no_answer(final)
    if unsure is not None and missing.verdict is Verdict.NOT_SURE and doubts(final.text):
        return Chosen(unsure)
    return missing


def _at_the_ends(text: str, options: Options) -> frozenset[str]:
    """What the first and the last sentence point at: more than one option if they disagree."""
    sentences = [s for s in _SENTENCES.split(text) if s.strip()]
    ends = [pointed_at(s, options) for s in dict.fromkeys((*sentences[:1], *sentences[-1:]))]
    return frozenset[str]().union(*(e for e in ends if len(e) == 1))


def _at_the_whole(text: str, options: Options) -> frozenset[str]:
    return pointed_at(text, options) if len(text.split()) <= SHORT_WORDS else frozenset()


def _at_brackets(text: str, options: Options) -> frozenset[str]:
    return _lettered(_BRACKETED.finditer(text), options)


def pointed_at(text: str, options: Options) -> frozenset[str]:
    """The options that a few words point at: one if they are clear, more if they contradict themselves."""
    text = plain(text).strip()
    same = [o for o in options if _norm(o) == _norm(text)]
    if same:
        return frozenset(same)
    told = text[_LEADS_UP.match(text).end() :]  # type: ignore[union-attr]  # it always matches, if only nothing
    if several := _SEVERAL.match(told):
        return _lettered([several], options)
    if letter := _LETTER.match(told):
        index = ascii_uppercase.index(next(g for g in letter.groups() if g).upper())
        if index < len(options):
            return frozenset({options[index]}) | _contradiction(told[letter.end() :], options[index], options)
    return _worded(_norm(text), options) or _lettered(_BRACKETED.finditer(text), options)


def _contradiction(rest: str, chosen: str, options: Options) -> frozenset[str]:
    """Another option that the words after a letter spell out."""
    rest = _norm(rest.splitlines()[0] if rest.strip() else "")
    if _starts(rest, _norm(chosen)):
        return frozenset()
    return frozenset(o for o in options if rest == _norm(o))


def _worded(text: str, options: Options) -> frozenset[str]:
    """Options whose words begin or end the text, or, if they have several words, stand in it."""
    begins = _longest(o for o in options if _starts(text, _norm(o)))
    if begins:
        rest = text[len(_norm(next(iter(begins)))) :].strip(" ,")
        for joint in ("or ", "and "):
            if rest.startswith(joint):
                begins |= frozenset(o for o in options if _starts(rest.removeprefix(joint), _norm(o)))
        return begins
    ends = _longest(o for o in options if text.endswith(" " + _norm(o)))
    if ends and len(text.split()) <= 25:
        before = text[: -len(_norm(next(iter(ends))))]
        if not _NEGATION.search(before):
            return ends
    inside = [o for o in options if " " in _norm(o) and f" {_norm(o)} " in f" {_WORDS.sub(' ', text)} "]
    return frozenset(o for o in inside if not any(_norm(o) in _norm(p) and o != p for p in inside))


def _longest(options: Iterable[str]) -> frozenset[str]:
    found = list(options)
    return frozenset(o for o in found if len(o) == max(map(len, found)))


def _starts(text: str, option: str) -> bool:
    return text.startswith(option) and not text[len(option) : len(option) + 1].isalnum()


def _lettered(marks: Iterable[re.Match[str]], options: Options) -> frozenset[str]:
    letters = {g.upper() for m in marks for g in m.groups() if g}
    return frozenset(o for letter, o in zip(ascii_uppercase, options, strict=False) if letter in letters)


def _settled(found: frozenset[str]) -> Chosen | NotRead | None:
    if not found:
        return None
    if len(found) > 1:
        return NotRead(Verdict.UNREAD, "it points at more than one option")
    return Chosen(next(iter(found)))


def _said(value: Any) -> str:
    """The first paragraph of a marked answer, as text; what follows is commentary."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    text = value if isinstance(value, str) else str(value)
    return text.strip().split("\n\n")[0]


@lru_cache(maxsize=100_000)
def _norm(text: str) -> str:
    return _SPACES.sub(" ", text.casefold()).strip(_EDGES)

"""Verbs of steps: which deeds they may mean. The verbs themselves are data (`verbs.toml`)."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from diorama.kinds.deeds.vocabulary import ARTICLES, LEADS
from diorama.kinds.lexicon import CJK, WORD, looks, plain_word
from diorama.kinds.names import Match

Mention = tuple[int, int, Match]
"""Where a thing is named in a step: start, end and what it may mean."""


@dataclass(frozen=True)
class Pattern:
    """What a verb means if some words follow it."""

    particle: tuple[str, ...]
    verb: str


def verb_of(text: str, mentions: Sequence[Mention]) -> tuple[frozenset[str], str]:
    """The deeds that the verb of a text in lower case may mean, and the words after it."""
    if has_signs(text):
        return _signed(text)
    tokens = _words_between(text, mentions)
    known = patterns()
    for k, (_, end, word) in enumerate(tokens):
        meant = known.get(word, ())
        if not meant:
            if word in LEADS or word.endswith("ly") or plain_word(word) in looks():
                continue
            break
        others = [w for _, _, w in tokens]
        after = f" {' '.join(others[:k] + others[k + 1 :])} "
        fits = [p for p in meant if not p.particle or f" {' '.join(p.particle)} " in after]
        if not fits:
            if word in LEADS:
                continue
            break
        longest = max(len(p.particle) for p in fits)
        if word in LEADS and not longest and any(known.get(w) for w in others[k + 1 : k + 3]):
            continue  # "go and get", "reach and grab"
        verbs = frozenset(p.verb for p in fits if (len(p.particle) > 0) == (longest > 0))
        return _second(tokens[k + 1 :], text, mentions) or verbs, text[end:]
    return frozenset(), text


def has_signs(text: str) -> bool:
    """Whether a text is written in Chinese or Japanese."""
    return not text.isascii() and CJK.search(text) is not None


def _words_between(text: str, mentions: Sequence[Mention]) -> list[tuple[int, int, str]]:
    """The words of a text outside of the names in it, with their places."""
    words = [(m.start(), m.end(), m.group()) for m in WORD.finditer(text)]
    for start, end, _ in mentions:
        words = [w for w in words if not start <= w[0] < end]
    return words


def _second(tokens: Sequence[tuple[int, int, str]], text: str, mentions: Sequence[Mention]) -> frozenset[str]:
    """What a second verb on the same object makes of the step: "pick up and remove", "lift it and set it aside"."""
    for (_, _, word), (start, end, second) in pairwise(tokens):
        if word not in ("and", "und", "y", "et") or second not in patterns():
            continue
        things = [a for a, _, m in mentions if m.how != "scenery"]
        if not things or (any(a < start for a in things) and any(a > end for a in things)):
            return frozenset()
        verbs = verb_of(text[start:], [(a - start, b - start, m) for a, b, m in mentions if a > end])[0]
        moved = verbs & {"place", "put_down"} and not any(a > end for a in things)
        return frozenset({"remove"}) if moved else verbs
    return frozenset()


def _signed(text: str) -> tuple[frozenset[str], str]:
    """Chinese and Japanese: the longest verb, wherever it stands."""
    best, size = set[str](), 0
    for sign, verbs in _signs().items():
        if sign in text and len(sign) >= size:
            best, size = (set(verbs) if len(sign) > size else best | set(verbs)), len(sign)
    return frozenset(best), text


@cache
def patterns() -> dict[str, tuple[Pattern, ...]]:
    """First word of a verb → what it means, and the words that must follow."""
    found: dict[str, list[Pattern]] = defaultdict(list)
    for part in ("english", "other"):
        for verb, says in _table()[part].items():
            for say in says:
                heads, _, particles_said = say.partition(" … ")
                for head in heads.split("|"):
                    for form in _inflected(head) if part == "english" else (head,):
                        for particle in particles_said.split("|"):
                            found[form.casefold()].append(Pattern(tuple(particle.casefold().split()), verb))
    return {head: tuple(dict.fromkeys(each)) for head, each in found.items()}


@cache
def particles() -> frozenset[str]:
    """Words that belong to verbs, and articles: they name nothing."""
    found = {word for each in patterns().values() for pattern in each for word in pattern.particle}
    return frozenset(found) | ARTICLES | {"from"}


@cache
def _signs() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for verb, says in _table()["signs"].items():
        for say in says:
            found[say].append(verb)
    return {say: tuple(verbs) for say, verbs in found.items()}


def _inflected(head: str) -> tuple[str, ...]:
    """An English verb with its endings."""
    stem = head[:-1] if head.endswith("e") else head
    double = (
        head + head[-1]
        if (len(head) == 3 and head[-1] in "tbgp")
        or head in ("unplug", "grab", "grip", "drag", "drop", "slip", "transfer")
        else stem
    )
    third = head + ("es" if head.endswith(("ch", "sh", "s", "x")) else "s")
    past = head[:-1] + "ied" if head.endswith("y") and head[-2] not in "aeiou" else double + "ed"
    return head, third, past, double + "ing"


@cache
def _table() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(files("diorama.kinds.deeds").joinpath("verbs.toml").read_text(encoding="utf-8"))

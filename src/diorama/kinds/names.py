"""The name matcher: which object of a scene somebody means by a few words.

Tried in this order, and the first that finds anything decides: the exact phrase or noun; other words for it (the noun
with other adjectives, the end of a longer noun such as "ball" for the soccer ball, a curated table of synonyms);
WordNet, if it was asked for. Words that fit several objects are never resolved silently: the match then holds all
of them and is ambiguous.

>>> names = Names({"mug 1": ("the red mug", "mug"), "mug 2": ("the blue mug", "mug"), "sofa": ("the sofa", "sofa")})
>>> names.match("a couch").names, names.match("Red mugs").names
(('sofa',), ('mug 1',))
>>> names.match("the mug").ambiguous, names.match("unicorn").names
(True, ())
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from diorama.kinds.wordnet import same_meaning

Words = tuple[str, ...]

MOST_WORDS = 12
"""The most words in a name."""


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SMALL = word_set("the a an one this that these those some any its his her their my your each every all both")
_COUNTS = word_set("two three four five six both all pair")
_AFTER = re.compile(
    r"\s(?:with|on|in|inside|at|of|behind|near|next to|under|beside|from|that|which|to the|holding|containing|full)\s"
)
_IRREGULAR = {
    "knives": "knife", "loaves": "loaf", "shelves": "shelf", "bookshelves": "bookshelf", "leaves": "leaf",
    "scarves": "scarf", "dice": "die", "mice": "mouse", "buses": "bus", "lenses": "lens", "shoes": "shoe",
    "thermoses": "thermos", "cacti": "cactus", "tomatoes": "tomato", "potatoes": "potato", "mangoes": "mango",
    "children": "child", "feet": "foot", "teeth": "tooth", "geese": "goose", "movies": "movie", "cookies": "cookie",
}  # fmt: skip
_ALONE = word_set("thermos bus glass hourglass headphones scissors glasses dress lens cactus canvas chess tennis")


@dataclass(frozen=True)
class Match:
    """What a few words may mean in a scene."""

    said: str
    names: tuple[str, ...]
    """One if it is clear; several if it is not, or if a plural means them all; none if nothing fits."""
    how: str = ""
    """``plain``, ``other words``, ``wordnet`` or ``scenery``."""
    plural: bool = False
    """Whether it means all of `names`."""

    @property
    def ambiguous(self) -> bool:
        return len(self.names) > 1 and not self.plural

    @property
    def unknown(self) -> bool:
        """Whether nothing of the kind is in the scene."""
        return not self.names and self.how != "scenery"


@dataclass(frozen=True)
class _Entry:
    name: str
    phrase: Words
    noun: Words


Entries = tuple[_Entry, ...]


class Names:
    """The objects of one scene by every name they may have; each value is a phrase and a noun."""

    def __init__(self, things: Mapping[str, tuple[str, str]], scenery: tuple[str, ...] = ()) -> None:
        self.entries = tuple(_Entry(name, lemmas(phrase), lemmas(noun)) for name, (phrase, noun) in things.items())
        self._scenery = _scenery_words() | {lemmas(word)[-1:] for word in scenery}
        self._known: dict[str, Match] = {}

    def match(self, said: str) -> Match:
        """The object that is meant, or all that may be meant."""
        if said not in self._known:
            self._known[said] = self._match(said)
        return self._known[said]

    def mentions(self, text: str) -> list[tuple[int, int, Match]]:
        """Every plain mention of an object in running text, in order: start, end and what it may mean."""
        spots = [(m.start(), m.end(), lemma(m.group())) for m in _WORD.finditer(text)]
        tokens = tuple(word for _, _, word in spots)
        forms = {form for e in self.entries for form in (e.phrase, e.noun)}
        longest = max(map(len, forms), default=0)
        found, k = [], 0
        while k < len(tokens):
            for size in range(min(longest, len(tokens) - k), 0, -1):
                if tokens[k : k + size] in forms:
                    start, end = spots[k][0], spots[k + size - 1][1]
                    found.append((start, end, self.match(text[start:end])))
                    k += size
                    break
            else:
                k += 1
        return found

    def _match(self, said: str) -> Match:
        text = " " + said.casefold().strip() + " "
        for part in dict.fromkeys((text, _AFTER.split(text)[0], text.split("(")[0])):
            tokens = lemmas(part)
            if not tokens or len(tokens) > MOST_WORDS:
                continue
            plural = _is_plural(part)
            for how, find in _TIERS:
                if names := find(self.entries, tokens):
                    return Match(said, names, how, plural and len(names) > 1)
            if tokens[-1:] in self._scenery:
                return Match(said, (), "scenery")
        return Match(said, ())


def _plain(entries: Entries, tokens: Words) -> tuple[str, ...]:
    """The objects with exactly this phrase or noun."""
    joined = "".join(tokens)
    whole = [e.name for e in entries if "".join(e.phrase) == joined]
    return tuple(whole or [e.name for e in entries if "".join(e.noun) == joined])


def _in_other_words(entries: Entries, tokens: Words) -> tuple[str, ...]:
    """The objects that the longest matching end of the words names; the words before it are adjectives."""
    for k in range(len(tokens)):
        tail = tokens[k:]
        fit = [e for e in entries if e.noun == tail] or [e for e in entries if _may_be_called(e.noun, tail)]
        if fit:
            return _told_apart(fit, frozenset(tokens[:k]))
        if tail in _lexicon():
            return ()  # a "tissue box" is a thing of its own, not some box
    return ()


def _may_be_called(noun: Words, said: Words) -> bool:
    """Whether the words are the end of a longer noun ("ball" for a soccer ball), a synonym, or a wider word."""
    return noun[-len(said) :] == said or noun in _meanings().get(said, ()) or noun in _kinds().get(said, ())


def _told_apart(fit: list[_Entry], said: frozenset[str]) -> tuple[str, ...]:
    """Those of several objects that the adjectives single out; all of them if they single out none."""
    own = {e.name: frozenset(e.phrase[: -len(e.noun)]) for e in fit}
    for found in ([n for n in own if own[n] and own[n] <= said], [n for n in own if said <= own[n]]):
        if found:
            shared = {n: len(own[n] & said) for n in found}
            return tuple(n for n in found if shared[n] == max(shared.values()))
    shared = {n: len(own[n] & said) for n in own}
    return tuple(n for n in own if shared[n] == max(shared.values()))


def _by_wordnet(entries: Entries, tokens: Words) -> tuple[str, ...]:
    said = " ".join(tokens)
    return tuple(e.name for e in entries if same_meaning(said, " ".join(e.noun)))


_TIERS: tuple[tuple[str, Callable[[Entries, Words], tuple[str, ...]]], ...] = (
    ("plain", _plain),
    ("other words", _in_other_words),
    ("wordnet", _by_wordnet),
)


def lemmas(text: str) -> Words:
    """The words of a name, singular, spelled one way, without articles."""
    words = tuple(lemma(m.group()) for m in _WORD.finditer(text.casefold()))
    while words and (words[0] in _SMALL or words[0] in _COUNTS):
        words = words[1:]
    return words


@lru_cache(maxsize=50_000)
def lemma(word: str) -> str:
    """A word in the singular; not always good English, but the same for both sides of a comparison."""
    word = word.casefold().replace("’", "'").removesuffix("'s")
    word = _tables()["spelling"].get(word, word)
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or word in _ALONE or word.endswith(("ss", "us", "is")) or not word.endswith("s"):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    return word[:-1]


def _is_plural(text: str) -> bool:
    words = _WORD.findall(text.casefold())
    return bool(words) and (lemma(words[-1]) != _tables()["spelling"].get(words[-1], words[-1]))


@cache
def _tables() -> dict[str, dict[str, str]]:
    text = files("diorama.kinds").joinpath("synonyms.toml").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = tomllib.loads(text)
    return found


@cache
def _meanings() -> dict[Words, frozenset[Words]]:
    """Synonym → the nouns it may mean."""
    found: dict[Words, frozenset[Words]] = {}
    for noun, others in _tables()["synonyms"].items():
        for other in others:
            found[lemmas(other)] = found.get(lemmas(other), frozenset()) | {lemmas(noun)}
    return found


@cache
def _kinds() -> dict[Words, frozenset[Words]]:
    """Wider word → the nouns it covers."""
    return {lemmas(kind): frozenset(map(lemmas, nouns)) for kind, nouns in _tables()["kinds"].items()}


@cache
def _lexicon() -> frozenset[Words]:
    """All nouns that name a thing of their own."""
    return frozenset(lemmas(noun) for noun in _tables()["synonyms"])


@cache
def _scenery_words() -> frozenset[Words]:
    words = (
        "table tabletop counter countertop floor wall window shelf desk surface background shadow reflection rug carpet"
    )
    return frozenset((w,) for w in words.split())

"""The lexicon: what people call our objects, colours and materials, in six languages.

The words themselves are data (`names.toml`). A name is looked up by its words joined without spaces, singular, without
accents, so that "tea pot", "teapots" and "Teapot" are one; Chinese and Japanese names are found inside running text.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

_SIGNS = r"\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f々ー"
CJK = re.compile(f"[{_SIGNS}]+")
"""A run of Chinese or Japanese writing, which has no spaces."""
RUN = re.compile(f"[{_SIGNS}]+|[^{_SIGNS}]+")
"""A run of either writing."""
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
ELISION = re.compile(r"^[ldjsnmtcLDJSNMTC]['’](?=[^\W\d_]{2})")
"""French articles that have lost their vowel: l'aubergine, bouche d'incendie."""
LANGUAGES = ("en", "zh", "es", "fr", "de", "ja")
_ENDINGS = ("", "s", "es", "x", "e", "en", "n", "er")
"""Plurals of Spanish, French and German nouns; what they make of a word that has another one is never said."""
_IRREGULAR = {
    "knives": "knife", "loaves": "loaf", "shelves": "shelf", "bookshelves": "bookshelf", "leaves": "leaf",
    "scarves": "scarf", "dice": "die", "mice": "mouse", "buses": "bus", "lenses": "lens", "shoes": "shoe",
    "thermoses": "thermos", "cacti": "cactus", "tomatoes": "tomato", "potatoes": "potato", "mangoes": "mango",
    "children": "child", "feet": "foot", "teeth": "tooth", "geese": "goose", "movies": "movie", "cookies": "cookie",
}  # fmt: skip


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ALONE = word_set("thermos bus glass hourglass headphones scissors glasses dress lens cactus canvas chess tennis")


Entries = Mapping[str, Mapping[str, list[str]]]
"""What each noun is called, by language."""


@dataclass(frozen=True)
class Sense:
    """The nouns that a name may mean: exactly such a thing, or one of a wider sort."""

    exact: frozenset[str] = frozenset()
    wider: frozenset[str] = frozenset()

    def __or__(self, other: Sense) -> Sense:
        return Sense(self.exact | other.exact, self.wider | other.wider)

    def among(self, nouns: frozenset[str]) -> Sense:
        """What of it is among some nouns."""
        return Sense(self.exact & nouns, self.wider & nouns)


@lru_cache(maxsize=50_000)
def lemma(word: str) -> str:
    """A word in the singular; not always good English, but the same for both sides of a comparison."""
    word = word.casefold().replace("’", "'").removesuffix("'s")
    word = spelling().get(word, word)
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or word in _ALONE or word.endswith(("ss", "us", "is")) or not word.endswith("s"):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=50_000)
def plain_word(word: str) -> str:
    """A word as it is looked up: singular, without accents."""
    flat = unicodedata.normalize("NFKD", lemma(word))
    return "".join(c for c in flat if not unicodedata.combining(c))


def joined(text: str) -> str:
    """A name as it is looked up."""
    return "".join(plain_word(ELISION.sub("", word)) for word in WORD.findall(text))


@cache
def spaced() -> dict[str, Sense]:
    """Names in languages that are written with spaces → what they mean."""
    return _spaced(_table()["names"], _table()["wider"])


@cache
def spaced_there() -> dict[str, Sense]:
    """Such names that are names only where the thing is in the scene, and ordinary words elsewhere."""
    return _spaced(_table()["there"], _wider_there())


def _spaced(names: Entries, wider_words: Mapping[str, Iterable[str]]) -> dict[str, Sense]:
    exact: dict[str, set[str]] = defaultdict(set)
    wider: dict[str, set[str]] = defaultdict(set)
    ours = english()
    for noun, entry in names.items():
        for form in (noun, *entry["en"]):
            exact[joined(form)].add(noun)
        for form in (f for language in ("es", "fr", "de") for f in entry[language]):
            own = joined(form)
            for key in _inflected(form):
                if key == own or key not in ours:  # no glass is more than one "Glas"
                    exact[key].add(noun)
        if " " in noun:
            wider[joined(noun.split()[-1])].add(noun)
    for word, nouns in wider_words.items():
        if not CJK.search(word):
            own = joined(word)
            for key in (own, *_inflected(word)):
                if key == own or key not in ours:
                    wider[key].update(nouns)
    return {key: Sense(frozenset(exact[key]), frozenset(wider[key])) for key in {*exact, *wider} if key}


@cache
def english() -> frozenset[str]:
    """Names that English has, exact ones and wider ones."""
    exact = (form for noun, entry in _table()["names"].items() for form in (noun, *entry["en"]))
    return frozenset(joined(form) for form in (*exact, *(word for word in _table()["wider"] if word.isascii())))


@cache
def compounds() -> re.Pattern[str]:
    """Our nouns of two words, whose words mean other things alone: a building block blocks nothing."""
    nouns = sorted((noun for noun in _table()["names"] if " " in noun), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, nouns))})(?=s?\b)", re.I)


@cache
def beginnings() -> frozenset[str]:
    """Everything that a name as it is looked up can begin with."""
    return frozenset(beginnings_of(spaced()))


def beginnings_of(names: Iterable[str]) -> Iterator[str]:
    """Every piece of some names from their first letter on."""
    return (name[:k] for name in names for k in range(1, len(name) + 1))


@cache
def unspaced() -> dict[str, Sense]:
    """Chinese and Japanese names → what they mean."""
    return _unspaced(_table()["names"], _table()["wider"])


@cache
def unspaced_there() -> dict[str, Sense]:
    """Such names that are names only where the thing is in the scene."""
    return _unspaced(_table()["there"], _wider_there())


def _unspaced(names: Entries, wider_words: Mapping[str, Iterable[str]]) -> dict[str, Sense]:
    exact: dict[str, set[str]] = defaultdict(set)
    wider: dict[str, set[str]] = defaultdict(set)
    for noun, entry in names.items():
        for form in (*entry["zh"], *entry["ja"]):
            exact[form].add(noun)
    for word, nouns in wider_words.items():
        if CJK.search(word):
            wider[word].update(nouns)
    return {key: Sense(frozenset(exact[key]), frozenset(wider[key])) for key in {*exact, *wider}}


@cache
def nouns_there() -> frozenset[str]:
    """The nouns whose names are names only where such a thing is in the scene."""
    return frozenset(_table()["there"])


def _wider_there() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for noun, entry in _table()["there"].items():
        for word in entry.get("wider", ()):
            found[word].append(noun)
    return found


@cache
def looks() -> dict[str, frozenset[str]]:
    """Words for colours and materials → the words that our phrases use for them."""
    found: dict[str, set[str]] = defaultdict(set)
    for part in ("colours", "materials", "patterns"):
        for ours, words in _table()[part].items():
            for word in (ours, *words):
                found[joined(word) or word].add(ours)
    return {word: frozenset(ours) for word, ours in found.items()}


@cache
def two_words() -> tuple[frozenset[str], frozenset[str]]:
    """Colours of two words that mean another one than either of them says (bleu canard), and their first words."""
    words = (word.split() for words in _table()["colours"].values() for word in words)
    pairs = [(joined(w[0]), joined(w[1])) for w in words if len(w) == 2]
    other = [(a, b) for a, b in pairs if looks()[a + b] not in (looks().get(a), looks().get(b))]
    return frozenset(a + b for a, b in other), frozenset(a for a, _ in other)


@cache
def near(a: str, b: str) -> bool:
    """Whether two colours of ours are the same, or such that careful people confuse them."""
    return a == b or [a, b] in _table()["near"]["pairs"] or [b, a] in _table()["near"]["pairs"]


@cache
def colours() -> frozenset[str]:
    """The colours that our phrases use."""
    return frozenset(_table()["colours"])


@cache
def fillers(*kinds: str) -> frozenset[str]:
    """Small words of some kinds (``articles``, ``and``, …) in all languages, as they are looked up."""
    lists = (_table()["fillers"][language].get(kind, []) for language in LANGUAGES for kind in kinds)
    return frozenset(form for words in lists for word in words for form in _small_forms(word))


@cache
def spelling() -> dict[str, str]:
    """One way to write what is written in several."""
    found: dict[str, str] = _table()["spelling"]
    return found


@cache
def ordinary() -> frozenset[str]:
    """Words of running text that resemble one of our nouns by chance."""
    return frozenset(_table()["ordinary"]["words"])


def _small_forms(word: str) -> Iterator[str]:
    yield word.casefold()
    yield joined(word) or word


def _inflected(form: str) -> Iterator[str]:
    """A name with its head in the plural; the head is the first word or the last."""
    words = [ELISION.sub("", word) for word in WORD.findall(form)]
    for ending in _ENDINGS:
        for k in {0, len(words) - 1} if words else ():
            yield "".join(plain_word(w + ending if i == k else w) for i, w in enumerate(words))


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files("diorama.kinds").joinpath("names.toml").read_text(encoding="utf-8"))

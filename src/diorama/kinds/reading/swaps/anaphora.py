"""Words for something named before: "it", "them", "the teal one", "the cone" after "the white cone".

Each is put in the place of what it means, and only where there is one such thing (or, for "them", one such pair): a
reply that could mean two things is left as it is, and so stays unread. `words` explains the letters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from diorama.kinds.lexicon import lemma, looks, plain_word
from diorama.kinds.names import Match, Names
from diorama.kinds.reading.swaps.legends import spelled_with
from diorama.kinds.reading.swaps.tokens import Token, shape

MOST_ONES = 20
"""How often "the teal one" is looked into."""
MOST_WORDS = 60
"""How long a sentence may be in which a pronoun stands for something."""
_ONE = re.compile(r"((?:\b[^\W\d_]+\s+){1,3})ones?\b", re.I)
_WORD = re.compile(r"[^\W\d_]+")
_THEM = frozenset(
    ("them", "they", "these", "those", "both", "these two", "those two", "the two", "the two of them",
     "the pair of them", "both of them", "them both")
)  # fmt: skip
_LEFT = re.compile(r"[nkszy]|^e")
_WHICH = {"former": 0, "latter": 1}
_SWAPS = re.compile(r"[VGHESx]")
_DOUBTFUL = re.compile(r"[nkihzo?]")


def spelled_out(text: str, names: Names) -> str:
    """A text in which "the teal one" says its noun: the one named before of which the scene has several."""
    text = spelled_with(text, names)
    for one in reversed(list(_ONE.finditer(text))[:MOST_ONES]):
        said = list(_WORD.finditer(one[1]))
        while said and plain_word(said[0][0]) not in looks():
            said.pop(0)
        if not said or any(plain_word(word[0]) not in looks() for word in said):
            continue
        look = one[1][said[0].start() :]
        nouns = {_noun(match.said) for _, _, match in names.mentions(text[: one.start()])}
        fits = [n for n in sorted(nouns) if n and names.match(n).ambiguous and _fits(names.match(look + n))]
        if len({names.match(look + n).names for n in fits}) == 1:
            text = f"{text[: one.start() + said[0].start()]}{look}{fits[0]}{text[one.end() :]}"
    return text


def _noun(said: str) -> str:
    """A name without its looks, in the singular."""
    words = [w for w in _WORD.findall(said) if plain_word(w) not in looks()]
    return " ".join([*words[:-1], lemma(words[-1])]) if words else ""


def _fits(match: Match) -> bool:
    return len(match.names) == 1 and not match.clash


def resolved(words: Sequence[Token], text: str) -> list[Token]:
    """The words of a text with things in the place of what stands for them."""
    return _pronouns(_known_before(_narrowed(_named_at_once(list(words))), text))


def _named_at_once(words: list[Token]) -> list[Token]:
    """The words without a "them" that is made plain right after it: "swap the two of them, the mug and the vase"."""
    for k in range(len(words) - 1, 0, -1):
        if words[k].text.casefold() in _THEM and re.match(r"[VG][pu][,:-]N[awx]N", shape(words[k - 1 : k + 5])):
            del words[k : k + 2]
    return words


def _narrowed(words: list[Token]) -> list[Token]:
    """The words with a thing made plain by what follows: "the vase (the blue one)", "the vase. I mean the blue one"."""
    for k in range(len(words) - 2, -1, -1):
        first = words[k].match
        if first is None or not first.ambiguous:
            continue
        added = re.match(r"[(-]N\)?|[.,]?CN(?=[.,;)LP]|$)", shape(words[k + 1 : k + 6]))
        if added is None or ("C" in added[0] and not any("mean" in w.text for w in words[k + 1 : k + 3])):
            continue
        second = next(w.match for w in words[k + 1 :] if w.match is not None)
        if len(second.names) == 1 and second.names[0] in first.names:
            words[k : k + 1 + added.end()] = [replace(words[k], match=second)]
    return words


def _known_before(words: list[Token], text: str) -> list[Token]:
    """The words with "the cone" as the white one where that is the only one named in the sentences before.

    Two of them in one sentence may be two things, and one that is fine, stays or collides is not the one to be swapped.
    """
    known: set[str] = set()
    left: set[str] = set()
    now = 0
    for k, word in enumerate(words):
        if word.sort in ".;:?LP":
            told = [w.match for w in words[now:k] if w.match is not None and not w.match.ambiguous]
            named = left if _LEFT.search(shape(words[now:k])) else known
            named |= {name for match in told for name in match.names}
            now = k + 1
        elif word.match is not None and word.match.ambiguous:
            fits = known & set(word.match.names)
            if len(fits) == 1 and not fits & left and not _is_described(text, word):
                words[k] = replace(word, match=replace(word.match, names=tuple(fits)))
    return words


def _is_described(text: str, word: Token) -> bool:
    """Whether a word for what a thing looks like, which the matcher did not use, stands before or after its name."""
    around = re.search(r"(\w*)\W*$", text[max(0, word.start - 30) : word.start]), _WORD.search(text, word.end)
    return any(one is not None and plain_word(one[one.re.groups]) in looks() for one in around)


def _pronouns(words: list[Token]) -> list[Token]:
    """The words with "it" and "them" as the things of the same sentence, or else of the one before."""
    found: list[Token] = []
    now = 0
    """Where this sentence begins."""
    last: list[Token] = []
    it: list[Token] = []
    """What "it" stood for before."""
    for k, word in enumerate(words):
        means: list[Token] = []
        if word.sort in "pu" and len(found) - now < MOST_WORDS:
            told = found[now:] if any(w.match for w in found[now:]) else last
            means = _meaning(word, shape(words[k : k + 6]), told, last, found[-1].sort if found else "")
            if not means and it and word.text.casefold() == "it" and re.match("pwN", shape(words[k : k + 3])):
                means, told = [replace(word, sort="N", match=it[0].match)], last  # swap it with A, then swap it with B
            it = means if word.text.casefold() == "it" else it
            if means and told is not last and word.text.casefold().removeprefix("the ") not in _WHICH:
                found[now:] = [replace(w, sort="_", match=None) if w.sort == "N" else w for w in found[now:]]
        found += means or [word]
        if word.sort in ".?LP":
            last = found[now:][:MOST_WORDS] if len(found) - now > 1 else last
            now = len(found)
    return found


def _single(told: Sequence[Token]) -> dict[tuple[str, ...], Match]:
    """The things that are named one at a time and clearly, not as one of "the two vases"."""
    twice = [told[k + j] for k, w in enumerate(told[:-1]) if k and w.sort == "a" and not w.text for j in (-1, 1)]
    return {w.match.names: w.match for w in told if w.match is not None and not w.match.ambiguous and w not in twice}


def _one_of_two(word: Token, told: Sequence[Token], last: Sequence[Token]) -> list[Token]:
    """The former or the latter of the two things named in this sentence, or else in the one before."""
    for sentence in (told, last):
        if len(two := list(_single(sentence).values())) == 2:
            return [replace(word, sort="N", match=two[_WHICH[word.text.casefold().removeprefix("the ")]])]
    return []


def _meaning(word: Token, rest: str, told: Sequence[Token], last: Sequence[Token], before: str) -> list[Token]:
    """The things that a word stands for, with an "and" between two; nothing if that is not clear."""
    said = word.text.casefold()
    if said.removeprefix("the ") in _WHICH:
        return _one_of_two(word, told, last)
    if _SWAPS.search(shape(told).rstrip("VG")) or _DOUBTFUL.search(shape(told)):
        return []
    things = _single(told)
    here = [replace(word, sort="N", match=match) for match in things.values()]
    if said == "it" and len(here) == 1 and re.match(r"pwN" if before in tuple("VG") else r"p[mt]?[VSH]wN", rest):
        return here
    pair = r"[pu](?![wx:(])" if before in tuple("VG") else r"[pu][mv#]*[HE]|[pu][mt]?V(?:[.,;LP]|$)"
    if said in _THEM and len(here) == 2 and re.match(pair, rest):
        return [here[0], Token("a", word.start, word.start, ""), here[1]]
    return []

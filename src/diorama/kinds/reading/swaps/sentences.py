"""From the words of a reply to its sentences and their pieces: cut where something new is said.

Brackets that only explain are left out first; pairs in brackets keep theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from diorama.kinds.reading.swaps.tokens import Token, shape

LONGEST_HEADING = 6
"""Words of a line that may be a heading though no colon ends it."""
_LEADS = ";bQACdecOtB:-"
"""Letters that begin a new piece: then, but, so, because, a colon …"""
_PAIR = re.compile(r"N(?:,?[wax/]|[,>;:])N")
_SEVERAL = re.compile(r"[N(),;:tawx/>#V]*")
_CLAUSE = re.compile(r"(?<=N),c[^VGHESxnki,.?LP]{0,12},(?=[mt#]*[wVSHE])|(?<=N)(?:[uc]v?)?eN(?=[awx]N|_?[EH])")
_BESIDE = re.compile(r"next|behind|in front|near|beside|to the|left|right", re.I)
_STAYS = re.compile(r"(?:,a?(?:N[,a]{1,2}){0,5}|a)N_?v?s")
_LIST = re.compile(r"N(?:,N){2,}")


@dataclass(frozen=True)
class Sentence:
    """The words of a sentence, or of a line."""

    words: tuple[Token, ...]
    asks: bool = False
    new: bool = False
    """Whether it begins a paragraph."""
    ends_line: bool = False
    """Whether a line ends with it, without a stop."""

    @property
    def letters(self) -> str:
        return shape(self.words)

    @property
    def is_heading(self) -> bool:
        short = self.ends_line and len(self.words) <= LONGEST_HEADING and "N" not in self.letters
        return self.letters.endswith(":") or short


@dataclass(frozen=True)
class Piece:
    """A piece of a sentence, with the letters that lead to it and its number, if it has one."""

    lead: str
    rank: int
    words: tuple[Token, ...]

    @property
    def letters(self) -> str:
        return shape(self.words)

    def leads(self, letters: str) -> bool:
        return any(letter in self.lead for letter in letters)


def sentences(words: Sequence[Token]) -> Iterator[Sentence]:
    """The sentences of a text; a line that was only wrapped goes on, and a number alone belongs to what follows."""
    now: list[Token] = []
    new = False
    words = _without_clauses(_without_asides(words))
    for k, word in enumerate(words):
        if word.sort not in ".?LP":
            now.append(word)
            continue
        after = words[k + 1].sort if k + 1 < len(words) else ""
        alone = shape(words[k + 1 : k + 3]) in ("aL", "aP") or shape(words[max(0, k - 2) : k]) in ("La", "Pa")
        wrapped = word.sort == "L" and not alone and now and after and (now[-1].sort in "waVGx/o" or after in "wax")
        numbered = word.sort in "L." and len(now) == 1 and now[0].sort == "#"
        if wrapped or numbered:
            continue
        if now:
            yield Sentence(tuple(now), word.sort == "?", new, word.sort in "LP")
            now, new = [], False
        new = new or word.sort == "P"
    if now:
        yield Sentence(tuple(now), False, new)


def pieces(sentence: Sequence[Token]) -> list[Piece]:
    """A sentence, cut where something new is said."""
    found: list[Piece] = []
    lead, rank, body = "", 0, list[Token]()
    letters = shape(sentence)
    fresh = True
    for k, word in enumerate(sentence):
        after = sentence[k + 1].sort if k + 1 < len(sentence) else ""
        fresh = not body or (fresh and body[-1].sort in ",.")
        if word.sort == "," and "e" in lead and _ends_reason(sentence[k + 1 :], bool(found)):
            found.append(Piece(lead, rank, tuple(body)))  # "To get there, swap …"
            lead, rank, body = "", 0, []
        elif word.sort == "V" and after == "N" and not found and _is_purpose(sentence, body):
            found.append(Piece(lead, rank, tuple(body)))  # "To get the mug to the front I'd swap …"
            lead, rank, body = "", 0, [word]
        elif word.sort in ",a" and _begins_rest(letters, k, shape(body[-6:])):
            found.append(Piece(lead, rank, tuple(body)))  # "A with B, C stays"
            lead, rank, body = "e", 0, []
        elif word.sort == "c" and ((fresh and not found) or _is_relative(letters, k)):
            continue  # "Make A and B change places", "A and B, which must be swapped"
        elif _begins_piece(word, body, after, fresh):
            if not fresh:
                found.append(Piece(lead, rank, tuple(body)))
                lead, rank = "", 0
            lead, rank, body = lead + word.sort, word.rank or rank, []
        else:
            body.append(word)
    if body or lead:
        found.append(Piece(lead, rank, tuple(body)))
    return found


def _ends_reason(rest: Sequence[Token], later: bool) -> bool:
    """Whether a comma ends what explains ("To get there, …"), and is not one of a list ("To get A, B and C, …")."""
    letters = shape(rest)
    if later or not letters.startswith("N"):
        return letters[:1] in tuple("VtQ#MA") or not later
    return re.match(r"N[awx/]N[^,;.]*[EHVx]|N[^N,;.]*[EHVx]", letters) is not None


def _is_purpose(sentence: Sequence[Token], body: Sequence[Token]) -> bool:
    """Whether a sentence begins with what is to be reached, and has said nothing else so far."""
    aims = sentence[0].sort == "e" and sentence[0].text.casefold().startswith("to ")
    return aims and re.fullmatch(r"N[_p]*", shape(body)) is not None


def _is_relative(letters: str, k: int) -> bool:
    """Whether "which" goes on about two things with a word for swapping, and the sentence ends with it."""
    return bool(re.search(r"N[aw]N,?$", letters[:k]) and re.match(r"c[vwm_#]{0,3}[EH][,.]?$", letters[k:]))


def _begins_rest(letters: str, k: int, before: str) -> bool:
    """Whether what follows a swap only says which things stay; in "A and B, C and D stay" it is all of them."""
    found = _STAYS.match(letters, k)
    return found is not None and (found[0].count("N") == 1 or re.search(r"[VGHExw/]", before) is not None)


def _begins_piece(word: Token, body: Sequence[Token], after: str, fresh: bool) -> bool:
    if word.sort == "#" and body and body[-1].sort == "N" and after in tuple("SVH"):
        return False  # "A first swaps with B"
    if word.sort == "#":  # "first swap …", but not "swap first A with B" nor "A and B first"
        return fresh or (after in tuple("NVG(_:ASMv") and not (body[-1].sort in "VGES" and after == "N"))
    return word.sort in _LEADS


def _without_asides(words: Sequence[Token]) -> list[Token]:
    """The words without brackets that only explain."""
    kept: list[Token] = []
    opened: list[int] = []
    for word in words:
        if word.sort == "(":
            opened.append(len(kept))
        elif word.sort == ")":
            if opened:
                start = opened.pop()
                kept[start:] = _bracketed(kept[:start], kept[start], kept[start + 1 :], word)
            continue
        kept.append(word)
    loose = set(opened)
    return [word for k, word in enumerate(kept) if k not in loose]


def _without_clauses(words: Sequence[Token]) -> list[Token]:
    """The words without clauses that only say where a thing is: "the vase, which is at the end, …"."""
    found = list(words)
    for clause in reversed(list(_CLAUSE.finditer(shape(found)))):
        if clause[0].startswith(",") or _BESIDE.match(found[clause.end() - 2].text):
            del found[clause.start() : clause.end()]
    return found


def _is_order_after(before: Sequence[Token], inside: Sequence[Token]) -> bool:
    """Whether a bracket behind a swap lists the order that it leads to: both things are in it, and others."""
    if re.fullmatch(r"(?:[r_:,]{0,3})N(?:[,a>/]{1,2}N){2,}", shape(inside)) is None:
        return False
    pair = re.search(r"N(?:,?[wax/]|,)N$", shape(before[-4:]))
    swapped = {w.match.names for w in before[-3:] if w.match is not None} if pair else set()
    return bool(swapped) and swapped <= {w.match.names for w in inside if w.match is not None}


def _bracketed(before: Sequence[Token], opening: Token, inside: list[Token], closing: Token) -> list[Token]:
    """What stays of a bracket: all of it, what is inside, that as a sentence of its own, or nothing."""
    letters = shape(inside)
    if _is_order_after(before, inside):
        return []
    if _PAIR.fullmatch(letters) or _LIST.fullmatch(letters):
        return [opening, *inside, closing]
    if letters == "N":
        return [] if before and before[-1].sort == "N" else inside
    if re.fullmatch(r"a?N[_wM]*W?NW?", letters) and "M" in shape(before[-6:]):
        return inside  # "A goes to the place of B (and B to that of A)"
    if re.search(r"[VEHGx(]", letters):
        stop = replace(closing, sort=".", text="")
        return inside if _SEVERAL.fullmatch(letters) else [stop, *inside, stop]
    if before and before[-1].sort == "N" and "N" not in letters and any(re.search(r"\d", w.text) for w in inside):
        return []  # A (1st), B (position 2)
    says = re.search(r"[kinCy#T]", letters) and "N" not in letters
    alone = not before or before[-1].sort in ".LP:"
    return inside if says or alone or re.search(r"o.*N", letters) else []

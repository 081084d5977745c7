"""Pairs: which two things a piece of a sentence swaps, by the shape of its words; `words` explains the letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from diorama.kinds.names import Match, Names
from diorama.kinds.reading.objects.listing import could_be_a_name
from diorama.kinds.reading.swaps.tokens import Token, shape

Pair = tuple[Match, Match]
MOST_PAIRS = 50
"""In one sentence: nobody means more, and looking for them would take long."""


class How(Enum):
    """What makes two things a pair."""

    VERB = "swap A with B"
    TALK = "swapping A with B"
    SIGN = "A ↔ B, (A, B)"
    BARE = "A and B"
    STATED = "A and B must be swapped"
    MOVED = "A where B is and B where A is"


@dataclass(frozen=True)
class Found:
    """A pair, and the part of the shape that holds it."""

    pair: Pair
    start: int
    end: int
    how: How


_BRACKETED = re.compile(r"([VGES]?):?\((N)(?:,?[wax/]|[,>;:])(N)\)")
_LED = re.compile(r"(?:[VGE][:#g>]{0,2}|S[:#g>w]{0,2})(N)[#,]?(?:,?[wax/]|[,>:])#?(N)(?!x)")
_TRAILED = re.compile(r"(N)(?:,?[awx/]|,)(N),?a?[mnqup_#yi]{0,3}w?([VEHG])(?!:?N[,]?[wax/,]N)")
_ACCUSATIVE = re.compile(r"(N)q(N)[aw]([mnup_]{0,2})V")
_PASSIVE = re.compile(r"(N)[mnu_#]{0,2}w?[EVHS][u_]?w(N)")
_SIGNED = re.compile(r"(?<!x)(N)x(N)(?!x)")
_MARKS = (
    (_BRACKETED, How.SIGN), (_LED, How.VERB), (_PASSIVE, How.STATED), (_TRAILED, How.STATED), (_ACCUSATIVE, How.VERB),
    (_SIGNED, How.SIGN),
)  # fmt: skip
_MORE = re.compile(r"#?[,a>]*(?<=[,a>])(N)(,?[wax/]|>)(N)(?![x>])")
_BARE = re.compile(r"(N)(,?[wax/]|>)(N)(?!>N(?![wx/]N))")
_CROSSED = re.compile(r"V?(N)a(N)[mu_]{0,2}[HVE]?w(N)a(N),?R")
"""A and B with C and D, respectively."""
_ONLY_TWO = re.compile(r"^(N)[,;](N)$")
_DANGLING = re.compile(
    r"^(?:[,at]*\((?!N[^()]{1,2}N\))[^()]*N|,?[awx/]N(?=[.,;?ta#>)]|$)|,?n?o(?:.*N|p)|,N(?=[N.;?,]|$|,?aN))"
)
"""What follows a pair and makes it more than one: "and C", "or C"."""
_RESULT = re.compile(r">\(N(?:[,a/>]+N){2,}\)|>*(?:N(?![xw(])[,a/>]*)*")
"""The order that follows a swap: → A, B, C."""
_LISTED_RESULT = re.compile(r"(?<=N[wax/]N)>[N_]{1,2}(?:[,a]{1,2}[N_]{1,2}){2,}$")
"""The same after a pair without a verb, where things may be called by their colours alone."""
_LEFT_OVER = re.compile(r"^[,a_#pwhu]+N[wax/]N[.,#]*$")
"""Another pair that no word connects with the first."""
_CHAINED = re.compile(r"N(?:,|,?[aowx/>])$")
_UNKNOWN = (
    re.compile(r"(?<=V)_{1,3}(?=[wax/](?:N|_{1,3}(?:[.;,t]|$)))"),
    re.compile(r"(?<=[VN][wax/])_{1,3}(?=[.;,t)#]|$)"),
    re.compile(r"(?:(?<=^)|(?<=[(#,;:t.]))_{1,3}(?=x)"),
    re.compile(r"(?<=x)_{1,3}(?=[),;.t#?]|$)"),
    re.compile(r"(?<=\()_{1,3}(?=[,;]N\))|(?<=\(N[,;])_{1,3}(?=\))"),
    re.compile(r"(?:^|(?<=[;t#]))_{1,2}(?=[aw/]N(?:[.;,]|$))"),
)


def named(tokens: Sequence[Token], names: Names) -> list[Token]:
    """The same words, with names of things that we do not know where only a name can stand."""
    found = list(tokens)
    for pattern in _UNKNOWN:
        for run in reversed(list(pattern.finditer(shape(found)))):
            words = found[run.start() : run.end()]
            said = " ".join(w.text for w in words)
            if not could_be_a_name(said):
                continue
            thing = Token("N", words[0].start, words[-1].end, said, names.match(said))
            found[run.start() : run.end()] = [thing]
    return found


def pairs_in(tokens: Sequence[Token], *, bare: bool, goes_on: bool = False) -> list[Found] | None:
    """The pairs of a piece of a sentence; None if it speaks of swaps and we cannot tell of which.

    With `bare`, a piece that is nothing but pairs needs no verb: "A and B, C and D". One that `goes_on` with the swaps
    of another may say that they work.
    """
    tokens = [t for t in tokens if t.sort != "W"]
    letters = shape(tokens)
    if crossed := _CROSSED.search(letters):
        a, b, c, d = (crossed.start(k) for k in (1, 2, 3, 4))
        return [_found(tokens, x, y, crossed.start(), crossed.end(), How.VERB) for x, y in ((a, c), (b, d))]
    found: list[Found] = []
    at = 0
    while at < len(letters):
        one = _next(tokens, letters, at)
        if one is None:
            break
        if one.how not in (How.VERB, How.TALK) and not found and _CHAINED.search(letters[: one.start]):
            return None
        found.append(one)
        if len(found) > MOST_PAIRS:
            return None
        at = one.end
        while more := _continued(tokens, letters, found[-1]):
            if more.pair is found[-1].pair:
                return None
            found.append(more)
            at = more.end
        rest = letters[at:]
        listed = letters[at - 2 : at] == ",N" and re.match(r",?[ao]?,?N", rest)
        if _DANGLING.match(rest) or listed:
            return None
        if rest[:1] == ">":
            at += _RESULT.match(rest).end()  # type: ignore[union-attr]  # it always matches, if only nothing
    if found and (left := _LEFT_OVER.search(letters[found[-1].end :])):
        first = found[-1].end + left[0].index("N")
        again = _found(tokens, first, first + 2, first, first + 3, How.BARE)
        if {m.names for m in again.pair} != {m.names for m in found[-1].pair}:
            return None
    alone = _only_pairs(tokens, letters.rstrip("y") if goes_on else letters) if bare and not found else []
    if alone != []:
        return alone
    if not found and re.search(r"V.*N|GpwN|N.*x|x.*N|N[awx/,]+N.*[EHV]", letters):
        return None
    return found


def _next(tokens: Sequence[Token], letters: str, at: int) -> Found | None:
    """The next pair that a verb or a sign makes."""
    hits: list[tuple[int, int, re.Match[str], How]] = []
    for order, (pattern, how) in enumerate(_MARKS):
        if hit := pattern.search(letters, at):
            hits.append((hit.start(), order, hit, how))
    if not hits:
        return None
    _, _, hit, how = min(hits, key=lambda h: h[:2])
    if how is How.VERB and hit[0].startswith("G"):
        how = How.TALK
    first, second = (k for k in range(hit.start(), hit.end()) if letters[k] == "N")
    return _found(tokens, first, second, hit.start(), hit.end(), how)


def _continued(tokens: Sequence[Token], letters: str, last: Found) -> Found | None:
    """The pair that follows another without a verb of its own: ", C with D", or "and then with C"."""
    if more := _MORE.match(letters, last.end):
        joint = letters[last.end : more.start(1)]
        arrows = letters[last.end - 2] == ">"
        if ">" in joint and ("a" in more[2] or letters[last.end - 2] not in "wx/"):
            return None  # what comes after the arrow may be the order that follows
        commas = letters[last.end - 2] == "," and joint[:1] == ","
        if (joint == "a" and more[2] == "a") or commas or arrows != (more[2] == ">"):
            return Found(last.pair, last.start, last.end, last.how)  # A and B and C and D may be four things
        return _found(tokens, more.start(1), more.start(3), more.start(1), more.end(), last.how)
    return None


def _only_pairs(tokens: Sequence[Token], letters: str) -> list[Found] | None:
    """A piece of a sentence that is nothing but pairs."""
    letters = _LISTED_RESULT.sub("", letters.rstrip(",.a"))
    start = len(letters) - len(letters.lstrip(",:nhKSupg#"))
    if two := _ONLY_TWO.match(letters[start:]):
        return [_found(tokens, start, start + 2, start, start + two.end(), How.BARE)]
    found: list[Found] = []
    if words := re.match(r"_{1,3}(?=N/N)", letters[start:]):
        start += words.end()
    hit = _BARE.match(letters, start)
    if hit is None:
        return []
    first = _found(tokens, hit.start(1), hit.start(3), hit.start(), hit.end(), How.BARE)
    found.append(first)
    while more := _continued(tokens, letters, found[-1]):
        if more.pair is found[-1].pair:
            return None
        found.append(more)
    if len(found) > 1 and letters[found[0].end - 2] == ">" and _is_mapping(found):
        return None
    rest = letters[found[-1].end :]
    if rest and (_DANGLING.match(rest) or rest[0] == ">"):
        return None
    return found if not rest or re.fullmatch(r"[#TI]{1,2}|,[^N]*|,?nw?N.*", rest) else []


def _is_mapping(found: Sequence[Found]) -> bool:
    """Whether arrows say what stands in whose place (A → B, B → C, C → A) rather than which two change places."""
    return {f.pair[0].names for f in found} == {f.pair[1].names for f in found}


def _found(tokens: Sequence[Token], first: int, second: int, start: int, end: int, how: How) -> Found:
    a, b = tokens[first].match, tokens[second].match
    assert a is not None and b is not None
    return Found((a, b), start, end, how)


def moved(tokens: Sequence[Token]) -> Pair | None:
    """Two things that are put in each other's place: "put A where B is and B where A is", or "… and vice versa"."""
    letters = shape(list(tokens))
    things = [t.match for t in tokens if t.match is not None]
    if not re.search(r"M.*[WY]|N[_p]W|N.?M", letters):
        return None
    names = [m.names for m in things]
    if len(things) == 2 and "Y" in letters:
        return things[0], things[1]
    if len(things) == 4 and names[0] == names[3] and names[1] == names[2] and names[0] != names[1]:
        return things[0], things[1]
    return None

"""Reading swaps: "swap A with B, then C and D", numbered lines, (A, B), A ↔ B, JSON, or that it cannot be done."""

from __future__ import annotations

import re
from typing import Any

from diorama.kinds.names import Match, Names
from diorama.kinds.reading.cleaning import Final
from diorama.kinds.reading.cues import BULLET
from diorama.kinds.reading.manners import declines, no_answer
from diorama.kinds.reading.readings import NotRead, Swapped
from diorama.kinds.reading.statements import looks_like_a_name

Pair = tuple[Match, Match]

MOST_PAIRS = 50
LONGEST_STEP = 400
"""Characters."""

_INFEASIBLE = re.compile(
    r"\b(?:infeasible|unfeasible|not feasible|impossible|not possible|"
    r"(?:cannot|can['’]t) be (?:done|achieved|reached|made)|no (?:valid |feasible |possible |such |single )*"
    r"(?:sequence|series|solution|swaps? (?:works?|exists?|is possible|can)))\b",
    re.I,
)
_NO_NEED = re.compile(
    r"\b(?:no swaps? (?:is|are) (?:needed|necessary|required)|already in (?:the|this|that) order)\b", re.I
)
_VERB = re.compile(r"\b(?:swap|exchange|switch|interchange|trade)(?:s|ped|ping|d|ing|es)?\b", re.I)
_STEPS = re.compile(
    r"\n+|;|(?<!\d\.)(?<=[.!?])\s+|,?\s*\b(?:and\s+)?(?:then|next|finally|afterwards|followed by)\b,?\s*", re.I
)
_SENTENCES = re.compile(r"\n+|(?<!\d\.)(?<=[.!?])\s+")
_SUPPOSES = re.compile(r"^(?:so\s+)?(?:if|suppose|consider|could|should|would|what if|but|let)\b", re.I)
_GROUP = re.compile(r"[(\[{]([^()\[\]{}]{3,200})[)\]}]")
_STRONG = re.compile(r"\s*(?:<[-=]+>|↔|⇄|⇆|⟷|<>|/)\s*|\s+(?:with|and|for|&|-|–|—|->|→)\s+", re.I)
_COMMA = re.compile(r"\s*[,;]\s*")
_LEAD = re.compile(
    r"^(?:(?:first|second|third|fourth|and|then|finally|next|step|by|you (?:should|can|need to)|i would|the pair|"
    r"pair|swap|swaps|swapping|exchange|exchanging|switch|switching|interchange|the places? of|the positions? of|"
    r"places? of|positions? of|is|are|to|it is|only|just|answer)\b[\s:,\d.)]*)+",
    re.I,
)


def swaps_in(final: Final, names: Names) -> Swapped | NotRead:
    """The swaps that a reply proposes, in its order."""
    refusal = declines(final)
    if refusal and not names.mentions(final.text) and not _INFEASIBLE.search(final.text):
        return refusal
    for part in (*final.marked, final.text):
        found = _from_value(part, names)
        if found is not None:
            return found
    return no_answer(final)


def _from_value(value: Any, names: Names) -> Swapped | None:
    if isinstance(value, str):
        return _from_text(value, names)
    if not isinstance(value, list) or len(value) > MOST_PAIRS:
        return None
    if not value:
        return Swapped()
    both = [v for v in value if isinstance(v, str) and looks_like_a_name(v, names) and not _pair(v, names)]
    if len(value) == len(both) == 2:
        return Swapped(((names.match(both[0]), names.match(both[1])),))
    pairs = [_pair_of(v, names) for v in value]
    return None if None in pairs else Swapped(tuple(p for p in pairs if p is not None))


def _pair_of(value: Any, names: Names) -> Pair | None:
    """A pair in JSON: two names, an object of two names, or text."""
    if isinstance(value, str):
        return _pair(value, names)
    parts = list(value.values()) if isinstance(value, dict) else value
    if isinstance(parts, list) and len(parts) == 2 and all(isinstance(p, str) for p in parts):
        return names.match(parts[0]), names.match(parts[1])
    return None


def _from_text(text: str, names: Names) -> Swapped | None:
    text = text.strip()
    first = _SENTENCES.split(text)[0]
    if _INFEASIBLE.search(first) and not names.mentions(first):
        return Swapped(feasible=False)
    pairs = _groups(text, names) or _all_steps(text, names) or _told_steps(text, names)
    if pairs:
        return Swapped(tuple(pairs[:MOST_PAIRS]))
    last = [s for s in _SENTENCES.split(text) if s.strip()][-1:]
    if any(_INFEASIBLE.search(s) for s in last):
        return Swapped(feasible=False)
    return Swapped() if _NO_NEED.search(text) else None


def _groups(text: str, names: Names) -> list[Pair]:
    """(A, B), (C, D): nothing but pairs in brackets."""
    inside = [_pair(g, names) for g in _GROUP.findall(text)]
    rest = re.sub(r"[\s,;.:>→\-\d\[\](){}]|\b(?:swap|then|and|step)\b", "", _GROUP.sub("", text), flags=re.I)
    return [p for p in inside if p] if inside and None not in inside and not rest else []


def _all_steps(text: str, names: Names) -> list[Pair]:
    """Nothing but pairs, step by step."""
    steps = [s for s in _STEPS.split(text) if s.strip(" .,")]
    found = [_pairs(s, names) for s in steps]
    return [p for pairs in found for p in pairs] if all(found) else []


def _told_steps(text: str, names: Names) -> list[Pair]:
    """The sentences about swapping, where each of their steps is a pair; other text is left out."""
    found: list[Pair] = []
    for sentence in _SENTENCES.split(text):
        if _SUPPOSES.match(sentence) or not (_VERB.search(sentence) or BULLET.match(sentence)):
            continue
        steps = [_pairs(s, names) for s in _STEPS.split(sentence) if s.strip(" .,")]
        if steps and all(steps):
            found += [p for pairs in steps for p in pairs]
    return found


def _pairs(step: str, names: Names) -> list[Pair]:
    """The pairs of one step: one as a rule, several in "A and B, C and D"."""
    whole = _pair(step, names)
    if whole:
        return [whole]
    parts = [_pair(p, names) for p in _COMMA.split(step)]
    return [p for p in parts if p] if None not in parts else []


def _pair(step: str, names: Names) -> Pair | None:
    """Two names and what stands between them."""
    if len(step) > LONGEST_STEP:
        return None
    verb = _VERB.search(step)
    step = _bare(step[verb.end() :] if verb else step)
    halves = (_STRONG if _STRONG.search(step) else _COMMA).split(step)
    if len(halves) != 2 or _COMMA.search("".join(halves)):
        return None
    first, second = map(_bare, halves)
    if not looks_like_a_name(first, names) or not looks_like_a_name(second, names):
        return None
    return names.match(first), names.match(second)


def _bare(text: str) -> str:
    return _LEAD.sub("", BULLET.sub("", text).strip(" \t\n\"'“”.()[]")).strip(" \t\n\"'“”.,()[]:")

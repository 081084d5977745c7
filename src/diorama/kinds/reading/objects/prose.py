"""Prose: the answer that the sentences of a text come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from diorama.kinds.names import Match, Names
from diorama.kinds.reading.objects import cues
from diorama.kinds.reading.objects.claims import Claim, claims_of, says_none
from diorama.kinds.reading.objects.clauses import clauses_of
from diorama.kinds.reading.objects.goals import Goal
from diorama.kinds.reading.objects.groups import masked
from diorama.kinds.reading.objects.pronouns import Talk

LONGEST_SENTENCE = 2000
"""Characters: what is longer names no answer, and patterns would be slow on it."""


@dataclass(frozen=True)
class Said:
    """What one sentence says."""

    claims: tuple[Claim, ...] = ()
    concludes: bool = False
    nothing: bool = False
    """It says that there is nothing."""

    @property
    def affirms(self) -> bool:
        return any(c.holds for c in self.claims)

    @property
    def only_lists(self) -> bool:
        return bool(self.claims) and all(c.bare and c.holds for c in self.claims)


@dataclass(frozen=True)
class Account:
    """What the sentences of a text say, in their order."""

    said: tuple[Said, ...]

    def denied(self) -> list[Match]:
        """The things that are not the answer, by the last word on them."""
        last = {m.names: (m, c.holds) for s in self.said for c in s.claims for m in c.matches}
        return [m for m, holds in last.values() if not holds]

    def conclusion(self) -> list[Match] | None:
        """What a sentence that draws the conclusion answers with; None without one."""
        k = self._concluding()
        return None if k is None else _added_up(self._from(k))

    def answer(self) -> list[Match] | None:
        """What the text answers with, if it comes to one answer."""
        k = self._concluding()
        said = self.said if k is None else self._from(k)
        if k is None and said and said[0].only_lists:
            said = _explained(said)
        found = _added_up(said)
        nothing = any(s.nothing for s in said)
        if not found or (said[0].nothing and not any(c.holds and c.outright for s in said for c in s.claims)):
            return [] if nothing else None
        left_open = any(c.open for s in said for c in s.claims if c.holds and c.outright)
        return None if left_open or (nothing and k is None) else found

    def _concluding(self) -> int | None:
        held = (k for k, s in enumerate(self.said) if s.concludes and (s.nothing or s.affirms))
        return max(held, default=None)

    def _from(self, k: int) -> tuple[Said, ...]:
        """A conclusion, with what later sentences add to it or take back."""
        later = (replace(s, claims=tuple(c for c in s.claims if not c.holds or c.more)) for s in self.said[k + 1 :])
        return (self.said[k], *later)


def account_of(sentences: Sequence[str], names: Names, asked: frozenset[str], goal: Goal) -> Account:
    """What some sentences say."""
    talk = Talk(goal, tuple(Match(name, (name,), "all but") for name in names.all if name not in asked), asked)
    return Account(tuple(_said(s, names, asked, talk) for s in sentences if len(s) <= LONGEST_SENTENCE))


def _said(sentence: str, names: Names, asked: frozenset[str], talk: Talk) -> Said:
    concludes = bool(cues.CONCLUDES.search(sentence[:120]))
    if cues.NOTHING.match(sentence.strip()) and not names.mentions(sentence):
        return Said(concludes=concludes, nothing=True)
    if cues.DESCRIBES.match(sentence):
        return Said()
    text = masked(sentence, names, asked)
    talk.begin()
    clauses = clauses_of(text.text)
    claims = tuple(claim for clause in clauses for claim in claims_of(clause, text, talk))
    nothing = any(says_none(clause.text) for clause in clauses) and not any(c.holds and c.outright for c in claims)
    asks = sentence.rstrip().endswith("?")
    return Said(() if asks else claims, concludes, nothing)


def _explained(said: tuple[Said, ...]) -> tuple[Said, ...]:
    """A reply that begins with a bare list has answered; what follows may add to it or take back, and else explains."""
    lists = next((k for k, s in enumerate(said) if not s.only_lists), len(said))
    later = (
        s if s.only_lists else replace(s, claims=tuple(c for c in s.claims if not c.holds or (c.more and c.outright)))
        for s in said[lists:]
    )
    return (*said[:lists], *later)


def _added_up(said: Sequence[Said]) -> list[Match]:
    """The things that are the answer by what was said outright, else by what follows. Later words count more."""
    claims = [c for s in said for c in s.claims]
    outright = any(c.holds and c.outright for c in claims)
    adds = any(c.holds and c.outright and c.more for c in claims)
    found: list[Match] = []
    for claim in claims:
        if claim.holds and (claim.outright or not outright or adds):
            here = {m.names or m.said for m in found}
            new = [m for m in claim.matches if (m.names or m.said) not in here]
            found = [*found[:-1], *new, *found[-1:]] if claim.first else found + new
        elif not claim.holds:
            gone = {m.names for m in claim.matches}
            found = [m for m in found if m.names not in gone]
    return found

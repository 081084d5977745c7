"""Claims, and what the signs of a clause stand for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from diorama.kinds.names import Match
from diorama.kinds.reading.objects import cues
from diorama.kinds.reading.objects import sentence_cues as say
from diorama.kinds.reading.objects.clauses import Clause
from diorama.kinds.reading.objects.goals import Goal
from diorama.kinds.reading.objects.groups import ASKED, GROUP, THING, Masked
from diorama.kinds.reading.objects.pronouns import Talk, Things


@dataclass(frozen=True)
class Claim:
    """That some things are the answer, or that they are not."""

    matches: Things
    holds: bool
    outright: bool = True
    more: bool = False
    """It adds to what was said before: "also", "too"."""
    first: bool = False
    """In an order these come before what was named last."""
    open: bool = False
    bare: bool = False
    """The things are only named."""
    all_but: bool = False
    """They are all but some."""
    rank: int = 0
    """-1 if it says that they come first in an order, 1 if last."""


class ClauseThings:
    """A clause with its pronouns spelled out, and the things that it names."""

    def __init__(self, clause: Clause, sentence: Masked, talk: Talk) -> None:
        self.clause, self.text, self.sentence, self.talk = clause, clause.text, sentence, talk
        self.goal = talk.goal

    def _signs(self) -> list[str]:
        return re.findall(GROUP, self.text)

    def _matches(self, sign: str) -> Things:
        return self.sentence.of(sign).matches

    def _kept(self) -> Things:
        """The things of the clause that do not only say where another one is."""
        kept: list[Match] = []
        for place in re.finditer(GROUP, self.text):
            before = self.text[: place.start()]
            if not self._only_placed(place) or say.SEES_AT.search(before) or self._mirrored_there(before):
                kept += self._matches(place[0])
        return tuple(kept)

    def _mirrored_there(self, before: str) -> bool:
        """There is a reflection under the pear."""
        where = re.search(r"\b(?:under|below|beneath|underneath|of|for|from|at) (?:\w+ )?$", before, re.I)
        told = say.MIRRORS.search(before) or say.HAS_ONE.search(before) or re.search(r"\b(?:one|none)\b", before, re.I)
        return self.goal is Goal.MIRROR and where is not None and told is not None

    def _who(self, word: str) -> Things | str | None:
        """A sign, a pronoun or "nothing": the things, `ASKED`, "nothing", or None if it is not known."""
        if word == ASKED:
            return ASKED
        if re.fullmatch(GROUP, word):
            found = self._matches(word)
            unclear = len(found) == 1 and len(found[0].names) > 1 and set(found[0].names) & self.talk.asked
            return ASKED if unclear else found
        low = word.casefold()
        if low.startswith(("nothing", "no ", "none")):
            return "nothing"
        return "something" if re.fullmatch(say.SOMETHING + "|things", low) else None

    def _claim(self, matches: Things | str | None, holds: bool, *, outright: bool = True) -> list[Claim]:
        if not isinstance(matches, tuple) or not matches:
            return []
        is_open = any(self.sentence.of(s).open for s in self._signs() if set(self._matches(s)) & set(matches))
        alternatives = cues.OR.search(re.sub(THING, " ", self.text)) if holds else None
        is_open = is_open or bool(alternatives and not (len(matches) == 1 and alternatives[0].casefold() == "possibly"))
        more, first = bool(say.TOO.search(self.text)), bool(say.FIRST.search(self.text))
        return [Claim(matches, holds, outright, more, first, is_open and holds, rank=self._rank(matches))]

    def _rank(self, matches: Things) -> int:
        """-1 for what comes first in the order from near to far, 1 for what comes last, else 0."""
        if self.goal is not Goal.REMOVE or len(matches) > 1:
            return 0
        return bool(say.COMES_LAST.search(self.text)) - bool(say.COMES_FIRST.search(self.text))

    def _unplaced(self) -> Things:
        return tuple(m for p in re.finditer(GROUP, self.text) if not self._only_placed(p) for m in self._matches(p[0]))

    def _only_placed(self, place: re.Match[str]) -> bool:
        before = self.text[: place.start()]
        if say.FIRST.match(self.text) or say.THEN.match(self.text):
            return False
        return bool(say.PLACED.search(before)) and not say.SEES_AT.search(before)

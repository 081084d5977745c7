"""Statements: what a piece of text says about the things it names.

Every mention of a thing is found where it stands. A sentence falls into clauses; each affirms the things it names,
denies them, or only talks about them. A bare list names things and says nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from diorama.kinds.lexicon import CJK, WORD, fillers, looks, plain_word, word_set
from diorama.kinds.names import Match, Names
from diorama.kinds.reading import cues

MOST_ITEMS = 100
Mention = tuple[int, int, Match]

_TALK = word_set(
    "i it they you we he there here is are was were be been would will could can should may might must do does "
    "did has have had think believe guess say see look image picture scene photo object objects item items thing "
    "things answer list following because since so if when while what who why how sure sorry help please let "
    "shown reply question based given view camera visible hidden seen become fully partially completely removed "
    "reflected these those this that"
)
"""Words of sentences, which no name has."""
_SMALL = word_set(
    "first second third fourth fifth sixth next last finally also too well as it its is are they these the be "
    "would one left right object objects item thing piece sort kind should must big small large tall little tiny "
    "dark light bright old new round nothing else more list here answer yes ok okay sure only just striped "
    "spotted toy so and y et und e ou le la les l el los las un une una ein eine der die das den dem"
)
"""Words around names that say nothing."""


@dataclass(frozen=True)
class Statement:
    """What a piece of text says about the things it names."""

    yes: tuple[Match, ...] = ()
    no: tuple[Match, ...] = ()
    bare: bool = False
    """It names things and says nothing else."""
    cued: bool = False
    """It says outright that this is so."""
    concludes: bool = False
    nothing: bool = False
    """It says that there is nothing."""


class Listener:
    """Understands texts about one scene; `asked` are the things that the question is about."""

    def __init__(self, names: Names, asked: frozenset[str] = frozenset()) -> None:
        self.names, self.asked = names, asked

    def statement(self, sentence: str) -> Statement:
        """What a sentence says."""
        concludes = bool(cues.CONCLUDES.search(sentence[:80]))
        text = cues.RELATIVE.sub(" ", cues.LEAD.sub("", cues.NO_LONGER_HIDDEN.sub("visible", sentence)))
        text, denied = self._without_brackets(text)
        if (items := self.items(text)) is not None and not cues.NOTHING.match(text.strip()):
            return Statement(tuple(items), tuple(denied), bare=True, concludes=concludes)
        found = Statement(no=tuple(denied), concludes=concludes)
        talk = False
        clauses = [c for c in cues.CLAUSE.split(self._without_condition(text)) if c and c.strip()]
        for clause in clauses or [text]:
            part = self._clause(clause, sentence, concludes)
            if part is None:
                talk = True
                continue
            found = Statement(
                found.yes + part.yes, found.no + part.no, found.bare or part.bare, found.cued or part.cued, concludes,
                found.nothing or part.nothing,
            )  # fmt: skip
        return Statement(found.yes, found.no, found.bare and not talk, found.cued, concludes, found.nothing)

    def _clause(self, clause: str, sentence: str, concludes: bool) -> Statement | None:
        """What a clause says; None if it names things and says nothing of them that matters."""
        mentions = self.names.mentions(clause)
        if cues.NOTHING.match(clause.strip()) and not (mentions and cues.BUT.search(clause)):
            return Statement(nothing=True)
        if not mentions:
            return Statement()
        rest = masked(clause, mentions)
        if cues.EVERYTHING.search(rest) and cues.EXCEPT.search(sentence):
            return Statement()  # everything except …: what is left has no name
        left = leftover(clause, mentions)
        kept = tuple(m for start, _, m in mentions if not self._aside(clause, start, m, bool(left)))
        affirms = cues.AFFIRMS.search(rest) is not None
        plainly = cues.PLAINLY_AFFIRMS.search(clause) is not None and cues.PLAINLY_DENIES.search(clause) is None
        if cues.DENIES.search(rest) and not (affirms and plainly):
            return Statement(no=kept)
        if not left:
            return Statement(yes=tuple(m for _, _, m in mentions), bare=True)
        if (items := self.items(clause)) is not None:
            return Statement(yes=tuple(items), bare=True)
        return Statement(yes=kept, cued=True) if affirms or (concludes and kept) else None

    def items(self, text: str) -> list[Match] | None:
        """A list in which every item is one thing with its adjectives, known to us or not; None if it is none."""
        parts = [i.strip(" .!\"'“”*_`[]") for i in cues.ITEMS.split(cues.BULLET.sub("", text))]
        parts = [part for part in parts if part and not cues.NO_MORE.match(part)]
        if not parts or len(parts) > MOST_ITEMS:
            return None
        found: list[Match] = []
        for part in parts:
            item = self._item(part, alone=len(parts) == 1)
            if item is None:
                return None
            found += item
        return found

    def _item(self, item: str, *, alone: bool) -> list[Match] | None:
        here = self.names.mentions(item)
        if cues.DENIES.search(masked(item, here)) or cues.EVERYTHING.search(item):
            return None
        if not here:
            if not could_be_a_name(item) or CJK.search(item):
                return None
            match = self.names.match(item)
            return None if match.unknown and alone and len(item.split()) > 3 else [match]
        rest = leftover(item, here)
        if len(here) > 1:
            here = [h for h in here if not self._aside(item, h[0], h[2], True)]
            if len(here) > 1 and rest:
                return None
        before = item[: here[0][0]] if here else item
        words = set(re.findall(r"[^\W\d_]+", before.casefold()))
        talk = rest and (words & _TALK or len(words) > 4 or not cues.AFTER_NAME.match(item[here[-1][1] :]))
        return None if not here or talk or cues.PLACE.search(before) else [m for _, _, m in here]

    def _without_condition(self, text: str) -> str:
        """A sentence without what it supposes first, unless that names something which the question does not."""
        found = cues.CONDITION.match(text)
        if found is None:
            return text
        new = any(set(m.names) - self.asked for _, _, m in self.names.mentions(found[0]))
        return text if new and not cues.SUPPOSES.match(text) else text[found.end() :]

    def _without_brackets(self, text: str) -> tuple[str, list[Match]]:
        """The text without brackets that only explain, and what those deny; a bare name in brackets stays."""
        denied: list[Match] = []

        def kept(found: re.Match[str]) -> str:
            inside = found[0][1:-1]
            here = self.names.mentions(inside)
            if here and cues.DENIES.search(masked(inside, here)):
                denied.extend(m for _, _, m in here)
                return " "
            return f", {inside}," if here and not leftover(inside, here) else " "

        return re.sub(r"\([^()]{0,200}\)", kept, text), denied

    def _aside(self, clause: str, start: int, match: Match, talk: bool) -> bool:
        """Whether a mention only says where something is, or repeats what the question is about."""
        before = clause[:start]
        if talk and len(match.names) == 1 and match.names[0] in self.asked:
            return True
        place = cues.PLACE.search(before[-60:])
        if place is None:
            return False
        return bool(self.names.mentions(before)) or (talk and not before[: place.start()].strip())


def masked(clause: str, mentions: Sequence[Mention]) -> str:
    """A clause with a blank in place of each name."""
    for start, end, _ in reversed(mentions):
        clause = clause[:start] + " " + clause[end:]
    return clause


def leftover(clause: str, mentions: Sequence[Mention]) -> list[str]:
    """Words of a clause that are neither names nor adjectives nor small words."""
    rest = re.sub(r"\([^()]*\)", " ", masked(clause, mentions)) if mentions else clause
    small = fillers("articles", "and", "only", "then", "with")
    words = (plain_word(word) for word in WORD.findall(rest))
    known = (_SMALL, small, looks())
    return [w for w in words if not w.isdigit() and not any(w in some for some in known) and not _particle(w)]


def _particle(word: str) -> bool:
    """One or two Chinese or Japanese signs, which only join what stands around them."""
    return len(word) < 3 and CJK.match(word) is not None


def could_be_a_name(text: str) -> bool:
    """Whether this can be the name of something we do not know, and not a piece of a sentence."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    sentence = len(words) > 2 and text.rstrip(" \"'“”").endswith(".")
    return 0 < len(words) <= 4 and not _TALK.intersection(words) and not sentence and not re.search("[:?]", text)


def looks_like_a_name(item: str, names: Names) -> bool:
    """Whether this is a name and nothing else, known to us or not."""
    here = names.mentions(item)
    return not leftover(item, here) if here else could_be_a_name(item)

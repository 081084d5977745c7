"""Clauses: where a statement falls into clauses, how plainly each speaks, and whether it denies what it mentions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from diorama.kinds.reading.choices import cues
from diorama.kinds.reading.choices.mentions import By, Mention

WORD = re.compile(r"[^\W\d_]")
NONE: frozenset[str] = frozenset()
"""No option."""
LONGEST_LABEL = 60
"""Characters of a label such as "Brief reasoning:"."""
_MAY_CUE = re.compile(r"[^\W\d_]{2}|[#=→⇒\u3040-\u9fff]")
"""Without a word nothing is cued: most replies are an option and no more."""
LABEL_WORDS = 6
"""A label such as "My final answer:" has no more words."""
JOINED = re.compile(
    r"^\s*(?:,|/|&|\+|and|or|und|oder|et|ou|y|o|和|与|或|と|か|,\s*(?:and|or)|nor)\s*(?:also |both |the |a )?$"
)
"""What stands between two things that are named together."""
_ADJACENT_NOT = re.compile(
    r"(?:(?:\bnot|n['’]t|\bnever|\bneither|\bnor)\b|\b(?:wrong|mistake|incorrect|false|lying) (?:to|"
    r"if i)\b)(?:\s+(?:quite|exactly|really|necessarily|clear|said|choose|pick|think|believe|say|saying|the|answer|"
    r"is|be|it|would|a|an|so|simply|just|that|correct|right|option|my))*\s*[\"'“‘]?$",
)


_COMPARED = re.compile(r"\b(?:than|over|versus|vs\.?)\s+$|[不别勿]$")
"""Before the option that another one is preferred to."""


_NOTHING = re.compile(r"\b(?:nothing|none|no (?:\w+ )?(?:part|bit|piece|portion))\b[^,;]*$")
"""Of something: that it is hidden is denied."""
_SUBJECT = re.compile(r"[\"'”’]|\s+(?:is|was|would be|isn['’]t|can['’]t|cannot|does)\b")
"""After a yes or no of which something is said."""
_HALF = re.compile(r"\b(?:semi|not quite|almost|nearly)[\s-]+$")
_WHOLE = re.compile(
    r"(?:\w+ly )*(?:un\w+|reveal|visible|expos|(?:in|into) (?:\w+ )?view|out in|a la vista|sichtbar|"
    r"révél|dégag|découv|revel|descub|frei|enthüll)|[可看显顯露見現]"
)
"""What is not so if it is half so."""


_MAY_CUT = re.compile(
    r"[;；，,–—:：…=>→⇒、\u3040-\u30ff\u3400-\u9fff]|\s-|\.\.|\b(?:while|whereas|(?:al)?though|obwohl|aunque|but|"
    r"however|aber|"
    r"sondern|mais|pero|sino|yet|so|therefore|hence|thus|because|since|as|due|given|weil|porque|parce|denn)\b"
)
"""Signs and words without one of which a statement is one clause."""


class Rank(IntEnum):
    """How plainly a clause gives its option as the answer."""

    HINT = 1
    TOLD = 2
    PLAIN = 3
    CONCLUDED = 4
    MARKED = 5
    CLOSING = 6
    FINAL = 7


class Statement(NamedTuple):
    """A sentence or a line, with the options that it mentions."""

    text: str
    """In small letters, as all cues are."""
    masked: str
    """The same, of the same length, with blanks in place of mentions."""
    mentions: Sequence[Mention]
    place: int
    """Its number in the text."""
    replies: bool = False
    """Whether it comes right after a question."""


class Clause(NamedTuple):
    """A piece of a statement."""

    statement: Statement
    begin: int
    end: int
    masked: str
    mentions: Sequence[Mention]
    cued: Rank | None = None
    """How plainly its words, or those that lead up to it, mark what it names as the answer."""
    reason: bool = False
    """Whether it only gives a reason."""
    supposed: bool = False
    """Whether it only follows from a condition."""

    @property
    def text(self) -> str:
        return self.statement.text[self.begin : self.end]

    def by(self, *ways: By) -> list[Mention]:
        """Its mentions of these sorts."""
        return [m for m in self.mentions if m.by in ways]

    def before(self, mention: Mention) -> str:
        return self.statement.masked[self.begin : mention.start]

    def after(self, mention: Mention) -> str:
        return self.statement.masked[mention.end : self.end]


def clauses_of(statement: Statement, start: int, label: Rank | None) -> Iterator[Clause]:
    """The clauses of a statement from a place on; what leads up to a clause without a mention counts for the next."""
    pending, explains = label, False
    for begin, end in _spans(statement.masked, start):
        masked = statement.masked[begin:end]
        mentions = [m for m in statement.mentions if begin <= m.start < end]
        cued = cued_rank(masked)
        if pending is not None and (cued is None or pending > cued):
            cued = pending
        reason = cues.REASON.match(masked) is not None
        yield Clause(statement, begin, end, masked, mentions, cued, explains or reason, start > 0)
        explains |= end - begin <= LONGEST_LABEL and cues.REASON_LABEL.match(masked) is not None
        pending = None if any(m.by != "object" for m in mentions) else cued


def _spans(masked: str, start: int) -> list[tuple[int, int]]:
    if not _MAY_CUT.search(masked, start):
        return [(start, len(masked))] if start < len(masked) else []
    cuts = [start]
    for m in cues.CLAUSES.finditer(masked, start):
        arrow = m[0].strip() in ("->", "=>", "→", "⇒")
        cuts.append(max(m.start() if arrow else m.end(), cuts[-1]))
    return [(a, b) for a, b in zip(cuts, [*cuts[1:], len(masked)], strict=True) if b > a]


def masked_text(text: str, mentions: Sequence[Mention]) -> str:
    """A text with blanks in place of its mentions, as long as before."""
    for m in mentions:
        blank = cues.THING if m.by == "object" else cues.BLANK
        text = text[: m.start] + blank * (m.end - m.start) + text[m.end :]
    for aside in cues.NO_DENIAL.finditer(text):
        text = text[: aside.start()] + "~" * len(aside[0]) + text[aside.end() :]
    return text


def cued_rank(masked: str) -> Rank | None:
    """How plainly words mark what they name as the answer."""
    if not _MAY_CUE.search(masked):
        return None
    for rank, pattern in ((Rank.FINAL, cues.FINAL), (Rank.MARKED, cues.MARKED), (Rank.CONCLUDED, cues.CONCLUDES)):
        if pattern.search(masked):
            return rank
    return None


def is_label(masked: str) -> bool:
    """Whether a statement only says that the answer follows: "Answer:"."""
    if len(masked.split()) > LABEL_WORDS or not masked.strip() or masked.rstrip().endswith((".", "!")):
        return False
    cued = cued_rank(masked)
    return cued is not None and cued >= Rank.MARKED


def is_bare(masked: str) -> bool:
    """Whether words say nothing but the options that they name."""
    return WORD.search(cues.TOLD.sub("", masked)) is None


def is_denied(clause: Clause, mention: Mention) -> bool:
    """Whether a clause denies what it mentions."""
    before, after = clause.before(mention), clause.after(mention)
    if cues.DENIED_AFTER.match(after) and (mention.by in ("letter", "words") or _SUBJECT.match(after)):
        return True
    if _COMPARED.search(before):
        return True
    if mention.by == "yes or no":
        return _ADJACENT_NOT.search(before) is not None
    if mention.by == "other words" and _NOTHING.search(before):
        return True
    return cues.DENIES.search(before) is not None


def is_half(clause: Clause, mention: Mention) -> bool:
    """Whether only a part of what an option says is so: "partly revealed", "only the top is visible"."""
    whole = _WHOLE.match(clause.statement.text, mention.start)
    if whole is None:
        return False
    partly = cues.PARTLY.search(clause.masked) or _HALF.search(clause.before(mention))
    return partly is not None or cues.ONLY_PARTLY.match(clause.statement.masked, clause.end) is not None


def is_joined(clause: Clause, kept: Sequence[Mention], thing: Mention) -> bool:
    """Whether a thing stands beside an option: "remove the mug or the lamp"."""
    between = (clause.statement.text[m.end : thing.start] for m in kept if m.end <= thing.start)
    return any(JOINED.match(text) for text in between)


def denied_in(clause: Clause, named: Sequence[Mention]) -> list[Mention]:
    """The mentions that a clause denies; what follows the last of several goes for all: "A, B and C are wrong"."""
    denied = [m for m in named if is_denied(clause, m)]
    after = False
    for k in range(len(named) - 1, -1, -1):
        joined = k + 1 < len(named) and JOINED.match(clause.statement.text[named[k].end : named[k + 1].start])
        after = cues.DENIED_AFTER.match(clause.after(named[k])) is not None or bool(after and joined)
        if after and joined and named[k] not in denied:
            denied.append(named[k])
    return denied


def union(mentions: Sequence[Mention]) -> frozenset[str]:
    """All options that mentions name."""
    if len(mentions) < 2:
        return mentions[0].options if mentions else NONE
    return NONE.union(*[m.options for m in mentions])

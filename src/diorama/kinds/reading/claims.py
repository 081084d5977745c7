"""Claims: which options the clauses of a text affirm or deny, and how plainly each of them speaks.

A text falls into statements and those into clauses. A clause that names an option marks it as the answer, concludes it,
gives nothing else, tells it in passing or only hints at it; or it denies it, supposes it, or says that it is not known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from diorama.kinds.reading import choice_cues as cues
from diorama.kinds.reading.asked import SEEN, Topic, says
from diorama.kinds.reading.courses import course_of
from diorama.kinds.reading.option_mentions import Mention, mentions_in
from diorama.kinds.reading.option_words import OptionWords, folded
from diorama.kinds.reading.things_to_remove import JOINED, frees, removals

LONGEST_STATEMENT = 1500
"""Characters: what is longer states no answer, and patterns would be slow on it."""
MOST_STATEMENTS = 400
"""Of more than these, the first and the last half are read."""
_WORD = re.compile(r"[^\W\d_]")
_LABEL_WORDS = 6
_ADJACENT_NOT = re.compile(
    r"(?:\bnot|n['’]t|\bnever|\bneither|\bnor)\b(?:\s+(?:think|believe|say|saying|the|answer|is|be|it|would|a|an|so|simply|just|"
    r"that|correct|right|option|my))*\s*[\"'“‘]?$",
    re.I,
)


class Rank(IntEnum):
    """How plainly a clause gives its option as the answer."""

    HINT = 1
    TOLD = 2
    PLAIN = 3
    CONCLUDED = 4
    MARKED = 5
    FINAL = 6


@dataclass(frozen=True)
class Claim:
    """Options that a clause affirms; more than one, or none that exists, if it is not clear."""

    options: frozenset[str]
    rank: Rank
    place: int
    """The number of its statement."""


@dataclass
class Claims:
    """All that a text claims."""

    affirmed: list[Claim] = field(default_factory=list)
    denied: list[tuple[str, int]] = field(default_factory=list)
    """Options with the number of the statement."""
    doubts: list[int] = field(default_factory=list)
    """Statements that say that the answer is not known."""
    other: bool = False
    """Whether it says that the answer is the other one of two."""


def claims_in(text: str, words: OptionWords, topic: Topic | None) -> Claims:
    """What the statements of a text claim."""
    reader = _Reader(words, topic)
    statements = [s for s in cues.STATEMENTS.split(text) if s.strip()]
    if len(statements) > MOST_STATEMENTS:
        statements = statements[: MOST_STATEMENTS // 2] + statements[-MOST_STATEMENTS // 2 :]
    for place, statement in enumerate(statements):
        if len(statement) <= LONGEST_STATEMENT:
            reader.read(statement, place, more=place + 1 < len(statements))
    found = reader.found
    if words.courses and not found.affirmed and (course := course_of(text)) in words.courses and course is not None:
        found.affirmed.append(Claim(frozenset({words.courses[course]}), Rank.HINT, 0))
    return found


class _Reader:
    """Reads one statement after the other; some depend on the one before."""

    def __init__(self, words: OptionWords, topic: Topic | None) -> None:
        self.words, self.topic, self.found = words, topic, Claims()
        self.states = frozenset(o for sort in ("revealed", "occluded") if (o := words.get(sort)))
        self.label: Rank | None = None
        self.questioned: frozenset[str] | None = None
        self.lettered: frozenset[str] = frozenset()

    def read(self, statement: str, place: int, *, more: bool) -> None:
        """Add what a statement claims; `more` statements may follow."""
        mentions = mentions_in(statement, self.words)
        offers = cues.IS_OFFER.search(statement) or (place == 0 and more and cues.IS_POLITE.match(statement))
        if offers and not any(m.by in ("letter", "words") for m in mentions):
            return
        questioned, self.questioned = self.questioned, None
        lettered, self.lettered = self.lettered, frozenset()
        masked = _masked(statement, mentions)
        if statement.rstrip(" \"'”’)*").endswith(("?", "？")):
            self._question(mentions, place, masked)
            return
        mentions = self._replies(mentions, questioned, masked, place)
        label, self.label = self.label, None
        if not mentions and _is_label(masked):
            self.label = _cued(masked)
            return
        if lettered and self._is_unsure(statement) and lettered != self._unsure():
            self._affirm(self._unsure(), Rank.PLAIN, place)  # "A. Not sure", where A is another one
        if mentions and mentions[0].by == "letter" and not _WORD.search(masked):
            self.lettered = mentions[0].options
        self._clauses(statement, masked, mentions, place, label, after_question=questioned is not None)

    def _question(self, mentions: Sequence[Mention], place: int, masked: str) -> None:
        """A question chooses nothing, but a single option with a question mark is a guess."""
        named = frozenset[str]().union(*(m.options for m in mentions if m.by in ("letter", "words", "other words")))
        self.questioned = named
        if len(named) == 1 and _is_bare(masked):
            self._affirm(named, Rank.HINT, place)

    def _replies(
        self, mentions: list[Mention], questioned: frozenset[str] | None, masked: str, place: int
    ) -> list[Mention]:
        """The mentions without a yes or no to the question just before, if that asked about an option."""
        if not questioned:
            return mentions
        first = re.match(r"\W*(?:(?P<no>no|nope|not?)|(?P<yes>yes|yep|yeah))\b", masked, re.I)
        if mentions and mentions[0].by == "yes or no" and not masked[: mentions[0].start].strip():
            said_no = mentions[0].options == frozenset({self.words.get("no")})
            mentions = mentions[1:]
        elif first is not None:
            said_no = first["no"] is not None
        else:
            return mentions
        if said_no:
            self.found.affirmed = [c for c in self.found.affirmed if c.options != questioned or c.rank > Rank.HINT]
            self._deny(questioned, place)
        elif len(questioned) == 1:
            self._affirm(questioned, Rank.PLAIN, place)
        return mentions

    def _clauses(
        self, statement: str, masked: str, mentions: Sequence[Mention], place: int, label: Rank | None, *,
        after_question: bool,
    ) -> None:  # fmt: skip
        pending = label
        start = self._supposed(masked, mentions)
        if start is None:
            return
        if start and (freed := frees(statement[:start], masked[start:], [m for m in mentions if m.start < start], self.words)):
            self._affirm(freed, Rank.TOLD, place)
            return
        if (purpose := cues.PURPOSE.search(masked, start)) is not None:
            masked = masked[: purpose.start()]
        told = len(self.found.affirmed)
        denies_next = False
        for begin, end in _spans(masked, start):
            here = [m for m in mentions if begin <= m.start < end]
            clause = masked[begin:end]
            if denies_next and here:
                self._deny(frozenset[str]().union(*(m.options for m in here)), place)
                continue
            denies_next = not here and cues.DENIES_NEXT.match(clause) is not None
            ranked = self._clause(statement, clause, begin, here, place, pending, after_question=after_question)
            pending = None if ranked else max((r for r in (pending, _cued(clause)) if r), default=None)
            if cues.OTHER_ONE.search(clause) and not cues.DENIES.search(clause):
                self.found.other = True
        course = course_of(statement) if self.words.courses else None
        if course == ("never",) and course in self.words.courses and len(self.found.affirmed) > told:
            self._affirm(frozenset({self.words.courses[course]}), self.found.affirmed[-1].rank, place)  # or it contradicts
        if len(self.found.affirmed) > told:
            return
        if course in self.words.courses and course is not None and not any(m.by == "letter" for m in mentions):
            self._affirm(frozenset({self.words.courses[course]}), Rank.TOLD, place)

    def _supposed(self, masked: str, mentions: Sequence[Mention]) -> int | None:
        """Where a statement begins after what it supposes; None if it supposes an option, or nothing else."""
        if not cues.SUPPOSES.match(masked):
            return 0
        then = cues.IF_THEN.match(masked)
        end = then.end() if then is not None else len(masked)
        named = any(m.by != "object" and m.start < end and not self._is_removal(m) for m in mentions if m.by != "doubt")
        if then is None:
            return None if named and cues.DOUBTS_IT.match(masked) else 0
        otherwise = cues.WOULD_BE.search(masked, end) and not cues.IF_I_MUST.search(then[0])
        return None if named or otherwise else end

    def _is_removal(self, mention: Mention) -> bool:
        """Whether a mention says to remove something, as a condition may."""
        return mention.by == "words" and mention.options <= self.words.things

    def _clause(
        self, statement: str, clause: str, begin: int, here: Sequence[Mention], place: int, pending: Rank | None, *,
        after_question: bool,
    ) -> bool:  # fmt: skip
        """Add what a clause claims; whether it names an option."""
        if cues.NOT_MEANT.search(clause):
            return True
        reason = cues.REASON.match(clause) is not None
        cued = max((r for r in (pending, _cued(clause)) if r), default=None)
        doubts = [m for m in here if m.by == "doubt"]
        named = [m for m in here if m.by not in ("doubt", "object")]
        if doubts:
            strong = cued is not None and cued >= Rank.MARKED and not reason and self.words.get("not sure") is not None
            before = [m for m in named if m.start < doubts[0].start]
            paired = named and any(m.options != self._unsure() for m in named) and _is_bare(clause)
            if (strong and not before) or (paired and self._is_unsure(statement[doubts[0].start : doubts[0].end])):
                self._affirm(self._unsure(), Rank.MARKED if strong else Rank.PLAIN, place)
            else:
                self.found.doubts.append(place)
            named = before
            if not named:
                return bool(strong)
        if named:
            self._named(statement, clause, begin, named, here, place, cued, reason=reason, after_question=after_question)
            return True
        if any(m.by == "object" for m in here) or self.words.get("enough"):
            for options, denied, plain in removals(statement[begin : begin + len(clause)], clause, begin, here, self.words):
                if denied:
                    self._deny(options, place)
                else:
                    rank = Rank.HINT if reason or not plain else max(cued or Rank.PLAIN, Rank.PLAIN)
                    self._affirm(options, rank, place)
        free = self.words.get("no collision")
        if free and cues.NOTHING_HIT.search(clause) and not self._would_be_free(statement, place):
            if not self.words.enough or cues.FIRST_PLACE.search(statement):
                self._affirm(frozenset({free}), Rank.HINT, place)
        yes, no, topic = self.words.get("yes"), self.words.get("no"), self.topic
        if yes is None or no is None:
            yes, no, topic = self.words.get("revealed"), self.words.get("occluded"), SEEN
        if yes is not None and no is not None and not cues.NOW.search(clause):
            said = says(statement[begin : begin + len(clause)], topic)
            if said is not None:
                self._affirm(frozenset({yes if said else no}), Rank.HINT, place)
        return False

    def _would_be_free(self, statement: str, place: int) -> bool:
        """Whether "no collision" is only what a removal leads to, and not that there is none anyway."""
        removed = any(c.place == place and c.options & set(self.words.things) for c in self.found.affirmed)
        supposed = self.words.enough and cues.REMOVES.search(statement) and not cues.FIRST_PLACE.search(statement)
        return removed or bool(supposed)

    def _named(
        self, statement: str, clause: str, begin: int, named: Sequence[Mention], here: Sequence[Mention], place: int, cued: Rank | None,
        *, reason: bool, after_question: bool,
    ) -> None:  # fmt: skip
        """A clause with letters or words of options."""
        kept: list[Mention] = []
        for m in named:
            if _denied(clause, m, begin):
                self._deny(m.options, place)
            else:
                kept.append(m)
        if not kept:
            return
        bare = _is_bare(clause)
        options = frozenset[str]().union(*(m.options for m in kept))
        things = [m for m in here if m.by == "object"]
        options |= frozenset[str]().union(*(t.options for t in things if bare or _joined(clause, begin, kept, t)))
        if any(not m.options for m in kept):
            options = frozenset()
        weak = all(m.by == "other words" or m.options <= self.states for m in kept)
        if reason and any(m.by == "letter" for m in kept):
            return
        if options == frozenset({self.words.get("no collision")}) and not any(m.by == "letter" for m in kept):
            if self._would_be_free(statement, place):
                return
        rank = cued or Rank.TOLD
        if reason or (weak and (cues.NOW.search(clause) is not None)):
            rank = Rank.HINT
        elif rank < Rank.PLAIN and (bare or any(m.by == "yes or no" for m in kept)):
            rank = Rank.TOLD if after_question else Rank.PLAIN
        if cues.WEAK.search(clause) and rank < Rank.FINAL:
            rank = min(rank, Rank.TOLD)
        self._affirm(options, Rank(rank), place)

    def _affirm(self, options: frozenset[str], rank: Rank, place: int) -> None:
        self.found.affirmed.append(Claim(options, rank, place))

    def _deny(self, options: frozenset[str], place: int) -> None:
        self.found.denied += [(option, place) for option in options]

    def _unsure(self) -> frozenset[str]:
        unsure = self.words.get("not sure")
        return frozenset({unsure}) if unsure else frozenset()

    def _is_unsure(self, text: str) -> bool:
        unsure = self.words.get("not sure")
        return unsure is not None and folded(text) == folded(unsure)


def _masked(text: str, mentions: Sequence[Mention]) -> str:
    """A text with blanks in place of its mentions, as long as before."""
    for m in mentions:
        blank = cues.THING if m.by == "object" else cues.BLANK
        text = text[: m.start] + blank * (m.end - m.start) + text[m.end :]
    return cues.NO_DENIAL.sub(lambda m: "~" * len(m[0]), text)


def _spans(masked: str, start: int) -> list[tuple[int, int]]:
    cuts = [start]
    for m in cues.CLAUSES.finditer(masked, start):
        arrow = m[0].strip() in ("->", "=>", "→", "⇒")
        cuts.append(max(m.start() if arrow else m.end(), cuts[-1]))
    return [(a, b) for a, b in zip(cuts, [*cuts[1:], len(masked)], strict=True) if b > a]


def _cued(clause: str) -> Rank | None:
    """How plainly the words of a clause mark what they name as the answer."""
    for rank, pattern in ((Rank.FINAL, cues.FINAL), (Rank.MARKED, cues.MARKED), (Rank.CONCLUDED, cues.CONCLUDES)):
        if pattern.search(clause):
            return rank
    return None


def _is_label(masked: str) -> bool:
    """Whether a statement only says that the answer follows: "Answer:"."""
    if len(masked.split()) > _LABEL_WORDS or not masked.strip() or masked.rstrip().endswith((".", "!")):
        return False
    cued = _cued(masked)
    return cued is not None and cued >= Rank.MARKED


def _is_bare(masked: str) -> bool:
    """Whether a clause says nothing but the options that it names."""
    return _WORD.search(cues.TOLD.sub("", masked)) is None


def _joined(clause: str, begin: int, kept: Sequence[Mention], thing: Mention) -> bool:
    """Whether a thing stands beside an option: "remove the mug or the lamp"."""
    return any(JOINED.match(clause[m.end - begin : thing.start - begin]) for m in kept if m.end <= thing.start)


def _denied(clause: str, mention: Mention, begin: int) -> bool:
    """Whether a clause denies what it mentions."""
    before, after = clause[: mention.start - begin], clause[mention.end - begin :]
    if cues.DENIED_AFTER.match(after) and (mention.by in ("letter", "words") or after[:1] in "\"'”’"):
        return True
    if mention.by == "yes or no":
        return _ADJACENT_NOT.search(before) is not None
    return cues.DENIES.search(before) is not None

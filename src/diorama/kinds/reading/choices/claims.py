"""Claims: which options the clauses of a text affirm or deny, and how plainly each of them speaks.

A text falls into statements and those into clauses. A clause that names an option marks it as the answer, concludes it,
gives nothing else, tells it in passing or only hints at it; or it denies it, supposes it, or says that it is not known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from diorama.kinds.reading.choices import cues
from diorama.kinds.reading.choices.clauses import (
    NONE,
    WORD,
    Clause,
    Rank,
    Statement,
    clauses_of,
    cued_rank,
    denied_in,
    is_bare,
    is_half,
    is_joined,
    is_label,
    masked_text,
    union,
)  # fmt: skip
from diorama.kinds.reading.choices.courses import course_of
from diorama.kinds.reading.choices.decision import Claim, Claims
from diorama.kinds.reading.choices.letters import lowered
from diorama.kinds.reading.choices.mentions import Mention, mentions_in
from diorama.kinds.reading.choices.removals import (
    FIRST_PLACE,
    NO_USE,
    NOTHING_HIT,
    REMOVES,
    frees,
    is_gone,
    nothing_to_remove,
    removals,
)
from diorama.kinds.reading.choices.topic_words import SEEN, Topic
from diorama.kinds.reading.choices.topics import no_way_not, says
from diorama.kinds.reading.choices.words import OptionWords, folded

LONGEST_STATEMENT = 1500
"""Characters: what is longer states no answer, and patterns would be slow on it."""
MOST_STATEMENTS = 400
"""Of more than these, the first and the last half are read."""
_FIRST = re.compile(
    r"\W*(?:(?:so|and|but|then|thus|hence|well|yes|no|the|option|my|it['’]?s|i think|maybe|probably)\W+)*$"
)
_UNTRUE = re.compile(
    r"\b(?:not|n['’]t) (?:true|the case|as if|as though|that)\b|\buntrue\b|\b(?:almost|hardly) (?:n?ever)\b"
)
_YES = re.compile(r"\W*(?:yes|yep|yeah|correct|right|indeed)(?=\s*(?:[,.;:!–—]|$))")
_NOTHING_IS = re.compile(
    r"\W*(?:in fact,? |actually,? )?(?:nothing|none of them|no object)(?: else)? (?:is|does|would|will)\W*$"
)
_IN_THE_WAY = re.compile(r"(?:\bnot|n['’]t) (?:even )?(in (?:the|its) (?:way|path|lane)|hit|touch|ahead|block\w*)")
_COUNTER = re.compile(
    r"^\W*(?:were|had)\b|\b(?:weren['’]t|wasn['’]t|were not|turned|steered|(?:high|low|wid|deep|small|bigg|larg|long|"
    r"short|tall|"
    r"narrow|fast|slow)er)\b"
)
"""A condition that is not so: "were it a bit wider"."""
_UNREAL = re.compile(r"\bif\b.*\b(?:would|were|was|could)\b|\b(?:had|twice|further|farther|before)\b|\bnot yet\b")
"""A condition that is not the one of the question."""
_WITHOUT_IT = re.compile(
    r"\b(?:without|but for|if not for)\b.{1,80}\banswer would (?:be|have been)\b|"
    r"\banswer would (?:be|have been)\b.{1,40}\b(?:without|but for|if not for|were it not)\b"
)
"""What the answer would be if things were not as they are."""
_DEPENDS = re.compile(r"\b(?:it|that|this|the answer)(?: all| really)? depends\b")
_NOT_FOR = re.compile(r"\W*(?:but )?not (?:for|in|by|with|into|at)\b")
_DOES = re.compile(r"\b(?:does|will|would|is)\W*$")
_REPLY = re.compile(r"\W*(?:(?P<no>no|nope|not?)|(?P<yes>yes|yep|yeah))\b")


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
    found.depends = _DEPENDS.search(lowered(text)) is not None
    if (
        words.courses
        and not found.affirmed
        and not _UNTRUE.search(lowered(text))
        and (option := words.courses.get(course_of(text)))
    ):
        found.affirm(frozenset({option}), Rank.HINT, 0)
    return found


def _after_purpose(statement: Statement, start: int) -> int:
    """Where a statement goes on after the purpose it begins with: at the comma before an option; 0 if it does not."""
    first = next((m.start for m in statement.mentions if m.start >= start and m.options), start)
    comma = statement.masked.rfind(", ", start, first)
    comma = comma if comma >= 0 else statement.masked.find(", ", start)
    return comma + 2 if comma >= 0 else 0


class _Reader:
    """Reads one statement after the other; some depend on the one before."""

    def __init__(self, words: OptionWords, topic: Topic | None) -> None:
        self.words, self.topic, self.found = words, topic, Claims()
        self.two = len(words.real) == 2
        unsure = words.get("not sure")
        self.unsure = frozenset({unsure}) if unsure else NONE
        self.states = frozenset(o for sort in ("revealed", "occluded") if (o := words.get(sort)))
        self.hints: list[Claim] = []
        """What sentences said of the topic of the question."""
        self.label: Rank | None = None
        self.last = ""
        """The statement before, in small letters."""
        self.questioned: frozenset[str] | None = None
        self.asked: str | None = None
        """The question that the reply asked itself just before."""
        self.lettered: frozenset[str] = NONE
        self.pronoun: frozenset[str] = NONE
        """What "it" stands for: the thing that the clause before was about."""

    def read(self, text: str, place: int, *, more: bool) -> None:
        """Add what a statement claims; `more` statements may follow."""
        mentions = mentions_in(text, self.words)
        text = lowered(text)
        offers = cues.IS_OFFER.search(text) or (place == 0 and more and cues.IS_POLITE.match(text))
        if offers and not any(m.by in ("letter", "words") for m in mentions):
            told = text[: offers.start()].rstrip(" ,;–—-")
            if says(re.split(r"[,;]", told)[-1], self.topic) is None:
                return
            mentions, text = [m for m in mentions if m.end <= len(told)], told  # "It will, thanks for asking"
        questioned, self.questioned = self.questioned, None
        asked, self.asked = self.asked, None
        lettered, self.lettered = self.lettered, NONE
        if _NOTHING_IS.match(text) and (said := _IN_THE_WAY.search(self.last)):
            text = f"{text.rstrip(' .!')} {said[1]} anyway"  # what "nothing is" leaves out
        self.last = text
        statement = Statement(text, masked_text(text, mentions), mentions, place, questioned is not None)
        if tag := cues.TAG_QUESTION.search(text):  # "The barrel, isn't it?" states something
            statement = statement._replace(text=text[: tag.start()], masked=statement.masked[: tag.start()])
        elif text.rstrip(" \"'”’)*").endswith(("?", "？")):
            self._question(statement)
            self.asked = text
            return
        if questioned:
            statement = self._without_reply(statement, questioned)
        elif asked is not None and says(asked, self.topic) is False:
            statement = self._without_yes_or_no(statement)
        label, self.label = self.label, None
        if not statement.mentions and is_label(statement.masked):
            self.label = cued_rank(statement.masked)
            return
        if lettered and lettered != self.unsure and self._is_unsure(text):
            self.found.affirm(self.unsure, Rank.PLAIN, place)  # "A. Not sure", where A is another one
        if mentions and mentions[0].by == "letter" and not WORD.search(statement.masked):
            self.lettered = mentions[0].options
        self._statement(statement, label)

    def _question(self, statement: Statement) -> None:
        """A question chooses nothing, but a single option with a question mark is a guess."""
        self.questioned = union([m for m in statement.mentions if m.by in ("letter", "words", "other words")])
        if len(self.questioned) == 1 and cues.GUESS.match(statement.masked):
            self.found.affirm(self.questioned, Rank.HINT, statement.place)

    def _without_reply(self, statement: Statement, questioned: frozenset[str]) -> Statement:
        """A statement without the yes or no with which it answers a question about an option: "C? No. B."."""
        first = statement.mentions[0] if statement.mentions else None
        if first is not None and first.by == "yes or no" and not statement.masked[: first.start].strip():
            says_no = first.options == frozenset({self.words.get("no")})
            statement = statement._replace(mentions=statement.mentions[1:])
        elif reply := _REPLY.match(statement.masked):
            says_no = reply["no"] is not None
        else:
            return statement
        if says_no:
            self.found.affirmed = [c for c in self.found.affirmed if c.options != questioned or c.rank > Rank.HINT]
            self.found.deny(questioned, statement.place)
        elif len(questioned) == 1:
            self.found.affirm(questioned, Rank.PLAIN, statement.place)
        return statement

    def _without_yes_or_no(self, statement: Statement) -> Statement:
        """A statement without the yes or no with which it answers the opposite of what is asked: "Too big? No."."""
        first = statement.mentions[0] if statement.mentions else None
        answers = first is not None and first.by == "yes or no" and not WORD.search(statement.masked[: first.start])
        return statement._replace(mentions=statement.mentions[1:]) if answers else statement

    def _statement(self, statement: Statement, label: Rank | None) -> None:
        start = self._after_condition(statement)
        if start is None or _WITHOUT_IT.search(statement.masked):
            return
        if start and (freed := frees(statement, start, self.words)):
            self.found.affirm(freed, Rank.TOLD, statement.place)
            return
        if (purpose := cues.PURPOSE.search(statement.masked, start)) is not None:
            begin = _after_purpose(statement, purpose.start())
            if begin and not WORD.search(statement.masked, start, purpose.start()):
                start = begin  # "To avoid a collision, remove the mug"
            else:
                statement = statement._replace(masked=statement.masked[: purpose.start()])
        told = len(self.found.affirmed)
        denies_next = False
        clauses = list(clauses_of(statement, start, label))
        for clause, following in zip_longest(clauses, clauses[1:]):
            if following is not None and self._concedes(clause, following):
                continue
            if denies_next and clause.mentions:
                self.found.deny(union(clause.mentions), statement.place)
                continue
            denies_next = not clause.mentions and cues.DENIES_NEXT.match(clause.masked) is not None
            self._clause(clause)
            here = union(clause.by("object")) - self.words.enough
            self.pronoun = here or (self.pronoun if clause.begin else NONE)
            self.found.other |= self.two and cues.says_other(clause.masked)
        if self.words.courses:
            self._course(statement, self.found.affirmed[told:])

    def _course(self, statement: Statement, claims: Sequence[Claim]) -> None:
        """A statement that tells a course of events; next to a letter only "never" is told surely enough."""
        course = None if _UNTRUE.search(statement.text) else course_of(statement.text)
        option = self.words.courses.get(course)
        if option is not None and (not claims or course == ("never",)):
            lettered = any(m.by == "letter" for m in statement.mentions)
            if not lettered or claims:
                self.found.affirm(frozenset({option}), claims[-1].rank if claims else Rank.TOLD, statement.place)

    def _after_condition(self, statement: Statement) -> int | None:
        """Where a statement begins after what it supposes; None if it supposes an option, or nothing else."""
        assent = cues.ASSENT.match(statement.masked)
        first = assent.end() if assent else 0
        if not cues.SUPPOSES.match(statement.masked[first:]):
            return 0
        then = cues.IF_THEN.match(statement.masked, first)
        end = then.end() if then is not None else len(statement.masked)
        supposed = [m for m in statement.mentions if m.start < end and m.by not in ("object", "doubt")]
        named = any(m.by != "words" or not m.options <= self.words.things - self.words.enough for m in supposed)
        if then is None:
            return None if named and cues.DOUBTS_IT.match(statement.masked) else 0
        unreal = _COUNTER.search(then[0]) or _UNREAL.search(then[0])
        if cues.CONCLUDES_NEXT.match(statement.masked, end) and not unreal:
            return end  # "After the move it covers nothing, so the pillow is revealed"
        explained = cues.TELLS_WHEN.match(statement.masked) and cues.REASON.match(statement.masked[end:])
        if explained and not self.words.things:
            return 0  # "After the move the pillow is revealed, since nothing covers it"
        otherwise = cues.WOULD_BE.search(statement.masked, end) and not cues.IF_I_MUST.search(then[0])
        if named and cues.BUT.match(statement.masked, end):
            return end
        return None if named or otherwise else end

    def _clause(self, clause: Clause) -> None:
        if cues.NOT_MEANT.search(clause.masked):
            return
        named = clause.by("letter", "words", "yes or no", "other words")
        if self.words.things and not clause.by("letter") and NO_USE.search(clause.masked):
            return
        if named and (no_way_not(clause.text, self.topic) or cues.ALMOST.search(clause.masked)):
            return
        if doubts := clause.by("doubt"):
            named = self._doubt(clause, doubts[0], named)
            if not named:
                return
        if named:
            self._named(clause, named)
        else:
            self._unnamed(clause)

    def _concedes(self, clause: Clause, following: Clause) -> bool:
        """Whether a clause is only what speaks against the next one: "A seems right, but B is better"."""
        before = clause.statement.masked[: following.begin]
        if not cues.SEEMS.search(clause.masked):
            return False
        if not (cues.AFTER_BUT.search(before) or cues.CONCEDES_NEXT.match(following.masked)):
            return False
        here, there = union(clause.by("letter", "words")), union(following.by("letter", "words"))
        return here != there if here and there else not clause.mentions

    def _doubt(self, clause: Clause, doubt: Mention, named: list[Mention]) -> list[Mention]:
        """Note a doubt, or the option not to answer; the options that were named before it are left."""
        before = [m for m in named if m.start < doubt.start]
        marked = clause.cued is not None and clause.cued >= Rank.MARKED and not clause.reason and self.unsure
        own_words = self._is_unsure(clause.statement.text[doubt.start : doubt.end])
        if marked and not before:
            self.found.affirm(self.unsure, Rank.MARKED, clause.statement.place)
        elif own_words and named and union(named) != self.unsure and is_bare(clause.statement.masked[clause.begin :]):
            self.found.affirm(self.unsure, Rank.PLAIN, clause.statement.place)
        else:
            self.found.doubts.append(clause.statement.place)
            if own_words and not named and is_bare(clause.statement.masked):
                self.found.abstains = clause.statement.place
        return before

    def _named(self, clause: Clause, named: Sequence[Mention]) -> None:
        """A clause with letters or words of options."""
        place = clause.statement.place
        denied = denied_in(clause, named)
        if denied and self.words.courses and (told := self.words.courses.get(course_of(clause.text))):
            denied = [m for m in denied if m.options != {told}]  # they never hide each other (E)
        kept = [m for m in named if m not in denied]
        self.found.deny(union(denied), place)
        lettered = any(m.by == "letter" for m in kept)
        if not kept or (clause.reason and lettered):
            return
        bare = is_bare(clause.masked)
        joined = [t for t in clause.by("object") if is_joined(clause, kept, t)]
        options = union(kept) | union(clause.by("object") if bare else joined)
        if not all(m.options for m in (*kept, *joined)) or any(is_half(clause, m) for m in kept):
            options = NONE  # a letter that no option has, or "the mug and" some other thing
        if options == frozenset({self.words.get("no collision")}) and not lettered and self._would_be_free(clause):
            return
        states = all(m.by == "other words" or m.options <= self.states for m in kept)
        rank = clause.cued or Rank.TOLD
        if rank is Rank.TOLD and not bare and self._only_talks(clause, kept):
            return
        if clause.reason or (states and cues.NOW.search(clause.masked)):
            rank = Rank.HINT
        elif rank < Rank.PLAIN and (bare or any(m.by == "yes or no" for m in kept)):
            rank = Rank.TOLD if clause.statement.replies else Rank.PLAIN
        if rank < Rank.FINAL and cues.WEAK.search(clause.masked):
            rank = min(rank, Rank.TOLD)
        self.found.affirm(options, rank, place)

    def _only_talks(self, clause: Clause, kept: Sequence[Mention]) -> bool:
        """Whether a letter stands in the middle of words that we do not understand: "I am in two minds about B"."""
        first = kept[0]
        things = union(clause.by("object"))
        bracketed = clause.statement.text[first.start] in "([（【"
        talks = all(m.by == "letter" for m in kept) and not bracketed and not things & first.options
        return talks and _FIRST.match(clause.before(first)) is None

    def _unnamed(self, clause: Clause) -> None:
        """A clause that names no option but may mean one: by a thing, or by answering what is asked."""
        place = clause.statement.place
        if clause.by("object") or self.words.get("enough"):
            for options, denied, plain in removals(clause, self.words):
                if denied:
                    self.found.deny(options, place)
                else:
                    rank = max(clause.cued or Rank.PLAIN, Rank.PLAIN) if plain and not clause.reason else Rank.HINT
                    self.found.affirm(options, rank, place)
        if not clause.by("object") and len(self.pronoun) == 1 and is_gone(clause):
            self.found.affirm(self.pronoun, Rank.HINT, place)
        if (enough := self.words.get("enough")) and _YES.match(clause.text):
            self.found.affirm(frozenset({enough}), Rank.HINT, place)  # all our questions of this sort ask if it is
        free = self.words.get("no collision")
        if (free or self.words.enough) and (unneeded := nothing_to_remove(clause, self.words)) is not None:
            self.found.affirm(frozenset({unneeded}), Rank.TOLD, place)
        if free and NOTHING_HIT.search(clause.masked) and not self._would_be_free(clause):
            anyway = not self.words.enough or FIRST_PLACE.search(clause.statement.text)
            self.found.affirmed += [Claim(frozenset({free}), Rank.HINT, place)] if anyway else []
        yes, no, topic = self.words.get("yes"), self.words.get("no"), self.topic
        if yes is None or no is None:
            yes, no, topic = self.words.get("revealed"), self.words.get("occluded"), SEEN
        looks_back = topic is SEEN and cues.NOW.search(clause.masked) is not None
        if yes is not None and no is not None and not looks_back:
            if _NOT_FOR.match(clause.text):  # "too big for the mug, but not for the crate"
                self.found.affirmed = [c for c in self.found.affirmed if c not in self.hints or c.place != place]
            said = self._contrasted(clause) if topic is self.topic else None
            said = says(clause.text, topic) if said is None else said
            if said is not None:
                self._told(clause, frozenset({yes if said else no}), supersedes=topic is None or topic.overrules(said))

    def _contrasted(self, clause: Clause) -> bool | None:
        """True where another one does what the first does not: "The white ball doesn't drop, but the red one does"."""
        if self.topic is None or self.topic.settles is not True or not _DOES.search(clause.masked):
            return None
        last = self.hints[-1:] and self.hints[-1].place == clause.statement.place and self.hints[-1].options
        return True if last == frozenset({self.words.get("no")}) and not cues.DENIES.search(clause.masked) else None

    def _told(self, clause: Clause, options: frozenset[str], *, supersedes: bool) -> None:
        """What a clause says of the topic; it may supersede the opposite that other clauses said of it."""
        if clause.supposed and _COUNTER.search(clause.statement.text[: clause.begin]):
            return
        if supersedes and not clause.supposed:
            self.found.affirmed = [c for c in self.found.affirmed if c not in self.hints or c.options == options]
        rank = Rank.TOLD if clause.cued is Rank.CONCLUDED and not clause.reason else Rank.HINT
        self.hints.append(Claim(options, rank, clause.statement.place))
        self.found.affirmed.append(self.hints[-1])

    def _would_be_free(self, clause: Clause) -> bool:
        """Whether "no collision" is only what a removal leads to, and not that there is none anyway."""
        text, place = clause.statement.text, clause.statement.place
        removed = any(c.place == place and c.options & self.words.things for c in self.found.affirmed)
        supposed = self.words.enough and REMOVES.search(text) and not FIRST_PLACE.search(text)
        return removed or bool(supposed)

    def _is_unsure(self, text: str) -> bool:
        return any(folded(text) == folded(option) for option in self.unsure)

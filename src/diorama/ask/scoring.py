"""Scoring: a reply against its key, by the rules of its kind; a reader and a grader may help.

>>> from diorama.kinds import Choice, Key
>>> key = Key("s1", "scene", "causal", "collision", "L1", Choice(option="No"), options=("Yes", "No", "Not sure"))
>>> score_reply(key, "The answer is B.").verdict.value, score_reply(key, "C").verdict.value
('correct', 'not_sure')
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from string import ascii_uppercase

from diorama.ask.failures import NoReply
from diorama.kinds import Judgement, Key, Verdict, kind_of, score_alone, with_flags
from diorama.kinds.plan import UnreadableGrade

AskText = Callable[[str], Awaitable[str]]
"""Sends a text to a model and returns its reply."""

LONGEST = 20_000
"""Characters of a reply that a reader is shown: its beginning and its end."""
READING = (
    "Someone was asked a question and replied. Say which final answer the reply gives. Do not answer the question "
    "yourself and do not correct the reply."
)


@dataclass(frozen=True)
class Helpers:
    """The models that help to score. Neither is the model under test."""

    reader: AskText | None = None
    """Helps to read replies that our rules leave unread; it never sees the right answer."""
    grader: AskText | None = None
    """Compares an answer with the truth, for kinds that want it: it sees the right answer."""
    reader_name: str = ""
    grader_name: str = ""

    def scoring(self, key: Key) -> str:
        """The rules, reader and grader for a reply, in words; a table that mixes several of these must say so."""
        kind = kind_of(key.answer)
        names = (("reader", self.reader_name), ("grader", self.grader_name if kind.grades else ""))
        return " ".join([f"{kind.name} rules {kind.rules}", *(f"{role}={name}" for role, name in names if name)])


ALONE = Helpers()
READER, GRADER = "scoring-reader", "scoring-grader"
"""The roles of the helpers in the engine, separate from the roles of strategies."""


def helper_roles(reader: str, grader: str) -> dict[str, str]:
    """The helpers that were named, by role."""
    return {role: name for role, name in ((READER, reader), (GRADER, grader)) if name}


def score_reply(key: Key, reply: str, *, filtered: bool = False) -> Judgement:
    """Score by our own rules alone, without a reader or grader."""
    return _after_filter(score_alone(kind_of(key.answer), key, reply), filtered)


async def score_with(key: Key, reply: str, helpers: Helpers, *, filtered: bool = False) -> Judgement:
    """Score with help where it is needed. A reader or grader that fails leaves the reply unscored, not wrong."""
    kind = kind_of(key.answer)
    try:
        judgement = _after_filter(await kind.score(key, reply, helpers.grader), filtered)
        if judgement.verdict is not Verdict.UNREAD or helpers.reader is None:
            return judgement
    except (NoReply, UnreadableGrade) as error:
        return Judgement(Verdict.UNSCORED, note=f"the grader failed: {error}")
    try:
        restated = await helpers.reader(reading_request(key, reply))
    except NoReply as error:
        return Judgement(Verdict.UNSCORED, note=f"the reader failed: {error}")
    try:
        return with_flags(await kind.score(key, restated, helpers.grader), by_reader=True)
    except (NoReply, UnreadableGrade) as error:
        return Judgement(Verdict.UNSCORED, note=f"the grader failed: {error}")


def reading_request(key: Key, reply: str) -> str:
    """What a reader is asked: the question, the reply between marks, and the form in which to restate it."""
    options = "\n".join(f"{letter}. {text}" for letter, text in zip(ascii_uppercase, key.options, strict=False))
    shown = reply if len(reply) <= LONGEST else reply[: LONGEST // 2] + "\n…\n" + reply[-LONGEST // 2 :]
    form = kind_of(key.answer).restated(key)
    return f"{READING}\n\nQuestion: {key.question}\n{options}\n\n<reply>\n{shown}\n</reply>\n\n{form}"


def _after_filter(judgement: Judgement, filtered: bool) -> Judgement:
    """A reply that could not be read because the provider's filter kept it back is a refusal."""
    if filtered and judgement.verdict is Verdict.UNREAD:
        return Judgement(Verdict.REFUSED, note="held back by the provider's filter")
    return judgement

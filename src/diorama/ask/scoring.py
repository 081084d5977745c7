"""Scoring: a reply against its key, by the rules of its kind; a reader and a grader may help.

>>> from diorama.kinds import Choice, Key
>>> key = Key("s1", "scene", "causal", "collision", "L1", Choice(option="No"), options=("Yes", "No", "Not sure"))
>>> score_reply(key, "The answer is B.").verdict.value, score_reply(key, "C").verdict.value
('correct', 'not_sure')
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from diorama.ask.failures import NoReply
from diorama.errors import short
from diorama.kinds import (
    Judgement,
    Key,
    UnreadableGrade,
    Verdict,
    kind_of,
    lettered_options,
    score_alone,
    with_flags,
)

AskText = Callable[[str], Awaitable[str]]
"""Sends a text to a model and returns its reply."""

LONGEST = 20_000
"""Characters of a reply that a reader is shown: its beginning and its end."""
MOST_KEPT, LONGEST_KEPT = 64, 2000
"""Replies to one sample whose judgements are kept, in case the same reply comes again; and characters of each."""
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
        rules = f"{kind.name} rules {kind.rules}{' lenient' if key.lenient else ''}"
        return " ".join([rules, *(f"{role}={name}" for role, name in names if name)])


ALONE = Helpers()
READER, GRADER = "scoring-reader", "scoring-grader"
"""The roles of the helpers in the engine, separate from the roles of strategies."""


def helper_roles(reader: str, grader: str) -> dict[str, str]:
    """The helpers that were named, by role."""
    return {role: name for role, name in ((READER, reader), (GRADER, grader)) if name}


def shared_url(model: str, base_url: str, helper: str) -> str:
    """The address of a helper: that of the model under test, if both are of one service.

    An address of the service in the environment (`OPENAI_BASE_URL`, …) goes before it: that is where the others are.
    """
    service = _service(helper)
    elsewhere = f"{service.rpartition('/')[2].upper().replace('-', '_')}_BASE_URL" in os.environ
    return base_url if service == _service(model) and not elsewhere else ""


def _service(model: str) -> str:
    """Whose model it is: the provider, or what follows ``openai-api/``, behind which any server may be."""
    provider, _, rest = model.partition("/")
    return f"{provider}/{rest.partition('/')[0]}" if provider == "openai-api" and "/" in rest else provider


def score_reply(key: Key, reply: str, *, filtered: bool = False, cut: bool = False) -> Judgement:
    """Score by our own rules alone, without a reader or grader."""
    try:
        judgement = _alone(key, reply)
    except Exception as error:
        judgement = _broken(error)
    return _noted(judgement, filtered, cut)


async def score_with(
    key: Key, reply: str, helpers: Helpers, *, filtered: bool = False, cut: bool = False
) -> Judgement:  # fmt: skip
    """Score with help where it is needed. Whatever fails on the way leaves the reply unscored, not wrong."""
    failing = "grader"
    try:
        judgement = _noted(await _scored(key, reply, helpers.grader), filtered, cut)
        if judgement.verdict is not Verdict.UNREAD or helpers.reader is None:
            return judgement
        failing = "reader"
        restated = await helpers.reader(reading_request(key, reply))
        failing = "grader"
        return with_flags(await _scored(key, restated, helpers.grader), by_reader=True)
    except (NoReply, UnreadableGrade) as error:
        return Judgement(Verdict.UNSCORED, note=f"the {failing} failed: {error}")
    except Exception as error:
        return _broken(error)


async def _scored(key: Key, reply: str, grader: AskText | None) -> Judgement:
    kind = kind_of(key.answer)
    if grader is not None and kind.grades:
        return await kind.score(key, reply, grader)
    return _judged(key).get(reply) or _keep(key, reply, await kind.score(key, reply, grader))


def _alone(key: Key, reply: str) -> Judgement:
    return _judged(key).get(reply) or _keep(key, reply, score_alone(kind_of(key.answer), key, reply))


def _judged(key: Key) -> dict[str, Judgement]:
    """Replies to a sample that were scored without a grader: models repeat themselves, and equal replies end alike."""
    judged: dict[str, Judgement] = key.kept("judged replies", dict)
    return judged


def _keep(key: Key, reply: str, judgement: Judgement) -> Judgement:
    judged = _judged(key)
    if len(judged) >= MOST_KEPT:
        judged.clear()
    if len(reply) <= LONGEST_KEPT:
        judged[reply] = judgement
    return judgement


def reading_request(key: Key, reply: str) -> str:
    """What a reader is asked: the question, the reply between marks, and the form in which to restate it."""
    options = "\n".join(f"{letter}. {text}" for letter, text in lettered_options(key.options))
    form = kind_of(key.answer).restated(key)
    return f"{READING}\n\nQuestion: {key.question}\n{options}\n\n<reply>\n{both_ends(reply)}\n</reply>\n\n{form}"


def both_ends(reply: str) -> str:
    """As much of a reply as a helper is shown: all of it, or its beginning and its end."""
    return reply if len(reply) <= LONGEST else reply[: LONGEST // 2] + "\n…\n" + reply[-LONGEST // 2 :]


def _noted(judgement: Judgement, filtered: bool, cut: bool) -> Judgement:
    """What else is known of a reply: kept back by the provider's filter it is a refusal; cut off, that is said."""
    if filtered and judgement.verdict is Verdict.UNREAD:
        return replace(judgement, verdict=Verdict.REFUSED, read_as="", note="held back by the provider's filter")
    return replace(judgement, note="; ".join(filter(None, (judgement.note, "cut off")))) if cut else judgement


def _broken(error: Exception) -> Judgement:
    """A fault of the scorer itself: the reply is kept, and can be scored once it is mended."""
    return Judgement(Verdict.UNSCORED, note=f"the scorer failed: {short(f'{type(error).__name__}: {error}')}")

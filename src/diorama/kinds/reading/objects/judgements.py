"""Judgements: whether a clause says yes or no to the things it is about, for what the question wants to know."""

from __future__ import annotations

import re
from collections.abc import Sequence

from diorama.kinds.reading.objects import cues
from diorama.kinds.reading.objects import sentence_cues as say
from diorama.kinds.reading.objects.clauses import Clause
from diorama.kinds.reading.objects.goals import Goal
from diorama.kinds.reading.objects.groups import ASKED, GROUP, THING
from diorama.kinds.reading.objects.pronouns import Talk


def judged(text: str, goal: Goal) -> bool | None:
    """Whether a clause says that its things are the answer; None if it says neither."""
    text = say.HIDDEN_THINGS.sub(" ", say.FROM_TO.sub("visible", text))
    rules = {Goal.REMOVE: _removed, Goal.MIRROR: _mirrored, Goal.ANY: _by_any_words}
    return rules[goal](text) if goal in rules else _seen(text, goal)


def plainly(text: str) -> bool:
    """Whether a judgement is passed in words of the questions, and does not only follow from a "not"."""
    words = (
        say.VISIBLE, say.HIDDEN, say.STILL, say.UNCHANGED, say.ALREADY, say.REMOVES, say.MAY_STAY, say.MIRRORS,
        say.IN_THE_WAY, say.HAS_NONE,
    )  # fmt: skip
    return any(pattern.search(text) for pattern in words)


def _seen(text: str, goal: Goal) -> bool | None:
    """Whether things would be seen: all of them without something, or a part of them through it."""
    if goal is Goal.THROUGH and say.TURNS_TOO.search(text) and re.search(GROUP, text):
        return False
    if say.BY_NOTHING_ELSE.search(text):
        return not say.ALREADY.search(text)
    if say.NO_LONGER.search(text):
        return not say.ALREADY.search(text)
    if say.ONLY_BY.search(text):
        return not say.NOT.search(text)  # only by it
    if say.NOT_HIDDEN.search(text) and not say.STILL.search(text):
        return False  # it is not hidden now
    if say.HIDDEN.search(text):
        waits = say.STILL.search(text) or say.WOULD.search(text) or say.NOT.search(text)
        return False if waits else None
    if ("only" in text or "just" in text) and say.PARTLY_NOW.search(text) and not say.THEN_SEEN.search(text):
        return None
    if say.VISIBLE.search(text):
        partly = goal is Goal.UNCOVER and say.PARTLY.search(text)
        still = say.STILL.search(text) and not say.STILL_VISIBLE.search(text)
        return not (say.NOT.search(text) or partly or still or say.ALREADY.search(text))
    denies = (say.UNCHANGED, say.ALREADY, say.STILL, say.NOT)
    return False if any(pattern.search(text) for pattern in denies) else None


def _removed(text: str) -> bool | None:
    """Whether things have to go."""
    if say.ONCE_GONE.match(text) and not say.NOT.search(text):
        return True
    if say.MAY_STAY.search(text):
        return say.CANNOT_STAY.search(text) is not None
    if say.REMOVES.search(text) or say.IN_THE_WAY.search(text) or say.ORDER_WORD.search(text):
        return not say.NOT.search(text)
    return False if say.UNCHANGED.search(text) or say.NOT.search(text) else None


def _mirrored(text: str) -> bool | None:
    """Whether things have a reflection."""
    if say.HAS_NONE.search(text):
        return False
    if say.WOULD_FALL.search(text):
        return None
    if say.HIDDEN.search(text) and not say.NOT.search(text):
        return False
    if say.MIRRORS.search(text) or say.HAS_ONE.search(text) or say.VISIBLE.search(text):
        return not (say.NOT.search(text) or say.HIDDEN.search(text) or say.IS_LOST.search(text))
    return False if say.NOT.search(text) else None


def _by_any_words(text: str) -> bool | None:
    """By the words of all questions, where ours is not known."""
    plain = re.sub(THING, " ", text)
    affirms = cues.PLAINLY_AFFIRMS.search(plain) and not cues.PLAINLY_DENIES.search(plain)
    if cues.DENIES.search(plain) and not affirms:
        return False
    return True if cues.AFFIRMS.search(plain) else None


_NO_OBJECT = (
    r"(?:nothing(?! (?:else|more|but|other))|no (?:objects?|things?|items?|(?:\w+ )?(?:object|thing|item)s?)|"
    r"not (?:a single|any|one) (?:objects?|things?|items?|thing)|none of (?:them|these|the objects))"
)
_HIDDEN_BY_ASKED = re.compile(
    rf"^\W*(?:there(?:['’]s| is| are| would be) )?{_NO_OBJECT}(?: at all)?(?: (?:is|are|stands?|lies?|sits?))?"
    r"(?: \w+)? "
    rf"(?:behind|(?:{say.HIDDEN_WORD} )by) {ASKED}\W*$|"
    rf"^\W*{ASKED} (?:\w+ )?{say.HIDES_WORD} {_NO_OBJECT}(?: at all)?\W*$|"
    rf"^\W*{ASKED} (?:does|is)(?: not|n['’]t) (?:\w+ )?{say.HIDES_WORD} any(?:thing|one| \w+)(?: at all)?\W*$",
    re.I,
)
_HIDES_ASKED = re.compile(
    rf"^\W*(?:there(?:['’]s| is| are) )?{_NO_OBJECT}(?: at all)?(?: (?:is|are|stands?|lies?|sits?))?"
    rf"(?: \w+)? {say.HIDES_WORD} {ASKED}\W*$",
    re.I,
)
_NONE_THERE = {Goal.UNCOVER: _HIDDEN_BY_ASKED, Goal.THROUGH: _HIDDEN_BY_ASKED, Goal.REMOVE: _HIDES_ASKED}
"""That nothing hides, or is hidden, by the thing that a question is about."""


def says_none(clause: str, goal: Goal) -> bool:
    """Whether a clause says that there is no answer: no object would become visible, the box hides nothing."""
    plain = say.CONJUNCTION.sub("", clause)
    if relation := _NONE_THERE.get(goal):
        return relation.search(plain) is not None or _says_none(plain, clause)
    return _says_none(plain, clause)


def _says_none(plain: str, clause: str) -> bool:
    if re.search(rf"{THING}|\b(?:them|these|those|it|either)\b", clause) or not cues.NOTHING.match(plain):
        return False
    return any(pattern.search(plain) for pattern in (say.VISIBLE, say.REMOVES, say.MIRRORS))


def verdict_on(clauses: Sequence[Clause], talk: Talk) -> bool | None:
    """The judgement that some clauses pass: the last one that says yes or no; None if none does."""
    told = (yes_or_no(clause.text, talk) for clause in reversed(clauses))
    return next((found for found in told if found is not None), None)


def yes_or_no(clause: str, talk: Talk) -> bool | None:
    """The judgement that a clause without a name passes: yes, no, same, still hidden; None if it passes none."""
    plain = say.CONJUNCTION.sub("", clause.replace("_", " ")).strip()
    if say.YES.match(plain):
        return True
    if say.NO.match(plain):
        return False
    if re.match(r"(?:same|ditto|likewise)\b", plain, re.I):
        return talk.holds
    if say.SAYS_WHEN.search(plain) or re.search(GROUP, plain):
        return None
    words = (
        say.VISIBLE, say.HIDDEN, say.STILL, say.ALREADY, say.MIRRORS, say.NOT, say.UNAFFECTED, say.NO_LONGER,
        say.ONLY_BY,
    )  # fmt: skip
    where_only = not any(pattern.search(plain) for pattern in words)
    return None if where_only else judged(plain, talk.goal)

"""Headings that name what the question is about, and the heads of tables: what they say of the things under them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from diorama.kinds.reading.objects import sentence_cues as say
from diorama.kinds.reading.objects.goals import Goal
from diorama.kinds.reading.objects.groups import ASKED, GROUP
from diorama.kinds.reading.objects.rows import polarity

_HIDDEN_BY = re.compile(rf"\b(?:{say.HIDDEN_WORD}\b[^\ue000-\uf000]{{0,30}}\b(?:by|behind)|behind)\b", re.I)
_BEGINS_HIDDEN = re.compile(
    rf"(?:(?:things|those|also|only|partly|partially|still|not|currently) )*(?:{say.HIDDEN_WORD}|behind)\b", re.I
)
_OTHERS_TOO = re.compile(
    rf"\bnot (?:only|just)\b|\b(?:and|or|as well as|plus|also)\b[^\ue000-\uf000]{{0,40}}"
    rf"(?:\b(?:else|others?|another|more|objects?|things?|items?)\b|{GROUP})",
    re.I,
)
_ALONE = re.compile(r"\b(?:only|solely|just|exclusively|alone|nothing (?:else|but|other))\b", re.I)
_NOW = re.compile(r"\W*(?:now|currently|at present|today|before|with (?:it|the \w+)|(?:current|present) \w+)\W*", re.I)


def heading_of_hidden(line: str) -> tuple[str, str] | None:
    """A line that begins with what hides the things named behind its colon, and what follows on the line itself."""
    match = re.match(r"^[*#\s]*([^:：\n]{3,90}?)[*\s]*[:：]\s*(.*)$", line)
    return (match[1], match[2]) if match and _BEGINS_HIDDEN.match(match[1]) else None


def said_by_heading(heading: str, goal: Goal) -> bool | None:
    """Whether a heading with signs for its things affirms or denies what stands under it; None if it does neither.

    >>> said_by_heading(f"Hidden by {ASKED} alone", Goal.UNCOVER), said_by_heading(f"Behind {ASKED}", Goal.UNCOVER)
    (True, None)
    """
    if goal not in (Goal.UNCOVER, Goal.THROUGH) or not _HIDDEN_BY.search(heading):
        return polarity(heading)
    if say.NOT.search(heading) or say.STILL.search(heading) or re.search(GROUP, heading) or ASKED not in heading:
        return False
    before, _, after = heading.partition(ASKED)
    if goal is Goal.UNCOVER and (_OTHERS_TOO.search(after) or re.search(r"\bnot (?:only|just)\b", before, re.I)):
        return False
    return True if _ALONE.search(heading) else None


def now_columns(heads: Sequence[str]) -> frozenset[int]:
    """The columns of a table that say how things are now, if others say how they would be."""
    now = frozenset(k for k, head in enumerate(heads) if k and _NOW.fullmatch(head))
    return now if len(now) + 1 < len(heads) else frozenset()


def is_whole(cell: str) -> bool:
    """Whether a cell says that a thing is in view, all of it."""
    denies = (say.HIDDEN, say.PARTLY, say.NOT)
    return say.VISIBLE.search(cell) is not None and not any(pattern.search(cell) for pattern in denies)

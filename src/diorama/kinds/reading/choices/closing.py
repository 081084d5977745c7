"""Replies that reason in plain prose and end in a line "Answer: B", as they are asked to: read by their ends.

What stands between the first statement and the last line cannot change the answer, unless it corrects itself, lists
options or speaks of a final answer. Wherever one of these is possible, all the rules are applied; a test compares both.
"""

from __future__ import annotations

import re
from string import ascii_uppercase

from diorama.kinds.reading.choices import cues
from diorama.kinds.reading.choices.letters import lowered
from diorama.kinds.reading.choices.words import Options

_LAST = re.compile(r"\n[ \t]*Answer: \(?([A-Z])\)?\.?\s*\Z")
_PROSE = re.compile(r"[\w\s.,;!?()'\"’‘“”–—…/-]+", re.A)
"""No markup, marks, percentages or colons: these may make a list, a table or a label."""
_LISTS = re.compile(r"(?:^|\n)\s*(?:[-–—•]|\d)|\b[B-HJ-Z]\b|\bA\b(?! [a-z])|_|\b[a-z]\)")
"""What may be an item of a list, or the letter of an option."""
_SPEAKS_OF_ANSWERS = re.compile(
    r"answer|option|choice|choos|select|pick|final|conclu|correct|wrong|right|former|latter|question|verdict|depends"
)


def in_short(raw: str, options: Options) -> str | None:
    """The first statement and the last line of a reply of this form; None for any other reply."""
    if (last := _LAST.search(raw)) is None or ascii_uppercase.index(last[1]) >= len(options):
        return None
    body = raw[: last.start()].strip()
    if not body or not _PROSE.fullmatch(body) or _LISTS.search(body):
        return None
    low = lowered(body)
    if _SPEAKS_OF_ANSWERS.search(low) or cues.CORRECTS.search(low) or cues.FINAL.search(low):
        return None
    first = cues.STATEMENTS.split(body, maxsplit=1)[0]
    return f"{first}\n\nAnswer: {last[1]}"


def first_of(short: str) -> str:
    """The first statement."""
    return short.rsplit("\n\n", 1)[0]


def letter_of(short: str, options: Options) -> str:
    """The option that the last line names."""
    return options[ascii_uppercase.index(short[-1])]

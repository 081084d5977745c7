"""What rows, headings and fields say of the things they name: whether a "yes" stands there, and what it means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from diorama.kinds.lexicon import WORD
from diorama.kinds.reading.objects import cues
from diorama.kinds.reading.patterns import CROSS, TICK

_ALREADY = re.compile(r"\b(?:already|currently|as it is|at present|to begin with|anyway|all along)\b", re.I)
LEAST_ROWS, LONG_ITEM = 3, 7
_COMMA_ROW = re.compile(r"[^,|\n]{2,60}(?:,[^,|\n]{1,40}){0,3},\s*(?:0|1|yes|no|true|false)\s*", re.I)
_NAME_FIELDS = ("name", "object", "item", "label", "what", "thing", "answer")


def said_of(after: str) -> bool | None:
    """The yes or no that follows a name."""
    if not after:
        return None
    if cues.NO.match(after):
        return False
    if cues.YES.match(after):
        return _ALREADY.search(after) is None
    text = cues.NO_LONGER_HIDDEN.sub("visible", after)
    denied = re.match(
        r"\W*(?:(?:is|are|would|will|does|it|that|which)\b.{0,30}\b)?"
        r"(?:not|n't|remain|still|stay|hidden(?! (?:\w+ )?(?:by|behind)))",
        text,
        re.I,
    )
    return False if denied else None


def truth_of(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    if not isinstance(value, str):
        return None
    if cues.NO.match(value) or CROSS.search(value):
        return False
    return True if cues.YES.match(value) or TICK.search(value) else None


def named_in(value: Any) -> tuple[str | None, bool]:
    """The name in a JSON object such as ``{"name": "mug", "visible": true}``, and whether it holds."""
    if not isinstance(value, dict):
        return None, True
    fields = {str(k).casefold(): v for k, v in value.items()}
    text = next((fields[k] for k in _NAME_FIELDS if isinstance(fields.get(k), str)), None)
    others = {k: v for k, v in fields.items() if v is not text and not (isinstance(v, str) and len(v) >= 20)}
    truths = {t is not field_denies(k) for k, v in others.items() if (t := truth_of(v)) is not None}
    return (None, True) if len(truths) > 1 else (text, truths != {False})


def field_denies(field: str) -> bool:
    """Whether a "yes" in a field or a column of this name means that a thing is not the answer."""
    words = field.replace("_", " ")
    return re.search(r"\b(?:hidden|occluded|blocked|covered|obscured|not|excluded)\b", words, re.I) is not None


def ends_in_a_text(raw: str) -> bool:
    """Whether JSON ends in the middle of a text."""
    return raw.count('"') % 2 == 1 and (raw.count("{") > raw.count("}") or raw.count("[") > raw.count("]"))


def cells_of(line: str) -> list[str] | None:
    """The cells of a row of a table; None if the line is none, empty for a rule."""
    if line.count("|") < 2:
        return None
    cells = [c.strip() for c in line.strip().strip("|").split("|")]
    return [] if all(not c.strip(" :-") for c in cells) else cells


def with_cells(lines: Sequence[str]) -> Sequence[str]:
    """Lines of values with commas between them, the last a yes or a no, as the rows of a table."""
    if len(lines) < LEAST_ROWS or not all(_COMMA_ROW.fullmatch(line) for line in lines[1:]):
        return lines
    return [f"| {' | '.join(line.split(','))} |" for line in (lines if _COMMA_ROW.fullmatch(lines[0]) else lines[1:])]


def is_cut_off(lines: Sequence[str]) -> bool:
    """Whether the last of several items stops in the middle: the others end with a stop, and it is long."""
    items = [line.rstrip(" *_`") for line in lines if cues.BULLET.match(line)]
    if len(items) < LEAST_ROWS or items[-1] != lines[-1].rstrip(" *_`") or len(items[-1].split()) < LONG_ITEM:
        return False
    return all(line.endswith((".", "!")) for line in items[:-1]) and items[-1][-1:].isalnum()


def heading_of(line: str) -> tuple[str, str] | None:
    """A line that says what follows, and what follows on the line itself."""
    plain = re.sub(r"[*#`]+", "", line).replace("_", " ").strip()
    match = re.match(r"^(?:[-•]\s+)?([^:：\n]{3,90})[:：]\s*(.*)$", plain)
    if match is None or match[1].count("(") > match[1].count(")"):
        return None
    if not WORD.search(match[1]) or re.search(r"[.?!]\s", match[1]):
        return None
    return (match[1], match[2]) if polarity(match[1]) is not None else None


def polarity(head: str) -> bool | None:
    """Whether a heading affirms or denies what stands under it; None if it is no heading of that sort."""
    text = cues.NO_LONGER_HIDDEN.sub("visible", head.replace("_", " "))
    if cues.DENIED_HEADING.search(text):
        return cues.UNDENIED_HEADING.search(text) is not None and cues.PLAINLY_DENIES.search(text) is None
    return True if cues.AFFIRMS.search(text) or cues.HEADING.search(text) else None

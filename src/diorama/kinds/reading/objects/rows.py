"""What rows, headings and fields say of the things they name: whether a "yes" stands there, and what it means."""

from __future__ import annotations

import re
from typing import Any

from diorama.kinds.lexicon import WORD
from diorama.kinds.reading.objects import cues
from diorama.kinds.reading.patterns import CROSS, TICK

_NAME_FIELDS = ("name", "object", "item", "label", "what", "thing", "answer")


def said_of(after: str) -> bool | None:
    """The yes or no that follows a name."""
    if not after:
        return None
    if cues.NO.match(after):
        return False
    if cues.YES.match(after):
        return True
    text = cues.NO_LONGER_HIDDEN.sub("visible", after)
    denied = re.match(
        r"\W*(?:(?:is|are|would|will|does|it|that|which)\b.{0,30}\b)?"
        r"(?:not|n't|remain|still|stay|hidden(?! (?:by|behind)))",
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


def heading_of(line: str) -> tuple[str, str] | None:
    """A line that says what follows, and what follows on the line itself."""
    plain = re.sub(r"[*#`]+", "", line).replace("_", " ").strip()
    match = re.match(r"^(?:[-•]\s+)?([^:：\n]{3,90})[:：]\s*(.*)$", plain)
    if match is None or not WORD.search(match[1]) or re.search(r"[.?!]\s", match[1]):
        return None
    return (match[1], match[2]) if polarity(match[1]) is not None else None


def polarity(head: str) -> bool | None:
    """Whether a heading affirms or denies what stands under it; None if it is no heading of that sort."""
    text = cues.NO_LONGER_HIDDEN.sub("visible", head.replace("_", " "))
    if cues.DENIED_HEADING.search(text):
        return cues.UNDENIED_HEADING.search(text) is not None and cues.PLAINLY_DENIES.search(text) is None
    return True if cues.AFFIRMS.search(text) or cues.HEADING.search(text) else None

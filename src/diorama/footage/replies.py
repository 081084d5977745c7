"""Reading what models write about clips: JSON or nearly so, and anything else too.

Replies are not to be trusted: numbers may be texts, lists may be objects, texts may be megabytes of markup.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

from diorama.errors import harmless
from diorama.footage.asking import Unreadable
from diorama.kinds.reading.cleaning import plain, whole_reply
from diorama.kinds.reading.loose_json import loose_values

LONGEST_TEXT = 600
"""Characters of a question, an answer or a caption that are believed to be one."""
DEEPEST = 4
_CLOCK = re.compile(r"^\s*(?:(\d{1,2}):)?(?:(\d{1,3}):)?(\d{1,6}(?:[.,]\d{1,6})?)\s*(?:s|sec|secs|seconds?)?\s*$", re.I)


def objects_in(reply: str) -> list[dict[str, Any]]:
    """The JSON objects in a reply, the outer ones first."""
    return list(_objects(loose_values(whole_reply(reply).raw), DEEPEST))


def listed(reply: str, name: str, *marks: str) -> list[Any]:
    """The list that a reply gives under a name, or plainly as a list of objects with one of these marks."""
    values = loose_values(whole_reply(reply).raw)
    for value in _objects(values, DEEPEST):
        if isinstance(found := _lower(value).get(name), list):
            return found
    if marks:
        alone = [v for v in _objects(values, DEEPEST) if any(m in _lower(v) for m in marks)]
        if alone:
            return alone
    elif lists := [v for v in values if isinstance(v, list)]:
        return list(lists[-1])
    raise Unreadable("it holds no JSON with " + " or ".join((f"'{name}'", *(f"'{m}'" for m in marks[:1]))))


def fields_of(value: Any) -> dict[str, Any]:
    """The fields of an object by plain names; empty if it is none."""
    return _lower(value) if isinstance(value, dict) else {}


def text_in(value: Any, longest: int = LONGEST_TEXT) -> str:
    """One harmless line without markup; empty if the value is no text, or longer than a person would write."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    if isinstance(value, str) and len(value) > 4 * longest:
        return ""
    line = " ".join(harmless(plain(str(value))).split())
    return line if len(line) <= longest else ""


def seconds_in(value: Any) -> float | None:
    """A time as a number, as ``4.2 s`` or as ``0:04.2``; None if it is no time."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        try:
            number = float(value)
        except OverflowError:
            return None
        return number if math.isfinite(number) else None
    if isinstance(value, str) and len(value) < 40 and (clock := _CLOCK.match(value)):
        first, second, rest = clock.groups()
        hours, minutes = (first, second) if second else (None, first)
        return int(hours or 0) * 3600 + int(minutes or 0) * 60 + float(rest.replace(",", "."))
    return None


def word_in(value: Any) -> str:
    """A name such as ``daily_life``, however it is spelt."""
    text = text_in(value, 60).casefold()
    return re.sub(r"[\s_]+", "_", text.strip(" ._-"))


def _lower(value: dict[Any, Any]) -> dict[str, Any]:
    return {re.sub(r"[\s-]+", "_", str(k).strip().casefold()): v for k, v in value.items()}


def _objects(values: list[Any], depth: int) -> Iterator[dict[Any, Any]]:
    """The objects among some values and inside of them, level by level."""
    inner: list[Any] = []
    for value in values:
        if isinstance(value, dict):
            yield value
            inner += value.values()
        elif isinstance(value, list):
            inner += value
    if depth and inner:
        yield from _objects(inner, depth - 1)

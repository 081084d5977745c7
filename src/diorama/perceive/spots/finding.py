"""From a reply to all places that are written in it, each found once.

Tags are looked for first, then JSON, then sentences; what one of them has taken the next does not see. Work is bounded:
a reply is at most `LONGEST` characters long, and only so many broken brackets are tried.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from diorama.kinds.reading.loose_json import balanced, one_of_each, repaired
from diorama.perceive.spots.fields import places_in
from diorama.perceive.spots.markup import places_in_tags
from diorama.perceive.spots.prose import is_no_place, places_in_prose
from diorama.perceive.spots.spot import NoSpot, Reason
from diorama.perceive.spots.written import Written

MOST_BROKEN = 200
"""Brackets that open no value; with more, a reply is not read."""
LONGEST_BROKEN = 2000
"""Characters of a value that is nearly JSON."""
_BRACKET = re.compile(r"[\[{]")
_MARKUP = re.compile(r"\*\*|`+|\$|\\(?:left|right)\b|\\[,;!]|\\(?=[()\[\]])|~~[^~\n]{1,200}~~")
_WIDE = str.maketrans("（），；：＝［］｛｝", "(),;:=[]{}")
"""Brackets and commas as Chinese and Japanese text has them."""
_DECODER = json.JSONDecoder(strict=False, object_pairs_hook=one_of_each, parse_int=float)


def prepared(said: str) -> str:
    """A reply without the markup that can stand between numbers."""
    return _MARKUP.sub("", said.translate(_WIDE))


def written_in(text: str) -> list[Written]:
    """All places in a prepared text, in their order."""
    tags = list(places_in_tags(text))
    text = _without(text, tags)
    data: list[Written] = []
    for start, end, value in values_in(text):
        for each in places_in(value):
            if each.keyed or not is_no_place(text, start):
                data.append(replace(each, start=start, end=end))
    text = _without(text, data)
    return sorted((*tags, *data, *places_in_prose(text)), key=lambda each: each.start)


def values_in(text: str) -> Iterator[tuple[int, int, Any]]:
    """The objects and lists in a text with their spans; those inside another are not given again."""
    end = broken = 0
    for start in (m.start() for m in _BRACKET.finditer(text)):
        if start < end:
            continue
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            value, closes = _nearly(text[start : start + LONGEST_BROKEN])
            if value is None:
                broken += 1
                if broken > MOST_BROKEN:
                    raise NoSpot(Reason.UNREADABLE, f"more than {MOST_BROKEN} brackets that open nothing") from None
                continue
            end = start + closes
        yield start, end, value


def _nearly(text: str) -> tuple[Any, int]:
    """A value that is nearly JSON at the beginning of a text, and where it ends; None if there is none."""
    closes = balanced(text, 0)
    return (repaired(text[:closes]), closes) if isinstance(closes, int) else (None, 0)


def _without(text: str, found: Iterable[Written]) -> str:
    """A text with blanks where places were found."""
    parts: list[str] = []
    end = 0
    for start, stop in sorted({(each.start, each.end) for each in found}):
        if start >= end:
            parts += [text[end:start], " " * (stop - start)]
            end = stop
    return "".join(parts) + text[end:]

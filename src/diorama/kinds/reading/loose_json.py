"""Values that are nearly JSON, as models write them: Python literals, bare names, commas too many, comments."""

from __future__ import annotations

import ast
import json
import re
import warnings
from typing import Any

MOST_NESTED = 20
"""Brackets within brackets that are followed."""
MOST_TRIES = 200
"""Brackets at which a value is looked for."""

_COMMENT = re.compile(r"(?<![:\"'/])//[^\n\"]*$|,(?=\s*[\]}])", re.M)
_KEY = re.compile(r"([{,]\s*)([A-Za-z_]\w{0,30}|\d{1,3})(?=\s*:)")


def loose_values(text: str) -> list[Any]:
    """The objects and lists in a text, one after the other; what lies inside another is not counted again.

    Of a value that was cut off, the whole ones inside it are left.
    """
    values: list[Any] = []
    end = 0
    for start in [m.start() for m in re.finditer(r"[\[{]", text)][:MOST_TRIES]:
        if start < end:
            continue
        try:
            value, end = json.JSONDecoder(strict=False).raw_decode(text, start)
        except (ValueError, RecursionError):
            closes = balanced(text, start)
            value = repaired(text[start:closes]) if isinstance(closes, int) else None
            end = closes if isinstance(closes, int) and value is not None else end
        if value is not None:
            values.append(value)
    return values


def balanced(raw: str, start: int) -> int | str:
    """Where the bracket that opens here closes; else those that are still open, or ``"`` within a text."""
    stack: list[str] = []
    quoted = escaped = False
    for k in range(start, len(raw)):
        sign = raw[k]
        if quoted:
            if escaped:
                escaped = False
            elif sign == "\\":
                escaped = True
            elif sign == '"':
                quoted = False
        elif sign == '"':
            quoted = True
        elif sign in "[{":
            stack.append("]" if sign == "[" else "}")
            if len(stack) > MOST_NESTED:
                return '"'
        elif sign in "]}":
            if not stack or stack.pop() != sign:
                return '"'
            if not stack:
                return k + 1
    return '"' if quoted else "".join(stack)


def repaired(text: str) -> Any:
    """A value that is nearly JSON: a Python literal, names without quotes, commas too many, comments."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "1a" is no number, as Python would like to tell
            value = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        value = None
    if isinstance(value, list | dict | tuple):
        return json.loads(json.dumps(value, default=str)) if _plain(value) else None
    straight = re.sub("[“”]", '"', text)
    for attempt in (straight, _COMMENT.sub("", straight)):
        for each in (attempt, _KEY.sub(r'\1"\2"', attempt)):
            try:
                return json.loads(each, strict=False)
            except (ValueError, RecursionError):
                continue
    return None


def _plain(value: Any) -> bool:
    try:
        json.dumps(value, default=str)
    except (ValueError, TypeError, RecursionError):
        return False
    return True

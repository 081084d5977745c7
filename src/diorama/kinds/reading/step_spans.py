"""JSON inside of a reply: where it stands, what it says, and whether it was cut off."""

from __future__ import annotations

import ast
import json
import re
import warnings
from dataclasses import dataclass
from typing import Any

from diorama.kinds.reading.cleaning import tidy

MOST_TRIES = 60
DEEPEST = 20

_FENCE = re.compile(r"```")
_OPENS = re.compile(
    r"[\[{]\s*(?:[\[{]\s*){0,4}[\"'“{]|\{\s*[A-Za-z_]\w{0,30}\s*:|\[\s*\[\s*\d{1,3}\s*,\s*[\"']|\[\s*\]|\{\s*\}|"
    r"\{\s*\d{1,3}\s*:"
)
_COMMENT = re.compile(r"(?<![:\"'/])//[^\n\"]*$|,(?=\s*[\]}])", re.M)
_KEY = re.compile(r"([{,]\s*)([A-Za-z_]\w{0,30}|\d{1,3})(?=\s*:)")


@dataclass(frozen=True)
class Span:
    """A value and where it stands."""

    start: int
    end: int
    value: Any


def spans(raw: str) -> tuple[list[Span], bool]:
    """The JSON objects and lists of a text, and whether the last of them was cut off."""
    found: list[Span] = []
    at = tried = 0
    while tried < MOST_TRIES and (start := _OPENS.search(raw, at)):
        tried += 1
        begin = start.start()
        try:
            value, end = json.JSONDecoder(strict=False).raw_decode(raw, begin)
        except (ValueError, RecursionError):
            value = None
        else:
            found.append(Span(begin, end, tidy(value, 6)))
            at = end
            continue
        whole = _balanced(raw, begin)
        alone = not raw[raw.rfind("\n", 0, begin) + 1 : begin].strip(" \t`>*") or re.search(
            r"[:=>n]\s*$", raw[:begin][-40:]
        )
        if isinstance(whole, int):
            value = _repaired(raw[begin:whole]) if alone else None
            if value is not None:
                found.append(Span(begin, whole, tidy(value, 6)))
            at = whole if value is not None else begin + 1
        elif alone and re.match(r"[\[{]\s*(?:[\"“{\[]|\w+\s*:)", raw[begin:]):
            fence = _FENCE.search(raw, begin)
            body = raw[begin : fence.start()] if fence else raw[begin:]
            value = _closed(body, bool(fence))
            if value is None:
                return found, True
            found.append(Span(begin, begin + len(body), tidy(value, 6)))
            at = begin + len(body)
        else:
            at = begin + 1
    return found, False


def _balanced(raw: str, start: int) -> int | str:
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
            if len(stack) > DEEPEST:
                return '"'
        elif sign in "]}":
            if not stack or stack.pop() != sign:
                return '"'
            if not stack:
                return k + 1
    return '"' if quoted else "".join(stack)


def _repaired(text: str) -> Any:
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


def _closed(body: str, fenced: bool) -> Any:
    """A value whose last brackets are missing, if it is plainly whole: the fence or the list of steps was closed."""
    body = body.rstrip()
    missing = _balanced(body, 0)
    if not isinstance(missing, str) or '"' in missing or not body.endswith(("]", "}")) or len(missing) > 4:
        return None
    value = _repaired(body + missing[::-1])
    if fenced:
        return value
    last = list(value.values())[-1] if isinstance(value, dict) and value else None
    steps = isinstance(last, list) and len(last) > 0 and all(isinstance(item, dict) for item in last)
    return value if steps and missing == "}" else None

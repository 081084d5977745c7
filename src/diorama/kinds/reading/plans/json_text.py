"""JSON inside of a reply: where it stands, what it says, and whether it was cut off.

`without_plans` takes the plans in JSON out of a text and leaves a mark in the place of each, so that `lines` can put
them among the other plans of the reply, in their order.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from diorama.kinds.reading.cleaning import tidy
from diorama.kinds.reading.plans.drafts import Draft
from diorama.kinds.reading.plans.lines import MARK, candidates
from diorama.kinds.reading.plans.markup import text_of
from diorama.kinds.reading.plans.values import is_bare, is_one_step, steps_of

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


@dataclass(frozen=True)
class Rest:
    """A text with a mark in the place of each plan in JSON."""

    text: str
    plans: tuple[tuple[Draft, ...], ...]
    empty: bool
    """One of the plans has no steps."""
    cut: bool
    """The last value was cut off."""


def without_plans(raw: str) -> Rest:
    """A text without its plans in JSON, and those plans."""
    found, cut = _spans(raw)
    whole = len(found) == 1 and not re.sub(r"```\w*|\s", "", raw[: found[0].start] + raw[found[0].end :])
    values: list[tuple[Draft, ...]] = []
    empty, at, parts = False, 0, list[str]()
    for span in _merged(found, raw):
        drafts = steps_of(span.value)
        if drafts is None and isinstance(span.value, dict):
            drafts = _told(span.value)
        alone = not raw[raw.rfind("\n", 0, span.start) + 1 : span.start].strip(" \t`")
        if not drafts and not isinstance(span.value, dict) and not _listed(span.value):
            empty |= drafts == () and whole
            continue
        if is_bare(span.value) and not whole and not alone:
            continue
        empty |= drafts == ()
        weak = is_bare(span.value) and not whole and drafts and not any(d.needs.stated for d in drafts)
        parts.append(raw[at : span.start])
        if drafts and not weak:
            parts.append(f"\n{MARK}{len(values)}\n")
            values.append(drafts)
        at = span.end
    return Rest("".join(parts) + raw[at:], tuple(values), empty, cut)


def _listed(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)


def _merged(found: Sequence[Span], raw: str) -> list[Span]:
    """Steps that stand one object a line, as one list."""
    merged: list[Span] = []
    for span in found:
        if is_one_step(span.value) and merged and not raw[merged[-1].end : span.start].strip(" \n\t,"):
            before = merged[-1].value
            if is_one_step(before) or (isinstance(before, list) and all(map(is_one_step, before))):
                values = [*(before if isinstance(before, list) else [before]), span.value]
                merged[-1] = Span(merged[-1].start, span.end, values)
                continue
        merged.append(span)
    return merged


def _told(value: dict[str, object]) -> tuple[Draft, ...] | None:
    """A plan in lines inside of a JSON text."""
    texts = [
        v
        for k, v in value.items()
        if isinstance(v, str) and re.search(r"answer|plan|steps|result|output", str(k), re.I)
    ]
    found = [c for t in texts for c in candidates(text_of(t))[0]]
    return found[-1].drafts if found else None


def _spans(raw: str) -> tuple[list[Span], bool]:
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

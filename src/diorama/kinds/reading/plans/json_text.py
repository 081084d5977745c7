"""JSON inside of a reply: where it stands, what it says, and whether it was cut off.

`without_plans` takes the plans in JSON out of a text and leaves a mark in the place of each, so that `lines` can put
them among the other plans of the reply, in their order.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from diorama.kinds.reading.cleaning import tidy
from diorama.kinds.reading.loose_json import balanced, one_of_each, repaired, twice_named
from diorama.kinds.reading.plans.drafts import Draft, Unclear
from diorama.kinds.reading.plans.lines import MARK, candidates
from diorama.kinds.reading.plans.markup import text_of
from diorama.kinds.reading.plans.values import is_bare, is_one_step, steps_of

MOST_TRIES = 60
_DECODER = json.JSONDecoder(strict=False, object_pairs_hook=one_of_each)

_FENCE = re.compile(r"```")
_OPENS = re.compile(
    r"[\[{]\s*(?:[\[{]\s*){0,4}[\"'“{]|\{\s*[A-Za-z_]\w{0,30}\s*:|\[\s*\[\s*\d{1,3}\s*,\s*[\"']|\[\s*\]|\{\s*\}|"
    r"\{\s*\d{1,3}\s*:"
)


@dataclass(frozen=True)
class Span:
    """A value and where it stands."""

    start: int
    end: int
    value: Any
    twice: str = ""
    """A name that stands twice in one of its objects, with different values."""


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
        if span.twice and drafts:
            raise Unclear(f"'{span.twice[:40]}' stands twice in its JSON")
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
                merged[-1] = Span(merged[-1].start, span.end, values, merged[-1].twice or span.twice)
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
            value, end = _DECODER.raw_decode(raw, begin)
        except (ValueError, RecursionError):
            value = None
        else:
            found.append(_span(begin, end, value))
            at = end
            continue
        whole = balanced(raw, begin)
        alone = not raw[raw.rfind("\n", 0, begin) + 1 : begin].strip(" \t`>*") or re.search(
            r"[:=>n]\s*$", raw[:begin][-40:]
        )
        if isinstance(whole, int):
            value = repaired(raw[begin:whole]) if alone else None
            if value is not None:
                found.append(_span(begin, whole, value))
            at = whole if value is not None else begin + 1
        elif alone and re.match(r"[\[{]\s*(?:[\"“{\[]|\w+\s*:)", raw[begin:]):
            fence = _FENCE.search(raw, begin)
            body = raw[begin : fence.start()] if fence else raw[begin:]
            value = _closed(body, bool(fence))
            if value is None:
                return found, True
            found.append(_span(begin, begin + len(body), value))
            at = begin + len(body)
        else:
            at = begin + 1
    return found, False


def _span(start: int, end: int, value: Any) -> Span:
    return Span(start, end, tidy(value, 6), twice_named(value))


def _closed(body: str, fenced: bool) -> Any:
    """A value whose last brackets are missing, if it is plainly whole: the fence or the list of steps was closed."""
    body = body.rstrip()
    missing = balanced(body, 0)
    if not isinstance(missing, str) or '"' in missing or not body.endswith(("]", "}")) or len(missing) > 4:
        return None
    value = repaired(body + missing[::-1])
    if fenced:
        return value
    last = list(value.values())[-1] if isinstance(value, dict) and value else None
    steps = isinstance(last, list) and len(last) > 0 and all(isinstance(item, dict) for item in last)
    return value if steps and missing == "}" else None

"""Items: a labelled line or a bullet with the lines that belong to it, and the step that they make."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from diorama.kinds.reading.plans import words
from diorama.kinds.reading.plans.drafts import Draft, Needs, merged
from diorama.kinds.reading.plans.labels import without_bullet
from diorama.kinds.reading.plans.needs import is_needs_key, is_needs_line, needs_of, parted
from diorama.kinds.reading.plans.references import refs

_FIELD = re.compile(r"[\"']?([^:：=\n]{1,40}?)[\"']?\s*[:：=]\s*(.*)$")
_TAIL = re.compile(r"(.*?\S)\s*(?:[|=/:;,→⇒]|->|\s[-–—])\s*([^|=]{1,60})")
_NEEDS_NAME = re.compile(r"(?:[^\s\d,;.]+[\s_-]+){0,3}[^\s\d,;.]+(?:\s*\([^()]{0,30}\))?")


@dataclass
class Item:
    """A step in the making."""

    raw: str
    kind: str
    label: str
    text: str
    weak: bool = False
    spelled: bool = False
    """Its label is a number word."""
    details: list[str] = field(default_factory=list)
    nested: bool = False
    waits: bool = False
    """A list of needs may follow."""


def is_open(item: Item) -> bool:
    """Whether a step still waits for its words."""
    return not any(field_of(without_bullet(d)[0])[0] == "content" for d in item.details) and not (
        item.kind == "bullet" and item.text
    )


def wraps_on(item: Item, text: str) -> bool:
    """Whether a line goes on with the sentence of the step above it."""
    return text[:1] in "([（{" or (text[:1].islower() and item.text[-1:] not in ".!?:;)]")


def field_of(text: str) -> tuple[str, str]:
    """Which part of a step a line such as ``Needs: 1`` gives, and its value."""
    match = _FIELD.match(text.strip("*_ \t"))
    if match is None:
        return "", ""
    name, value = match[1].strip(" *_").casefold(), match[2].strip(" *_")
    if _NEEDS_NAME.fullmatch(name) and is_needs_key(match[1].strip(" *_")):
        return "needs", value
    if words.NUMBER_KEY.fullmatch(name) and re.fullmatch(r"[\"']?(?:step[ _-]?)?\d{1,3}[\"']?,?", value, re.I):
        return "number", value.strip("\"',")
    if words.CONTENT_KEY.fullmatch(name):
        return "content", value
    return ("note", value) if words.NOTE_KEY.search(name) and len(name.split()) <= 5 else ("", "")


def draft_of(item: Item, lettered: bool) -> Draft:
    """A step from its line and those under it."""
    text, needs, waits = item.text, Needs(), False
    key, value = field_of(text)
    text = value if key == "content" else text
    content = ""
    for detail in item.details:
        line, bullet = without_bullet(detail)
        key, value = field_of(line)
        if key == "content":
            content, waits = value, False
        elif key == "needs":
            waits = not value
            needs += (needs_of(value, lettered) or Needs()) if value else Needs()
        elif (waits and not key and not item.nested) or is_needs_line(line, lettered):
            needs += needs_of(line, lettered) or Needs()
        elif not text and not content and not key:
            content = line
        elif text and not bullet and not key and not item.nested and wraps_on(item, line):
            text = f"{text} {line}"
    needs = replace(needs, refs=merged(needs.refs))
    said, own = parted(content or text, lettered)
    if content and text and not own.stated:
        own += replace(parted(text, lettered)[1], perhaps=())
    linked = words.LINK.match(said)
    if linked or (opening := words.OPENS.match(said)):
        said = said[(linked or opening).end() :]  # type: ignore[union-attr]
    return Draft(item.label, said, own + needs, linked is not None)


def is_bare(item: Item, lettered: bool) -> bool:
    """Whether a step's line is nothing but references: a list of needs has such."""
    found = refs(item.text, lettered)
    return found is not None and bool(item.text)


def with_columns(drafts: list[Draft], lettered: bool) -> list[Draft]:
    """Steps that all end with a sign and bare references, as in "Remove the lamp | 1"."""
    if len(drafts) < 2 or any(d.needs.refs and any(r.labels for r in d.needs.refs) for d in drafts):
        return drafts
    parts = [_TAIL.fullmatch(d.content) for d in drafts]
    found = [refs(part[2], lettered) if part else None for part in parts]
    plain = [k for k, d in enumerate(drafts) if parts[k] is None and d.needs.refs]
    if not any(f and f.labels for f in found) or any(f is None and k not in plain for k, f in enumerate(found)):
        return drafts
    return [
        replace(d, content=part[1], needs=Needs((ref,))) if part and ref is not None else d
        for d, part, ref in zip(drafts, parts, found, strict=True)
    ]


def with_needs(drafts: tuple[Draft, ...], needs: Sequence[Draft]) -> tuple[Draft, ...]:
    """Steps with the needs that a list of their own gives."""
    told = {d.label: d.needs for d in needs}
    return tuple(replace(d, needs=d.needs + told.get(d.label, Needs())) for d in drafts)

"""Answers as tables of others write them: letters, lists, pairs to swap, steps; a ValueError says what is wrong.

>>> told_option("(B)", ("Yes", "No"))
'No'
>>> listed("the mug; a vase"), told_pairs("swap the mug with the vase")
(('the mug', 'a vase'), (('the mug', 'the vase'),))
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any

from diorama.errors import short

_LETTER = re.compile(r"\(?([A-Za-z])\)?[.:]?")
_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")
_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.I)
_AND = re.compile(r"\s+and\s+", re.I)
_LEADING_AND = re.compile(r"^\s*and\s+", re.I)
_NEXT = re.compile(r"\s*(?:[;\n]|,\s*(?:and\s+)?then\s+|\bthen\s+)\s*", re.I)
_PAIR = re.compile(
    r"^(?:\W*\d+[.)]\s*)?(?:swap|exchange|switch)?\s*(?P<a>.+?)\s*(?:<->|<=>|↔|⇄|\bwith\b|\band\b|\bfor\b)\s*(?P<b>.+?)[\s.]*$",
    re.I,
)
_NOTHING = frozenset({"", "none", "[]", "no objects", "nothing"})
_INFEASIBLE = frozenset({"infeasible", "impossible", "not feasible", "no solution", "cannot be done"})
MOST_STEPS = 100
LONGEST_PAIR = 300


def folded(text: str) -> str:
    """A text by which an object is found: in small letters, without an article."""
    return " ".join(_ARTICLE.sub("", " ".join(text.split())).casefold().strip(" .").split())


def told_option(value: Any, options: tuple[str, ...]) -> str:
    """The option that a text or a letter means; a text that is an option is never taken for a letter."""
    text = value.strip() if isinstance(value, str) else plain_text(value)
    if text in options:
        letter = _LETTER.fullmatch(text)
        meant = ascii_uppercase.index(letter[1].upper()) if letter else len(options)
        if meant < len(options) and options[meant] != text:
            raise ValueError(f"the answer '{text}' is an option, and the letter of another one: say which is meant")
        return text
    alike = [o for o in options if o.casefold().strip(" .") == text.casefold().strip(" .")]
    if len(alike) == 1:
        return alike[0]
    letter = _LETTER.fullmatch(text)
    if letter and (place := ascii_uppercase.index(letter[1].upper())) < len(options):
        return options[place]
    shown = ", ".join(f"'{short(o, 40)}'" for o in options) or "there are none"
    raise ValueError(f"the answer '{short(text, 80)}' is not among the options: {shown}")


def plain_text(value: Any) -> str:
    """A value of a table as text; a ValueError if it is none."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"'{short(value, 60)}' is no text")
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def listed(value: Any) -> tuple[str, ...]:
    """The texts of a list, however it is written: a list, JSON or Python in one cell, or names with commas."""
    if isinstance(value, str):
        text = value.strip()
        if text.casefold() in _NOTHING:
            return ()
        value = list_in(text)
        if value is None:
            value = _divided(text)
    if value is None or not isinstance(value, list | tuple):
        raise ValueError("a list of names is missing" if value is None else f"'{short(value, 60)}' is no list of names")
    texts = tuple(plain_text(item).strip() for item in value)
    if "" in texts:
        raise ValueError("a name in the list is empty")
    return () if [t.casefold() for t in texts] == ["none"] else texts


def _divided(text: str) -> list[str]:
    """Names in a line: between semicolons or lines if there are any, else between commas, else at "and"."""
    for sign in (r"[;\n]", ","):
        parts = [_LEADING_AND.sub("", part) for part in re.split(sign, text)]
        if len(parts) > 1:
            return [part for part in parts if part.strip()]
    return _AND.split(text)


def list_in(text: str) -> list[Any] | None:
    """The list that a cell holds as JSON, or as Python prints lists of texts; None if it holds none."""
    text = text.strip()
    if not (text.startswith("[") and text.endswith("]")):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        inner = text[1:-1]
        if _QUOTED.sub("", inner).strip(" ,\n"):
            return None
        return [re.sub(r"\\(.)", r"\1", a or b) for a, b in _QUOTED.findall(inner)]
    return found if isinstance(found, list) else None


def named(text: str, names: Mapping[str, str] | None) -> str:
    """The name of the object that a table calls so."""
    try:
        return (names or {})[folded(text)]
    except KeyError:
        raise ValueError(f"the answer names '{short(text, 60)}', which is not among the objects") from None


def told_pairs(value: Any) -> tuple[tuple[str, str], ...] | None:
    """The pairs to swap, in order; None if it cannot be done."""
    if isinstance(value, Mapping):
        if value.get("feasible") is False:
            return None
        value = value.get("pairs", value.get("swaps"))
    if isinstance(value, str):
        text = value.strip()
        if text.casefold().strip(" .") in _INFEASIBLE:
            return None
        inside = list_in(text)
        value = inside if inside is not None else [part for part in _NEXT.split(text) if part.strip()]
    if not isinstance(value, list | tuple) or not value:
        raise ValueError("the swaps are missing: write 'swap A with B' for each, or 'infeasible'")
    if len(value) == 1 and isinstance(value[0], str) and value[0].casefold().strip(" .") in _INFEASIBLE:
        return None
    if len(value) == 2 and all(isinstance(v, str) and not _PAIR.match(v[:LONGEST_PAIR]) for v in value):
        value = [value]  # one pair, without a list around it
    return tuple(_pair(each) for each in value)


def _pair(value: Any) -> tuple[str, str]:
    if isinstance(value, list | tuple) and len(value) == 2:
        return plain_text(value[0]).strip(), plain_text(value[1]).strip()
    match = _PAIR.match(value) if isinstance(value, str) and len(value) <= LONGEST_PAIR else None
    if match is None:
        raise ValueError(f"'{short(value, 60)}' is no swap: write 'swap A with B'")
    return match["a"], match["b"]


def told_steps(value: Any) -> list[tuple[int, str, tuple[int, ...]]]:
    """Steps in an order in which they can be done: number, content, the numbers of those it needs.

    Steps that need a later one are moved behind it; otherwise the order stays.
    """
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise ValueError("its answer is no plan: it is no JSON") from None
    if not isinstance(value, Mapping) or not value:
        raise ValueError("its answer is no plan: write {step1: {content: …, precondition: […]}, …}")
    if len(value) > MOST_STEPS:
        raise ValueError(f"its plan has more than {MOST_STEPS} steps")
    needs: dict[str, tuple[str, ...]] = {}
    contents: dict[str, str] = {}
    for name, step in value.items():
        needed = step.get("precondition") if isinstance(step, Mapping) else None
        content = step.get("content") if isinstance(step, Mapping) else None
        if not isinstance(content, str) or not content.strip():
            raise ValueError(f"{short(name, 40)} has no content")
        if not isinstance(needed, list | tuple | None) or not all(isinstance(n, str) for n in needed or ()):
            raise ValueError(f"the precondition of {short(name, 40)} is no list of steps")
        if unknown := [n for n in needed or () if n not in value]:
            raise ValueError(f"{short(name, 40)} needs '{short(unknown[0], 40)}', which is no step")
        needs[name], contents[name] = tuple(dict.fromkeys(needed or ())), content.strip()
    order: list[str] = []
    while len(order) < len(needs):
        ready = next((n for n in needs if n not in order and all(m in order for m in needs[n])), None)
        if ready is None:
            left = [n for n in needs if n not in order]
            raise ValueError(f"its preconditions go in a circle, among {short(', '.join(left), 80)}")
        order.append(ready)
    number = {name: k for k, name in enumerate(order, start=1)}
    return [(number[n], contents[n], tuple(sorted(number[m] for m in needs[n]))) for n in order]

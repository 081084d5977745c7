"""Values that are nearly JSON, as models write them: Python literals, bare names, commas too many, comments."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Sequence
from typing import Any

MOST_NESTED = 20
"""Brackets within brackets that are followed."""
MOST_TRIES = 200
"""Brackets at which a value is looked for."""

_COMMENT = re.compile(r"(?<![:\"'/])//[^\n\"]*$|,(?=\s*[\]}])", re.M)
_KEY = re.compile(r"([{,]\s*)([A-Za-z_]\w{0,30}|\d{1,3})(?=\s*:)")


def loose_values(text: str, *, tell_twice: bool = False) -> list[Any]:
    """The objects and lists in a text, one after the other; what lies inside another is not counted again.

    Of a value that was cut off, the whole ones inside it are left. With `tell_twice`, also valid JSON in which a name
    stands twice with different values comes as `TwiceNamed`; otherwise the last value counts there, as JSON has it.
    """
    decoder = json.JSONDecoder(strict=False, object_pairs_hook=one_of_each if tell_twice else None)
    values: list[Any] = []
    end = 0
    for start in [m.start() for m in re.finditer(r"[\[{]", text)][:MOST_TRIES]:
        if start < end:
            continue
        try:
            value, end = decoder.raw_decode(text, start)
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


class TwiceNamed(dict[str, Any]):
    """An object in which one name stands twice with different values: which one counts nobody knows."""

    name = ""


def one_of_each(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The members of a JSON object; for `object_pairs_hook`, so that none is dropped silently."""
    found = dict(pairs)
    if len(found) < len(pairs):
        for name, value in pairs:
            if found[name] != value:
                twice = TwiceNamed(found)
                twice.name = name
                return twice
    return found


def twice_named(value: Any, depth: int = MOST_NESTED) -> str:
    """A name that stands twice in some object of a value with different values; empty without any."""
    if isinstance(value, TwiceNamed):
        return value.name
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return next(filter(None, (twice_named(each, depth - 1) for each in inner)), "") if depth else ""


def repaired(text: str) -> Any:
    """A value that is nearly JSON: a Python literal, names without quotes, commas too many, comments."""
    value = _literal(text)
    if value is not None:
        return value
    straight = re.sub("[“”]", '"', text)
    for attempt in (straight, _COMMENT.sub("", straight)):
        for each in (attempt, _KEY.sub(r'\1"\2"', attempt)):
            try:
                return json.loads(each, strict=False, object_pairs_hook=one_of_each)
            except (ValueError, RecursionError):
                continue
    return None


def _literal(text: str) -> Any:
    """A Python literal as JSON would have it; None if it is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "1a" is no number, as Python would like to tell
            tree = ast.parse(text.lstrip(" \t"), mode="eval")
            value = ast.literal_eval(tree)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return None
    if not isinstance(value, list | dict | tuple) or not _plain(value):
        return None
    value = json.loads(json.dumps(value, default=str))
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            pairs = [(ast.dump(k), ast.dump(v)) for k, v in zip(node.keys, node.values, strict=True) if k]
            if isinstance(one_of_each(pairs), TwiceNamed):
                twice = TwiceNamed(answer=value)
                twice.name = next(str(ast.literal_eval(k)) for k in node.keys if k and _is_again(k, node.keys))
                return twice
    return value


def _is_again(key: ast.expr, keys: Sequence[ast.expr | None]) -> bool:
    return sum(other is not None and ast.dump(other) == ast.dump(key) for other in keys) > 1


def _plain(value: Any) -> bool:
    try:
        json.dumps(value, default=str)
    except (ValueError, TypeError, RecursionError):
        return False
    return True

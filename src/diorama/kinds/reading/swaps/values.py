"""Swaps in JSON of any shape: lists of pairs, objects of two names, texts, numbered fields."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from diorama.kinds.names import Match, Names
from diorama.kinds.reading.objects.listing import could_be_a_name
from diorama.kinds.reading.swaps.decision import Decision, Unclear
from diorama.kinds.reading.swaps.pairs import MOST_PAIRS, Pair
from diorama.kinds.reading.swaps.tokens import shape, tokens

MOST_NESTED = 6
ReadText = Callable[[str], Decision | None]

_ANSWERS = (
    "final_answer", "answer", "answers", "swaps", "swap_sequence", "sequence", "solution", "pairs", "pair", "swap",
    "steps", "actions", "moves", "plan", "result", "output", "response", "objects", "exchange", "exchanges",
)  # fmt: skip
_TALK = re.compile(
    r"reason|think|thought|explan|analysis|current|target|goal|order|note|comment|confidence|initial|before|after|why|"
    r"result|feasible|count|number|total|question|step$|^id$|index|description|rejected|alternative|not|avoid|option",
    re.I,
)
_ELEMENT = re.compile(r"<(swap|pair|step|exchange|move)\b[^<>]*>((?:(?!<\1\b).){1,400}?)</\1>", re.I | re.S)
_NUMBERED = re.compile(r"^(?:swap|step|pair|move|exchange|action|s)?[\s_#-]*(\d{1,2})$", re.I)


def from_json(value: Any, read: ReadText, names: Names, depth: int = 0) -> Decision | None:
    """What a JSON value answers with; None if it answers nothing."""
    if depth > MOST_NESTED:
        return None
    if isinstance(value, str):
        return read(value)
    if isinstance(value, list):
        return _from_list(value, read, names, depth)
    if isinstance(value, dict):
        return _from_object(value, read, names, depth)
    return None


def from_tags(text: str, names: Names) -> Decision | None:
    """The swaps of a reply in XML, one in each element that is called a swap; None if there is none with two things."""
    if re.sub(r"<[^<>]*>|```(?:xml)?|\s", "", _ELEMENT.sub("", text)):
        return None  # there is more than that
    said = [re.sub(r"<[^<>]*>", " ; ", element[2]) for element in _ELEMENT.finditer(text)]
    found = [tokens(each, names) for each in said[:MOST_PAIRS]]
    if not found or any(re.sub(r"[;,/wxaLP]", "", shape(words)) != "NN" for words in found):
        return None
    pairs = [[word.match for word in words if word.match is not None] for words in found]
    return Decision(tuple((a, b) for a, b in pairs))


def _from_list(items: list[Any], read: ReadText, names: Names, depth: int) -> Decision | None:
    if not items:
        return Decision() if depth else None
    if len(items) > MOST_PAIRS:
        raise Unclear("too many swaps")
    if (pair := _two_names(items, names)) is not None:
        return Decision((pair,))
    pairs: list[Pair] = []
    for item in items:
        found = from_json(item, read, names, depth + 1)
        if found is None or not found.pairs:
            if len(items) == 1:
                return found
            if depth and found is None and any(_names_something(i, names) for i in items):
                raise Unclear("not every item is a swap")
            return None
        pairs += found.pairs
    return Decision(tuple(pairs))


def _from_object(value: dict[Any, Any], read: ReadText, names: Names, depth: int) -> Decision | None:
    fields = {str(k).strip().casefold().replace(" ", "_").replace("-", "_"): v for k, v in value.items()}
    if fields.get("feasible") is False or fields.get("infeasible") is True:
        others = [k for k in fields if k in _ANSWERS and fields[k] not in (None, [], "", "infeasible", "none")]
        if others:
            raise Unclear("it lists swaps, and says that it is infeasible")
        return Decision(infeasible=True)
    numbered = {int(m[1]): v for k, v in fields.items() if (m := _NUMBERED.match(k)) and not isinstance(v, int | float)}
    if numbered:
        return _from_list([numbered[k] for k in sorted(numbered)], read, names, depth)
    inner = next((fields[k] for k in _ANSWERS if fields.get(k) is not None), None)
    if inner is not None and not isinstance(inner, int | float) and "with" not in fields:
        return from_json(inner, read, names, depth + 1)
    named = [(k, v) for k, v in value.items() if isinstance(v, str)]
    mapped = all(names.mentions(str(k)) and _one(str(k), names) and _one(v, names) for k, v in named)
    if named and len(named) == len(value) and mapped:
        return Decision(tuple((names.match(str(k)), names.match(v)) for k, v in named))
    texts = [v for k, v in fields.items() if isinstance(v, str) and not _TALK.search(k)]
    if (pair := _two_names(texts, names)) is not None:
        return Decision((pair,))
    if fields and not texts and not any(isinstance(v, list | dict) for v in fields.values()):
        return None
    lists = [v for k, v in fields.items() if isinstance(v, list | dict) and not _TALK.search(k)]
    if len(lists) == 1:
        return from_json(lists[0], read, names, depth + 1)
    return read(texts[0]) if len(texts) == 1 else None


def _two_names(items: list[Any], names: Names) -> Pair | None:
    """Two texts that are a name each."""
    if len(items) != 2 or not all(isinstance(i, str) for i in items):
        return None
    first, second = (_one(i, names) for i in items)
    return (first, second) if first is not None and second is not None else None


def _one(text: str, names: Names) -> Match | None:
    """The one thing that a short text names, known to us or not."""
    here = names.mentions(text)
    if len(text) > 80 or re.search(r"↔|<->|\bswap|\bwith\b|\band\b|/", text, re.I):
        return None
    if here:
        return here[0][2] if len({m.names or m.said for _, _, m in here}) == 1 else None
    return names.match(text) if could_be_a_name(text) else None


def _names_something(item: Any, names: Names) -> bool:
    return bool(names.mentions(str(item)[:500]))

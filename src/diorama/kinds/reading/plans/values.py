"""Plans in JSON of any shape: lists or objects of steps, their needs as numbers, names or deeds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from diorama.kinds.reading.plans import words
from diorama.kinds.reading.plans.drafts import Draft, Needs, Refs, merged
from diorama.kinds.reading.plans.labels import labelled
from diorama.kinds.reading.plans.needs import is_needs_key, needs_of, parted
from diorama.kinds.reading.plans.references import refs

MOST_ITEMS = 400
MOST_NESTED = 6

_LABEL = re.compile(
    r"(?:step|schritt|paso|étape|task|action|步骤|步驟|第|ステップ|手順|[stp])?[\s_#.:-]*(\d{1,3}|[a-z])(?:步)?", re.I
)
_GOOD = re.compile(r"final|correct|revis|answer|updated|最终|答案|antwort|respuesta|réponse", re.I)
_POOR = re.compile(r"draft|initial|alternative|wrong|attempt|thought|reason|example|analysis", re.I)
_EDGES = re.compile(r"dependenc|edges|preconditions?|prerequisites?|needs|requirements|depends", re.I)


def steps_of(value: Any, depth: int = MOST_NESTED) -> tuple[Draft, ...] | None:
    """The steps that a value holds, empty for an empty plan; None if it is no plan."""
    if not depth:
        return None
    if isinstance(value, list):
        return _list(value)
    if not isinstance(value, dict):
        return None
    fields = {str(k).strip(): v for k, v in value.items()}
    labels = {
        k: m[1].casefold() for k in fields if (m := _LABEL.fullmatch(k)) and isinstance(fields[k], dict | str | list)
    }
    if labels and (len(labels) > 1 or next(iter(labels))[-1:].isdigit()) and not _is_step(fields):
        steps = [_step(_number(label), fields[key]) for key, label in labels.items()]
        found = None if None in steps else tuple(s for s in steps if s is not None)
        return _with_edges(found, fields)
    plans = {k: found for k, v in fields.items() if (found := _inside(k, v, depth)) is not None}
    for test in (_GOOD.search, lambda k: not _POOR.search(k)):
        chosen = [k for k in plans if test(k)]
        filled = [k for k in chosen if plans[k]] or chosen
        if filled:
            same = all(plans[k] == plans[filled[0]] for k in filled)
            return _with_edges(plans[filled[0]], {k: v for k, v in fields.items() if k != filled[0]}) if same else None
    step = _step("1", value)
    return (step,) if step is not None and _is_step(fields) else None


def is_bare(value: Any) -> bool:
    """A list of texts, which may be steps, and may be anything else that a reply mentions."""
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def is_one_step(value: Any) -> bool:
    """Whether an object is a single step, as on one line of JSON Lines."""
    return isinstance(value, dict) and _is_step({str(k): v for k, v in value.items()})


def _inside(key: str, value: Any, depth: int) -> tuple[Draft, ...] | None:
    """The plan in a field of an object."""
    if is_needs_key(_plain(key)) or words.NOTE_KEY.search(_plain(key)) or not isinstance(value, list | dict):
        return None
    if value in ([], {}):
        return () if re.search(r"step|plan|answer|action|task|schritt|paso|étape|步骤|手順", key, re.I) else None
    return steps_of(value, depth - 1)


def _list(values: Sequence[Any]) -> tuple[Draft, ...] | None:
    if len(values) > MOST_ITEMS:
        return None
    if len(values) > 1 and all(isinstance(v, dict) and len(v) == 1 for v in values):
        merged = {str(k): x for v in values for k, x in v.items()}
        if len(merged) == len(values) and all(_LABEL.fullmatch(k.strip()) for k in merged):
            return steps_of(merged)
    steps = [_step(str(k), item) for k, item in enumerate(values, start=1)]
    if None in steps:
        return None
    found = tuple(s for s in steps if s is not None)
    own = [isinstance(v, dict) and _own_label(_fields(v)) is not None for v in values]
    zero = any("0" in r.labels for s in found for r in s.needs.refs)
    if zero and not any(own) and all(s.label == str(k) for k, s in enumerate(found, start=1)):
        return tuple(replace(s, label=str(k)) for k, s in enumerate(found))  # it counts from nought
    if any(own) and not all(own):
        return None
    return found


def _fields(item: Mapping[Any, Any]) -> dict[str, Any]:
    return {_plain(str(k)): v for k, v in item.items()}


def _plain(key: str) -> str:
    """A key in plain words: ``dependsOn`` and ``depends_on`` are "depends on"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]+", " ", key).strip().casefold()


def _own_label(fields: Mapping[str, Any]) -> str | None:
    for key, value in fields.items():
        if words.NUMBER_KEY.fullmatch(key) and not isinstance(value, bool):
            if isinstance(value, int) and 0 <= value < 1000:
                return str(value)
            if isinstance(value, str) and (found := _LABEL.fullmatch(value.strip())):
                return _number(found[1])
            if isinstance(value, str) and re.fullmatch(r"[\w-]{1,40}", value.strip()) and key in ("id", "key", "label"):
                return value.strip().casefold()
    return None


def _number(label: str) -> str:
    return str(int(label)) if label.isdigit() else label.casefold()


def _content(fields: Mapping[str, Any]) -> str:
    """What a step does; a deed and its object may stand in two fields."""
    names = [k for k in fields if words.CONTENT_KEY.fullmatch(k) and isinstance(fields[k], str) and fields[k].strip()]
    names = [k for k in names if not (words.NUMBER_KEY.fullmatch(k) and _LABEL.fullmatch(fields[k].strip()))]
    order = ("content", "action", "instruction", "description", "step", "text")
    names.sort(key=lambda k: order.index(k) if k in order else len(order))
    others = [
        k for k, v in fields.items()
        if isinstance(v, str) and " " in v.strip() and not is_needs_key(k) and not words.NOTE_KEY.search(k)
    ]  # fmt: skip
    if not names and len(others) != 1:
        return ""
    content: str = fields[names[0] if names else others[0]]
    thing = next((v for k, v in fields.items() if words.OBJECT_KEY.fullmatch(k) and isinstance(v, str)), "")
    if not thing and len(content.split()) <= 2:
        thing = next((v for k, v in fields.items() if k == "target" and isinstance(v, str)), "")
    if thing and thing.casefold() not in content.casefold():
        content = f"{content.replace('_', ' ')} {thing}"
        place = next(
            (v for k, v in fields.items() if words.PLACE_KEY.fullmatch(k) and isinstance(v, str) and v != thing), ""
        )
        content += f" to {place}" if place and place.casefold() not in ("none", "null", "n/a", "-") else ""
    return content


def _is_step(fields: Mapping[str, Any]) -> bool:
    plain = _fields(fields)
    return bool(_content(plain)) and any(is_needs_key(k) or words.NUMBER_KEY.fullmatch(k) for k in plain)


def _step(label: str, item: Any) -> Draft | None:
    if isinstance(item, str):
        own = [c for c in labelled(item) if not c.weak and c.kind == "number"]
        text = own[0].text if own else item
        content, needs = parted(text)
        return Draft(own[0].label if own else label, content, needs) if content else None
    if isinstance(item, list):
        return _row(label, item)
    if not isinstance(item, dict):
        return None
    fields = _fields(item)
    label = _own_label(fields) or label
    lettered = not label.isdigit()
    said = _content(fields)
    own = [c for c in labelled(said) if not c.weak and c.label == label]
    content, needs = parted(own[0].text if own else said, lettered)
    if not content:
        return None
    for key, value in fields.items():
        if (
            is_needs_key(key)
            and not words.NOTE_KEY.search(key)
            and not (words.CONTENT_KEY.fullmatch(key) and value == said)
        ):
            more = _needs(value, lettered)
            if more is None:
                return None
            needs += more
    return Draft(label, content, needs)


def _row(label: str, item: Sequence[Any]) -> Draft | None:
    """``[1, "Remove the lamp", []]``."""
    if len(item) not in (2, 3):
        return None
    first, *rest = item
    numbered = isinstance(first, int) and not isinstance(first, bool)
    content, needs = (rest[0], rest[1:]) if numbered else (first, rest)
    if not isinstance(content, str) or len(needs) > 1 or (needs and not isinstance(needs[0], list)):
        return None
    found = _needs(needs[0], False) if needs else Needs()
    return Draft(str(first) if numbered else label, content.strip(), found) if found is not None else None


def _needs(value: Any, lettered: bool) -> Needs | None:
    """What a field says; None if it cannot be understood."""
    if value is None or value is False or value in ([], {}, ""):
        return Needs((Refs(),))
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return Needs((Refs((str(int(value)),)),)) if value == int(value) and value >= 0 else None
    if isinstance(value, str):
        if re.fullmatch(r"[\w-]{1,40}", value.strip()) and refs(value, lettered) is None:
            return (
                Needs((Refs((value.strip().casefold(),)),))
                if re.search(r"[_\d-]", value)
                else needs_of(value, lettered)
            )
        return needs_of(value, lettered)
    if isinstance(value, dict):
        fields = _fields(value)
        label = _own_label(fields)
        if label is not None:
            return Needs((Refs((label,)),))
        inner = [v for k, v in fields.items() if k in ("steps", "step", "ids", "content") or is_needs_key(k)]
        return _needs(inner[0], lettered) if len(inner) == 1 else None
    found = Needs()
    for item in value if isinstance(value, list) else ():
        more = _needs(item, lettered)
        if more is None:
            return None
        if more.refs and not any(r.labels or r.back for r in more.refs):
            continue  # ["none"]
        found += more
    return replace(found, refs=merged(found.refs)) if found.stated else Needs((Refs(),))


def _with_edges(found: tuple[Draft, ...] | None, fields: Mapping[str, Any]) -> tuple[Draft, ...] | None:
    """Steps with the needs that stand in a field beside them: ``{"2": [1]}``, or pairs from one step to the next."""
    for key, value in fields.items():
        if not found or not _EDGES.search(_plain(key)) or not isinstance(value, list | dict):
            continue
        if isinstance(value, dict):
            told = {
                _number(m[1]): _needs(v, False) for k, v in value.items() if (m := _LABEL.fullmatch(str(k).strip()))
            }
        else:
            told = {}
            for pair in value:
                ends = list(pair.values()) if isinstance(pair, dict) else pair
                if not isinstance(ends, list) or len(ends) != 2:
                    return None
                numbers = [m[1] for e in ends if (m := _LABEL.fullmatch(str(e).strip()))]
                if len(numbers) != 2 or not all(n.isdigit() for n in numbers) or int(numbers[0]) >= int(numbers[1]):
                    return None
                told[numbers[1]] = (told.get(numbers[1]) or Needs()) + Needs((Refs((numbers[0],)),))
        if None in told.values():
            return None
        told = {k: replace(n, refs=merged(n.refs)) for k, n in told.items() if n is not None}
        found = tuple(replace(d, needs=d.needs + (told.get(d.label) or Needs())) for d in found)
    return found

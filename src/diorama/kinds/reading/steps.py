"""Reading a plan: numbered lines with the steps each one needs, or JSON."""

from __future__ import annotations

import re
from typing import Any

from diorama.kinds.reading.cleaning import Final, json_values
from diorama.kinds.reading.manners import no_answer
from diorama.kinds.reading.readings import NotRead, Planned, PlannedStep

MOST_STEPS = 100
LONGEST_LINE = 1000

_LINE = re.compile(r"^\s*(?:[-*•]\s*)?(?:step\s*)?\(?(\d{1,3})\)?\s*[.):-]\s*(\S.*)$", re.I)
_NEEDS = re.compile(
    r"[\[(]\s*+(?:(?:after|needs?|requires?|preconditions?|depends on|precondition steps?)\b\s*+:?+\s*+)?+"
    r"((?:(?:steps?\s*+)?+\d{1,3}|none|nothing|-|–|,|;|&|and|\s)*+)[\])]\s*\.?\s*$",
    re.I,
)
"""What a step needs, in brackets at its end. Possessive throughout: a long number must not be tried in every split."""
_NUMBER = re.compile(r"\d{1,3}")
_NOTHING = re.compile(r"\b(?:nothing (?:needs? to be done|to do)|no steps? (?:is|are) (?:needed|necessary))\b", re.I)
_NEEDS_KEYS = ("needs", "precondition", "preconditions", "requires", "after")
_STEP_KEY = re.compile(r"^(?:step)?[\s_-]*(\d{1,3})$", re.I)


def steps_in(final: Final) -> Planned | NotRead:
    """The last plan that a reply lays out. JSON goes before lines of text, save for a mere list inside a reply."""
    values = [*final.marked, *reversed(json_values(final.raw))]
    whole = final.raw.lstrip("`json \n").startswith("[")
    listed = [_from_json(value) for value in values]
    told = [steps for value, steps in zip(values, listed, strict=True) if whole or not _bare(value)]
    lines = (_from_lines(v) for v in (*final.marked, final.text) if isinstance(v, str))
    if found := next(filter(None, (*told, *lines, *listed)), None):
        return Planned(found)
    # an empty list is no plan while there are steps beside it: it may be what the first of them needs
    if () in listed or (_NOTHING.search(final.text) and len(final.text.split()) <= 20):
        return Planned(())
    return no_answer(final)


def _bare(value: Any) -> bool:
    """A list of texts, which may be steps, and may be anything else that a reply mentions."""
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _from_lines(text: str) -> tuple[PlannedStep, ...]:
    """The last run of lines whose numbers go up from 1 (or 0)."""
    runs: list[list[PlannedStep]] = []
    for line in text.splitlines():
        found = _LINE.match(line) if len(line) <= LONGEST_LINE else None
        if found is None:
            continue
        number, content = int(found[1]), found[2].strip()
        if not runs or number <= runs[-1][-1].number:
            runs.append([])
        needs: tuple[int, ...] = ()
        if tail := _NEEDS.search(content):
            needs = tuple(dict.fromkeys(int(n) for n in _NUMBER.findall(tail[1])))
            content = content[: tail.start()].strip()
        if content:
            runs[-1].append(PlannedStep(number, content.rstrip(" .;,"), needs))
        if not runs[-1]:
            runs.pop()
    return tuple(runs[-1][:MOST_STEPS]) if runs else ()


def _from_json(value: Any) -> tuple[PlannedStep, ...] | None:
    """A list of steps, an object with such a list, or an object of numbered steps; None if it is none of these."""
    if isinstance(value, dict):
        fields = {str(k).strip().casefold(): v for k, v in value.items()}
        for name in ("steps", "plan", "answer", "final_answer"):
            if isinstance(fields.get(name), list | dict):
                return _from_json(fields[name])
        numbered = [(m, v) for k, v in fields.items() if (m := _STEP_KEY.match(k))]
        if not numbered or len(numbered) < len(fields):
            return None
        items = [(int(m[1]), v) for m, v in numbered]
    elif isinstance(value, list):
        items = list(enumerate(value, start=1))
    else:
        return None
    steps = [_step(number, item) for number, item in items[:MOST_STEPS]]
    return None if None in steps else tuple(s for s in steps if s is not None)


def _step(number: int, item: Any) -> PlannedStep | None:
    if isinstance(item, str):
        found = _from_lines(item if _LINE.match(item) else f"{number}. {item}")
        return found[0] if found else None
    if not isinstance(item, dict):
        return None
    fields = {str(k).strip().casefold(): v for k, v in item.items()}
    content = next((fields[k] for k in ("content", "action", "step", "description", "text") if k in fields), None)
    needs = next((fields[k] for k in _NEEDS_KEYS if k in fields), ())
    own = next((fields[k] for k in ("id", "number", "index") if isinstance(fields.get(k), int)), number)
    if not isinstance(content, str) or not content.strip():
        return None
    listed = needs if isinstance(needs, list) else [needs]
    numbers = [int(n) for each in listed for n in _NUMBER.findall(str(each))]
    return PlannedStep(int(own), content.strip(), tuple(dict.fromkeys(numbers)))

"""Places in sentences: `(120, 80)`, `[10, 20, 30, 40]`, "x = 120, y = 80", "(10, 20) to (30, 40)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from diorama.perceive.spots.fields import place_of_names
from diorama.perceive.spots.written import AFTER, NUMBER, Written, numbers_in, numbers_only, of_numbers

_TUPLE = re.compile(
    rf"[(\[]\s{{0,3}}{NUMBER}{AFTER}(?:\s{{0,3}}[,;]\s{{0,3}}{NUMBER}{AFTER}){{1,3}}\s{{0,3}}[)\]]", re.I
)
_NEXT = re.compile(r"\s{0,3}[,;–-]?\s{0,3}")
_TO = re.compile(r"\s{0,3}(?:to|→|->|—)\s{0,3}")
"""Between two corners of a box, but also between the two ends of a motion …"""
_BOX_WORDS = re.compile(
    r"\b(?:box|corners?|top|upper|spans?|spanning|extends?|covers?|covering|rectangle|region)\b", re.I
)
"""… so that a word before them must tell."""
_TO_THE_OTHER_CORNER = re.compile(r"[^()\[\]0-9]{0,25}\b(?:bottom|lower)[ -]?right\b[^()\[\]0-9]{0,15}", re.I)
_LABELLED = re.compile(
    r"\b(?:point|coordinates?|location|position|cent(?:er|re)|middle|b?box)\s{0,3}[:=]\s{0,3}"
    rf"(?P<numbers>{NUMBER}{AFTER}(?:,\s{{1,3}}{NUMBER}{AFTER}){{1,3}})(?![\w]|,?\s?[.,]?[0-9])",
    re.I,
)
_NO_PLACE = re.compile(
    r"(?:\b(?:size|resolution|dimensions?)\b[^()\[\].]{0,15}|\b[xy]\b[\"']?\s?(?:∈|=|:|\bin\b|\brange\b|\bspans\b)\s?)$",
    re.I,
)
"""Before two numbers in brackets: they are a size or a range."""
_NAMED = re.compile(
    r"(?<![\w.])(?P<name>[xy](?:[_ -]?(?:min|max|center|centre|start|end|[0-9]))?|c[xy]|left|top|right|bottom|"
    r"width|height|[wh])"
    r"(?:[ -](?:coordinate|coord|position|value|edge))?[\"']?\s{0,3}(?:=|:|≈|~|\bis\b|\bat\b)\s{0,3}"
    rf"(?:about |around |approximately |roughly |[~≈]\s?)?[\"']?(?P<number>{NUMBER})(?P<unit>{AFTER})[\"']?"
    r"(?![\w]|[.,][0-9])",
    re.I,
)
_BETWEEN = re.compile(r"[\s,;|&()\[\]{}\"'*•-]{0,12}(?:and\b)?\s{0,3}(?:the\s|its\s)?[\"']?", re.I)
"""Between two coordinates of one place."""


def places_in_prose(text: str) -> Iterator[Written]:
    """All places in sentences, with where they stand."""
    if bare := of_numbers(numbers_only(text), percent="%" in text):
        yield replace(bare, end=len(text))
        return
    yield from _in_brackets(text)
    yield from _by_labels(text)
    yield from _by_names(text)


def is_no_place(text: str, start: int) -> bool:
    """Whether the words before numbers say that they are a size, or the range of one coordinate."""
    return bool(_NO_PLACE.search(text, max(0, start - 40), start))


def _in_brackets(text: str) -> Iterator[Written]:
    """Numbers in brackets; just two pairs, one right after the other, are corners of a box."""
    groups: list[list[re.Match[str]]] = []
    for each in _TUPLE.finditer(text):
        if is_no_place(text, each.start()):
            continue
        if groups and _belongs(text, groups[-1][-1], each):
            groups[-1].append(each)
        else:
            groups.append([each])
    for group in groups:
        values = [numbers_in(each[0]) for each in group]
        if len(group) == 2 and len(values[0]) == len(values[1]) == 2:
            joined = of_numbers([*values[0], *values[1]], percent="%" in group[0][0])
            if joined:
                yield replace(joined, start=group[0].start(), end=group[1].end())
            continue
        for each, numbers in zip(group, values, strict=True):
            if place := of_numbers(numbers, percent="%" in each[0]):
                yield replace(place, start=each.start(), end=each.end())


def _belongs(text: str, before: re.Match[str], pair: re.Match[str]) -> bool:
    """Whether one pair in brackets goes on where another ended."""
    between = text[before.end() : min(pair.start(), before.end() + 60)]
    if before.end() + len(between) < pair.start():
        return False
    if _TO.fullmatch(between):
        return bool(_BOX_WORDS.search(text, max(0, before.start() - 40), before.start()))
    return bool(_NEXT.fullmatch(between) or _TO_THE_OTHER_CORNER.fullmatch(between))


def _by_labels(text: str) -> Iterator[Written]:
    """Numbers without brackets after a word that says what they are."""
    for each in _LABELLED.finditer(text):
        if place := of_numbers(numbers_in(each["numbers"]), percent="%" in each["numbers"]):
            yield replace(place, start=each.start(), end=each.end())


def _by_names(text: str) -> Iterator[Written]:
    """Coordinates with names, one after the other."""
    run: dict[str, str] = {}
    start = end = 0
    for each in _NAMED.finditer(text):
        name = re.sub(r"[ -]", "_", each["name"].casefold())
        gap = text[end : each.start()]
        if run and (name in run or len(gap) > 40 or not _BETWEEN.fullmatch(gap)):
            yield from _of_run(run, start, end)
            run = {}
        if not run:
            start = each.start()
        run[name], end = each["number"] + each["unit"], each.end()
    yield from _of_run(run, start, end)


def _of_run(run: dict[str, str], start: int, end: int) -> Iterator[Written]:
    if place := place_of_names(run):
        yield replace(place, keyed=False, start=start, end=end)

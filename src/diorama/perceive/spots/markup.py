"""Places in tags: `<point x= y=>`, `<points coords=…>`, `<box>…</box>`, `<loc0123>` tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from diorama.perceive.spots.fields import key_of, place_of_names
from diorama.perceive.spots.written import NUMBER, Written, number_of, numbers_in, numbers_only, of_numbers

LONGEST_TAG = 2000
"""Characters of a tag and of what it encloses."""
_OPENS = re.compile(rf"<(points?|tracks?|boxe?s?|bbox|bounding_box)\b([^<>]{{0,{LONGEST_TAG}}})>", re.I)
_CLOSES = re.compile(rf"([^<>]{{0,{LONGEST_TAG}}})</\s?(?:points?|tracks?|boxe?s?|bbox|bounding_box)>", re.I)
_ATTRIBUTE = re.compile(rf"\b([a-z][a-z_]{{0,15}}[0-9]{{0,3}})\s?=\s?([\"']?)\s?({NUMBER})\s?%?\s?\2", re.I)
_COORDS = re.compile(r"\bcoords\s?=\s?[\"']([0-9\t:;, .]*)[\"']", re.I)
_FRAMES = re.compile(r"[\t:;,]")
_TOKENS = re.compile(r"(?:<loc[0-9]{1,4}>\s{0,3})+", re.I)
_TOKEN = re.compile(r"<loc([0-9]{1,4})>", re.I)
_INDEXED = re.compile(r"[xy][0-9]+")


def places_in_tags(text: str) -> Iterator[Written]:
    """All places in tags, with where they stand."""
    for run in _TOKENS.finditer(text):
        for each in _split([float(token) for token in _TOKEN.findall(run[0])], 4):
            yield replace(each, tokens=True, keyed=True, start=run.start(), end=run.end())
    for tag in _OPENS.finditer(text):
        closes = _CLOSES.match(text, tag.end())
        inside, end = (closes[1], closes.end()) if closes else ("", tag.end())
        is_box = "b" in tag[1].casefold()
        found = list(_in_attributes(tag[2], is_box)) or _split(numbers_only(inside), 4 if is_box else 2)
        for each in found:
            yield replace(each, keyed=True, start=tag.start(), end=end)


def _in_attributes(attributes: str, is_box: bool) -> Iterator[Written]:
    """The places that attributes of a tag tell."""
    if coords := _COORDS.search(attributes):
        yield from _in_coords(coords[1])
        return
    fields = {key_of(name): number_of(value) for name, _, value in _ATTRIBUTE.findall(attributes)}
    if not is_box and any(_INDEXED.fullmatch(name) for name in fields):  # x1, y1, x2, y2 are points here, no corners
        numbers = dict.fromkeys(name[1:] for name in fields if _INDEXED.fullmatch(name))
        for number in numbers:
            x, y = fields.get(f"x{number}"), fields.get(f"y{number}")
            if x is not None and y is not None:
                yield Written(point=(x, y), point_named=True)
    elif found := place_of_names(fields):
        yield found


def _in_coords(coords: str) -> Iterator[Written]:
    """Points as `frame index x y index x y …` for each frame, or plain `x y`."""
    if len(plain := numbers_in(coords)) == 2:
        yield Written(point=(plain[0], plain[1]))
        return
    for frame in _FRAMES.split(coords):
        numbers = numbers_in(frame)
        if len(numbers) == 2:
            yield Written(point=(numbers[0], numbers[1]))
        for k in range(len(numbers) % 3, len(numbers) - 2, 3) if len(numbers) % 3 != 2 else ():
            yield Written(point=(numbers[k + 1], numbers[k + 2]))


def _split(numbers: list[float], count: int) -> list[Written]:
    """Places of so many numbers each, or one place of two or four."""
    if len(numbers) in (2, 4) and (count == 4 or len(numbers) == 2):
        found = of_numbers(numbers)
        return [found] if found else []
    if len(numbers) % count:
        return []
    each = [of_numbers(numbers[k : k + count]) for k in range(0, len(numbers), count)]
    return [place for place in each if place]

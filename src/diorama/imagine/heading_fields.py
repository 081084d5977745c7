"""A direction in data: what the fields of JSON objects say, and whether they agree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from diorama.imagine.heading_terms import (
    AGAINST,
    SHORT,
    agreed,
    directions,
    number_of,
    unit,
)
from diorama.imagine.motion import Heading, HeadingFault, NoHeading, unit_vector
from diorama.kinds.reading.loose_json import TwiceNamed
from diorama.perceive.spots import Point

_ANGLE_KEYS = ("degrees", "angle", "degree", "angle_deg", "angle_degrees", "heading_degrees", "direction_degrees")
_WAY_KEYS = (
    "direction",
    "heading",
    "motion_direction",
    "movement_direction",
    "direction_of_motion",
    "moving_direction",
)
_FALL_KEYS = ("falls", "falling", "gravity", "fall")
_GONE_KEYS = ("gone", "removed", "taken_away", "disappears", "invisible")
_KNOWN = frozenset({*_ANGLE_KEYS, *_WAY_KEYS, *_FALL_KEYS, *_GONE_KEYS, "dx", "dy", "front", "moves", "arrow", "sign",
                    "clock", "against", "vector", "velocity"})  # fmt: skip
_OWN_WORD = re.compile(r"\b(forwards?|ahead|backwards?|reverse|left|right)\b", re.I)
_ALONG = re.compile(r"\b(?:along|same|positive|with|in the direction|plus|follow\w*)\b|^\s*\+?\s*1?\s*$", re.I)


def objects_about(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    """The JSON objects that speak of a direction, in their order."""
    if isinstance(value, TwiceNamed):
        if _key(value.name) in _KNOWN or any(True for _ in objects_about(dict(value), depth)):
            raise NoHeading(HeadingFault.SEVERAL, f"'{value.name[:40]}' stands twice with different values")
        return
    if isinstance(value, dict) and depth:
        fields = {_key(key): inner for key, inner in value.items()}
        if fields.keys() & _KNOWN:
            yield fields
            return
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        if depth:
            yield from objects_about(inner, depth - 1)


def _key(name: object) -> str:
    """A name as the tables here spell it."""
    return re.sub(r"[\s-]+", "_", str(name)[:40].strip().casefold())


def heading_of_objects(objects: list[dict[str, Any]]) -> Heading:
    """What all objects say, if none contradicts another; those that tell no direction do not count."""
    found: list[tuple[Heading, bool | None]] = []
    silent: NoHeading | None = None
    for fields in objects:
        try:
            found.append((_of_object(fields), _told(fields, _FALL_KEYS)))
        except NoHeading as error:
            if error.fault not in (HeadingFault.NOTHING, HeadingFault.OWN):
                raise
            silent = error
    if not found:
        raise silent or NoHeading(HeadingFault.NOTHING)
    if len({heading.gone for heading, _ in found}) > 1:
        raise NoHeading(HeadingFault.SEVERAL, "it is taken away, and it is not")
    if len({falls for _, falls in found if falls is not None}) > 1:
        raise NoHeading(HeadingFault.SEVERAL, "it falls, and it does not")
    headings = [heading for heading, _ in found]
    if told := [heading.direction for heading in headings if heading.direction is not None]:
        return Heading(agreed(told), falls=any(heading.falls for heading in headings))
    return headings[-1]


def _told(fields: Mapping[str, Any], keys: tuple[str, ...]) -> bool | None:
    """What the fields under these keys say: yes, no, or nothing."""
    said = {_yes(fields[key]) for key in keys if fields.get(key) is not None}
    if len(said) > 1:
        raise NoHeading(HeadingFault.SEVERAL, f"{' and '.join(k for k in keys if k in fields)} contradict each other")
    return next(iter(said), None)


def _of_object(fields: Mapping[str, Any]) -> Heading:
    """What the fields of an object say together."""
    gone, falls = bool(_told(fields, _GONE_KEYS)), bool(_told(fields, _FALL_KEYS))
    told = _directions_of(fields)
    if gone:
        if told or falls:
            raise NoHeading(HeadingFault.SEVERAL, "it is taken away, and it moves")
        return Heading(gone=True)
    if not told:
        if falls:
            return Heading(falls=True)
        own = any(_OWN_WORD.search(str(fields.get(key, ""))[:SHORT]) for key in ("moves", *_WAY_KEYS))
        raise NoHeading(HeadingFault.OWN if own else HeadingFault.NOTHING, "" if own else "no field tells it")
    return Heading(agreed(told), falls=falls)


def _directions_of(fields: Mapping[str, Any]) -> list[Point]:
    """The directions that fields tell; where none does, the one that follows from a front or an arrow."""
    told: list[Point] = []
    for key in _ANGLE_KEYS:
        if (number := number_of(fields.get(key))) is not None:
            told.append(unit_vector(number))
    told += _vector(fields)
    if clock := fields.get("clock"):
        told += directions(f"{clock} o'clock" if str(clock).strip().isdigit() else str(clock))
    for key in _WAY_KEYS:
        told += _in_value(fields.get(key))
    return told or _of_front(fields) or _of_arrow(fields)


def _in_value(value: Any) -> list[Point]:
    """The direction that stands under a key: a word, an angle, a clock, or two numbers."""
    if isinstance(value, str):
        number = number_of(value)
        return [unit_vector(number)] if number is not None else directions(value[:200])
    if isinstance(value, list) and len(value) == 2:
        x, y = (number_of(each) for each in value)
        return [] if x is None or y is None else [unit(x, y)]
    if isinstance(value, dict):
        fields = {str(key).casefold(): inner for key, inner in value.items()}
        return _vector(fields) or [
            unit_vector(n) for key in _ANGLE_KEYS if (n := number_of(fields.get(key))) is not None
        ]
    number = number_of(value)
    return [] if number is None else [unit_vector(number)]


def _vector(fields: Mapping[str, Any]) -> list[Point]:
    """Two numbers under names, or a list of two."""
    for a, b in (("dx", "dy"), ("vx", "vy"), ("x", "y")):
        x, y = number_of(fields.get(a)), number_of(fields.get(b))
        if x is not None and y is not None:
            return [unit(x, y)]
    for key in ("vector", "velocity"):
        if isinstance(fields.get(key), list | dict) and (found := _in_value(fields[key])):
            return found
    return []


def _of_front(fields: Mapping[str, Any]) -> list[Point]:
    """Where a thing goes by its front in the picture and a word of its own; foreshortening is left out."""
    front, word = _in_value(fields.get("front")), _OWN_WORD.search(str(fields.get("moves", ""))[:SHORT])
    if not front or not word:
        return []
    x, y = front[0]
    match word[1].casefold():
        case "left":
            return [(y, -x)]
        case "right":
            return [(-y, x)]
        case back if back.startswith(("back", "reverse")):
            return [(-x, -y)]
    return [front[0]]


def _of_arrow(fields: Mapping[str, Any]) -> list[Point]:
    """Along an arrow, or against it."""
    arrow = _in_value(fields.get("arrow"))
    if not arrow:
        return []
    sign = fields.get("sign", fields.get("against"))
    against = _yes(sign) if "sign" not in fields else bool(AGAINST.search(str(sign)[:SHORT]))
    if "sign" in fields and not against and not _ALONG.search(str(sign)[:SHORT]):
        return []
    x, y = arrow[0]
    return [(-x, -y)] if against else [(x, y)]


def _yes(value: Any) -> bool:
    if isinstance(value, str):
        return value.strip().casefold() in ("true", "yes", "on", "1")
    return isinstance(value, int | float) and value == 1

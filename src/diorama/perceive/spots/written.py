"""What a reply wrote, before any convention is applied: numbers, and whether names say which is x."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from diorama.perceive.spots.spot import Box, Point

NUMBER = r"(?:[-+−]?(?:[0-9]++(?:\.[0-9]++)?|\.[0-9]++)(?:[eE][-+]?[0-9]++)?|[-+−]?\b(?:nan|inf(?:inity)?)\b)"
"""A number with a decimal point. A comma separates two numbers and is never a decimal comma: "12,5" may be either."""
AFTER = r"\s{0,3}(?:px\b|pixels?\b|%)?"
"""A unit may stand after a number; the convention decides nevertheless."""
_ONE = re.compile(rf"\s*({NUMBER}){AFTER}\s*", re.I)
_EACH = re.compile(NUMBER, re.I)
_ONLY_NUMBERS = re.compile(rf"(?:[\s,;()\[\]]|{NUMBER}{AFTER}(?![\w.]))*+", re.I)


@dataclass(frozen=True)
class Written:
    """One place as it was written."""

    point: Point | None = None
    box: Box | None = None
    extent: Point | None = None
    """Width and height, if the point is the middle of a box."""
    point_named: bool = False
    """Whether the point is x and y by name, whatever the convention."""
    box_named: bool = False
    """Whether the box is left, top, right, bottom by name, whatever the convention."""
    percent: bool = False
    """Whether percent signs were written."""
    tokens: bool = False
    """Whether it was written in `<loc…>` tokens."""
    keyed: bool = False
    """Whether it was written as data (an object with keys, a tag) and not only as numbers in a text."""
    final: bool = False
    """Whether the reply itself marks it as its answer."""
    fault: str = ""
    """What makes it contradict itself."""
    start: int = 0
    end: int = 0
    """Where in the reply it stands."""

    def numbers(self) -> tuple[float, ...]:
        """All numbers that were written."""
        return (*(self.point or ()), *(self.box or ()), *(self.extent or ()))


def number_of(value: object) -> float | None:
    """A number, also in a text; None for anything else."""
    match value:
        case bool():
            return None
        case int() | float():
            try:
                return float(value)
            except OverflowError:
                return float("inf")
        case str() if found := _ONE.fullmatch(value):
            return float(found[1].replace("−", "-"))
    return None


def numbers_only(text: str) -> list[float]:
    """The numbers of a text that has nothing but numbers, brackets and commas; none of any other text."""
    return numbers_in(text) if _ONLY_NUMBERS.fullmatch(text) else []


def numbers_in(text: str) -> list[float]:
    """All numbers in a text."""
    return [float(each.replace("−", "-")) for each in _EACH.findall(text)]


def of_numbers(values: list[float], *, percent: bool = False) -> Written | None:
    """Two numbers are a point, four a box; others are no place."""
    if len(values) == 2:
        return Written(point=cast(Point, tuple(values)), percent=percent)
    return Written(box=cast(Box, tuple(values)), percent=percent) if len(values) == 4 else None

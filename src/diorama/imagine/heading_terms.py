"""Words, angles and numbers that tell a direction in a picture, wherever they stand: in a sentence or under a key."""

from __future__ import annotations

import math
import re
from typing import Any

from diorama.imagine.motion import WORDS, Heading, HeadingFault, NoHeading, angle_between, unit_vector
from diorama.perceive.spots import Point

AGREE_DEG = 50.0
"""Two ways to tell one direction may differ by as much: a word stands for 45 degrees."""
SHORT = 60
"""Characters of a reply that is nothing but a direction."""
FARTHEST = 1e6
"""No number of a direction is larger."""
NUMBER = r"[-+−]?(?:\d++(?:\.\d++)?|\.\d++)"
DEGREES = re.compile(rf"({NUMBER})\s?(?:°|degrees?\b|deg\b)", re.I)
CLOCK = re.compile(r"\b(1[0-2]|[1-9])(?:[:.]?(00|30))?\s?(?:o['’]?\s?clock)\b", re.I)
PAIR = re.compile(rf"\(\s?({NUMBER})\s?,\s?({NUMBER})\s?\)")
DX_DY = re.compile(rf"\bdx\b[\"']?\s?[:=]\s?({NUMBER})\W{{1,6}}dy\b[\"']?\s?[:=]\s?({NUMBER})", re.I)
WORD = re.compile(
    r"\b(?:(?P<row>upper|top|up(?:wards?)?|above|lower|bottom|down(?:wards?)?|below)(?:\s?(?:and|,|-|–)\s?(?:to )?"
    r"(?:the )?|\s)?(?:to (?:the )?)?(?P<side>left|right)(?:wards?)?(?:[ -]hand)?"
    r"|(?P<side2>left|right)(?:wards?)?(?:\s?(?:and|-|–)\s?|\s)(?P<row2>upwards?|up|downwards?|down)"
    r"|(?P<one>left|right|up|down|top|bottom)(?:wards?)?|(?P<near>towards? (?:the )?(?:camera|viewer|observer|us))"
    r"|(?P<far>away from (?:the )?(?:camera|viewer|observer|us)|into the (?:distance|background)))\b",
    re.I,
)
AGAINST = re.compile(
    r"\b(?:against|opposite|reverse[ds]?|negative|contrary|minus)\b|^\s*-\s*1?\s*$|^\s*−\s*1?\s*$", re.I
)


def agreed(told: list[Point]) -> Point:
    """The first of several ways to tell one direction, if all mean the same."""
    for other in told[1:]:
        if angle_between(told[0], other) > AGREE_DEG:
            one, two = (round(Heading(each).degrees or 0.0) for each in (told[0], other))
            raise NoHeading(HeadingFault.SEVERAL, f"{one} and {two} degrees clockwise from the right")
    return told[0]


def directions(text: str) -> list[Point]:
    """All directions that a piece of text tells, by angles, clocks, numbers or words."""
    found = [unit_vector(finite(m[1])) for m in DEGREES.finditer(text)]
    found += [unit_vector(30.0 * (int(m[1]) + (0.5 if m[2] == "30" else 0.0)) - 90.0) for m in CLOCK.finditer(text)]
    found += [unit(finite(m[1]), finite(m[2])) for p in (DX_DY, PAIR) for m in p.finditer(text)]
    found += [unit_vector(_word_degrees(m)) for m in WORD.finditer(text)]
    return found


def _word_degrees(word: re.Match[str]) -> float:
    row, side = word["row"] or word["row2"], word["side"] or word["side2"]
    if row and side:
        rise = "upper" if row.casefold().startswith(("up", "top", "above")) else "lower"
        return WORDS[f"{rise} {side.casefold()}"]
    if word["near"] or word["far"]:
        return WORDS["down" if word["near"] else "up"]
    return WORDS[{"top": "up", "bottom": "down"}.get(word["one"].casefold(), word["one"].casefold())]


def unit(x: float, y: float) -> Point:
    """Two numbers as a direction."""
    length = math.hypot(x, y)
    if length < 1e-9:
        raise NoHeading(HeadingFault.NO_LENGTH, f"({x:g}, {y:g})")
    return x / length, y / length


def number_of(value: Any) -> float | None:
    """A number, also in a text; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        match = re.fullmatch(rf"\s*({NUMBER})\s?(?:°|degrees?|deg)?\s*", value[:SHORT], re.I)
        return finite(match[1]) if match else None
    return finite(value)


def finite(value: str | float) -> float:
    """A number of a direction."""
    try:
        number = float(value.replace("−", "-") if isinstance(value, str) else value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number) or abs(number) > FARTHEST:
        raise NoHeading(HeadingFault.NOT_FINITE, f"{number:g}")
    return number

"""Reading a direction: from a model's reply to where a thing goes in the picture, or why that cannot be told.

Data (JSON) count before sentences; those in answer tags before others; of sentences the last one that tells a
direction. What it says in several ways must agree: a word and an angle, or two objects, that contradict each other are
refused, and nothing is guessed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from diorama.imagine.motion import WORDS, Heading, HeadingFault, NoHeading, angle_between, unit_vector
from diorama.imagine.spots import Point
from diorama.kinds.reading.cleaning import TAGGED, readable_end, whole_reply
from diorama.kinds.reading.loose_json import MOST_NESTED, TwiceNamed, loose_values
from diorama.kinds.reading.manners import no_answer

AGREE_DEG = 50.0
"""Two ways to tell one direction may differ by as much: a word stands for 45 degrees."""
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
_NUMBER = r"[-+−]?(?:\d++(?:\.\d++)?|\.\d++)"
_DEGREES = re.compile(rf"({_NUMBER})\s?(?:°|degrees?\b|deg\b)", re.I)
_CLOCK = re.compile(r"\b(1[0-2]|[1-9])(?:[:.]?(00|30))?\s?(?:o['’]?\s?clock)\b", re.I)
_PAIR = re.compile(rf"\(\s?({_NUMBER})\s?,\s?({_NUMBER})\s?\)")
_DX_DY = re.compile(rf"\bdx\b[\"']?\s?[:=]\s?({_NUMBER})\W{{1,6}}dy\b[\"']?\s?[:=]\s?({_NUMBER})", re.I)
_WORD = re.compile(
    r"\b(?:(?P<row>upper|top|up(?:wards?)?|above|lower|bottom|down(?:wards?)?|below)(?:\s?(?:and|,|-|–)\s?(?:to )?"
    r"(?:the )?|\s)?(?:to (?:the )?)?(?P<side>left|right)(?:wards?)?(?:[ -]hand)?"
    r"|(?P<side2>left|right)(?:wards?)?(?:\s?(?:and|-|–)\s?|\s)(?P<row2>upwards?|up|downwards?|down)"
    r"|(?P<one>left|right|up|down|top|bottom)(?:wards?)?|(?P<near>towards? (?:the )?(?:camera|viewer|observer|us))"
    r"|(?P<far>away from (?:the )?(?:camera|viewer|observer|us)|into the (?:distance|background)))\b",
    re.I,
)
_OWN = re.compile(
    r"\b(?:its|it's|their|own)(?: own)? (?:left|right)\b|\b(?:forwards?|backwards?|straight ahead)\b", re.I
)
_OWN_WORD = re.compile(r"\b(forwards?|ahead|backwards?|reverse|left|right)\b", re.I)
_AGAINST = re.compile(
    r"\b(?:against|opposite|reverse[ds]?|negative|contrary|minus)\b|^\s*-\s*1?\s*$|^\s*−\s*1?\s*$", re.I
)
_ALONG = re.compile(r"\b(?:along|same|positive|with|in the direction|plus|follow\w*)\b|^\s*\+?\s*1?\s*$", re.I)
_ARROW = re.compile(
    r"\barrow\b[^.;\n]{0,60}?\b(?:points?|pointing|directed|head(?:s|ing|ed)?|goes|runs|shows?)\b", re.I
)
_MOVES = re.compile(
    r"\b(?:direction(?: of (?:motion|movement))?\s?(?:is|:|=|would be)|mov(?:e|es|ing|ement)|motion|go(?:es|ing)?|"
    r"head(?:s|ing)|travel(?:s|ling|ing)?|slid(?:e|es|ing)|driv(?:e|es|ing)|roll(?:s|ing)?|fl(?:y|ies|ying)|"
    r"fall(?:s|ing)?|drop(?:s|ping)?|towards?|answer\s?(?:is|:))(?!\w)",
    re.I,
)
_FALLS = re.compile(r"\b(?:falls?|falling|drops?|dropping|gravity|free[ -]fall)\b", re.I)
_NO_FALL = re.compile(r"\b(?:not|never|no|without|n't)\b[^.;]{0,25}\b(?:fall|drop|gravity)", re.I)
_GONE = re.compile(
    r"\b(?:is|be|gets?|been|was)\s(?:simply |just |only )?(?:removed|taken away|gone|made invisible|transparent)\b",
    re.I,
)
_FILLERS = re.compile(
    r"\b(?:to|towards?|the|in|at|of|is|a|an|and|it|side|corner|picture|image|direction|answer|about|approximately|"
    r"straight|clockwise|from|moves?|moving)\b",
    re.I,
)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
SHORT = 60
"""Characters of a reply that is nothing but a direction."""
FARTHEST = 1e6
"""No number of a direction is larger."""


def read_heading(reply: str) -> Heading:
    """Where a thing goes according to a reply; raises `NoHeading` with the reason.

    >>> read_heading('{"direction": "left", "degrees": 180}').degrees
    180.0
    >>> read_heading('{"arrow": "up", "sign": "against"}').degrees
    90.0
    >>> read_heading("It moves towards 3 o'clock.").degrees
    0.0
    """
    if (readable := readable_end(reply)) is None:
        raise NoHeading(HeadingFault.UNREADABLE, "a reply that is too long")
    final = whole_reply(readable)
    if not final.raw:
        raise NoHeading(HeadingFault.NOTHING, no_answer(final).note)
    tags = [tag[0] for tag in TAGGED.finditer(final.raw)]
    for text in (*tags[-1:], final.raw):
        values = loose_values(text, tell_twice=True)
        if objects := [found for value in values for found in _objects(value, MOST_NESTED)]:
            return _of_objects(objects)
    return _of_text(final.text)


def _objects(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    """The JSON objects that speak of a direction, in their order."""
    if isinstance(value, TwiceNamed):
        if _key(value.name) in _KNOWN or any(True for _ in _objects(dict(value), depth)):
            raise NoHeading(HeadingFault.SEVERAL, f"'{value.name[:40]}' stands twice with different values")
        return
    if isinstance(value, dict) and depth:
        fields = {_key(key): inner for key, inner in value.items()}
        if fields.keys() & _KNOWN:
            yield fields
            return
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        if depth:
            yield from _objects(inner, depth - 1)


def _key(name: object) -> str:
    """A name as the tables here spell it."""
    return re.sub(r"[\s-]+", "_", str(name)[:40].strip().casefold())


def _of_objects(objects: list[dict[str, Any]]) -> Heading:
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
        return Heading(_agreed(told), falls=any(heading.falls for heading in headings))
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
    return Heading(_agreed(told), falls=falls)


def _directions_of(fields: Mapping[str, Any]) -> list[Point]:
    """The directions that fields tell; where none does, the one that follows from a front or an arrow."""
    told: list[Point] = []
    for key in _ANGLE_KEYS:
        if (number := _number(fields.get(key))) is not None:
            told.append(unit_vector(number))
    told += _vector(fields)
    if clock := fields.get("clock"):
        told += _directions(f"{clock} o'clock" if str(clock).strip().isdigit() else str(clock))
    for key in _WAY_KEYS:
        told += _in_value(fields.get(key))
    return told or _of_front(fields) or _of_arrow(fields)


def _agreed(told: list[Point]) -> Point:
    """The first of several ways to tell one direction, if all mean the same."""
    for other in told[1:]:
        if angle_between(told[0], other) > AGREE_DEG:
            one, two = (round(Heading(each).degrees or 0.0) for each in (told[0], other))
            raise NoHeading(HeadingFault.SEVERAL, f"{one} and {two} degrees clockwise from the right")
    return told[0]


def _in_value(value: Any) -> list[Point]:
    """The direction that stands under a key: a word, an angle, a clock, or two numbers."""
    if isinstance(value, str):
        number = _number(value)
        return [unit_vector(number)] if number is not None else _directions(value[:200])
    if isinstance(value, list) and len(value) == 2:
        x, y = (_number(each) for each in value)
        return [] if x is None or y is None else [_unit(x, y)]
    if isinstance(value, dict):
        fields = {str(key).casefold(): inner for key, inner in value.items()}
        return _vector(fields) or [unit_vector(n) for key in _ANGLE_KEYS if (n := _number(fields.get(key))) is not None]
    number = _number(value)
    return [] if number is None else [unit_vector(number)]


def _vector(fields: Mapping[str, Any]) -> list[Point]:
    """Two numbers under names, or a list of two."""
    for a, b in (("dx", "dy"), ("vx", "vy"), ("x", "y")):
        x, y = _number(fields.get(a)), _number(fields.get(b))
        if x is not None and y is not None:
            return [_unit(x, y)]
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
    against = _yes(sign) if "sign" not in fields else bool(_AGAINST.search(str(sign)[:SHORT]))
    if "sign" in fields and not against and not _ALONG.search(str(sign)[:SHORT]):
        return []
    x, y = arrow[0]
    return [(-x, -y)] if against else [(x, y)]


def _of_text(text: str) -> Heading:
    """The direction that sentences tell: the last sentence that tells one counts, all in it must agree."""
    if found := _nothing_else(text):
        return Heading(_agreed(found))
    arrow: list[Point] = []
    last: list[Point] = []
    for sentence in _SENTENCE.split(text):
        if pointing := _ARROW.search(sentence):
            arrow = _directions(sentence[pointing.end() :]) or arrow
            continue
        moves = _MOVES.search(sentence)
        if moves and not _OWN.search(sentence):
            last = _directions(sentence[moves.start() :]) or last
    if not last and arrow:
        x, y = _agreed(arrow)
        last = [(-x, -y) if _AGAINST.search(text) else (x, y)]
    if last:
        return Heading(_agreed(last), falls=_speaks_of_falling(text))
    if _GONE.search(text):
        return Heading(gone=True)
    if _speaks_of_falling(text):
        return Heading(falls=True)
    raise NoHeading(HeadingFault.OWN if _OWN.search(text) else HeadingFault.NOTHING)


def _nothing_else(text: str) -> list[Point]:
    """The directions of a text that says nothing else; none of any other text."""
    rest = text if len(text) <= SHORT else "much else"
    for pattern in (_DEGREES, _CLOCK, _DX_DY, _PAIR, _WORD, _FILLERS):
        rest = pattern.sub(" ", rest)
    return [] if re.search(r"\w", rest) else _directions(text)


def _speaks_of_falling(text: str) -> bool:
    return bool(_FALLS.search(text)) and not _NO_FALL.search(text)


def _directions(text: str) -> list[Point]:
    """All directions that a piece of text tells, by angles, clocks, numbers or words."""
    found = [unit_vector(_finite(m[1])) for m in _DEGREES.finditer(text)]
    found += [unit_vector(30.0 * (int(m[1]) + (0.5 if m[2] == "30" else 0.0)) - 90.0) for m in _CLOCK.finditer(text)]
    found += [_unit(_finite(m[1]), _finite(m[2])) for p in (_DX_DY, _PAIR) for m in p.finditer(text)]
    found += [unit_vector(_word_degrees(m)) for m in _WORD.finditer(text)]
    return found


def _word_degrees(word: re.Match[str]) -> float:
    row, side = word["row"] or word["row2"], word["side"] or word["side2"]
    if row and side:
        rise = "upper" if row.casefold().startswith(("up", "top", "above")) else "lower"
        return WORDS[f"{rise} {side.casefold()}"]
    if word["near"] or word["far"]:
        return WORDS["down" if word["near"] else "up"]
    return WORDS[{"top": "up", "bottom": "down"}.get(word["one"].casefold(), word["one"].casefold())]


def _unit(x: float, y: float) -> Point:
    length = math.hypot(x, y)
    if length < 1e-9:
        raise NoHeading(HeadingFault.NO_LENGTH, f"({x:g}, {y:g})")
    return x / length, y / length


def _number(value: Any) -> float | None:
    """A number, also in a text; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        match = re.fullmatch(rf"\s*({_NUMBER})\s?(?:°|degrees?|deg)?\s*", value[:SHORT], re.I)
        return _finite(match[1]) if match else None
    return _finite(value)


def _finite(value: str | float) -> float:
    """A number of a direction."""
    try:
        number = float(value.replace("−", "-") if isinstance(value, str) else value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number) or abs(number) > FARTHEST:
        raise NoHeading(HeadingFault.NOT_FINITE, f"{number:g}")
    return number


def _yes(value: Any) -> bool:
    if isinstance(value, str):
        return value.strip().casefold() in ("true", "yes", "on", "1")
    return isinstance(value, int | float) and value == 1

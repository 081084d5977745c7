"""Reading a direction: from a model's reply to where a thing goes in the picture, or why that cannot be told.

Data (JSON) count before sentences; those in answer tags before others; of sentences the last one that tells a
direction. What it says in several ways must agree: a word and an angle, or two objects, that contradict each other are
refused, and nothing is guessed.
"""

from __future__ import annotations

import re

from diorama.imagine.heading_fields import heading_of_objects, objects_about
from diorama.imagine.heading_terms import (
    AGAINST,
    CLOCK,
    DEGREES,
    DX_DY,
    PAIR,
    SHORT,
    WORD,
    agreed,
    directions,
)
from diorama.imagine.motion import Heading, HeadingFault, NoHeading
from diorama.kinds.reading.cleaning import TAGGED, readable_end, whole_reply
from diorama.kinds.reading.loose_json import MOST_NESTED, loose_values
from diorama.kinds.reading.manners import no_answer
from diorama.perceive.spots import Point

_OWN = re.compile(
    r"\b(?:its|it's|their|own)(?: own)? (?:left|right)\b|\b(?:forwards?|backwards?|straight ahead)\b", re.I
)
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
        if objects := [found for value in values for found in objects_about(value, MOST_NESTED)]:
            return heading_of_objects(objects)
    return _of_text(final.text)


def _of_text(text: str) -> Heading:
    """The direction that sentences tell: the last sentence that tells one counts, all in it must agree."""
    if found := _nothing_else(text):
        return Heading(agreed(found))
    arrow: list[Point] = []
    last: list[Point] = []
    for sentence in _SENTENCE.split(text):
        if pointing := _ARROW.search(sentence):
            arrow = directions(sentence[pointing.end() :]) or arrow
            continue
        moves = _MOVES.search(sentence)
        if moves and not _OWN.search(sentence):
            last = directions(sentence[moves.start() :]) or last
    if not last and arrow:
        x, y = agreed(arrow)
        last = [(-x, -y) if AGAINST.search(text) else (x, y)]
    if last:
        return Heading(agreed(last), falls=_speaks_of_falling(text))
    if _GONE.search(text):
        return Heading(gone=True)
    if _speaks_of_falling(text):
        return Heading(falls=True)
    raise NoHeading(HeadingFault.OWN if _OWN.search(text) else HeadingFault.NOTHING)


def _nothing_else(text: str) -> list[Point]:
    """The directions of a text that says nothing else; none of any other text."""
    rest = text if len(text) <= SHORT else "much else"
    for pattern in (DEGREES, CLOCK, DX_DY, PAIR, WORD, _FILLERS):
        rest = pattern.sub(" ", rest)
    return [] if re.search(r"\w", rest) else directions(text)


def _speaks_of_falling(text: str) -> bool:
    return bool(_FALLS.search(text)) and not _NO_FALL.search(text)

"""Which thing moves: what a model is asked, and what its reply says. Its place is asked for next, by `spots`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, cast, get_args

from diorama.errors import DioramaError, harmless
from diorama.imagine.motion import Cue
from diorama.kinds.reading.cleaning import Final, json_of, readable_end, whole_reply
from diorama.kinds.reading.loose_json import MOST_NESTED, TwiceNamed, balanced, loose_values
from diorama.kinds.reading.manners import declines, no_answer

LONGEST = 200
"""Characters of a description; a longer one is an essay."""
_KEYS = ("object", "description", "instance", "moving_object", "moving_instance", "mover", "thing", "name", "answer")
_LABEL = re.compile(
    r"^\W*(?:the )?(?:moving )?(?:object|instance|thing|answer|description)(?: that moves)?\s?(?:is\s?:?|:|=)\s*", re.I
)
_BRACKET = re.compile(r"(?<!\w)\{(?=\s*(?:[\"'“}]|\w{1,30}\s*:|\Z))|\A\W*\[(?=\s*[\[{\"'“\]])")
"""Where data begin, rather than a word in brackets."""
_NOBODY = re.compile(r"^\W*(?:none|nothing|no (?:object|thing)|n/?a|unknown|null)\W*$", re.I)


@dataclass(frozen=True)
class Instance:
    """The thing whose place or state is changed first."""

    description: str
    """Words that fit this one thing in the picture and no other."""
    cue: Cue | None = None
    """What tells its direction, if the reply says so."""


class NoInstance(DioramaError):
    """A reply that does not say which thing moves; the message says why, in words."""


def instance_request_words(question: str) -> str:
    """The request for the thing that moves."""
    return (
        f"Do not answer this question yet: {question}\n\n"
        "The question supposes that something happens in the picture. Which one thing moves, or is taken away? "
        "If several things happen one after another, name the one that moves last. Describe it in a few words that fit "
        "no other thing in the picture: its kind, and where there are several of that kind, its colour, its number or "
        "its place.\n\n"
        'Write one JSON object, {"object": "the red ball with the number 5", "cue": "arrow"}, and nothing else. "cue" '
        'says what tells its direction: "front" if the thing has a front and the question speaks of forward, backward, '
        'left or right; "arrow" if an arrow in the picture shows the direction; "fall" if the thing is in the air.'
    )


def read_instance(reply: str) -> Instance:
    """The thing that moves according to a reply; raises `NoInstance` with the reason.

    >>> read_instance('{"object": "the white ball", "cue": "arrow"}')
    Instance(description='the white ball', cue='arrow')
    >>> read_instance("The moving object is: the car.").description
    'the car'
    """
    if (readable := readable_end(reply)) is None:
        raise NoInstance("the reply is too long to read")
    final = whole_reply(readable)
    if not final.raw:
        raise NoInstance(no_answer(final).note)
    values = loose_values(final.raw, tell_twice=True)
    if told := [found for value in values for found in _in(value, MOST_NESTED)]:
        return _agreed(told)
    if isinstance(alone := json_of(final.raw), list) and (listed := _texts(alone)):
        return _agreed([Instance(_checked(each)) for each in listed])
    if isinstance(alone, int | float | list) or any(isinstance(value, dict) for value in values):
        raise NoInstance("it names nothing")
    if (begins := _BRACKET.search(final.text)) is not None:
        is_whole = isinstance(balanced(final.text, begins.end() - 1), int)
        raise NoInstance("it is JSON that cannot be read" if is_whole else "it is cut off")
    _refuse_declined(final)
    lines = [line for line in final.text.splitlines() if line.strip()]
    labelled = [line for line in lines if _LABEL.match(line)]
    if len(labelled or lines) != 1:
        raise NoInstance("it says no single thing that moves")
    return Instance(_checked(_LABEL.sub("", (labelled or lines)[0])))


def _agreed(told: list[Instance]) -> Instance:
    """The one thing that all of them mean."""
    different = sorted({each.description.casefold() for each in told})
    if len(different) > 1:
        raise NoInstance(f"it names {len(different)} different things: {', '.join(different)[:LONGEST]}")
    if len(cues := sorted({each.cue for each in told if each.cue})) > 1:
        raise NoInstance(f"its direction is told by {' and '.join(cues)}")
    return told[-1]


def _in(value: Any, depth: int) -> list[Instance]:
    """The things that a JSON value names."""
    if isinstance(value, TwiceNamed):
        if value.name.strip().casefold() in _KEYS or _in(dict(value), depth):
            raise NoInstance(f"'{value.name[:40]}' stands twice with different values")
        return []
    if isinstance(value, dict) and depth:
        fields = {re.sub(r"[\s-]+", "_", str(key)[:40].strip().casefold()): inner for key, inner in value.items()}
        for key in _KEYS:
            if said := _texts(fields.get(key)):
                cue = str(fields.get("cue", ""))[:20].strip().casefold()
                told_by = cast(Cue, cue) if cue in get_args(Cue) else None
                return [Instance(_checked(each), told_by) for each in said]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [found for each in inner for found in _in(each, depth - 1)] if depth else []


def _texts(value: Any) -> list[str]:
    """A text, or the texts of a list that has nothing else."""
    listed = value if isinstance(value, list) else [value]
    return listed if all(isinstance(each, str) for each in listed) else []


def _refuse_declined(said: Final) -> None:
    """Refuse words that say that somebody does not know, or does not want to."""
    if (declined := declines(said)) is not None:
        raise NoInstance(declined.note)


def _checked(said: str) -> str:
    """A description as one harmless line."""
    line = " ".join(harmless(said).split()).strip(" \t.\"'`*")
    if _NOBODY.match(line):
        raise NoInstance("it says that nothing moves")
    if not re.search(r"[^\W\d_]", line):
        raise NoInstance("it names nothing")
    _refuse_declined(Final((), line, raw=line))
    if len(line) > LONGEST:
        raise NoInstance(f"a description of {len(line):,} characters; {LONGEST} are allowed")
    return line

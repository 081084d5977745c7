"""Which way a thing goes in a picture: what a model is asked, and what its reply says.

Angles are those of the picture, in degrees clockwise: 0 is to the right, 90 down, 180 to the left, 270 up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from diorama.errors import DioramaError
from diorama.perceive.spots import Point

Cue = Literal["front", "arrow", "fall"]
"""What tells the direction: the thing's own front, an arrow in the picture, or that it falls or flies."""

WORDS = {
    "right": 0.0, "lower right": 45.0, "down": 90.0, "lower left": 135.0, "left": 180.0, "upper left": 225.0,
    "up": 270.0, "upper right": 315.0,
}  # fmt: skip
"""The directions that have a word of their own, in degrees."""


@dataclass(frozen=True)
class Heading:
    """What becomes of a thing in a picture: where it goes, or that it is taken away."""

    direction: Point | None = None
    """A vector of length 1, x to the right and y down; None if it stays where it is, or is only let go."""
    speed: float = 0.0
    """Pixels a frame; 0 where nobody said."""
    falls: bool = False
    """Whether gravity moves it: it is let go, or in flight."""
    gone: bool = False
    """Whether it is taken away."""

    @property
    def degrees(self) -> float | None:
        """Its direction as an angle, 0 to 360."""
        return None if self.direction is None else math.degrees(math.atan2(*self.direction[::-1])) % 360


class HeadingFault(StrEnum):
    """Why a reply tells no direction that can be used; to be counted."""

    NOTHING = "no direction found"
    SEVERAL = "several different directions"
    OWN = "a direction of the thing's own, without where its front points"
    NOT_FINITE = "a number that is not finite"
    NO_LENGTH = "a direction without length"
    UNREADABLE = "too long or too tangled to read"


class NoHeading(DioramaError):
    """A reply in which no direction can be read; the message says why, in words."""

    def __init__(self, fault: HeadingFault, detail: str = "") -> None:
        super().__init__(f"{fault}: {detail}" if detail else str(fault))
        self.fault = fault


def unit_vector(degrees: float) -> Point:
    """The direction of an angle.

    >>> unit_vector(90)
    (0.0, 1.0)
    """
    angle = math.radians(degrees % 360)
    return round(math.cos(angle), 12) + 0.0, round(math.sin(angle), 12) + 0.0


def angle_between(one: Point, other: Point) -> float:
    """How far apart two directions are, 0 to 180 degrees.

    >>> angle_between((1.0, 0.0), (-1.0, 0.0))
    180.0
    """
    turn = math.atan2(*one[::-1]) - math.atan2(*other[::-1])
    return abs(math.degrees(math.remainder(turn, math.tau)))


_SCALE = (
    f'"direction" is one of {", ".join(WORDS)}, as you see it in the picture, and "degrees" is the same as an angle: '
    "0 is to the right, 90 straight down, 180 to the left, 270 straight up, and all values between them are allowed."
)
_TASKS: dict[Cue, str] = {
    "front": (
        "Find out in which direction of the picture it moves. First see which way its front points in the picture. "
        "Then take the words of the question from its own point of view: forward is where its front points, backward "
        "is the opposite, and left and right are as for somebody who sits in it and looks forward. A thing on a level "
        "floor or table moves along that surface, so that what goes away from the camera goes up in the picture."
    ),
    "arrow": (
        "An arrow in the picture tells its direction. Find the arrow that the question speaks of, and see which way "
        "its head points in the picture. Then see in the question whether the motion goes along that arrow or against "
        "it: against it is the opposite direction."
    ),
    "fall": (
        "It is in the air. Find out whether it is let go at rest, so that it falls straight down, or is in flight "
        "already. If it is in flight, find out in which direction of the picture it is moving at this moment, before "
        "gravity bends its way; marks of where it has been can tell."
    ),
}
_FORMS: dict[Cue, str] = {
    "front": '{"front": "lower left", "moves": "backward", "direction": "upper right", "degrees": 320, "falls": false}',
    "arrow": '{"arrow": "left", "sign": "against", "direction": "right", "degrees": 355, "falls": false}',
    "fall": '{"direction": "upper right", "degrees": 300, "falls": true}',
}
_NOTES: dict[Cue, str] = {
    "front": (
        '"front" is where its front points in the picture, and "moves" is forward, backward, left or right, from its '
        "own point of view."
    ),
    "arrow": '"arrow" is where the head of the arrow points in the picture, and "sign" is along or against.',
    "fall": '"falls" is true if nothing holds it. If it is let go at rest, "direction" is down and "degrees" 90.',
}


def heading_request_words(question: str, description: str, cue: Cue) -> str:
    """The request for the direction of a thing, by what tells it."""
    return (
        f"Do not answer this question yet: {question}\n\n"
        f"It is about what {description} does. {_TASKS[cue]}\n\n"
        f"Write one JSON object in this form, which is of another picture, and nothing else:\n{_FORMS[cue]}\n"
        f'{_NOTES[cue]} {_SCALE} If it is only taken away or made invisible, write {{"gone": true}}.'
    )

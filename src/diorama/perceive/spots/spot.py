"""A place in a picture, and why a reply has none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from diorama.errors import DioramaError

Point: TypeAlias = tuple[float, float]
"""x to the right, y down, in pixels."""
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""
Size: TypeAlias = tuple[int, int]
"""Width, height, in pixels."""


@dataclass(frozen=True)
class Spot:
    """A point and perhaps a box, in pixels of the picture as the model was shown it."""

    point: Point
    """The point that was written; otherwise the middle of the box."""
    box: Box | None = None
    guessed: bool = False
    """Whether nobody told the convention, so that it was guessed from the numbers."""


class Reason(StrEnum):
    """Why a reply has no place that can be used; to be counted."""

    NOTHING = "nothing found"
    SEVERAL = "several different places"
    OUTSIDE = "outside of the picture"
    INSIDE_OUT = "a box inside out"
    NO_AREA = "a box without area"
    NOT_FINITE = "a number that is not finite"
    TOO_LARGE = "a number that is too large"
    UNREADABLE = "too long or too tangled to read"


class NoSpot(DioramaError):
    """A reply in which no place can be read; the message says why, in words."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason


def middle(box: Box) -> Point:
    """The middle of a box."""
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2

"""Reading a place: from a reply to one place in a picture, or why there is none.

Of several places in a reply, those from the last one on that it marks as its answer count. Data (JSON, tags) count
before numbers in the sentences that lead to them. What is left must agree: nothing is picked, and
nothing is moved into the picture, but a point on its far edge to the last pixel.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from diorama.kinds.reading.cleaning import LONGEST, TAGGED, readable_end, whole_reply
from diorama.kinds.reading.manners import no_answer
from diorama.perceive.spots.conventions import CONVENTIONS, Convention
from diorama.perceive.spots.finding import prepared, written_in
from diorama.perceive.spots.spot import Box, NoSpot, Point, Reason, Size, Spot, middle
from diorama.perceive.spots.written import Written

LARGEST = 1e6
"""A number beyond this is no coordinate in any convention."""
AGREE = 0.01
"""Two places agree if they differ by no more than this share of the picture's longer side."""
ROUNDING = 1e-6
"""Share of a side by which a number may lie outside because of how computers divide."""
NEAR = 80
"""Characters before a place in which words may mark it as the answer."""
_MARKS = re.compile(
    r"\b(?:answer|correct(?:ed|ion)|revised|refined|updated|final (?:box|bounding box|point|place|coordinates?|result|"
    r"output|json)|final\s?:)",
    re.I,
)


def read_spot(reply: str, size: Size, convention: Convention | None = None) -> Spot:
    """The one place that a reply gives, in pixels of a picture of this size; raises `NoSpot` with the reason.

    >>> read_spot("The ball is at (120, 80).", (960, 640), CONVENTIONS["pixels"])
    Spot(point=(120.0, 80.0), box=None, guessed=False)
    >>> read_spot("The ball is at (0.25, 0.5).", (960, 640))
    Spot(point=(240.0, 320.0), box=None, guessed=True)
    """
    if min(size) < 1:
        raise ValueError(f"a picture of {size[0]} x {size[1]} pixels")
    if (readable := readable_end(reply)) is None:
        raise NoSpot(Reason.UNREADABLE, f"longer than {LONGEST:,} characters, without an answer in tags at its end")
    final = whole_reply(readable)
    text = prepared(final.raw)
    counted = _counted(text, written_in(text))
    if not counted:
        raise NoSpot(Reason.NOTHING, no_answer(final).note)
    for each in counted:
        refuse_wild(each)
    spots = [placed(each, size, convention) for each in counted]
    return _checked(_agreed(spots, AGREE * max(size)), size, guessed=convention is None)


@dataclass(frozen=True)
class Placed:
    """What was written, in pixels."""

    point: Point | None
    box: Box | None
    keyed: bool


def _counted(text: str, found: list[Written]) -> list[Written]:
    """The places that count: those that are marked as the answer, and data before sentences."""
    for tag in reversed(list(TAGGED.finditer(text))):
        if inside := [each for each in found if tag.start() <= each.start and each.end <= tag.end()]:
            found = inside
            break
    ends = [0, *(each.end for each in found)]
    marked = [
        k for k, each in enumerate(found)
        if each.final or _MARKS.search(text, max(ends[k], each.start - NEAR), max(ends[k], each.start))
    ]  # fmt: skip
    found = found[marked[-1] :] if marked else found
    keyed = [k for k, each in enumerate(found) if each.keyed]
    return [each for k, each in enumerate(found) if each.keyed or k > keyed[-1]] if keyed else found


def refuse_wild(written: Written) -> None:
    """Numbers that are none, or that no picture could have."""
    if written.fault:
        raise NoSpot(Reason.SEVERAL, written.fault)
    for number in written.numbers():
        if not math.isfinite(number):
            raise NoSpot(Reason.NOT_FINITE, str(number))
        if abs(number) > LARGEST:
            raise NoSpot(Reason.TOO_LARGE, f"{number:g}")


def placed(written: Written, size: Size, convention: Convention | None) -> Placed:
    """Written numbers in pixels."""
    convention = convention or _guess(written, size)
    point = box = None
    if written.point:
        point = convention.point(written.point, size, named=written.point_named)
    if written.box:
        box = convention.box(written.box, size, named=written.box_named)
    if point and written.extent:
        right, bottom = convention.scale(size)
        across, down = written.extent[0] * right / 2, written.extent[1] * bottom / 2
        box = (point[0] - across, point[1] - down, point[0] + across, point[1] + down)
    return Placed(point, box, written.keyed)


def _guess(written: Written, size: Size) -> Convention:
    """The convention if nobody told it; x comes first."""
    most = max(written.numbers())
    if written.tokens:
        name = "loc"
    elif written.percent:
        name = "percent"
    elif most <= 1:
        name = "unit"
    else:
        name = "thousand" if max(size) < most <= 1000 else "pixels"
    return CONVENTIONS[name]


def _agreed(spots: Sequence[Placed], near: float) -> Placed:
    """The one place that all of them mean; the last one's numbers count."""
    boxes = [each.box for each in spots if each.box]
    box = boxes[-1] if boxes else None
    points = [
        each.point for each in spots if each.point and not (box and not each.keyed and _is_corner(each, box, near))
    ]
    point = points[-1] if points else None
    for other in boxes:
        if box and _apart(box, other) > near:
            raise NoSpot(Reason.SEVERAL, f"{_words(other)} and {_words(box)}, in pixels")
    for each in points:
        if point and _apart(point, each) > near:
            raise NoSpot(Reason.SEVERAL, f"{_words(each)} and {_words(point)}, in pixels")
    if box and point and box[0] <= box[2] and box[1] <= box[3]:
        left, top, right, bottom = box
        if not (left - near <= point[0] <= right + near and top - near <= point[1] <= bottom + near):
            raise NoSpot(Reason.SEVERAL, f"the point {_words(point)} is not in the box {_words(box)}, in pixels")
    return Placed(point, box, keyed=True)


def _is_corner(spot: Placed, box: Box, near: float) -> bool:
    """Whether a point is only a corner of a box that was mentioned before or after it."""
    point = spot.point
    return point is not None and any(_apart(point, (x, y)) <= near for x in box[::2] for y in box[1::2])


def _apart(one: Sequence[float], other: Sequence[float]) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _checked(spot: Placed, size: Size, *, guessed: bool) -> Spot:
    """A place that lies in the picture."""
    box = spot.box
    if box:
        if box[0] > box[2] or box[1] > box[3]:
            raise NoSpot(Reason.INSIDE_OUT, f"left, top, right, bottom are {_words(box)}")
        if box[0] == box[2] or box[1] == box[3]:
            raise NoSpot(Reason.NO_AREA, f"left, top, right, bottom are {_words(box)}")
        left, top = _inside((box[0], box[1]), size)
        right, bottom = _inside((box[2], box[3]), size)
        box = (left, top, right, bottom)
    point = spot.point or (middle(box) if box else None)
    if point is None:
        raise NoSpot(Reason.NOTHING)
    x, y = (_on_a_pixel(value, side) for value, side in zip(_inside(point, size), size, strict=True))
    return Spot((x, y), box, guessed)


def _inside(point: Point, size: Size) -> Point:
    """The point, if it lies in the picture or on its edge."""
    for value, side in zip(point, size, strict=True):
        if not -ROUNDING * side <= value <= side * (1 + ROUNDING):
            raise NoSpot(Reason.OUTSIDE, f"{_words(point)} in a picture of {size[0]} x {size[1]} pixels")
    return min(max(point[0], 0.0), float(size[0])), min(max(point[1], 0.0), float(size[1]))


def _on_a_pixel(value: float, side: int) -> float:
    """A coordinate that somebody can look at: on the far edge there is no pixel any more, so the last one counts."""
    return value if value < side * (1 - ROUNDING) else side - 1.0


def _words(values: Sequence[float]) -> str:
    return "(" + ", ".join(f"{value:.6g}" for value in values) + ")"

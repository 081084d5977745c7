"""Words for a request: how a place is to be written, so that the reader need not guess."""

from __future__ import annotations

from diorama.perceive.spots.conventions import FULL, Convention, Order, Unit
from diorama.perceive.spots.spot import Size

_BOXES = {Order.X_FIRST: "[left, top, right, bottom]", Order.Y_FIRST: "[top, left, bottom, right]"}
_POINTS = {Order.X_FIRST: "[x, y]", Order.Y_FIRST: "[y, x]"}


def spot_request_words(convention: Convention, size: Size) -> str:
    """Two sentences that say how to write a place in a picture of this size.

    >>> from diorama.perceive.spots import CONVENTIONS
    >>> print(spot_request_words(CONVENTIONS["thousand"], (960, 640)))
    Write the place as one JSON object, {"box": [left, top, right, bottom], "point": [x, y]}. The numbers run from 0 at the left and top edges to 1000 at the right and bottom edges of the picture (960 x 640 pixels).
    """  # noqa: E501
    form = f'{{"box": {_BOXES[convention.boxes]}, "point": {_POINTS[convention.points]}}}'
    if convention.unit is Unit.PIXELS:
        width, height = convention.size or size
        unit = (
            f"The numbers are pixels from the left and top edges of the picture, which is {width} pixels wide "
            f"and {height} pixels high."
        )
    else:
        unit = (
            f"The numbers run from 0 at the left and top edges to {FULL[convention.unit]:g} at the right and bottom "
            f"edges of the picture ({size[0]} x {size[1]} pixels)."
        )
    return f"Write the place as one JSON object, {form}. {unit}"

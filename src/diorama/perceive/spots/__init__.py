r"""Places: where in a picture a model says that a thing is, in whichever way it writes that.

Models write places in pixels, in thousandths, in percent or as tokens, x first or y first, and nothing in a reply tells
which: `{"box_2d": [100, 200, 300, 400]}` is a good place in several of them. So the convention is told by whoever asks,
from the model's family or because the request states it. It is guessed only if nobody tells it, and the place then
says so. Numbers have decimal points: a comma separates two numbers and is never a decimal comma.

>>> from diorama.perceive.spots import convention_for, read_spot
>>> gemini = convention_for("google/gemini-2.5-pro")
>>> place = read_spot('```json\n[{"box_2d": [250, 100, 500, 200], "label": "ball"}]\n```', (1000, 400), gemini)
>>> place.box
(100.0, 100.0, 200.0, 200.0)
>>> place.point
(150.0, 150.0)
"""

from __future__ import annotations

from diorama.perceive.spots.conventions import CONVENTIONS, Convention, Order, Unit
from diorama.perceive.spots.families import FAMILIES, convention_for
from diorama.perceive.spots.reader import read_spot
from diorama.perceive.spots.request import spot_request_words
from diorama.perceive.spots.spot import Box, NoSpot, Point, Reason, Size, Spot

__all__ = [
    "CONVENTIONS",
    "FAMILIES",
    "Box",
    "Convention",
    "NoSpot",
    "Order",
    "Point",
    "Reason",
    "Size",
    "Spot",
    "Unit",
    "convention_for",
    "read_spot",
    "spot_request_words",
]

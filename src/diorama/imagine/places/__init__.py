r"""Places: where in a picture a model says that a thing is, in whichever way it writes that.

Models write places in pixels, in thousandths, in percent or as tokens, x first or y first, and nothing in a reply tells
which: `{"box_2d": [100, 200, 300, 400]}` is a good place in several of them. So the convention is told by whoever asks,
from the model's family or because the request states it. It is guessed only if nobody tells it, and the place then
says so. Numbers have decimal points: a comma separates two numbers and is never a decimal comma.

>>> from diorama.imagine.places import convention_for, read_place
>>> gemini = convention_for("google/gemini-2.5-pro")
>>> place = read_place('```json\n[{"box_2d": [250, 100, 500, 200], "label": "ball"}]\n```', (1000, 400), gemini)
>>> place.box
(100.0, 100.0, 200.0, 200.0)
>>> place.point
(150.0, 150.0)
"""

from __future__ import annotations

from diorama.imagine.places.conventions import CONVENTIONS, Convention, Order, Unit
from diorama.imagine.places.families import FAMILIES, convention_for
from diorama.imagine.places.place import Box, NoPlace, Place, Point, Reason, Size
from diorama.imagine.places.reader import read_place
from diorama.imagine.places.request import place_request_words

__all__ = [
    "CONVENTIONS",
    "FAMILIES",
    "Box",
    "Convention",
    "NoPlace",
    "Order",
    "Place",
    "Point",
    "Reason",
    "Size",
    "Unit",
    "convention_for",
    "place_request_words",
    "read_place",
]

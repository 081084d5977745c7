"""Deeds: what a step of a plan does, and to what, so that two steps can be compared without a grader.

Verbs may differ as long as they say the same ("take away", "remove", "移开"); the objects must be the same, in the same
roles. Where a thing stands or why it is moved may be said in one step and not in the other. A step that does two things
is only like one in the same words.

>>> from diorama.kinds.names import Names
>>> names = Names({"mug": ("the red mug", "mug"), "box": ("the box", "box")})
>>> same(deed("Take the mug away", names), deed("Remove the red mug from the table", names))
True
>>> same(deed("Put the mug into the box", names), deed("Put the box into the mug", names))
False
"""

from __future__ import annotations

from diorama.kinds.deeds.deed import Deed, likeness, may_be_same, same
from diorama.kinds.deeds.reader import Deeds, deed

__all__ = ["Deed", "Deeds", "deed", "likeness", "may_be_same", "same"]

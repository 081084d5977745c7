"""Goals: what a question wants to know of the objects, as far as the reading of sentences depends on it.

"The box covers the pear" says that the pear is an answer if the box is taken away, that it is none if another "
"thing is,
and that the box is an answer if the pear is to be freed.
"""

from __future__ import annotations

import re
from enum import Enum


class Goal(Enum):
    """What is asked for."""

    UNCOVER = "uncover"
    """What would be fully visible without something."""
    THROUGH = "through"
    """What would be seen where something is now."""
    REMOVE = "remove"
    """What has to go so that something is fully visible."""
    MIRROR = "mirror"
    """What has a reflection."""
    ANY = "any"
    """The question is not known, or is another one."""


_MIRROR = re.compile(r"\b(?:reflect\w*|mirror\w*)\b", re.I)
_REMOVE = re.compile(
    r"\b(?:smallest|fewest|minim\w+|at the least|no more than necessary|(?:have|has) to (?:go|be (?:taken|removed))|"
    r"must (?:go|be (?:taken|removed))|need(?:s)? to be (?:taken|removed))\b",
    re.I,
)
_THROUGH = re.compile(r"\b(?:transparent|see-through|through|clear air|clear glass|invisible)\b", re.I)
_UNCOVER = re.compile(r"\b(?:visible|in view|seen|hidden|block\w*|occlu\w+|cover\w*|uncover\w*|obstruct\w*)\b", re.I)


def goal_of(question: str) -> Goal:
    """What a question asks for.

    >>> goal_of("Which objects must be removed, at the least, to see the tin?")
    <Goal.REMOVE: 'remove'>
    """
    for pattern, goal in ((_MIRROR, Goal.MIRROR), (_REMOVE, Goal.REMOVE), (_THROUGH, Goal.THROUGH)):
        if pattern.search(question):
            return goal
    return Goal.UNCOVER if _UNCOVER.search(question) else Goal.ANY

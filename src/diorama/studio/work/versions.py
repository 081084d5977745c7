"""Versions: a save that was begun before somebody else's is refused, with both texts shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from diorama.studio.web.refusals import Refusal


class Versioned(Protocol):
    """A row with a version that goes up by one with each save."""

    version: int


class Stale(Refusal):
    """The row has changed since the page was made."""

    def __init__(self, yours: Mapping[str, object], theirs: Mapping[str, object]) -> None:
        super().__init__(
            409, "Somebody saved this before you", "Nothing was overwritten. Compare both, then save again if you wish."
        )
        self.yours, self.theirs = dict(yours), dict(theirs)
        """Fields by what they are called on the page."""


def check_version(row: Versioned, seen: int, *, yours: Mapping[str, object], theirs: Mapping[str, object]) -> None:
    """Refuse a save that did not see the row as it is; else the row gets its next version."""
    if row.version != seen:
        raise Stale(yours, theirs)
    row.version += 1

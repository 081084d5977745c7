"""What a question must say, offer and show, derived from its query alone.

A task registers these beside its answer (`says`, `offers`, `draws`); `verify` compares them with the words, the options
and the shots that a sample stores.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from diorama.sight import Shot
from diorama.world import World

Said = tuple[str, ...] | str
"""What fills a gap of a wording: the bodies that must be named, in order; or these very words."""
Says = Callable[[Any, World], Mapping[str, Said]]
"""Query and world → what must fill each gap of the question's wordings."""


@dataclass(frozen=True)
class Offer:
    """The options that a question may have."""

    always: frozenset[str]
    """Those that must be there …"""
    some_of: frozenset[str] = frozenset()
    """… those that may be there too …"""
    least: int = 0
    """… and how many of these at least."""


Offers = Callable[[Any, World], Offer]
"""Query and world → the options that the question may have."""


@dataclass(frozen=True)
class Mismatch:
    """What should be there, and what is there instead."""

    expected: str
    found: str


Draws = Callable[[Any, Shot], Mismatch | None]
"""Query and the shot that the question is about → what is drawn amiss: arrows, paths, muted mirror images."""


def undecorated(query: Any, shot: Shot) -> Mismatch | None:
    """For tasks whose pictures show the world and nothing else: no marks, and every mirror image."""
    if shot.overlays:
        return Mismatch("no marks in the picture", ", ".join(overlay.kind for overlay in shot.overlays))
    if shot.muted:
        return Mismatch("all mirror images", f"none of {', '.join(shot.muted)}")
    return None

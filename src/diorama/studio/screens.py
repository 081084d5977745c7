"""The screens, in the order of the navigation. A new one is a folder with a `routes.py`, and its name here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diorama.studio.web.screen import Screen

SCREENS = (
    "web",
    "home",
    "library",
    "browse",
    "review",
    "scoring",
    "footage",
    "sittings",
    "people",
    "audit",
    "copies",
)


def all_screens() -> tuple[Screen, ...]:
    """The object `SCREEN` of each."""
    return tuple(import_module(f"diorama.studio.{name}.routes").SCREEN for name in SCREENS)

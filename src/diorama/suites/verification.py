"""Answers again by another route: what `verify` calls, registered for each task by a decorator.

A check is given what a sample stores and says what it finds wrong, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from diorama.errors import UnknownName
from diorama.suites.answers import AnyAnswer
from diorama.world import Camera, World

Check = Callable[[World, Camera, AnyAnswer, dict[str, Any]], str | None]
"""World, camera, stored answer and trace → what disagrees, or None."""

_CHECKS: dict[tuple[str, str], Check] = {}


def check(suite: str, *names: str) -> Callable[[Check], Check]:
    """Register the second derivation of some tasks."""

    def add(function: Check) -> Check:
        for name in names:
            _CHECKS[suite, name] = function
        return function

    return add


def get_check(suite: str, name: str) -> Check:
    if (suite, name) not in _CHECKS:
        raise UnknownName(f"check of {suite}", name, (n for s, n in _CHECKS if s == suite))
    return _CHECKS[suite, name]

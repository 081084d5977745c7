"""The suite itself, which its tasks register with."""

from __future__ import annotations

from diorama.suites.logic.scenes import category
from diorama.suites.suite import Suite

logic = Suite(
    "logic",
    title="Plans: what must be done first?",
    wordings=__package__,
    sizes={"photo": (1080, 720)},
    category=category,
)

"""The suite itself, which its tasks register with."""

from __future__ import annotations

from diorama.suites.suite import Suite
from diorama.world.events import CATEGORIES

video = Suite(
    "video",
    title="Prediction in video: what happened before, what happens next?",
    wordings=__package__,
    size=(640, 360),
    widest=1920,
    films=True,
    category=CATEGORIES.get,
)

"""What Inspect AI finds when it looks for `diorama/…`: tasks, and our own providers."""

from __future__ import annotations

from diorama.ask.engine.api import video_api
from diorama.ask.engine.local import local
from diorama.ask.engine.players import players
from diorama.ask.engine.tasks import SUITE_TASKS

__all__ = ["SUITE_TASKS", "local", "players", "video_api"]

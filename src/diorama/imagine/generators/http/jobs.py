"""Jobs that were begun and whose clips are not there yet, on disk: a run that was killed takes them up, and pays once.

What is kept is what a server calls its job, by a checksum of all that it was asked. It is forgotten when the clip is
there, or when the server has heard that it is not needed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from diorama.imagine.generators.notes import NotedClip
from diorama.imagine.generators.protocol import CannotImagine
from diorama.shelf import Shelf

SHELF = Shelf("jobs", 1 << 24)
"""Beside the folder of clips. A job takes some hundred bytes."""


class Remembered:
    """The job that was begun for one request, if there is one."""

    def __init__(self, url: str, asked: Any, picture: bytes) -> None:
        """The key of a service is not part of it: it is written nowhere."""
        text = json.dumps([url, asked, sha256(picture).hexdigest()], sort_keys=True)
        self._name = f"{sha256(text.encode('utf-8', 'replace')).hexdigest()[:40]}.json"

    def __str__(self) -> str:
        """Where it stands."""
        return str(self._path)

    @property
    def _path(self) -> Path | None:
        return None if SHELF.folder is None else SHELF.folder / self._name

    def get(self) -> dict[str, Any] | None:
        """What was kept about the job; None without any."""
        try:
            found = json.loads(SHELF.get(self._name) or b"")
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None

    def put(self, about: dict[str, Any]) -> None:
        """Keep it, as soon as the job has begun."""
        SHELF.put(self._name, json.dumps(about).encode())

    def until(self, judged: Callable[[], NotedClip]) -> NotedClip:
        """The clip, which is there now; whether it is usable or not, the next run begins anew."""
        try:
            clip = judged()
        except CannotImagine:
            self.forget()
            raise
        self.forget()
        return clip

    def forget(self) -> None:
        """The next run begins anew."""
        try:
            if self._path is not None:
                self._path.unlink(missing_ok=True)
        except OSError:  # nothing that goes wrong with what is kept stops any work
            pass

"""A studio that is running: its settings and what all requests share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from diorama.studio.library.drawer import Drawer
from diorama.studio.library.shelf import Shelf
from diorama.studio.settings import Settings
from diorama.studio.storage import Storage
from diorama.studio.web.files import Files
from diorama.studio.web.pages import Pages
from diorama.studio.web.screen import Screen


@dataclass(frozen=True)
class Studio:
    """Everything that outlives a request."""

    settings: Settings
    storage: Storage
    shelf: Shelf
    """The datasets and runs on the disk."""
    drawer: Drawer
    screens: tuple[Screen, ...]
    pages: Pages
    files: Files
    clock: Callable[[], datetime]

    def close(self) -> None:
        self.drawer.close()
        self.shelf.close()
        self.storage.close()

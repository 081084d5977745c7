"""What a studio is started with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

OWN_FOLDER = ".studio"
"""Inside the folder of datasets: the database, unless another is named, and drawings that can be made again."""


@dataclass(frozen=True)
class Settings:
    """Where things are, and how long they last."""

    folder: Path
    """Datasets and runs are looked for in here."""
    db: str = ""
    """The URL of a database; without it, a file of SQLite inside the folder."""
    host: str = "127.0.0.1"
    port: int = 8765
    public_url: str = ""
    """How people reach it, if something stands between: ``https://studio.example.org``."""
    idle: timedelta = timedelta(hours=12)
    """Whoever does nothing for so long must sign in again …"""
    longest: timedelta = timedelta(days=7)
    """… and everybody after this."""
    invite_days: int = 7
    lease: timedelta = timedelta(minutes=20)
    """How long an item stays with a person who does nothing with it."""
    most_bytes: int = 1_000_000
    """Of the body of a request, unless a screen allows more."""
    writer: str = ""
    """A model that proposes wrong options for questions from footage, and where its server is."""
    writer_url: str = ""

    @property
    def address(self) -> str:
        """Where it is reached."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url.rstrip("/") or f"http://{host}:{self.port}"

    @property
    def own_folder(self) -> Path:
        return self.folder / OWN_FOLDER

    @property
    def cookie(self) -> str:
        """Cookies are shared by all ports of a host: two studios must not sign each other out."""
        return f"studio-{self.port}"

    @property
    def secure(self) -> bool:
        """Whether people reach it by https."""
        return self.address.startswith("https://")

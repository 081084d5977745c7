"""The one progress bar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def track(items: Iterable[T], what: str, *, total: int | None = None) -> Iterator[T]:
    """Go through items with a bar on standard error; no bar when that is not a terminal."""
    from rich.console import Console
    from rich.progress import track as rich_track

    console = Console(stderr=True)
    yield from rich_track(
        items, description=what, total=total, console=console, transient=True, disable=not console.is_terminal
    )

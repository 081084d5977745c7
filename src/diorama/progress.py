"""The one progress bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
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


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], Callable[[], None]]]:
    """A bar for work that reports its own progress.

    Called with the number done and the total, it returns a callable that advances the bar by one.
    """
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:

        def start(done: int, total: int) -> Callable[[], None]:
            task = progress.add_task(what, total=total, completed=done)
            return lambda: progress.advance(task)

        yield start

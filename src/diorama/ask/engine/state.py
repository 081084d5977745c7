"""What the parts of a running evaluation share: the sample being asked, and who receives each record."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import anyio

from diorama.ask.records import Record
from diorama.ask.source import Source
from diorama.data import Sample
from diorama.data.manifest import FILE


@dataclass(frozen=True)
class Asking:
    """A sample that is being asked; players answer from it, requests to models never hold it."""

    sample: Sample
    repeat: int


class Listener:
    """Receives every record, and calls the run off after many failures in a row: a dead server costs only minutes."""

    def __init__(self, hear: Callable[[Record], None], most_failures: int) -> None:
        self._hear = hear
        self._most = most_failures
        self._in_a_row = 0
        self.called_off: Record | None = None
        """The last failure, once the run is off."""

    def tell(self, record: Record) -> None:
        self._in_a_row = self._in_a_row + 1 if record.to_ask_again else 0
        if self._in_a_row >= self._most:
            self.called_off = record
        self._hear(record)


SLOTS: ContextVar[anyio.Semaphore | None] = ContextVar("slots", default=None)
"""How many questions may be in flight: sent, and their record not yet reported. The engine runs more samples than
that, because its own work before and after each would leave the server idle."""
ASKING: ContextVar[Asking | None] = ContextVar("asking", default=None)
ARTEFACTS: ContextVar[Path | None] = ContextVar("artefacts", default=None)
"""Where strategies keep artefacts; nowhere unless set."""
LISTENER: ContextVar[Listener | None] = ContextVar("listener", default=None)


def open_source(folder: str) -> Source:
    """One source shared by all parts of an evaluation, so that nothing is read twice."""
    manifest = Path(folder) / FILE
    return _source(folder, manifest.stat().st_mtime_ns if manifest.is_file() else 0)


@lru_cache(maxsize=2)
def _source(folder: str, changed: int) -> Source:
    return Source(folder)


def in_flight() -> AbstractAsyncContextManager[Any]:
    """A context that waits for a slot and holds it."""
    return SLOTS.get() or nullcontext()


def tell(record: Record) -> None:
    listener = LISTENER.get()
    if listener is not None:
        listener.tell(record)


def called_off() -> bool:
    listener = LISTENER.get()
    return listener is not None and listener.called_off is not None

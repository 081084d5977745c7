"""What the parts of a running evaluation share: the sample being asked, and who receives each record."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import anyio

from diorama.ask.outbox import Outbox
from diorama.ask.records import Record
from diorama.ask.source import Source
from diorama.data import Sample
from diorama.data.manifest import FILE
from diorama.errors import DioramaError


@dataclass(frozen=True)
class Asking:
    """A sample that is being asked; players answer from it, requests to models never hold it."""

    sample: Sample
    repeat: int


class Listener:
    """Receives every record, and calls the run off where going on would cost and bring nothing.

    That is so after many failures in a row (a dead server), if answers can no longer be stored (a full disk), and if a
    sample cannot be read (a dataset that was changed meanwhile).
    """

    def __init__(self, outbox: Outbox[Record], most_failures: int) -> None:
        self._outbox = outbox
        self._most = most_failures
        self._in_a_row = 0
        self.called_off = ""
        """Why the run is off, once it is."""
        self.fault: DioramaError | None = None
        """What is wrong with the dataset, if that is why."""

    def tell(self, record: Record) -> None:
        self._in_a_row = self._in_a_row + 1 if record.to_ask_again else 0
        if self._in_a_row >= self._most:
            self.called_off = f"called off after {self._most} failures in a row, the last: {record.note}"
        self._outbox.add(record)
        if self._outbox.fault:
            self.called_off = self._outbox.fault

    def give_up(self, fault: DioramaError) -> None:
        """Call the run off because of a fault in the dataset: it is not the model's failure."""
        self.fault = self.fault or fault
        self.called_off = str(fault)


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


def give_up(fault: DioramaError) -> None:
    """Call the run off because of its dataset, if somebody listens."""
    listener = LISTENER.get()
    if listener is not None:
        listener.give_up(fault)


def called_off() -> str:
    """Why the run is off; empty if it is not."""
    listener = LISTENER.get()
    return "" if listener is None else listener.called_off

"""Having a model write something about each of many clips: what is on the disk is not asked for again."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from diorama.ask.question import Request
from diorama.errors import DioramaError, short
from diorama.footage.clips import Progress
from diorama.footage.journal import Entry, Journal, key_of
from diorama.footage.model_use import ModelUse

if TYPE_CHECKING:
    from diorama.ask.engine.requests import Heard

FILE_SECONDS = 5.0
"""How often the records are written while replies come in; the journal has them anyway."""
T = TypeVar("T")


class Unreadable(DioramaError):
    """A reply from which nothing could be read; the message says why."""


@dataclass(frozen=True)
class Job(Generic[T]):
    """One thing to ask for."""

    about: str
    """The id of the clip or candidate."""
    identity: tuple[Any, ...]
    """All that could change what is asked, as plain data."""
    make: Callable[[], Request]
    read: Callable[[str, str], T]
    """From the key and the reply to what is filed; raises `Unreadable`."""


@dataclass
class AskTally:
    """What came of asking."""

    asked: int = 0
    """Sent this time."""
    failures: list[str] = field(default_factory=list)
    """One line each for what was asked without success."""
    kinds: Counter[str] = field(default_factory=Counter)
    """How many of each kind these are."""
    called_off: str = ""

    def fail(self, about: str, kind: str, why: str) -> None:
        self.kinds[kind] += 1
        self.failures.append(f"'{about}': {kind.replace('_', ' ')}: {short(why)}")

    def add(self, other: AskTally) -> None:
        self.asked += other.asked
        self.failures += other.failures
        self.kinds += other.kinds
        self.called_off = self.called_off or other.called_off


def ask_jobs(
    journal: Journal,
    use: ModelUse,
    step: str,
    jobs: Sequence[Job[T]],
    file: Callable[[list[T]], None],
    progress: Progress | None = None,
    *,
    once: bool = False,
) -> AskTally:
    """Have each job done; `file` puts what was read into the records, a few at a time.

    Replies of an earlier process that were not filed are filed without asking again. With `once`, a job whose reply was
    filed is done for good, whatever became of the records.
    """
    tally = AskTally()
    filer = _Filer(journal, file)
    todo: dict[str, Job[T]] = {}
    for job in jobs:
        key = key_of(step, use.identity, *job.identity)
        if once and key in journal.filed:
            continue
        if key in journal.waiting:
            with suppress(Unreadable):  # by the rules of the version that kept it, it was readable
                filer.add(key, job.read(key, journal.waiting[key].reply))
                continue
        todo[key] = job
    filer.flush()
    if not todo:
        return tally
    advance = progress(len(jobs) - len(todo), len(jobs)) if progress is not None else None
    in_a_row = 0

    def heard(key: str, found: Heard) -> bool:
        nonlocal in_a_row
        job, fault = todo[key], (found.failure, found.why)
        if not found.failure:
            tally.asked += 1
            try:
                read = job.read(key, found.reply)
            except Unreadable as error:
                fault = ("unreadable", f"{error}{' (the reply was cut off)' if found.cut else ''}")
            words = ": ".join(filter(None, fault))
            journal.keep(
                Entry(key=key, step=step, about=job.about, model=use.model, reply=found.reply, fault=words)
            )  # fmt: skip
        if any(fault):
            tally.fail(job.about, *fault)
        else:
            filer.add(key, read)
        if advance is not None:
            advance()
        in_a_row = in_a_row + 1 if found.failure and found.failure != "cannot be shown" else 0
        if in_a_row >= use.failures_in_a_row:
            tally.called_off = f"called off after {in_a_row} failures in a row, the last: {short(found.why)}"
        return not tally.called_off

    try:
        _send(use, [(key, job.make) for key, job in todo.items()], heard)
    finally:
        filer.flush()
    return tally


class _Filer(Generic[T]):
    """Puts what was read into the records, not too often."""

    def __init__(self, journal: Journal, file: Callable[[list[T]], None]) -> None:
        self._journal, self._file = journal, file
        self._ready: dict[str, T] = {}
        self._last = time.monotonic()

    def add(self, key: str, read: T) -> None:
        self._ready[key] = read
        if time.monotonic() - self._last > FILE_SECONDS:
            self.flush()

    def flush(self) -> None:
        if self._ready:
            self._file(list(self._ready.values()))
            self._journal.file(list(self._ready))
            self._ready.clear()
        self._last = time.monotonic()


def _send(
    use: ModelUse, requests: Sequence[tuple[str, Callable[[], Request]]], heard: Callable[[str, Heard], bool]
) -> None:
    from diorama.ask.engine import require

    require()
    from diorama.ask.engine.calling import Patience
    from diorama.ask.engine.launch import Limits, check_reachable, open_model
    from diorama.ask.engine.requests import ask_all

    model = open_model(use.model, base_url=use.base_url, args=dict(use.args))
    check_reachable(model)
    limits = Limits(use.connections, use.retries, use.attempt_seconds, Patience(use.first_wait_seconds))
    ask_all(model, requests, limits, heard, config=dict(use.config))

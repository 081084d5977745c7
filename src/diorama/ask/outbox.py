"""Records on their way to the disk: an answer that was paid for stays in memory until it is written."""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

from diorama.errors import DioramaError
from diorama.world.model import Plain

TRY_EVERY_SECONDS = 2.0
R = TypeVar("R", bound=Plain)
log = logging.getLogger(__name__)


class Outbox(Generic[R]):
    """Writes records in the order in which they came, and holds back those that cannot be written yet."""

    def __init__(self, write: Callable[[R], None], common: Mapping[str, str] | None = None) -> None:
        """`write` raises a `DioramaError` if the disk takes no more; `common` are fields that all records share."""
        self._write = write
        self._common = dict(common or {})
        self.waiting: list[R] = []
        self.fault = ""
        """Why the first of those that wait could not be written; empty if none waits."""

    def add(self, record: R) -> None:
        self.waiting.append(record.model_copy(update=self._common))
        self.flush()

    def flush(self) -> bool:
        """Write what waits; whether nothing waits any more."""
        while self.waiting:
            try:
                self._write(self.waiting[0])
            except DioramaError as error:
                self.fault = str(error)
                return False
            del self.waiting[0]
        self.fault = ""
        return True

    def write_or_save(self, patience_seconds: float, path: Path) -> str:
        """Keep trying for a while, then put what waits elsewhere; returns what the user has to know about that.

        Ctrl-C ends the waiting; the answers are put elsewhere all the same.
        """
        if self.flush():
            return ""
        until = time.monotonic() + patience_seconds
        log.warning("%s: %s in memory; free some space", self.fault, counted(self.waiting))
        with suppress(KeyboardInterrupt):
            while time.monotonic() < until:
                time.sleep(min(TRY_EVERY_SECONDS, patience_seconds))
                if self.flush():
                    return ""
        fault, goes_on = self.fault, "The same command goes on once there is space"
        if not any(map(_is_answer, self.waiting)):
            return f"{fault}; no answer is lost. {goes_on}"
        spare = _saved_elsewhere(self.waiting, path)
        if spare is None:
            return f"{fault}; lost: {counted(self.waiting)}. {goes_on}"
        saved = f"saved {counted(self.waiting)} in {spare}"
        return f"{fault}; {saved}: free some space and append them with  cat {spare} >> {path}"


def counted(records: Sequence[Plain]) -> str:
    """How many answers there are, and, apart from them, questions that failed: those are asked again anyway."""
    answers = sum(map(_is_answer, records))
    failed = len(records) - answers
    beside = f" and {failed} failed question{'s' * (failed > 1)}" if failed else ""
    return f"{answers} answer{'s' * (answers != 1)}{beside}"


def _is_answer(record: Plain) -> bool:
    return not getattr(record, "to_ask_again", False)


def _saved_elsewhere(records: Sequence[Plain], path: Path) -> Path | None:
    """Write records to the system's folder for temporary files; None if that fails too."""
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", prefix=f"{path.name}.", delete=False) as file:
            file.writelines(record.model_dump_json(exclude_defaults=True) + "\n" for record in records)
    except OSError:
        return None
    return Path(file.name)

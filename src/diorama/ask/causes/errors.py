"""Which answers are judged: the wrong ones about clips, of models that were asked in the base setting."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from diorama.ask.players import PLAYERS
from diorama.ask.records import Record
from diorama.ask.rescore import run_paths
from diorama.ask.run_files import Run, read_run
from diorama.ask.strategies import BASES
from diorama.errors import DioramaError

SUITE = "video"
log = logging.getLogger(__name__)


def runs_with_errors(paths: Sequence[str | Path], strategies: Sequence[str] = ()) -> list[Path]:
    """The files of answers under some paths that hold errors, of models that were asked in one of these ways.

    Without `strategies`, these are the ones that put a question as it is.
    """
    runs = [(path, run) for path in run_paths(paths) if (run := _read(path, named=path in map(Path, paths)))]
    asked = [(path, run) for path, run in runs if _is_wanted(run, strategies)]
    found = [path for path, run in asked if errors_of(run)]
    if not found:
        what = "wrong answers" if asked else "model's answers"
        ways = " or ".join(strategies or BASES)
        raise DioramaError(
            f"no {what} to questions of the suite {SUITE}, asked with {ways}, in {', '.join(map(str, paths))}"
        )
    return found


def errors_of(run: Run) -> list[Record]:
    """The wrong answers about clips in a run."""
    return [record for record in run.records if record.suite == SUITE and record.wrong]


def _read(path: Path, *, named: bool) -> Run | None:
    """A run; one that cannot be read is left out, unless it was named itself."""
    try:
        return read_run(path)
    except DioramaError as error:
        if named:
            raise
        log.warning("left out: %s", error)
        return None


def _is_wanted(run: Run, strategies: Sequence[str]) -> bool:
    if run.info.model.removeprefix("diorama/") in PLAYERS or all(r.suite != SUITE for r in run.records):
        return False
    return run.info.strategy.partition("(")[0] in strategies if strategies else run.info.strategy in BASES

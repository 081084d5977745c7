"""Reading runs back: files of answers, folders of them, and logs that Inspect AI wrote by itself.

>>> from diorama.ask.logs import load_runs
>>> for run in load_runs(["logs"]): print(run.info.model, len(run.records))  # doctest: +SKIP
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path

from diorama.ask.records import Record
from diorama.ask.run_files import ENDING, Run, latest, read_run
from diorama.errors import DioramaError

LOG = ".eval"
log = logging.getLogger(__name__)


def load_records(paths: Sequence[str | Path]) -> list[Record]:
    """Every record of the runs under these paths."""
    return [record for run in load_runs(paths) for record in run.records]


def load_runs(paths: Sequence[str | Path], *, one_dataset: bool = True) -> list[Run]:
    """The runs under these paths, each once; a folder stands for all that is in it.

    Where a log has a file of answers beside it, that file is read: it is quicker and also has what a killed run knew.
    """
    runs: dict[tuple[str, str], Run] = {}
    for path, named in _files(paths):
        try:
            run = read_run(path) if path.name.endswith(ENDING) else _read_log(path)
        except DioramaError as error:
            if named:
                raise
            log.warning("left out: %s", error)
            continue
        if run is None or not run.records:
            continue
        key = (run.info.dataset, run.info.key)
        if key in runs:
            run = Run(info=run.info, records=latest((*runs[key].records, *run.records)))
        runs[key] = run
    if not runs:
        raise DioramaError(f"no answers in {', '.join(map(str, paths))}: run `diorama eval` first")
    if one_dataset:
        _check_one_dataset(runs.values())
    return list(runs.values())


def _files(paths: Sequence[str | Path]) -> list[tuple[Path, bool]]:
    """The files under some paths, and whether each was named itself, in which case it must be readable."""
    named: dict[Path, bool] = {}
    for path in map(Path, paths):
        if path.is_dir():
            inside = (p for p in sorted(path.rglob("*")) if p.name.endswith((ENDING, LOG)) and p.is_file())
            named = dict.fromkeys(inside, False) | named
        elif not path.is_file():
            raise DioramaError(f"there is no {path}")
        elif not path.name.endswith((ENDING, LOG)):
            raise DioramaError(f"{path} is no log: its name should end in {ENDING} or {LOG}")
        else:
            named[path] = True
    return list(named.items())


def answer_files(paths: Sequence[str | Path]) -> list[Path]:
    """The files of answers under some paths, complete or not."""
    return [path for path, _ in _files(paths) if path.name.endswith(ENDING)]


def _read_log(path: Path) -> Run | None:
    from diorama.ask.engine import require

    require()
    from diorama.ask.engine.logs import read_log

    return read_log(path)


def _check_one_dataset(runs: Iterable[Run]) -> None:
    names = list(dict.fromkeys(run.info.dataset for run in runs))
    if len(names) > 1:
        raise DioramaError(f"these runs are of different datasets ({', '.join(sorted(names))}): report them one by one")

"""Asking a part of a dataset: samples listed in a file, or those that another model got wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from diorama.ask.records import Record
from diorama.ask.run_files import read_run
from diorama.errors import DioramaError, UnknownName
from diorama.kinds import Verdict

WRONG, RIGHT = "wrong", "right"
ENDS = (WRONG, RIGHT, *(v.value for v in Verdict))
"""What `--only` can pick from a run: ``wrong`` is whatever was answered and not correct."""


def read_ids(path: Path) -> list[str]:
    """Ids of samples from a file, one per line; empty lines and lines that begin with # are skipped."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise DioramaError(f"cannot read {path}: {why}") from None
    listed = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    if not listed:
        raise DioramaError(f"{path} lists no samples: write one id a line")
    return list(dict.fromkeys(listed))


def ids_from_run(spec: str, dataset: str) -> list[str]:
    """The samples that ended in a given way in an earlier run, such as ``wrong:LOG``.

    With several repeats, a sample counts if more than half of them ended that way.
    """
    end, sign, place = spec.partition(":")
    if not sign or not place:
        raise DioramaError(f"--only {spec}: write wrong:FILE, where FILE is a file of answers")
    if end not in ENDS:
        raise UnknownName("end of an answer", end, ENDS)
    run = read_run(Path(place))
    if run.info.dataset != dataset:
        raise DioramaError(f"--only: {place} is a run of {run.info.dataset}, not of {dataset}")
    chosen = mostly_ended(end, run.records)
    if not chosen:
        raise DioramaError(f"--only: nothing in {place} ended {end}")
    return chosen


def mostly_ended(end: str, records: Iterable[Record]) -> list[str]:
    """The samples of which more than half of the repeats ended in a given way."""
    asked: Counter[str] = Counter()
    ended: Counter[str] = Counter()
    for record in records:
        asked[record.sample_id] += 1
        ended[record.sample_id] += _ended(end, record)
    return [sample for sample, times in asked.items() if 2 * ended[sample] > times]


def _ended(end: str, record: Record) -> bool:
    if end == WRONG:
        return record.wrong
    return record.verdict is (Verdict.CORRECT if end == RIGHT else Verdict(end))

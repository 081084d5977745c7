"""Imaginations of earlier runs against the truth: `diorama cow score`. Nothing is asked or generated anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from diorama.ask.logs import answer_files
from diorama.ask.records import Record
from diorama.ask.run_files import Run, artefacts_of, read_run
from diorama.ask.source import Source
from diorama.errors import DioramaError
from diorama.imagine.generators import CannotImagine
from diorama.imagine.scores import Failure, failure_of, imagination_errors, imagination_scores
from diorama.kinds import Verdict

COW = "cow"
Progress = Callable[[int, int], Callable[[], None]]


@dataclass(frozen=True)
class Scored:
    """How one imagination compares with the truth."""

    record: Record
    rates: dict[str, float] = field(default_factory=dict)
    """``stage/measure``, 0 to 1."""
    errors: dict[str, float] = field(default_factory=dict)
    """``stage/unit``."""
    unscored: str = ""
    """Why there is nothing to compare."""

    @property
    def failure(self) -> Failure:
        return failure_of(self.rates)


@dataclass(frozen=True)
class ScoredRun:
    """All imaginations of a run."""

    path: Path
    run: Run
    answers: tuple[Scored, ...]

    @property
    def title(self) -> str:
        return f"{self.run.info.model}, {self.run.info.strategy}"

    def failed_stages(self) -> Counter[str]:
        """How many questions ended because a stage failed, by stage."""
        failed = (s.record for s in self.answers if s.record.verdict is Verdict.TOOL_FAILED)
        return Counter(record.note.partition(":")[0] for record in failed)

    def failures(self) -> Counter[Failure]:
        """What went wrong first in those that were imagined to the end."""
        whole = (s for s in self.answers if s.rates and s.record.verdict is not Verdict.TOOL_FAILED)
        return Counter(s.failure for s in whole)

    def rates(self) -> dict[str, tuple[float, int]]:
        """The mean of each rate, and over how many questions."""
        return _summed((s.rates for s in self.answers), np.mean)

    def errors(self) -> dict[str, tuple[float, int]]:
        """The median of each error, and over how many questions."""
        return _summed((s.errors for s in self.answers), np.median)


def imagines(strategy: str) -> bool:
    """Whether a strategy, as it is written, is the one that imagines first."""
    return strategy.partition("(")[0] == COW


def cow_runs(paths: Sequence[str | Path]) -> list[Path]:
    """The files of answers that were asked with imagination."""
    found = [path for path in answer_files(paths) if imagines(read_run(path).info.strategy)]
    if not found:
        raise DioramaError(
            f"no answers with imagination in {', '.join(map(str, paths))}: run `diorama eval DIR --strategy cow` first"
        )
    return found


def score_imaginations(path: Path, *, data: Path | None = None, progress: Progress | None = None) -> ScoredRun:
    """Compare everything that a run kept of its imaginations with the truth."""
    run = read_run(path)
    source = Source(data or Path(run.info.folder))
    if source.fingerprint != run.info.dataset:
        raise DioramaError(f"{path} is about another dataset than {source.folder}: name its own with --data")
    advance = progress(0, len(run.records)) if progress is not None else lambda: None
    answers = []
    for record in run.records:
        answers.append(_scored(record, source, artefacts_of(path)))
        advance()
    return ScoredRun(path, run, tuple(answers))


def _scored(record: Record, source: Source, folder: Path) -> Scored:
    try:
        sample, kept = source.get(record.sample_id), dict(_kept(record, folder))
        return Scored(record, imagination_scores(sample, kept), imagination_errors(sample, kept))
    except (CannotImagine, DioramaError) as error:
        return Scored(record, unscored=str(error))


def _kept(record: Record, folder: Path) -> Iterator[tuple[str, bytes]]:
    """What was kept with an answer, as it was then."""
    root = folder.resolve()
    for artefact in record.artefacts:
        path = (folder / artefact.path).resolve()
        try:
            data = path.read_bytes() if path.is_relative_to(root) else b""
        except OSError:
            data = b""
        if sha256(data).hexdigest() != artefact.sha256:
            raise DioramaError(f"{artefact.name} of '{record.sample_id}' is missing or was changed since")
        yield artefact.name, data


def _summed(
    found: Iterator[dict[str, float]], summary: Callable[[list[float]], Any]
) -> dict[str, tuple[float, int]]:
    values: dict[str, list[float]] = {}
    for each in found:
        for name, value in each.items():
            values.setdefault(name, []).append(value)
    return {name: (float(summary(numbers)), len(numbers)) for name, numbers in values.items()}

"""Imaginations of earlier runs against the truth: `diorama cow score`. Nothing is asked or generated anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from diorama.ask.logs import answer_files
from diorama.ask.records import Artefact, Record
from diorama.ask.run_files import Run, artefacts_of, read_run
from diorama.ask.source import Source
from diorama.errors import DioramaError
from diorama.imagine.kept import CLIP, DESCRIPTION, HEADING, PLACE, TRACKS
from diorama.imagine.scores import Failure, failure_of, imagination_errors, imagination_scores
from diorama.kinds import Verdict

COW = "cow"
STAGES = ("instance", "motion", "tracks", "video", "assist")
"""What a note names, before a colon, if one of them failed."""
OTHER = "other"
"""What failed is no stage: a setting, a tool."""
COMPARED = (DESCRIPTION, PLACE, HEADING, TRACKS, CLIP)
"""The files that have scores."""
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
    """What cannot be compared, and why; empty if everything was."""

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
        """How many questions ended because a stage failed, by stage; under `OTHER` those where something else did."""
        return Counter(map(_stage_of, self._failed_notes()))

    def other_failures(self) -> Counter[str]:
        """Why tools failed that are no stage, and how often."""
        return Counter(note for note in self._failed_notes() if _stage_of(note) == OTHER)

    def _failed_notes(self) -> list[str]:
        return [s.record.note for s in self.answers if s.record.verdict is Verdict.TOOL_FAILED]

    @property
    def compared(self) -> int:
        """How many were imagined to the end and have scores, perhaps not all."""
        return len(self._whole())

    def failures(self) -> Counter[Failure]:
        """What went wrong first in those that were imagined to the end and compared in full."""
        return Counter(s.failure for s in self._whole() if not s.unscored)

    def _whole(self) -> list[Scored]:
        return [s for s in self.answers if s.rates and s.record.verdict is not Verdict.TOOL_FAILED]

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
    """The scores of all files that are as they were; if one cannot be used, each of the others for itself."""
    kept: dict[str, bytes] = {}
    faults: list[str] = []
    for artefact in (a for a in record.artefacts if a.name in COMPARED):
        if (data := _intact(artefact, folder)) is None:
            faults.append(f"{artefact.name} of '{record.sample_id}' is missing or was changed since")
        else:
            kept[artefact.name] = data
    rates: dict[str, float] = {}
    errors: dict[str, float] = {}
    try:
        sample = source.get(record.sample_id)
        rates, errors = imagination_scores(sample, kept), imagination_errors(sample, kept)
    except DioramaError as error:
        for alone in ({name: data} for name, data in kept.items()):
            try:
                sample = source.get(record.sample_id)
                found = imagination_scores(sample, alone), imagination_errors(sample, alone)
            except DioramaError as fault:
                faults.append(str(fault))
            else:
                rates, errors = rates | found[0], errors | found[1]
        faults = faults or [str(error)]
    return Scored(record, rates, errors, "; ".join(dict.fromkeys(faults)))


def _intact(artefact: Artefact, folder: Path) -> bytes | None:
    """A file as it was when the question was answered; None if it is not there, or another."""
    path, root = (folder / artefact.path).resolve(), folder.resolve()
    try:
        data = path.read_bytes() if path.is_relative_to(root) else b""
    except OSError:
        return None
    return data if sha256(data).hexdigest() == artefact.sha256 else None


def _stage_of(note: str) -> str:
    """The stage that a note names."""
    name, colon, _ = note.partition(":")
    return name if colon and name in STAGES else OTHER


def _summed(found: Iterable[dict[str, float]], summary: Callable[[list[float]], Any]) -> dict[str, tuple[float, int]]:
    values: dict[str, list[float]] = {}
    for each in found:
        for name, value in each.items():
            values.setdefault(name, []).append(value)
    return {name: (float(summary(numbers)), len(numbers)) for name, numbers in values.items()}

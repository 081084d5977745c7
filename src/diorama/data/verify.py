"""Verifying a dataset: its files, and that answer, words, options, marks and pictures of each sample mean its query."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from diorama.data._workers import check_workers, each
from diorama.data.checks import CHECKS, PICTURE_CHECKS, Case, NotChecked
from diorama.data.dataset import check, load
from diorama.data.manifest import BuildPlan
from diorama.data.sample import Sample
from diorama.errors import DioramaError, short
from diorama.suites import SUITES, get_suite


@dataclass(frozen=True)
class Disagreement:
    """One thing that does not agree with the rest of a sample: which check found it, what it expected and found."""

    check: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.check}: expected {self.expected}; found {self.found}"


@dataclass(frozen=True)
class Unchecked:
    """A check that could not be made, and why."""

    check: str
    reason: str


@dataclass(frozen=True)
class Finding:
    """What was found for one sample."""

    id: str
    task: str
    disagreements: tuple[Disagreement, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    """Checks that could not be made."""
    skipped: str = ""
    """Why nothing was checked at all."""

    @property
    def problem(self) -> str | None:
        """All disagreements in one line; None if there are none."""
        return "; ".join(map(str, self.disagreements)) or None


def verify(folder: str | Path, *, workers: int = 1, pictures: bool = True) -> Iterator[Finding]:
    """Check every sample; damaged files come first, under their own names, and are not read.

    Without `pictures`, nothing is drawn again.
    """
    check_workers(workers)
    damaged = set()
    for fault in check(folder):
        name, _, problem = fault.partition(": ")
        damaged.add(name)
        yield Finding(name, "files", (Disagreement("files", "whole files", problem or fault),))
    whole = [shard for shard in load(folder).shards if shard not in damaged]
    for found in each(partial(_findings, folder, pictures), whole, workers):
        yield from found


def _findings(folder: str | Path, pictures: bool, shard: str) -> list[Finding]:
    data, findings = load(folder), list[Finding]()

    def note(sample_id: str, task: str, why: str) -> None:
        findings.append(Finding(sample_id, task, (Disagreement("sample", "one that can be read", why),)))

    for sample in data.shard(shard, note):
        findings.append(check_sample(sample, data.manifest.plan, pictures=pictures))
    return findings


def check_sample(sample: Sample, plan: BuildPlan, *, pictures: bool = True) -> Finding:
    """Make every check of one sample; the plan says how its pictures were drawn."""
    case = _case(sample, plan)
    if isinstance(case, str):
        return Finding(sample.id, sample.task, skipped=case)
    disagreements: list[Disagreement] = []
    unchecked: list[Unchecked] = []
    for name, look in CHECKS.items():
        if name in PICTURE_CHECKS and not pictures:
            continue
        try:
            for found in look(case):  # one by one: what was found stays, even if the check then breaks off
                disagreements.append(Disagreement(name, found.expected, found.found))
        except NotChecked as reason:
            unchecked.append(Unchecked(name, str(reason)))
        except DioramaError as error:  # such as a query about a body that is not there
            disagreements.append(Disagreement(name, "a sample that can be checked", str(error)))
        except (OSError, MemoryError):
            raise
        except Exception as error:  # a stored query may say anything: what a check cannot digest is found, too
            why = f"{type(error).__name__}: {short(error)}"
            disagreements.append(Disagreement(name, "a sample that can be checked", why))
    return Finding(sample.id, sample.task, tuple(disagreements), tuple(unchecked))


def _case(sample: Sample, plan: BuildPlan) -> Case | str:
    """A sample with all that checks need, or why there is nothing to check it by."""
    if sample.world is None or sample.camera is None:
        return "it has no world to derive the answer from"
    if sample.query is None:
        return "it has no query that says what is asked"
    if sample.suite not in SUITES:
        return f"the suite '{sample.suite}' is not installed"
    suite = get_suite(sample.suite)
    task = suite.get(sample.task, sample.level)
    if task.checker is None and task.answer_of is None:
        return f"{task.label} has no check"
    camera = suite.measured(sample.camera)
    return Case(sample, task, sample.query, sample.world, camera, plan.renderer, plan.options.get("preset"))

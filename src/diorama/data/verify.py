"""Verifying a dataset: its files, and every answer, derived again from its stored query and by another method."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from diorama.data._workers import check_workers, each
from diorama.data.dataset import check, load
from diorama.data.sample import Sample
from diorama.suites import SUITES, get_suite


@dataclass(frozen=True)
class Finding:
    """What was found for one sample: `problem` is None where the second derivation agrees, or where there is none."""

    id: str
    task: str
    problem: str | None = None
    skipped: str = ""
    """Why nothing was derived again."""


def verify(folder: str | Path, *, workers: int = 1) -> Iterator[Finding]:
    """Recompute every answer; damaged files come first, under their own names."""
    check_workers(workers)
    for fault in check(folder):
        name, _, problem = fault.partition(": ")
        yield Finding(name, "files", problem or fault)
    for found in each(partial(_findings, folder), load(folder).shards, workers):
        yield from found


def _findings(folder: str | Path, shard: str) -> list[Finding]:
    return [check_sample(sample) for sample in load(folder).shard(shard)]


def check_sample(sample: Sample) -> Finding:
    """Derive one answer again."""
    if sample.world is None or sample.camera is None:
        return Finding(sample.id, sample.task, skipped="it has no world to derive the answer from")
    if sample.query is None:
        return Finding(sample.id, sample.task, skipped="it has no query that says what is asked")
    if sample.suite not in SUITES:
        return Finding(sample.id, sample.task, skipped=f"the suite '{sample.suite}' is not installed")
    task = get_suite(sample.suite).get(sample.task, sample.level)
    if task.checker is None and task.answer_of is None:
        return Finding(sample.id, sample.task, skipped=f"{task.label} has no check")
    return Finding(sample.id, sample.task, task.find_problem(sample.query, sample.answer, sample.world, sample.camera))

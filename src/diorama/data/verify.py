"""Verifying a dataset: its files, and every answer again by another method than the one that built it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from diorama.data._workers import check_workers, each
from diorama.data.dataset import check, load
from diorama.data.sample import Sample
from diorama.suites.verification import get_check


@dataclass(frozen=True)
class Verdict:
    """What became of one sample: `problem` is None where the second derivation agrees."""

    id: str
    task: str
    problem: str | None


def verify(folder: str | Path, *, workers: int = 1) -> Iterator[Verdict]:
    """Recompute every answer; damaged files come first, under their own names."""
    check_workers(workers)
    for fault in check(folder):
        name, _, problem = fault.partition(": ")
        yield Verdict(name, "files", problem or fault)
    for found in each(partial(_verdicts, folder), load(folder).shards, workers):
        yield from found


def _verdicts(folder: str | Path, shard: str) -> list[Verdict]:
    return [Verdict(sample.id, sample.task, _problem(sample)) for sample in load(folder).shard(shard)]


def _problem(sample: Sample) -> str | None:
    if sample.camera is None:
        return "it has no camera"
    return get_check(sample.suite, sample.task)(sample.world, sample.camera, sample.answer, sample.trace)

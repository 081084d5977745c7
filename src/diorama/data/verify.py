"""Verifying a dataset: its files, and every answer again by another method than the one that built it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from diorama.data.dataset import check, load
from diorama.suites.verification import get_check


@dataclass(frozen=True)
class Verdict:
    """What became of one sample: `problem` is None where the second derivation agrees."""

    id: str
    task: str
    problem: str | None


def verify(folder: str | Path) -> Iterator[Verdict]:
    """Recompute every answer; damaged files come first, under their own names."""
    for fault in check(folder):
        yield Verdict(fault.partition(":")[0], "files", fault)
    for sample in load(folder):
        if sample.camera is None:
            yield Verdict(sample.id, sample.task, "it has no camera")
            continue
        recheck = get_check(sample.suite, sample.task)
        yield Verdict(sample.id, sample.task, recheck(sample.world, sample.camera, sample.answer, sample.trace))

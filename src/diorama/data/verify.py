"""Verifying a dataset: its files, and every answer again by another method than the one that built it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from diorama.data.dataset import check, load
from diorama.errors import DioramaError
from diorama.suites.verification import get_check


@dataclass(frozen=True)
class Verdict:
    """What became of one sample: `problem` is None where the second derivation agrees."""

    id: str
    task: str
    problem: str | None


def verify(folder: str | Path, *, workers: int = 1) -> Iterator[Verdict]:
    """Recompute every answer; damaged files come first, under their own names."""
    if workers < 1:
        raise DioramaError(f"workers must be at least 1; got {workers}")
    for fault in check(folder):
        yield Verdict(fault.partition(":")[0], "files", fault)
    shards = load(folder).shards
    if workers == 1 or len(shards) < 2:
        for name in shards:
            yield from _verdicts(folder, name)
        return
    fresh = multiprocessing.get_context("spawn")  # OpenGL contexts do not survive a fork
    with ProcessPoolExecutor(min(workers, len(shards)), mp_context=fresh) as pool:
        for found in pool.map(_listed, [folder] * len(shards), shards):
            yield from found


def _listed(folder: str | Path, shard: str) -> list[Verdict]:
    return list(_verdicts(folder, shard))


def _verdicts(folder: str | Path, shard: str) -> Iterator[Verdict]:
    for sample in load(folder).shard(shard):
        if sample.camera is None:
            yield Verdict(sample.id, sample.task, "it has no camera")
            continue
        recheck = get_check(sample.suite, sample.task)
        yield Verdict(sample.id, sample.task, recheck(sample.world, sample.camera, sample.answer, sample.trace))

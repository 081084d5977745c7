"""Auditing a dataset: is the answer guessable without looking, or from flat boxes alone?

The kind of an answer decides what is counted; the task decides which guessers play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from diorama.data._workers import check_workers, each
from diorama.data.dataset import load
from diorama.data.keys import key_of
from diorama.data.sample import Sample
from diorama.kinds import Counts
from diorama.sight import see
from diorama.suites import find_task
from diorama.suites.flat import FlatScene, visible_boxes

Audits = dict[tuple[str, str, str], Counts]
"""By suite, task and level."""


def audit(folder: str | Path) -> Audits:
    """The audit of a whole dataset."""
    return together(audit_shards(folder))


def audit_shards(folder: str | Path, *, workers: int = 1) -> Iterator[Audits]:
    """The audit of each shard of a dataset."""
    check_workers(workers)
    yield from each(partial(_audit_shard, folder), load(folder).shards, workers)


def together(parts: Iterable[Audits]) -> Audits:
    """The audit of a whole from those of its parts."""
    whole: Audits = {}
    for part in parts:
        for cell, counts in part.items():
            if cell in whole:
                whole[cell].add(counts)
            else:
                whole[cell] = counts
    return dict(sorted(whole.items()))


def flat_scene(sample: Sample) -> FlatScene | None:
    """What a flat mind knows of a sample; None without a world."""
    if sample.world is None or sample.camera is None:
        return None
    return FlatScene(visible_boxes(see(sample.world, sample.camera)), sample.phrases, sample.options)


def _audit_shard(folder: str | Path, shard: str) -> Audits:
    found: Audits = {}
    for sample in load(folder).shard(shard):
        counts = found.setdefault((sample.suite, sample.task, sample.level), sample.kind.counts())
        count_sample(counts, sample)
    return found


def count_sample(counts: Counts, sample: Sample) -> None:
    """Add one sample to the account of its task, and let the task's guessers play."""
    counts.count(key_of(sample))
    task = find_task(sample.suite, sample.task, sample.level)
    if task is None or not task.guessers or sample.query is None or (scene := flat_scene(sample)) is None:
        return
    for name, guess in task.guessers.items():
        found = guess(sample.query, scene)
        if found is not None:
            counts.guesses[name] += sample.kind.agrees(sample.answer, found)

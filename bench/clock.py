"""Timing that survives a noisy machine: medians of alternated runs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def medians(*works: Callable[[], object], runs: int = 7) -> tuple[float, ...]:
    """Median seconds of each; they take turns, so that a slow spell hits all alike."""
    for work in works:
        work()
    rounds = [[seconds(work) for work in works] for _ in range(runs)]
    return tuple(statistics.median(column) for column in zip(*rounds, strict=True))

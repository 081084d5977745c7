"""How fast causal samples are made: per cell on two workers, the share of physics, and the perturbation test.

Run with `python bench/run.py causal`, or `python bench/causal.py 10` for ten samples a cell and worker. The
perturbation test must take less than a second a sample.
"""

from __future__ import annotations

import cProfile
import pstats
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

from diorama.data.build import BuildWishes, build, plan_build
from diorama.suites import Task, draw_up, get_suite
from diorama.whatif import survives

PHYSICS = ("mj_step", "mj_geomDistance", "mj_forward", "_specs.compile", "mj_collision", "mj_kinematics")
"""Calls into MuJoCo; compiling a model is part of asking physics."""


def main(count: int = 4) -> None:
    print(f"{'cell':18s} {'samples/min':>12s} {'physics':>8s} {'nudging s':>10s}")
    for task in get_suite("causal").tasks():
        with tempfile.TemporaryDirectory() as folder:
            wishes = BuildWishes(task=task.name, level=task.level, shard_size=count)
            plan = plan_build(("causal",), 2 * count, 1, wishes)
            start = time.perf_counter()
            made = sum(t.samples for t in build(Path(folder) / "d", plan, workers=2))
            pace = 60 * made / (time.perf_counter() - start)
        print(
            f"{task.name + ' ' + task.level:18s} {pace:12.1f} {physics(task, count):8.0%} {nudging(task, count):10.2f}"
        )


def physics(task: Task, count: int) -> float:
    """The share of drafting spent in physics."""
    profile = cProfile.Profile(time.process_time)  # what others do on the machine does not count
    start = time.process_time()
    profile.enable()
    for turn in range(count):
        draw_up(task, [1, turn], turn=turn)
    profile.disable()
    whole = time.process_time() - start
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    inside: float = sum(entry[2] for key, entry in stats.items() if any(name in key[2] for name in PHYSICS))
    return inside / whole


def nudging(task: Task, count: int) -> float:
    """Processor seconds that the perturbation test of a sample takes, without a profiler that slows it down."""
    took: list[float] = []

    def timed(*args: Any, **kwargs: Any) -> Any:
        start = time.process_time()
        result = survives(*args, **kwargs)
        if result.holds:
            took.append(time.process_time() - start)
        return result

    with ExitStack() as undo:
        for name, module in list(sys.modules.items()):
            if name.startswith("diorama.suites.causal") and getattr(module, "survives", None) is survives:
                undo.enter_context(patch.object(module, "survives", timed))
        for turn in range(count):
            draw_up(task, [1, turn], turn=turn)
    return statistics.mean(took)


if __name__ == "__main__":
    main(*(int(a) for a in sys.argv[1:2]))

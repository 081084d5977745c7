"""How fast causal samples are made: per cell on two workers, the share of physics, and the perturbation test.

Run with `python bench/run.py causal`, or `python bench/causal.py 10` for ten samples a cell and worker. The
perturbation test must take less than a second a sample.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
import tempfile
import time
from pathlib import Path

from diorama.data.build import build, plan_build
from diorama.suites import Task, draw_up, tasks

PHYSICS = ("mj_step", "mj_geomDistance", "mj_forward", "_specs.compile", "mj_collision", "mj_kinematics")
"""Calls into MuJoCo; compiling a model is part of asking physics."""
PERTURBING = ("survives", "stands", "confirmed", "_confirmed")
"""Functions that ask again in nudged worlds; the outermost one counts."""


def main(count: int = 4) -> None:
    print(f"{'cell':18s} {'samples/min':>12s} {'physics':>8s} {'nudging s':>10s}")
    for task in tasks("causal"):
        with tempfile.TemporaryDirectory() as folder:
            plan = plan_build(("causal",), 2 * count, 1, task=task.name, level=task.level, shard_size=count)
            start = time.perf_counter()
            made = sum(t.samples for t in build(Path(folder) / "d", plan, workers=2))
            pace = 60 * made / (time.perf_counter() - start)
        share, nudging = profiled(task, count)
        print(f"{task.name + ' ' + task.level:18s} {pace:12.1f} {share:8.0%} {nudging:10.2f}")


def profiled(task: Task, count: int) -> tuple[float, float]:
    """The share of drafting spent in physics, and the seconds of nudging a sample that passed."""
    profile = cProfile.Profile(time.process_time)  # what others do on the machine does not count
    start = time.process_time()
    profile.enable()
    for turn in range(count):
        draw_up(task, [1, turn], turn=turn)
    profile.disable()
    whole = time.process_time() - start
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    physics = sum(entry[2] for key, entry in stats.items() if any(name in key[2] for name in PHYSICS))
    nudging = max((entry[3] / entry[0] for key, entry in stats.items() if key[2] in PERTURBING), default=0.0)
    return physics / whole, nudging


if __name__ == "__main__":
    main(*(int(a) for a in sys.argv[1:2]))

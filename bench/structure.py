"""The structure suite: samples a minute on two workers, where the time goes, and what grows with the count.

Time is measured inside one process for each task and stated as a share; sight, what-if and gates together are set
against the photo picture (preset fast, 720×480) that would go with the sample.
"""

from __future__ import annotations

import cProfile
import pstats
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

from clock import seconds
from diorama.data.build import BuildWishes, build, plan_build
from diorama.sight import draw_shot
from diorama.suites import Draft, Task, draw_up, get_suite

EACH = 6
WORLD, SETTLING, NUDGING = ("scenes.py", {"_made"}), ("physics.py", {"settle"}), ("perturb.py", {"survives", "nudges"})
"""Which functions, of which file, stand for a stage."""


def main() -> None:
    tasks = get_suite("structure").tasks()
    photo = photo_seconds(draw_up(tasks[0], [1])[0])
    for task in tasks:
        drafts, total, (world, settling, nudging) = profile(task)
        picture = statistics.median(map(picture_seconds, drafts))
        asking = total - world
        print(
            f"{task.name}: {120 / (total + picture):.0f} samples a minute on two workers; "
            f"sampling {(world - settling) / (total + picture):.0%}, settling {settling / (total + picture):.0%}, "
            f"sight and gates {(asking - nudging) / (total + picture):.0%}, "
            f"perturbation {nudging / (total + picture):.0%}, draft picture {picture / (total + picture):.0%}; "
            f"sight, what-if and gates take {asking / photo:.2f} of a fast photo (at most 1)"
        )
    if "--growth" in sys.argv:
        growth()


def profile(task: Task) -> tuple[list[Draft], float, list[float]]:
    """Drafts of a task, and seconds for each: in all, and for its worlds, their settling and its nudges.

    The shares are a profiler's, which makes everything slower; the time in all is taken without it. What T5 and T6 ask
    again in nudged worlds counts as gates.
    """

    def make() -> list[Draft]:
        return [draw_up(task, [5, turn], turn=turn)[0] for turn in range(EACH)]

    total = seconds(make)
    watch = cProfile.Profile(builtins=False, subcalls=False)
    drafts = watch.runcall(make)
    calls = pstats.Stats(watch)
    shares = [
        sum(
            numbers[3]
            for (file, _, function), numbers in calls.stats.items()  # type: ignore[attr-defined]
            if file.endswith(where) and function in functions
        )
        / calls.total_tt  # type: ignore[attr-defined]
        for where, functions in (WORLD, SETTLING, NUDGING)
    ]
    return drafts, total / EACH, [total / EACH * share for share in shares]


def picture_seconds(draft: Draft) -> float:
    """A draft picture."""
    return seconds(lambda: draw_shot(draft.shots[0]))


def photo_seconds(draft: Draft) -> float:
    """A fast photo from a warm worker."""
    (shot,) = draft.shots
    draw_shot(shot, renderer="photo", preset="fast")
    return statistics.median(seconds(lambda: draw_shot(shot, renderer="photo", preset="fast")) for _ in range(3))


def growth() -> None:
    """Peak memory and processor time a sample, of the cheapest task, for 100 and for 2,000 samples in one process."""
    plan = plan_build(("structure",), 2000, 3, BuildWishes(task="T5", shard_size=100))
    marks: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        for _ in build(Path(folder) / "d", plan):
            now = time.process_time()
            marks.append((now - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))
            each, peak = marks[-1][0] / 100, marks[-1][1]
            print(f"  {100 * len(marks)} samples: {each:.2f} s each, peak {peak:.0f} MB", flush=True)
            began = now
    (first, early), (_, late) = marks[0], marks[-1]
    later = statistics.median(t for t, _ in marks[-5:])
    print(f"memory after 100 samples {early:.0f} MB, after 2000 {late:.0f} MB: {late / early:.2f} (at most 1.2)")
    print(f"processor time a sample, last 500 against first 100: {later / first:.2f} (at most 1.2)")


if __name__ == "__main__":
    main()

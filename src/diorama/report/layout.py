"""Where a suite's tasks stand in a table: by level (as the paper of `causal` has it) or by competency (`structure`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from diorama.ask import Record
from diorama.errors import DioramaError
from diorama.suites import tasks

GROUPS: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "structure": (
        ("Depth-ordered occlusion", ("T1", "T2", "T3")),
        ("Optical", ("T4",)),
        ("Volumetric planning", ("T5", "T6")),
    ),
}
"""Competencies that the tasks of a suite belong to; a suite that is not here has none."""
TITLES = {
    ("structure", "T1"): "remove one",
    ("structure", "T2"): "remove several",
    ("structure", "T3"): "transparent",
    ("structure", "T4"): "reflection",
    ("structure", "T5"): "one swap",
    ("structure", "T6"): "several swaps",
}
"""What a task with a bare number is about."""


@dataclass(frozen=True)
class Place:
    """What one column averages over: a task at a level, a whole level, or everything (all None)."""

    suite: str
    task: str | None
    level: str | None
    title: str
    group: str = ""
    about: str = ""

    def holds(self, record: Record) -> bool:
        return record.suite == self.suite and self.task in (None, record.task) and self.level in (None, record.level)

    @property
    def average(self) -> bool:
        return self.task is None


def suites_of(records: Iterable[Record]) -> tuple[str, ...]:
    return tuple(sorted({r.suite for r in records}))


def places(suite: str, records: Iterable[Record]) -> tuple[Place, ...]:
    """The columns of a suite's table: its tasks in their groups, an average after each level, and one over all."""
    keys = sorted({(r.task, r.level) for r in records if r.suite == suite})
    levels = sorted({level for _, level in keys})
    found: list[Place] = []
    if any(levels):
        for level in levels:
            here = [task for task, at in keys if at == level]
            found += [_task(suite, task, level) for task in here]
            if len(here) > 1:
                found.append(Place(suite, None, level, "Avg.", level_name(level), "over the samples of this level"))
    else:
        rank = {task: place for place, (_, members) in enumerate(GROUPS.get(suite, ())) for task in members}
        found += [_task(suite, *key) for key in sorted(keys, key=lambda key: (rank.get(key[0], len(rank)), key))]
    if len(keys) > 1:
        found.append(Place(suite, None, None, "Avg.", "", "over all samples, not over tasks"))
    return tuple(found)


def cells(suite: str, records: Iterable[Record]) -> tuple[Place, ...]:
    """Every task at every level, without averages; titled so that each can stand alone."""
    keys = sorted({(r.task, r.level) for r in records if r.suite == suite})
    return tuple(
        Place(suite, task, level, task_name(suite, task, level), "", _about(suite, task, level)) for task, level in keys
    )


def group_of(suite: str, task: str | None, level: str | None) -> str:
    """The heading over a column: its level, or else its task's competency."""
    return level_name(level) if level else next((name for name, of in GROUPS.get(suite, ()) if task in of), "")


def task_name(suite: str, task: str, level: str = "") -> str:
    """``T1 remove one``, ``Collision L2``."""
    name = f"{task} {TITLES[suite, task]}" if (suite, task) in TITLES else task[:1].upper() + task[1:]
    return f"{name} {level}".strip()


def level_name(level: str) -> str:
    return f"Level {level[1:]}" if level[:1] == "L" and level[1:].isdigit() else level


def _task(suite: str, task: str, level: str) -> Place:
    return Place(suite, task, level, task_name(suite, task), group_of(suite, task, level), _about(suite, task, level))


def _about(suite: str, task: str, level: str) -> str:
    try:
        return next((t.about for t in tasks(suite, task, level)), "")
    except DioramaError:
        return ""  # a suite of somebody else's

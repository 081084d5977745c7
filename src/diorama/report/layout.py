"""The columns of a suite's table: its tasks by level, or by the groups that the suite defines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from diorama.ask import Record
from diorama.suites import find_task


@dataclass(frozen=True)
class Slice:
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


def columns_of(suite: str, records: Iterable[Record]) -> tuple[Slice, ...]:
    """The columns of a suite's table: its tasks in their groups, an average after each level, and one over all."""
    keys = sorted({(r.task, r.level) for r in records if r.suite == suite})
    levels = sorted({level for _, level in keys})
    columns: list[Slice] = []
    if any(levels):
        for level in levels:
            here = [task for task, at in keys if at == level]
            columns += [_slice(suite, task, level) for task in here]
            if len(here) > 1:
                columns.append(Slice(suite, None, level, "Avg.", level_name(level), "over the samples of this level"))
    else:
        groups = list(dict.fromkeys(group_of(suite, *key) for key in keys))
        in_groups = sorted(keys, key=lambda key: (groups.index(group_of(suite, *key)), key))
        columns += [_slice(suite, *key) for key in in_groups]
    if len(keys) > 1:
        columns.append(Slice(suite, None, None, "Avg.", "", "over all samples, not over tasks"))
    return tuple(columns)


def cells_of(suite: str, records: Iterable[Record]) -> tuple[Slice, ...]:
    """Every task at every level, without averages; titled so that each can stand alone."""
    keys = sorted({(r.task, r.level) for r in records if r.suite == suite})
    return tuple(
        Slice(suite, task, level, task_name(suite, task, level), "", _about(suite, task, level)) for task, level in keys
    )


def group_of(suite: str, task: str | None, level: str | None) -> str:
    """The heading over a column: its level, or else the group of its task."""
    if level:
        return level_name(level)
    known = None if task is None else find_task(suite, task)
    return "" if known is None else known.group


def task_name(suite: str, task: str, level: str = "") -> str:
    """``T1 remove one``, ``Collision L2``."""
    known = find_task(suite, task)
    name = f"{task} {known.title}" if known is not None and known.title else task[:1].upper() + task[1:]
    return f"{name} {level}".strip()


def level_name(level: str) -> str:
    return f"Level {level[1:]}" if level[:1] == "L" and level[1:].isdigit() else level


def _slice(suite: str, task: str, level: str) -> Slice:
    return Slice(suite, task, level, task_name(suite, task), group_of(suite, task, level), _about(suite, task, level))


def _about(suite: str, task: str, level: str) -> str:
    known = find_task(suite, task, level)
    return "" if known is None else known.about

"""Suites: the questions. Tasks, their words, their checks, and one folder of tasks for each suite.

This room imports `world`, `sight`, `whatif` and `kinds`. A suite is an object that is found by its name: ours are
folders here, others come from packages with the entry point `diorama.suites`.

>>> from diorama.suites import get_suite
>>> [task.name for task in get_suite("structure").tasks()]
['T1', 'T2', 'T3', 'T4', 'T5', 'T6']
"""

from __future__ import annotations

from diorama.errors import DioramaError
from diorama.plugins import Registry
from diorama.suites.dealing import Deal
from diorama.suites.drafts import Draft, NoSample, Rejected, draw_up
from diorama.suites.suite import Suite, Task
from diorama.suites.words import MediaPart, Part, QuestionPart, TextPart, Words

__all__ = [
    "SUITES", "Deal", "Draft", "MediaPart", "NoSample", "Part", "QuestionPart", "Rejected", "Suite", "Task",
    "TextPart", "Words", "draw_up", "find_task", "get_suite",
]  # fmt: skip

SUITES: Registry[Suite] = Registry(
    "diorama.suites",
    "suite",
    {name: f"diorama.suites.{name}:{name}" for name in ("causal", "logic", "structure", "video")},
    Suite,
)


def find_task(suite: str, task: str, level: str | None = None) -> Task | None:
    """A task of a suite that is installed here; None for any other."""
    try:
        return SUITES.get(suite).tasks(task, level)[0] if suite in SUITES else None
    except DioramaError:
        return None


def get_suite(name: str) -> Suite:
    """A suite by name; an unknown one suggests the nearest."""
    return SUITES.get(name)

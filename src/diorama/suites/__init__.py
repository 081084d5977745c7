"""Suites: the questions. Answer kinds, tasks, words, checks, and one folder of tasks for each suite.

This room imports `world`, `sight` and `whatif`. Every folder here is a suite; importing this room registers its tasks.

>>> from diorama.suites import ObjectSet, tasks
>>> ObjectSet(names=("vase_1", "mug_1")).words({"mug_1": "the red mug", "vase_1": "the vase"})
'the red mug and the vase'
>>> [t.name for t in tasks("structure")]
['T1', 'T2', 'T3', 'T4', 'T5', 'T6']
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from diorama.suites.answers import ANSWERS, Answer, AnyAnswer, Choice, ObjectSet, Plan, Step, Swaps
from diorama.suites.tasks import Draft, NoSample, Rejected, Task, draw_up, get_task, suites, task, tasks
from diorama.suites.verification import check, get_check

for _module in iter_modules(__path__):
    if _module.ispkg:
        import_module(f"{__name__}.{_module.name}")

__all__ = [
    "ANSWERS", "Answer", "AnyAnswer", "Choice", "Draft", "NoSample", "ObjectSet", "Plan", "Rejected", "Step", "Swaps",
    "Task", "check", "draw_up", "get_check", "get_task", "suites", "task", "tasks",
]  # fmt: skip

"""The tasks of construction by name; each is imported when it is asked for. A package adds its own by an entry point.

from diorama.perceive.construct.tasks import TASKS
for question in TASKS.get("T1").ask(asking, rng): print(question.query, question.answered.answer)
"""

from __future__ import annotations

from diorama.perceive.construct.question import ConstructTask
from diorama.plugins import Registry

_HERE = "diorama.perceive.construct"
TASKS = Registry(
    "diorama.construct",
    "task of construction",
    {
        "T1": f"{_HERE}.single_removal:SINGLE_REMOVAL",
        "T2": f"{_HERE}.several_removals:SEVERAL_REMOVALS",
        "T3": f"{_HERE}.transparency:TRANSPARENCY",
        "T4": f"{_HERE}.reflection:REFLECTION",
        "T5": f"{_HERE}.one_swap:ONE_SWAP",
        "T6": f"{_HERE}.several_swaps:SEVERAL_SWAPS",
    },
    ConstructTask,
)

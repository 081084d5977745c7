"""Suites: the questions. Answer kinds, and one folder of tasks for each suite.

This room imports `world`, `sight` and `whatif`.

>>> from diorama.suites import ObjectSet
>>> ObjectSet(names=("vase_1", "mug_1")).words({"mug_1": "the red mug", "vase_1": "the vase"})
'the red mug and the vase'
"""

from __future__ import annotations

from diorama.suites.answers import ANSWERS, Answer, AnyAnswer, Choice, ObjectSet, Plan, Step, Swaps

__all__ = ["ANSWERS", "Answer", "AnyAnswer", "Choice", "ObjectSet", "Plan", "Step", "Swaps"]

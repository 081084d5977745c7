"""The suite `logic`: chores in piles of things, answered by a plan whose steps name what they directly need.

One file a task: `pick_up`, `take_out`, `place`. What they share: `scenes` (piles to plan in), `planning` (the plan for
a chore), `drafting` (from a chore to a draft, through all gates), `legible` (whether a picture tells what rests on
what), `augment` (more questions from a plan), `second_look` (checks by another method) and `guessers` (what flat minds
plan).
"""

from __future__ import annotations

from diorama.suites.logic import pick_up, place, second_look, take_out
from diorama.suites.logic.augment import augmentations, expansions, subgraphs
from diorama.suites.logic.planning import plan_for
from diorama.suites.logic.scenes import CATEGORIES, category
from diorama.suites.logic.suite import logic

__all__ = [
    "CATEGORIES", "augmentations", "category", "expansions", "logic", "pick_up", "place", "plan_for", "second_look",
    "subgraphs", "take_out",
]  # fmt: skip

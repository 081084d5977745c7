"""The `structure` suite: does a model hold the 3D structure of what it sees? Tasks T1 to T6, one file each."""

from __future__ import annotations

from diorama.suites.structure import (
    rearranged,
    second_look,
    second_look_question,
    t1_single_removal,
    t2_minimum_removals,
    t3_transparency,
    t4_reflection,
    t5_one_swap,
    t6_several_swaps,
)
from diorama.suites.structure.suite import structure

__all__ = [
    "rearranged", "second_look", "second_look_question", "structure", "t1_single_removal", "t2_minimum_removals",
    "t3_transparency", "t4_reflection", "t5_one_swap", "t6_several_swaps",
]  # fmt: skip

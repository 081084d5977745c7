"""The `causal` suite: what would happen if something moved? Four tasks at two levels, multiple choice."""

from __future__ import annotations

from diorama.suites.causal import (
    collision,
    compatibility,
    occlusion,
    occlusion_course,
    second_look,
    second_look_compatibility,
    second_look_marks,
    second_look_question,
    second_look_trajectory,
    trajectory_billiards,
    trajectory_court,
)
from diorama.suites.causal.suite import causal

__all__ = [
    "causal", "collision", "compatibility", "occlusion", "occlusion_course", "second_look",
    "second_look_compatibility", "second_look_marks", "second_look_question", "second_look_trajectory",
    "trajectory_billiards", "trajectory_court",
]  # fmt: skip

"""For EasyR1: ``worker.reward.reward_function=…/reward.py:compute_score``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from diorama.reward.rewards import reward

REWARD_NAME = "diorama"
REWARD_TYPE = "batch"


def compute_score(reward_inputs: Sequence[Mapping[str, Any]], exact: bool = False) -> list[dict[str, float]]:
    """The rewards of a batch."""
    found = [reward(given["response"], given["ground_truth"], exact=exact) for given in reward_inputs]
    return [{"overall": value, "accuracy": float(value == 1.0)} for value in found]

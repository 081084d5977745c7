"""For verl: ``reward.custom_reward_function.path=…/reward.py``, ``….name=compute_score``.

``….reward_kwargs.exact=true`` makes plans right or wrong.
"""

from __future__ import annotations

from typing import Any

from diorama.reward.rewards import reward


def compute_score(
    data_source: str, solution_str: str, ground_truth: str, extra_info: Any = None, exact: bool = False, **more: Any
) -> float:  # fmt: skip
    """The reward of one reply."""
    return reward(solution_str, ground_truth, exact=exact)

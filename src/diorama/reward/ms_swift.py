"""For ms-swift: ``--external_plugins …/reward.py --reward_funcs diorama``, with the key in the column `solution`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from diorama.reward.replies import reply_text
from diorama.reward.rewards import reward


def rewards_of(completions: Sequence[Any], solution: Sequence[str], **columns: Any) -> list[float]:
    """The rewards of a batch of completions."""
    return [reward(reply_text(done), right) for done, right in zip(completions, solution, strict=True)]


def register() -> None:
    """Make the reward known to ms-swift under the name `diorama`."""
    rewards: Any = import_module("swift.rewards")

    class Diorama(rewards.ORM):  # type: ignore[misc]
        def __call__(self, completions: Sequence[Any], solution: Sequence[str], **columns: Any) -> list[float]:
            return rewards_of(completions, solution, **columns)

    rewards.orms["diorama"] = Diorama

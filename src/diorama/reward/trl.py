"""For TRL: ``GRPOTrainer(reward_funcs=diorama_reward, …)`` with the column `key` of an exported dataset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from diorama.reward.replies import reply_text
from diorama.reward.rewards import reward


def diorama_reward(completions: Sequence[Any], key: Sequence[str], **columns: Any) -> list[float]:
    """The rewards of a batch of completions, which are texts or lists of messages."""
    return [reward(reply_text(done), right) for done, right in zip(completions, key, strict=True)]

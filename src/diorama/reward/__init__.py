"""Reward: from a reply and the key of its question to a number between 0 and 1, for reinforcement learning.

A key is one JSON text that stands alone: no dataset, world or picture is needed. Replies are read and scored as in an
evaluation. `trl`, `verl`, `easyr1`, `openrlhf` and `ms_swift` give the function the signature of a trainer.
Imports from `kinds`; trainers import it in every worker.

    from diorama.data.keys import key_of
    from diorama.reward import key_text, reward
    reward("The answer is B.", key_text(key_of(sample)))    # 1.0 if B is right
"""

from diorama.reward.keys import key_text, read_key
from diorama.reward.rewards import reward

__all__ = ["key_text", "read_key", "reward"]

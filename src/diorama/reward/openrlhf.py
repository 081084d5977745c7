"""For OpenRLHF: ``--reward.remote_url …/reward.py``, with the key as label."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from diorama.reward.replies import after_prompt
from diorama.reward.rewards import reward


def reward_func(queries: Sequence[str], prompts: Sequence[str], labels: Sequence[str], **more: Any) -> dict[str, Any]:
    """The rewards of a batch, as tensors; a query is a prompt and the reply to it."""
    torch: Any = import_module("torch")
    found = [
        reward(after_prompt(query, prompt), label)
        for query, prompt, label in zip(queries, prompts, labels, strict=True)
    ]
    values = torch.tensor(found, dtype=torch.float32)
    return {"rewards": values, "scores": values, "extra_logs": {"accuracy": (values == 1).float()}}

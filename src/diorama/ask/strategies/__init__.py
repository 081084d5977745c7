"""Strategies: how a model is asked. One file each; adding one is adding a file and its import here.

A strategy gets a `Question` (only what its setting allows) and `ask`, which sends a request to the model.
"""

from __future__ import annotations

from diorama.ask.strategies import cot, direct, physics_cot, text_only, with_depth, with_depth_seg, with_seg
from diorama.ask.strategies.registry import Strategy, get_strategy, strategies, strategy

__all__ = [
    "Strategy",
    "cot",
    "direct",
    "get_strategy",
    "physics_cot",
    "strategies",
    "strategy",
    "text_only",
    "with_depth",
    "with_depth_seg",
    "with_seg",
]

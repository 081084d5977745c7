"""Strategies: how a model is asked. One file each.

A strategy gets a `Question` (never the answer) and `Tools`: the model under test, other models by their roles,
perception, and a store. Packages add strategies by the entry point `diorama.strategies`.

>>> from diorama.ask.strategies import read_way
>>> read_way("cot(how='Think aloud.')").spec
"cot(how='Think aloud.')"
"""

from __future__ import annotations

from diorama.ask.strategies.registry import BASES, STRATEGIES, Strategy, Way, read_way, strategy

__all__ = ["BASES", "STRATEGIES", "Strategy", "Way", "read_way", "strategy"]

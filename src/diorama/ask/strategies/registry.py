"""The register of strategies. The decorator registers; nothing else does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from diorama.ask.question import Ask, Question, Sees
from diorama.errors import UnknownName

Asking = Callable[[Question, Ask], Awaitable[str]]


@dataclass(frozen=True)
class Strategy:
    """How a model is asked: from a question to the text in which the answer is read, by one request or several."""

    name: str
    sees: frozenset[Sees]
    about: str
    run: Asking


_STRATEGIES: dict[str, Strategy] = {}


def strategy(name: str, *sees: Sees) -> Callable[[Asking], Asking]:
    """Register a strategy under a name; `sees` is all that it will be given besides the words of the question."""

    def register(run: Asking) -> Asking:
        _STRATEGIES[name] = Strategy(name, frozenset(sees), (run.__doc__ or "").strip().splitlines()[0], run)
        return run

    return register


def strategies() -> dict[str, Strategy]:
    """All strategies by name."""
    return dict(sorted(_STRATEGIES.items()))


def get_strategy(name: str) -> Strategy:
    if name not in _STRATEGIES:
        raise UnknownName("strategy", name, _STRATEGIES)
    return _STRATEGIES[name]

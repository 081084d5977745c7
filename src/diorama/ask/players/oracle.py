"""The oracle: it knows the answer. With an accuracy below one it is wrong now and then, to test scorers."""

from __future__ import annotations

import numpy as np

from diorama.ask.keys import Key
from diorama.ask.players.chance import lettered, swap_words
from diorama.errors import DioramaError
from diorama.suites.answers import Choice, ObjectSet, Plan, Swaps, listing

Rng = np.random.Generator


def reply(key: Key, rng: Rng, *, accuracy: float = 1.0) -> str:
    """The right answer, or, with probability 1 − accuracy, one that is surely wrong."""
    if not 0 <= accuracy <= 1:
        raise DioramaError(f"an oracle's accuracy is between 0 and 1, not {accuracy}")
    return _right(key) if rng.random() < accuracy else _wrong(key, rng)


def _right(key: Key) -> str:
    if isinstance(key.answer, Choice):
        return lettered(key.options, key.options.index(key.answer.option))
    return key.truth


def _wrong(key: Key, rng: Rng) -> str:
    match key.answer:
        case Choice(option=option):
            wrong = [k for k, o in enumerate(key.options) if o != option]
            return lettered(key.options, int(rng.choice(wrong)))
        case ObjectSet(names=names):
            others = [n for n in key.things if n not in names]
            said = [*names[1:], *([str(rng.choice(others))] if others else [])]
            return listing([key.phrases[n] for n in said]) if said else "none"
        case Swaps(feasible=True):
            return "infeasible"
        case Swaps():
            first, second = (key.order or tuple(key.things))[:2]
            return swap_words(key, [(first, second)])
        case Plan():
            return "Nothing needs to be done."

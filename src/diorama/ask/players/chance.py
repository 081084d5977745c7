"""The random player, and the exact probability that it is right.

Its rules, which know the form of an answer and nothing else:

- *choice*: every option alike, "not sure" included;
- *objects*: a number from one to six, then that many of the scene's objects, in any order;
- *swaps*: one time in five "infeasible"; else one to four swaps, each of any two of the objects in the listed order.
"""

from __future__ import annotations

from itertools import combinations
from math import comb, perm
from string import ascii_uppercase

import numpy as np

from diorama.ask.keys import Key
from diorama.suites.answers import Choice, ObjectSet, Plan, Swaps, listing

Rng = np.random.Generator

MOST_OBJECTS = 6
MOST_SWAPS = 4
INFEASIBLE = 0.2


def reply(key: Key, rng: Rng) -> str:
    """A guess."""
    match key.answer:
        case Choice():
            return lettered(key.options, int(rng.integers(len(key.options))))
        case ObjectSet():
            size = 1 + int(rng.integers(_most(key)))
            drawn = rng.choice(len(key.things), size=size, replace=False)
            phrases = list(key.phrases.values())
            return listing([phrases[int(k)] for k in drawn])
        case Swaps():
            if rng.random() < INFEASIBLE:
                return "infeasible"
            pairs = list(combinations(_listed(key), 2))
            drawn = rng.integers(len(pairs), size=1 + int(rng.integers(MOST_SWAPS)))
            return swap_words(key, [pairs[int(k)] for k in drawn])
        case Plan():
            return "I would not know where to begin."


def chance(key: Key) -> float | None:
    """The probability that `reply` is right, exactly; None where nothing is scored."""
    match key.answer:
        case Choice():
            return 1 / len(key.options)
        case ObjectSet(names=names, ordered=ordered):
            size, most = len(names), _most(key)
            if not 1 <= size <= most:
                return 0.0
            return 1 / most / (perm if ordered else comb)(len(key.things), size)
        case Swaps(pairs=pairs, feasible=feasible):
            if not feasible:
                return INFEASIBLE
            if not 1 <= len(pairs) <= MOST_SWAPS or key.world is None:
                return 0.0
            guesses: int = comb(len(_listed(key)), 2) ** len(pairs)
            return (1 - INFEASIBLE) / MOST_SWAPS * key.shortest / guesses
        case Plan():
            return None


def lettered(options: tuple[str, ...], index: int) -> str:
    return f"({ascii_uppercase[index]}) {options[index]}"


def swap_words(key: Key, pairs: list[tuple[str, str]]) -> str:
    return Swaps(pairs=tuple(pairs)).words(key.phrases)


def _most(key: Key) -> int:
    return min(MOST_OBJECTS, len(key.things))


def _listed(key: Key) -> tuple[str, ...]:
    return key.order or tuple(key.things)

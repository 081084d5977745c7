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
from diorama.whatif import left_to_right, swap_feasible
from diorama.whatif.interventions import swapped
from diorama.world import Simulation, World

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
            return (1 - INFEASIBLE) / MOST_SWAPS * ways(key, len(pairs)) / guesses
        case Plan():
            return None


def lettered(options: tuple[str, ...], index: int) -> str:
    return f"({ascii_uppercase[index]}) {options[index]}"


def swap_words(key: Key, pairs: list[tuple[str, str]]) -> str:
    return Swaps(pairs=tuple(pairs)).words(key.phrases)


_WAYS: dict[tuple[object, ...], int] = {}


def ways(key: Key, length: int) -> int:
    """How many sequences of so many feasible swaps of the listed objects reach the order."""
    if length <= 2:
        return key.shortest  # up to here the trace holds them all: no two first swaps lead to the same place
    assert key.world is not None
    place = (key.sample_id, key.world.layout, key.world.seed, key.order)
    if place not in _WAYS:
        _WAYS[place] = _counted(key, key.world, length)
    return _WAYS[place]


def _counted(key: Key, world: World, length: int) -> int:
    assert key.camera is not None
    model = Simulation(world)
    here: dict[tuple[float, ...], tuple[World, int]] = {(): (world, 1)}
    for _ in range(length):
        after: dict[tuple[float, ...], tuple[World, int]] = {}
        for stage, count in here.values():
            for a, b in combinations(key.order, 2):
                if swap_feasible(stage, a, b, model=model):
                    new = swapped(stage, a, b)
                    where = tuple(round(v, 4) for n in key.order for v in new[n].position)
                    after[where] = (new, count + after.get(where, (new, 0))[1])
        here = after
    return sum(count for stage, count in here.values() if left_to_right(stage, key.camera, key.order) == key.order)


def _most(key: Key) -> int:
    return min(MOST_OBJECTS, len(key.things))


def _listed(key: Key) -> tuple[str, ...]:
    return key.order or tuple(key.things)

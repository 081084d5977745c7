"""Dealing: one place decides all about a sample that has to come up evenly.

A task declares once what it balances: forms, answers, sizes. The hand that a turn gets from this declaration holds
one number of each, and the place of the right option with them. Nothing is left to chance, and nothing is worked out
from the turn a second time: two things that follow the same turn by different rules can betray each other.

>>> shots = Deal(answer=2, form=3)
>>> [dict(shots.hand(turn)) for turn in (0, 1, 2)]
[{'answer': 0, 'form': 0}, {'answer': 1, 'form': 0}, {'answer': 0, 'form': 1}]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import gcd, prod

import numpy as np

from diorama.errors import DioramaError

Rng = np.random.Generator


class Hand(Mapping[str, int]):
    """What one turn is dealt: a number for each thing that is balanced, and a place for the right option."""

    def __init__(self, numbers: Mapping[str, int], turn: int, combinations: int) -> None:
        self._numbers, self._turn, self._combinations = dict(numbers), turn, combinations

    def __getitem__(self, name: str) -> int:
        return self._numbers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def place(self, options: int) -> int:
        """Where the right one of so many options stands.

        Each combination of numbers goes round all places, so neither one of them nor all together hint at a place.
        That combinations begin at different places keeps short sets even, too.
        """
        return (self._turn // self._combinations + sum(self._numbers.values())) % options

    def one_in(self, count: int) -> bool:
        """Whether this turn is the one of so many in a row that is an exception.

        Each combination of numbers gets its share of exceptions.
        """
        return self.one_of(count) == 0

    def one_of(self, count: int) -> int:
        """A number below `count` that goes round with the turns, so that each combination of numbers meets all of them.

        A count for which that cannot be is refused.
        """
        if gcd(self._combinations, count) > 1:
            raise DioramaError(f"one in {count} would not be even over a deal of {self._combinations} combinations")
        return self._turn % count

    def place_options(self, right: str, wrong: Sequence[str], rng: Rng) -> tuple[str, ...]:
        """All options: the right one at the place that was dealt, the others shuffled around it."""
        options = [*wrong, right]
        if len(set(options)) < len(options):
            raise DioramaError(f"an option is offered twice: {', '.join(options)}")
        placed = [wrong[int(k)] for k in rng.permutation(len(wrong))]
        placed.insert(self.place(len(options)), right)
        return tuple(placed)


class Deal:
    """What a task balances, and in how many cases each: over `combinations` turns every combination comes up once."""

    def __init__(self, **cases: int) -> None:
        if any(count < 1 for count in cases.values()):
            raise DioramaError(f"a deal needs at least one case of everything; got {cases}")
        self.cases = dict(cases)

    @property
    def combinations(self) -> int:
        return prod(self.cases.values())

    def hand(self, turn: int) -> Hand:
        """What a turn is dealt; what is named first changes fastest."""
        numbers, left = {}, turn
        for name, count in self.cases.items():
            left, numbers[name] = divmod(left, count)
        return Hand(numbers, turn, self.combinations)

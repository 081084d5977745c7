"""What form and option order alone give away: the guesser that knows both, and has learned what is right with them.

Its rate among the very samples it learned from is never below chance, and far above it where there are few. So it is
compared with its rate when the right answers of each form are shuffled, which is all that luck could give.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

SHUFFLES = 200
"""How often the right answers are shuffled."""

Codes = NDArray[np.int64]


@dataclass(frozen=True)
class Learned:
    """How often the guesser is right, and how often it is, on average, when answers are shuffled."""

    rate: float
    shuffled: float
    excess: float
    """By how many standard deviations of the shuffled rates it is right too often."""

    def __str__(self) -> str:
        return f"{self.rate:.0%} (shuffled: {self.shuffled:.0%})"


@dataclass
class Arrangements:
    """What was right in each form, with the options in each order."""

    seen: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By form, order of the options and right answer, as texts without names."""

    def count(self, form: str, order: str, right: str) -> None:
        self.seen[form, order, right] += 1

    def add(self, other: Arrangements) -> None:
        self.seen.update(other.seen)

    def guessed(self) -> Learned:
        """How often the guesser is right that always takes what was most often right in this form and order."""
        rows = sorted(self.seen.elements())
        if not rows:
            return Learned(0.0, 0.0, 0.0)
        forms, right = _codes([(form,) for form, _, _ in rows]), _codes([(text,) for _, _, text in rows])
        cells = _codes([(form, order) for form, order, _ in rows])
        shape = (int(cells.max()) + 1, int(right.max()) + 1)
        rng = np.random.default_rng(0)
        rates = [_best(cells, _shuffled_within(forms, right, rng), shape) for _ in range(SHUFFLES)]
        rate, mean, spread = _best(cells, right, shape), float(np.mean(rates)), float(np.std(rates))
        return Learned(rate, mean, (rate - mean) / spread if spread > 0 else 0.0)


def _codes(values: list[tuple[str, ...]]) -> Codes:
    """Values as numbers, equal ones alike."""
    numbers = {value: k for k, value in enumerate(dict.fromkeys(values))}
    return np.array([numbers[value] for value in values], dtype=np.int64)


def _best(cells: Codes, right: Codes, shape: tuple[int, int]) -> float:
    """The share of samples whose answer is the most frequent one of its cell."""
    table = np.bincount(cells * shape[1] + right, minlength=shape[0] * shape[1]).reshape(shape)
    return float(table.max(axis=1).sum() / len(cells))


def _shuffled_within(groups: Codes, values: Codes, rng: np.random.Generator) -> Codes:
    """The values in random order, each staying in its group."""
    at, drawn = np.argsort(groups, kind="stable"), np.lexsort((rng.random(len(groups)), groups))
    found = np.empty_like(values)
    found[at] = values[drawn]
    return found

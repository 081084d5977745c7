"""What `audit` counts of a task's answers: is one of them favoured, and would a guesser without depth find them?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

from diorama.kinds.key import Key

GUESSABLE = 0.25
"""A guesser that is right more often than this earns a warning."""
ERRORS = 3.0
"""Standard errors by which a share may exceed what chance gives."""
ENOUGH = 10
"""The fewest samples for which shares mean something."""


@dataclass
class Share:
    """How often something was right, and how often chance would have had it right."""

    right: float = 0.0
    due: float = 0.0
    variance: float = 0.0
    offered: int = 0

    def count(self, right: float, chance: float) -> None:
        self.offered += 1
        self.right += right
        self.due += chance
        self.variance += chance * (1 - chance)

    def add(self, other: Share) -> None:
        self.right += other.right
        self.due += other.due
        self.variance += other.variance
        self.offered += other.offered

    @property
    def excess(self) -> float:
        """By how many standard errors it is right too often."""
        return (self.right - self.due) / math.sqrt(self.variance) if self.variance else 0.0

    def __str__(self) -> str:
        return f"{self.right / max(1, self.offered):.0%} of {self.offered} (due {self.due / max(1, self.offered):.0%})"


@dataclass
class Counts:
    """The account of one task's answers; kinds add what is particular to them."""

    samples: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    guesses: Counter[str] = field(default_factory=Counter)
    """How often each guesser is right; guessers that could not play are absent."""

    def count(self, key: Key) -> None:
        """Count one sample."""
        self.samples += 1
        self.answers[key.answer.model_dump_json()] += 1

    def add(self, other: Self) -> None:
        """Add the counts of another part of the same task's samples."""
        self.samples += other.samples
        self.answers.update(other.answers)
        self.guesses.update(other.guesses)

    def share(self, guesser: str) -> float:
        return self.guesses[guesser] / max(1, self.samples)

    @property
    def blind(self) -> float:
        """How often the most frequent answer would be right if it were always given."""
        return max(self.answers.values(), default=0) / max(1, self.samples)

    def lines(self) -> list[str]:
        """What was counted, for people."""
        return []

    def warnings(self) -> list[str]:
        """What makes the task easier than it should be."""
        found = [f"{g} is right in {self.share(g):.0%}" for g in self.guesses if self.share(g) > GUESSABLE]
        if self.samples >= ENOUGH and self.blind > GUESSABLE:
            found.append(f"one answer is right in {self.blind:.0%}")
        return found


@dataclass
class LengthCounts(Counts):
    """How many steps, or swaps, answers have."""

    what: str = ""
    """What is counted, in words."""
    size: Callable[[Any], int] = field(default=len, repr=False)
    """How many of them an answer has: a kind's own `size`."""
    lengths: Counter[int] = field(default_factory=Counter)

    def count(self, key: Key) -> None:
        super().count(key)
        self.lengths[self.size(key.answer)] += 1

    def add(self, other: Self) -> None:
        super().add(other)
        self.lengths.update(other.lengths)

    def lines(self) -> list[str]:
        lengths = ", ".join(f"{n}×{length}" for length, n in sorted(self.lengths.items()))
        return [f"{self.what} {lengths or '–'}"]

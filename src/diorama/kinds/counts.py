"""What `audit` counts of a task's answers: is one of them favoured, and would a guesser without depth find them?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from diorama.kinds.key import Key

GuesserSort = Literal["guesser", "cue", "depth cue"]
"""Flat guessers that gates may know, flat cues that no gate knows, and cues with some idea of depth."""
GUESSABLE = 0.25
"""Where chance gives next to nothing, a guesser may be right this often."""
TELLING = 0.5
"""How often a flat cue that no gate knows may be right: it is part of what there is to see, but must not settle it."""
ERRORS = 3.0
"""Standard errors by which a share may exceed what it may be."""
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
    guesses: dict[str, Share] = field(default_factory=dict)
    """How often each guesser is right, of the samples for which it could play."""
    cues: dict[str, Share] = field(default_factory=dict)
    """The same for flat guessers that no gate knows …"""
    depth_cues: dict[str, Share] = field(default_factory=dict)
    """… and for guessers with some idea of depth: they are shown, and nothing is wrong if they are often right."""

    def count(self, key: Key) -> None:
        """Count one sample."""
        self.samples += 1
        self.answers[key.answer.model_dump_json()] += 1

    def add(self, other: Self) -> None:
        """Add the counts of another part of the same task's samples."""
        self.samples += other.samples
        self.answers.update(other.answers)
        add_shares(self.guesses, other.guesses)
        add_shares(self.cues, other.cues)
        add_shares(self.depth_cues, other.depth_cues)

    def guess(self, guesser: str, key: Key, right: bool, *, sort: GuesserSort = "guesser") -> None:
        """Count what a guesser, or a cue, said about one sample."""
        match sort:
            case "guesser":
                shares, due = self.guesses, self.due(key)
            case "cue":
                shares, due = self.cues, max(TELLING, self.due(key))
            case "depth cue":
                shares, due = self.depth_cues, 1.0
        shares.setdefault(guesser, Share()).count(right, due)

    def due(self, key: Key) -> float:
        """How often a guesser may be right about such a sample."""
        return GUESSABLE

    def share(self, guesser: str) -> float:
        """How often a guesser, or a cue, was right where it could play."""
        found = {**self.depth_cues, **self.cues, **self.guesses}.get(guesser, Share())
        return found.right / max(1, found.offered)

    @property
    def blind(self) -> float:
        """How often the most frequent answer would be right if it were always given."""
        return max(self.answers.values(), default=0) / max(1, self.samples)

    def lines(self) -> list[str]:
        """What was counted, for people."""
        return []

    def guess_lines(self) -> list[str]:
        """How often guessers and cues were right, for people."""
        told = {"blind": f"{self.blind:.0%}"} | {g: _rate(s) for g, s in self.guesses.items()}
        lines = ["guessed right: " + ", ".join(f"{guesser} {rate}" for guesser, rate in told.items())]
        if self.cues:
            lines.append("cues that no gate knows: " + ", ".join(f"{c} {_rate(s)}" for c, s in self.cues.items()))
        if self.depth_cues:
            lines.append("with an idea of depth: " + ", ".join(f"{c} {_rate(s)}" for c, s in self.depth_cues.items()))
        return lines

    def warnings(self, errors: float = ERRORS) -> list[str]:
        """What makes the task easier than it should be, by more than so many standard errors."""
        found = self.guess_warnings(errors)
        if beyond(max(self.answers.values(), default=0), self.samples, GUESSABLE, errors):
            found.append(f"one answer is right in {self.blind:.0%}")
        return found

    def guess_warnings(self, errors: float = ERRORS) -> list[str]:
        """Guessers and cues that are right too often."""
        shares = {**self.guesses, **self.cues}.items()
        return [f"{g} is right in {_rate(s)}" for g, s in shares if s.offered >= ENOUGH and s.excess > errors]


def add_shares(shares: dict[str, Share], more: dict[str, Share]) -> None:
    """Add the counts of another part of the same samples."""
    for name, share in more.items():
        shares.setdefault(name, Share()).add(share)


def beyond(times: int, samples: int, share: float, errors: float) -> bool:
    """Whether something happens more often than a share of the samples, by more than so many standard errors."""
    return samples >= ENOUGH and times - share * samples > errors * math.sqrt(samples * share * (1 - share))


def _rate(share: Share) -> str:
    return f"{share.right / max(1, share.offered):.0%} of {share.offered}"


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

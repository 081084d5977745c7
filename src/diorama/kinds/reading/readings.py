"""What can be read in a reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from diorama.kinds.names import Match
from diorama.kinds.verdicts import Verdict


@dataclass(frozen=True)
class Chosen:
    """One of the options."""

    option: str


@dataclass(frozen=True)
class Named:
    """Objects, in the order in which they were named; none if the reply says that there are none."""

    items: tuple[Match, ...]


@dataclass(frozen=True)
class Swapped:
    """Swaps, one after the other; not `feasible` if the reply says that it cannot be done."""

    pairs: tuple[tuple[Match, Match], ...] = ()
    feasible: bool = True


@dataclass(frozen=True)
class PlannedStep:
    """A step of a plan: what is done, and the numbers of the steps that it directly needs."""

    number: int
    content: str
    needs: tuple[int, ...] = ()


@dataclass(frozen=True)
class Planned:
    """Steps in their order; none if the reply says that there is nothing to do."""

    steps: tuple[PlannedStep, ...]


@dataclass(frozen=True)
class NotRead:
    """No answer: it could not be read, the model does not know, or it would not say."""

    verdict: Literal[Verdict.UNREAD, Verdict.NOT_SURE, Verdict.REFUSED]
    note: str

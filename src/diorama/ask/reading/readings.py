"""What can be read in a reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from diorama.ask.names import Match
from diorama.ask.records import Verdict


@dataclass(frozen=True)
class Chosen:
    """One of the options."""

    option: str


@dataclass(frozen=True)
class Named:
    """Objects, in the order in which they were said; none if the reply says that there are none."""

    items: tuple[Match, ...]


@dataclass(frozen=True)
class Swapped:
    """Swaps, one after the other; not `feasible` if the reply says that it cannot be done."""

    pairs: tuple[tuple[Match, Match], ...] = ()
    feasible: bool = True


@dataclass(frozen=True)
class NotRead:
    """No answer: it could not be read, the model does not know, or it would not say."""

    verdict: Literal[Verdict.UNREAD, Verdict.NOT_SURE, Verdict.REFUSED]
    note: str


Reading = Chosen | Named | Swapped | NotRead

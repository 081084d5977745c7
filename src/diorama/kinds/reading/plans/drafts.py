"""What the modules of this room hand to each other: references, needs, drafts of steps, and candidates for the plan."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Refs:
    """Which steps a few words refer to."""

    labels: tuple[str, ...] = ()
    back: int = 0
    """So many steps right before; -1 for all before."""
    keyed: bool = False
    """Whether the words themselves say that this is needed."""
    named: bool = False
    """Whether a word for "step" was among them."""


@dataclass(frozen=True)
class Needs:
    """What a step says that it needs."""

    refs: tuple[Refs, ...] = ()
    told: tuple[str, ...] = ()
    """Steps named by what they do: they must be found, or the plan cannot be read."""
    perhaps: tuple[tuple[str, str], ...] = ()
    """Words that may name a step, and the content of this one if they do not."""
    enables: tuple[str, ...] = ()
    """Labels of the steps that need this one."""
    doubtful: bool = False
    """It says something about needs that is denied, only likely, or not understood."""

    @property
    def stated(self) -> bool:
        return bool(self.refs or self.told or self.enables or self.doubtful)

    def __add__(self, other: Needs) -> Needs:
        return Needs(
            self.refs + other.refs, self.told + other.told, self.perhaps + other.perhaps, self.enables + other.enables,
            self.doubtful or other.doubtful,
        )  # fmt: skip


@dataclass(frozen=True)
class Draft:
    """A step as it is written: its label, what is done, and what it says that it needs."""

    label: str
    content: str
    needs: Needs = Needs()
    linked: bool = False
    """It begins with "then" or the like."""


@dataclass(frozen=True)
class Candidate:
    """What may be the plan of a reply."""

    drafts: tuple[Draft, ...]
    heading: str = ""
    ends: int = 0
    """The line after it."""
    broken: bool = False
    """One of its steps has no words."""

    @property
    def firm(self) -> bool:
        """Whether it says what its steps need."""
        return any(d.needs.stated for d in self.drafts)


class Unclear(Exception):
    """What a step needs cannot be read; the message says where."""


def merged(found: Iterable[Refs]) -> tuple[Refs, ...]:
    """Several references that belong together as one."""
    parts = [r for r in found if r.labels or r.back] or list(found)
    if len(parts) < 2 or any(r.back for r in parts):
        return tuple(parts)
    return (Refs(tuple(dict.fromkeys(label for r in parts for label in r.labels)), keyed=any(r.keyed for r in parts)),)

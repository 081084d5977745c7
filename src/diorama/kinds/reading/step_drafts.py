"""Drafts of steps: what is written, before labels become numbers and needs find their steps."""

from __future__ import annotations

from dataclasses import dataclass

from diorama.kinds.reading.step_refs import Refs


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

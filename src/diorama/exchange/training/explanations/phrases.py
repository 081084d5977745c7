"""Words and phrases that all explanations use."""

from __future__ import annotations

from collections.abc import Iterable

from diorama.kinds import listing
from diorama.suites import Words
from diorama.world import World


def said(wording: str, **gaps: str) -> Words:
    """A sentence by the name of its wording."""
    return Words(wording=wording, choice=0, gaps=gaps)


def called(world: World, names: Iterable[str]) -> str:
    """Bodies as a question calls them: ``the mug, the vase and the lamp``."""
    return listing([world[name].phrase for name in names])


def by_number(names: Iterable[object], one: str, several: str) -> str:
    """The form of a verb that fits so many."""
    return one if len(list(names)) == 1 else several

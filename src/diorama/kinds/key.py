"""Keys: what a reply to one sample is read and scored against, and nothing else.

A sample carries pictures and a world; scoring a hundred thousand replies needs neither, except the world where a kind
carries answers out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from diorama.kinds.answer import Answer
from diorama.kinds.names import Names
from diorama.kinds.query import Query
from diorama.world.model import Camera, World


@dataclass(frozen=True)
class Thing:
    """What an object can be called."""

    phrase: str
    noun: str


@dataclass(frozen=True)
class Key:
    """The right answer of one sample and what a reply is read against."""

    sample_id: str
    scene: str
    suite: str
    task: str
    level: str
    answer: Answer
    question: str = ""
    options: tuple[str, ...] = ()
    things: Mapping[str, Thing] = field(default_factory=dict)
    """The objects that a reply can name, by the names that answers use."""
    scenery: tuple[str, ...] = ()
    """What is in the scene but never an answer: tables, walls."""
    query: Query | None = None
    margin: float | None = None
    world: World | None = field(default=None, repr=False)
    """Kept only where a kind carries answers out."""
    camera: Camera | None = field(default=None, repr=False)

    @property
    def phrases(self) -> dict[str, str]:
        return {name: thing.phrase for name, thing in self.things.items()}

    @property
    def truth(self) -> str:
        """The right answer as a person would write it."""
        return self.answer.words(self.phrases)

    def names(self) -> Names:
        """The objects by every name they may have."""
        return Names({name: (thing.phrase, thing.noun) for name, thing in self.things.items()}, self.scenery)

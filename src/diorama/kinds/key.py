"""Keys: what a reply to one sample is read and scored against, and nothing else.

A sample carries pictures and a world; scoring a hundred thousand replies needs neither, except the world where a kind
carries answers out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from diorama.kinds.answer import Answer
from diorama.kinds.names import Names
from diorama.kinds.query import Query
from diorama.world.model import Camera, World

T = TypeVar("T")


@dataclass(frozen=True)
class Thing:
    """What an object can be called."""

    phrase: str
    noun: str
    colours: frozenset[str] = frozenset()
    """All colours on it, as far as they are known: whoever calls it by another one means something else."""


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
    lenient: bool = False
    """Whether a wrong colour is forgiven."""
    world: World | None = field(default=None, repr=False)
    """Kept only where a kind carries answers out."""
    camera: Camera | None = field(default=None, repr=False)

    def kept(self, what: str, make: Callable[[], T]) -> T:
        """What was once made from this key, shared by all replies scored against it; it stays in this process."""
        memory: dict[str, Any] = self.__dict__.setdefault("_kept", {})
        if what not in memory:
            memory[what] = make()
        value: T = memory[what]
        return value

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_kept"}

    @property
    def phrases(self) -> dict[str, str]:
        return {name: thing.phrase for name, thing in self.things.items()}

    @property
    def truth(self) -> str:
        """The right answer as a person would write it."""
        return self.answer.words(self.phrases)

    def names(self) -> Names:
        """The objects by every name they may have."""
        return self.kept("names", self._names)

    def _names(self) -> Names:
        things = {name: (thing.phrase, thing.noun) for name, thing in self.things.items()}
        colours = {} if self.lenient else {name: thing.colours for name, thing in self.things.items()}
        return Names(things, self.scenery, colours)

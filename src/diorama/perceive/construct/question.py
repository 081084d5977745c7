"""What a task of construction may use, and what it makes: questions about one picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from diorama.kinds import Query
from diorama.perceive.construct.answered import Answered
from diorama.perceive.construct.ground import Ground
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.seen import Seen
from diorama.perceive.construct.volumes import Volumes
from diorama.perceive.percepts import Pixels, Provider

Rng = np.random.Generator


@dataclass(frozen=True, eq=False)
class Asking:
    """One picture with all that its questions are derived from."""

    seen: Seen
    providers: Mapping[str, Provider]
    """By role; `inventory` has asked detect, segment and depth already."""
    limits: Limits = field(default_factory=Limits)
    given_graph: nx.DiGraph | None = None
    """Who hides whom, from elsewhere; unless given, it is derived from what is seen."""
    given_volumes: Volumes | None = None
    """What stands where, from elsewhere; likewise."""
    given_back_faces: Mapping[str, float] | None = None
    """How far the back of each thing is, from elsewhere; likewise."""

    @cached_property
    def graph(self) -> nx.DiGraph:
        """Who hides whom: an edge from what is in front to what it hides."""
        from diorama.perceive.construct.graph import occlusion_graph

        if self.given_graph is not None:
            return self.given_graph
        return occlusion_graph(self.seen, self.limits, self.overlaps)

    @cached_property
    def extents(self) -> Mapping[str, tuple[int, int, int, int]]:
        """The box around the mask of each thing, in whole pixels: left, top, right, bottom."""
        from diorama.perceive.construct.graph import extent

        return {thing.name: extent(thing.mask) for thing in self.seen.things}

    @cached_property
    def overlaps(self) -> NDArray[np.float64]:
        """For each thing (a row) and the box around each (a column): what both share of what they cover together."""
        from diorama.perceive.construct.graph import overlap_table

        return overlap_table([thing.mask for thing in self.seen.things])

    @cached_property
    def touching(self) -> NDArray[np.int64]:
        """For each two things, along how many pixels they touch in the picture."""
        from diorama.perceive.construct.touching import touching_table

        return touching_table([thing.mask for thing in self.seen.things])

    @cached_property
    def volumes(self) -> tuple[Volumes | None, Ground | None]:
        """What stands where, and the ground that was found for it; None for what is not to be found."""
        from diorama.perceive.construct.volumes import volumes_of

        return (self.given_volumes, None) if self.given_volumes is not None else volumes_of(self.seen, self.limits)


@dataclass(frozen=True, eq=False)
class Question:
    """A question about a picture, with what construction says of it."""

    task: str
    query: Query
    answered: Answered
    picture: Pixels | None = None
    """What is shown, if not the picture itself but a changed one."""


@dataclass(frozen=True)
class ConstructTask:
    """How questions of one task are made from what is seen."""

    name: str
    derive: Callable[[Any, Asking], Answered]
    """The answer to a query of the task's own type in the suite `structure`."""
    ask: Callable[[Asking, Rng], Iterator[Question]]
    """All questions that the picture allows, accepted by their gates or not."""

"""What a task of construction may use, and what it makes: questions about one picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import networkx as nx
import numpy as np

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

    @cached_property
    def graph(self) -> nx.DiGraph:
        """Who hides whom: an edge from what is in front to what it hides."""
        from diorama.perceive.construct.graph import occlusion_graph

        return self.given_graph if self.given_graph is not None else occlusion_graph(self.seen, self.limits)

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
    derive: Callable[[Query, Asking], Answered]
    """The answer to a query of the task's own type in the suite `structure`."""
    ask: Callable[[Asking, Rng], Iterator[Question]]
    """All questions that the picture allows, accepted by their gates or not."""

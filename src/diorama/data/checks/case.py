"""A sample as checks get it: with the parts that they need, all there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from diorama.data.sample import Sample
from diorama.kinds import Query
from diorama.sight import Easel, Shot
from diorama.suites import Task
from diorama.suites.meaning import Mismatch
from diorama.world import Camera, World


class NotChecked(Exception):
    """A check could not be made; the message says why, and what would help."""


@dataclass(frozen=True)
class Case:
    """A sample with its task, query, world and camera, and how its pictures were drawn."""

    sample: Sample
    task: Task
    query: Query
    world: World
    camera: Camera
    """The view in the size in which answers are measured; that of a picture is in its shot."""
    renderer: str = "draft"
    preset: str | None = None

    @cached_property
    def easel(self) -> Easel:
        """Draws as the dataset was drawn; checks share its pictures."""
        return Easel(self.renderer, self.preset)


def every_shot(shots: Iterable[Shot], compare: Callable[[Shot], Iterator[Mismatch]]) -> Iterator[Mismatch]:
    """What is amiss in any of some shots. One that cannot be checked does not keep the others from it."""
    reasons = []
    for shot in shots:
        try:
            yield from compare(shot)
        except NotChecked as reason:
            reasons.append(str(reason))
    if reasons:
        raise NotChecked("; ".join(dict.fromkeys(reasons)))

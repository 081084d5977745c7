"""Outcomes: the world that follows an intervention, and what a camera sees of it.

>>> from diorama.sight import look
>>> from diorama.whatif import Remove, outcome_of
>>> from diorama.world.layouts import kitchen_counter
>>> world = kitchen_counter(seed=7, objects=6)
>>> outcome = outcome_of(world, Remove(name=world.inventory[0]), look(world).camera)
>>> world.inventory[0] in outcome.world
False
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from diorama.sight import Sight, View
from diorama.whatif.interventions import (
    Advance,
    Drop,
    Intervention,
    Launch,
    apply,
    hidden_from_sight,
    launched,
    released,
)
from diorama.whatif.visibility import fully_visible
from diorama.world import Camera, Motion, World, simulate


@dataclass(frozen=True)
class Outcome:
    """A world before and after an intervention, and what a camera sees of it."""

    before: View
    after: View
    unseen: tuple[str, ...] = ()
    """Bodies that are there but cannot be seen any more (made transparent, with what they hold)."""
    motion: Motion | None = None
    """What happened on the way, where time passed."""

    @property
    def world(self) -> World:
        return self.after.world

    @cached_property
    def sight(self) -> Sight:
        """What the camera sees afterwards."""
        sight = self.after.sight()
        return sight.without(self.unseen) if self.unseen else sight

    @cached_property
    def revealed(self) -> frozenset[str]:
        """Bodies that are fully visible now and were not before."""
        was = self.before.sight()
        return frozenset(n for n in self.sight.inventory if fully_visible(self.sight, n) and not fully_visible(was, n))

    @cached_property
    def covered(self) -> frozenset[str]:
        """Bodies that were fully visible and are not any more (those that are gone do not count)."""
        was = self.before.sight()
        return frozenset(n for n in self.sight.inventory if fully_visible(was, n) and not fully_visible(self.sight, n))


def outcome_of(world: World, intervention: Intervention, camera: Camera) -> Outcome:
    """What would follow from an intervention, seen through a camera."""
    motion = _motion(world, intervention)
    after = motion.final if motion is not None else apply(world, intervention)
    unseen = hidden_from_sight(world, intervention)
    return Outcome(View(world, camera), View(after, camera), unseen, motion)


def _motion(world: World, intervention: Intervention) -> Motion | None:
    """The recorded course of an intervention that takes time."""
    match intervention:
        case Drop(name=name, seconds=seconds):
            return simulate(released(world, name), seconds)
        case Launch(name=name, velocity=velocity, seconds=seconds):
            return simulate(launched(world, name, velocity), seconds)
        case Advance(seconds=seconds):
            return simulate(world, seconds)
        case _:
            return None

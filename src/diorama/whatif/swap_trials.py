"""Swaps that are tried again and again in one world: each is carried out once, and remembered.

Many replies to one question propose the same swaps. Whether one fits depends on the arrangement it starts from and on
the pair, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from diorama.whatif.interventions import swapped
from diorama.whatif.swaps import SLACK, arrangement, juts_out, left_to_right
from diorama.world import Camera, Simulation, World

MOST_TRIED = 2000
"""Swaps remembered for one world; when there are more, all are forgotten."""
MODELS = 64
"""Compiled worlds kept at a time: each takes three megabytes, and up to a tenth of a second to make."""


@dataclass(frozen=True)
class Trial:
    """A world after some swaps, and what was wrong with any of them."""

    world: World
    order: tuple[str, ...]
    """The bodies that matter, from left to right."""
    arrangement: tuple[float, ...]
    """Where everything is."""
    overlaps: bool = False
    off_surface: bool = False
    """One of them leaves the surface, and overlaps nothing."""


class SwapTrials:
    """The swaps that were tried in one world, and how they change the order of some bodies in a picture."""

    def __init__(self, world: World, camera: Camera, bodies: Sequence[str]) -> None:
        self.world, self.camera, self.bodies = world, camera, tuple(bodies)
        self._tried: dict[tuple[tuple[float, ...], tuple[str, ...]], Trial] = {}

    def carry_out(self, pairs: Sequence[tuple[str, str]]) -> Trial:
        """Swap one pair after the other, whether it fits or not."""
        here, overlaps, off_surface = self._start, False, False
        for a, b in pairs:
            here = self._swap(here, a, b)
            overlaps, off_surface = overlaps or here.overlaps, off_surface or here.off_surface
        return replace(here, overlaps=overlaps, off_surface=off_surface)

    @cached_property
    def _start(self) -> Trial:
        return self._as_it_is(self.world)

    def _swap(self, here: Trial, a: str, b: str) -> Trial:
        swap = here.arrangement, (min(a, b), max(a, b))
        if swap not in self._tried:
            after = self._as_it_is(swapped(here.world, a, b))
            model = _model(self)
            model.pose(after.world)
            deep = model.depth() > SLACK
            off_surface = not deep and (juts_out(after.world, a) or juts_out(after.world, b))
            if len(self._tried) >= MOST_TRIED:
                self._tried.clear()
            self._tried[swap] = replace(after, overlaps=deep, off_surface=off_surface)
        return self._tried[swap]

    def _as_it_is(self, world: World) -> Trial:
        return Trial(world, left_to_right(world, self.camera, self.bodies), arrangement(world, world.names))


@lru_cache(maxsize=MODELS)
def _model(trials: SwapTrials) -> Simulation:
    return Simulation(trials.world)

"""Plans carried out by hand, one body at a time: does anything fall, is anything in the way, does everything stay?

Hands are as many as needed and reach everywhere. A body that is taken leaves the scene; one that is put down stands
aside, where nothing is in its way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diorama.whatif.interventions import standing_place
from diorama.whatif.lifting import in_the_way
from diorama.whatif.supports import FALLS, WATCHED
from diorama.world import Simulation, World, build_shape, replace, yaw, yaw_deg
from diorama.world.layouts import empty
from diorama.world.model import ORIGIN
from diorama.world.poses import box_corners, extent, vec3

Array = NDArray[np.float64]

STAYS = 0.03
"""Metres: a body that is placed on another and moves no farther stays where it was put."""
ROOM = 0.004
"""Metres that a body may overlap others where it is placed."""
MOST_TRIED = 2000
"""Moves remembered for one world; when there are more, all are forgotten."""


@dataclass(frozen=True)
class Take:
    """Lift a body out of the scene; unless it is kept in the hand, it is put aside."""

    name: str
    held: bool = False


@dataclass(frozen=True)
class PutDown:
    """Put a body that was taken aside."""

    name: str


@dataclass(frozen=True)
class PlaceOn:
    """Stand a body on the flat top of another, alone."""

    name: str
    on: str


Move = Take | PutDown | PlaceOn


@dataclass(frozen=True)
class Mishap:
    """What goes wrong at one move, counted from 0."""

    move: int
    what: str
    """In words: ``the mug falls when the book is taken``."""


@dataclass(frozen=True)
class Carried:
    """How far some moves came, and where things are afterwards."""

    taken: frozenset[str] = frozenset()
    """Bodies that are not in the scene any more, in a hand or aside."""
    placed: dict[str, str] = field(default_factory=dict)
    """Bodies that were placed, and on what."""
    mishap: Mishap | None = None


class Hands:
    """The moves that were tried in one world; each is tried once, and remembered."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._simulation = Simulation(world)
        self._tried: dict[tuple[frozenset[str], tuple[str, ...]], str] = {}

    def carry_out(self, moves: Sequence[Move]) -> Carried:
        """Make one move after the other, up to the first mishap."""
        hands, taken, held, placed = self, frozenset[str](), set[str](), dict[str, str]()
        for index, move in enumerate(moves):
            wrong, lifts = "", move.name not in taken
            if lifts:
                wrong = hands._remembered(taken, (move.name,))
                taken = taken | {move.name}
                placed.pop(move.name, None)
            if isinstance(move, Take) and move.held and lifts:
                held.add(move.name)
            elif isinstance(move, PutDown):
                held.discard(move.name)
            elif isinstance(move, PlaceOn) and not wrong:
                if move.on in held:
                    wrong = f"{self._phrase(move.on)} is still in the hand"
                elif move.on == move.name:
                    wrong = f"{self._phrase(move.on)} cannot be placed on itself"
                else:
                    wrong = hands._remembered(taken, (move.name, move.on))
                if not wrong:
                    held.discard(move.name)
                    placed[move.name] = move.on
                    if move.on not in taken:
                        taken = taken - {move.name}
                        hands = Hands(_placed(hands.world, move.name, move.on))
            if wrong:
                return Carried(taken, placed, Mishap(index, wrong))
        return Carried(taken, placed)

    def _remembered(self, taken: frozenset[str], names: tuple[str, ...]) -> str:
        """What goes wrong if a body is taken, or placed on another; empty if nothing does."""
        if (taken, names) not in self._tried:
            if len(self._tried) >= MOST_TRIED:
                self._tried.clear()
            self._tried[taken, names] = self._take(taken, *names) if len(names) == 1 else self._place(taken, *names)
        return self._tried[taken, names]

    def _take(self, taken: frozenset[str], name: str) -> str:
        blocking = in_the_way(self._simulation, name, taken)
        falling = self.falling(taken | {name})
        if falling:
            return f"{self._listed(falling)} when {self._phrase(name)} is taken"
        if blocking:
            return f"{self._phrase(min(blocking))} is in the way when {self._phrase(name)} is taken"
        return ""

    def falling(self, gone: frozenset[str]) -> list[str]:
        """The bodies that move when others are gone; none if what is left stays as it is."""
        simulation = self._simulation
        simulation.restart()
        for name in sorted(gone):
            simulation.take_away(name)
        simulation.step(round(WATCHED / simulation.timestep))
        after = simulation.state()
        return [b.name for b in self.world.bodies if b.name not in gone and _shift(self.world, after, b.name) > FALLS]

    def _place(self, taken: frozenset[str], name: str, on: str) -> str:
        base, phrase = self.world[on], self._phrase(name)
        if build_shape(base.noun, base.seed).top is None:
            return f"{base.phrase} has no flat top for {phrase}"
        scene = _aside(self.world, name, on) if on in taken else _placed(self.world.without(taken - {name}), name, on)
        simulation = Simulation(scene)
        simulation.put(name, scene[name].position)
        deep = {other: depth for other, depth in simulation.overlaps(name).items() if depth > ROOM}
        if deep:
            other = max(deep, key=lambda o: deep[o])
            return f"{self._phrase(other) if other in self.world else f'the {other}'} leaves no room for {phrase}"
        simulation.step(round(2 * WATCHED / simulation.timestep))
        after = simulation.state()
        if _shift(scene, after, name) > STAYS:
            return f"{phrase} falls off {base.phrase}"
        moved = [b.name for b in scene.bodies if b.name != name and _shift(scene, after, b.name) > STAYS]
        return f"{self._listed(moved)} when {phrase} is placed on {base.phrase}" if moved else ""

    def _phrase(self, name: str) -> str:
        return self.world[name].phrase

    def _listed(self, names: Sequence[str]) -> str:
        """Who falls: one by name, or the first of several."""
        more = f" and {len(names) - 1} more fall" if len(names) > 1 else " falls"
        return f"{self._phrase(names[0])}{more}"


def _placed(world: World, name: str, on: str) -> World:
    """The world with a body upright on top of another."""
    upright = world.change(name, quaternion=yaw(yaw_deg(world[name].quaternion)), velocity=ORIGIN, spin=ORIGIN)
    return upright.change(name, position=standing_place(upright, name, on))


def _aside(world: World, name: str, on: str) -> World:
    """Two bodies by themselves on an empty floor, one on the other."""
    bodies = (replace(world[on], position=ORIGIN, quaternion=yaw(0.0), velocity=ORIGIN, spin=ORIGIN), world[name])
    bare = replace(empty(), bodies=bodies)
    down = -float(extent(bare[on])[0, 2])
    return _placed(bare.change(on, position=vec3((0.0, 0.0, down))), name, on)


def _shift(before: World, after: World, name: str) -> float:
    """How far the corner of a body that moved farthest has come, metres."""
    return float(np.linalg.norm(box_corners(after[name]) - box_corners(before[name]), axis=1).max())

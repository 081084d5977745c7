"""Plans carried out by hand, one body at a time: does anything fall, is anything in the way, does everything stay?

Hands are as many as needed and reach everywhere. A body that is taken leaves the scene; one that is put down stands
aside, where nothing is in its way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from diorama.whatif.interventions import standing_place
from diorama.whatif.lifting import in_the_way
from diorama.whatif.supports import FALLS, WATCHED, shift
from diorama.world import Simulation, World, build_shape, replace, yaw, yaw_deg
from diorama.world.layouts import empty
from diorama.world.model import ORIGIN
from diorama.world.poses import extent, vec3

STAYS = 0.03
"""Metres: what moves no farther when a body is placed on another stays where it is."""
PLACED = 2 * WATCHED
"""Seconds that everything is watched after a body was placed."""
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


HandMove = Take | PutDown | PlaceOn


@dataclass(frozen=True)
class Mishap:
    """What goes wrong at one move, counted from 0."""

    move: int
    what: str
    """In words: ``the mug falls when the book is taken``."""


@dataclass(frozen=True)
class Carried:
    """How far some moves came, and where things are afterwards."""

    lifted: frozenset[str] = frozenset()
    """Bodies that were taken at some time."""
    placed: dict[str, str] = field(default_factory=dict)
    """Bodies that stand where they were placed, and on what."""
    mishap: Mishap | None = None


class Hands:
    """The moves that were tried in one world; each is tried once, and remembered."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._simulation = Simulation(world)
        self._tried: dict[tuple[frozenset[str], tuple[str, ...]], str] = {}

    def carry_out(self, moves: Sequence[HandMove]) -> Carried:
        """Make one move after the other, up to the first mishap."""
        hands, gone, held = self, frozenset[str](), set[str]()
        lifted, placed = set[str](), dict[str, str]()
        for index, move in enumerate(moves):
            wrong = self._lifting(hands, move.name, gone, placed)
            gone, lifted = gone | {move.name}, lifted | {move.name}
            placed.pop(move.name, None)
            if isinstance(move, Take) and move.held:
                held.add(move.name)
            else:
                held.discard(move.name)
            if isinstance(move, PlaceOn) and not wrong:
                wrong = self._placing(hands, move, gone, held)
                if not wrong:
                    placed[move.name] = move.on
                    if move.on not in gone:
                        gone = gone - {move.name}
                        hands = Hands(_settled(hands.world, gone, move))
            if wrong:
                return Carried(frozenset(lifted), placed, Mishap(index, wrong))
        return Carried(frozenset(lifted), placed)

    def _lifting(self, hands: Hands, name: str, gone: frozenset[str], placed: Mapping[str, str]) -> str:
        """What goes wrong if a body is lifted from where it is; empty if nothing does."""
        if name not in gone:
            return hands._remembered(gone, (name,))
        above = [upper for upper, lower in placed.items() if lower == name]
        return f"{self._phrase(above[0])} falls when {self._phrase(name)} is taken" if above else ""

    def _placing(self, hands: Hands, move: PlaceOn, gone: frozenset[str], held: set[str]) -> str:
        """What goes wrong if a body in the hand is placed on another; empty if nothing does."""
        if move.on == move.name:
            return f"{self._phrase(move.on)} cannot be placed on itself"
        if move.on in held:
            return f"{self._phrase(move.on)} is still in the hand"
        if move.on in gone:
            return self._tried_aside(move)
        return hands._remembered(gone, (move.name, move.on))

    def _tried_aside(self, move: PlaceOn) -> str:
        """The same where the other stands aside, on an empty floor."""
        key = frozenset({"", move.name}), (move.name, move.on)
        if key not in self._tried:
            self._tried[key] = _no_top(self.world, move) or self._stays(_aside(self.world, move), move)
        return self._tried[key]

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
        return [b.name for b in self.world.bodies if b.name not in gone and shift(self.world, after, b.name) > FALLS]

    def _place(self, taken: frozenset[str], name: str, on: str) -> str:
        move = PlaceOn(name, on)
        without = self.world.without(taken - {name})
        return _no_top(without, move) or self._stays(_placed(without, move), move)

    def _stays(self, scene: World, move: PlaceOn) -> str:
        """What goes wrong in a scene in which a body has just been placed on another; empty if nothing does."""
        name, base = move.name, scene[move.on]
        phrase = scene[name].phrase
        simulation = Simulation(scene)
        simulation.put(name, scene[name].position)
        deep = {other: depth for other, depth in simulation.overlaps(name).items() if depth > ROOM}
        if deep:
            other = max(deep, key=lambda o: deep[o])
            return f"{scene[other].phrase if other in scene else f'the {other}'} leaves no room for {phrase}"
        simulation.step(round(PLACED / simulation.timestep))
        after = simulation.state()
        if shift(scene, after, name) > STAYS:
            return f"{phrase} falls off {base.phrase}"
        moved = [b.name for b in scene.bodies if b.name != name and shift(scene, after, b.name) > STAYS]
        return f"{self._listed(moved)} when {phrase} is placed on {base.phrase}" if moved else ""

    def _phrase(self, name: str) -> str:
        return self.world[name].phrase

    def _listed(self, names: Sequence[str]) -> str:
        """Who falls: one by name, or the first of several."""
        more = f" and {len(names) - 1} more fall" if len(names) > 1 else " falls"
        return f"{self._phrase(names[0])}{more}"


def _placed(world: World, move: PlaceOn) -> World:
    """The world with a body upright on top of another."""
    turned = yaw(yaw_deg(world[move.name].quaternion))
    upright = world.change(move.name, quaternion=turned, velocity=ORIGIN, spin=ORIGIN)
    return upright.change(move.name, position=standing_place(upright, move.name, move.on))


def _no_top(world: World, move: PlaceOn) -> str:
    """That nothing can stand on a body, if so."""
    base = world[move.on]
    flat = build_shape(base.noun, base.seed).top is not None
    return "" if flat else f"{base.phrase} has no flat top for {world[move.name].phrase}"


def _settled(world: World, gone: frozenset[str], move: PlaceOn) -> World:
    """The world after a body was placed on another, with everything at rest; what is gone keeps its old place."""
    simulation = Simulation(_placed(world.without(gone), move))
    simulation.step(round(PLACED / simulation.timestep))
    after = simulation.state()
    still = [b if b.name in gone else after[b.name] for b in world.bodies]
    return replace(world, bodies=tuple(replace(b, velocity=ORIGIN, spin=ORIGIN) for b in still))


def _aside(world: World, move: PlaceOn) -> World:
    """Two bodies by themselves on an empty floor, one on the other."""
    base = replace(world[move.on], position=ORIGIN, quaternion=yaw(0.0), velocity=ORIGIN, spin=ORIGIN)
    bare = replace(empty(), bodies=(base, world[move.name]))
    return _placed(bare.change(move.on, position=vec3((0.0, 0.0, -float(extent(base)[0, 2])))), move)

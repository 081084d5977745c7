"""Billiards, exactly: equal discs that slide without friction, from one event to the next.

A ball that reaches a cushion is out of play, so only direct shots and collisions between balls count. Between
events every ball moves in a straight line; the times of events are roots of quadratics, so there is no time step.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError
from diorama.world import Simulation, World, oriented_box, rotation

Array = NDArray[np.float64]

MOST_EVENTS = 60
AFAR = 9.0
"""Margins are capped at this many ball radii."""
STILL, SLOW = 0.08, 0.2
"""Shares of the shot's speed: below the first a ball counts as at rest; below the second it depends on the cloth
whether it gets anywhere, so reaching a pocket then leaves no margin."""
SUNK = 0.005
"""Metres that a ball has sunk when it is falling."""
FOLLOW = 2 / 7
"""What a rolling ball keeps of its motion through a collision, by its spin."""


@dataclass(frozen=True)
class Mouth:
    """A pocket: the two ends of the cushions beside it, and the way it faces."""

    name: str
    jaws: tuple[Array, Array]
    normal: Array

    def clearance(self, at: Array, way: Array) -> float:
        """How far the nearer jaw stays from the line that a ball's middle moves along; negative if it is crossed.

        Minus infinity for a ball that does not move towards the pocket.
        """
        if float(way @ self.normal) >= -1e-9:
            return -math.inf
        middle = (self.jaws[0] + self.jaws[1]) / 2
        side = np.array([-way[1], way[0]])
        offset = float(side @ (middle - at))
        half = abs(float(side @ (self.jaws[0] - middle)))
        return half - abs(offset)


@dataclass(frozen=True)
class Table:
    """What a shot is played on."""

    half: Array
    """Half the length and width between the cushions."""
    middle: Array
    mouths: tuple[Mouth, ...]
    radius: float

    def free(self, at: Array) -> bool:
        """Whether a ball fits there without touching a cushion."""
        return bool((np.abs(at - self.middle) <= self.half - self.radius).all())


@dataclass(frozen=True)
class BilliardShot:
    """What happened in a shot."""

    hits: tuple[tuple[str, str], ...]
    """Which ball hit which, in order."""
    pocketed: dict[str, str]
    """Ball to pocket, in order."""
    cushioned: tuple[str, ...]
    margin: float
    """In ball radii: how far any ball's path is from passing a jaw, or a ball, on the other side."""
    seconds: float
    """The time of the last event."""
    paths: dict[str, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    """The corners of each moving ball's path, seen from above."""


def table_of(world: World) -> Table:
    """The table that a world is played on: its surfaces `cloth` and `pocket 1` to `pocket 6`."""
    cloth = world.surface("cloth")
    outline = np.asarray(cloth.outline)
    mouths = []
    for surface in (s for s in world.surfaces if s.name.startswith("pocket")):
        axes, wide = rotation(surface.quaternion), float(np.ptp(np.asarray(surface.outline)[:, 1]))
        middle, along = np.asarray(surface.position[:2]), axes[:2, 1] * wide / 2
        mouths.append(Mouth(surface.name, (middle - along, middle + along), axes[:2, 2]))
    radius = float(np.mean([oriented_box(b).half[2] for b in world.bodies]))
    return Table(np.ptp(outline, axis=0) / 2, np.asarray(cloth.position[:2]), tuple(mouths), radius)


def at_cushions(simulation: Simulation) -> set[str]:
    """Balls that touch something upright that does not move."""
    contact, model = simulation.data.contact, simulation.model
    upright = np.abs(np.reshape(contact.frame, (-1, 9))[:, 2]) < 0.5
    pairs = model.geom_bodyid[contact.geom[upright]].reshape(-1, 2)
    names = [[model.body(int(b)).name for b in pair] for pair in pairs]
    balls = [[n for n in pair if n in simulation.world] for pair in names]
    return {found[0] for found in balls if len(found) == 1}


def dead_cushions(world: World) -> Callable[[Simulation], None]:
    """For `simulate`: a ball that meets a cushion stays there; one that falls into a pocket may touch its sides."""
    height = {b.name: oriented_box(b).centre[2] for b in world.bodies}
    stopped: set[str] = set()

    def steer(simulation: Simulation) -> None:
        middles = {n: simulation.data.body(n).xipos[2] for n in at_cushions(simulation)}
        stopped.update(n for n, middle in middles.items() if middle > height[n] - SUNK)
        for name in stopped:
            simulation.hold(name, (0.0, 0.0, 0.0))

    return steer


def shoot(world: World, *, rolling: bool = False) -> BilliardShot:
    """Play on from the current motion of the balls on a billiard table.

    Sliding balls part at right angles. `rolling` ones keep some of their motion through spin; a question should
    not depend on which of the two a reader has in mind.
    """
    if not any(np.hypot(*b.velocity[:2]) > 0 for b in world.bodies):
        raise DioramaError("no ball is moving")
    return _Play(world, rolling).run()


class _Play:
    """The balls that are still in play, and what has happened."""

    def __init__(self, world: World, rolling: bool) -> None:
        self.rolling = rolling
        self.table = table_of(world)
        self.names = list(world.names)
        self.at = {b.name: oriented_box(b).centre[:2] for b in world.bodies}
        self.speed = {b.name: np.asarray(b.velocity[:2], float) for b in world.bodies}
        self.bounce = math.sqrt(min(b.bounce for b in world.bodies) * max(b.bounce for b in world.bodies)) or 1.0
        self.pace = max(float(np.hypot(*v)) for v in self.speed.values())
        self.now = 0.0
        self.hits: list[tuple[str, str]] = []
        self.pocketed: dict[str, str] = {}
        self.cushioned: list[str] = []
        self.margin = AFAR
        self.paths: dict[str, list[Array]] = {}

    def run(self) -> BilliardShot:
        for name in self._moving():
            self._set_off(name)
        last = 0.0
        for _ in range(MOST_EVENTS):
            event = self._next()
            if event is None:
                break
            wait, kind, a, b = event
            self.now = last = self.now + wait
            for name in self._moving():
                self.at[name] = self.at[name] + wait * self.speed[name]
            if kind == "hit":
                self._collide(a, b)
            else:
                self._leave(a, kind, b)
        paths = {n: tuple((float(x), float(y)) for x, y in p) for n, p in self.paths.items()}
        return BilliardShot(tuple(self.hits), self.pocketed, tuple(self.cushioned), self.margin, last, paths)

    def _moving(self) -> list[str]:
        return [n for n in self.names if float(np.hypot(*self.speed[n])) > STILL * self.pace]

    def _next(self) -> tuple[float, str, str, str] | None:
        """The nearest event: (seconds from now, kind, ball, other ball or pocket)."""
        events = []
        for a in self._moving():
            events.append(self._end(a))
            events += [(t, "hit", a, b) for b in self.names if b != a and (t := self._meeting(a, b)) is not None]
        return min(events, key=lambda e: e[0], default=None)

    def _meeting(self, a: str, b: str) -> float | None:
        """When two balls touch if nothing stops them."""
        d, v = self.at[b] - self.at[a], self.speed[b] - self.speed[a]
        closing, square = float(d @ v), float(v @ v)
        if closing >= 0 or square < 1e-12:
            return None
        rest = closing**2 - square * (float(d @ d) - 4 * self.table.radius**2)
        return None if rest <= 0 else max(0.0, (-closing - math.sqrt(rest)) / square)

    def _end(self, name: str) -> tuple[float, str, str, str]:
        """When and how a ball leaves the cloth if nothing stops it."""
        at, speed, r = self.at[name] - self.table.middle, self.speed[name], self.table.radius
        pace = float(np.hypot(*speed))
        for mouth in self.table.mouths:
            if mouth.clearance(self.at[name], speed / pace) > r:
                middle = (mouth.jaws[0] + mouth.jaws[1]) / 2
                way = float((middle - self.at[name]) @ mouth.normal) / float(speed @ mouth.normal)
                if way > 0 and self._reaches(name, way):
                    return way, "pocket", name, mouth.name
        walls = [(math.copysign(h - r, v) - x) / v for x, v, h in zip(at, speed, self.table.half, strict=True) if v]
        return max(0.0, min(walls)), "cushion", name, ""

    def _reaches(self, name: str, seconds: float) -> bool:
        """Whether a ball that clears both jaws of a pocket gets there before it hits a cushion elsewhere."""
        spot = self.at[name] + seconds * self.speed[name] - self.table.middle
        return bool((np.abs(spot) <= self.table.half + 1e-9).all())

    def _collide(self, a: str, b: str) -> None:
        """Equal masses, no friction: they exchange their velocities along the line between their middles."""
        line = (self.at[b] - self.at[a]) / np.linalg.norm(self.at[b] - self.at[a])
        push = (1 + self.bounce) / 2 * float((self.speed[a] - self.speed[b]) @ line) * line
        for name, after in ((a, self.speed[a] - push), (b, self.speed[b] + push)):
            keep = FOLLOW if self.rolling else 0.0
            self.speed[name] = (1 - keep) * after + keep * self.speed[name]
        self.hits.append((a, b))
        for name in (a, b):
            self._set_off(name)

    def _leave(self, name: str, kind: str, pocket: str) -> None:
        self.paths[name].append(self.at[name])
        self.names.remove(name)
        if kind == "pocket":
            self.pocketed[name] = pocket
        else:
            self.cushioned.append(name)

    def _set_off(self, name: str) -> None:
        """A ball begins a straight leg: note its corner, and how narrowly it will pass what lies ahead."""
        self.paths.setdefault(name, []).append(self.at[name])
        pace = float(np.hypot(*self.speed[name]))
        if pace <= STILL * self.pace:
            self.speed[name] = np.zeros(2)
            return
        way, r = self.speed[name] / pace, self.table.radius
        wait, kind, _, pocket = self._end(name)
        meetings = [t for b in self.names if b != name and (t := self._meeting(name, b)) is not None]
        reach = min([wait, *meetings]) * pace
        for other in self.names:
            to = self.at[other] - self.at[name]
            ahead, aside = float(to @ way), abs(float(to @ np.array([-way[1], way[0]])))
            if other != name and -0.5 * r < ahead < reach + 3 * r and not self._just_met(name, other):
                self.margin = min(self.margin, abs(aside - 2 * r) / r)
        if not meetings or min(meetings) > wait:
            gaps = {m.name: m.clearance(self.at[name], way) - r for m in self.table.mouths}
            nearest = abs(gaps[pocket]) if kind == "pocket" else min(-g for g in gaps.values())
            slow = kind == "pocket" and pace < SLOW * self.pace
            self.margin = 0.0 if slow else min(self.margin, nearest / r)

    def _just_met(self, a: str, b: str) -> bool:
        return bool(self.hits) and set(self.hits[-1]) == {a, b}

"""Motors: bodies that drive themselves, by a script that is plain data.

A motor moves a body along its own front, changing its speed evenly and turning it evenly, leg after leg, whatever it
runs into. Everything else obeys physics.

>>> from diorama.world.layouts import empty
>>> from diorama.world.bodies import make_body
>>> from diorama.world.model import replace
>>> car = make_body("car", position=(0, 0, 0))
>>> motion = play(replace(empty(), bodies=(car,)), [Drive(name="car", legs=(Leg(seconds=2, speed=0.5),))], seconds=2)
>>> float(motion.path("car")[-1, 0].round(1))
0.5
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

from pydantic import Field

from diorama.world.model import Plain, World
from diorama.world.physics import Motion, Simulation, simulate
from diorama.world.poses import yaw_deg

WATCHED = 4
"""Every so many steps contacts are noted: an event is long, and a touch lasts."""


class Leg(Plain):
    """A stretch of a drive."""

    seconds: float = Field(gt=0)
    speed: float
    """Metres a second along its front, reached at the end of the leg; negative backwards."""
    turn_deg: float = 0.0
    """How far it turns to its left meanwhile."""


class Drive(Plain):
    """What a motor does with one body from the beginning of an event; after its last leg it keeps its last speed."""

    name: str
    legs: tuple[Leg, ...]
    speed: float = 0.0
    """The speed at which it begins."""

    @cached_property
    def seconds(self) -> float:
        """When its last leg ends."""
        return sum(leg.seconds for leg in self.legs)

    def at(self, seconds: float) -> tuple[float, float]:
        """Speed along its front, and turning in radians a second, at a moment."""
        before, began = self.speed, 0.0
        for leg in self.legs:
            if seconds < began + leg.seconds:
                share = (seconds - began) / leg.seconds
                return before + share * (leg.speed - before), math.radians(leg.turn_deg) / leg.seconds
            before, began = leg.speed, began + leg.seconds
        return before, 0.0

    def turned(self, seconds: float) -> float:
        """How far it has turned to its left by a moment, radians."""
        turn, began = 0.0, 0.0
        for leg in self.legs:
            share = min(1.0, max(0.0, (seconds - began) / leg.seconds))
            turn, began = turn + share * math.radians(leg.turn_deg), began + leg.seconds
        return turn


def play(
    world: World,
    drives: Sequence[Drive],
    seconds: float,
    *,
    since: float = 0.0,
    every: float = 0.01,
    timestep: float | None = None,
) -> Motion:
    """Let time pass with motors running; `since` says how long they have been running when the world begins.

    The ground brakes a body a little within each step. A motor makes up for the turning that is lost.
    """
    begun = {drive.name: math.radians(yaw_deg(world[drive.name].quaternion)) - drive.turned(since) for drive in drives}

    def steer(simulation: Simulation) -> None:
        step = simulation.timestep
        for drive in drives:
            now = since + simulation.seconds
            speed, _ = drive.at(now)
            ahead = simulation.front(drive.name)
            lacking = begun[drive.name] + drive.turned(now + step) - math.atan2(ahead[1], ahead[0])
            turning = math.remainder(lacking, math.tau) / step
            simulation.hold(drive.name, (speed * ahead[0], speed * ahead[1], 0.0), turning)

    return simulate(world, seconds, every=every, timestep=timestep, steer=steer if drives else None, watch=WATCHED)

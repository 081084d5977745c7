"""What an intervention sets in motion: a recording that can be filmed, stored and examined.

A move has no physics of its own (it only says where the body would be); here its body is driven along the path at
an even speed, until it hits something, and physics does the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

from diorama.whatif.billiards import dead_cushions
from diorama.whatif.interventions import (
    Advance,
    Drop,
    Intervention,
    Launch,
    Move,
    Then,
    apply,
    displacement,
    launched,
    released,
)
from diorama.whatif.paths import sweep
from diorama.world import Motion, Simulation, World, oriented_box, replace, simulate
from diorama.world.poses import vec3

SPEED = 0.5
"""Metres a second at which things of about a hand's length are driven; larger ones go faster."""
AFTERWARDS = 0.8
"""Seconds that are recorded after a collision or the end of the path."""
EVERY = 1 / 24


def course(world: World, intervention: Intervention) -> Motion | None:
    """What an intervention sets going; None if it takes no time (a removal, a swap, another view)."""
    match intervention:
        case Then(steps=steps):
            return _one_by_one(world, steps)
        case Move():
            return _moved(world, intervention)
        case Drop(name=name, seconds=seconds):
            return simulate(released(world, name), seconds, every=EVERY)
        case Launch(name=name, velocity=velocity, seconds=seconds):
            return simulate(launched(world, name, velocity), seconds, every=EVERY)
        case Advance(seconds=seconds):
            return simulate(world, seconds, every=EVERY, steer=_rules(world))
        case _:
            return None


def drive(
    world: World,
    move: Move,
    *,
    loose: Collection[str] | None = None,
    seconds: float | None = None,
    speed: float | None = None,
    timestep: float | None = None,
) -> Motion:
    """Drive a body along its path; once it touches an inventory body its motor is off.

    Only the mover and the `loose` bodies (all, unless named) can be moved by it; fewer make it faster.
    """
    mover = world[move.name].name
    path = displacement(world, move)
    length = float(np.linalg.norm(path))
    speed = speed_of(move, world) if speed is None else speed
    ahead = path / length
    others = set(world.inventory) - {mover}
    start = np.asarray(world[mover].position)
    bumped = False

    def steer(simulation: Simulation) -> None:
        nonlocal bumped
        bumped = bumped or any(mover in pair and others & set(pair) for pair in simulation.touching())
        if not bumped:
            left = length - float((simulation.place(mover) - start) @ ahead)
            simulation.hold(mover, vec3(ahead * min(speed, max(0.0, left) / simulation.timestep)))

    free = {mover} | set(world.names if loose is None else loose)
    bodies = (replace(b, fixed=b.name not in free or (b.fixed and b.name != mover)) for b in world.bodies)
    scene = replace(world, bodies=tuple(bodies)).change(mover, hinge=None)
    time = length / speed + AFTERWARDS if seconds is None else seconds
    return simulate(scene, time, every=EVERY, timestep=timestep, steer=steer)


def speed_of(move: Move, world: World) -> float:
    """How fast a body is driven along its path, metres a second."""
    return SPEED * max(1.0, float(np.linalg.norm(displacement(world, move))) / 2.5)


def _rules(world: World) -> Callable[[Simulation], None] | None:
    """What physics alone does not know: in our billiards a ball that meets a cushion is out of play."""
    return dead_cushions(world) if any(s.name == "cloth" for s in world.surfaces) else None


def _one_by_one(world: World, steps: Sequence[Intervention]) -> Motion | None:
    """The steps in one recording, each starting where the last one ended; those before a removal are left out."""
    whole: Motion | None = None
    for step in steps:
        motion = course(world, step)
        if motion is not None:
            goes_on = whole is not None and whole.world.names == motion.world.names
            whole = whole.followed_by(motion) if whole and goes_on else motion
        world = apply(world, step)
    return whole


def _moved(world: World, move: Move) -> Motion:
    """Drive until shortly after the first collision, with what is around it free to fall over."""
    met = sweep(world, move).meetings
    if not met:
        return drive(world, move, loose=())
    place = oriented_box(world[met[0].name]).centre
    near = [n for n in world.inventory if np.linalg.norm(oriented_box(world[n]).centre - place) < 3 * _reach(world, n)]
    return drive(world, move, loose=near, seconds=met[0].distance / speed_of(move, world) + AFTERWARDS)


def _reach(world: World, name: str) -> float:
    return float(np.linalg.norm(oriented_box(world[name]).half))

"""A second derivation of trajectories: flights in closed form, shots by stepping rolling balls."""

from __future__ import annotations

from itertools import pairwise

import mujoco
import numpy as np
from numpy.typing import NDArray

from diorama.kinds import Answer, Choice
from diorama.suites.causal.options import YES
from diorama.suites.causal.trajectory_billiards import PlayedBall, trajectory_billiards
from diorama.suites.causal.trajectory_court import InFlight, trajectory
from diorama.whatif import fly
from diorama.whatif.billiards import at_cushions
from diorama.whatif.flights import passes
from diorama.world import Camera, Simulation, World, oriented_box, rotation
from diorama.world.mjcf import FRICTION, usual_timestep
from diorama.world.outlines import depth_inside

Array = NDArray[np.float64]

SOLID = 0.4
"""Moment of inertia of a ball, in masses times squared radii."""
LOOK = 0.0015
"""Seconds between looks at balls that are stepped: shorter than a bounce."""
BOUNCES = 8


@trajectory_billiards.check
def stepped_balls(query: PlayedBall, answer: Answer, world: World, camera: Camera) -> str | None:
    """Whether any ball is pocketed, by stepping rolling balls."""
    assert isinstance(answer, Choice)
    found = pocketed_by_stepping(world, query.ball)
    return None if bool(found) == (answer.option == YES) else f"balls pocketed: {', '.join(found) or 'none'}"


@trajectory.check
def formulas(query: InFlight, answer: Answer, world: World, camera: Camera) -> str | None:
    """Whether the ball goes in, at a quarter of the time step and by formulas."""
    assert isinstance(answer, Choice)
    yes = answer.option == YES
    stepped = fly(world, query.ball, timestep=usual_timestep(world) / 4)
    if stepped.scored != yes:
        return f"at a quarter of the time step the ball {'scores' if stepped.scored else 'does not score'}"
    if set(stepped.touched) <= {"floor"} and scores_by_formula(world, query.ball) != yes:
        return "the closed form of its flight says otherwise"
    return None


def scores_by_formula(world: World, name: str) -> bool:
    """Parabolas from bounce to bounce on the ground, and whether one of them passes through the goal."""
    ball, mouth = world[name], world.surface("goal")
    radius, fall = float(oriented_box(ball).half.min()), np.array([0.0, 0.0, -world.gravity])
    at, spin = oriented_box(ball).centre, np.asarray(ball.spin)
    speed = np.asarray(ball.velocity) + np.cross(spin, at - np.asarray(ball.position))
    grip = FRICTION[0] if ball.grip is None else ball.grip
    for _ in range(BOUNCES):
        rise = float(speed[2])
        landing = (rise + np.sqrt(max(0.0, rise**2 + 2 * world.gravity * (float(at[2]) - radius)))) / world.gravity
        moments = np.linspace(0.0, landing, 200)[:, None]
        arc = at + moments * speed + moments**2 * fall / 2
        for before, after in pairwise(arc):
            spot = passes(mouth, before, after)
            if spot is not None and depth_inside(mouth.outline, spot[None, :2]) > 0:
                return True
        at, speed = arc[-1], speed + landing * fall
        speed, spin = _bounced(speed, spin, radius, ball.bounce, grip)
    return False


def _bounced(speed: Array, spin: Array, radius: float, bounce: float, grip: float) -> tuple[Array, Array]:
    """A bounce off level ground: the fall is reversed, and friction slows the slip until the ball rolls."""
    down = np.array([0.0, 0.0, -radius])
    slip = (speed + np.cross(spin, down)) * (1, 1, 0)
    pace = float(np.linalg.norm(slip))
    push = np.zeros(3)
    if pace > 1e-9:
        push = -slip / pace * min(pace / (1 + 1 / SOLID), grip * (1 + bounce) * abs(float(speed[2])))
    after = speed * (1, 1, -bounce) + push
    return after, spin + np.cross(down, push) / (SOLID * radius**2)


def pocketed_by_stepping(world: World, mover: str, *, seconds: float = 8.0) -> list[str]:
    """Play a shot with a ball that rolls over the cloth; balls that touch a cushion are taken off."""
    radius = float(oriented_box(world[mover]).half.min())
    vx, vy, _ = world[mover].velocity
    rolling = world.change(mover, velocity=(0.0, 0.0, 0.0), spin=(-vy / radius, vx / radius, 0.0))
    simulation = Simulation(rolling, timestep=usual_timestep(world) / 2)
    mouths = [s for s in world.surfaces if s.name.startswith("pocket")]
    playing, pocketed = list(world.names), list[str]()
    was = _middles(simulation, radius)
    stride = round(LOOK / simulation.timestep)
    while simulation.seconds < seconds and playing:
        simulation.step(stride)
        now = _middles(simulation, radius)
        if max(float(np.linalg.norm(now[n] - was[n])) for n in playing) < 0.05 * LOOK * float(np.hypot(vx, vy)):
            break
        cushioned = at_cushions(simulation)
        for name in list(playing):
            spots = [(s, passes(s, was[name], now[name])) for s in mouths]
            if any(p is not None and depth_inside(s.outline, p[None, :2] * (0, 1)) > 0 for s, p in spots):
                pocketed.append(name)
            elif name not in cushioned:
                continue
            playing.remove(name)
            _take_off(simulation, name)
        was = now
    return pocketed


def _middles(simulation: Simulation, radius: float) -> dict[str, Array]:
    positions, quaternions = simulation.poses()
    tops = [rotation((w, x, y, z))[:, 2] for w, x, y, z in quaternions.tolist()]
    return {n: p + radius * up for n, p, up in zip(simulation.world.names, positions, tops, strict=True)}


def _take_off(simulation: Simulation, name: str) -> None:
    """Put a ball where it touches nothing, at rest."""
    joint = simulation.model.joint(name)
    place, pace = int(joint.qposadr[0]), int(joint.dofadr[0])
    simulation.data.qpos[place : place + 3] = (100.0 + 10.0 * simulation.world.names.index(name), 0.0, 0.0)
    simulation.data.qvel[pace : pace + 6] = 0.0
    mujoco.mj_forward(simulation.model, simulation.data)

"""A second derivation of compatibility: a fall at a quarter of the time step, and a plumb line for what is inside."""

from __future__ import annotations

import mujoco
import numpy as np

from diorama.kinds import Answer, Choice
from diorama.suites.causal.compatibility import Fall, compatibility, compatibility_filled
from diorama.suites.causal.options import YES
from diorama.whatif.containment import contents
from diorama.world import Camera, Simulation, World, build_shape, oriented_box, rotation
from diorama.world.mjcf import usual_timestep
from diorama.world.poses import outline_points

SECONDS = 3.0


@compatibility.check
@compatibility_filled.check
def dropped(query: Fall, answer: Answer, world: World, camera: Camera) -> str | None:
    """Drop it among all that stands around, and look where it lies."""
    assert isinstance(answer, Choice)
    falling, container = query.falling, query.container
    if contents(world.without([falling]), container) != query.contents:
        return f"'{container}' does not hold {list(query.contents)} at the start"
    simulation = Simulation(world.change(falling, fixed=False), timestep=usual_timestep(world) / 4)
    while simulation.seconds < SECONDS:
        simulation.step(200)
    proud = _above_opening(simulation.state(), falling, container)
    inside = _plumb(simulation, falling) in {container, *query.contents}
    if (inside and proud <= 0) != (answer.option == YES):
        where = "over the container" if inside else "beside the container"
        return f"'{falling}' ends {where}, its highest point {proud:+.3f} m from the opening"
    return None


def _above_opening(world: World, falling: str, container: str) -> float:
    """How far the highest point of the mesh lies above the plane of the opening, metres."""
    holder = world[container]
    cavity = build_shape(holder.noun, holder.seed).cavity
    assert cavity is not None
    up = rotation(holder.quaternion)[:, 2]
    level = float(np.asarray(holder.position) @ up) + cavity.opening * holder.scale
    return float((outline_points([world[falling]]) @ up).max()) - level


def _plumb(simulation: Simulation, name: str) -> str:
    """What a plumb line from the middle of a body meets first."""
    middle = oriented_box(simulation.state()[name]).centre
    geom = np.array([-1], dtype=np.int32)
    me = simulation.model.body(name).id
    mujoco.mj_ray(simulation.model, simulation.data, middle, np.array([0.0, 0.0, -1.0]), None, 1, me, geom)
    return "" if geom[0] < 0 else str(simulation.model.body(simulation.model.geom_bodyid[geom[0]]).name)

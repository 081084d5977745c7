"""Straight moves: what is met on the way, and what is hidden meanwhile.

Collisions are found by physics' own shapes: the distance between convex parts, along the whole path.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from diorama.sight import see
from diorama.whatif.interventions import Move, direction, displacement
from diorama.world import Camera, Simulation, World
from diorama.world.poses import outline_points

Geoms = NDArray[np.signedinteger[Any]]

STEP = 0.004
"""Metres between the places at which a path is tested."""


@dataclass(frozen=True)
class Meeting:
    """A body met on the way, and how far the mover had come."""

    name: str
    distance: float


@dataclass(frozen=True)
class Sweep:
    """What a straight path meets, and how closely it passes the rest."""

    meetings: tuple[Meeting, ...]
    """In the order in which they are met."""
    clearances: dict[str, float]
    """For each inventory body the smallest gap on the way, metres; 0 if it is met."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(m.name for m in self.meetings)


def sweep(world: World, move: Move, *, within: float = 0.3) -> Sweep:
    """Slide a body along its path through everything: whom does it touch, and how near are the others?

    The mover does not stop: to learn what it hits after the first is gone, remove that and ask again.
    Gaps wider than `within` metres are not measured further.
    """
    mover = world[move.name].name
    path = displacement(world, move)
    others = [n for n in world.inventory if n != mover]
    simulation = Simulation(world.change(mover, fixed=True, hinge=None))
    model, data = simulation.model, simulation.data
    body = model.body(mover).id
    start = model.body_pos[body].copy()
    steps = max(2, int(np.ceil(np.linalg.norm(path) / STEP)) + 1)
    geoms = {n: np.nonzero(model.geom_bodyid == model.body(n).id)[0] for n in (mover, *others)}
    gaps = dict.fromkeys(others, within)
    met: dict[str, float] = {}
    for share in np.linspace(0, 1, steps):
        model.body_pos[body] = start + share * path
        mujoco.mj_kinematics(model, data)
        for other in others:
            if other in met:
                continue
            gap = _gap(model, data, geoms[mover], geoms[other], gaps[other])
            gaps[other] = min(gaps[other], gap)
            if gap <= 0:
                met[other] = float(share * np.linalg.norm(path))
    meetings = tuple(Meeting(n, d) for n, d in sorted(met.items(), key=lambda item: item[1]))
    return Sweep(meetings, {n: max(0.0, g) for n, g in gaps.items()})


def hidden_along(world: World, move: Move, camera: Camera, target: str, *, views: int = 13) -> NDArray[np.float64]:
    """The hidden share of `target` at evenly spaced moments of a move, first and last included."""
    path = displacement(world, move)
    shares = []
    for share in np.linspace(0, 1, views):
        x, y, z = np.add(world[move.name].position, share * path).tolist()
        sight = see(world.change(move.name, position=(x, y, z)), camera)
        shares.append(1 - sight.visible_fraction(target))
    return np.array(shares)


def width_across(world: World, move: Move) -> float:
    """How wide the mover is, seen along its path."""
    body = world[move.name]
    way = direction(body, move.way)
    side = np.array([-way[1], way[0], 0.0])
    return float(np.ptp(outline_points([body]) @ side))


def _gap(model: mujoco.MjModel, data: mujoco.MjData, mine: Geoms, its: Geoms, most: float) -> float:
    """The distance between two bodies' parts, no farther than `most`; 0 or less where they touch."""
    best = most
    radii = model.geom_rbound
    for a in mine:
        for b in its:
            apart = float(np.linalg.norm(data.geom_xpos[a] - data.geom_xpos[b])) - radii[a] - radii[b]
            if apart < best:
                best = min(best, mujoco.mj_geomDistance(model, data, int(a), int(b), best, None))
                if best <= 0:
                    return 0.0
    return best

"""A floor to drive on: a toy vehicle, things in its way or beside it, furniture along the wall."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from diorama.errors import CannotPlace, DioramaError
from diorama.world.assets import assets, build_shape, get_asset
from diorama.world.assets.choosing import some_nouns
from diorama.world.bodies import adjectives, described, drawn_bodies
from diorama.world.layouts.arenas.rooms import FLAT, furnished_room, with_things
from diorama.world.layouts.indoor import garage_floor, living_room_floor, pick, playroom_floor
from diorama.world.layouts.placement import EDGE, Plot
from diorama.world.layouts.registry import WORLD_TRIES, Rng, add_layout, first_at_rest
from diorama.world.model import Body, World, replace
from diorama.world.outlines import depth_inside, footprint, to_edge

Array = NDArray[np.float64]
Role = Literal["in the way", "beside it", "elsewhere"]

ROOMS = (playroom_floor, garage_floor, living_room_floor)
FREE = 2.0, 1.7
"""Metres of a large room's floor that a scene takes up."""
MOVERS = ("bus", "car", "fire engine", "forklift", "locomotive", "tractor", "truck", "van")
TRIES = 60
REACH = 8.0
"""Half lengths of the mover ahead of it within which things stand in its way or beside it: near enough to judge."""
APART = 0.04
"""Metres between the outlines of neighbours: nothing is wedged in."""


@dataclass(frozen=True)
class Lane:
    """The way ahead of a mover: places are how far along it and how far aside (to the left)."""

    start: Array
    way: Array
    width: float
    """Of the mover, across."""
    front: float
    """From the mover's middle to its front."""
    length: float
    """From the mover's middle to the edge of the free floor."""

    @property
    def left(self) -> Array:
        return np.array([-self.way[1], self.way[0]])

    def spot(self, along: float, aside: float) -> tuple[float, float]:
        x, y = self.start + along * self.way + aside * self.left
        return float(x), float(y)

    def keeps_clear(self, points: Array) -> float:
        """How far an outline keeps from the mover's track; ∞ if it is not ahead."""
        to = points - self.start
        if (to @ self.way).max() < 0:
            return math.inf
        across = to @ self.left
        return float(max(across.min(), -across.max())) - self.width / 2


@add_layout
def drive_floor(seed: int = 0, objects: int = 6, *, hits: int = 1, near: int = 2, tries: int = WORLD_TRIES) -> World:
    """A toy vehicle on the floor of a room, with things before, beside and behind it.

    The first body is the vehicle. Of the others the next `hits` stand in its way and `near` close beside it, as
    outlines from above say; whom it would really meet is for physics to find out. The surface `top` is the free
    floor. Furniture along the wall is not inventory.
    """
    if objects < 1 + hits + near:
        raise DioramaError(f"{objects} objects are too few for a vehicle, {hits} in its way and {near} beside it")
    return first_at_rest("drive_floor", lambda rng: _arranged(objects, hits, near, seed, rng), objects, seed, tries)


def _arranged(objects: int, hits: int, near: int, seed: int, rng: Rng) -> World:
    room = replace(furnished_room(rng, ROOMS, FREE), layout="drive_floor", seed=seed)
    plot = Plot(room.surface("top"))
    mover, *things = _cast(objects, rng)
    mover, lane = _set_off(mover, plot, rng)
    roles: list[Role] = [
        "in the way" if k < hits else "beside it" if k < hits + near else "elsewhere" for k in range(objects - 1)
    ]
    placed = [_put(body, role, lane, plot, rng) for body, role in zip(things, roles, strict=True)]
    return with_things(room, (mover, *placed))


def _cast(count: int, rng: Rng) -> tuple[Body, ...]:
    """A vehicle, and upright things small enough for a toy's world; words tell them all apart."""
    pool = [
        a.noun
        for a in assets().values()
        if 0.15 <= a.size.high <= 0.46 and not (a.round or a.tags & {"vehicle", "odd", "hung"} or a.noun in FLAT)
    ]
    nouns = some_nouns(pool, count - 1, rng)
    twins = [k for k, noun in enumerate(nouns) if len(next(iter(get_asset(noun).finishes.values()))) >= 4]
    if len(twins) > 1 and rng.random() < 0.4:  # two of a kind, which only their looks tell apart
        nouns[twins[1]] = nouns[twins[0]]
    mover, *things = described(drawn_bodies([pick(rng, MOVERS), *nouns], rng))
    return replace(mover, phrase=f"the {' '.join(adjectives(mover))} toy {mover.noun}"), *things


def _set_off(mover: Body, plot: Plot, rng: Rng) -> tuple[Body, Lane]:
    """Stand the mover somewhere with a good stretch of floor before it."""
    outline = plot.ground.points
    long, wide, _ = (side * mover.scale for side in build_shape(mover.noun, mover.seed).size)
    for _ in range(TRIES):
        spot, heading = rng.uniform(outline.min(axis=0), outline.max(axis=0)), float(rng.uniform(-180, 180))
        way = np.array([math.cos(math.radians(heading)), math.sin(math.radians(heading))])
        at = (float(spot[0]), float(spot[1]))
        here = footprint(mover, at=at, heading_deg=heading)
        if depth_inside(outline, here.points) < EDGE:
            continue
        ahead = to_edge(outline, spot, way)
        if ahead > long / 2 + max(0.8, 2.5 * long):
            return plot.put(mover, at, heading), Lane(spot, way, wide, long / 2, ahead)
    raise CannotPlace("no room to drive")


def _put(body: Body, role: Role, lane: Lane, plot: Plot, rng: Rng) -> Body:
    """Stand a body in the way, beside it, or anywhere else."""
    outline = plot.ground.points
    for _ in range(TRIES):
        heading = float(rng.uniform(-180, 180))
        flat = footprint(body, at=(0.0, 0.0), heading_deg=heading).points
        across, reach = flat @ lane.left, float(np.ptp(flat @ lane.way)) / 2
        least = lane.front + reach + 0.6 * lane.width
        along = float(rng.uniform(least, max(least, min(lane.length - reach, least + REACH * lane.front))))
        if role == "in the way":
            most = max(0.0, 0.2 * lane.width + float(np.ptp(across)) / 2)
            at = lane.spot(along, float(rng.uniform(-most, most)))
        elif role == "beside it":
            off = lane.width * float(rng.uniform(0.95, 1.6))  # from the middle of the lane to the nearest edge
            at = lane.spot(along, off - across.min() if rng.random() < 0.5 else -off - across.max())
        elif rng.random() < 0.4:  # behind: in the way only of somebody who mistakes its back for its front
            behind = lane.front * float(rng.uniform(1.4, 3.0)) + reach
            at = lane.spot(-behind, float(rng.uniform(-1, 1)) * lane.width)
        else:
            x, y = rng.uniform(outline.min(axis=0), outline.max(axis=0))
            at = (float(x), float(y))
        here = footprint(body, at=at, heading_deg=heading)
        free = role == "in the way" or lane.keeps_clear(here.points) > 0.4 * lane.width
        if free and plot.admits(here, APART):
            return plot.put(body, at, heading)
    raise CannotPlace(f"no room for {body.phrase}")

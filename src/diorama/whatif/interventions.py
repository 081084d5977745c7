"""Interventions: what could be done to a world, as plain data, and the world that follows.

Each is one word of the sentence "if …, what would be?". They combine by being applied one after another.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from diorama.errors import DioramaError
from diorama.whatif.containment import contents
from diorama.world import Body, World, build_shape, rotation, simulate
from diorama.world.model import ORIGIN, Plain, Vec3
from diorama.world.poses import extent, outline_points, transform, vec3, yaw, yaw_deg

Way = Literal["forward", "backward", "left", "right"]


class Remove(Plain):
    """The body is taken away; nothing else moves until time goes on (`Advance`)."""

    kind: Literal["remove"] = "remove"
    name: str


class Transparent(Plain):
    """The body, and what it holds, can be seen through; it is still there."""

    kind: Literal["transparent"] = "transparent"
    name: str


class Move(Plain):
    """The body slides in a straight line, without turning.

    `way` is one of its own directions, or a direction in the world; `distance` is in metres, or its own length
    along that direction if not given.
    """

    kind: Literal["move"] = "move"
    name: str
    way: Way | Vec3
    distance: float | None = Field(default=None, gt=0)


class Drop(Plain):
    """The body is let go and time passes until things have come to rest, or for `seconds`."""

    kind: Literal["drop"] = "drop"
    name: str
    seconds: float = Field(default=3.0, gt=0, le=60)


class Launch(Plain):
    """The body sets off at a velocity and time passes."""

    kind: Literal["launch"] = "launch"
    name: str
    velocity: Vec3
    seconds: float = Field(default=2.0, gt=0, le=60)


class Swap(Plain):
    """Two bodies change places; each keeps its heading and stands on what the other stood on."""

    kind: Literal["swap"] = "swap"
    a: str
    b: str


class Place(Plain):
    """The body is put on top of another, over its middle."""

    kind: Literal["place"] = "place"
    name: str
    on: str


class Advance(Plain):
    """Time goes on."""

    kind: Literal["advance"] = "advance"
    seconds: float = Field(gt=0, le=600)


class Then(Plain):
    """Several interventions, one after another."""

    kind: Literal["then"] = "then"
    steps: tuple[Intervention, ...] = Field(min_length=1, max_length=20)


Intervention = Annotated[
    Remove | Transparent | Move | Drop | Launch | Swap | Place | Advance | Then, Field(discriminator="kind")
]
Then.model_rebuild()


def apply(world: World, intervention: Intervention) -> World:
    """The world after an intervention; the one given stays as it is."""
    if isinstance(intervention, Then):
        return apply_all(world, intervention.steps)
    for name in named(intervention):
        world[name]  # fails at once on an unknown name
    match intervention:
        case Remove(name=name):
            return world.without([name])
        case Transparent():
            return world
        case Move(name=name):
            return world.change(name, position=vec3(np.add(world[name].position, displacement(world, intervention))))
        case Drop(name=name, seconds=seconds):
            return simulate(released(world, name), seconds, every=seconds).final
        case Launch(name=name, velocity=velocity, seconds=seconds):
            return simulate(launched(world, name, velocity), seconds, every=seconds).final
        case Swap(a=a, b=b):
            return swapped(world, a, b)
        case Place(name=name, on=on):
            return world.change(name, position=standing_place(world, name, on), velocity=ORIGIN, spin=ORIGIN)
        case Advance(seconds=seconds):
            return simulate(world, seconds, every=seconds).final


def apply_all(world: World, interventions: Iterable[Intervention]) -> World:
    """Interventions one after another."""
    for intervention in interventions:
        world = apply(world, intervention)
    return world


def named(intervention: Intervention) -> tuple[str, ...]:
    """The bodies that an intervention names."""
    fields = (getattr(intervention, field, None) for field in ("name", "a", "b", "on"))
    return tuple(name for name in fields if isinstance(name, str))


def hidden_from_sight(world: World, intervention: Intervention) -> tuple[str, ...]:
    """Bodies that an intervention lets a camera see through: a transparent one and all that it holds."""
    if not isinstance(intervention, Transparent):
        return ()
    return (world[intervention.name].name, *contents(world, intervention.name))


def direction(body: Body, way: Way | Vec3) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """A unit vector in the world: from the body's own point of view, or as given."""
    if isinstance(way, str):
        turn = {"forward": 0.0, "left": 90.0, "backward": 180.0, "right": -90.0}[way]
        return rotation(yaw(yaw_deg(body.quaternion) + turn))[:, 0]
    length = float(np.linalg.norm(way))
    if length < 1e-9:
        raise DioramaError("a direction must not be zero")
    return np.asarray(way, float) / length


def displacement(world: World, move: Move) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """How far a move takes its body."""
    body = world[move.name]
    way = direction(body, move.way)
    if move.distance is not None:
        return way * move.distance
    return way * float(np.ptp(outline_points([body]) @ way))


def released(world: World, name: str) -> World:
    """The body free to fall."""
    return world.change(name, fixed=False, hinge=None, velocity=ORIGIN, spin=ORIGIN)


def launched(world: World, name: str, velocity: Vec3) -> World:
    """The body free and on its way."""
    return world.change(name, fixed=False, hinge=None, velocity=velocity)


def swapped(world: World, a: str, b: str) -> World:
    """Each body over the other's middle, standing at the other's height."""
    if world[a].name == world[b].name:
        raise DioramaError(f"'{a}' cannot change places with itself")
    return world.change(a, position=_stand(world[a], world[b])).change(b, position=_stand(world[b], world[a]))


def standing_place(world: World, name: str, on: str) -> Vec3:
    """Where a body's origin is when it stands on top of another, over its middle."""
    base, body = world[on], world[name]
    top = build_shape(base.noun, base.seed).top
    if top is None:
        raise DioramaError(f"{base.phrase} has no flat top to stand things on")
    spot = transform(base, np.append(np.mean(top.outline, axis=0), top.height)[None])[0]
    lowest = extent(body)[0, 2] - body.position[2]
    return vec3((spot[0], spot[1], spot[2] - lowest))


def _stand(body: Body, other: Body) -> Vec3:
    """Where `body` goes when it takes the place of `other`: box middles change in plan, lowest points in height."""
    (low, high), (its_low, its_high) = extent(body), extent(other)
    x, y, _ = (its_low + its_high - low - high) / 2
    return vec3(np.add(body.position, (x, y, its_low[2] - low[2])))

"""How one thing rests on another: where it is put, if it fits there at all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from diorama.world.assets import build_shape, get_asset
from diorama.world.bodies import drawn_body
from diorama.world.layouts.placement import LIFT, heading, tall
from diorama.world.lids import lid_for
from diorama.world.materials import material
from diorama.world.model import Body, replace
from diorama.world.outlines import Footprint, area, footprint, standing
from diorama.world.poses import extent, transform, vec3, yaw

Array = NDArray[np.float64]
Rng = np.random.Generator
Way = Literal["on", "inside", "over", "lid", "leaning"]
"""How a thing rests: on a flat top, in a container, spread over it, as its lid, or against its side."""

SPOTS = 10
"""Places tried for one thing on another."""
ASKEW_DEG = 25.0
"""How far things in a pile are turned against what they lie on."""
APART = 0.015
"""Metres between things side by side on, or in, the same thing."""
OVERHANG = 2.2
"""How much larger than the top under it a thing may be, by area, if it lies there alone."""
PART = 0.45
"""The share of a top that a thing may take if others are to lie beside it."""
FULL = 0.8
"""The share of a top that things side by side may take together."""
TALLEST = 0.3
"""Metres: taller things hide too much, and fall over."""
BESIDE = 0.016
"""Square metres of a top for each thing on it, where there are several …"""
WITHIN = 0.009
"""… and of the opening of a container."""
MOST_ON, MOST_IN = 4, 2
"""Things side by side on, and in, one thing."""
LEAN_DEG = (14.0, 24.0)
"""How far things that lean are turned from upright."""
STURDY, HIGH, SQUARE = 3.0, 0.14, 0.93
"""How much heavier than a thing that leans the thing behind it must be, how high, and how much of its box it fills."""
LIDDED = ("pot", "saucepan")
"""Vessels that a lid fits."""


@dataclass(frozen=True)
class Sizes:
    """What decides whether a thing fits, without its shape: metres and square metres."""

    height: float
    longest: float
    outline: float
    """The area of its outline from above …"""
    inner: float
    """… and the radius of a circle in it."""
    top: float
    """The area of its flat top, or 0 …"""
    opening: float
    """… and of its opening."""
    square: float
    """The share of its box, seen from above, that it fills."""


def sizes(noun: str, seed: int) -> Sizes:
    """The sizes of a variant; those of our own things are kept, since many are looked at for each that is used."""
    return _measured(noun, seed) if get_asset(noun).pack else _kept(noun, seed)


@lru_cache(maxsize=8192)
def _kept(noun: str, seed: int) -> Sizes:
    return _measured(noun, seed)


def _measured(noun: str, seed: int) -> Sizes:
    shape = build_shape(noun, seed)
    outline = Footprint.of(shape.footprint)
    return Sizes(
        height=shape.size[2],
        longest=max(shape.size),
        outline=area(outline.points),
        inner=outline.inner,
        top=area(shape.top.outline) if shape.top else 0.0,
        opening=area(shape.cavity.outline) if shape.cavity else 0.0,
        square=area(outline.points) / (shape.size[0] * shape.size[1]),
    )


def can_hold(body: Body, ways: Sequence[Way]) -> bool:
    """Whether a thing can hold all that is to rest on it in these ways."""
    size = sizes(body.noun, body.seed)
    on, within = ways.count("on"), ways.count("inside")
    if on and (not size.top or (on > 1 and size.top < BESIDE * on)):
        return False
    if within and size.opening < WITHIN * within:
        return False
    if "lid" in ways and body.noun not in LIDDED:
        return False
    if "over" in ways and not size.top and not size.opening:
        return False
    return "leaning" not in ways or _boxy(body)


def room_for(body: Body, more: int) -> bool:
    """Whether so many things may be piled up on a thing: the more, the wider it must be."""
    size = sizes(body.noun, body.seed)
    return (size.top or size.opening) >= min(0.056, 0.004 + 0.008 * more)


def is_wide(body: Body) -> bool:
    """Whether two things or more have room on its top."""
    return sizes(body.noun, body.seed).top >= 2 * BESIDE


def can_rest(body: Body, here: Sequence[Way], *, on_surface: bool) -> list[Way]:
    """In which ways one more thing may rest on, in or against a thing, with what is there already."""
    size = sizes(body.noun, body.seed)
    ways: list[Way] = []
    if "over" in here or "lid" in here:
        return ways
    if size.top and here.count("on") < MOST_ON and can_hold(body, [*here, "on"]):
        ways.append("on")
    if size.opening and here.count("inside") < MOST_IN and can_hold(body, [*here, "inside"]):
        ways.append("inside")
    if "inside" in here or (size.top and not here):
        ways.append("over")
    if "inside" in here and body.noun in LIDDED:
        ways.append("lid")
    if on_surface and "leaning" not in here and _boxy(body):
        ways.append("leaning")
    return ways


def rest(
    noun: str, host: Body, way: Way, beside: Sequence[Footprint], facing_deg: float, rng: Rng, *,
    share: float = OVERHANG,
) -> Body | None:  # fmt: skip
    """A variant of a noun resting on a host in some way, apart from what is beside it; None if it does not fit.

    On a top it may take up to `share` of its area, more than all if it is to lie there alone.
    """
    if way == "lid":
        return lid_for(host) if not beside else None
    body = drawn_body(noun, rng)
    if _colour(body) == _colour(host):
        return None  # they would look like one thing
    match way:
        case "on":
            return _on(body, host, beside, share, facing_deg, rng)
        case "inside":
            return _inside(body, host, beside, rng)
        case "over":
            return _over(body, host, rng)
        case "leaning":
            return _leaning(body, host, beside, facing_deg, rng)


def _on(
    body: Body, host: Body, beside: Sequence[Footprint], share: float, facing_deg: float, rng: Rng
) -> Body | None:
    """On a flat top: alone near its middle if it is large, else anywhere, apart from the others."""
    size, room = sizes(body.noun, body.seed), sizes(host.noun, host.seed).top
    large = size.outline > PART * room
    if size.height > TALLEST or size.outline > share * room or (beside and large):
        return None
    if beside and size.outline + sum(area(other.points) for other in beside) > FULL * room:
        return None
    top = build_shape(host.noun, host.seed).top
    assert top is not None
    corners = transform(host, np.column_stack([np.asarray(top.outline), np.full(len(top.outline), top.height)]))
    ground, height = Footprint.of(corners[:, :2]), float(corners[:, 2].mean())
    spread = 0.12 if large else max(0.0, 1 - size.inner / ground.inner)
    least = 0.7 if share <= PART else 0.0
    for _ in range(SPOTS):
        fronted = get_asset(body.noun).fronted
        turn = heading(body, facing_deg, rng) if fronted else _aligned(host, ASKEW_DEG, rng)
        x, y = _point_in(ground, spread, rng, least=least)
        outline = footprint(body, at=(x, y), heading_deg=turn)
        sits = ground.depth_of(outline.points) >= 0
        if large and not sits:
            sits = ground.depth_of(np.array([outline.centre])) >= 0.5 * min(outline.inner, 0.8 * ground.inner)
        if sits and all(outline.clear_of(other, APART) for other in beside):
            return replace(body, position=(x, y, height + LIFT), quaternion=yaw(turn))
    return None


def _inside(body: Body, host: Body, beside: Sequence[Footprint], rng: Rng) -> Body | None:
    """In a container, standing on its floor, apart from what is there."""
    cavity = build_shape(host.noun, host.seed).cavity
    if cavity is None or sizes(body.noun, body.seed).height > 1.5 * (cavity.opening - cavity.floor) * host.scale:
        return None
    corners = transform(host, np.column_stack([np.asarray(cavity.outline), np.full(len(cavity.outline), cavity.floor)]))
    ground, height = Footprint.of(corners[:, :2]).scaled(0.85), float(corners[:, 2].mean())
    spread = 1 - sizes(body.noun, body.seed).inner / ground.inner
    if spread <= 0:
        return None
    for _ in range(SPOTS):
        turn = float(rng.uniform(0, 360))
        x, y = _point_in(ground, spread, rng)
        outline = footprint(body, at=(x, y), heading_deg=turn)
        if ground.depth_of(outline.points) >= 0 and all(outline.clear_of(other, APART) for other in beside):
            return replace(body, position=(x, y, height + 4 * LIFT), quaternion=yaw(turn))
    return None


def _point_in(ground: Footprint, spread: float, rng: Rng, *, least: float = 0.0) -> tuple[float, float]:
    """A point of an outline: from its middle a share of the way to its edge, no more than `spread`."""
    corner, other = (ground.points[int(k)] for k in rng.integers(len(ground.points), size=2))
    middle = np.asarray(ground.centre)
    edge = corner + rng.random() * (other - corner)
    x, y = (middle + spread * max(least, math.sqrt(rng.random())) * (edge - middle)).tolist()
    return x, y


def _over(body: Body, host: Body, rng: Rng) -> Body | None:
    """Spread over the highest point of what is under it."""
    if sizes(body.noun, body.seed).outline > 3.0 * sizes(host.noun, host.seed).outline:
        return None
    shape = build_shape(host.noun, host.seed)
    middle = shape.top.outline if shape.top else shape.cavity.outline if shape.cavity else shape.footprint
    x, y, _ = transform(host, np.append(np.mean(middle, axis=0), 0.0)[None])[0].tolist()
    high = float(extent(host)[1, 2])
    return replace(body, position=(x, y, high + LIFT), quaternion=yaw(_aligned(host, ASKEW_DEG / 2, rng)))


def _leaning(body: Body, host: Body, beside: Sequence[Footprint], facing_deg: float, rng: Rng) -> Body | None:
    """With its long side up, its flat side against a side of the host, its top tilted towards it."""
    ours, theirs = sizes(body.noun, body.seed), sizes(host.noun, host.seed)
    if beside or ours.longest < 0.9 * theirs.height or _mass(host) < STURDY * _mass(body):
        return None
    sides = _sides(host, facing_deg)
    if not sides:
        return None
    low, high = build_shape(body.noun, body.seed).bounds
    size = high - low
    long, thin = int(np.argmax(size)), int(np.argmin(size))
    lean = math.radians(float(rng.uniform(*LEAN_DEG)))
    way, reach, along, width = sides[int(rng.integers(len(sides)))]
    touching = min(tall(host), float(size[long]) * math.cos(lean))
    foot = touching * math.tan(lean) + float(size[thin]) / math.cos(lean) + 0.002
    up = np.array([0.0, 0.0, 1.0])
    axes = np.zeros((3, 3))
    axes[:, long] = math.cos(lean) * up - math.sin(lean) * way
    axes[:, thin] = math.sin(lean) * up + math.cos(lean) * way
    third = ({0, 1, 2} - {long, thin}).pop()
    axes[:, third] = np.cross(axes[:, (third + 1) % 3], axes[:, (third + 2) % 3])
    ground = np.asarray((*host.position[:2], 0.0)) + way * (reach + foot)
    ground += along * float(rng.uniform(-0.25, 0.25)) * width
    lowest = (low + high) / 2
    lowest[long], lowest[thin] = low[long], high[thin]
    w, x, y, z = Rotation.from_matrix(axes).as_quat(scalar_first=True).tolist()
    leant = replace(body, position=vec3(ground - axes @ lowest), quaternion=(w, x, y, z))
    return replace(leant, position=vec3(np.add(leant.position, (0, 0, 2 * LIFT - float(extent(leant)[0, 2])))))


def _boxy(body: Body) -> bool:
    """Whether it is a tall block that something can lean against."""
    size = sizes(body.noun, body.seed)
    return size.height >= HIGH and size.square > SQUARE


def _colour(body: Body) -> str:
    """The colour of most of it."""
    return material(next(iter(body.finish.values()))).colour


def _mass(body: Body) -> float:
    return build_shape(body.noun, body.seed).mass_properties.volume * get_asset(body.noun).density


def _sides(host: Body, facing_deg: float) -> list[tuple[Array, float, Array, float]]:
    """The sides of a block that a camera may see: outward, how far out, along, and how wide."""
    (left, front), (right, back) = standing(host).points.min(axis=0), standing(host).points.max(axis=0)
    turn = Rotation.from_quat(host.quaternion, scalar_first=True).as_matrix()
    viewer = np.array([math.cos(math.radians(facing_deg)), math.sin(math.radians(facing_deg)), 0.0])
    found = []
    for way, reach, width in (
        ((1, 0, 0), right, back - front), ((-1, 0, 0), -left, back - front),
        ((0, 1, 0), back, right - left), ((0, -1, 0), -front, right - left),
    ):  # fmt: skip
        out = turn @ np.asarray(way, float)
        if out @ viewer > -0.25:
            found.append((out, float(reach), np.cross((0.0, 0.0, 1.0), out), float(width)))
    return found


def _aligned(host: Body, askew_deg: float, rng: Rng) -> float:
    """A heading along one of the host's sides, more or less."""
    front = transform(host, np.array([[1.0, 0.0, 0.0]]))[0] - np.asarray(host.position)
    along = math.degrees(math.atan2(front[1], front[0]))
    return along + 90.0 * int(rng.integers(4)) + float(rng.uniform(-askew_deg, askew_deg))

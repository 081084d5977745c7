"""What events share: putting bodies in place, painted places on the ground, and the surroundings."""

from __future__ import annotations

import math
from collections.abc import Sequence

from diorama.world.assets import build_shape
from diorama.world.bodies import described, drawn_bodies
from diorama.world.events.event import Rng, Zone
from diorama.world.layouts import furniture as f
from diorama.world.layouts.arenas.crossing import REAL_LENGTH
from diorama.world.layouts.indoor import daylight, pick
from diorama.world.model import Block, Body, Fixture, Hinge, Stage, Surface, Vec3, World, replace
from diorama.world.poses import yaw

PAINTS = ("red", "blue", "green", "yellow", "purple", "orange", "white", "black")
HIGH = 0.6
"""Metres above the ground up to which a painted place reaches."""


def bodies_of(nouns: Sequence[str], rng: Rng) -> tuple[Body, ...]:
    """A variant of each noun, each called by its looks."""
    return described(drawn_bodies(nouns, rng))


def put(body: Body, x: float, y: float, z: float = 0.0, *, heading_deg: float = 0.0) -> Body:
    """Stand a body somewhere, its front that way."""
    return replace(body, position=(x, y, z), quaternion=yaw(heading_deg))


def real_size(body: Body) -> Body:
    """A vehicle as long as one on the street."""
    return replace(body, scale=REAL_LENGTH[body.noun] / max(build_shape(body.noun, body.seed).size))


def size_of(body: Body) -> Vec3:
    """How long, wide and high a body is as its asset stands."""
    x, y, z = (side * body.scale for side in build_shape(body.noun, body.seed).size)
    return x, y, z


def mats(
    places: Sequence[tuple[float, float, float, float]], colours: Sequence[str], noun: str = "mat"
) -> tuple[Fixture, tuple[Zone, ...]]:
    """Painted rectangles on the ground, each given by its middle and its sides, and the zones above them."""
    blocks, zones = [], []
    for k, ((x, y, long, wide), colour) in enumerate(zip(places, colours, strict=False)):
        blocks.append(f.box((long, wide, 0.0012 + 0.0004 * k), (x, y, 0.0), f"{colour} paint", solid=False))
        low, high = (x - long / 2, y - wide / 2, -0.1), (x + long / 2, y + wide / 2, HIGH)
        zones.append(Zone(phrase=f"the {colour} {noun}", low=low, high=high))
    return Fixture(name=f"{noun}s", blocks=tuple(blocks)), tuple(zones)


def hung(
    body: Body, scale: float, angle_deg: float, y: float, rng: Rng, *, clearance: float = 0.18
) -> tuple[Fixture, Body, float]:
    """A body on a beam, let go at an angle; the frame, the body, and how far it swings to each side."""
    length = size_of(body)[2] * scale
    height, half = length + clearance, 0.42 if y else 0.6 * scale
    paint = pick(rng, ("red paint", "blue paint", "green paint", "light wood"))
    beam = Block(kind="cylinder", size=(0.025, half), position=(0.0, y, height), quaternion=f.LYING, material=paint)
    lean = 0.42 * height
    legs = tuple(
        replace(f.strut((sx * lean, y + sy * half, 0.0), (0.0, y + sy * half, height), 0.022, paint), solid=False)
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    turn = math.radians(angle_deg)
    let_go = replace(
        body,
        scale=scale,
        position=(-length * math.sin(turn), y, height - length * math.cos(turn)),
        quaternion=(math.cos(turn / 2), 0.0, math.sin(turn / 2), 0.0),
        hinge=Hinge(anchor=(0.0, y, height), axis=(0.0, 1.0, 0.0), damping=0.002),
    )
    return (
        Fixture(name="frame", blocks=(replace(beam, solid=False), *legs)),
        let_go,
        max(lean, length * math.sin(abs(turn))),
    )


def colours_for(rng: Rng, count: int, ground: str = "") -> list[str]:
    """So many paints that differ from each other and from the ground."""
    fitting = [c for c in PAINTS if not ground.startswith(c)]
    return [str(c) for c in rng.choice(fitting, size=count, replace=False)]


def scene(
    rng: Rng,
    bodies: Sequence[Body],
    *,
    ground: str,
    radius: float,
    fixtures: Sequence[Fixture] = (),
    centre: Vec3 = (0.0, 0.0, 0.3),
    show: Sequence[Vec3] = (),
    elevation_deg: tuple[float, float] = (16.0, 42.0),
    spread_deg: float = 90.0,
    side: float = 40.0,
) -> World:
    """A piece of open ground with things on it, in daylight.

    Cameras stand on either long side, no farther round than `spread_deg` from straight in front.
    """
    stage = Stage(
        centre=centre,
        radius=radius,
        spread_deg=spread_deg,
        elevation_deg=elevation_deg,
        reach=12 * radius,
        show=tuple(show),
    )
    top = Surface(name="top", fixture="floor", position=(0.0, 0.0, 0.0), outline=f.rectangle(side / 2, side / 2))
    return World(
        seed=int(rng.integers(2**31)),
        stage=stage,
        surfaces=(top,),
        lights=daylight(rng, stage),
        fixtures=(*fixtures, f.floor(side, ground)),
        bodies=tuple(bodies),
    )


def ramp(length: float, width: float, height: float, at: Vec3, material: str, *, heading_deg: float = 0.0) -> Block:
    """A wedge that rises along its heading from nothing to `height`; `at` is the middle of its foot line's rise."""
    turn = math.radians(heading_deg)
    # a prism's outline lies in its own xy plane: stand it up so that its x axis is the heading and its y axis up
    outline = ((-length / 2, 0.0), (length / 2, 0.0), (length / 2, height))
    half = width / 2
    c, s = math.cos(turn / 2), math.sin(turn / 2)
    tilt = math.sqrt(0.5)
    quaternion = (c * tilt, c * tilt, s * tilt, s * tilt)
    return Block(kind="prism", size=(half,), outline=outline, position=at, quaternion=quaternion, material=material)


def inside(container: Body) -> Zone:
    """What is within the outline of a container and not above its rim."""
    long, wide, high = size_of(container)
    x, y, z = container.position
    half = 0.5 * min(long, wide) + 0.25 * abs(long - wide)
    return Zone(phrase=container.phrase, low=(x - half, y - half, z - 0.05), high=(x + half, y + half, z + high))


def rolling(ball: Body, velocity: Sequence[float]) -> Body:
    """A ball that rolls at a velocity without slipping: its origin, which touches the ground, is at rest just now."""
    radius = size_of(ball)[2] / 2
    vx, vy = velocity[0], velocity[1]
    return replace(ball, velocity=(0.0, 0.0, 0.0), spin=(-vy / radius, vx / radius, 0.0))


def jitter(rng: Rng, low: float, high: float) -> float:
    """A number between two."""
    return float(rng.uniform(low, high))


def names(bodies: Sequence[Body]) -> tuple[str, ...]:
    """What bodies are called inside a world."""
    return tuple(body.name for body in bodies)


def choose(rng: Rng, options: Sequence[str], count: int) -> list[str]:
    """So many of some words, none twice."""
    return [str(word) for word in rng.choice(list(options), size=count, replace=False)]

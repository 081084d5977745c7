"""A ball in flight, and the goal or hoop it flies to."""

from __future__ import annotations

import math

import numpy as np

from diorama.errors import DioramaError
from diorama.world.assets import get_asset
from diorama.world.bodies import make_body, name_bodies
from diorama.world.layouts import furniture as f
from diorama.world.layouts.arenas.common import LYING, strut
from diorama.world.layouts.indoor import daylight, pick
from diorama.world.layouts.registry import Rng, add_layout, check_seed
from diorama.world.model import Block, Fixture, Stage, Surface, World, replace


@add_layout
def ball_court(seed: int = 0, objects: int = 1, *, ball: str | None = None) -> World:
    """A ball in flight towards a goal or a hoop; the surface `goal` is what it has to pass through."""
    rng = np.random.default_rng([check_seed(seed), 0])
    noun = ball or pick(rng, ("soccer ball", "basketball"))
    if not get_asset(noun).round:
        raise DioramaError(f"a court needs a ball; '{noun}' does not roll")
    if objects != 1:
        raise DioramaError(f"a ball court has one object, the ball; got {objects}")
    goal, mouth = _hoop(rng) if noun == "basketball" else _goal(rng)
    ground = f.floor(40.0, "light wood" if noun == "basketball" else "green grass")
    start = np.array([float(rng.uniform(-4.5, -3.2)), float(rng.uniform(-0.8, 0.8)), float(rng.uniform(0.3, 1.6))])
    end = np.add(mouth.position, (0.0, rng.normal(0, 0.6), rng.normal(0, 0.3)))
    flight = float(rng.uniform(0.75, 1.1))
    velocity = (end - start) / flight + np.array([0.0, 0.0, 9.81 * flight / 2])
    body = make_body(noun, seed=int(rng.integers(2**31)))
    x, y, z = start.tolist()
    vx, vy, vz = velocity.tolist()
    gx, gy, gz = mouth.position
    half = 1.5 if noun != "basketball" else 0.6
    stage = Stage(
        centre=(-1.5, 0.0, 0.8),
        radius=3.4,
        spread_deg=60.0,
        elevation_deg=(8.0, 35.0),
        show=tuple((gx + dx, gy + sy * half, z) for dx in (-0.3, 0.8) for sy in (-1, 1) for z in (0.0, gz + 0.9)),
    )
    top = Surface(name="top", fixture="floor", position=(0.0, 0.0, 0.0), outline=f.rectangle(20, 20))
    return World(
        layout="ball_court",
        seed=seed,
        stage=stage,
        fixtures=(goal, ground),
        surfaces=(mouth, top),
        lights=daylight(rng, stage),
        bodies=name_bodies([replace(body, position=(x, y, z), velocity=(vx, vy, vz))]),
    )


def _goal(rng: Rng) -> tuple[Fixture, Surface]:
    """Two posts, a bar and a net, facing −x."""
    wide, tall, thick, deep = rng.uniform(2.0, 2.8), rng.uniform(1.2, 1.6), 0.05, 0.8
    white = "white paint"
    blocks = [f.post(thick, tall + thick, (0, s * (wide / 2 + thick), 0), white) for s in (-1, 1)]
    blocks.append(
        Block(
            kind="cylinder",
            size=(thick, wide / 2 + 2 * thick),
            position=(0, 0, tall + thick),
            quaternion=LYING,
            material=white,
        )
    )
    blocks += [
        strut((0.0, s * (wide / 2 + thick), tall), (deep, s * (wide / 2 + thick), 0.0), 0.02, white) for s in (-1, 1)
    ]
    for k in range(13):
        y = -wide / 2 + wide * k / 12
        blocks.append(replace(strut((0.0, y, tall), (deep, y, 0.0), 0.006, white), solid=False))
    for k in range(9):
        s = k / 8
        rope = Block(
            kind="cylinder",
            size=(0.006, wide / 2),
            position=(deep * s, 0.0, tall * (1 - s)),
            quaternion=LYING,
            material=white,
            solid=False,
        )
        blocks.append(rope)
    mouth = Surface(
        name="goal",
        fixture="goal",
        position=(0.0, 0.0, tall / 2),
        outline=f.rectangle(tall, wide),
        quaternion=(math.cos(-math.pi / 4), 0.0, math.sin(-math.pi / 4), 0.0),
    )
    return Fixture(name="goal", blocks=tuple(blocks)), mouth


def _hoop(rng: Rng) -> tuple[Fixture, Surface]:
    """A ring before a backboard on a post; things fall through it downwards."""
    height, radius, tube, sides = rng.uniform(2.2, 2.8), 0.23, 0.012, 16
    ring = []
    for k in range(sides):
        a, b = 2 * math.pi * k / sides, 2 * math.pi * (k + 1) / sides
        ring.append(
            strut(
                (radius * math.cos(a), radius * math.sin(a), height),
                (radius * math.cos(b), radius * math.sin(b), height),
                tube,
                "orange paint",
            )
        )
    board = f.box((0.03, 1.1, 0.75), (radius + 0.12, 0, height - 0.1), "white paint")
    mark = f.box((0.004, 0.45, 0.03), (radius + 0.103, 0, height + 0.32), "red paint", solid=False)
    arm = f.box((0.12, 0.08, 0.03), (radius + 0.06, 0, height - 0.03), "orange paint")
    pole = f.post(0.06, height + 0.2, (radius + 0.25, 0, 0), "grey paint")
    net = [
        replace(
            strut(
                (radius * math.cos(a), radius * math.sin(a), height),
                (0.6 * radius * math.cos(a), 0.6 * radius * math.sin(a), height - 0.38),
                0.004,
                "white paint",
            ),
            solid=False,
        )
        for a in np.linspace(0, 2 * math.pi, 12, endpoint=False).tolist()
    ]
    mouth = Surface(name="goal", fixture="goal", position=(0.0, 0.0, height), outline=f.ring(radius - tube))
    return Fixture(name="goal", blocks=(*ring, board, mark, arm, pole, *net)), mouth

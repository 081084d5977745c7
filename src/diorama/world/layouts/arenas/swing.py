"""Something hung from a frame."""

from __future__ import annotations

import math

import numpy as np

from diorama.errors import DioramaError
from diorama.world.assets import build_shape
from diorama.world.bodies import drawn_body, name_bodies
from diorama.world.layouts import furniture as f
from diorama.world.layouts.indoor import daylight, pick
from diorama.world.layouts.registry import add_layout, check_seed
from diorama.world.model import Block, Fixture, Hinge, Stage, Surface, World, replace


@add_layout
def swing(seed: int = 0, objects: int = 1, *, noun: str | None = None) -> World:
    """A swing or a pendulum hung from a frame, let go at an angle."""
    rng = np.random.default_rng([check_seed(seed), 0])
    if objects != 1:
        raise DioramaError(f"the layout 'swing' has one object, what hangs from it; got {objects}")
    kind = noun or pick(rng, ("swing", "pendulum"))
    body = drawn_body(kind, rng)
    length = build_shape(kind, body.seed).size[2]
    height, half = length + rng.uniform(0.12, 0.25), 0.5
    paint = pick(rng, ("red paint", "blue paint", "green paint", "light wood"))
    beam = Block(kind="cylinder", size=(0.025, half), position=(0.0, 0.0, height), quaternion=f.LYING, material=paint)
    lean = 0.5 * height
    legs = tuple(
        f.strut((sx * lean, sy * half, 0.0), (0.0, sy * half, height), 0.022, paint) for sx in (-1, 1) for sy in (-1, 1)
    )
    angle = float(rng.uniform(20, 50)) * (1 if rng.random() < 0.5 else -1)
    turn = math.radians(angle)
    # The hung asset's top is its axle: turn it about the beam by `angle`.
    hung = replace(
        body,
        position=(-length * math.sin(turn), 0.0, height - length * math.cos(turn)),
        quaternion=(math.cos(turn / 2), 0.0, math.sin(turn / 2), 0.0),
        hinge=Hinge(anchor=(0.0, 0.0, height), axis=(0.0, 1.0, 0.0), damping=0.002),
    )
    wide = max(lean, length * math.sin(abs(turn)) + 0.15)
    stage = Stage(
        centre=(0.0, 0.0, height / 2),
        radius=max(height, 0.8),
        elevation_deg=(8.0, 30.0),
        spread_deg=60.0,
        show=tuple((sx * wide, sy * half, z) for sx in (-1, 1) for sy in (-1, 1) for z in (0.0, height + 0.05)),
    )
    top = Surface(name="top", fixture="floor", position=(0.0, 0.0, 0.0), outline=f.rectangle(20, 20))
    return World(
        layout="swing",
        seed=seed,
        stage=stage,
        surfaces=(top,),
        lights=daylight(rng, stage),
        fixtures=(Fixture(name="frame", blocks=(replace(beam, solid=False), *legs)), f.floor(40.0, "green grass")),
        bodies=name_bodies([hung]),
    )

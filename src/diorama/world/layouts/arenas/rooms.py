"""Rooms for arenas: furniture along the wall that is not inventory, and a free floor before it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from diorama.world.bodies import drawn_bodies
from diorama.world.layouts.placement import EDGE
from diorama.world.layouts.registry import Layout, Rng
from diorama.world.model import Body, World, replace
from diorama.world.outlines import footprint
from diorama.world.poses import yaw

FLAT = {"book", "calculator", "cutting board", "guitar", "hammer", "headphones", "keyboard", "pillow", "plate", "tray"}
"""Too low to be sure that something runs into them or hides them."""
FURNITURE = ("armchair", "bookcase", "cabinet", "chair", "ottoman", "side table", "sofa", "stool")


def furnished_room(rng: Rng, rooms: Sequence[Layout], free: tuple[float, float], *, pieces: int = 3) -> World:
    """One of some rooms without its things; the surface `top` is cut down to the free floor, `free` metres at most."""
    bare = rooms[int(rng.integers(len(rooms)))](seed=int(rng.integers(2**62)), nouns=())
    top = bare.surface("top")
    half_x, half_y = np.abs(np.asarray(top.outline)).max(axis=0).tolist()
    wide, deep = min(half_x, free[0] / 2), min(half_y, free[1] / 2)
    y = max(deep - half_y, min(0.0, half_y - deep - 1.1))  # a large room leaves a strip for its furniture
    floor = replace(
        top, position=(0.0, y, top.position[2]), outline=((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
    )
    stage = replace(bare.stage, centre=(0.0, y, top.position[2]), radius=math.hypot(wide, deep))
    return replace(bare, bodies=_furniture(bare, y + deep, wide, pieces, rng), surfaces=(floor,), stage=stage)


def with_things(room: World, things: Sequence[Body]) -> World:
    """The room with things in it; furniture of the same kind as one of them leaves, so that words stay clear."""
    nouns = {b.noun for b in things}
    return replace(room, bodies=(*things, *(b for b in room.bodies if b.noun not in nouns)))


def wall_of(room: World) -> float:
    """Where the back wall (its skirting) begins, along y."""
    return min(b.position[1] - b.size[1] for f in room.fixtures if f.name == "wall" for b in f.blocks)


def _furniture(bare: World, back: float, wide: float, most: int, rng: Rng) -> tuple[Body, ...]:
    """Some pieces side by side along the back wall, as deep as there is room for behind the free floor."""
    rug = float(np.asarray(bare.surface("top").outline)[:, 1].max())
    wall = wall_of(bare) - EDGE
    placed: list[Body] = []
    x = -wide * float(rng.uniform(0.5, 1.4))
    for body in drawn_bodies([str(n) for n in rng.choice(FURNITURE, size=4, replace=False)], rng):
        flat = footprint(body, at=(0.0, 0.0), heading_deg=-90.0).points
        (left, near), (right, far) = flat.min(axis=0).tolist(), flat.max(axis=0).tolist()
        if len(placed) == most or wall - (far - near) < back + 0.05:
            continue
        at = (x - left, wall - far)
        level = bare.surface("top").position[2] if at[1] + near < rug else 0.0
        placed.append(replace(body, position=(*at, level), quaternion=yaw(-90.0), inventory=False, fixed=True))
        x += right - left + float(rng.uniform(0.1, 0.9))
    return tuple(placed)

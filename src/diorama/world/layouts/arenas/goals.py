"""What a ball can be played into; each faces −x and stands at the origin."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from diorama.world.layouts import furniture as f
from diorama.world.layouts.indoor import pick
from diorama.world.layouts.registry import Rng
from diorama.world.model import Block, Fixture, Surface, Vec3, replace


@dataclass(frozen=True)
class Goal:
    """What stands there, and the patch that a ball has to pass through against the way the patch faces."""

    fixtures: tuple[Fixture, ...]
    mouth: Surface
    wide: float
    tall: float


def goal(rng: Rng) -> Goal:
    """Two posts, a bar and a net."""
    return _netted(rng.uniform(2.0, 2.8), rng.uniform(1.2, 1.6), 0.05, 0.8, "white paint")


def small_goal(rng: Rng) -> Goal:
    """A goal for small balls, of coloured tubes."""
    paint = pick(rng, ("red paint", "yellow paint", "blue paint", "white paint"))
    return _netted(rng.uniform(0.8, 1.1), rng.uniform(0.55, 0.75), 0.022, 0.4, paint)


def hoop(rng: Rng) -> Goal:
    """A ring before a backboard on a post; things fall through it downwards."""
    height, radius, tube, orange = float(rng.uniform(2.2, 2.8)), 0.23, 0.012, "orange paint"
    ring = _round(lambda a: (radius * math.cos(a), radius * math.sin(a), height), tube, 16, orange)
    arm = f.box((0.12, 0.08, 0.03), (radius + 0.06, 0, height - 0.03), orange)
    net = [
        _loose(
            (radius * math.cos(a), radius * math.sin(a), height),
            (0.6 * radius * math.cos(a), 0.6 * radius * math.sin(a), height - 0.38),
            0.004,
        )
        for a in np.linspace(0, 2 * math.pi, 12, endpoint=False).tolist()
    ]
    board = (
        f.box((0.03, 1.1, 0.75), (radius + 0.135, 0, height - 0.1), "white paint"),
        f.box((0.004, 0.45, 0.03), (radius + 0.118, 0, height + 0.32), "red paint", solid=False),
        f.post(0.06, height + 0.2, (radius + 0.25, 0, 0), "grey paint"),
    )
    mouth = Surface(name="goal", fixture="goal", position=(0.0, 0.0, height), outline=f.ring(radius - tube))
    fixtures = (Fixture(name="goal", blocks=(*ring, arm, *net)), Fixture(name="backboard", blocks=board))
    return Goal(fixtures, mouth, 1.1, height + 0.65)


def ring(rng: Rng) -> Goal:
    """A large upright ring on a post."""
    radius, tube = float(rng.uniform(0.42, 0.55)), 0.03
    height = radius + float(rng.uniform(0.5, 1.0))
    paint = pick(rng, ("red paint", "yellow paint", "blue paint", "orange paint", "purple paint"))
    hoop = _round(lambda a: (0.0, radius * math.cos(a), height + radius * math.sin(a)), tube, 24, paint)
    pole = f.post(0.035, height - radius, (0, 0, 0), "grey paint")
    foot = f.post(0.22, 0.02, (0, 0, 0), "grey paint")
    mouth = Surface(
        name="goal",
        fixture="goal",
        position=(0.0, 0.0, height),
        outline=f.ring(radius - tube),
        quaternion=f.facing(180.0),
    )
    return Goal((Fixture(name="goal", blocks=(*hoop, pole, foot)),), mouth, 2 * radius, height + radius)


def _netted(wide: float, tall: float, thick: float, deep: float, paint: str) -> Goal:
    """Posts, a bar, stays and a net that nothing bounces off."""
    beside = wide / 2 + thick
    posts = [f.post(thick, tall + thick, (0, s * beside, 0), paint) for s in (-1, 1)]
    at = (0.0, 0.0, tall + thick)
    bar = Block(kind="cylinder", size=(thick, beside + thick), position=at, quaternion=f.LYING, material=paint)
    stays = [f.strut((0.0, s * beside, tall), (deep, s * beside, 0.0), 0.4 * thick, paint) for s in (-1, 1)]
    upright = [_loose((0.0, y, tall), (deep, y, 0.0), 0.006) for y in np.linspace(-wide / 2, wide / 2, 13).tolist()]
    level = [
        _loose((deep * s, -wide / 2, tall * (1 - s)), (deep * s, wide / 2, tall * (1 - s)), 0.006)
        for s in np.linspace(0, 1, 9).tolist()
    ]
    mouth = Surface(
        name="goal",
        fixture="goal",
        position=(0.0, 0.0, tall / 2),
        outline=f.rectangle(tall, wide),
        quaternion=f.facing(180.0),
    )
    return Goal((Fixture(name="goal", blocks=(*posts, bar, *stays, *upright, *level)),), mouth, wide, tall)


def _round(at: Callable[[float], Vec3], tube: float, sides: int, paint: str) -> list[Block]:
    """A closed ring of straight tubes through the points at so many angles."""
    turn = 2 * math.pi / sides
    return [f.strut(at(turn * k), at(turn * (k + 1)), tube, paint) for k in range(sides)]


def _loose(start: Vec3, end: Vec3, radius: float) -> Block:
    """A string of a net: to be seen, not to be hit."""
    return replace(f.strut(start, end, radius, "white paint"), solid=False)


GOALS: dict[str, Callable[[Rng], Goal]] = {"goal": goal, "hoop": hoop, "ring": ring, "small goal": small_goal}

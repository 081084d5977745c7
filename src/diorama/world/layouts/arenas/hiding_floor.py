"""A floor on which one thing with a front hides a part of another."""

from __future__ import annotations

import math

import numpy as np

from diorama.errors import CannotPlace, DioramaError
from diorama.world.assets import assets, build_shape
from diorama.world.assets.choosing import some_nouns
from diorama.world.bodies import described, drawn_bodies
from diorama.world.layouts.arenas.rooms import FLAT, furnished_room, with_things
from diorama.world.layouts.indoor import garage_floor, living_room_floor, pick, playroom_floor
from diorama.world.layouts.placement import Plot
from diorama.world.layouts.registry import WORLD_TRIES, Rng, add_layout, first_at_rest
from diorama.world.model import Body, World, replace
from diorama.world.outlines import footprint

SCREENS = ("bus", "car", "fire engine", "forklift", "locomotive", "robot", "teddy bear", "tractor", "truck", "van")
"""Small things of which everybody knows the front …"""
SEATS = ("armchair", "chair", "sofa")
"""… and large ones."""
TRIES = 60
APART = 0.05


@add_layout
def hiding_floor(seed: int = 0, objects: int = 5, *, tries: int = WORLD_TRIES) -> World:
    """One thing stands before another, seen from where the stage faces; some more stand elsewhere.

    The first body has a front and is the one before, the second the one behind it.
    """
    if objects < 2:
        raise DioramaError(f"hiding takes two objects; got {objects}")
    return first_at_rest("hiding_floor", lambda rng: _arranged(objects, seed, rng), objects, seed, tries)


def _arranged(objects: int, seed: int, rng: Rng) -> World:
    large = rng.random() < 0.4
    rooms, free = ((living_room_floor,), (4.0, 2.6)) if large else ((playroom_floor, garage_floor), (1.9, 1.5))
    room = furnished_room(rng, rooms, free)
    facing = room.stage.facing_deg + float(rng.uniform(-45, 45))
    stage = replace(room.stage, facing_deg=facing, spread_deg=8.0, elevation_deg=(12.0, 32.0))
    plot = Plot(room.surface("top"))
    screen, hidden, *others = _cast(objects, large, rng)
    screen, hidden = _one_before_the_other(screen, hidden, facing, plot, rng)
    placed = [anywhere(body, plot, rng) for body in others]
    return with_things(replace(room, layout="hiding_floor", seed=seed, stage=stage), (screen, hidden, *placed))


def _cast(count: int, large: bool, rng: Rng) -> tuple[Body, ...]:
    first = pick(rng, SEATS if large else SCREENS)
    low, high = (0.4, 0.8) if large else (0.16, 0.46)
    pool = [
        a.noun
        for a in assets().values()
        if low <= a.size.high <= high and not (a.round or a.tags & {"odd", "hung"} or a.noun in {first, *FLAT})
    ]
    return described(drawn_bodies([first, *some_nouns(pool, count - 1, rng)], rng))


def _one_before_the_other(screen: Body, hidden: Body, facing_deg: float, plot: Plot, rng: Rng) -> tuple[Body, Body]:
    """Stand one thing behind another as seen from a direction, a little aside or not."""
    outline = plot.ground.points
    towards = np.array([math.cos(math.radians(facing_deg)), math.sin(math.radians(facing_deg))])
    side = np.array([-towards[1], towards[0]])
    for _ in range(TRIES):
        spot = rng.uniform(outline.min(axis=0), outline.max(axis=0))
        headings = [float(v) for v in rng.uniform(-180, 180, size=2)]
        mine, its = (
            footprint(b, at=(0.0, 0.0), heading_deg=h).points for b, h in zip((screen, hidden), headings, strict=True)
        )
        wide = (float(np.ptp(mine @ side)) + float(np.ptp(its @ side))) / 2
        deep = (float(np.ptp(mine @ towards)) + float(np.ptp(its @ towards))) / 2
        tall = build_shape(screen.noun, screen.seed).size[2] * screen.scale
        away = deep + float(rng.uniform(0.1, 0.8)) * tall
        before = spot + towards * away + side * wide * float(rng.uniform(-1.1, 1.1))
        places = [(float(p[0]), float(p[1])) for p in (before, spot)]
        prints = [footprint(b, at=p, heading_deg=h) for b, p, h in zip((screen, hidden), places, headings, strict=True)]
        if all(plot.admits(p, APART) for p in prints) and prints[0].clear_of(prints[1], APART):
            return plot.put(screen, places[0], headings[0]), plot.put(hidden, places[1], headings[1])
    raise CannotPlace(f"no room for {hidden.phrase} behind {screen.phrase}")


def anywhere(body: Body, plot: Plot, rng: Rng) -> Body:
    """Stand a body wherever there is room."""
    outline = plot.ground.points
    for _ in range(TRIES):
        x, y = rng.uniform(outline.min(axis=0), outline.max(axis=0))
        at, heading = (float(x), float(y)), float(rng.uniform(-180, 180))
        if plot.admits(footprint(body, at=at, heading_deg=heading), APART):
            return plot.put(body, at, heading)
    raise CannotPlace(f"no room for {body.phrase}")

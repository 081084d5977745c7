"""Scenes for compatibility: a container among other things, empty or holding something, and a body hung above it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from diorama.errors import CannotPlace
from diorama.sight import Sight
from diorama.suites.drafts import Rejected
from diorama.whatif import recognisable
from diorama.whatif.containment import inside
from diorama.world import Asset, Body, Camera, World, assets, build_shape, drawn_body, frame, get_asset, replace, settle
from diorama.world.assets.choosing import some_noun, some_nouns
from diorama.world.bodies import described
from diorama.world.layouts import get_layout
from diorama.world.layouts.placement import fill
from diorama.world.poses import box_corners, euler, transform
from diorama.world.shape import Cavity

Rng = np.random.Generator

TABLES = (
    "kitchen_counter", "kitchen_island", "dining_table", "round_table", "office_desk", "sideboard", "workbench",
    "craft_table", "coffee_table",
)  # fmt: skip
FLOORS = ("living_room_floor", "playroom_floor", "garage_floor")
PLACES = {
    "bowl": TABLES, "bucket": FLOORS, "saucepan": TABLES, "basket": TABLES + FLOORS, "tumbler": TABLES, "bin": FLOORS,
    "colander": TABLES, "crate": FLOORS, "mug": TABLES, "jug": TABLES, "vase": TABLES,
}  # fmt: skip
"""Containers, and where they belong. A box with flaps is not among them: where does its opening end?"""
ROOMY = ("bowl", "bucket", "saucepan", "basket", "bin", "colander", "crate")
"""Those in which contents can be seen."""
SCALE = (0.5, 1.5)
"""How far a body may be from its usual size; the picture shows it as it is."""
UNFIT = {"odd", "hung", "furniture"}
TRIES = 12


@dataclass(frozen=True)
class Scene:
    """A world with a body in the air over a container."""

    world: World
    falling: str
    container: str
    contents: tuple[str, ...] = ()


def placed_container(noun: str, rng: Rng) -> World:
    """A container of that noun on some surface, with two or three other things around."""
    layout = str(rng.choice(PLACES[noun]))
    small = [a.noun for a in _droppable(noun) if a.size.high < 0.3]
    others = some_nouns(small, int(rng.integers(2, 4)), rng)
    try:
        return get_layout(layout)(seed=int(rng.integers(2**62)), nouns=[noun, *others], tries=2)
    except CannotPlace:
        raise Rejected("the layout found no room") from None


def filled(world: World, container: str, tall: tuple[float, float], rng: Rng) -> tuple[World, tuple[str, ...]]:
    """The container with one or two things in it; `tall` is their height against the depth of the container."""
    cavity, holder = cavity_of(world, container), world[container]
    wide, deep = cavity.inner_radius * holder.scale, (cavity.opening - cavity.floor) * holder.scale
    used = {b.noun for b in world.bodies}
    things: list[Body] = []
    for _ in range(1 if rng.random() < 0.65 else 2):
        for _ in range(TRIES):
            body = _drawn(_of_size(1.4 * wide, container, used), rng)
            shape = build_shape(body.noun, body.seed)
            scale = float(rng.uniform(0.55, 0.93)) * wide / float(np.hypot(*shape.footprint.T).max())
            if SCALE[0] <= scale <= SCALE[1] and tall[0] < scale * shape.size[2] / deep < tall[1]:
                things.append(replace(body, scale=scale))
                used.add(body.noun)
                break
    if not things:
        raise Rejected("nothing to put into the container")
    full = settle(replace(world, bodies=(*world.bodies, *fill(holder, things, rng))))
    names = tuple(b.name for b in things)
    if full is None or not all(inside(full, n, container) for n in names):
        raise Rejected("the contents did not come to rest inside")
    if math.dist(full[container].position, holder.position) > 0.01:
        raise Rejected("the contents moved the container")
    return full, names


def hung_over(
    world: World, container: str, ratio: tuple[float, float], rng: Rng, *, low: float, elevation_deg: float
) -> World:
    """A body that is held in the air over the opening, its width (against the opening's) within the given ratio.

    It hangs high enough for a camera at that elevation to look under it into the container; `low` raises it over
    what sticks out of the container already.
    """
    cavity, holder = cavity_of(world, container), world[container]
    wide = cavity.inner_radius * holder.scale
    used = {b.noun for b in world.bodies}
    nouns = _of_size(sum(ratio) * wide, container, used)
    for _ in range(TRIES):
        body = _drawn(nouns, rng)
        turned = replace(body, quaternion=_pose(body, rng))
        points = transform(turned, build_shape(body.noun, body.seed).vertices)
        extent = np.ptp(points, axis=0)
        scale = float(rng.uniform(*ratio)) * 2 * wide / float(extent[:2].max())
        if SCALE[0] <= scale <= SCALE[1]:
            break
    else:
        raise Rejected("no body of a suitable size")
    middle = transform(holder, np.array([[*np.mean(cavity.outline, axis=0), cavity.opening]]))[0]
    middle[:2] += rng.uniform(-0.06, 0.06, 2) * wide
    centre = scale * (points.min(axis=0) + points.max(axis=0)) / 2
    rise = wide * math.tan(math.radians(elevation_deg)) * float(rng.uniform(0.9, 1.4)) + 0.01
    x, y, z = (middle - centre + (0.0, 0.0, max(low - middle[2], 0.0) + rise + scale * extent[2] / 2)).tolist()
    held = replace(turned, scale=scale, position=(x, y, z), fixed=True)
    return replace(world, bodies=described((*world.bodies, held)))


def camera_over(scene: Scene, elevation_deg: float, rng: Rng) -> Camera:
    """A camera that looks somewhat down on the container and has the falling body in the frame."""
    stage = scene.world.stage
    points = [box_corners(scene.world[n]) for n in (scene.falling, scene.container)]
    return frame(
        np.concatenate(points),
        azimuth_deg=stage.facing_deg + float(rng.uniform(-1, 1)) * stage.spread_deg,
        elevation_deg=elevation_deg,
        fovy_deg=float(rng.uniform(26, 50)),
        margin=float(rng.uniform(0.12, 0.22)),
    )


def reject_hidden(scene: Scene, sight: Sight) -> None:
    """Reject a scene if something the question names is not clearly visible, or is of the same stuff as the room."""
    room = {block.material for fixture in scene.world.fixtures for block in fixture.blocks}
    if any(next(iter(scene.world[n].finish.values())) in room for n in (scene.falling, scene.container)):
        raise Rejected("an object would not stand out from the room")
    if sight.visible_fraction(scene.falling) < 0.97:
        raise Rejected("the falling object is partly hidden")
    if sight.visible_fraction(scene.container) < 0.7:
        raise Rejected("the container is hidden")
    for name in scene.contents:
        if not recognisable(sight, name) or sight.visible_fraction(name) < 0.25:
            raise Rejected("what is in the container cannot be seen")


def cavity_of(world: World, container: str) -> Cavity:
    body = world[container]
    cavity = build_shape(body.noun, body.seed).cavity
    assert cavity is not None, f"{body.noun} holds nothing"
    return cavity


def _droppable(container: str) -> list[Asset]:
    """Assets that can be dropped or stand around."""
    return [
        a for a in assets().values()
        if not a.container and not a.tags & UNFIT and a.size.high < 0.5 and a.noun != container
    ]  # fmt: skip


def _of_size(length: float, container: str, used: set[str]) -> list[str]:
    """Nouns whose longest side is about this long, or can be scaled to it."""
    low, high = SCALE
    found = [a.noun for a in _droppable(container) if low * a.size.low < length < high * a.size.high]
    if not (left := [n for n in found if n not in used]):
        raise Rejected("no body of a suitable size")
    return left


def _drawn(nouns: list[str], rng: Rng) -> Body:
    return drawn_body(some_noun(nouns, rng), rng)


def _pose(body: Body, rng: Rng) -> tuple[float, float, float, float]:
    """Upright, on its side or slanting; round things any way."""
    if get_asset(body.noun).round:
        tilt = float(rng.uniform(0, 180))
    else:
        tilt = float(rng.choice([0.0, 0.0, 90.0, float(rng.uniform(20, 70))]))
    return euler(x_deg=tilt, z_deg=float(rng.uniform(0, 360)))

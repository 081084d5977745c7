"""Piles: things on, in, under and against other things, on any surface of a room.

A pile is described by its slots, without saying what fills them: "something on a thing in a container". Nouns are then
drawn until each fits its slot and has room for what goes on it; physics has the last word.

>>> slots = (Slot("base"), Slot("top", "base"))
>>> piled = pile_up("office_desk", slots, seed=3, others=2)
>>> base, top = (piled.world[piled.names[slot]] for slot in ("base", "top"))
>>> len(piled.world.inventory), top.position[2] > base.position[2]
(4, True)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from diorama.errors import CannotPlace
from diorama.world.assets import Asset, assets, build_shape, get_asset
from diorama.world.assets.heads import head_noun
from diorama.world.bodies import drawn_body, name_bodies
from diorama.world.layouts.placement import LIFT, Plot, at_rest, heading, scatter, tall
from diorama.world.layouts.registry import Setting, check_seed, get_setting
from diorama.world.model import Body, Surface, Vec2, World, replace
from diorama.world.outlines import Footprint, area, around, footprint, standing
from diorama.world.poses import extent, transform, vec3, yaw

Array = NDArray[np.float64]
Rng = np.random.Generator
Way = Literal["on", "inside", "over", "lid", "leaning"]
"""How a thing rests: on a flat top, in a container, spread over the top, as the lid of a pot, or against a side."""

TRIES = 10
"""Whole worlds tried for one seed before giving up."""
DRAWS = 40
"""Things tried in one slot before giving up."""
SPOTS = 30
"""Places tried for one thing on another."""
ASKEW_DEG = 25.0
"""How far things in a pile are turned against what they lie on."""
APART = 0.015
"""Metres between things side by side on, or in, the same thing."""
OVERHANG = 2.2
"""How much larger than the top under it a single thing may be, by area."""
LARGEST, SMALLEST = 0.46, 0.06
"""Metres: the longest side of things in piles: larger ones hide the rest, smaller ones are lost."""
ROOM = 0.3
"""Metres around piles in which other things stand, so that a picture of all shows the piles large."""
LEAN_DEG = (14.0, 24.0)
"""How far things that lean are turned from upright."""
STURDY = 3.0
"""How much heavier than a thing that leans the thing must be that it leans on."""


@dataclass(frozen=True)
class Slot:
    """A place in a pile, to be filled with a thing that fits; without a host it stands on the surface."""

    name: str
    host: str | None = None
    way: Way = "on"
    flat: bool = False
    """Whether it needs a flat top even if nothing goes on it."""


@dataclass(frozen=True)
class Piled:
    """A world with piles, and what fills each slot."""

    world: World
    names: dict[str, str]


def pile_up(layout: str, slots: Sequence[Slot], *, seed: int, others: int = 0, tries: int = TRIES) -> Piled:
    """Piles on the surface of a layout with `others` around them, settled; several attempts, then `CannotPlace`."""
    place = get_setting(layout)(np.random.default_rng([check_seed(seed), 0]), len(slots) + others)
    bare = World(
        layout=layout, seed=seed, fixtures=place.fixtures, surfaces=place.surfaces, lights=place.lights,
        stage=place.stage, background=place.background,
    )  # fmt: skip
    reason = "the piles do not come to rest"
    for attempt in range(tries):
        rng = np.random.default_rng([seed, 1, attempt])
        try:
            filled, loners = _draw(place, slots, others, rng)
            placed = _place(place, slots, filled, loners, rng)
        except CannotPlace as problem:
            reason = str(problem)
            continue
        loose = {filled[s.name].name for s in slots if s.way in ("inside", "leaning")}
        world = at_rest(replace(bare, bodies=placed), loose=loose)
        if world is not None:
            return Piled(world, {s.name: filled[s.name].name for s in slots})
    raise CannotPlace(f"{layout}: {reason} (seed {seed}, {tries} tries); try another seed")


# what fills the slots


def _draw(place: Setting, slots: Sequence[Slot], others: int, rng: Rng) -> tuple[dict[str, Body], list[Body]]:
    """A body for each slot and others besides, no two of one head noun, all named."""
    pool = _pool(place, rng)
    taken: set[str] = set()
    filled: dict[str, Body] = {}
    for slot in slots:
        filled[slot.name] = body = _fitting(slot, slots, filled, pool, taken, rng)
        taken.add(head_noun(body.noun))
    loners: list[Body] = []
    for asset in pool:
        if len(loners) == others:
            break
        if head_noun(asset.noun) not in taken and not asset.tags & {"cover", "leaner", "lid"}:
            loners.append(drawn_body(asset.noun, rng))
            taken.add(head_noun(asset.noun))
    named = name_bodies([*filled.values(), *loners])
    return dict(zip(filled, named, strict=False)), list(named[len(filled) :])


def _pool(place: Setting, rng: Rng) -> list[Asset]:
    """What may be there: mostly what belongs to the place, in a random order."""
    tags = set(place.tags.split())
    usable = [
        a
        for a in assets().values()
        if SMALLEST <= a.size.high <= LARGEST and "hung" not in a.tags and ("odd" not in a.tags or "pile" in a.tags)
    ]
    order = rng.permutation(len(usable))
    return sorted((usable[int(i)] for i in order), key=lambda a: not a.tags & tags and rng.random() < 0.6)


def _fitting(
    slot: Slot, slots: Sequence[Slot], filled: dict[str, Body], pool: Sequence[Asset], taken: set[str], rng: Rng
) -> Body:
    """The first thing of the pool that can be in this slot and hold what comes onto it."""
    children = [s for s in slots if s.host == slot.name]
    host = filled[slot.host] if slot.host else None
    drawn = 0
    for asset in pool:
        if head_noun(asset.noun) in taken or not _suits(asset, slot, children):
            continue
        body = _variant(asset.noun, slot, host, rng)
        if _has_room(body, children) and (host is None or _fits(body, slot, slots, host)):
            return body
        drawn += 1
        if drawn == DRAWS:
            break
    raise CannotPlace(f"nothing fits {'as a base' if slot.host is None else slot.way}")


def _variant(noun: str, slot: Slot, host: Body | None, rng: Rng) -> Body:
    """A variant of a noun; the lid of a pot is made for it."""
    body = drawn_body(noun, rng)
    return replace(body, seed=host.seed) if slot.way == "lid" and host is not None else body


def _suits(asset: Asset, slot: Slot, children: Sequence[Slot]) -> bool:
    """Whether things of this kind can rest in this way and carry what comes onto them."""
    ways = {child.way for child in children}
    if (("on" in ways or slot.flat) and not asset.flat_top) or ("inside" in ways and not asset.container):
        return False
    if ("lid" in ways and asset.noun != "pot") or ("over" in ways and not (asset.flat_top or asset.container)):
        return False
    sorts = {"over": "cover", "lid": "lid", "leaning": "leaner"}
    if slot.way in sorts:
        return sorts[slot.way] in asset.tags
    return not asset.round and not asset.tags & set(sorts.values())


def _has_room(body: Body, children: Sequence[Slot]) -> bool:
    """Whether a top is wide enough for what comes onto it: thirteen centimetres for two, more for three."""
    shape = build_shape(body.noun, body.seed)
    beside = sum(child.way == "on" for child in children)
    if beside > 1 and (shape.top is None or area(shape.top.outline) < 0.013 * beside):
        return False
    within = sum(child.way == "inside" for child in children)
    if within and (shape.cavity is None or area(shape.cavity.outline) < 0.009 * within):
        return False
    if any(child.way == "leaning" for child in children):
        return _boxy(body)
    return True


def _boxy(body: Body) -> bool:
    """Whether it is a tall block that something can lean against."""
    shape = build_shape(body.noun, body.seed)
    low, high = shape.bounds
    corners = Footprint.of(shape.footprint)
    full = area(corners.points) / float(np.prod((high - low)[:2]))
    return shape.size[2] >= 0.14 and full > 0.93


def _fits(body: Body, slot: Slot, slots: Sequence[Slot], host: Body) -> bool:
    """Whether a thing has about the right size for the thing under, around or beside it."""
    shape, base = build_shape(body.noun, body.seed), build_shape(host.noun, host.seed)
    wide, siblings = standing(body), [s for s in slots if s.host == slot.host and s.way == slot.way]
    match slot.way:
        case "on":
            top = base.top
            assert top is not None
            room = area(top.outline)
            if len(siblings) > 1:
                return area(wide.points) < 0.75 * room / len(siblings) and shape.size[2] < 0.3
            return area(wide.points) < OVERHANG * room and shape.size[2] < 0.3
        case "inside":
            cavity = base.cavity
            assert cavity is not None
            deep = cavity.opening - cavity.floor
            return wide.radius < 0.9 * cavity.inner_radius / math.sqrt(len(siblings)) and shape.size[2] < 1.5 * deep
        case "over":
            return area(wide.points) < 3.0 * area(standing(host).points)
        case "leaning":
            mass, other = _mass(body), _mass(host)
            return max(shape.size) > 0.9 * base.size[2] and other > STURDY * mass
        case _:
            return True


def _mass(body: Body) -> float:
    return build_shape(body.noun, body.seed).mass_properties.volume * get_asset(body.noun).density


# where they go


def _place(
    place: Setting, slots: Sequence[Slot], filled: dict[str, Body], loners: Sequence[Body], rng: Rng
) -> tuple[Body, ...]:
    """All bodies where they are let go: each pile as one, then the others around them."""
    facing = place.stage.facing_deg
    piles = [_assembled(base, slots, filled, facing, rng) for base in slots if base.host is None]
    surface = place.surfaces[0]
    outlines = [around([footprint(b).points for b in pile.values()]) for pile in piles]
    plot = Plot(surface, place.headroom, _window(surface, outlines, loners))
    placed: dict[str, Body] = {}
    for pile, outline in sorted(zip(piles, outlines, strict=True), key=lambda both: -both[1].radius):
        at = _spot(plot, outline, rng)
        plot.taken.append(outline.placed(at))
        for name, body in pile.items():
            x, y, z = body.position
            placed[name] = replace(body, position=(x + at[0], y + at[1], z + surface.position[2] + LIFT))
    alone = scatter(loners, [plot], facing, rng)
    return (*(placed[slot.name] for slot in slots), *alone)


def _window(surface: Surface, outlines: Sequence[Footprint], loners: Sequence[Body]) -> tuple[Vec2, Vec2]:
    """The part of a surface that is used: around its middle, and no wider than the piles and the others need."""
    low, high = np.min(surface.outline, axis=0), np.max(surface.outline, axis=0)
    needed = sum(o.radius for o in outlines) + ROOM + sum(standing(b).radius for b in loners) / 2
    half = np.minimum((high - low) / 2, (needed, 0.75 * needed))
    middle = (low + high) / 2 + np.asarray(surface.position[:2])
    (left, front), (right, back) = (middle - half).tolist(), (middle + half).tolist()
    return (left, front), (right, back)


def _spot(plot: Plot, outline: Footprint, rng: Rng) -> tuple[float, float]:
    for _ in range(SPOTS * 4):
        at = plot.anywhere(rng)
        if plot.admits(outline.placed(at), clearance=0.04):
            return at
    raise CannotPlace("the surface has no room for the piles")


def _assembled(
    base: Slot, slots: Sequence[Slot], filled: dict[str, Body], facing_deg: float, rng: Rng
) -> dict[str, Body]:
    """The bodies of one pile about its base, which stands at the origin."""
    pile = {base.name: replace(filled[base.name], quaternion=yaw(heading(filled[base.name], facing_deg, rng)))}
    taken: dict[tuple[str, Way], list[Footprint]] = {}
    for slot in slots:
        if slot.host not in pile:
            continue
        body, host = filled[slot.name], pile[slot.host]
        beside = taken.setdefault((slot.host, slot.way), [])
        alone = sum(s.host == slot.host and s.way == slot.way for s in slots) == 1
        match slot.way:
            case "on":
                pile[slot.name] = _on(body, host, beside, alone, rng)
            case "inside":
                pile[slot.name] = _inside(body, host, beside, rng)
            case "leaning":
                pile[slot.name] = _leaning(body, host, beside, facing_deg, rng)
            case _:
                pile[slot.name] = _over(body, host, _aligned(host, 6.0 if slot.way == "over" else 90.0, rng))
        beside.append(footprint(pile[slot.name]))
    return pile


def _on(body: Body, host: Body, beside: Sequence[Footprint], alone: bool, rng: Rng) -> Body:
    """On a flat top: near its middle if alone, else anywhere on it, apart from the others."""
    top = build_shape(host.noun, host.seed).top
    assert top is not None
    corners = transform(host, np.column_stack([np.asarray(top.outline), np.full(len(top.outline), top.height)]))
    ground, height = Footprint.of(corners[:, :2]), float(corners[:, 2].mean())
    low, high = corners[:, :2].min(axis=0), corners[:, :2].max(axis=0)
    for _ in range(SPOTS):
        turn = _aligned(host, ASKEW_DEG, rng)
        if alone:
            x, y = (np.asarray(ground.centre) + rng.uniform(-0.12, 0.12, 2) * ground.inner).tolist()
            outline = footprint(body, at=(x, y), heading_deg=turn)
            sits = ground.depth_of(outline.points) >= 0 or ground.depth_of(np.array([outline.centre])) >= 0.5 * min(
                outline.inner, 0.8 * ground.inner
            )
        else:
            x, y = rng.uniform(low, high).tolist()
            outline = footprint(body, at=(x, y), heading_deg=turn)
            sits = ground.depth_of(outline.points) >= 0 and all(outline.clear_of(other, APART) for other in beside)
        if sits:
            return replace(body, position=(x, y, height + LIFT), quaternion=yaw(turn))
    raise CannotPlace("no room on top of a thing")


def _inside(body: Body, host: Body, beside: Sequence[Footprint], rng: Rng) -> Body:
    """In a container, standing on its floor, apart from what is there."""
    cavity = build_shape(host.noun, host.seed).cavity
    assert cavity is not None
    corners = transform(host, np.column_stack([np.asarray(cavity.outline), np.full(len(cavity.outline), cavity.floor)]))
    ground, height = Footprint.of(corners[:, :2]).scaled(0.85), float(corners[:, 2].mean())
    for _ in range(SPOTS * 2):
        turn = float(rng.uniform(0, 360))
        x, y = (np.asarray(ground.centre) + rng.uniform(-1, 1, 2) * ground.radius).tolist()
        outline = footprint(body, at=(x, y), heading_deg=turn)
        if ground.depth_of(outline.points) >= 0 and all(outline.clear_of(other, APART) for other in beside):
            return replace(body, position=(x, y, height + 4 * LIFT), quaternion=yaw(turn))
    raise CannotPlace("no room in a container")


def _over(body: Body, host: Body, turn: float) -> Body:
    """Spread over the highest point of what is under it, or the lid on its pot."""
    _, high = extent(host)
    shape = build_shape(host.noun, host.seed)
    middle = shape.top.outline if shape.top else shape.cavity.outline if shape.cavity else shape.footprint
    x, y, _ = transform(host, np.append(np.mean(middle, axis=0), 0.0)[None])[0].tolist()
    return replace(body, position=(x, y, float(high[2]) + LIFT), quaternion=yaw(turn))


def _leaning(body: Body, host: Body, beside: Sequence[Footprint], facing_deg: float, rng: Rng) -> Body:
    """With its long side up, its flat side against a side of the host, its top tilted towards it."""
    low, high = build_shape(body.noun, body.seed).bounds
    size = high - low
    long, thin = int(np.argmax(size)), int(np.argmin(size))
    lean = math.radians(float(rng.uniform(*LEAN_DEG)))
    sides = _sides(host, facing_deg)
    for _ in range(SPOTS):
        way, reach, along, width = sides[int(rng.integers(len(sides)))]
        tall_host = tall(host)
        touching = min(tall_host, float(size[long]) * math.cos(lean))
        foot = touching * math.tan(lean) + float(size[thin]) / math.cos(lean) + 0.002
        sideways = float(rng.uniform(-0.25, 0.25)) * width
        axes = np.zeros((3, 3))
        axes[:, long] = -math.sin(lean) * way + math.cos(lean) * np.array([0, 0, 1.0])
        axes[:, thin] = math.cos(lean) * way + math.sin(lean) * np.array([0, 0, 1.0])
        third = ({0, 1, 2} - {long, thin}).pop()
        axes[:, third] = np.cross(axes[:, (third + 1) % 3], axes[:, (third + 2) % 3])
        ground = np.asarray((*host.position[:2], 0.0)) + way * (reach + foot) + along * sideways
        lowest = (low + high) / 2
        lowest[long], lowest[thin] = low[long], high[thin]
        quaternion = Rotation.from_matrix(axes).as_quat(scalar_first=True).tolist()
        leant = replace(body, position=vec3(ground - axes @ lowest), quaternion=tuple(quaternion))
        leant = replace(leant, position=vec3(np.add(leant.position, (0, 0, 0.001 - float(extent(leant)[0, 2])))))
        if all(footprint(leant).clear_of(other, APART) for other in beside):
            return leant
    raise CannotPlace("no room to lean against a thing")


def _sides(host: Body, facing_deg: float) -> list[tuple[Array, float, Array, float]]:
    """The sides of a block that a camera may see: outward, how far out, along, and how wide."""
    outline = standing(host)
    (left, front), (right, back) = outline.points.min(axis=0), outline.points.max(axis=0)
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

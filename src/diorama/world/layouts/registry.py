"""The registry of layouts, and how a setting is furnished with bodies.

A layout is a function that makes a `Setting` (a room with surfaces to stand things on) from a generator;
the `@layout` decorator turns it into one that gives a settled world from a seed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Protocol

import numpy as np

from diorama.errors import CannotPlace, DioramaError, UnknownName
from diorama.world.assets import Asset, assets, build_shape, get_asset
from diorama.world.assets.choosing import packs_first
from diorama.world.assets.heads import head_noun
from diorama.world.bodies import drawn_bodies
from diorama.world.layouts.placement import (
    CLEARANCE,
    Plot,
    at_rest,
    fill,
    fits_inside,
    fits_on_top,
    scatter,
    stack,
    tall,
)
from diorama.world.layouts.rows import line_up, shelter
from diorama.world.model import Body, Fixture, Light, Stage, Surface, Vec2, Vec3, World, replace
from diorama.world.outlines import area, footprint
from diorama.world.poses import rotation

Rng = np.random.Generator

Arrangement = Callable[[Sequence[Body], Plot, Vec3, float, float, Rng], list[Body]]

WORLD_TRIES = 12
"""Whole worlds tried for one seed before giving up."""
GROUP_TRIES = 12
"""Choices of bodies for one row or shelter before giving up on a world."""
MAX_OBJECTS = 200
SMALL = 0.3
"""Things smaller than this share of the largest are left out of a crowd, where they would be lost."""
ROOMY = 0.4
"""A container to be filled measures at least this share of the largest thing."""
CROWDED = 0.42
"""Share of the part used that the outlines of a crowd cover, on the first attempt …"""
LOOSER = 0.9
"""… and by how much less on each further one."""
AIR = 0.06
"""Metres between airy things on the first attempt, for each metre of the largest thing; less on each further one."""
ARRANGEMENTS = 3
"""Attempts with the same bodies before others are drawn: most of the cost of a world is shaping them."""
LEVEL, NARROW, NARROWER = 0.7, 0.9, 0.65
"""How tall at least, and how wide at most, a thing behind a shelter is beside it; three or more must be narrower."""
SOME = 3
"""A shelter and two behind it."""
POLISH = 0.45
"""The least reflectance of a surface that is asked to be glossy."""
FULLNESS = 0.5
"""Share of a surface that things may take up by their sizes; more is hardly ever placed."""


@dataclass(frozen=True)
class Setting:
    """A place without its bodies."""

    fixtures: tuple[Fixture, ...]
    surfaces: tuple[Surface, ...]
    lights: tuple[Light, ...]
    stage: Stage
    tags: str
    """What belongs there; other things are used only when these run out."""
    largest: float = 0.5
    """Metres: nothing longer is put there."""
    headroom: float = math.inf
    """Metres above a surface to the next thing overhead."""
    background: Vec3 = (0.75, 0.80, 0.86)


class Layout(Protocol):
    """What the decorator makes of a layout: from a seed to a settled world."""

    __name__: str
    __doc__: str | None

    def __call__(
        self,
        seed: int = 0,
        objects: int | None = None,
        *,
        nouns: Sequence[str] | None = None,
        chains: Sequence[int] = (),
        shelters: Sequence[int] = (),
        stacks: int = 0,
        filled: int = 0,
        glossy: bool | None = None,
        crowded: bool = False,
        airy: bool = False,
        tries: int = WORLD_TRIES,
    ) -> World: ...


_LAYOUTS: dict[str, Callable[..., World]] = {}
_SETTINGS: dict[str, Callable[[Rng, int], Setting]] = {}


def layouts() -> dict[str, Callable[..., World]]:
    """All layouts by name."""
    return dict(sorted(_LAYOUTS.items()))


def get_layout(name: str) -> Callable[..., World]:
    """The layout of that name; an unknown one suggests the nearest."""
    if name not in _LAYOUTS:
        raise UnknownName("layout", name, _LAYOUTS)
    return _LAYOUTS[name]


def get_setting(name: str) -> Callable[[Rng, int], Setting]:
    """The place of a layout without its bodies, from a generator and the number of bodies it should have room for."""
    if name not in _SETTINGS:
        raise UnknownName("layout with surfaces", name, _SETTINGS)
    return _SETTINGS[name]


def add_layout(make: Callable[..., World]) -> Callable[..., World]:
    """Register a function that makes a world by itself (an arena)."""
    _LAYOUTS[make.__name__] = make
    return make


def layout(*, objects: int) -> Callable[[Callable[[Rng, int], Setting]], Layout]:
    """Register a setting as a layout that holds `objects` bodies unless told otherwise."""
    usual = objects

    def add(setting: Callable[[Rng, int], Setting]) -> Layout:
        @wraps(setting)
        def make(
            seed: int = 0,
            objects: int | None = None,
            *,
            nouns: Sequence[str] | None = None,
            chains: Sequence[int] = (),
            shelters: Sequence[int] = (),
            stacks: int = 0,
            filled: int = 0,
            glossy: bool | None = None,
            crowded: bool = False,
            airy: bool = False,
            tries: int = WORLD_TRIES,
        ) -> World:
            count = len(nouns) if nouns is not None else usual if objects is None else objects
            if not 0 <= count <= MAX_OBJECTS:
                raise DioramaError(f"objects must be between 0 and {MAX_OBJECTS}; got {count}")
            wish = Wish(count, tuple(nouns or ()), tuple(chains), tuple(shelters), stacks, filled, crowded, airy)
            if sum(wish.chains) + sum(n + 1 for n in wish.shelters) + 2 * (stacks + filled) > count:
                raise DioramaError(f"{count} objects are too few for the rows, stacks and filled containers asked for")
            place = setting(np.random.default_rng([check_seed(seed), 0]), count)
            if glossy is not None:
                place = _polished(place, glossy)
            return furnish(setting.__name__, place, wish, seed, tries=tries)

        _LAYOUTS[setting.__name__] = make
        _SETTINGS[setting.__name__] = setting
        return make

    return add


@dataclass(frozen=True)
class Wish:
    """What a world should hold."""

    objects: int
    nouns: tuple[str, ...] = ()
    chains: tuple[int, ...] = ()
    """Lengths of the rows of bodies that hide each other."""
    shelters: tuple[int, ...] = ()
    """How many stand side by side behind one that hides a part of each."""
    stacks: int = 0
    filled: int = 0
    crowded: bool = False
    """Middling and large things, close together, as in a picture taken from nearby."""
    airy: bool = False
    """Middling and large things, plainly apart from each other and from the edges."""


def furnish(name: str, place: Setting, wish: Wish, seed: int, *, tries: int = WORLD_TRIES) -> World:
    """Fill a setting with bodies and let it settle; several attempts, then `CannotPlace`."""
    empty = World(
        layout=name,
        seed=seed,
        fixtures=place.fixtures,
        surfaces=place.surfaces,
        lights=place.lights,
        stage=place.stage,
        background=place.background,
    )
    reason = f"{name}: {wish.objects} objects do not come to rest without falling over or touching"
    bodies: tuple[Body, ...] = ()
    for attempt in range(tries):
        rng = np.random.default_rng([seed, 1, attempt])
        try:
            if attempt % ARRANGEMENTS == 0:
                bodies = drawn_bodies(wish.nouns or _choose_nouns(place, wish, rng), rng)
            arranged, loose = _arrange(bodies, place, wish, LOOSER**attempt, rng)
        except CannotPlace as problem:
            reason = f"{name}: {problem}"
            continue
        world = at_rest(replace(empty, bodies=arranged), loose=loose)
        if world is not None and all(_holds(world[c], world[x]) for x, c in loose.items()):
            return world
    raise CannotPlace(f"{reason} (seed {seed}, {tries} tries); ask for fewer objects or another seed")


def first_at_rest(
    name: str, arrange: Callable[[Rng], World], objects: int, seed: int, tries: int, *, stream: Sequence[int] = ()
) -> World:
    """The first of several arrangements that comes to rest, or `CannotPlace`; each has a generator of its own."""
    reason = f"{objects} objects do not come to rest without falling over or touching"
    for attempt in range(tries):
        try:
            world = at_rest(arrange(np.random.default_rng([check_seed(seed), *stream, attempt])))
        except CannotPlace as problem:
            reason = str(problem)
            continue
        if world is not None:
            return world
    raise CannotPlace(f"{name}: {reason} (seed {seed}, {tries} tries); ask for fewer objects or another seed")


def settled(bare: World, bodies: tuple[Body, ...], surfaces: list[Surface], tries: int) -> World:
    """Scatter bodies over some surfaces and let them rest; several attempts, then `CannotPlace`."""

    def scattered(rng: Rng) -> World:
        placed = scatter(bodies, [Plot(s) for s in surfaces], bare.stage.facing_deg, rng)
        return replace(bare, bodies=tuple(placed))

    return first_at_rest(bare.layout, scattered, len(bodies), bare.seed, tries, stream=(3,))


def check_seed(seed: int) -> int:
    if not 0 <= seed < 2**63:
        raise DioramaError(f"a seed is a whole number from 0 to 2^63 − 1; got {seed}")
    return seed


def _arrange(
    bodies: Sequence[Body], place: Setting, wish: Wish, ease: float, rng: Rng
) -> tuple[tuple[Body, ...], dict[str, str]]:
    """Bodies where they are let go, and which ones (by name) were dropped into which container.

    `ease` falls with every attempt, from 1: how much of what makes placing hard is still insisted on.
    """
    facing = place.stage.facing_deg
    air = AIR * ease * place.largest if wish.airy else 0.0
    plots = [
        Plot(s, place.headroom, _middle(s, bodies, CROWDED * ease) if wish.crowded else None, air)
        for s in place.surfaces
    ]
    pairs = _pairs(bodies, wish, place, rng)
    placed: dict[str, Body] = {}

    view, elevation = _viewer(place.stage)
    singles = [b for b in bodies if b.name not in {u.name for _, uppers, _ in pairs for u in uppers}]
    held = {base.name for base, _, _ in pairs}
    groups = [(shelter, n + 1) for n in wish.shelters] + [(line_up, n) for n in wish.chains]
    for arrange, length in groups:
        free = [b for b in singles if b.name not in placed and b.name not in held]
        for body in _group(arrange, free, length, plots, (view, elevation, facing), rng):
            placed[body.name] = body
    for body in scatter([b for b in singles if b.name not in placed], plots, facing, rng):
        placed[body.name] = body
    loose: dict[str, str] = {}
    for base, uppers, inside in pairs:
        here = placed[base.name]
        for body in fill(here, uppers, rng) if inside else [stack(here, uppers[0], facing, rng)]:
            placed[body.name] = body
            if inside:
                loose[body.name] = base.name
    return tuple(placed[b.name] for b in bodies), loose


def _middle(surface: Surface, bodies: Sequence[Body], fullness: float) -> tuple[Vec2, Vec2]:
    """The part of a surface, as deep as it is and no wider than needed, on which bodies stand close together."""
    low, high = np.min(surface.outline, axis=0), np.max(surface.outline, axis=0)
    needed = sum(area(footprint(b).points) for b in bodies) / fullness
    half = min(1.0, max(0.5, needed / area(surface.outline))) / 2
    x, y = surface.position[:2]
    middle, width = (low[0] + high[0]) / 2, high[0] - low[0]
    return (x + middle - half * width, y + low[1]), (x + middle + half * width, y + high[1])


def _group(
    arrange: Arrangement, free: Sequence[Body], length: int, plots: Sequence[Plot], seen: tuple[Vec3, float, float],
    rng: Rng,
) -> list[Body]:  # fmt: skip
    """Some of the free bodies in a row or behind a shelter; flat things hide nothing and stay out."""
    upright = sorted(free, key=tall)[-max(length, len(free) * 2 // 3) :]
    choose = _for_shelter if arrange is shelter else _for_row
    problem = CannotPlace(f"no {length} objects would hide a part of each other")
    for _ in range(GROUP_TRIES):
        chosen = choose(upright, length, rng)
        try:
            if chosen:
                return arrange(chosen, plots[int(rng.integers(len(plots)))], *seen, rng)
        except CannotPlace as found:
            problem = found
    raise problem


def _for_row(upright: Sequence[Body], length: int, rng: Rng) -> list[Body]:
    """Some bodies, the lowest first."""
    return sorted((upright[int(i)] for i in rng.choice(len(upright), size=length, replace=False)), key=tall)


def _for_shelter(upright: Sequence[Body], length: int, rng: Rng) -> list[Body]:
    """A body, and some that it can hide a part of: narrower, and not much lower. None if there are too few."""
    front = upright[int(rng.integers(len(upright)))]
    wide = footprint(front).radius * (NARROW if length <= SOME else NARROWER)
    fitting = [b for b in upright if tall(b) >= LEVEL * tall(front) and footprint(b).radius <= wide]
    if len(fitting) < length - 1:
        return []
    return [front, *(fitting[int(i)] for i in rng.choice(len(fitting), size=length - 1, replace=False))]


def _pairs(waiting: Sequence[Body], wish: Wish, place: Setting, rng: Rng) -> list[tuple[Body, list[Body], bool]]:
    """Who holds whom: (base, what goes on or into it, whether into)."""
    free = list(waiting)
    rng.shuffle(free)  # type: ignore[arg-type]
    pairs: list[tuple[Body, list[Body], bool]] = []
    for inside, count in ((True, wish.filled), (False, wish.stacks)):
        fits = fits_inside if inside else fits_on_top
        for _ in range(count):
            found = next(((a, b) for a in free for b in free if a is not b and fits(b, a)), None)
            if found is None:
                raise CannotPlace(f"nothing among the objects fits {'into a container' if inside else 'on a flat top'}")
            base, upper = found
            pairs.append((base, [upper], inside))
            free = [b for b in free if b is not base and b is not upper]
    return pairs


def _choose_nouns(place: Setting, wish: Wish, rng: Rng) -> list[str]:
    """Nouns that belong to the place, no two of one head, with enough containers, flat tops and small things."""
    tags = set(place.tags.split())
    fitting = [a for a in assets().values() if a.size.high <= place.largest and not a.tags & {"hung", "odd"}]
    usable = _not_small(fitting, place, wish) if wish.crowded or wish.airy else fitting
    home = [a for a in usable if a.tags & tags]
    others = [a for a in usable if not a.tags & tags]
    pool = [home[int(i)] for i in rng.permutation(len(home))] + [others[int(i)] for i in rng.permutation(len(others))]
    if len(pool) < wish.objects:
        raise CannotPlace(f"there are only {len(pool)} kinds of things for it, fewer than {wish.objects}")
    pool = _of_different_heads(pool, wish.objects)
    needed = [a for a in pool if a.container and a.size.high >= ROOMY * place.largest][: wish.filled]
    needed += [a for a in pool if a.flat_top and a not in needed][: wish.stacks]
    small = sorted(fitting, key=lambda a: a.size.high)[: 3 * (wish.filled + wish.stacks) + 9]
    small = [small[int(i)] for i in rng.permutation(len(small))] if wish.filled or wish.stacks else []
    others_small = [a for a in _of_different_heads([*needed, *small]) if a not in needed]
    needed += others_small[: wish.filled + wish.stacks]
    taken = {head_noun(a.noun) for a in needed}
    left = [a for a in pool if head_noun(a.noun) not in taken]
    if len(needed) + len(left) < wish.objects:
        left = [a for a in pool if a not in needed]
    left = packs_first(left, wish.objects - len(needed), rng)
    return [a.noun for a in _within_room(place, needed, left, wish.objects)]


def _of_different_heads(pool: list[Asset], least: int = 0) -> list[Asset]:
    """The first thing of each head noun, in their order; all of them if that leaves fewer than `least`."""
    firsts = list({head_noun(a.noun): a for a in reversed(pool)}.values())
    firsts.sort(key=pool.index)
    return firsts if len(firsts) >= least else pool


def _not_small(usable: list[Asset], place: Setting, wish: Wish) -> list[Asset]:
    """Leave out what would be lost in a crowd of large things, as long as twice as many kinds are left as needed."""
    by_size = sorted(usable, key=lambda a: -a.size.high)
    enough = [a for a in by_size if a.size.high >= SMALL * place.largest]
    kept = by_size[: max(len(enough), 2 * wish.objects)]
    return sorted(kept, key=lambda a: a.noun)


def _within_room(place: Setting, chosen: list[Asset], pool: list[Asset], count: int) -> list[Asset]:
    """Go on choosing from the pool, passing over what would leave too little room for the rest."""
    room = FULLNESS * sum(area(s.outline) for s in place.surfaces) - sum(_space(a) for a in chosen)
    chosen = list(chosen)
    rest = sorted(pool, key=_space)
    for asset in pool:
        if len(chosen) == count:
            break
        others = [a for a in rest if a is not asset][: count - len(chosen) - 1]
        if _space(asset) + sum(_space(a) for a in others) <= room:
            chosen.append(asset)
            rest.remove(asset)
            room -= _space(asset)
    return chosen + rest[: count - len(chosen)]


def _space(asset: Asset) -> float:
    """About how much of a surface a thing takes with the air around it, square metres."""
    return (0.75 * asset.size.high + CLEARANCE) ** 2


def _viewer(stage: Stage) -> tuple[Vec3, float]:
    """Where the default camera stands, roughly, and how steeply it looks down."""
    low, high = stage.elevation_deg
    elevation = low + 0.45 * (high - low)
    azimuth = math.radians(stage.facing_deg + 0.2 * stage.spread_deg)
    reach = 3.2 * stage.radius
    x, y, _ = stage.centre
    flat = reach * math.cos(math.radians(elevation))
    return (x + flat * math.cos(azimuth), y + flat * math.sin(azimuth), reach), elevation


def _holds(container: Body, body: Body) -> bool:
    """Whether the body's middle lies in the container's cavity."""
    cavity = build_shape(container.noun, container.seed).cavity
    assert cavity is not None
    low, high = build_shape(body.noun, body.seed).bounds
    middle = rotation(body.quaternion) @ ((low + high) / 2 * body.scale) + np.asarray(body.position)
    local = rotation(container.quaternion).T @ (middle - np.asarray(container.position)) / container.scale
    outside = np.hypot(*(local[:2] - np.mean(cavity.outline, axis=0))) > cavity.inner_radius * 1.5
    return not outside and cavity.floor <= local[2] <= cavity.opening + 0.5 * get_asset(body.noun).size.high


def _polished(place: Setting, glossy: bool) -> Setting:
    surfaces = tuple(replace(s, reflectance=max(s.reflectance, POLISH) if glossy else 0.0) for s in place.surfaces)
    return Setting(**{**place.__dict__, "surfaces": surfaces})

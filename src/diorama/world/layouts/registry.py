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
from diorama.world.bodies import drawn_bodies
from diorama.world.layouts.placement import (
    CLEARANCE,
    Plot,
    at_rest,
    fill,
    fits_inside,
    fits_on_top,
    line_up,
    scatter,
    stack,
)
from diorama.world.model import Body, Fixture, Light, Stage, Surface, Vec3, World, replace
from diorama.world.outlines import area
from diorama.world.poses import rotation

Rng = np.random.Generator

WORLD_TRIES = 12
"""Whole worlds tried for one seed before giving up."""
ROW_TRIES = 8
"""Choices of bodies for one row before giving up on a world."""
MAX_OBJECTS = 200
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
        stacks: int = 0,
        filled: int = 0,
        glossy: bool | None = None,
        tries: int = WORLD_TRIES,
    ) -> World: ...


_LAYOUTS: dict[str, Callable[..., World]] = {}


def layouts() -> dict[str, Callable[..., World]]:
    """All layouts by name."""
    return dict(sorted(_LAYOUTS.items()))


def get_layout(name: str) -> Callable[..., World]:
    """The layout of that name; an unknown one suggests the nearest."""
    if name not in _LAYOUTS:
        raise UnknownName("layout", name, _LAYOUTS)
    return _LAYOUTS[name]


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
            stacks: int = 0,
            filled: int = 0,
            glossy: bool | None = None,
            tries: int = WORLD_TRIES,
        ) -> World:
            count = len(nouns) if nouns is not None else usual if objects is None else objects
            if not 0 <= count <= MAX_OBJECTS:
                raise DioramaError(f"objects must be between 0 and {MAX_OBJECTS}; got {count}")
            wish = Wish(count, tuple(nouns or ()), tuple(chains), stacks, filled)
            if sum(wish.chains) + 2 * stacks + 2 * filled > count:
                raise DioramaError(f"{count} objects are too few for the rows, stacks and filled containers asked for")
            place = setting(np.random.default_rng([check_seed(seed), 0]), count)
            if glossy is not None:
                place = _polished(place, glossy)
            return furnish(setting.__name__, place, wish, seed, tries=tries)

        _LAYOUTS[setting.__name__] = make
        return make

    return add


@dataclass(frozen=True)
class Wish:
    """What a world should hold."""

    objects: int
    nouns: tuple[str, ...] = ()
    chains: tuple[int, ...] = ()
    """Lengths of the rows of bodies that hide each other."""
    stacks: int = 0
    filled: int = 0


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
    for attempt in range(tries):
        rng = np.random.default_rng([seed, 1, attempt])
        try:
            bodies, loose = _arrange(place, wish, rng)
        except CannotPlace as problem:
            reason = f"{name}: {problem}"
            continue
        world = at_rest(replace(empty, bodies=bodies), loose=loose)
        if world is not None and all(_holds(world[c], world[x]) for x, c in loose.items()):
            return world
    raise CannotPlace(f"{reason} (seed {seed}, {tries} tries); ask for fewer objects or another seed")


def check_seed(seed: int) -> int:
    if not 0 <= seed < 2**63:
        raise DioramaError(f"a seed is a whole number from 0 to 2^63 − 1; got {seed}")
    return seed


def _arrange(place: Setting, wish: Wish, rng: Rng) -> tuple[tuple[Body, ...], dict[str, str]]:
    """Bodies where they are let go, and which ones (by name) were dropped into which container."""
    facing = place.stage.facing_deg
    bodies = list(drawn_bodies(wish.nouns or _choose_nouns(place, wish, rng), rng))
    waiting = list(bodies)
    plots = [Plot(surface, place.headroom) for surface in place.surfaces]
    pairs = _pairs(waiting, wish, place, rng)
    placed: dict[str, Body] = {}

    view, elevation = _viewer(place.stage)
    singles = [b for b in waiting if b.name not in {u.name for _, uppers, _ in pairs for u in uppers}]
    held = {base.name for base, _, _ in pairs}
    for length in wish.chains:
        free = [b for b in singles if b.name not in placed and b.name not in held]
        for body in _row(free, length, plots, (view, elevation, facing), rng):
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


def _row(
    free: Sequence[Body], length: int, plots: Sequence[Plot], seen: tuple[Vec3, float, float], rng: Rng
) -> list[Body]:
    """Some of the free bodies in a row of which each hides the next; flat things hide nothing and stay out."""
    upright = sorted(free, key=_height)[-max(length, len(free) * 2 // 3) :]
    for attempt in range(ROW_TRIES):
        row = sorted((upright[int(i)] for i in rng.choice(len(upright), size=length, replace=False)), key=_height)
        try:
            return line_up(row, plots[int(rng.integers(len(plots)))], *seen, rng)
        except CannotPlace:
            if attempt == ROW_TRIES - 1:
                raise
    raise AssertionError("unreachable")


def _height(body: Body) -> float:
    return build_shape(body.noun, body.seed).size[2] * body.scale


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
    """Distinct nouns that belong to the place, with enough containers, flat tops and small things."""
    tags = set(place.tags.split())
    usable = [a for a in assets().values() if a.size.high <= place.largest and not a.tags & {"hung", "odd"}]
    home = [a for a in usable if a.tags & tags]
    others = [a for a in usable if not a.tags & tags]
    pool = [home[int(i)] for i in rng.permutation(len(home))] + [others[int(i)] for i in rng.permutation(len(others))]
    if len(pool) < wish.objects:
        raise CannotPlace(f"there are only {len(pool)} kinds of things for it, fewer than {wish.objects}")
    needed = [a for a in pool if a.container][: wish.filled]
    needed += [a for a in pool if a.flat_top and a not in needed][: wish.stacks]
    small = sorted(pool[: max(2 * wish.objects, 20)], key=lambda a: a.size.high)
    needed += [a for a in small if a not in needed][: wish.filled + wish.stacks]
    return [a.noun for a in _within_room(place, needed, [a for a in pool if a not in needed], wish.objects)]


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
    surfaces = tuple(replace(s, reflectance=max(s.reflectance, 0.35) if glossy else 0.0) for s in place.surfaces)
    return Setting(**{**place.__dict__, "surfaces": surfaces})

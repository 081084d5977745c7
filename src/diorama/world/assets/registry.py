"""The registry of assets: recipes for bodies, found by their noun.

An asset is added with the `@asset` decorator and nothing else; `build` makes one variant of it from a
seed. Packs add theirs through `register`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache, partial
from types import FunctionType

import numpy as np

from diorama.errors import DioramaError, UnknownName
from diorama.world.assets.decals import COLOURS as DECAL_COLOURS
from diorama.world.assets.decals import SLOT as DECAL_SLOT
from diorama.world.assets.decals import Decal, decorated, draw_decal
from diorama.world.materials import Palette
from diorama.world.shape import Shape
from diorama.world.shape_cache import kept_or_made

Rng = np.random.Generator
Generator = Callable[[Rng], Shape]


@dataclass(frozen=True)
class Range:
    """A closed interval, in metres."""

    low: float
    high: float


@dataclass(frozen=True)
class Asset:
    """A recipe for bodies and the promises it makes about every one of them."""

    noun: str
    generate: Generator = field(repr=False)
    size: Range
    """The longest side of its box lies in here, whatever the seed."""
    finishes: Mapping[str, Palette]
    """The palettes of its slots; the first slot is the one its adjectives speak of."""
    density: float
    """kg/m³ of its solid pieces."""
    fronted: bool = False
    container: bool = False
    flat_top: bool = False
    round: bool = False
    """It rolls."""
    decals: bool = False
    """Some variants wear stripes or spots on the main slot."""
    tags: frozenset[str] = frozenset()
    """Where it belongs: layouts choose by these."""
    pack: str = ""
    """The checksum of the pack it came with; empty for those of this package."""


_ASSETS: dict[str, Asset] = {}


def asset(
    noun: str,
    *,
    size: Range,
    finishes: Mapping[str, Palette],
    density: float,
    fronted: bool = False,
    container: bool = False,
    flat_top: bool = False,
    round: bool = False,
    decals: bool = False,
    tags: str = "",
) -> Callable[[Generator], Generator]:
    """Register a generator as the recipe for `noun`."""

    def add(generate: Generator) -> Generator:
        slots = dict(finishes) | ({DECAL_SLOT: DECAL_COLOURS} if decals else {})
        where = frozenset(tags.split())
        register(Asset(noun, generate, size, slots, density, fronted, container, flat_top, round, decals, where))
        return generate

    return add


def register(new: Asset) -> None:
    """Add an asset under its noun, which must be free."""
    if new.noun in _ASSETS:
        raise DioramaError(f"there is an asset named '{new.noun}' already; give this one another noun")
    _ASSETS[new.noun] = new


def unregister(noun: str) -> None:
    """Forget an asset (a pack that is loaded again)."""
    _ASSETS.pop(noun, None)
    build_shape.cache_clear()


def assets(*, tag: str | None = None) -> dict[str, Asset]:
    """All assets that scenes may draw from, by noun in alphabetical order; with `tag`, those that belong there."""
    offer = _OFFER.get()
    return {
        noun: a
        for noun, a in sorted(_ASSETS.items())
        if (tag is None or tag in a.tags) and (not a.pack or offer.packs is None or a.pack in offer.packs)
    }


@dataclass(frozen=True)
class Offer:
    """Which packs scenes may draw from, and how much."""

    packs: frozenset[str] | None = None
    """Checksums; None for all that are loaded."""
    share: float = 0.3
    """The share of the objects of a scene that come from packs, as far as these have things that fit."""


_OFFER: ContextVar[Offer] = ContextVar("offer", default=Offer())  # noqa: B039 (it is frozen)


@contextmanager
def offering(offer: Offer) -> Iterator[None]:
    """Have scenes draw from certain packs only; bodies that are there already keep their shapes."""
    token = _OFFER.set(offer)
    try:
        yield
    finally:
        _OFFER.reset(token)


def pack_share() -> float:
    """The share of the objects of a scene that come from packs."""
    return _OFFER.get().share


def find_asset(noun: str) -> Asset | None:
    """The asset of that noun, whether scenes may draw from it or not; None if there is none."""
    return _ASSETS.get(noun)


def get_asset(noun: str) -> Asset:
    """The asset of that noun; an unknown one suggests the nearest."""
    if noun not in _ASSETS:
        raise UnknownName("asset", noun, _ASSETS)
    return _ASSETS[noun]


@lru_cache(maxsize=192)
def build_shape(noun: str, seed: int) -> Shape:
    """The shape of one variant: the same noun and seed give the same shape."""
    asset = get_asset(noun)
    make = partial(_modelled, asset, seed)
    return kept_or_made(noun, seed, make) if _is_ours(asset) else make()


def _is_ours(asset: Asset) -> bool:
    """Whether all code that models an asset is in this package, so that the cache knows when it changes."""
    where = __name__.rpartition(".")[0]
    return isinstance(asset.generate, FunctionType) and asset.generate.__module__.startswith(f"{where}.")


def _modelled(asset: Asset, seed: int) -> Shape:
    noun = asset.noun
    shape = asset.generate(np.random.default_rng([seed, *noun.encode()]))
    decal = decal_of(noun, seed)
    if decal is None:
        return shape
    return decorated(shape, next(iter(asset.finishes)), decal, np.random.default_rng([seed, 3, *noun.encode()]))


def decal_of(noun: str, seed: int) -> Decal | None:
    """What a variant wears: stripes, spots or nothing."""
    return draw_decal(np.random.default_rng([seed, 2, *noun.encode()])) if get_asset(noun).decals else None

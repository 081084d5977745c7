"""Fingerprints of worlds: one of everything but names, one of the recipe, and one of which things stand how far apart.

Distances between things stay the same when a world is mirrored, turned or seen by another camera, and most of them when
one thing is added, removed or moved.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from diorama.exchange.overlap.pictures import number_of
from diorama.world import World

Hashes = NDArray[np.uint64]

GRID = 0.05
"""Metres to which distances are rounded."""
HASHES, BANDS = 64, 32
"""Numbers that stand for a set of distances: the share that two worlds have in common is about that of their
distances. Bands of two by which candidates are found: of worlds that share half, one in ten thousand is missed."""
NEAR = 0.35
"""The share of distances in common from which worlds are nearly the same."""
FEWEST = 3
"""Distances that a world must have to be compared: three things."""
_NOT_LOOKS = {"name", "phrase"}
_RANDOM = np.random.default_rng(64)
_FACTORS = _RANDOM.integers(1, 2**63, HASHES, dtype=np.uint64) | np.uint64(1)
_TERMS = _RANDOM.integers(0, 2**63, HASHES, dtype=np.uint64)


def same_world(world: World) -> int:
    """A number that only a world with the same things in the same places has, whatever they are called."""
    plain = world.model_dump(mode="json", exclude={"layout", "seed", "stage"})
    bodies = [{k: v for k, v in body.items() if k not in _NOT_LOOKS} for body in plain["bodies"]]
    fixtures = [fixture["blocks"] for fixture in plain["fixtures"]]
    surfaces = [{k: v for k, v in s.items() if k not in ("name", "fixture", "block")} for s in plain["surfaces"]]
    sorted_parts = [
        sorted(json.dumps(part, sort_keys=True) for part in parts) for parts in (bodies, fixtures, surfaces)
    ]
    return number_of(json.dumps([sorted_parts, plain["lights"], plain["gravity"]], sort_keys=True).encode())


def recipe(world: World) -> int | None:
    """A number for the layout and seed that a world was furnished from; None if it was not."""
    return number_of(f"{world.layout} {world.seed}".encode()) if world.layout else None


def distances(world: World) -> Counter[tuple[str, str, int]]:
    """Which things are how far apart; things of which there are several are told apart by their materials."""
    bodies = [world[name] for name in world.inventory]
    nouns = Counter(body.noun for body in bodies)
    labels = [body.noun if nouns[body.noun] == 1 else f"{body.noun} {sorted(body.finish.items())}" for body in bodies]
    found: Counter[tuple[str, str, int]] = Counter()
    for (one, a), (other, b) in combinations(zip(labels, bodies, strict=True), 2):
        apart = float(np.linalg.norm(np.subtract(a.position, b.position)))
        found[min(one, other), max(one, other), round(apart / GRID)] += 1
    return found


def near_world(world: World) -> Hashes | None:
    """Numbers of which nearly equal worlds share many; None if there are too few things."""
    found = distances(world)
    if found.total() < FEWEST:
        return None
    tokens = [f"{token} {k}".encode() for token, times in found.items() for k in range(times)]
    numbers = np.array([number_of(token) for token in tokens], dtype=np.uint64)
    with np.errstate(over="ignore"):
        mixed = numbers[:, None] * _FACTORS + _TERMS
    smallest: Hashes = (mixed ^ (mixed >> np.uint64(31))).min(axis=0)
    return smallest


def bands_of(hashes: Hashes) -> Hashes:
    """The bands of some fingerprints (n × 64): n × 32 numbers."""
    pairs = hashes.reshape(-1, BANDS, HASHES // BANDS)
    with np.errstate(over="ignore"):
        joined: Hashes = pairs[:, :, 0] * np.uint64(0x9E3779B97F4A7C15) ^ pairs[:, :, 1]
    return joined


def shared(one: Hashes, many: Hashes) -> NDArray[np.float64]:
    """About what share of their distances each of many worlds has in common with one."""
    share: NDArray[np.float64] = (many == one).mean(axis=1)
    return share

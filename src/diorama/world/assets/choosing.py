"""Which assets a scene gets: at random, with a fixed share of things from packs, if there are any.

A pack of five things beside more than a hundred built-in ones would hardly ever be seen otherwise. Without packs
nothing is drawn from the generator for this, so scenes are what they would be if there were no such thing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diorama.world.assets.registry import Asset, get_asset, pack_share

Rng = np.random.Generator


def packs_first(pool: Sequence[Asset], count: int, rng: Rng) -> list[Asset]:
    """A pool in order of preference for `count` objects: things from packs, up to their share, go before all others.

    Further things from packs come last, for when all else runs out.
    """
    theirs = [a for a in pool if a.pack]
    if not theirs:
        return list(pool)
    wanted = _wanted(count, rng)
    return [*theirs[:wanted], *(a for a in pool if not a.pack), *theirs[wanted:]]


def some_nouns(pool: Sequence[str], count: int, rng: Rng) -> list[str]:
    """So many different nouns of a pool, things from packs up to their share."""
    theirs = [n for n in pool if get_asset(n).pack]
    ours = [n for n in pool if n not in theirs]
    if not theirs:
        return [str(n) for n in rng.choice(ours, size=count, replace=False)]
    wanted = max(min(_wanted(count, rng), len(theirs)), count - len(ours))
    chosen = [*rng.choice(theirs, size=wanted, replace=False), *rng.choice(ours, size=count - wanted, replace=False)]
    return [str(chosen[int(i)]) for i in rng.permutation(count)]


def some_noun(pool: Sequence[str], rng: Rng) -> str:
    """A noun of a pool, from a pack with the chance of their share."""
    return some_nouns(pool, 1, rng)[0] if any(get_asset(n).pack for n in pool) else str(rng.choice(pool))


def _wanted(count: int, rng: Rng) -> int:
    """How many of `count` objects come from packs: their share, rounded up or down by chance."""
    return int(pack_share() * count + rng.random())

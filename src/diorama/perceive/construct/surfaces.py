"""Surfaces that mirror: what is no thing is cut out at points all over the picture, and asked what it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.seen import Seen
from diorama.perceive.percepts import Mask, Prompt, Provider

POINTS_ACROSS = 12
"""Points along the longer side of the picture."""
SAME = 0.7
"""Two masks that share more of their union are one surface."""
REFLECTIVE = frozenset(
    {"mirror", "glass", "polished metal", "polished stone", "polished wood", "glossy surface", "granite", "marble",
     "quartz", "water"}
)  # fmt: skip
"""Materials in which things are mirrored."""


@dataclass(frozen=True, eq=False)
class ReflectiveSurface:
    """A surface that probably mirrors what is in front of it."""

    mask: Mask
    share: float
    """How sure that is."""


def candidate_surfaces(seen: Seen, segment: Provider, limits: Limits) -> tuple[Mask, ...]:
    """What can be cut out where there is no thing; the largest first, each once."""
    free = np.ones(seen.picture.shape[:2], bool)
    for thing in seen.things:
        free &= ~thing.mask
    prompts = [Prompt(point=point) for point in _points(free)]
    masks = [mask & free for mask in segment(seen.picture, prompts)] if prompts else []
    kept: list[Mask] = []
    for mask in sorted(masks, key=lambda mask: -int(mask.sum())):
        large = mask.sum() >= max(1.0, limits.least_surface * mask.size)
        if large and not any((mask & other).sum() > SAME * (mask | other).sum() for other in kept):
            kept.append(mask)
    return tuple(kept)


def reflective_surfaces(
    seen: Seen, segment: Provider, materials: Provider, limits: Limits
) -> tuple[ReflectiveSurface, ...]:
    """The candidates with how sure it is that they mirror, the surest first."""
    masks = candidate_surfaces(seen, segment, limits)
    told = materials(seen.picture, list(masks)) if masks else []
    surfaces = [ReflectiveSurface(m, reflective_share(shares)) for m, shares in zip(masks, told, strict=True)]
    return tuple(sorted(surfaces, key=lambda surface: -surface.share))


def reflective_share(shares: Mapping[str, float]) -> float:
    """What a provider of materials gives to all that mirrors."""
    return min(1.0, float(sum(share for name, share in shares.items() if name.casefold() in REFLECTIVE)))


def _points(free: Mask) -> list[tuple[float, float]]:
    """Points all over the picture that are on no thing."""
    height, width = free.shape
    step = max(height, width) / POINTS_ACROSS
    rows, columns = (np.arange(step / 2, side, step) for side in (height, width))
    return [(float(x), float(y)) for y in rows for x in columns if free[int(y), int(x)]]

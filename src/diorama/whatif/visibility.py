"""Which bodies can be seen, which hide others, and what a removal or a transparency would show.

All of it is recomputed from the layers along the rays, never from a graph of pairs: behind what hides a body
there may be something else that hides it too.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

import numpy as np
from scipy.ndimage import distance_transform_edt

from diorama.sight import Sight

CLEAR_PX, CLEAR_SHARE = 4, 0.002
"""A body is fully visible if no more than this is hidden (the larger of the two)."""
HIDDEN_PX, HIDDEN_SHARE = 40, 0.03
"""It is partly hidden only from here on …"""
SHOWN_PX, SHOWN_SHARE = 150, 0.15
"""… and can be recognised while this much is seen."""
THROUGH_PX = 40
"""How much of a body must show inside another to count as seen through it."""


class Visibility(Enum):
    """How much of a body is seen; no question should depend on a body that is in between."""

    FULL = "fully visible"
    PARTIAL = "partly hidden"
    BETWEEN = "in between"
    LOST = "not recognisable"


def clear_px(sight: Sight, name: str) -> float:
    """Hidden pixels up to which a body counts as fully visible."""
    return max(CLEAR_PX, CLEAR_SHARE * sight.silhouette_px(name))


def fully_visible(sight: Sight, name: str) -> bool:
    return sight.silhouette_px(name) > 0 and sight.hidden_px(name) <= clear_px(sight, name)


def recognisable(sight: Sight, name: str) -> bool:
    """Whether enough is seen for somebody to name it."""
    return sight.visible_px(name) >= max(SHOWN_PX, SHOWN_SHARE * sight.silhouette_px(name))


def visibility(sight: Sight, name: str) -> Visibility:
    """How much of a body is seen, as one of the four cases."""
    if not recognisable(sight, name):
        return Visibility.LOST
    if fully_visible(sight, name):
        return Visibility.FULL
    hidden = sight.hidden_px(name)
    if hidden >= HIDDEN_PX and hidden >= HIDDEN_SHARE * sight.silhouette_px(name):
        return Visibility.PARTIAL
    return Visibility.BETWEEN


def freed_by_removing(sight: Sight, name: str) -> frozenset[str]:
    """The partly hidden bodies that would be fully visible if `name` were gone."""
    without = sight.without([name])
    return frozenset(
        other
        for other in without.inventory
        if visibility(sight, other) is Visibility.PARTIAL and fully_visible(without, other)
    )


def sole_occluders(sight: Sight) -> dict[str, tuple[str, ...]]:
    """For each body, the partly hidden ones whose only real occluder it is: it alone hides more than counts as clear.

    No other removal can free anything: a body with two occluders stays hidden when one goes. What a removal does
    free is decided by `freed_by_removing`, since many slight occluders together may hide something too.
    """
    found: dict[str, tuple[str, ...]] = {}
    for name in sight.inventory:
        if visibility(sight, name) is Visibility.PARTIAL:
            covers = [o for o, px in sight.occluders(name).items() if px > clear_px(sight, name)]
            if len(covers) == 1:
                found[covers[0]] = (*found.get(covers[0], ()), name)
    return found


def removals_to_see(sight: Sight, name: str) -> tuple[str, ...]:
    """The fewest bodies to remove so that `name` is fully visible: all that lie in front of it, nearest first.

    A body that is in front on only a few rays may stay if it hides no more than counts as clear.
    """
    in_front = sight.occluders(name)
    needed = [other for other in in_front if not _may_stay(sight, name, other, in_front)]
    return tuple(sorted(needed, key=lambda other: nearness(sight, other)))


def nearness(sight: Sight, name: str) -> float:
    """Depth of the nearest point of a body, metres."""
    crop = sight.crops[name]
    return float(crop.depth.min()) if crop.area_px else float("inf")


def seen_through(sight: Sight, see_through: Collection[str], name: str) -> frozenset[str]:
    """The bodies that show inside the visible outline of `name` once `see_through` is gone."""
    shown = shown_through_px(sight, see_through, name)
    return frozenset(other for other, px in shown.items() if px >= THROUGH_PX and other in sight.inventory)


def shown_through_px(sight: Sight, see_through: Collection[str], name: str) -> dict[str, int]:
    """How much of each body shows inside the visible outline of `name` once `see_through` is gone."""
    window = sight.visible(name)
    behind = sight.without(see_through)
    counts = np.bincount(behind.ids[window] + 1, minlength=len(behind.names) + 1)[1:]
    return {other: px for other, px in zip(behind.names, counts.tolist(), strict=True) if px}


def _may_stay(sight: Sight, name: str, other: str, in_front: Collection[str]) -> bool:
    """Whether with all else removed `other` alone leaves `name` fully visible."""
    return fully_visible(sight.without([o for o in in_front if o != other]), name)


def covered_share(sight: Sight, front: str, back: str) -> float:
    """The share of a body's outline that lies behind another, whatever else may hide it too."""
    return sight.in_front_px(front, back) / max(1, sight.silhouette_px(back))


def picture_gap(sight: Sight, a: str, b: str) -> float:
    """How far apart the outlines of two bodies are in the picture, as a share of its height; 0 where they overlap."""
    mine, its = sight.silhouette(a), sight.silhouette(b)
    if not mine.any() or not its.any():
        return float("inf")
    nearest = distance_transform_edt(~mine)[its].min()
    return float(max(0.0, nearest - 1) / sight.camera.height)

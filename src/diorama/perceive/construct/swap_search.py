"""Swaps of volumes: which of them fit, the single ones that give an order, and all shortest sequences to one.

A swap puts each of two things over the other's middle. Where it overlaps anything, or juts out over the edge of the
ground, it does not fit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from diorama.perceive.construct.volumes import Volumes
from diorama.world.outlines import Footprint

Array = NDArray[np.float64]
Pair = tuple[str, str]
Stand = tuple[str, str]
"""A thing, and the one on whose place it stands."""
Stands = Mapping[str, str]
"""For things that were moved, on whose place each stands."""
Order = tuple[str, ...]


class SwapSearch:
    """The swaps of some volumes; what was measured is remembered."""

    def __init__(self, volumes: Volumes, slack: float) -> None:
        """`slack` is how deep things may reach into each other, as a share of the smaller one's radius."""
        self.volumes, self.slack = volumes, slack
        self.names = tuple(sorted(volumes.by_name))
        self._gaps: dict[tuple[Stand, Stand], float] = {}
        self._at_places: dict[tuple[Stand, frozenset[str]], float] = {}
        self._outlines: dict[Stand, Footprint] = {}
        self._columns: dict[Stand, float] = {}

    def room(self, one: Stand, other: Stand) -> float:
        """The gap between two things, each at a place, in radii of the smaller one: ∞ if the circles around them are
        apart, negative if they overlap.
        """
        key = (one, other) if one < other else (other, one)
        found = self._gaps.get(key)
        if found is None:
            mine, its = self._placed(one), self._placed(other)
            if math.dist(mine.centre, its.centre) >= mine.radius + its.radius:
                found = math.inf
            else:
                found = mine.gap_to(its) / max(min(mine.radius, its.radius), 1e-9)
            self._gaps[key] = found
        return found

    def at_place(self, stand: Stand, moving: frozenset[str]) -> float:
        """The room of a thing at a place: to the edge of the ground, and among all that does not move."""
        if (stand, moving) not in self._at_places:
            floor, outline = self.volumes.floor, self._placed(stand)
            least = math.inf if floor is None else floor.depth_of(outline.points) / max(outline.radius, 1e-9)
            others = (self.room(stand, (other, other)) for other in self.names if other not in moving)
            self._at_places[stand, moving] = min(least, *others, math.inf)
        return self._at_places[stand, moving]

    def room_for(self, pair: Pair, stands: Stands | None = None) -> float:
        """The least room that two things have after they have changed places."""
        after = swapped(stands or {}, pair)
        moving = frozenset(after)
        least = math.inf
        for name in pair:
            stand = name, after[name]
            least = min(least, self.at_place(stand, moving))
            for other, at in after.items():
                if other != name:
                    least = min(least, self.room(stand, (other, at)))
        return least

    def fits(self, pair: Pair, stands: Stands | None = None) -> bool:
        return self.room_for(pair, stands) >= -self.slack

    def columns(self, order: Sequence[str], stands: Stands | None = None) -> Array:
        """In which columns of the picture the middles of things are."""
        return np.array([self._column((name, (stands or {}).get(name, name))) for name in order])

    def in_order(self, order: Sequence[str], stands: Stands | None = None, tie: float = 0.0) -> bool:
        """Whether things stand in this order from left to right, if columns up to `tie` apart count as in order."""
        return bool((np.diff(self.columns(order, stands)) > -tie).all())

    def left_to_right(self, names: Sequence[str], stands: Stands | None = None) -> Order:
        return tuple(names[k] for k in np.argsort(self.columns(names, stands), kind="stable"))

    def single_swaps(self, order: Order, tie: float = 0.0) -> list[Pair]:
        """All pairs whose swap gives the order, whether it fits or not."""
        as_it_is = self.in_order(order, tie=tie)
        return [
            pair
            for pair in combinations(self.names, 2)
            if (self.in_order(order, swapped({}, pair), tie) if set(pair) & set(order) else as_it_is)
        ]

    def sequences(self, names: Sequence[str]) -> dict[Order, list[tuple[Pair, ...]]]:
        """All orders that fitting swaps of these things can give, each with all shortest sequences to it.

        Few things on as many places have few arrangements: the breadth-first search sees them all.
        """
        names = sorted(names)
        start = tuple(names)
        ways: dict[Order, list[tuple[Pair, ...]]] = {start: [()]}
        orders: dict[Order, list[tuple[Pair, ...]]] = {self.left_to_right(names): [()]}
        frontier = [start]
        while frontier:
            met: dict[Order, list[tuple[Pair, ...]]] = {}
            for here in frontier:
                stands = dict(zip(names, here, strict=True))
                for pair in combinations(names, 2):
                    after = swapped(stands, pair)
                    there = tuple(after[name] for name in names)
                    if there not in ways and self.fits(pair, stands):
                        met.setdefault(there, []).extend((*way, pair) for way in ways[here])
            shorter = set(orders)
            for there, found in met.items():
                ways[there] = found
                order = self.left_to_right(names, dict(zip(names, there, strict=True)))
                if order not in shorter:
                    orders.setdefault(order, []).extend(found)
            frontier = list(met)
        return {order: sorted(found) for order, found in orders.items()}

    def _placed(self, stand: Stand) -> Footprint:
        if stand not in self._outlines:
            self._outlines[stand] = self.volumes.by_name[stand[0]].outline.placed(self._shift(*stand))
        return self._outlines[stand]

    def _shift(self, name: str, at: str) -> tuple[float, float]:
        (x, y), (to_x, to_y) = self._middle(name), self._middle(at)
        return to_x - x, to_y - y

    def _middle(self, name: str) -> tuple[float, float]:
        return self.volumes.by_name[name].outline.centre

    def _column(self, stand: Stand) -> float:
        if stand not in self._columns:
            name, at = stand
            point = np.array([[*self._middle(at), self.volumes.by_name[name].height / 2]])
            self._columns[stand] = float(self.volumes.columns(point)[0])
        return self._columns[stand]


def swapped(stands: Stands, pair: Pair) -> dict[str, str]:
    """Where things stand after two of them have changed places."""
    a, b = pair
    after = dict(stands)
    after[a], after[b] = stands.get(b, b), stands.get(a, a)
    return after

"""Swaps of volumes: which of them fit, the single ones that give an order, and all shortest sequences to one.

A swap puts each of two things over the other's middle. Where it overlaps anything, or juts out over the edge of the
ground, it does not fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from diorama.perceive.construct.volumes import Volumes

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
        self._edges: dict[Stand, float] = {}
        self._columns: dict[Stand, float] = {}

    def room(self, one: Stand, other: Stand) -> float:
        """The gap between two things, each at a place, in radii of the smaller one; negative if they overlap."""
        key = min(one, other), max(one, other)
        if key not in self._gaps:
            mine, its = (self.volumes.by_name[name].outline.placed(self._shift(name, at)) for name, at in key)
            self._gaps[key] = mine.gap_to(its) / max(min(mine.radius, its.radius), 1e-9)
        return self._gaps[key]

    def to_edge(self, stand: Stand) -> float:
        """How far a thing at a place is inside the edge of the ground, in its radii."""
        if stand not in self._edges:
            floor, (name, at) = self.volumes.floor, stand
            outline = self.volumes.by_name[name].outline
            points = outline.points + self._shift(name, at)
            self._edges[stand] = np.inf if floor is None else floor.depth_of(points) / max(outline.radius, 1e-9)
        return self._edges[stand]

    def room_for(self, pair: Pair, stands: Stands | None = None) -> float:
        """The least room that two things have after they have changed places."""
        after = swapped(stands or {}, pair)
        moved = [(name, after[name]) for name in pair]
        least = min(self.to_edge(each) for each in moved)
        for other in self.names:
            for each in moved:
                if other != each[0]:
                    least = min(least, self.room(each, (other, after.get(other, other))))
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

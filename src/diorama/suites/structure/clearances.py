"""How plainly two bodies can, or cannot, change places: what an eye could judge, by outlines that it could misjudge.

Every outline may be imagined larger or smaller than it is by the doubt of its body. A swap plainly fits if all outlines
stay apart and on the surface even when they are that much larger. It plainly does not if two of them still
overlap when they are that much smaller, low enough to be no matter of overhangs, or if one still juts out over an
edge that is in view. Either way the gap, or the overlap, is wide enough to be seen. All else is doubtful.

A thing keeps its heading when it is moved. Who moves its picture instead keeps its angle to the line of sight, which
turns it a little: both must come to the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diorama.sight import Sight, see
from diorama.suites.sizes import USUAL
from diorama.suites.structure.in_view import LOW, doubt, in_view, low_outline
from diorama.world import Camera, Surface, World, project
from diorama.world.outlines import Footprint, footprint
from diorama.world.poses import extent

Array = NDArray[np.float64]
Stand = tuple[str, str]
"""A body, and the one on whose place it stands."""

GATES = ("room in view", "plain clearance")
"""Of a draft whose swaps have been judged here."""
OPINION = "whether a swap fits is a matter of opinion"
PLAIN_GAP_PX = 14.0
"""Pixels (in a picture of the usual height) that a gap or an overlap must measure to be seen."""
PLAIN_GAP_METRES = 0.008
FAR = 4.0
"""Where numbers end: nothing is plainer than this."""
OPEN_AIR = 1.5
"""Bodies this many times their sizes apart are clear of each other, whatever is in doubt."""
EDGE = "the edge"
EDGE_SPAN, EDGE_SHARE = 2.0, 0.5
"""How far an edge is followed to either side of the place where it decides, in sizes of the body, and how much of that
must be in view: edges go on behind things as they began."""
LEVEL = 0.02
"""Metres between a surface and the lowest point of what stands on it."""


@dataclass(frozen=True)
class Clearance:
    """The gap that decides whether a body fits at a place."""

    plain: float
    """From 1 on it plainly fits, from −1 down it plainly does not; 0 is on the edge."""
    gap: float = math.inf
    """Metres; negative for an overlap."""
    px: float = math.inf
    """How long that is in the picture."""
    between: tuple[str, str] = ("", "")
    """The body that is moved, and what it comes near."""

    @property
    def fits(self) -> bool:
        return self.plain >= 1

    @property
    def blocked(self) -> bool:
        return self.plain <= -1

    def note(self) -> dict[str, object]:
        """For a trace."""
        return {"of": list(self.between), "cm": round(100 * self.gap, 1), "px": round(self.px, 1),
                "plain": round(self.plain, 2)}  # fmt: skip


OPEN = Clearance(FAR)


class Clearances:
    """The swaps of one view, judged by eye; what was judged is remembered."""

    def __init__(self, world: World, camera: Camera, sight: Sight | None = None) -> None:
        self.world, self.camera = world, camera
        self._sight = sight
        self._doubts: dict[str, float] = {}
        self._between: dict[tuple[Stand, Stand], Clearance] = {}
        self._edges: dict[Stand, Clearance] = {}
        self._among: dict[tuple[Stand, frozenset[str]], Clearance] = {}
        self._low: dict[tuple[str, float], Footprint] = {}

    @cached_property
    def sight(self) -> Sight:
        return self._sight or see(self.world, self.camera)

    def without(self, names: Iterable[str]) -> Clearances:
        """The same view with some bodies gone."""
        gone = tuple(names)
        return Clearances(self.world.without(gone), self.camera, self.sight.without(gone))

    def doubt(self, name: str) -> float:
        """The share of its size by which a body's outline may be misjudged."""
        if name not in self._doubts:
            self._doubts[name] = doubt(self.world, self.sight, name)
        return self._doubts[name]

    def of_swap(self, a: str, b: str, stands: Mapping[str, str] | None = None) -> Clearance:
        """The clearance that decides a swap: the least of all, as one overlap is enough.

        `stands` says on whose place each body stands that was moved before.
        """
        where = dict(stands or {})
        where[a], where[b] = where.get(b, b), where.get(a, a)
        still = frozenset(self.world.names).difference(where)
        moved = ((n, where[n]) for n in where)
        meetings = [self.between((n, where[n]), place) for place in moved for n in (a, b) if n != place[0]]
        return min((*(self.at_place((n, where[n]), still) for n in (a, b)), *meetings), key=_plain)

    def at_place(self, place: Stand, others: frozenset[str]) -> Clearance:
        """The clearance that decides whether a body fits at a place, among others that stay where they are."""
        if (place, others) not in self._among:
            near = (self.between(place, (n, n)) for n in sorted(others))
            self._among[place, others] = min((self.to_edge(place), *near), key=_plain)
        return self._among[place, others]

    def between(self, one: Stand, other: Stand) -> Clearance:
        """The clearance of two bodies, each at a place."""
        key = min(one, other), max(one, other)
        if key not in self._between:
            self._between[key] = self._judge(*key)
        return self._between[key]

    def to_edge(self, place: Stand) -> Clearance:
        """The clearance of a body and the edge of the surface on which it would stand."""
        if place not in self._edges:
            self._edges[place] = self._judge_edge(place)
        return self._edges[place]

    def _judge(self, one: Stand, other: Stand) -> Clearance:
        names = one[0], other[0]
        mine, its = self._outline(one), self._outline(other)
        circles = math.dist(mine.centre, its.centre) - mine.radius - its.radius
        if circles > OPEN_AIR * (mine.radius + its.radius):
            return OPEN
        gap, at, way = mine.facing(its)
        if gap > 0:
            grown = min(a.gap_to(b) for a in self._imagined(one, 1) for b in self._imagined(other, 1))
            return self._clearance(gap, gap - grown, (at, way), one, names, 1)
        below = LOW * min(self._height(name) for name in names)
        mine, its = self._outline(one, below), self._outline(other, below)
        overlap, at, way = mine.facing(its)
        if overlap >= 0:
            return Clearance(0.0, gap, 0.0, names)
        shrunk = max(a.gap_to(b) for a in self._imagined(one, -1, below) for b in self._imagined(other, -1, below))
        return self._clearance(overlap, shrunk - overlap, (at, way), one, names, -1)

    def _judge_edge(self, place: Stand) -> Clearance:
        name, names = place[0], (place[0], EDGE)
        ground = self._ground(place)
        if ground is None:
            return Clearance(0.0, 0.0, 0.0, names)
        outline, below = self._outline(place), LOW * self._height(name)
        depth = ground.depth_of(outline.points)
        if depth > 0:
            need = depth - min(ground.depth_of(each.points) for each in self._imagined(place, 1))
            where = _nearest_edge(ground, outline)
            found = self._clearance(depth, need, where, place, names, 1)
            return found if found.plain >= 2 or self._edge_in_view(where, outline, place) else _doubtful(found)
        outline = self._outline(place, below)
        depth = ground.depth_of(outline.points)
        if depth >= 0:
            return Clearance(0.0, depth, 0.0, names)
        need = max(ground.depth_of(each.points) for each in self._imagined(place, -1, below)) - depth
        where = _nearest_edge(ground, outline)
        found = self._clearance(depth, need, where, place, names, -1)
        return found if self._edge_in_view(where, outline, place) else _doubtful(found)

    def _clearance(
        self, gap: float, need: float, where: tuple[Array, Array], place: Stand, names: tuple[str, str], sign: int
    ) -> Clearance:
        """A gap against what it must be: `need` metres, and long enough where it is in the picture."""
        at, way = where
        height = self._level(place)
        ends = project(self.camera, np.array([(*at, height), (*(at + abs(gap) * way), height)]))[:, :2]
        px = float(np.hypot(*(ends[1] - ends[0]))) * USUAL[1] / self.camera.height
        plain = min(abs(gap) / max(need, 1e-6), abs(gap) / PLAIN_GAP_METRES, px / PLAIN_GAP_PX, FAR)
        return Clearance(sign * plain if math.isfinite(px) else 0.0, gap, px, names)

    def _imagined(self, place: Stand, sign: int, below: float | None = None) -> tuple[Footprint, ...]:
        """The outlines that one may imagine at a place: with its heading or its angle kept, larger or smaller."""
        name, at = place
        outline = self._outline(place, below).scaled(1 + sign * self.doubt(name))
        if name == at:
            return (outline,)
        before, after = (self._azimuth_deg(centre) for centre in (footprint(self.world[name]).centre, outline.centre))
        return outline, outline.spun((after - before + 180) % 360 - 180)

    def _azimuth_deg(self, point: tuple[float, float]) -> float:
        """In which direction a point lies from the camera."""
        x, y = self.camera.position[:2]
        return math.degrees(math.atan2(point[1] - y, point[0] - x))

    def _outline(self, place: Stand, below: float | None = None) -> Footprint:
        """The outline of a body at a place: of all of it, or of what is lower than `below` metres."""
        name, at = place
        if below is None:
            outline = footprint(self.world[name])
        else:
            key = name, round(below, 3)
            if key not in self._low:
                self._low[key] = low_outline(self.world[name], below)
            outline = self._low[key]
        if name == at:
            return outline
        (low, high), (its_low, its_high) = extent(self.world[name]), extent(self.world[at])
        x, y = ((its_low + its_high - low - high) / 2)[:2].tolist()
        return outline.placed((x, y))

    def _height(self, name: str) -> float:
        return float(np.ptp(extent(self.world[name])[:, 2]))

    def _level(self, place: Stand) -> float:
        """The height of what a body stands on at a place."""
        return float(extent(self.world[place[1]])[0, 2])

    def _ground(self, place: Stand) -> Footprint | None:
        """The surface on which a body stands, or mostly stands, at a place."""
        points = self._outline(place).points
        level = [s for s in self.world.surfaces if abs(s.position[2] - self._level(place)) < LEVEL]
        grounds = [_ground_of(s) for s in level]
        return max(grounds, key=lambda ground: ground.depth_of(points), default=None)

    def _edge_in_view(self, where: tuple[Array, Array], outline: Footprint, place: Stand) -> bool:
        """Whether the edge can be seen near the place where a body comes near it."""
        at, way = where
        along = np.linspace(-EDGE_SPAN, EDGE_SPAN, 41)[:, None] * outline.radius * np.array([-way[1], way[0]])
        ground = self._ground(place)
        assert ground is not None
        points = at + along
        on_edge = points[np.abs((ground.reach - points @ ground.normals.T).min(axis=1)) < 1e-3]
        return len(on_edge) > 0 and in_view(on_edge, self._level(place), self.sight) >= EDGE_SHARE


def _plain(clearance: Clearance) -> float:
    return clearance.plain


def _doubtful(clearance: Clearance) -> Clearance:
    """The same gap, but it cannot be seen."""
    return Clearance(0.0, clearance.gap, 0.0, clearance.between)


def _ground_of(surface: Surface) -> Footprint:
    return Footprint.of(np.asarray(surface.outline)).placed((surface.position[0], surface.position[1]))


def _nearest_edge(ground: Footprint, outline: Footprint) -> tuple[Array, Array]:
    """The point of the edge that an outline is nearest to, or juts out over the farthest, and the way inward."""
    depth = ground.reach - outline.points @ ground.normals.T
    point, edge = np.unravel_index(int(depth.argmin()), depth.shape)
    return outline.points[point] + depth[point, edge] * ground.normals[edge], -ground.normals[edge]

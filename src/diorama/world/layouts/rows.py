"""Rows and shelters: bodies placed so that, from one viewpoint, some hide a part of others."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diorama.errors import CannotPlace
from diorama.world.layouts.placement import CLEARANCE, SURE, TRIES, Plot, heading, tall
from diorama.world.model import Body, Vec3
from diorama.world.outlines import Footprint, around, standing

Array = NDArray[np.float64]
Rng = np.random.Generator

COVERED = 0.4
"""The least share of the width of each thing behind a shelter that is covered by it."""


@dataclass(frozen=True)
class Spot:
    """A body standing somewhere, as proposed."""

    body: Body
    at: tuple[float, float]
    heading_deg: float

    @cached_property
    def outline(self) -> Footprint:
        return standing(self.body).placed(self.at, self.heading_deg)

    @cached_property
    def centre(self) -> tuple[float, float]:
        """Of its outline, without making it."""
        return standing(self.body).centre_at(self.at, self.heading_deg)

    @property
    def inner(self) -> float:
        """The radius of a circle about the centre that the outline holds."""
        return standing(self.body).inner


class Line(NamedTuple):
    """A line of sight over the ground: where it starts, the way it goes on, and the way across it."""

    start: Array
    onward: Array
    across: Array


def line_up(
    bodies: Sequence[Body], plot: Plot, view: Vec3, elevation_deg: float, facing_deg: float, rng: Rng
) -> list[Body]:
    """Stand bodies one behind the other as seen from `view`, so that each hides a part of the next.

    The gap between two grows no larger than the shadow the nearer one casts along the line of sight.
    """
    slope = math.tan(math.radians(max(elevation_deg, 5.0)))
    for line in _lines(plot, view, rng):
        row = _admitted(_one_behind_the_other(bodies, line, slope, facing_deg, rng), plot)
        if row is not None:
            return _put(row, plot)
    raise CannotPlace(f"no room for a row of {len(bodies)} objects one behind the other")


def shelter(
    bodies: Sequence[Body], plot: Plot, view: Vec3, elevation_deg: float, facing_deg: float, rng: Rng
) -> list[Body]:
    """Stand the first body before all the others, side by side, so that it hides a part of each of them.

    The others stand as close as they can without hiding each other, and nothing else will stand before them.
    """
    slope = math.tan(math.radians(elevation_deg))
    free = 2 * max(tall(b) for b in bodies) / slope
    for line in _lines(plot, view, rng):
        group = _admitted(_behind_the_first(bodies, line, slope, facing_deg, rng), plot)
        if group is None or len(group) < len(bodies):
            continue
        outlines = [spot.outline.points for spot in group]
        kept_free = around(outlines + [points - free * line.onward for points in outlines])
        if all(kept_free.clear_of(other, 0.0) for other in plot.taken):
            placed = _put(group, plot)
            plot.taken.append(kept_free)
            return placed
    raise CannotPlace(f"no room for {len(bodies) - 1} objects behind another")


def _lines(plot: Plot, view: Vec3, rng: Rng) -> Iterator[Line]:
    """Lines of sight to places on the plot, to be tried one after the other."""
    eye = np.asarray(view[:2])
    for _ in range(TRIES // 4):
        start = np.array(plot.anywhere(rng))
        onward = (start - eye) / np.linalg.norm(start - eye)
        yield Line(start, onward, np.array([-onward[1], onward[0]]))


def _one_behind_the_other(
    bodies: Sequence[Body], line: Line, slope: float, facing_deg: float, rng: Rng
) -> Iterator[Spot]:
    first, *others = bodies
    turn = heading(first, facing_deg, rng)
    yield _spot(first, line.start + 0.0 * line.onward + 0.0 * line.across, turn)
    far, half_before = 0.0, _half_along(standing(first).turned(turn), line.onward)
    reach = tall(first) / slope
    for body in others:
        turn = heading(body, facing_deg, rng)
        points = standing(body).turned(turn)
        half, wide = _half_along(points, line.onward), _half_along(points, line.across)
        far += half_before + half + CLEARANCE + float(rng.uniform(0, 0.3)) * reach
        shift = float(rng.uniform(-0.5, 0.5)) * wide
        yield _spot(body, line.start + far * line.onward + shift * line.across, turn)
        half_before, reach = half, tall(body) / slope


def _behind_the_first(bodies: Sequence[Body], line: Line, slope: float, facing_deg: float, rng: Rng) -> Iterator[Spot]:
    """The first body, and the others side by side behind it; the first alone if it does not cover them all."""
    front, *others = bodies
    screen = _spot(front, line.start, heading(front, facing_deg, rng))
    yield screen
    around_start = screen.outline.points - line.start
    back, half = float((around_start @ line.onward).max()), _half_along(around_start, line.across)
    turns = [heading(b, facing_deg, rng) for b in others]
    shapes = [standing(b).turned(t) for b, t in zip(others, turns, strict=True)]
    wide = [_half_along(points, line.across) for points in shapes]
    aside = _beside_each_other(wide, float(rng.uniform(1.05, 1.4)))
    if any(abs(x) - w > half - 2 * COVERED * w for x, w in zip(aside, wide, strict=True)):
        return
    for body, turn, points, x in zip(others, turns, shapes, aside, strict=True):
        share = float(rng.uniform(0.25, 0.6))
        gap = max((tall(front) - share * tall(body)) / slope, CLEARANCE)
        far = gap + back + _half_along(points, line.onward)
        yield _spot(body, line.start + far * line.onward + x * line.across, turn)


def _beside_each_other(halves: Sequence[float], apart: float) -> list[float]:
    """Middles of things in a row about 0, from half their widths; `apart` is how much room each takes of its own."""
    ends = np.cumsum([2 * apart * h for h in halves])
    return [float(end - apart * h - ends[-1] / 2) for end, h in zip(ends, halves, strict=True)]


def _half_along(points: Array, way: Array) -> float:
    """How far an outline about the origin reaches along `way`, to either side."""
    return float(np.abs(points @ way).max())


def _spot(body: Body, at: Array, heading_deg: float) -> Spot:
    x, y = at.tolist()
    return Spot(body, (x, y), heading_deg)


def _admitted(proposed: Iterable[Spot], plot: Plot) -> list[Spot] | None:
    """The proposed spots, or None at the first that does not fit on the plot and beside those before it."""
    row: list[Spot] = []
    for spot in proposed:
        if plot.refuses(spot.centre, spot.inner) or any(_surely_overlap(spot, other) for other in row):
            return None
        beside = all(spot.outline.clear_of(other.outline, CLEARANCE) for other in row)
        if not beside or not plot.admits(spot.outline):
            return None
        row.append(spot)
    return row


def _surely_overlap(a: Spot, b: Spot) -> bool:
    """Whether two outlines are too near each other, by the circles in them."""
    return math.dist(a.centre, b.centre) < a.inner + b.inner + CLEARANCE - SURE


def _put(row: Iterable[Spot], plot: Plot) -> list[Body]:
    return [plot.put(spot.body, spot.at, spot.heading_deg) for spot in row]

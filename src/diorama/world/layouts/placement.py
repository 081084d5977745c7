"""Placement: where bodies can stand without touching, and how they come to rest there.

Positions are proposed from the bodies' outlines seen from above, kept apart by a clearance; physics has the
last word, and a world in which something fell, tipped over or overlaps is thrown away.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diorama.errors import CannotPlace
from diorama.world.assets import build_shape, get_asset
from diorama.world.model import Body, Surface, Vec2, World, replace
from diorama.world.outlines import Footprint, area, footprint, standing
from diorama.world.physics import settle
from diorama.world.poses import rotation, transform, yaw

Array = NDArray[np.float64]
Rng = np.random.Generator

CLEARANCE = 0.012
"""Metres between the outlines of neighbours."""
EDGE = 0.015
"""Metres between an outline and the edge of what it stands on."""
TRIES = 400
"""Proposals for one body before giving up."""
SLIDE = 0.06
"""Metres that a body may shift while it settles."""
TILT_DEG = 8.0
"""How far a standing body may lean when settled; round ones may roll."""
LIFT = 0.0005
"""Metres above its support at which a body is let go."""
SURE = 1e-6
"""Metres by which a quick test must fail before it is believed: far more than rounding can be."""


@dataclass
class Plot:
    """A level surface being filled: what stands on it already."""

    surface: Surface
    headroom: float = math.inf
    """Nothing taller fits under what is above."""
    within: tuple[Vec2, Vec2] | None = None
    """The corners (lowest, highest x and y) of the part that is used, if not all of it."""
    air: float = 0.0
    """Metres that things keep from each other and from the edges, besides the least."""
    taken: list[Footprint] = field(default_factory=list)

    @cached_property
    def ground(self) -> Footprint:
        """The surface's outline in world coordinates."""
        turn = rotation(self.surface.quaternion)[:2, :2]
        return Footprint.of(np.asarray(self.surface.outline) @ turn.T + np.asarray(self.surface.position[:2]))

    @cached_property
    def span(self) -> tuple[Array, Array]:
        """The corners of the box, seen from above, that things may stand in."""
        if self.within is not None:
            return np.asarray(self.within[0]), np.asarray(self.within[1])
        return self.ground.points.min(axis=0), self.ground.points.max(axis=0)

    @cached_property
    def _edges(self) -> tuple[tuple[float, float, float], ...]:
        """Of each edge of the ground its normal, outward, and how far it lies along that."""
        return tuple(zip(*self.ground.normals.T.tolist(), self.ground.reach.tolist(), strict=True))

    @cached_property
    def _box(self) -> tuple[float, float, float, float]:
        low, high = self.span
        return (*low.tolist(), *high.tolist())

    def anywhere(self, rng: Rng) -> tuple[float, float]:
        """A place in the part that is used, all equally likely."""
        left, bottom, right, top = self._box
        x = float(rng.uniform(left, right))
        return x, float(rng.uniform(bottom, top))

    def refuses(self, centre: tuple[float, float], inner: float, clearance: float = CLEARANCE) -> bool:
        """Whether an outline that holds this circle is surely not admitted: cheap, and it spares placing most of them.

        False says nothing: only `admits` knows.
        """
        x, y = centre
        left, bottom, right, top = self._box
        out = inner - SURE
        if x - out < left or y - out < bottom or x + out > right or y + out > top:
            return True
        if any(reach - nx * x - ny * y < EDGE + self.air + out for nx, ny, reach in self._edges):
            return True
        apart = out + clearance + self.air
        return any(math.dist(centre, other.centre) < other.inner + apart for other in self.taken)

    def admits(self, candidate: Footprint, clearance: float = CLEARANCE) -> bool:
        """Whether the outline fits on the surface and keeps clear of everything there."""
        low, high = self.span
        return (
            bool((candidate.points >= low).all() and (candidate.points <= high).all())
            and self.ground.depth_of(candidate.points) >= EDGE + self.air
            and all(candidate.clear_of(other, clearance + self.air) for other in self.taken)
        )

    def put(self, body: Body, at: tuple[float, float], heading_deg: float) -> Body:
        """Stand a body there and remember it."""
        self.taken.append(footprint(body, at=at, heading_deg=heading_deg))
        return replace(body, position=(at[0], at[1], self.surface.position[2] + LIFT), quaternion=yaw(heading_deg))


def scatter(bodies: Sequence[Body], plots: Sequence[Plot], facing_deg: float, rng: Rng) -> list[Body]:
    """Stand bodies at random places, the largest first; raise `CannotPlace` when one finds none."""
    order = sorted(bodies, key=lambda b: -footprint(b).radius)
    shares = _cumulated_areas(plots)
    placed: dict[str, Body] = {}
    for body in order:
        high, outline = tall(body), standing(body)
        child = np.random.default_rng(rng.integers(2**63))
        for _ in range(TRIES):
            plot = plots[bisect_right(shares, child.random())]
            if high > plot.headroom:
                continue
            at = plot.anywhere(child)
            heading_deg = heading(body, facing_deg, child)
            if plot.refuses(outline.centre_at(at, heading_deg), outline.inner):
                continue
            if plot.admits(outline.placed(at, heading_deg)):
                placed[body.name] = plot.put(body, at, heading_deg)
                break
        else:
            raise CannotPlace(f"no room left for {body.phrase}: {len(bodies)} objects are too many for the surface")
    return [placed[b.name] for b in bodies]


def _cumulated_areas(plots: Sequence[Plot]) -> list[float]:
    """Shares of all ground up to and including each plot: a number in [0, 1) chooses one by its area."""
    areas = np.array([area(p.ground.points) for p in plots])
    shares = (areas / areas.sum()).cumsum()
    return list((shares / shares[-1]).tolist())


def tall(body: Body) -> float:
    """How high a body reaches above what it stands on, metres."""
    return build_shape(body.noun, body.seed).size[2] * body.scale


def stack(base: Body, upper: Body, facing_deg: float, rng: Rng) -> Body:
    """`upper`, standing on the flat top of `base`, which is placed already."""
    top = build_shape(base.noun, base.seed).top
    if top is None:
        raise CannotPlace(f"{base.phrase} has no flat top to stand things on")
    middle = np.append(np.mean(top.outline, axis=0), top.height)
    x, y, z = transform(base, middle[None])[0].tolist()
    return replace(upper, position=(x, y, z + LIFT), quaternion=yaw(heading(upper, facing_deg, rng)))


def fill(container: Body, contents: Sequence[Body], rng: Rng) -> list[Body]:
    """`contents` above the opening of `container`, one over the other, ready to fall in."""
    cavity = build_shape(container.noun, container.seed).cavity
    if cavity is None:
        raise CannotPlace(f"{container.phrase} cannot hold anything")
    x, y = np.mean(cavity.outline, axis=0).tolist()
    height = cavity.floor + 0.25 * (cavity.opening - cavity.floor)
    placed: list[Body] = []
    for body in contents:
        shape = build_shape(body.noun, body.seed)
        room = cavity.inner_radius * container.scale - float(np.hypot(*shape.footprint.T).max()) * body.scale
        slack = max(0.0, room) * 0.7 / container.scale
        angle, out = rng.uniform(0, 2 * math.pi), slack * math.sqrt(rng.uniform())
        if room < 0 or placed:
            height = max(height, cavity.opening)
        spot = transform(container, np.array([[x + out * math.cos(angle), y + out * math.sin(angle), height]]))[0]
        sx, sy, sz = spot.tolist()
        placed.append(replace(body, position=(sx, sy, sz + 0.003), quaternion=yaw(float(rng.uniform(0, 360)))))
        height += (shape.size[2] * body.scale + 0.006) / container.scale
    return placed


def fits_inside(body: Body, container: Body) -> bool:
    """Whether a body is small enough to be put into a container by hand."""
    cavity = build_shape(container.noun, container.seed).cavity
    if cavity is None:
        return False
    shape = build_shape(body.noun, body.seed)
    wide = float(np.hypot(*shape.footprint.T).max()) * body.scale
    deep = (cavity.opening - cavity.floor) * container.scale
    return wide < 0.85 * cavity.inner_radius * container.scale and shape.size[2] * body.scale < 1.3 * deep


def fits_on_top(body: Body, base: Body) -> bool:
    """Whether a body can stand on another's flat top with room to spare."""
    top = build_shape(base.noun, base.seed).top
    if top is None or get_asset(body.noun).round:
        return False
    wide = float(np.hypot(*build_shape(body.noun, body.seed).footprint.T).max()) * body.scale
    return wide < 0.95 * top.inner_radius * base.scale


def heading(body: Body, facing_deg: float, rng: Rng) -> float:
    """A natural heading: things with a front mostly face the camera, others any way."""
    if get_asset(body.noun).fronted:
        return float(facing_deg + rng.normal(0, 40))
    return float(rng.uniform(0, 360))


def at_rest(world: World, *, loose: Container[str] = ()) -> World | None:
    """The world settled, or None if something moved on, overlaps, fell, slid away or tipped over.

    Bodies named in `loose` (what was dropped into a container) may turn as they like.
    """
    rested = settle(world)
    if rested is None:
        return None
    for before, after in zip(world.bodies, rested.bodies, strict=True):
        if before.fixed or before.hinge is not None:
            continue
        x, y, z = np.subtract(after.position, before.position).tolist()
        if z < -_drop_allowed(before, world) or math.hypot(x, y) > SLIDE * max(1.0, before.scale):
            return None
        upright = float(rotation(before.quaternion)[:, 2] @ rotation(after.quaternion)[:, 2])
        if before.name not in loose and not get_asset(before.noun).round and upright < math.cos(math.radians(TILT_DEG)):
            return None
    return rested


def _drop_allowed(body: Body, world: World) -> float:
    """How far a body may sink while settling: to the bottom of what it was let go over."""
    supports = [s.position[2] for s in world.surfaces if s.position[2] <= body.position[2] + 1e-3]
    return body.position[2] - max(supports, default=body.position[2]) + 0.005

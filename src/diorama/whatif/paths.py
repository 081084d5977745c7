"""Straight moves: what the mover hits, how closely it passes the rest, and what it hides on the way.

Collisions are found with the collision shapes: the distance between convex parts, along the whole path. Fixtures
(floors, walls, tables) are never hit, and nothing is simulated, so a path costs milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from diorama.sight import Sight, see
from diorama.sight.exact import frame_window
from diorama.whatif.interventions import Move, Way, direction, displacement
from diorama.world import Camera, Simulation, World, replace
from diorama.world.model import Vec3
from diorama.world.outlines import footprint, to_edge
from diorama.world.poses import box_corners, oriented_box, outline_points

Array = NDArray[np.float64]
Geoms = NDArray[np.signedinteger[Any]]

STEP = 0.002
"""Metres: the least by which a mover advances between two tests."""
FAR = 10.0
"""Metres: gaps are measured no farther."""
CAUTION = 0.25
"""The mover advances by this share of the gap, so a gap is never overestimated by more than an eighth."""


@dataclass(frozen=True)
class Meeting:
    """A body that is hit on the way, and how far the mover had come."""

    name: str
    distance: float


@dataclass(frozen=True)
class Sweep:
    """What a straight path hits, and how closely it passes the rest."""

    meetings: tuple[Meeting, ...]
    """In the order in which they are hit."""
    clearances: dict[str, float]
    """For each inventory body the smallest gap on the way, metres; 0 if it is hit."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(m.name for m in self.meetings)


def sweep(world: World, move: Move, *, within: float = 0.3) -> Sweep:
    """Slide a body along its path through everything: what does it touch, and how near are the others?

    The mover does not stop: to learn what it hits after the first is gone, remove that and ask again.
    Gaps wider than `within` metres are not measured further.
    """
    slide = _Slide(world, move, within)
    found: dict[str, tuple[float, float | None]] = dict.fromkeys(_others(world, move.name), (within, None))
    found.update({name: slide.along(name, within) for name in slide.others})
    return Sweep(_in_order(found), {name: max(0.0, gap) for name, (gap, _) in found.items()})


def meetings(world: World, move: Move) -> tuple[Meeting, ...]:
    """The bodies that a straight path hits, in order: a `sweep` without the clearances."""
    slide = _Slide(world, move, 0.0)
    return _in_order({name: slide.along(name, FAR, pace=1.0) for name in slide.others})


def _in_order(found: dict[str, tuple[float, float | None]]) -> tuple[Meeting, ...]:
    met = [Meeting(name, distance) for name, (_, distance) in found.items() if distance is not None]
    return tuple(sorted(met, key=lambda m: m.distance))


def overlap_across(world: World, move: Move, names: Iterable[str], *, step: float = 0.05) -> dict[str, float]:
    """How far the path would have to shift sideways to miss each body that it hits, in widths of the mover.

    Both sides are tried, `step` widths at a time, up to half a width.
    """
    width = width_across(world, move)
    slide = _Slide(world, move, width)
    way = direction(world[move.name], move.way)
    side = np.array([-way[1], way[0], 0.0])
    found = {}
    for name in names:
        shares = np.arange(0.0, 0.5 + step / 2, step)
        found[name] = next(
            (
                float(share)
                for share in shares
                if any(slide.along(name, FAR, aside=s * share * width * side, pace=1.0)[1] is None for s in (-1, 1))
            ),
            0.5,
        )
    return found


def floor_ahead(world: World, name: str, way: Way | Vec3 = "forward", *, surface: str = "top") -> float:
    """The distance from the middle of a body, along one of its directions, to the edge of what it stands on."""
    patch = world.surface(surface)
    outline = np.asarray(patch.outline) + np.asarray(patch.position[:2])
    along = direction(world[name], way)[:2]
    return to_edge(outline, np.asarray(world[name].position[:2]), along / np.linalg.norm(along))


def overlap_along(world: World, move: Move, camera: Camera, other: str, *, views: int = 33) -> Array:
    """How much the outlines of the mover and another body overlap in the picture, at evenly spaced moments of a move.

    As a share of the smaller outline; whichever is in front hides that much of the one behind. Nothing else counts.
    """
    mover, still = just(world, (move.name,)), see(just(world, (other,)), camera)
    start, path = np.asarray(world[move.name].position), displacement(world, move)
    corners, spot = box_corners(world[move.name]), still.crops[other]
    shares = []
    for share in np.linspace(0, 1, views):
        rows, columns = frame_window(camera, corners + share * path)
        if not (_meet(rows, spot.rows) and _meet(columns, spot.columns)):
            shares.append(0.0)
            continue
        x, y, z = (start + share * path).tolist()
        moved = see(mover.change(move.name, position=(x, y, z)), camera)
        sight = Sight(camera, {**moved.crops, **still.crops}, still.behind, (move.name, other))
        both = sight.in_front_px(move.name, other) + sight.in_front_px(other, move.name)
        shares.append(both / max(1, min(sight.silhouette_px(move.name), sight.silhouette_px(other))))
    return np.array(shares)


def gap_along(world: World, move: Move, camera: Camera, other: str, *, views: int = 33) -> float:
    """How near the outlines of the mover and another body come in the picture during a move, as a share of its height.

    0 where they overlap; infinite if one of them is never in the picture.
    """
    mover, still = just(world, (move.name,)), see(just(world, (other,)), camera).silhouette(other)
    if not still.any():
        return float("inf")
    away, start, path = distance_transform_edt(~still), np.asarray(world[move.name].position), displacement(world, move)
    nearest = float("inf")
    for share in np.linspace(0, 1, views):
        x, y, z = (start + share * path).tolist()
        outline = see(mover.change(move.name, position=(x, y, z)), camera).silhouette(move.name)
        nearest = min(nearest, float(away[outline].min(initial=np.inf)))
    return max(0.0, nearest - 1) / camera.height


def _meet(a: slice, b: slice) -> bool:
    return bool(a.start < b.stop and b.start < a.stop)


def just(world: World, names: Collection[str]) -> World:
    """The world with only these bodies and no fixtures: all that a question about them needs."""
    return replace(world, bodies=tuple(b for b in world.bodies if b.name in names), fixtures=(), surfaces=())


def room_ahead(world: World, name: str, way: Way | Vec3, *, surface: str = "top") -> float:
    """How far a body can go along a direction before its outline reaches the edge of what it stands on."""
    patch, body = world.surface(surface), world[name]
    outline = np.asarray(patch.outline) + np.asarray(patch.position[:2])
    along = direction(body, way)[:2]
    return min(to_edge(outline, point, along / np.linalg.norm(along)) for point in footprint(body).points)


def width_across(world: World, move: Move) -> float:
    """How wide the mover is, seen along its path."""
    body = world[move.name]
    way = direction(body, move.way)
    side = np.array([-way[1], way[0], 0.0])
    return float(np.ptp(outline_points([body]) @ side))


def _others(world: World, mover: str) -> tuple[str, ...]:
    return tuple(n for n in world.inventory if n != mover)


def _passes(world: World, mover: str, path: Array, other: str) -> float:
    """A lower bound of the gap on the way: the distance between the spheres around both."""
    mine, its = oriented_box(world[mover]), oriented_box(world[other])
    to = its.centre - mine.centre
    share = np.clip(to @ path / max(1e-12, float(path @ path)), 0.0, 1.0)
    reach = np.linalg.norm(mine.half) + np.linalg.norm(its.half)
    return float(np.linalg.norm(to - share * path) - reach)


class _Slide:
    """The collision parts of a mover, ready to be put anywhere on its path, and of what it comes near to."""

    def __init__(self, world: World, move: Move, within: float) -> None:
        mover = world[move.name].name
        self.path = displacement(world, move)
        self.length = float(np.linalg.norm(self.path))
        self.others = tuple(n for n in _others(world, mover) if _passes(world, mover, self.path, n) < within)
        bodies = tuple(
            replace(b, fixed=True, hinge=None) for b in world.bodies if b.name == mover or b.name in self.others
        )
        simulation = Simulation(replace(world, bodies=bodies, fixtures=(), surfaces=()))
        self.model, self.data = simulation.model, simulation.data
        self.geoms: dict[str, Geoms] = {
            n: np.nonzero(self.model.geom_bodyid == self.model.body(n).id)[0] for n in (mover, *self.others)
        }
        self.mine = self.geoms[mover]
        self.start = self.data.geom_xpos[self.mine].copy()

    def along(
        self, name: str, within: float, *, aside: Array | float = 0.0, pace: float = CAUTION
    ) -> tuple[float, float | None]:
        """The smallest gap to a body, and how far along the path it is hit (None if it is not).

        A gap is how far the mover can go at least before it touches; at a `pace` of 1 it goes that far.
        """
        least, gone = within, 0.0
        while True:
            self.data.geom_xpos[self.mine] = self.start + aside + self.path * (gone / max(self.length, 1e-12))
            gap = self._gap(self.geoms[name], within)
            least = min(least, gap)
            if gap <= 0:
                return 0.0, gone
            if gone >= self.length:  # the end itself has been tested
                return least, None
            gone = min(self.length, gone + max(STEP, pace * gap))

    def _gap(self, its: Geoms, most: float) -> float:
        """The distance between the mover's parts and another's, no farther than `most`; 0 or less where they touch."""
        radii = self.model.geom_rbound
        apart = np.linalg.norm(self.data.geom_xpos[self.mine][:, None] - self.data.geom_xpos[its], axis=2)
        apart -= radii[self.mine][:, None] + radii[its]
        best = most
        for pair in np.argsort(apart, axis=None):
            a, b = np.unravel_index(pair, apart.shape)
            if apart[a, b] >= best:
                break
            best = min(best, mujoco.mj_geomDistance(self.model, self.data, int(self.mine[a]), int(its[b]), best, None))
            if best <= 0:
                break
        return best

"""From tracks in a picture to what they would mean in its world: which body moves, where to, or how it was thrown.

Only the tracks say what happens. The world tells what is there: exact labels, the camera, the level on which a body
moves. Its velocities, which are part of what is to be found out, are set to rest first.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from diorama.imagine.generators.protocol import CannotImagine
from diorama.imagine.supposed import BEGUN, MOVED_PX, Supposed
from diorama.imagine.tracks import Track, Tracks
from diorama.imagine.truth import truth_of
from diorama.perceive.spots import Point, Size
from diorama.sight import Shot, Sight, View, see
from diorama.whatif import Advance, Drop, Intervention, Launch, Move, Remove, Then, meetings
from diorama.world import Camera, World, project
from diorama.world.cameras import basis, focal_px
from diorama.world.model import ORIGIN, Vec3, replace
from diorama.world.poses import box_centre, vec3

Array = NDArray[np.float64]

NEAR = 0.006
"""Share of the picture's longer side by which a track may miss the middle of the body that it is of."""
ASIDE = 0.2
"""What is let go moves by no more than this to the side at first, as a share of how far it falls."""
STEADY = 0.6
"""In flight, neither of the first two steps of a track is shorter than this share of the other one."""
STRUCK, AFTERWARDS = 1.0, 0.6
"""Metres a second at which a ball in play is sent off; seconds that it is watched beyond the end of its track."""
MOST_SECONDS, FASTEST = 60.0, 100.0
"""No clip lasts longer, and nothing is thrown at more metres a second."""
FARTHEST = 3.0
"""A body is carried no farther than so many radii of its stage: beyond that there is nothing."""


def supposed_by(tracks: Tracks, shot: Shot, size: Size | None = None) -> Supposed:
    """What tracks say about the world of a picture, carried out by physics; `CannotImagine` if that is nothing.

    The first moving track is what happens. Others say what is taken away, or put elsewhere, when that begins. A level
    way is driven to its end; what stops right before another thing is taken to have run into it. A ball that is in play
    is sent off that way, firmly, and left to itself. What falls is let go, or thrown as fits its track best.
    """
    if not tracks.moving:
        raise CannotImagine("no track says what moves")
    shot = shot if size is None else Supposed(shot, "").resized(*size).shot
    still = replace(shot, world=_at_rest(shot.world))
    sight = see(still.world, still.camera)
    first, *others = [(_body_at(still, sight, track), track) for track in tracks.moving]
    before = [step for name, track in others if (step := _at_once(still, name, track)) is not None]
    name, track = first
    world, last = _going(still, name, track)
    if last is None and not before:
        return Supposed(still, name)
    steps = (*before, *(() if last is None else (last,)))
    supposed = truth_of(replace(still, world=world), Then(steps=steps))
    return Supposed(still, name, supposed.motion, supposed.gone, supposed.falls)


def _at_rest(world: World) -> World:
    return replace(world, bodies=tuple(replace(b, velocity=ORIGIN, spin=ORIGIN) for b in world.bodies))


def _body_at(shot: Shot, sight: Sight, track: Track) -> str:
    """The inventory body that a track begins at: the one seen there.

    A track runs through the middle of a body. Where that is hidden, the body whose middle it is counts.
    """
    x, y = track.points[0].tolist()
    near = {n: gap for n in sight.inventory if (gap := _gap(shot, sight, n, (x, y))) < NEAR * max(sight.ids.shape)}
    row, column = math.floor(y), math.floor(x)
    inside = 0 <= row < sight.camera.height and 0 <= column < sight.camera.width
    there = sight.names[sight.ids[row, column]] if inside and sight.ids[row, column] >= 0 else ""
    if there in sight.inventory and (there in near or not near):
        return there
    if near:
        return min(near, key=lambda name: near[name])
    seen = f"only {shot.world[there].phrase or there}" if there else "nothing that a question could name"
    raise CannotImagine(f"the track begins at ({x:.0f}, {y:.0f}), where there is {seen}")


def _gap(shot: Shot, sight: Sight, name: str, point: Point) -> float:
    """How far a point is from a body's middle: that of all of it, or that of the box around what is seen of it."""
    if not sight.visible_px(name):
        return math.inf
    middles = [project(sight.camera, box_centre(shot.world[name]))[:2].tolist()]
    if (box := View(shot.world, sight.camera).visible_rectangle(name)) is not None:
        middles.append([(box.left + box.right) / 2, (box.top + box.bottom) / 2])
    return min(math.dist(point, each) for each in middles)


def _at_once(shot: Shot, name: str, track: Track) -> Intervention | None:
    """What a track says of a thing that changes when the clip begins."""
    if not track.seen.all():
        return Remove(name=name)
    way = _level_way(shot, name, track)
    return None if way is None else Move(name=name, way=vec3(way), distance=float(np.linalg.norm(way)))


def _going(shot: Shot, name: str, track: Track) -> tuple[World, Intervention | None]:
    """What a track says of the thing that the clip is about, and the world in which that is to be done."""
    world, body = shot.world, shot.world[name]
    if not track.seen.all():
        return world, Remove(name=name)
    if track.falls:
        return world, _falling(shot, name, track)
    way = _level_way(shot, name, track)
    if way is None:
        return world, None
    if body.bounce > 0:
        length = float(np.linalg.norm(way))
        seconds = min(length / STRUCK + AFTERWARDS, MOST_SECONDS)
        return world.change(name, velocity=vec3(way * STRUCK / length)), Advance(seconds=seconds)
    move = Move(name=name, way=vec3(way), distance=float(np.linalg.norm(way)))
    longer = replace(move, distance=(move.distance or 0.0) * (1 + 1 / max(1, track.frames - 1)))
    stopped = not meetings(world, move) and meetings(world, longer)  # right before a thing, between two frames
    return world, longer if stopped else move


def _level_way(shot: Shot, name: str, track: Track) -> Array | None:
    """The way on which a track sets a body off on its level, as far as it goes along it, metres; None if it stays."""
    points = track.points
    if float(np.linalg.norm(points - points[0], axis=1).max()) < MOVED_PX:
        return None
    height = float(box_centre(shot.world[name])[2])
    places = _on_level(shot.camera, points, height)
    valid = np.isfinite(places).all(axis=1)
    places = places[: len(valid) if valid.all() else int(valid.argmin())]  # a way beyond the horizon ends there
    gone = np.linalg.norm(places - places[:1], axis=1)
    if len(places) < 2 or gone.max() < 1e-4:
        raise CannotImagine(
            f"{shot.world[name].phrase} cannot move like that on its level: the track leaves the ground"
        )
    begun = places[int(np.argmax(gone >= BEGUN * gone.max()))] - places[0]
    ahead = begun / np.linalg.norm(begun)
    way: Array = ahead * min(float(((places - places[0]) @ ahead).max()), FARTHEST * shot.world.stage.radius)
    return way


def _on_level(camera: Camera, points: Array, height: float) -> Array:
    """The points at a height in the world that are seen at points of the picture; not finite above the horizon."""
    rays = _rays(camera, points)
    with np.errstate(divide="ignore", invalid="ignore"):
        far = (height - camera.position[2]) / rays[:, 2]
    far = np.where(far > 0, far, np.nan)
    places: Array = np.asarray(camera.position) + far[:, None] * rays
    return places


def _rays(camera: Camera, points: Array) -> Array:
    """Directions through points of the picture, in the world; depth 1."""
    x, y = (points - (camera.width / 2, camera.height / 2)).T / focal_px(camera)
    rays: Array = np.stack([x, y, np.ones(len(points))], axis=1) @ basis(camera)
    return rays


def _falling(shot: Shot, name: str, track: Track) -> Intervention:
    """A body that is let go, if its track begins like that; otherwise thrown with the velocity that fits best."""
    thrown = _throw(shot, name, _first_arc(track.points), len(track.points))
    if _let_go(track.points) or (thrown is None and _begins_down(track.points)):
        return Drop(name=name)
    if thrown is None:
        raise CannotImagine(f"no throw of {shot.world[name].phrase} looks like its track, which is said to fall")
    velocity, seconds = thrown
    return Launch(name=name, velocity=velocity, seconds=seconds)


def _let_go(points: Array) -> bool:
    """Whether a track begins at rest: straight down, and ever faster. In flight the first steps are much alike."""
    first, second = np.linalg.norm(np.diff(points[:3], axis=0), axis=1) if len(points) > 2 else (0.0, 1.0)
    return _begins_down(points) and not STEADY < first / max(second, 1e-9) < 1 / STEADY


def _begins_down(points: Array) -> bool:
    gone = np.linalg.norm(points - points[0], axis=1)
    if gone.max() < MOVED_PX:
        return True
    aside, down = points[int(np.argmax(gone >= max(MOVED_PX, BEGUN * gone.max())))] - points[0]
    return bool(down > 0 and abs(aside) <= ASIDE * down)


def _first_arc(points: Array) -> Array:
    """The track up to where it turns from down to up: there it bounces."""
    down = np.diff(points[:, 1])
    turns = np.flatnonzero((down[:-1] > 0.5) & (down[1:] < -0.5))
    return points[: int(turns[0]) + 1] if len(turns) and turns[0] >= 3 else points


def _throw(shot: Shot, name: str, points: Array, frames: int) -> tuple[Vec3, float] | None:
    """The velocity and the time for all frames that make a thrown body appear where its track is; None if none do.

    With s from 0 to 1 over the points, the body is at start + a s − b s² (upwards). Its picture lies on the ray of
    each point, which is linear in a and b; b tells the time, since gravity is known.
    """
    camera, start = shot.camera, box_centre(shot.world[name])
    share = np.linspace(0.0, 1.0, len(points))[1:]
    points = points[1:] + (project(camera, start)[:2] - points[0])  # what was not quite its middle is taken for it
    right, down, ahead = basis(camera)
    x, y = (points - (camera.width / 2, camera.height / 2)).T / focal_px(camera)
    normals = np.concatenate([right - x[:, None] * ahead, down - y[:, None] * ahead])
    shares = np.tile(share, 2)
    unknown = np.column_stack([normals * shares[:, None], -normals[:, 2] * shares**2])
    found, *_ = np.linalg.lstsq(unknown, -normals @ (start - np.asarray(camera.position)), rcond=None)
    drop = float(found[3])
    if not np.isfinite(found).all() or drop <= 1e-6 or shot.world.gravity <= 0:
        return None
    seconds = math.sqrt(2 * drop / shot.world.gravity)
    velocity, whole = vec3(found[:3] / seconds), seconds * (frames - 1) / len(share)
    return None if whole > MOST_SECONDS or max(map(abs, velocity)) > FASTEST else (velocity, whole)

"""The second derivation: the event again at a quarter of the time step, and each outcome by other code.

Shared with what builds the questions are the simulator, the ride of a camera and the places; all else is found in
another way: middles come from vertices, directions from complex numbers in the plane of the ground, and what a vehicle
does from where it went. Limits lie between those that the gates keep outcomes away from.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from diorama.kinds import Answer, Choice
from diorama.sight import mounted, see
from diorama.suites.video.query import Prediction
from diorama.suites.video.tasks import TASKS
from diorama.world import Camera, Motion, World
from diorama.world.mjcf import usual_timestep
from diorama.world.motors import play
from diorama.world.poses import outline_points

Array = NDArray[np.float64]

FINER = 4


def check(query: Prediction, answer: Answer, world: World, camera: Camera) -> str | None:
    """What disagrees with a stored answer."""
    motion = play(world, query.drives, query.seconds, timestep=usual_timestep(world) / FINER)
    found = READERS[query.form](query, motion)
    assert isinstance(answer, Choice)
    return None if found == answer.option else f"the event at a finer step gives: {found}"


for task in TASKS:
    task.check(check)


def _box_middle(motion: Motion, name: str, seconds: float) -> Array:
    """The middle of a body, from the vertices of its mesh in its own frame."""
    body = motion.at(seconds)[name]
    upright = motion.world[name].model_copy(update={"position": (0.0, 0.0, 0.0), "quaternion": (1.0, 0.0, 0.0, 0.0)})
    points = outline_points([upright])
    own = (points.min(axis=0) + points.max(axis=0)) / 2
    return np.asarray(body.position) + _turned(body.quaternion, own)


def _turned(quaternion: tuple[float, float, float, float], vector: Array) -> Array:
    """A vector turned by a quaternion, by the sandwich product."""
    w, axis = quaternion[0], np.asarray(quaternion[1:])
    twice = 2 * np.cross(axis, vector)
    turned: Array = np.add(np.add(vector, w * twice), np.cross(axis, twice))
    return turned


def _eye(query: Prediction, motion: Motion) -> Camera:
    rides = query.eye.rides
    if not rides:
        return query.eye.camera
    return mounted(query.eye.camera, motion.world[rides], motion.at(query.moment)[rides])


def _bearing(vector: Array, eye: Camera) -> str:
    """A direction on the ground by its angle to the line of sight."""
    sight = complex(eye.target[0] - eye.position[0], eye.target[1] - eye.position[1])
    turn = math.degrees(cmath.phase(complex(vector[0], vector[1]) / sight))
    if abs(turn) < 45:
        return "far"
    return "near" if abs(turn) > 135 else "left" if turn > 0 else "right"


def _side(query: Prediction, motion: Motion) -> str:
    a, b = (_box_middle(motion, n, query.moment) for n in query.about)
    words = {
        "left": "to the left of it",
        "right": "to the right of it",
        "near": "in front of it, nearer to the camera",
        "far": "behind it, farther from the camera",
    }
    return words[_bearing(a - b, _eye(query, motion))]


def _pace(motion: Motion, name: str, seconds: float) -> Array:
    early, late = (_box_middle(motion, name, seconds + s) for s in (-0.1, 0.1))
    last = float(motion.times[-1])
    return (late - early) / (min(last, seconds + 0.1) - max(0.0, seconds - 0.1))


def _heading(query: Prediction, motion: Motion) -> str:
    words = {
        "left": "towards the left",
        "right": "towards the right",
        "near": "towards the camera",
        "far": "away from the camera",
    }
    return words[_bearing(_pace(motion, query.about[0], query.moment), _eye(query, motion))]


def _facing(query: Prediction, motion: Motion) -> str:
    words = {
        "left": "to the left",
        "right": "to the right",
        "near": "towards the camera",
        "far": "away from the camera",
    }
    front = _turned(motion.at(query.moment)[query.about[0]].quaternion, np.array([1.0, 0.0, 0.0]))
    return words[_bearing(front, _eye(query, motion))]


def _intent(query: Prediction, motion: Motion) -> str:
    """From where it went: how far it turned, whom it passed, where it stopped."""
    name, end = query.about[0], float(motion.times[-1])
    fronts = [_turned(motion.at(t)[name].quaternion, np.array([1.0, 0.0, 0.0])) for t in (0.0, end)]
    turn = math.degrees(cmath.phase(complex(*fronts[1][:2]) / complex(*fronts[0][:2])))
    stopped = float(np.linalg.norm(_pace(motion, name, end - 0.2))) < 0.2
    if query.zones:
        at = _box_middle(motion, name, end)
        flat = (at[0], at[1], 0.0)  # a bay is painted: how high a vehicle stands above it does not matter
        bay = next((z.phrase for z in query.zones if _inside(z.low, z.high, np.array(flat))), "no bay")
        return f"park in {bay}"
    if any("overtake" in intent for intent in query.intents):
        path = motion.path(name)
        aside = float(path[np.abs(path[:, 1] - path[0, 1]).argmax(), 1] - path[0, 1])
        if abs(aside) > 1.5:
            return f"overtake on its own {'left' if aside > 0 else 'right'}"
        return "stop" if stopped else "stay behind"
    if abs(turn) > 45:
        return f"turn to its own {'left' if turn > 0 else 'right'}"
    return "stop" if stopped else "go straight on"


def _inside(low: tuple[float, float, float], high: tuple[float, float, float], at: Array) -> bool:
    return all(a <= p <= b for a, p, b in zip(low, at.tolist(), high, strict=True))


def _nearest_to(query: Prediction, motion: Motion) -> str:
    centre, *others = query.about
    here = _box_middle(motion, centre, query.moment)
    return min(others, key=lambda n: math.dist(_box_middle(motion, n, query.moment), here))


def _nearest_camera(query: Prediction, motion: Motion) -> str:
    eye = _eye(query, motion).position
    return min(query.about, key=lambda n: math.dist(_box_middle(motion, n, query.moment), eye))


def _gap(query: Prediction, motion: Motion) -> str:
    then, now = (math.dist(*(_box_middle(motion, n, t) for n in query.about)) for t in (query.moment, query.cut))
    return (
        "about as far apart" if abs(then - now) < 0.16 * now else "farther apart" if then > now else "closer together"
    )


def _fastest(query: Prediction, motion: Motion) -> str:
    return max(query.about, key=lambda n: float(np.linalg.norm(_pace(motion, n, query.moment))))


def _change(query: Prediction, motion: Motion) -> str:
    then, now = (float(np.linalg.norm(_pace(motion, query.about[0], t))) + 0.03 for t in (query.moment, query.cut))
    return "about as fast" if abs(math.log(then / now)) < 0.24 else "faster" if then > now else "slower"


def _largest(query: Prediction, motion: Motion) -> str:
    sight = see(motion.at(query.moment), _eye(query, motion))
    return max(query.about, key=lambda n: int(sight.visible(n).sum()))


def _tilt(motion: Motion, name: str, seconds: float) -> float:
    tops = [_turned(motion.at(t)[name].quaternion, np.array([0.0, 0.0, 1.0])) for t in (0.0, seconds)]
    first, last = (math.degrees(math.acos(max(-1.0, min(1.0, float(top[2]))))) for top in tops)
    return last - first


def _standing(query: Prediction, motion: Motion) -> str:
    name = query.about[0]
    if _tilt(motion, name, query.moment) > 31:
        return "fallen over"
    moved = math.dist(*(_box_middle(motion, name, t)[:2] for t in (query.moment, query.cut)))
    own = outline_points([motion.world[name]])
    return "standing, but moved" if moved > 0.155 * float(np.ptp(own, axis=0).max()) else "standing where it stood"


def _whereabouts(query: Prediction, motion: Motion) -> str:
    at = _box_middle(motion, query.about[0], query.moment)
    return next((z.phrase for z in query.zones if _inside(z.low, z.high, at)), "in none of these places")


def _first(query: Prediction, motion: Motion, is_so: Callable[[str, float], bool]) -> str:
    begin, end = min(query.cut, query.moment), max(query.cut, query.moment)
    for seconds in np.arange(begin, end + 1e-9, 0.05).tolist():
        for name in query.about:
            if is_so(name, seconds):
                return name
    return "none of them"


def _first_in(query: Prediction, motion: Motion) -> str:
    zone = next(z for z in query.zones if z.phrase == query.zone)
    return _first(query, motion, lambda n, t: _inside(zone.low, zone.high, _box_middle(motion, n, t)))


def _first_out(query: Prediction, motion: Motion) -> str:
    zone = next(z for z in query.zones if z.phrase == query.zone)
    return _first(query, motion, lambda n, t: not _inside(zone.low, zone.high, _box_middle(motion, n, t)))


def _first_falls(query: Prediction, motion: Motion) -> str:
    return _first(query, motion, lambda n, t: _tilt(motion, n, t) > 50)


def _fallen(query: Prediction, motion: Motion) -> str:
    return str(sum(_tilt(motion, n, query.moment) > 31 for n in query.about))


def _within(query: Prediction, motion: Motion) -> str:
    zone = next(z for z in query.zones if z.phrase == query.zone)
    return str(sum(_inside(zone.low, zone.high, _box_middle(motion, n, query.moment)) for n in query.about))


def _moving(query: Prediction, motion: Motion) -> str:
    return str(sum(_moves(motion, n, query.moment) for n in query.about))


def _moves(motion: Motion, name: str, seconds: float) -> bool:
    """Whether the fastest corner of a body moves faster than a large thing at rest may."""
    span = min(float(motion.times[-1]), seconds + 0.1) - max(0.0, seconds - 0.1)
    early, late = (outline_points([motion.at(seconds + s)[name]]) for s in (-0.1, 0.1))
    long = float(np.ptp(outline_points([motion.world[name]]), axis=0).max())
    return float(np.linalg.norm(late - early, axis=1).max()) / span > 0.03 * max(1.0, long / 0.5)


def _phrase(read: Callable[[Prediction, Motion], str]) -> Callable[[Prediction, Motion], str]:
    """For forms whose answer is an object: what it is called."""

    def said(query: Prediction, motion: Motion) -> str:
        found = read(query, motion)
        return motion.world[found].phrase if found in motion.world else found

    return said


READERS: dict[str, Callable[[Prediction, Motion], str]] = {
    "side": _side,
    "intent": _intent,
    "heading": _heading,
    "nearest_to": _phrase(_nearest_to),
    "nearest_camera": _phrase(_nearest_camera),
    "gap": _gap,
    "fastest": _phrase(_fastest),
    "change": _change,
    "largest": _phrase(_largest),
    "standing": _standing,
    "whereabouts": _whereabouts,
    "facing": _facing,
    "first_in": _phrase(_first_in),
    "first_out": _phrase(_first_out),
    "was_first_in": _phrase(_first_in),
    "first_falls": _phrase(_first_falls),
    "fallen": _fallen,
    "within": _within,
    "moving": _moving,
}
"""How the outcome of each form is found here."""

"""The truth of every stage: who moves in what a question supposes, and how, by the sample's own world."""

from __future__ import annotations

import numpy as np

from diorama.data import Sample
from diorama.errors import DioramaError
from diorama.imagine.generators.protocol import CannotImagine
from diorama.imagine.supposed import Supposed
from diorama.sight import FPS as RECORDED_FPS
from diorama.sight import Shot
from diorama.suites.video.query import Prediction
from diorama.whatif import (
    Advance,
    Drop,
    Intervention,
    Launch,
    Move,
    Remove,
    Then,
    Transparent,
    apply_all,
    contents,
    course,
)
from diorama.world import Motion, Touch, World
from diorama.world.motors import play

CLIP, OUTCOME = "clip", "outcome"
"""The roles of what a video sample shows and of the part that it does not show."""
LEAST_METRES = 0.01
"""What moves less is at rest."""
REST_METRES, REST_COSINE, REST_SECONDS = 0.002, 1 - 1e-4, 0.15
"""Nearer to where it ends, and turned less from it, a thing is at rest; so long that is still filmed."""


def truth_of_sample(sample: Sample) -> Supposed:
    """What a sample's question supposes, as it would really go on; `CannotImagine` where that is nothing to film.

    In a video sample, the picture is the frame at the cut, and the part of the event that is not shown goes on from it.
    If that is the past, it is told backwards, away from the cut.
    """
    if sample.query is None or not sample.shots:
        raise CannotImagine(f"the sample '{sample.id}' has no world, so nobody knows what would happen")
    if isinstance(sample.query, Prediction):
        return _unseen(sample, sample.query)
    supposition = sample.query.intervention()
    if supposition is None:
        raise CannotImagine(f"the question of '{sample.id}' does not suppose that anything happens")
    return truth_of(sample.shots[0], supposition)


def picture_of(sample: Sample) -> Shot:
    """The picture from which imagination begins, as a still: of a clip, the frame at the cut."""
    if not sample.shots:
        raise CannotImagine(f"the sample '{sample.id}' has no world that could be looked at")
    return truth_of_sample(sample).shot if isinstance(sample.query, Prediction) else sample.shots[0]


def truth_of(shot: Shot, intervention: Intervention) -> Supposed:
    """What an intervention sets going in the world of a picture.

    Of several steps, the last one is filmed and the others are done at once when it begins.
    """
    try:
        steps = _flat(intervention)
        return _last_step(shot, apply_all(shot.world, steps[:-1]), steps[-1])
    except CannotImagine:
        raise
    except DioramaError as error:  # a name that is not there, physics that became unstable
        raise CannotImagine(str(error)) from None


def _flat(intervention: Intervention) -> list[Intervention]:
    if not isinstance(intervention, Then):
        return [intervention]
    return [step for each in intervention.steps for step in _flat(each)]


def _last_step(shot: Shot, world: World, step: Intervention) -> Supposed:
    gone = tuple(name for name in shot.world.names if name not in world)
    match step:
        case Move(name=name) | Drop(name=name) | Launch(name=name):
            mover = world[name].name
        case Advance():
            mover = _fastest(world)
        case Remove(name=name):
            return _taken_away(shot, world, name, (*gone, name))
        case Transparent(name=name):
            return _taken_away(shot, world, name, (*gone, name, *contents(world, name)))
        case _:
            raise CannotImagine(f"'{step.kind}' happens at once: there is no way on which a thing could be seen moving")
    motion = course(world, step)
    assert motion is not None, "these all take time"
    motion = until_rest(motion)
    return Supposed(shot, mover, motion, gone, not isinstance(step, Move) and _in_the_air(motion, mover))


def until_rest(motion: Motion) -> Motion:
    """A motion without its end, from a moment after all things have come to rest: nothing is to be seen there."""
    moved = np.abs(motion.positions - motion.positions[-1]).max(axis=(1, 2)) > REST_METRES
    turned = np.abs((motion.quaternions * motion.quaternions[-1]).sum(axis=2)).min(axis=1) < REST_COSINE
    restless = np.flatnonzero(moved | turned)
    end = float(motion.times[restless[-1] if len(restless) else 0]) + REST_SECONDS
    kept = max(2, int(np.searchsorted(motion.times, end, side="right")))
    return Motion(
        motion.world,
        motion.times[:kept],
        motion.positions[:kept],
        motion.quaternions[:kept],
        motion.velocities[:kept],
        motion.spins[:kept],
        tuple(touch for touch in motion.contacts if touch.start <= motion.times[kept - 1]),
    )


def _taken_away(shot: Shot, world: World, name: str, gone: tuple[str, ...]) -> Supposed:
    """Nothing moves, but earlier steps may have put things elsewhere."""
    return Supposed(shot, world[name].name, None if world is shot.world else moment(world), gone)


def moment(world: World) -> Motion:
    """A world as a motion in which nothing moves."""
    positions, quaternions = (
        np.array([[b.position for b in world.bodies]]),
        np.array([[b.quaternion for b in world.bodies]]),
    )
    still = np.zeros_like(positions)
    return Motion(world, np.zeros(1), positions, quaternions, still, still, ())


def _fastest(world: World) -> str:
    speeds = {b.name: float(np.linalg.norm(b.velocity)) for b in world.bodies}
    fastest = max(speeds, key=lambda name: speeds[name], default="")
    if not fastest or speeds[fastest] == 0:
        raise CannotImagine("time goes on, but nothing is in motion")
    return fastest


def _in_the_air(motion: Motion, name: str) -> bool:
    """Whether a body touches nothing at first."""
    return not any(name in (t.a, t.b) and t.start <= 0 for t in motion.contacts)


def _unseen(sample: Sample, query: Prediction) -> Supposed:
    """The part of an event that its clip does not show, from the cut on."""
    shots = {shot.role: shot for shot in sample.shots}
    if CLIP not in shots or OUTCOME not in shots:
        raise CannotImagine(f"the sample '{sample.id}' has no recording of its unseen part")
    clip, outcome = shots[CLIP], shots[OUTCOME]
    if clip.rides:
        raise CannotImagine(
            f"the camera rides on {clip.world[clip.rides].phrase}: tracks are for a camera that stands still"
        )
    assert clip.recording is not None and outcome.recording is not None, "clips have recordings"
    forward = query.direction == "forward"
    shown, unseen = clip.recording.motion(clip.world), outcome.recording.motion(outcome.world)
    picture = shown.final if forward else shown.at(0.0)
    motion = _going_on(
        picture, unseen if forward else _backwards(unseen), _touches(clip.world, query) if forward else ()
    )
    shot = Shot(world=picture, camera=clip.camera, overlays=clip.overlays)
    mover = _asked_about(query, motion)
    return Supposed(shot, mover, motion, (), forward and _in_the_air(motion, mover))


def _going_on(picture: World, unseen: Motion, touches: tuple[Touch, ...]) -> Motion:
    """The unseen part after the picture, which comes one recorded frame before it."""
    first = moment(picture)
    times = np.concatenate([first.times, unseen.times + 1 / RECORDED_FPS])
    positions = np.concatenate([first.positions, unseen.positions])
    velocities = np.gradient(positions, times, axis=0)  # recordings keep none
    quaternions = np.concatenate([first.quaternions, unseen.quaternions])
    return Motion(picture, times, positions, quaternions, velocities, np.zeros_like(positions), touches)


def _backwards(motion: Motion) -> Motion:
    """A motion told from its end to its beginning."""
    return Motion(
        motion.world,
        motion.times[-1] - motion.times[::-1],
        motion.positions[::-1],
        motion.quaternions[::-1],
        -motion.velocities[::-1],
        -motion.spins[::-1],
        (),
    )


def _touches(world: World, query: Prediction) -> tuple[Touch, ...]:
    """What touches what after the cut, by its clock: recordings do not keep it, so the event is played again."""
    contacts = play(world, query.drives, query.seconds).contacts
    later = (t for t in contacts if t.end >= query.cut)
    return tuple(Touch(t.a, t.b, max(0.0, t.start - query.cut), t.end - query.cut, t.position) for t in later)


def _asked_about(query: Prediction, motion: Motion) -> str:
    """The first thing that the question names and that moves; otherwise the one that goes the farthest."""
    ways = {n: float(np.linalg.norm(np.diff(motion.path(n), axis=0), axis=1).sum()) for n in motion.world.names}
    for name in query.about:
        if ways.get(name, 0.0) >= LEAST_METRES:
            return name
    farthest = max(ways, key=lambda name: ways[name], default="")
    if not farthest or ways[farthest] < LEAST_METRES:
        raise CannotImagine("nothing moves in the part of the event that is not shown")
    return farthest

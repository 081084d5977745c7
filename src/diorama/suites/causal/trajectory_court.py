"""Trajectory, L1: a ball is in flight and its way so far is drawn; will it enter the goal?"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as with_fields

import numpy as np
from numpy.typing import NDArray

from diorama.kinds import Choice, Query
from diorama.sight import RED, DottedPath, Frame, Overlay, Shot, see
from diorama.suites.causal.guessers import choosers, flat_choice
from diorama.suites.causal.options import NO, YES, yes_or_no
from diorama.suites.causal.suite import causal
from diorama.suites.dealing import Deal
from diorama.suites.drafts import Draft, Rejected
from diorama.suites.words import Words
from diorama.whatif import Advance, Flight, Intervention, Nudge, aimed, fly, survives
from diorama.world import Camera, Motion, World, frame, oriented_box, rotation, simulate
from diorama.world.layouts import ball_court
from diorama.world.model import Vec3
from diorama.world.poses import box_corners

Rng = np.random.Generator
Array = NDArray[np.float64]

BLACK = (24, 24, 28)
EVERY = 0.04
"""Seconds between the dots of a path: where they lie close, the ball was slow."""
NUDGES = 8
NUDGE = Nudge(shift=0.01, turn_deg=1.0, scale=0.0, velocity=0.02, camera=0.0)


@dataclass(frozen=True)
class Play:
    """A way to play a ball: at what, over a bounce or not, and how clear of the frame it must be (in ball radii)."""

    ball: str
    goal: str
    bounce: bool
    clear: float
    seconds: tuple[float, float]
    """Flight times to the goal, or to the ground for a bounce."""
    shown: tuple[float, float] = (0.55, 0.72)
    """The share of the way to the goal that has been flown when the picture is taken."""
    miss: tuple[float, float] = (1.0, 6.0)
    """In ball radii: how far outside the frame a miss passes; wider ones are not asked about."""


PLAYS = (
    Play("soccer ball", "goal", False, 1.5, (0.7, 1.1), miss=(2.0, 7.0)),
    Play("basketball", "hoop", False, 0.4, (0.95, 1.15), shown=(0.7, 0.82), miss=(2.5, 6.0)),
    Play("tennis ball", "small goal", False, 3.0, (0.5, 0.75), miss=(3.5, 9.0)),
    Play("soccer ball", "goal", True, 1.5, (0.6, 0.85), miss=(2.0, 7.0)),
    Play("beach ball", "ring", False, 0.6, (0.7, 1.05), shown=(0.7, 0.84), miss=(1.3, 5.0)),
    Play("tennis ball", "small goal", True, 3.0, (0.4, 0.55), miss=(3.5, 9.0)),
    Play("baseball", "small goal", False, 2.8, (0.5, 0.7), miss=(3.2, 9.0)),
)
DEAL = Deal(answer=2, play=len(PLAYS))
GOALS = {"goal": "goal", "small goal": "goal", "hoop": "hoop", "ring": "ring"}


class InFlight(Query):
    """Which ball flies on towards which goal, and how long it is watched."""

    ball: str
    goal: str
    bounce: bool
    seconds: float

    def form_name(self) -> str:
        return f"{self.ball}, {self.goal}" + (", bounce" if self.bounce else "")

    def intervention(self) -> Intervention:
        return Advance(seconds=self.seconds)

    def bodies(self) -> tuple[str, ...]:
        return (self.ball,)


@causal.task("trajectory", level="L1", kind="choice", query=InFlight, deal=DEAL, guessers=choosers((YES, NO)))
def trajectory(turn: int, rng: Rng) -> Draft:
    """Stop a ball in mid-air, draw its flight so far and ask whether it will go in."""
    hand = DEAL.hand(turn)
    play, score = PLAYS[hand["play"]], hand["answer"] == 0
    launched = _launched(play, score, rng)
    whole = fly(launched, play.ball)
    _reject_unclear(play, whole, score)
    past = simulate(launched, float(rng.uniform(*play.shown)) * whole.seconds, every=EVERY)
    world = past.final
    flight = fly(world, play.ball)
    _reject_unclear(play, flight, score)
    camera = _camera(world, past, flight, rng)
    sight = see(world, camera)
    if sight.visible_fraction(play.ball) < 0.95 or sight.visible_px(play.ball) < 90:
        raise Rejected("the ball can hardly be seen")
    seconds = round(flight.seconds + 0.3, 3)
    draft = Draft(
        query=InFlight(ball=play.ball, goal=play.goal, bounce=play.bounce, seconds=seconds),
        shots=(Shot(world=world, camera=camera, overlays=_overlays(past, play.ball)),),
        words=_words(play, rng),
        options=yes_or_no(flight.scored, hand, rng),
        answer=Choice(option=YES if flight.scored else NO),
        gates=("touches no frame", "passes clear of the frame", "plain to see", "survives nudges"),
        trace={
            "touched": list(flight.touched),
            "crossing": flight.crossing, "flown_seconds": round(float(past.times[-1]), 4),
            "flown": middles(past, play.ball).round(4).tolist(), "flies_on": flight.path[::4].round(4).tolist(),
        },
    )  # fmt: skip
    result = survives(
        lambda w, _: ((again := fly(w, play.ball)).scored, again.margin),
        world, camera, rng, count=NUDGES, nudge=NUDGE,
    )  # fmt: skip
    if not result.holds:
        raise Rejected("the answer changes under a nudge")
    note = {"nudges_tried": result.tried, "smallest_margin": round(result.margin, 4)}
    return with_fields(draft, margin=result.margin, trace={**draft.trace, **note})


@trajectory.answer
def answer(query: InFlight, world: World, camera: Camera) -> Choice:
    """Let it fly on and see."""
    return Choice(option=YES if fly(world, query.ball).scored else NO)


trajectory.flat(flat_choice)


def middles(motion: Motion, name: str) -> Array:
    """Where the middle of a body was at each recorded moment."""
    body = motion.world[name]
    index = motion.world.names.index(name)
    own = rotation(body.quaternion).T @ (oriented_box(body).centre - np.asarray(body.position))
    turns = [rotation((w, x, y, z)) @ own for w, x, y, z in motion.quaternions[:, index].tolist()]
    found: Array = motion.positions[:, index] + np.array(turns)
    return found


def _launched(play: Play, score: bool, rng: Rng) -> World:
    """A court with the ball sent towards the goal, or to the ground before it, well or badly."""
    world = ball_court(seed=int(rng.integers(2**62)), ball=play.ball, goal=play.goal)
    mouth = world.surface("goal")
    radius = float(oriented_box(world[play.ball]).half.min())
    outline = np.asarray(mouth.outline)
    half = np.ptp(outline, axis=0) / 2
    spot = rng.uniform(-1, 1, 2) * np.maximum(half - (1 + play.clear) * radius, 0.02)
    if not score and not play.bounce:
        spot = _outside(half, radius, play, rng)
    axes = rotation(mouth.quaternion)
    x, y, z = (np.asarray(mouth.position) + axes[:, :2] @ spot).tolist()
    at: Vec3 = (x, y, max(z, 1.2 * radius))
    seconds = float(rng.uniform(*play.seconds))
    if play.bounce:
        start = np.asarray(world[play.ball].position)
        share = float(rng.uniform(0.55, 0.85))
        wide = float(rng.uniform(0.0, 0.9) if score else rng.uniform(0.0, 1.8)) * half[1] * float(rng.choice([-1, 1]))
        x, y = (start[:2] + share * (np.array([0.0, wide]) - start[:2])).tolist()
        at = (x, y, radius)
    return aimed(world, play.ball, at, seconds)


def _outside(half: Array, radius: float, play: Play, rng: Rng) -> Array:
    """A spot beyond the frame: to one side, or over it; never under the ground."""
    beyond = half + (1 + rng.uniform(*play.miss, 2)) * radius
    sides = [(rng.uniform(-0.8, 0.8) * half[0], s * beyond[1]) for s in (-1, 1)]
    over = (-beyond[0], rng.uniform(-0.8, 0.8) * half[1])  # the outline's first axis points down
    return np.array([*sides, over, over][int(rng.integers(4))])


def _reject_unclear(play: Play, flight: Flight, score: bool) -> None:
    if flight.scored != score:
        raise Rejected("the flight does not end as is due")
    if "goal" in flight.touched or (score and set(flight.touched) - {"floor"}):
        raise Rejected("the ball touches the frame")
    if play.bounce != ("floor" in flight.touched) and score:
        raise Rejected("the ball does not bounce as is due")
    if flight.crossing is None:
        raise Rejected("the ball never comes to the goal")
    if not (play.clear <= flight.margin if score else 0.8 * play.miss[0] <= flight.margin <= 1.5 * play.miss[1]):
        raise Rejected("the ball passes too near the frame or too far from it")


def _camera(world: World, past: Motion, flight: Flight, rng: Rng) -> Camera:
    """From the side and a little behind, so that no distance is much foreshortened; with the goal, the flight so far
    and its end in the frame.
    """
    ball = world.inventory[0]
    side = 1.0 if rng.random() < 0.5 else -1.0
    points = [np.asarray(world.stage.show), middles(past, ball), *(box_corners(w[ball]) for w in (world, past.world))]
    if flight.crossing is not None:
        points.append(np.asarray(flight.crossing)[None])
    ground = middles(past, ball)
    ground[:, 2] = 0.0
    return frame(
        np.concatenate([*points, ground]),
        azimuth_deg=side * float(rng.uniform(94, 122)),
        elevation_deg=float(rng.uniform(13, 32)),
        fovy_deg=float(rng.uniform(28, 50)),
    )


def _overlays(past: Motion, ball: str) -> tuple[Overlay, ...]:
    """Dots where the ball was, dots on the ground below them, and a red box around its start."""
    way = middles(past, ball)[:-1]
    radius = float(oriented_box(past.world[ball]).half.min())
    size = max(0.16 * radius, 0.012)
    below = way.copy()
    below[:, 2] = 0.004
    return (
        DottedPath(points=_points(below), radius=0.9 * size, colour=BLACK),
        DottedPath(points=_points(way), radius=size),
        Frame(points=_points(box_corners(past.world[ball])), colour=RED),
    )


def _points(values: Array) -> tuple[Vec3, ...]:
    return tuple((float(x), float(y), float(z)) for x, y, z in values)


def _words(play: Play, rng: Rng) -> tuple[Words, ...]:
    ball, goal = f"the {play.ball}", f"the {GOALS[play.goal]}"
    return (
        causal.draw_words(rng, "trajectory.flight", ball=ball),
        causal.draw_words(rng, "trajectory.ask_goal", ball=ball, goal=goal),
    )

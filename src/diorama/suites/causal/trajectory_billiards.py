"""Trajectory, L2: a billiard ball is sent along an arrow; will any ball be pocketed?

Three kinds of shot, each as often good as not: straight into a pocket, by cutting another ball, and in combination
(the second ball drives a third). Misses are shots like these with the aim a little off or a ball in the way.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.errors import CannotPlace
from diorama.kinds import Choice, Query
from diorama.sight import Arrow, Shot, see
from diorama.suites.causal.guessers import choosers, flat_choice
from diorama.suites.causal.options import NO, YES, yes_or_no
from diorama.suites.causal.suite import causal
from diorama.suites.dealing import Deal
from diorama.suites.drafts import Draft, Rejected
from diorama.suites.words import Words
from diorama.whatif import Advance, BilliardShot, Intervention, Nudge, shoot, survives, table_of
from diorama.whatif.billiards import Table
from diorama.world import Camera, World, default_camera, oriented_box, project, viewpoints
from diorama.world.cameras import focal_px
from diorama.world.layouts import billiard_table

Rng = np.random.Generator
Array = NDArray[np.float64]

FORMS = ("straight", "cut", "combination")
DEAL = Deal(answer=2, form=len(FORMS))
SPEED = 1.0
ARROW = (0.14, 0.6)
"""Metres: how short and how long the arrow may be."""
STEADY = 0.06
"""Ball radii that must be left in the worst of the nudged shots: friction between balls turns a cut a little."""
CLEAR = 0.35
"""Ball radii by which every ball must pass jaws and other balls, or hit them squarely enough."""
LEAD = {1: (0.3, 0.8), 2: (0.2, 0.45), 3: (0.18, 0.32)}
DRIVEN = {2: (0.1, 0.25), 3: (0.07, 0.15)}
"""Metres that the first ball runs to its first collision (or the pocket), and each ball after it was hit, by the number
of balls in the chain: every collision multiplies the error of a person's estimate."""
APPROACH_DEG = 30.0
"""How far from straight ahead a ball may come into a pocket."""
CUT_DEG = {1: (0.0, 0.0), 2: (6.0, 48.0), 3: (2.0, 24.0)}
"""By how much each collision may change the direction, by the number of balls in the chain."""
OFF_DEG = (2.5, 7.0)
"""How far a bad aim is off."""
ACROSS_PX = 24.0
"""The least width of a ball in a picture of the usual size."""
LAYS = 12
"""Shots tried on one table."""
NUDGES = 12
NUDGE = Nudge(shift=0.0025, turn_deg=1.1, scale=0.0, velocity=0.0, camera=0.0)
"""How far a person misjudges the place of a ball and the direction of an arrow."""


class PlayedBall(Query):
    """Which ball is sent on its way, in which kind of shot, and how long it is watched."""

    ball: str
    form: str
    seconds: float

    def intervention(self) -> Intervention:
        return Advance(seconds=self.seconds)

    def bodies(self) -> tuple[str, ...]:
        return (self.ball,)


@causal.task("trajectory", level="L2", kind="choice", query=PlayedBall, deal=DEAL, guessers=choosers((YES, NO)))
def trajectory_billiards(turn: int, rng: Rng) -> Draft:
    """Lay a shot of the kind that is due among other balls, and ask whether anything is pocketed."""
    hand = DEAL.hand(turn)
    world, chain, shot, note = _found(_scattered(rng), hand["form"] + 1, hand["answer"] == 0, rng)
    camera = _near_camera(world, rng)
    sight = see(world, camera)
    if any(sight.visible_fraction(n) < 0.9 or sight.visible_px(n) < 60 for n in world.names):
        raise Rejected("a ball can hardly be seen")
    mover = chain[0]
    return Draft(
        query=PlayedBall(ball=mover, form=FORMS[hand["form"]], seconds=round(shot.seconds + 0.6, 3)),
        shots=(Shot(world=world, camera=camera, overlays=(_arrow(world, mover),)),),
        words=_words(world[mover].phrase, rng),
        options=yes_or_no(bool(shot.pocketed), hand, rng),
        answer=Choice(option=YES if shot.pocketed else NO),
        gates=(
            "clear of jaws and balls", "the same for a rolling ball", "balls are large enough", "plain to see",
            "survives nudges",
        ),
        trace={
            "hits": [list(h) for h in shot.hits], "pocketed": shot.pocketed,
            "cushioned": list(shot.cushioned), "paths": {n: np.round(p, 4).tolist() for n, p in shot.paths.items()},
            **note,
        },
        margin=shot.margin,
    )  # fmt: skip


@trajectory_billiards.answer
def answer(query: PlayedBall, world: World, camera: Camera) -> Choice:
    """Play it."""
    return Choice(option=YES if shoot(world).pocketed else NO)


trajectory_billiards.flat(flat_choice)


def _found(
    table: World, balls: int, good: bool, rng: Rng
) -> tuple[World, tuple[str, ...], BilliardShot, dict[str, Any]]:
    """A shot with this many balls that passes all gates but the camera's; several are tried on one table."""
    problem = Rejected("no shot was found")
    for _ in range(LAYS):
        chain = tuple(str(n) for n in rng.permutation(list(table.names))[:balls])
        try:
            world = _laid(table, chain, table_of(table), good, rng)
            shot = shoot(world)
            reject_unclear(world, shot, chain, good)
            return world, chain, shot, _steady(world, rng)
        except Rejected as rejected:
            problem = rejected
    raise problem


def _near_camera(world: World, rng: Rng) -> Camera:
    """One of the viewpoints that show the whole table and every ball large enough, chosen uniformly at random."""
    found = [c for c in viewpoints(world) if ball_px(world, c) >= ACROSS_PX]
    if not found:
        raise Rejected("from nowhere do the balls look large enough")
    return found[int(rng.integers(len(found)))]


def ball_px(world: World, camera: Camera) -> float:
    """How wide the smallest ball is in the picture."""
    balls = [oriented_box(b) for b in world.bodies]
    depths = project(camera, np.array([ball.centre for ball in balls]))[:, 2]
    wide = (2 * float(ball.half.min()) / float(far) for ball, far in zip(balls, depths, strict=True))
    return focal_px(camera) * min(wide)


def _steady(world: World, rng: Rng) -> dict[str, Any]:
    """Play it again with balls a little aside and the aim a little off: a note for the trace, or a rejection."""
    result = survives(
        lambda w, _: (bool((again := shoot(w)).pocketed), again.margin),
        world, default_camera(world), rng, count=NUDGES, nudge=NUDGE,
    )  # fmt: skip
    if not result.holds or result.margin < STEADY:
        raise Rejected("the answer changes under a nudge, or nearly")
    return {"nudges_tried": result.tried, "smallest_margin": round(result.margin, 4)}


def _scattered(rng: Rng) -> World:
    try:
        return billiard_table(seed=int(rng.integers(2**62)), objects=int(rng.integers(4, 8)), tries=2)
    except CannotPlace:
        raise Rejected("the table found no room") from None


def _laid(world: World, chain: tuple[str, ...], table: Table, good: bool, rng: Rng) -> World:
    """The balls of the chain laid out backwards from a pocket, and the first of them on its way."""
    r = table.radius
    mouth = table.mouths[int(rng.integers(len(table.mouths)))]
    aim, way = (mouth.jaws[0] + mouth.jaws[1]) / 2, _turned(-mouth.normal, rng.uniform(-APPROACH_DEG, APPROACH_DEG))
    spots: dict[str, Array] = {}
    legs: list[tuple[Array, Array]] = []
    for name in reversed(chain):
        last = name == chain[0]
        reach = rng.uniform(*(LEAD if last else DRIVEN)[len(chain)])
        spots[name] = aim - reach * way
        legs.append((spots[name], aim))
        if not table.free(spots[name] * 1.02):
            raise Rejected("the shot does not fit on the table")
        if not last:
            aim = spots[name] - 2 * r * way  # where the ball before it must be when they meet
            way = _turned(way, float(rng.choice([-1, 1])) * rng.uniform(*CUT_DEG[len(chain)]))
    if not good and rng.random() < 0.6:
        way = _turned(way, float(rng.choice([-1, 1])) * rng.uniform(*OFF_DEG))
    elif not good:
        start, end = legs[int(rng.integers(len(legs)))]
        side = _turned(_unit(end - start), 90) * rng.uniform(-1.2, 1.2) * r
        spots[_spare(world, chain, rng)] = start + rng.uniform(0.3, 0.8) * (end - start) + side
    for name, spot in spots.items():
        x, y = spot.tolist()
        world = world.change(name, position=(x, y, world[name].position[2]))
    vx, vy = (SPEED * way).tolist()
    return world.change(chain[0], velocity=(vx, vy, 0.0))


def _spare(world: World, chain: tuple[str, ...], rng: Rng) -> str:
    return str(rng.choice([n for n in world.names if n not in chain]))


def reject_unclear(world: World, shot: BilliardShot, chain: tuple[str, ...], good: bool) -> None:
    """Reject a shot that does not end as is due, or does so by a hair."""
    table, centres = table_of(world), [oriented_box(b).centre[:2] for b in world.bodies]
    apart = min(math.dist(a, b) for k, a in enumerate(centres) for b in centres[:k])
    if apart < 2 * table.radius + 0.006:
        raise Rejected("two balls touch")
    if not all(table.free(at * 1.02) for at in centres):
        raise Rejected("a ball lies at a cushion or in the mouth of a pocket")
    if bool(shot.pocketed) != good or (good and chain[-1] not in shot.pocketed):
        raise Rejected("the shot does not end as is due")
    rolling = shoot(world, rolling=True)
    if bool(rolling.pocketed) != good or rolling.hits != shot.hits:
        raise Rejected("a rolling ball would do otherwise")
    if min(shot.margin, rolling.margin) < CLEAR:
        raise Rejected("a ball passes too near a jaw or another ball")


def _arrow(world: World, mover: str) -> Arrow:
    """An arrow on the cloth below the path of the ball's middle, ending shortly before the first ball that it hits."""
    shot = shoot(world)
    start, end = (np.array(p) for p in shot.paths[mover][:2])
    way, r = _unit(end - start), table_of(world).radius
    length = min(ARROW[1], float(np.linalg.norm(end - start)) - 1.2 * r)
    if length < ARROW[0]:
        raise Rejected("no room for the arrow")
    level = world.surface("cloth").position[2]
    (ax, ay), (bx, by) = (start + 0.5 * r * way).tolist(), (start + length * way).tolist()
    return Arrow(start=(ax, ay, level), end=(bx, by, level), width=0.018)


def _words(mover: str, rng: Rng) -> tuple[Words, ...]:
    return (
        causal.draw_words(rng, "trajectory.ask_pocket", ball=mover),
        causal.draw_words(rng, "trajectory.arrow"),
        causal.draw_words(rng, "trajectory.cushions"),
    )


def _unit(v: Array) -> Array:
    unit: Array = v / np.linalg.norm(v)
    return unit


def _turned(way: Array, degrees: float) -> Array:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([c * way[0] - s * way[1], s * way[0] + c * way[1]])

"""Balls: rolled, thrown and knocked on."""

from __future__ import annotations

import numpy as np

from diorama.world.events.event import Event, Rng, event
from diorama.world.events.staging import (
    bodies_of,
    choose,
    colours_for,
    inside,
    jitter,
    mats,
    names,
    put,
    rolling,
    scene,
    size_of,
)
from diorama.world.layouts.indoor import pick
from diorama.world.model import Body, replace
from diorama.world.poses import vec3

BALLS = ("soccer ball", "basketball", "beach ball", "bowling ball")
GROUNDS = ("light wood", "reddish wood", "grey concrete", "green grass", "terracotta tile")
CATCHERS = ("box", "crate", "basket", "bin", "bucket")


@event("sports")
def rolling_race(rng: Rng) -> Event:
    """Three balls roll side by side towards a painted strip, each from its own place at its own speed."""
    ground = pick(rng, GROUNDS)
    balls = bodies_of(choose(rng, BALLS, 3), rng)
    colour = colours_for(rng, 1, ground)[0]
    strip, zones = mats([(3.2, 0.0, 1.2, 4.2)], [colour], "strip")
    lanes = rng.permutation([-1.1, 0.0, 1.1]).tolist()
    placed = []
    for ball, y in zip(balls, lanes, strict=True):
        at = put(ball, jitter(rng, -5.0, -2.6), y + jitter(rng, -0.15, 0.15))
        placed.append(rolling(at, (jitter(rng, 0.35, 1.1), jitter(rng, -0.03, 0.03))))
    mark = put(bodies_of(["traffic cone"], rng)[0], jitter(rng, -1.5, 1.0), float(rng.choice([-1, 1])) * 2.2)
    world = scene(
        rng, [*placed, mark], ground=ground, radius=3.2, fixtures=(strip,), show=[(3.8, y, 0.0) for y in (-2.1, 2.1)]
    )
    return Event(
        kind="rolling_race", category="sports", world=world, seconds=9.0, actors=names((*placed, mark)), zones=zones
    )


@event("sports")
def throw_into_boxes(rng: Rng) -> Event:
    """A ball flies towards three open containers and falls into one of them, or beside them."""
    ground = pick(rng, GROUNDS)
    ball, *boxes = bodies_of([pick(rng, ("tennis ball", "baseball")), *choose(rng, CATCHERS, 3)], rng)
    spread = [-1.0, 0.0, 1.0]
    placed = [
        put(b, jitter(rng, 0.6, 1.6), 0.8 * y + jitter(rng, -0.08, 0.08), heading_deg=jitter(rng, -20, 20))
        for b, y in zip(boxes, spread, strict=True)
    ]
    goal = placed[int(rng.integers(3))]
    start = np.array([-jitter(rng, 2.2, 3.0), jitter(rng, -1.2, 1.2), jitter(rng, 0.7, 1.2)])
    flight = jitter(rng, 1.0, 1.3)
    miss = rng.uniform(-0.06, 0.06, 2) if rng.random() < 0.8 else np.array([0.45, 0.0])
    end = np.array([goal.position[0] + miss[0], goal.position[1] + miss[1], 0.5 * size_of(goal)[2]])
    velocity = (end - start) / flight + np.array([0.0, 0.0, 9.81 * flight / 2])
    hung = replace(ball, position=vec3(start), velocity=vec3(velocity), bounce=0.25)
    world = scene(rng, [hung, *placed], ground=ground, radius=2.0, side=24.0)
    return Event(
        kind="throw_into_boxes",
        category="sports",
        world=world,
        seconds=7.0,
        actors=names((hung, *placed)),
        zones=tuple(inside(b) for b in placed),
    )


@event("sports")
def ball_hits_ball(rng: Rng) -> Event:
    """A rolling ball meets a resting one and sends it towards painted mats."""
    ground = pick(rng, GROUNDS[:3])
    rolled, resting = bodies_of(choose(rng, ("soccer ball", "basketball", "bowling ball"), 2), rng)
    colours = colours_for(rng, 3, ground)
    placed_mats, zones = mats([(2.4, y, 1.6, 1.1) for y in (-1.3, 0.0, 1.3)], colours)
    target = (jitter(rng, -0.2, 0.3), jitter(rng, -0.4, 0.4))
    still = put(resting, *target)
    aim = jitter(rng, -0.1, 0.1)
    far, speed = jitter(rng, 2.2, 3.2), jitter(rng, 0.7, 1.2)
    angle = np.deg2rad(jitter(rng, -14, 14))
    way = np.array([np.cos(angle), np.sin(angle)])
    start = np.asarray(target) - far * way + aim * np.array([-way[1], way[0]])
    moving = rolling(put(rolled, *start.tolist()), (speed * way).tolist())
    cone = put(bodies_of(["traffic cone"], rng)[0], jitter(rng, -1.6, -0.6), float(rng.choice([-1, 1])) * 1.5)
    world = scene(
        rng,
        [moving, still, cone],
        ground=ground,
        radius=2.6,
        fixtures=(placed_mats,),
        show=[(3.2, y, 0.0) for y in (-1.9, 1.9)],
    )
    return Event(
        kind="ball_hits_ball",
        category="sports",
        world=world,
        seconds=8.0,
        actors=names((moving, still, cone)),
        zones=zones,
    )


@event("sports")
def bowling(rng: Rng) -> Event:
    """A bowling ball rolls towards a few pins that stand well apart."""
    ball = bodies_of(["bowling ball"], rng)[0]
    count = int(rng.integers(3, 6))
    pins = [_pin(k, rng) for k in range(count)]
    ys = rng.permutation(np.linspace(-0.3 * (count - 1), 0.3 * (count - 1), count)).tolist()
    placed = [put(p, jitter(rng, 0.6, 1.8), y) for p, y in zip(pins, ys, strict=True)]
    speed, aim = jitter(rng, 0.8, 1.5), jitter(rng, -0.5, 0.5)
    start = (-jitter(rng, 3.4, 4.4), jitter(rng, -0.4, 0.4))
    way = np.subtract((1.2, aim), start)
    moving = rolling(put(ball, *start), (speed * way / np.linalg.norm(way)).tolist())
    world = scene(rng, [moving, *placed], ground=pick(rng, ("light wood", "reddish wood")), radius=2.4)
    return Event(
        kind="bowling",
        category="sports",
        world=world,
        seconds=8.0,
        actors=names((moving,)),
        crowd=names(placed),
        topples=names(placed),
        group="bowling pins",
    )


def _pin(k: int, rng: Rng) -> Body:
    pin = bodies_of(["bowling pin"], rng)[0]
    return replace(pin, name=f"bowling pin {k + 1}", phrase=f"bowling pin {k + 1}", inventory=True)

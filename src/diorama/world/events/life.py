"""Everyday mishaps: things that slide, roll, fall over and spill."""

from __future__ import annotations

import math

from diorama.world.events.event import Event, Rng, Zone, event
from diorama.world.events.staging import (
    bodies_of,
    choose,
    colours_for,
    inside,
    jitter,
    mats,
    names,
    put,
    ramp,
    rolling,
    scene,
    size_of,
)
from diorama.world.layouts import furniture as f
from diorama.world.layouts.indoor import pick
from diorama.world.model import Fixture, Hinge, replace
from diorama.world.motors import Drive, Leg
from diorama.world.poses import euler

FLOORS = ("light wood", "dark wood", "white tile", "beige rug", "grey rug")
TALL = ("bottle", "carton", "trophy", "bowling pin", "thermos", "vase", "hourglass")
BOXES = ("gift", "box", "tissue box", "toolbox", "building block", "radio", "brick", "toaster")


@event("life")
def roll_down_ramp(rng: Rng) -> Event:
    """A ball rolls down a ramp and across the floor, towards painted mats and whatever stands in its way."""
    ground = pick(rng, FLOORS)
    ball, thing = bodies_of([pick(rng, ("soccer ball", "basketball", "bowling ball")), pick(rng, TALL)], rng)
    length, high, width = 1.6, jitter(rng, 0.25, 0.5), 0.7
    wedge = ramp(
        length, width, high, (-1.6, 0.0, 0.0), pick(rng, ("light wood", "red paint", "blue paint")), heading_deg=180.0
    )
    colours = colours_for(rng, 3, ground)
    painted, zones = mats([(x, 0.0, 1.0, 1.2) for x in (0.6, 1.9, 3.2)], colours)
    slope = math.atan2(high, length)
    top = jitter(rng, 0.55, 0.9)
    x = -0.8 - top * length
    radius = size_of(ball)[2] / 2
    z = top * high + radius / math.cos(slope) - radius
    moving = put(ball, x, jitter(rng, -0.1, 0.1), z + 0.004)
    stands = put(thing, jitter(rng, 0.3, 2.6), jitter(rng, -0.5, 0.5))
    cone = put(bodies_of(["traffic cone"], rng)[0], jitter(rng, -0.5, 2.5), float(rng.choice([-1, 1])) * 1.4)
    world = scene(
        rng,
        [moving, stands, cone],
        ground=ground,
        radius=2.4,
        side=24.0,
        fixtures=(Fixture(name="ramp", blocks=(wedge,)), painted),
        show=[(-2.4, 0.0, high), (3.7, 0.0, 0.0)],
    )
    return Event(
        kind="roll_down_ramp",
        category="life",
        world=world,
        seconds=8.0,
        actors=names((moving, stands, cone)),
        topples=(stands.name,),
        zones=zones,
    )


@event("life")
def slide_down(rng: Rng) -> Event:
    """Three things lie on a slope; some slide down at once, others hold."""
    ground = pick(rng, FLOORS)
    things = bodies_of(choose(rng, BOXES, 3), rng)
    length, width = 2.2, 2.6
    high = jitter(rng, 0.75, 1.05)
    wedge = ramp(
        length,
        width,
        high,
        (0.0, 0.0, 0.0),
        pick(rng, ("light wood", "grey concrete", "green paint")),
        heading_deg=180.0,
    )
    slope = math.atan2(high, length)
    placed = []
    for body, y in zip(things, rng.permutation([-0.8, 0.0, 0.8]).tolist(), strict=True):
        share = jitter(rng, 0.55, 0.85)
        grip = jitter(rng, 0.1, 0.6)
        x = length / 2 - share * length
        lying = replace(
            body, position=(x, y, share * high + 0.003), quaternion=euler(y_deg=math.degrees(slope)), grip=grip
        )
        placed.append(lying)
    colour = colours_for(rng, 1, ground)[0]
    painted, zones = mats([(length / 2 + 0.75, 0.0, 1.5, 2.8)], [colour])
    world = scene(
        rng,
        placed,
        ground=ground,
        radius=1.9,
        side=24.0,
        fixtures=(Fixture(name="slope", blocks=(wedge,)), painted),
        show=[(2.6, 0.0, 0.0), (-1.1, 0.0, high)],
    )
    return Event(
        kind="slide_down", category="life", world=world, seconds=7.0, actors=names(placed), zones=zones, group="objects"
    )


@event("life")
def knocked_over(rng: Rng) -> Event:
    """A ball rolls past tall things and knocks some of them over."""
    ball = bodies_of([pick(rng, ("basketball", "bowling ball", "soccer ball"))], rng)[0]
    things = bodies_of(choose(rng, TALL, 4), rng)
    placed = [put(b, -0.6 + 0.7 * k + jitter(rng, -0.1, 0.1), jitter(rng, -0.24, 0.24)) for k, b in enumerate(things)]
    speed = jitter(rng, 0.9, 1.8)
    start = (-jitter(rng, 2.8, 3.6), jitter(rng, -0.2, 0.2))
    angle = jitter(rng, -0.06, 0.06)
    moving = rolling(put(ball, *start), (speed * math.cos(angle), speed * math.sin(angle)))
    world = scene(rng, [moving, *placed], ground=pick(rng, FLOORS[:3]), radius=2.0, side=24.0)
    return Event(
        kind="knocked_over",
        category="life",
        world=world,
        seconds=8.0,
        actors=names((moving, *placed)),
        topples=names(placed),
        group="objects that stood at first",
    )


@event("life")
def spilled_balls(rng: Rng) -> Event:
    """Small balls roll down a chute towards a crate."""
    count = int(rng.integers(4, 7))
    crate = bodies_of(["crate"], rng)[0]
    balls = [
        replace(bodies_of(["tennis ball"], rng)[0], name=f"tennis ball {k + 1}", phrase=f"tennis ball {k + 1}")
        for k in range(count)
    ]
    length, high, width = 2.2, jitter(rng, 0.42, 0.6), 0.5
    base = 0.36
    chute = [
        replace(ramp(length, width, high, (0.0, 0.0, base), "light wood", heading_deg=180.0)),
        f.box((length, width, base), (0.0, 0.0, 0.0), "light wood"),
        *(
            f.box((length, 0.03, base + high + 0.08), (0.0, s * (width / 2 + 0.015), 0.0), "light wood")
            for s in (-1, 1)
        ),
    ]
    placed, x = [], length / 2 - 0.25 * length
    for ball in balls:
        share = (length / 2 - x) / length
        placed.append(put(ball, x, jitter(rng, -0.15, 0.15), base + share * high + 0.012))
        x -= jitter(rng, 0.12, 0.34)
    there = put(crate, length / 2 + jitter(rng, 0.25, 0.55) + 0.2, 0.0, heading_deg=jitter(rng, -8, 8))
    world = scene(
        rng,
        [*placed, there],
        ground=pick(rng, FLOORS[:3]),
        radius=1.8,
        side=24.0,
        fixtures=(Fixture(name="chute", blocks=tuple(chute)),),
        show=[(-length / 2, 0.0, base + high)],
        elevation_deg=(22.0, 46.0),
    )
    return Event(
        kind="spilled_balls",
        category="life",
        world=world,
        seconds=7.0,
        actors=names((there,)),
        crowd=names(placed),
        zones=(inside(there),),
        group="tennis balls",
    )


@event("life")
def pushed_off(rng: Rng) -> Event:
    """A toy vehicle drives along a table and pushes what stands before it, maybe over the edge."""
    toy, *things = bodies_of(
        [pick(rng, ("truck", "tractor", "fire engine", "bus", "van")), *choose(rng, BOXES, 3)], rng
    )
    toy = replace(toy, phrase=toy.phrase.replace(f" {toy.noun}", f" toy {toy.noun}"))
    long, deep, high = 2.4, 0.9, 0.7
    table = f.table(long, deep, high, pick(rng, ("light wood", "dark wood", "white paint")), "black metal")
    start = -long / 2 + size_of(toy)[0] / 2 + 0.08
    speed = jitter(rng, 0.16, 0.34)
    drives_for = jitter(rng, 3.0, 9.0)
    legs = (Leg(seconds=drives_for, speed=speed), Leg(seconds=0.4, speed=0.0))
    moving = put(toy, start, 0.0, high)
    x, placed = start + size_of(toy)[0] / 2 + jitter(rng, 0.3, 0.5), []
    for k, body in enumerate(things):
        y = 0.0 if k == 0 else float(rng.choice([-1, 1])) * 0.31
        placed.append(put(body, x, y, high, heading_deg=90.0 * int(rng.integers(4))))
        x += jitter(rng, 0.35, 0.5)
    world = scene(
        rng,
        [moving, *placed],
        ground=pick(rng, FLOORS),
        radius=1.5,
        side=24.0,
        fixtures=(table,),
        centre=(0.0, 0.0, high),
        show=[(s * long / 2, t * deep / 2, high) for s in (-1, 1) for t in (-1, 1)],
    )
    zone = Zone(phrase="the table", low=(-long / 2, -deep / 2, high - 0.02), high=(long / 2, deep / 2, high + 0.8))
    return Event(
        kind="pushed_off",
        category="life",
        world=world,
        seconds=11.0,
        actors=names((moving, *placed)),
        drives=(Drive(name=moving.name, legs=legs, speed=speed),),
        zones=(zone,),
        riders=(moving.name,),
    )


@event("life")
def closing_gate(rng: Rng) -> Event:
    """A gate on a hinge swings round and sweeps along what stands in its way."""
    gate, *things = bodies_of(
        ["plank", *choose(rng, ("gift", "carton", "tin", "building block", "tissue box", "rubber duck"), 3)], rng
    )
    scale = 2.0
    long = size_of(gate)[0] * scale
    sign = float(rng.choice([-1, 1]))
    begin = jitter(rng, -20, 20)
    heading = math.radians(begin)
    # the plank stands on its long edge: its own z axis points sideways
    upright = _on_edge(begin)
    low = 0.03
    wide = size_of(gate)[1] * scale
    middle = (long / 2 * math.cos(heading), long / 2 * math.sin(heading), low + wide / 2)
    hung = replace(
        gate,
        name="gate",
        phrase="the wooden gate",
        scale=scale,
        position=middle,
        quaternion=upright,
        hinge=Hinge(anchor=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0), damping=jitter(rng, 0.05, 0.25)),
        spin=(0.0, 0.0, sign * jitter(rng, 0.7, 1.3)),
    )
    placed = []
    for k, body in enumerate(things):
        angle = math.radians(begin + sign * (55.0 + 60.0 * k + jitter(rng, -12, 12)))
        far = jitter(rng, 0.45, 0.95) * long if k < 2 else long * 1.25
        placed.append(put(body, far * math.cos(angle), far * math.sin(angle), heading_deg=jitter(rng, -180, 180)))
    post = Fixture(name="post", blocks=(replace(f.post(0.05, 0.5, (0, 0, 0), "black metal"), solid=False),))
    world = scene(
        rng,
        [hung, *placed],
        ground=pick(rng, FLOORS),
        radius=1.6,
        fixtures=(post,),
        side=24.0,
        elevation_deg=(24.0, 50.0),
    )
    return Event(kind="closing_gate", category="life", world=world, seconds=8.0, actors=names((hung, *placed)))


def _on_edge(heading_deg: float) -> tuple[float, float, float, float]:
    """Turned about its long axis by a quarter, then to a heading."""
    turn, quarter = math.radians(heading_deg) / 2, math.sqrt(0.5)
    return (math.cos(turn) * quarter, math.cos(turn) * quarter, math.sin(turn) * quarter, math.sin(turn) * quarter)

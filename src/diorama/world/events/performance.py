"""Things that swing, tip and turn."""

from __future__ import annotations

from diorama.world.events.event import Event, Rng, event
from diorama.world.events.staging import bodies_of, choose, hung, jitter, names, put, scene, size_of
from diorama.world.layouts import furniture as f
from diorama.world.layouts.indoor import pick
from diorama.world.model import Fixture, Hinge, replace
from diorama.world.motors import Drive, Leg

THINGS = ("gift", "traffic cone", "rubber duck", "teddy bear", "barrel", "suitcase", "toolbox", "crate")
FRONTED = ("robot", "teddy bear", "rubber duck", "chair", "armchair", "mailbox", "boot", "tractor", "bus", "fan")


@event("performance")
def pendulum_swing(rng: Rng) -> Event:
    """A swing or a pendulum on a frame, with things standing on both sides of it."""
    swinging, *things = bodies_of([pick(rng, ("swing", "pendulum")), *choose(rng, THINGS, 2)], rng)
    scale = jitter(rng, 1.4, 2.4) if swinging.noun == "pendulum" else jitter(rng, 1.0, 1.6)
    frame, body, wide = hung(swinging, scale, jitter(rng, 22, 42) * float(rng.choice([-1, 1])), 0.0, rng)
    spots = [-(wide + jitter(rng, 0.5, 0.9)), wide + jitter(rng, 0.5, 0.9)]
    placed = [
        put(b, x, jitter(rng, -0.4, 0.4), heading_deg=jitter(rng, -180, 180))
        for b, x in zip(things, spots, strict=True)
    ]
    world = scene(
        rng,
        [body, *placed],
        ground=pick(rng, ("green grass", "beige rug", "light wood")),
        radius=1.8,
        fixtures=(frame,),
        centre=(0.0, 0.0, 0.8),
        side=24.0,
    )
    return Event(kind="pendulum_swing", category="performance", world=world, seconds=9.0, actors=names((body, *placed)))


@event("performance")
def two_pendulums(rng: Rng) -> Event:
    """Two pendulums of different lengths swing side by side."""
    first, second = bodies_of(["pendulum", "pendulum"], rng)
    thing = bodies_of(choose(rng, THINGS, 1), rng)[0]
    a, one, wide = hung(first, jitter(rng, 1.2, 1.6), jitter(rng, 15, 38) * float(rng.choice([-1, 1])), -0.55, rng)
    b, other, wider = hung(second, jitter(rng, 2.0, 2.6), jitter(rng, 15, 38) * float(rng.choice([-1, 1])), 0.55, rng)
    stands = put(thing, float(rng.choice([-1, 1])) * (max(wide, wider) + 0.5), jitter(rng, -0.6, 0.6))
    world = scene(
        rng,
        [one, other, stands],
        ground=pick(rng, ("green grass", "light wood")),
        radius=1.9,
        fixtures=(replace(a, name="small frame"), replace(b, name="large frame")),
        centre=(0.0, 0.0, 0.9),
        side=24.0,
    )
    return Event(
        kind="two_pendulums", category="performance", world=world, seconds=8.0, actors=names((one, other, stands))
    )


@event("performance")
def seesaw(rng: Rng) -> Event:
    """A plank on an axle with a thing at each end: the heavier side goes down."""
    plank, *things = bodies_of(
        ["plank", *choose(rng, ("brick", "gift", "tin", "carton", "rubber duck", "toolbox", "kettle", "trophy"), 2)],
        rng,
    )
    scale, high = 2.6, jitter(rng, 0.22, 0.32)
    long, _, thick = (side * scale for side in size_of(plank))
    board = replace(
        plank,
        name="plank",
        phrase="the plank",
        scale=scale,
        position=(0.0, 0.0, high),
        hinge=Hinge(anchor=(0.0, 0.0, high), axis=(0.0, 1.0, 0.0), damping=jitter(rng, 0.3, 0.8)),
    )
    placed = []
    for body, side in zip(things, (-1, 1), strict=True):
        at = side * jitter(rng, 0.28, 0.44) * long
        placed.append(
            put(
                body,
                at,
                0.0,
                high + thick + (0.002 if side < 0 else jitter(rng, 0.25, 0.5)),
                heading_deg=90.0 * int(rng.integers(4)),
            )
        )
    foot = Fixture(name="foot", blocks=(replace(f.box((0.12, 0.5, high - 0.01), (0, 0, 0), "red paint"), solid=False),))
    world = scene(
        rng,
        [board, *placed],
        ground=pick(rng, ("light wood", "white tile", "green grass")),
        radius=1.2,
        fixtures=(foot,),
        side=24.0,
    )
    return Event(kind="seesaw", category="performance", world=world, seconds=6.0, actors=names((board, *placed)))


@event("performance")
def turntable(rng: Rng) -> Event:
    """A thing with a front turns on the spot at a steady pace while another drives past."""
    shown, toy, thing = bodies_of(
        [pick(rng, FRONTED), pick(rng, ("car", "van", "locomotive")), pick(rng, THINGS[:3])], rng
    )
    if shown.noun == thing.noun:
        thing = bodies_of(["barrel"], rng)[0]
    toy = replace(toy, phrase=toy.phrase.replace(f" {toy.noun}", f" toy {toy.noun}"))
    rate, start = jitter(rng, 16, 40) * float(rng.choice([-1, 1])), jitter(rng, -180, 180)
    grown = replace(shown, scale=0.75 / max(size_of(shown)))
    middle = put(grown, 0.0, 0.0, 0.0, heading_deg=start)
    speed, side = jitter(rng, 0.2, 0.5), float(rng.choice([-1, 1]))
    heading = 0.0 if rng.random() < 0.5 else 180.0
    passing = put(toy, -1.6 if heading == 0 else 1.6, side * jitter(rng, 0.9, 1.3), 0.0, heading_deg=heading)
    stands = put(thing, jitter(rng, -1.2, 1.2), -side * jitter(rng, 0.9, 1.2))
    drives = (
        Drive(name=middle.name, legs=(Leg(seconds=60.0, speed=0.0, turn_deg=60.0 * rate),)),
        Drive(name=passing.name, legs=(Leg(seconds=60.0, speed=speed),), speed=speed),
    )
    world = scene(
        rng,
        [middle, passing, stands],
        ground=pick(rng, ("light wood", "beige rug", "white tile")),
        radius=1.6,
        side=24.0,
        elevation_deg=(18.0, 40.0),
    )
    return Event(
        kind="turntable",
        category="performance",
        world=world,
        seconds=10.0,
        drives=drives,
        actors=names((middle, passing, stands)),
        riders=(passing.name,),
        turner=middle.name,
    )

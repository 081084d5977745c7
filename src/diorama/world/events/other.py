"""What belongs nowhere else: things set off by one another."""

from __future__ import annotations

from diorama.world.events.event import Event, Rng, event
from diorama.world.events.staging import bodies_of, choose, hung, jitter, names, put, scene
from diorama.world.layouts.indoor import pick
from diorama.world.model import replace
from diorama.world.motors import Drive, Leg

STANDING = ("traffic cone", "barrel", "fire hydrant", "stool", "bowling pin", "trophy")
"""What is plainly seen to stand or to lie."""


@event("other")
def wrecking_ball(rng: Rng) -> Event:
    """A heavy pendulum swings into things that stand in its way, and past others."""
    ball = bodies_of(["pendulum"], rng)[0]
    frame, heavy, wide = hung(ball, jitter(rng, 2.0, 2.6), jitter(rng, 38, 55), 0.0, rng, clearance=0.04)
    things = bodies_of(choose(rng, STANDING, 3), rng)
    placed = []
    for k, body in enumerate(things):
        hit = k == 0
        y = jitter(rng, -0.1, 0.1) if hit else float(rng.choice([-1, 1])) * jitter(rng, 0.5, 0.9)
        x = jitter(rng, -0.1, 0.3) * wide + 0.25 * k
        placed.append(put(body, x, y, heading_deg=jitter(rng, -180, 180)))
    world = scene(
        rng,
        [heavy, *placed],
        ground=pick(rng, ("grey concrete", "light wood")),
        radius=1.8,
        fixtures=(frame,),
        centre=(0.0, 0.0, 0.8),
        side=24.0,
    )
    return Event(
        kind="wrecking_ball",
        category="other",
        world=world,
        seconds=7.0,
        actors=names((heavy, *placed)),
        topples=names(placed),
        group="objects that stood at first",
    )


@event("other")
def toy_patrol(rng: Rng) -> Event:
    """Toy vehicles drive lines and bends between things that stand on the floor."""
    toys = bodies_of(choose(rng, ("car", "tractor", "bus", "fire engine", "van"), 2), rng)
    toys = tuple(replace(t, phrase=t.phrase.replace(f" {t.noun}", f" toy {t.noun}")) for t in toys)
    things = bodies_of(choose(rng, ("barrel", "suitcase", "traffic cone", "watermelon", "plant"), 2), rng)
    drives, placed = [], []
    for k, toy in enumerate(toys):
        speed = jitter(rng, 0.25, 0.5)
        bend = jitter(rng, 40, 95) * float(rng.choice([-1, 1]))
        legs = (
            Leg(seconds=jitter(rng, 2.0, 3.5), speed=speed),
            Leg(seconds=jitter(rng, 2.0, 3.0), speed=speed, turn_deg=bend),
            Leg(seconds=6.0, speed=speed),
        )
        drives.append(Drive(name=toy.name, legs=legs, speed=speed))
        placed.append(put(toy, -1.6 + jitter(rng, 0.0, 0.4), (-0.6, 0.6)[k], heading_deg=jitter(rng, -15, 15)))
    for k, thing in enumerate(things):
        placed.append(put(thing, jitter(rng, 0.2, 1.4), (-1.5, 1.5)[k]))
    world = scene(
        rng,
        placed,
        ground=pick(rng, ("light wood", "beige rug", "white tile")),
        radius=1.9,
        side=24.0,
        elevation_deg=(20.0, 45.0),
    )
    return Event(
        kind="toy_patrol",
        category="other",
        world=world,
        seconds=10.0,
        drives=tuple(drives),
        actors=names(placed),
        riders=names(placed[:2]),
    )

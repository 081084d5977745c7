"""Machines: belts, pushers and rows of blocks."""

from __future__ import annotations

from diorama.world.events.event import Event, Rng, Zone, event
from diorama.world.events.staging import bodies_of, choose, jitter, names, put, rolling, scene, size_of
from diorama.world.layouts import furniture as f
from diorama.world.layouts.indoor import pick
from diorama.world.model import Body, Fixture, World, replace
from diorama.world.motors import Drive, Leg

CARGO = (
    "box",
    "carton",
    "gift",
    "kettle",
    "radio",
    "tin",
    "tissue box",
    "toaster",
    "toolbox",
    "building block",
    "trophy",
)
BELT_HIGH = 0.5


@event("factory")
def conveyor_ride(rng: Rng) -> Event:
    """Things ride on a belt and fall off at its end, one after another."""
    cargo = _cargo(rng, 4)
    length, speed = jitter(rng, 2.6, 3.4), jitter(rng, 0.28, 0.5)
    belt, zone = _belt(rng, length, speed)
    x, placed = length / 2 - jitter(rng, 0.7, 1.2), []
    for body in cargo:
        placed.append(
            _riding(put(body, x, jitter(rng, -0.06, 0.06), BELT_HIGH, heading_deg=jitter(rng, -180, 180)), speed)
        )
        x -= max(size_of(body)[:2]) / 2 + jitter(rng, 0.22, 0.6)
    placed[-1] = replace(placed[-1], quaternion=(1.0, 0.0, 0.0, 0.0))  # a camera on it looks along the belt
    catcher = put(bodies_of(["crate"], rng)[0], length / 2 + 0.75, 0.0, heading_deg=90.0)
    world = _hall(rng, [*placed, *([catcher] if rng.random() < 0.5 else [])], (belt,), length)
    return Event(
        kind="conveyor_ride",
        category="factory",
        world=world,
        seconds=12.0,
        actors=names(placed),
        zones=(zone,),
        riders=(placed[-1].name,),
        group="objects that were put on the belt",
    )


@event("factory")
def belt_pusher(rng: Rng) -> Event:
    """Things ride past a pusher that shoves one of them off the belt."""
    cargo = _cargo(rng, 3)
    length, speed = 3.4, jitter(rng, 0.25, 0.4)
    belt, zone = _belt(rng, length, speed)
    gap, x, placed = jitter(rng, 0.55, 0.8), 0.2, []
    for body in cargo:
        placed.append(_riding(put(body, x, 0.0, BELT_HIGH, heading_deg=90.0 * int(rng.integers(4))), speed))
        x -= gap
    pushed = int(rng.integers(3))
    at = jitter(rng, 0.9, 1.3)
    arm = bodies_of(["forklift"], rng)[0]
    side = float(rng.choice([-1, 1]))
    reach, quick = 0.75, 0.8
    moves = max(1.5, (at - placed[pushed].position[0]) / speed - 0.45 / quick)
    pusher = put(arm, at, -side * (0.30 + size_of(arm)[0] / 2 + 0.1), BELT_HIGH, heading_deg=90.0 * side)
    table = Fixture(name="platform", blocks=(f.box((0.7, 0.8, BELT_HIGH), (at, -side * 0.72, 0), "dark wood"),))
    legs = (
        Leg(seconds=moves, speed=0.0),
        Leg(seconds=0.1, speed=quick),
        Leg(seconds=reach / quick, speed=quick),
        Leg(seconds=0.1, speed=0.0),
        Leg(seconds=0.1, speed=-quick),
        Leg(seconds=reach / quick, speed=-quick),
        Leg(seconds=0.1, speed=0.0),
    )
    world = _hall(rng, [*placed, pusher], (belt, table), length)
    return Event(
        kind="belt_pusher",
        category="factory",
        world=world,
        seconds=12.0,
        actors=names((*placed, pusher)),
        zones=(zone,),
        drives=(Drive(name=pusher.name, legs=legs),),
        group="objects that were put on the belt",
    )


@event("factory")
def dominoes(rng: Rng) -> Event:
    """A ball knocks over the first of a row of upright blocks; the row may have a gap."""
    count = int(rng.integers(5, 8))
    ball, *blocks = bodies_of(["bowling ball", *["binder"] * count], rng)
    ball = replace(ball, scale=1.75)  # it must push above the middle of a block to tip it
    wide = size_of(blocks[0])
    gap_at = int(rng.integers(2, count + 2))
    x, placed = 0.0, []
    for k, block in enumerate(blocks):
        if k == gap_at:
            x += jitter(rng, 0.42, 0.6)
        placed.append(put(block, x, 0.0, heading_deg=90.0))
        x += wide[1] + jitter(rng, 0.09, 0.14)
    moved = [replace(b, position=(b.position[0] - x / 2, b.position[1], 0.0)) for b in placed]
    speed = jitter(rng, 0.8, 1.3)
    rolled = rolling(put(ball, -x / 2 - jitter(rng, 1.6, 2.6), 0.0), (speed, 0.0))
    world = scene(
        rng, [rolled, *moved], ground=pick(rng, ("light wood", "grey concrete", "beige rug")), radius=1.8, side=24.0
    )
    return Event(
        kind="dominoes",
        category="factory",
        world=world,
        seconds=8.0,
        actors=names((rolled, *moved)),
        topples=names(moved),
        group="binders",
    )


def _cargo(rng: Rng, count: int) -> tuple[Body, ...]:
    return bodies_of(choose(rng, CARGO, count), rng)


def _riding(body: Body, speed: float) -> Body:
    return replace(body, velocity=(speed, 0.0, 0.0))


def _belt(rng: Rng, length: float, speed: float) -> tuple[Fixture, Zone]:
    steel, width = pick(rng, ("silver metal", "black metal", "yellow paint", "blue paint")), 0.52
    belt = replace(f.box((length, width, 0.05), (0, 0, BELT_HIGH - 0.05), "black rubber"), belt=(speed, 0.0, 0.0))
    rails = [f.box((length, 0.03, 0.06), (0, s * (width / 2 + 0.02), BELT_HIGH - 0.065), steel) for s in (-1, 1)]
    feet = [
        f.box((0.06, 0.06, BELT_HIGH - 0.05), (sx * (length / 2 - 0.2), sy * width / 2, 0), steel)
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    zone = Zone(
        phrase="the belt",
        low=(-length / 2, -width / 2 - 0.04, BELT_HIGH - 0.02),
        high=(length / 2, width / 2 + 0.04, BELT_HIGH + 0.8),
    )
    return Fixture(name="conveyor", blocks=(belt, *rails, *feet)), zone


def _hall(rng: Rng, bodies: list[Body], fixtures: tuple[Fixture, ...], length: float) -> World:
    return scene(
        rng,
        bodies,
        ground="grey concrete",
        radius=length / 2,
        fixtures=fixtures,
        centre=(0.0, 0.0, BELT_HIGH),
        elevation_deg=(14.0, 42.0),
        side=24.0,
        show=[(sx * length / 2, sy * 0.26, BELT_HIGH) for sx in (-1, 1) for sy in (-1, 1)],
    )

"""Traffic: vehicles of real size that cross, follow, overtake and park."""

from __future__ import annotations

import math

from diorama.world.events.event import Event, Rng, event
from diorama.world.events.staging import bodies_of, choose, colours_for, jitter, mats, put, real_size, scene, size_of
from diorama.world.layouts import furniture as f
from diorama.world.layouts.arenas.crossing import VEHICLES
from diorama.world.model import Body, Fixture, World, replace
from diorama.world.motors import Drive, Leg

LANE = 3.5
"""Metres: how wide a lane is."""
STREET_Z = 0.02
THINGS = ("barrel", "mailbox", "fire hydrant", "crate")
"""What stands at the roadside …"""
ROADSIDE = 1.8
"""… larger than life, so that it is seen beside vehicles."""
TURNS = ("turn to its own left", "turn to its own right", "go straight on", "stop")
PASSES = ("overtake on its own left", "overtake on its own right", "stay behind", "stop")


@event("driving")
def crossing_turn(rng: Rng) -> Event:
    """A vehicle comes to a crossing and turns, goes on or stops; another drives on its way, a third one waits."""
    does = TURNS[int(rng.integers(4))]
    hero, other, waiting = _traffic(rng, 3)
    u = 90.0 * int(rng.integers(4))
    speed, slow = jitter(rng, 4.0, 6.0), jitter(rng, 2.2, 3.2)
    left, right, _, stop = TURNS
    radius = {left: 5.6, right: 3.4}.get(does, 0.0)
    begins = {left: LANE / 2 - radius, right: -LANE / 2 - radius, stop: -LANE - 3.0}.get(does, 0.0)
    far, brake = jitter(rng, 16.0, 22.0), jitter(rng, 8.0, 10.0)
    cruise = (far + begins - brake) / speed
    slowing = 2 * brake / (speed + slow)
    legs: tuple[Leg, ...]
    if does == "stop":
        legs = (Leg(seconds=(far + begins - 7.0) / speed, speed=speed), Leg(seconds=2 * 7.0 / speed, speed=0.0))
        telling = (legs[0].seconds + 0.45 * legs[1].seconds, legs[0].seconds + 0.75 * legs[1].seconds)
    elif does == "go straight on":
        legs = (Leg(seconds=(far - 3.0) / speed, speed=speed), Leg(seconds=12.0, speed=speed))
        telling = (legs[0].seconds, legs[0].seconds + 3.0 / speed)
    else:
        turning = math.pi / 2 * radius / slow
        sign = 1.0 if does == left else -1.0
        legs = (
            Leg(seconds=cruise, speed=speed),
            Leg(seconds=slowing, speed=slow),
            Leg(seconds=turning, speed=slow, turn_deg=90.0 * sign),
            Leg(seconds=3.0, speed=speed),
        )
        telling = (cruise + slowing + 0.28 * turning, cruise + slowing + 0.45 * turning)
    hero = _in_lane(hero, u, -far)
    drives = [Drive(name=hero.name, legs=legs, speed=speed)]
    opposite = jitter(rng, 2.5, 4.5)
    other = _in_lane(other, u + 180.0, -jitter(rng, 10.0, 24.0) if does != left else jitter(rng, 5.0, 12.0))
    drives.append(Drive(name=other.name, legs=(Leg(seconds=20.0, speed=opposite),), speed=opposite))
    waiting = _in_lane(waiting, u + (90.0 if rng.random() < 0.5 else -90.0), -LANE - size_of(waiting)[0] / 2 - 1.5)
    world = _crossing(rng, [hero, other, waiting, *_at_corners(rng, u)])
    return Event(
        kind="crossing_turn",
        category="driving",
        world=world,
        seconds=13.0,
        drives=tuple(drives),
        actors=world.inventory,
        riders=(hero.name, other.name),
        chooser=hero.name,
        intents=(does, *(t for t in TURNS if t != does)),
        telling=telling,
    )


@event("driving")
def following(rng: Rng) -> Event:
    """Three vehicles in a row; the first brakes, the next brake later, each at its own pace."""
    first, second, third = _traffic(rng, 3)
    speed = jitter(rng, 3.0, 5.0)
    gaps = [jitter(rng, 4.0, 9.0) for _ in range(2)]
    x1 = jitter(rng, -14.0, -8.0)
    x2 = x1 - gaps[0] - (size_of(first)[0] + size_of(second)[0]) / 2
    x3 = x2 - gaps[1] - (size_of(second)[0] + size_of(third)[0]) / 2
    begins, ends = jitter(rng, 2.0, 3.5), jitter(rng, 0.0, 0.5) * speed
    drives = []
    for k, (body, late) in enumerate(((first, 0.0), (second, jitter(rng, 0.6, 1.2)), (third, jitter(rng, 1.6, 2.6)))):
        own = speed * (1.0 + 0.08 * k * float(rng.choice([-1, 1])))
        legs = (Leg(seconds=begins + late, speed=own), Leg(seconds=jitter(rng, 2.2, 3.6), speed=ends))
        drives.append(Drive(name=body.name, legs=legs, speed=own))
    placed = [_on_road(b, x, 0) for b, x in ((first, x1), (second, x2), (third, x3))]
    world = _road(rng, [*placed, *_beside_road(rng, 2)], lanes=2)
    return Event(
        kind="following",
        category="driving",
        world=world,
        seconds=11.0,
        drives=tuple(drives),
        actors=world.inventory,
        riders=(second.name, third.name),
    )


@event("driving")
def overtaking(rng: Rng) -> Event:
    """A faster vehicle comes up behind a slower one and passes it on one side, stays behind it or stops."""
    does = PASSES[int(rng.integers(4))]
    hero, slow_one, ahead = _traffic(rng, 3)
    fast, slow = jitter(rng, 5.0, 6.5), jitter(rng, 1.5, 2.5)
    x_slow = jitter(rng, -8.0, -4.0)
    gap = jitter(rng, 13.0, 18.0)
    x_hero = x_slow - gap - (size_of(hero)[0] + size_of(slow_one)[0]) / 2
    near = (gap - 6.0) / (fast - slow)
    legs: tuple[Leg, ...]
    if does.startswith("overtake"):
        sign, change = (1.0 if "left" in does else -1.0), 1.3
        aside = math.degrees(math.asin(min(0.6, LANE / (change * fast))))
        legs = (
            Leg(seconds=near * 0.75, speed=fast),
            Leg(seconds=change, speed=fast, turn_deg=sign * aside),
            Leg(seconds=change, speed=fast, turn_deg=-sign * aside),
            Leg(seconds=10.0, speed=fast),
        )
        telling = (near * 0.75 + 0.45 * change, near * 0.75 + 0.9 * change)
    else:
        end = slow if does == "stay behind" else 0.0
        legs = (
            Leg(seconds=near * 0.6, speed=fast),
            Leg(seconds=1.6, speed=slow if end else 1.2),
            Leg(seconds=1.2, speed=end),
        )
        telling = (near * 0.6 + 2.2, near * 0.6 + 2.7)  # before, who stops brakes like who stays behind
    drives = (
        Drive(name=hero.name, legs=legs, speed=fast),
        Drive(name=slow_one.name, legs=(Leg(seconds=20.0, speed=slow),), speed=slow),
    )
    placed = [
        _on_road(hero, x_hero, 0),
        _on_road(slow_one, x_slow, 0),
        _on_road(ahead, jitter(rng, 14.0, 24.0), 1 if "right" in does else 2),
    ]
    world = _road(rng, [*placed, *_beside_road(rng, 2)], lanes=3)
    return Event(
        kind="overtaking",
        category="driving",
        world=world,
        seconds=10.0,
        drives=drives,
        actors=world.inventory,
        riders=(hero.name, slow_one.name),
        chooser=hero.name,
        intents=(does, *(p for p in PASSES if p != does)),
        telling=telling,
    )


@event("driving")
def parking(rng: Rng) -> Event:
    """A vehicle drives along a row of painted bays and turns into one of them."""
    hero, parked, passing = _traffic(rng, 3)
    count = 3
    wide, deep, radius = 4.2, 8.5, 4.6
    left = rng.random() < 0.5
    sign = 1.0 if left else -1.0
    colours = colours_for(rng, count, "black")
    xs = [(k - 1) * (wide + 1.0) for k in range(count)]
    y_bay = sign * (LANE / 2 + radius + deep / 2 - 1.2)
    painted, zones = mats([(x, y_bay, wide, deep) for x in xs], colours, "bay")
    painted = replace(
        painted,
        blocks=tuple(replace(b, position=(*b.position[:2], 0.021 + 0.0004 * k)) for k, b in enumerate(painted.blocks)),
    )
    goal = int(rng.integers(count))
    speed, slow = jitter(rng, 4.5, 6.0), jitter(rng, 2.0, 2.6)
    start = -jitter(rng, 15.0, 19.0)
    turn_x = xs[goal] - radius
    brake = 5.0
    turning = math.pi / 2 * radius / slow
    roll = deep / 2 - 0.5
    legs = (
        Leg(seconds=(turn_x - brake - start) / speed, speed=speed),
        Leg(seconds=2 * brake / (speed + slow), speed=slow),
        Leg(seconds=turning, speed=slow, turn_deg=90.0 * sign),
        Leg(seconds=2 * roll / slow, speed=0.0),
    )
    begun = legs[0].seconds + legs[1].seconds
    free = [k for k in range(count) if k != goal]
    stands = free[int(rng.integers(len(free)))]
    other = jitter(rng, 3.0, 5.0)
    placed = [
        replace(put(hero, start, 0.0, STREET_Z), quaternion=(1.0, 0.0, 0.0, 0.0)),
        put(parked, xs[stands], y_bay, STREET_Z, heading_deg=-90.0 * sign),
        put(passing, jitter(rng, 12.0, 18.0), -sign * LANE, STREET_Z, heading_deg=180.0),
        *(put(b, x, -sign * 2.6 * LANE, STREET_Z) for b, x in zip(_roadside(rng, 2), (-3.5, 5.5), strict=True)),
    ]
    drives = (
        Drive(name=hero.name, legs=legs, speed=speed),
        Drive(name=passing.name, legs=(Leg(seconds=20.0, speed=other),), speed=other),
    )
    lot = Fixture(name="street", blocks=(f.box((60.0, 44.0, 0.02), (0, 0, 0), "black asphalt"),))
    world = scene(
        rng,
        placed,
        ground="green grass",
        radius=10.0,
        fixtures=(lot, painted),
        centre=(0.0, 0.3 * y_bay, 0.5),
        elevation_deg=(22.0, 50.0),
        side=110.0,
        show=[(x, y_bay + s * deep / 2, 0.0) for x in (xs[0] - 2, xs[-1] + 2) for s in (-1, 1)],
    )
    return Event(
        kind="parking",
        category="driving",
        world=world,
        seconds=begun + turning + legs[3].seconds + 1.5,
        drives=drives,
        actors=world.inventory,
        zones=zones,
        riders=(hero.name,),
        chooser=hero.name,
        intents=tuple(f"park in {zone.phrase}" for zone in (zones[goal], *(z for z in zones if z is not zones[goal]))),
        telling=(begun + 0.25 * turning, begun + 0.5 * turning),
    )


def _traffic(rng: Rng, count: int) -> list[Body]:
    return [real_size(b) for b in bodies_of(choose(rng, VEHICLES, count), rng)]


def _in_lane(body: Body, heading_deg: float, along: float) -> Body:
    """On the right-hand lane of a street through the middle, so far along its heading."""
    turn = math.radians(heading_deg)
    x = along * math.cos(turn) + LANE / 2 * math.sin(turn)
    y = along * math.sin(turn) - LANE / 2 * math.cos(turn)
    return put(body, x, y, STREET_Z, heading_deg=heading_deg)


def _on_road(body: Body, x: float, lane: int) -> Body:
    """On a lane of a straight road: 0 the middle one, 1 to its left, 2 to its right."""
    return put(body, x, (0.0, LANE, -LANE)[lane], STREET_Z)


def _beside_road(rng: Rng, count: int) -> list[Body]:
    """Things along a straight road."""
    things, side = _roadside(rng, count), LANE * 1.5 + 1.6
    return [put(b, jitter(rng, -4.0, 5.0) + 13.0 * k, float(rng.choice([-1, 1])) * side) for k, b in enumerate(things)]


def _at_corners(rng: Rng, heading_deg: float) -> list[Body]:
    """Things at the two far corners of a crossing, for one who comes along a heading."""
    things, turn = _roadside(rng, 2), math.radians(heading_deg)
    places = [(jitter(rng, 1.8, 3.0) * LANE, s * jitter(rng, 1.7, 2.2) * LANE) for s in (-1, 1)]
    return [
        put(b, x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn))
        for b, (x, y) in zip(things, places, strict=True)
    ]


def _roadside(rng: Rng, count: int) -> list[Body]:
    return [replace(b, scale=ROADSIDE * b.scale) for b in bodies_of(choose(rng, THINGS, count), rng)]


def _road(rng: Rng, bodies: list[Body], lanes: int) -> World:
    wide = 3 * LANE if lanes == 3 else 2 * LANE
    middle = 0.0 if lanes == 3 else LANE / 2
    marks = [
        f.box((1.8, 0.14, 0.004), (-53 + 4.0 * k, y, 0.02), "white paint", solid=False)
        for k in range(27)
        for y in ((-LANE / 2, LANE / 2) if lanes == 3 else (LANE / 2,))
    ]
    street = Fixture(name="street", blocks=(f.box((108.0, wide, 0.02), (0, middle, 0), "black asphalt"), *marks))
    return scene(
        rng,
        bodies,
        ground="green grass",
        radius=9.0,
        fixtures=(street,),
        elevation_deg=(20.0, 45.0),
        side=110.0,
        spread_deg=48.0,
    )


def _crossing(rng: Rng, bodies: list[Body]) -> World:
    reach = 50.0
    arm = reach - LANE
    roads = [
        f.box((2 * reach, 2 * LANE, 0.02), (0, 0, 0), "black asphalt"),
        *(f.box((2 * LANE, arm, 0.02), (0, s * (LANE + arm / 2), 0), "black asphalt") for s in (-1, 1)),
    ]
    marks = [
        f.box(size, at, "white paint", solid=False)
        for k in range(12)
        for s in (-1, 1)
        for size, at in (
            ((1.6, 0.16, 0.004), (s * (LANE + 2 + 3.2 * k), 0, 0.02)),
            ((0.16, 1.6, 0.004), (0, s * (LANE + 2 + 3.2 * k), 0.02)),
        )
    ]
    street = Fixture(name="street", blocks=(*roads, *marks))
    return scene(
        rng,
        bodies,
        ground="green grass",
        radius=10.0,
        fixtures=(street,),
        elevation_deg=(26.0, 52.0),
        side=110.0,
        show=[(x, y, 0.0) for x in (-8.0, 8.0) for y in (-8.0, 8.0)],
    )

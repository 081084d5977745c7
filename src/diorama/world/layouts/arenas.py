"""Arenas: places made for one kind of event, from a billiard table to a street crossing.

Unlike indoor layouts these choose their bodies themselves, and some begin in motion.
"""

from __future__ import annotations

import math

import numpy as np

from diorama.errors import CannotPlace, DioramaError
from diorama.world.assets import build_shape, get_asset
from diorama.world.bodies import drawn_bodies, make_body, name_bodies
from diorama.world.layouts import furniture as f
from diorama.world.layouts.indoor import FLOORS, WALLS, WOODS, daylight, pick
from diorama.world.layouts.placement import Plot, at_rest, scatter
from diorama.world.layouts.registry import WORLD_TRIES, Rng, add_layout, check_seed
from diorama.world.model import Block, Body, Fixture, Hinge, Stage, Surface, World, replace
from diorama.world.parts import quaternion_to

POCKET = 0.062
"""Radius of a billiard pocket's mouth, metres."""


@add_layout
def empty(seed: int = 0, objects: int = 0) -> World:
    """A bare floor and daylight: a place to put bodies by hand."""
    if objects:
        raise DioramaError("the layout 'empty' takes no objects; add bodies yourself")
    rng = np.random.default_rng(check_seed(seed))
    stage = Stage(radius=0.5, spread_deg=180.0, elevation_deg=(10.0, 60.0))
    top = Surface(name="top", fixture="floor", position=(0.0, 0.0, 0.0), outline=f.rectangle(20, 20))
    return World(
        layout="empty",
        seed=seed,
        fixtures=(f.floor(20.0, "grey concrete"),),
        surfaces=(top,),
        lights=daylight(rng, stage),
        stage=stage,
    )


@add_layout
def billiard_table(seed: int = 0, objects: int = 6, *, tries: int = WORLD_TRIES) -> World:
    """A table with six pockets and balls of different colours on its cloth; the pockets are surfaces."""
    rng = np.random.default_rng([check_seed(seed), 0])
    length, width, height = 2.24, 1.12, 0.8
    cloth, wood = pick(rng, ("green felt", "blue felt")), pick(rng, WOODS)
    bed = _billiard_bed(length, width, height, cloth, wood)
    stage = Stage(
        centre=(0.0, 0.0, height),
        radius=1.25,
        elevation_deg=(25.0, 60.0),
        spread_deg=75.0,
        reach=9.0,
        show=tuple((sx * (length / 2 + 0.14), sy * (width / 2 + 0.14), height) for sx in (-1, 1) for sy in (-1, 1)),
    )
    playing = Surface(
        name="top",
        fixture=bed.name,
        position=(0.0, 0.0, height),
        outline=f.rectangle(length - 2 * POCKET, width - 2 * POCKET),
    )
    holes = tuple(
        Surface(name=f"pocket {k + 1}", fixture=bed.name, position=(x, y, height), outline=f.ring(POCKET))
        for k, (x, y) in enumerate(pockets(length, width))
    )
    bare = World(
        layout="billiard_table",
        seed=seed,
        stage=stage,
        lights=daylight(rng, stage),
        surfaces=(playing, *holes),
        fixtures=(bed, f.back_wall(2.6, 24.0, 3.2, pick(rng, WALLS), "white paint"), f.floor(24.0, pick(rng, FLOORS))),
    )
    balls = drawn_bodies(["billiard ball"] * objects, np.random.default_rng([seed, 2]))
    return _settled(bare, balls, [playing], tries)


@add_layout
def ball_court(seed: int = 0, objects: int = 1, *, ball: str | None = None) -> World:
    """A ball in flight towards a goal or a hoop; the surface `goal` is what it has to pass through."""
    rng = np.random.default_rng([check_seed(seed), 0])
    noun = ball or pick(rng, ("soccer ball", "basketball"))
    if not get_asset(noun).round:
        raise DioramaError(f"a court needs a ball; '{noun}' does not roll")
    if objects != 1:
        raise DioramaError(f"a ball court has one object, the ball; got {objects}")
    goal, mouth = _hoop(rng) if noun == "basketball" else _goal(rng)
    ground = f.floor(40.0, "light wood" if noun == "basketball" else "green grass")
    start = np.array([float(rng.uniform(-4.5, -3.2)), float(rng.uniform(-0.8, 0.8)), float(rng.uniform(0.3, 1.6))])
    end = np.add(mouth.position, (0.0, rng.normal(0, 0.6), rng.normal(0, 0.3)))
    flight = float(rng.uniform(0.75, 1.1))
    velocity = (end - start) / flight + np.array([0.0, 0.0, 9.81 * flight / 2])
    body = make_body(noun, seed=int(rng.integers(2**31)))
    x, y, z = start.tolist()
    vx, vy, vz = velocity.tolist()
    gx, gy, gz = mouth.position
    half = 1.5 if noun != "basketball" else 0.6
    stage = Stage(
        centre=(-1.5, 0.0, 0.8),
        radius=3.4,
        spread_deg=60.0,
        elevation_deg=(8.0, 35.0),
        show=tuple((gx + dx, gy + sy * half, z) for dx in (-0.3, 0.8) for sy in (-1, 1) for z in (0.0, gz + 0.9)),
    )
    top = Surface(name="top", fixture="floor", position=(0.0, 0.0, 0.0), outline=f.rectangle(20, 20))
    return World(
        layout="ball_court",
        seed=seed,
        stage=stage,
        fixtures=(goal, ground),
        surfaces=(mouth, top),
        lights=daylight(rng, stage),
        bodies=name_bodies([replace(body, position=(x, y, z), velocity=(vx, vy, vz))]),
    )


@add_layout
def tray(seed: int = 0, objects: int = 4, *, noun: str = "candle", tries: int = WORLD_TRIES) -> World:
    """A rimmed tray on a table, with several things of one kind that only their looks tell apart."""
    rng = np.random.default_rng([check_seed(seed), 0])
    side = rng.uniform(0.44, 0.54) * math.sqrt(max(1.0, objects / 5))
    deep, height, base = side * rng.uniform(0.65, 0.85), 0.74, 0.012
    wood = pick(rng, WOODS)
    rim = pick(rng, ("white paint", "black paint", "silver metal", "light wood"))
    plate = Fixture(
        name="tray",
        blocks=(
            f.box((side, deep, base), (0, 0, height), rim),
            *(f.box((0.012, deep, 0.03), (s * (side / 2 + 0.006), 0, height), rim) for s in (-1, 1)),
            *(f.box((side + 0.024, 0.012, 0.03), (0, s * (deep / 2 + 0.006), height), rim) for s in (-1, 1)),
        ),
    )
    stage = Stage(
        centre=(0.0, 0.0, height),
        radius=side / 2,
        spread_deg=80.0,
        elevation_deg=(10.0, 40.0),
        reach=6.0,
        show=tuple((sx * side / 2, sy * deep / 2, height) for sx in (-1, 1) for sy in (-1, 1)),
    )
    top = Surface(name="top", fixture="tray", position=(0.0, 0.0, height + base), outline=f.rectangle(side, deep))
    bare = World(
        layout="tray",
        seed=seed,
        stage=stage,
        surfaces=(top,),
        lights=daylight(rng, stage),
        fixtures=(
            plate,
            f.table(1.3, 0.9, height, wood, wood),
            f.back_wall(1.8, 24.0, 3.2, pick(rng, WALLS), "white paint"),
            f.floor(24.0, pick(rng, FLOORS)),
        ),
    )
    return _settled(bare, drawn_bodies([noun] * objects, np.random.default_rng([seed, 2])), [top], tries)


@add_layout
def crossing(seed: int = 0, objects: int = 7, *, tries: int = WORLD_TRIES) -> World:
    """Two streets that cross, with vehicles of real size and things beside the road."""
    rng = np.random.default_rng([check_seed(seed), 0])
    lane, reach = 3.5, 26.0
    arm = reach - lane
    roads = [
        f.box((2 * reach, 2 * lane, 0.02), (0, 0, 0), "black asphalt"),
        *(f.box((2 * lane, arm, 0.02), (0, s * (lane + arm / 2), 0), "black asphalt") for s in (-1, 1)),
    ]
    marks = [
        f.box((1.6, 0.16, 0.004), (s * (lane + 2 + 3.2 * k), 0, 0.02), "white paint", solid=False)
        for k in range(6)
        for s in (-1, 1)
    ]
    marks += [
        f.box((0.16, 1.6, 0.004), (0, s * (lane + 2 + 3.2 * k), 0.02), "white paint", solid=False)
        for k in range(6)
        for s in (-1, 1)
    ]
    street = Fixture(name="street", blocks=(*roads, *marks))
    stage = Stage(centre=(0.0, 0.0, 0.5), radius=9.0, spread_deg=180.0, elevation_deg=(18.0, 50.0), reach=70.0)
    top = Surface(name="top", fixture="street", position=(0.0, 0.0, 0.02), outline=f.rectangle(2 * lane, 2 * lane))
    arms = tuple(
        Surface(name=f"lane {k + 1}", fixture="street", position=(x, y, 0.02), outline=f.rectangle(w, d))
        for k, (x, y, w, d) in enumerate(
            (
                (lane + 4.6, 0.0, 9.0, 2 * lane - 0.4),
                (-lane - 4.6, 0.0, 9.0, 2 * lane - 0.4),
                (0.0, lane + 4.6, 2 * lane - 0.4, 9.0),
                (0.0, -lane - 4.6, 2 * lane - 0.4, 9.0),
            )
        )
    )
    bare = World(
        layout="crossing",
        seed=seed,
        stage=stage,
        surfaces=(top, *arms),
        lights=daylight(rng, stage),
        fixtures=(street, Fixture(name="ground", blocks=(f.box((120, 120, 0.1), (0, 0, -0.1), "green grass"),))),
    )
    kinds = [n for n in REAL_LENGTH if n in VEHICLES]
    others = [n for n in REAL_LENGTH if n not in VEHICLES]
    drive = min(len(kinds), max(1, math.ceil(objects / 2)))
    if objects - drive > len(others):
        known = len(kinds) + len(others)
        raise CannotPlace(f"crossing: there are only {known} kinds of things for it, fewer than {objects}")
    chosen = [
        *rng.choice(kinds, size=drive, replace=False).tolist(),
        *rng.choice(others, size=objects - drive, replace=False).tolist(),
    ]
    bodies = tuple(_real_size(b) for b in drawn_bodies(chosen, np.random.default_rng([seed, 2])))
    return _settled(bare, bodies, [top, *arms], tries)


@add_layout
def conveyor(seed: int = 0, objects: int = 4, *, speed: float = 0.35, tries: int = WORLD_TRIES) -> World:
    """A belt that carries things along +x; it moves whenever time does."""
    rng = np.random.default_rng([check_seed(seed), 0])
    length, width, height = rng.uniform(2.4, 3.0), rng.uniform(0.45, 0.55), 0.8
    steel = pick(rng, ("silver metal", "black metal"))
    belt = f.box((length, width, 0.05), (0, 0, height - 0.05), "black rubber")
    frame = Fixture(
        name="conveyor",
        blocks=(
            replace(belt, belt=(speed, 0.0, 0.0)),
            *(f.box((length, 0.03, 0.08), (0, s * (width / 2 + 0.02), height - 0.07), steel) for s in (-1, 1)),
            *(
                f.box((0.06, 0.06, height - 0.07), (sx * (length / 2 - 0.2), sy * width / 2, 0), steel)
                for sx in (-1, 1)
                for sy in (-1, 1)
            ),
        ),
    )
    stage = Stage(
        centre=(0.0, 0.0, height),
        radius=length / 2,
        elevation_deg=(14.0, 45.0),
        spread_deg=60.0,
        reach=9.0,
        show=tuple((sx * length / 2, sy * width / 2, height) for sx in (-1, 1) for sy in (-1, 1)),
    )
    top = Surface(name="top", fixture="conveyor", position=(0.0, 0.0, height), outline=f.rectangle(length, width))
    loading = replace(top, outline=tuple((x / 2 - length / 4, y) for x, y in top.outline))
    bare = World(
        layout="conveyor",
        seed=seed,
        stage=stage,
        surfaces=(top,),
        lights=daylight(rng, stage),
        fixtures=(frame, f.back_wall(1.5, 24.0, 3.2, pick(rng, WALLS), "white paint"), f.floor(24.0, "grey concrete")),
    )
    still = replace(bare, fixtures=(replace(frame, blocks=(belt, *frame.blocks[1:])), *bare.fixtures[1:]))
    cargo = [n for n in CARGO if get_asset(n).size.high < 0.9 * width]
    if objects > len(cargo):
        raise CannotPlace(f"conveyor: there are only {len(cargo)} kinds of things for it, fewer than {objects}")
    nouns = rng.choice(cargo, size=objects, replace=False).tolist()
    bodies = drawn_bodies(nouns, np.random.default_rng([seed, 2]))
    rested = _settled(still, bodies, [loading], tries)
    return replace(rested, fixtures=bare.fixtures)


@add_layout
def swing(seed: int = 0, objects: int = 1, *, noun: str | None = None) -> World:
    """A swing or a pendulum hung from a frame, let go at an angle."""
    rng = np.random.default_rng([check_seed(seed), 0])
    if objects != 1:
        raise DioramaError(f"the layout 'swing' has one object, what hangs from it; got {objects}")
    kind = noun or pick(rng, ("swing", "pendulum"))
    body = make_body(kind, seed=int(rng.integers(2**31)))
    length = build_shape(kind, body.seed).size[2]
    height, half = length + rng.uniform(0.12, 0.25), 0.5
    paint = pick(rng, ("red paint", "blue paint", "green paint", "light wood"))
    beam = Block(kind="cylinder", size=(0.025, half), position=(0.0, 0.0, height), quaternion=_lying(), material=paint)
    lean = 0.5 * height
    legs = tuple(
        _strut((sx * lean, sy * half, 0.0), (0.0, sy * half, height), 0.022, paint) for sx in (-1, 1) for sy in (-1, 1)
    )
    angle = float(rng.uniform(20, 50)) * (1 if rng.random() < 0.5 else -1)
    turn = math.radians(angle)
    # The hung asset's top is its axle: turn it about the beam by `angle`.
    hung = replace(
        body,
        position=(-length * math.sin(turn), 0.0, height - length * math.cos(turn)),
        quaternion=(math.cos(turn / 2), 0.0, math.sin(turn / 2), 0.0),
        hinge=Hinge(anchor=(0.0, 0.0, height), axis=(0.0, 1.0, 0.0), damping=0.002),
    )
    wide = max(lean, length * math.sin(abs(turn)) + 0.15)
    stage = Stage(
        centre=(0.0, 0.0, height / 2),
        radius=max(height, 0.8),
        elevation_deg=(8.0, 30.0),
        spread_deg=60.0,
        show=tuple((sx * wide, sy * half, z) for sx in (-1, 1) for sy in (-1, 1) for z in (0.0, height + 0.05)),
    )
    top = Surface(name="top", fixture="floor", position=(0.0, 0.0, 0.0), outline=f.rectangle(20, 20))
    return World(
        layout="swing",
        seed=seed,
        stage=stage,
        surfaces=(top,),
        lights=daylight(rng, stage),
        fixtures=(Fixture(name="frame", blocks=(replace(beam, solid=False), *legs)), f.floor(40.0, "green grass")),
        bodies=name_bodies([hung]),
    )


CARGO = (
    "book",
    "box",
    "building block",
    "carton",
    "gift",
    "kettle",
    "mug",
    "radio",
    "tin",
    "tissue box",
    "toaster",
    "toolbox",
)
"""What a conveyor carries."""
VEHICLES = ("car", "van", "truck", "bus", "tractor", "fire engine")
REAL_LENGTH = {
    "car": 4.2,
    "van": 5.0,
    "truck": 6.4,
    "bus": 6.8,
    "tractor": 3.8,
    "fire engine": 6.6,
    "traffic cone": 0.7,
    "barrel": 0.95,
    "mailbox": 1.2,
    "fire hydrant": 0.8,
    "crate": 1.0,
    "tyre": 0.7,
}
"""Longest sides in the street, metres."""


def pockets(length: float, width: float) -> tuple[tuple[float, float], ...]:
    """Where the six pockets are, in the cloth's plane."""
    return tuple((x, y) for x in (-length / 2, 0.0, length / 2) for y in (-width / 2, width / 2))


def _billiard_bed(length: float, width: float, height: float, cloth: str, wood: str) -> Fixture:
    """Slate cut out at the pockets, cushions between them, a rail around, and a black well under each pocket."""
    slate, edge, rail, r = 0.04, 0.06, 0.035, POCKET
    x, y = length / 2, width / 2
    strip, low = x - 2 * r, height - slate
    sides = [(sx, sy) for sx in (-1, 1) for sy in (-1, 1)]
    blocks = [f.box((length - 2 * r, width - 2 * r, slate), (0, 0, low), cloth)]
    blocks += [f.box((strip, r, slate), (sx * (r + strip / 2), sy * (y - r / 2), low), cloth) for sx, sy in sides]
    blocks += [f.box((r, width - 2 * r, slate), (sx * (x - r / 2), 0, low), cloth) for sx in (-1, 1)]
    blocks += [
        f.box((strip, edge, slate + rail), (sx * (r + strip / 2), sy * (y + edge / 2), low), cloth) for sx, sy in sides
    ]
    blocks += [f.box((edge, width - 2 * r, slate + rail), (sx * (x + edge / 2), 0, low), cloth) for sx in (-1, 1)]
    around = 2 * (x + 2 * edge)
    blocks += [f.box((around, edge, 0.12 + rail), (0, sy * (y + 1.5 * edge), height - 0.12), wood) for sy in (-1, 1)]
    blocks += [
        f.box((edge, 2 * (y + edge), 0.12 + rail), (sx * (x + 1.5 * edge), 0, height - 0.12), wood) for sx in (-1, 1)
    ]
    blocks.append(f.box((2 * (x + edge), 2 * (y + edge), 0.02), (0, 0, height - 0.12), "black leather"))
    blocks += [f.box((0.14, 0.14, height - 0.12), (sx * (x - 0.15), sy * (y - 0.12), 0), wood) for sx, sy in sides]
    return Fixture(name="billiard table", blocks=tuple(blocks))


def _goal(rng: Rng) -> tuple[Fixture, Surface]:
    """Two posts, a bar and a net, facing −x."""
    wide, tall, thick, deep = rng.uniform(2.0, 2.8), rng.uniform(1.2, 1.6), 0.05, 0.8
    white = "white paint"
    blocks = [f.post(thick, tall + thick, (0, s * (wide / 2 + thick), 0), white) for s in (-1, 1)]
    blocks.append(
        Block(
            kind="cylinder",
            size=(thick, wide / 2 + 2 * thick),
            position=(0, 0, tall + thick),
            quaternion=_lying(),
            material=white,
        )
    )
    blocks += [
        _strut((0.0, s * (wide / 2 + thick), tall), (deep, s * (wide / 2 + thick), 0.0), 0.02, white) for s in (-1, 1)
    ]
    for k in range(13):
        y = -wide / 2 + wide * k / 12
        blocks.append(replace(_strut((0.0, y, tall), (deep, y, 0.0), 0.006, white), solid=False))
    for k in range(9):
        s = k / 8
        rope = Block(
            kind="cylinder",
            size=(0.006, wide / 2),
            position=(deep * s, 0.0, tall * (1 - s)),
            quaternion=_lying(),
            material=white,
            solid=False,
        )
        blocks.append(rope)
    mouth = Surface(
        name="goal",
        fixture="goal",
        position=(0.0, 0.0, tall / 2),
        outline=f.rectangle(tall, wide),
        quaternion=(math.cos(-math.pi / 4), 0.0, math.sin(-math.pi / 4), 0.0),
    )
    return Fixture(name="goal", blocks=tuple(blocks)), mouth


def _hoop(rng: Rng) -> tuple[Fixture, Surface]:
    """A ring before a backboard on a post; things fall through it downwards."""
    height, radius, tube, sides = rng.uniform(2.2, 2.8), 0.23, 0.012, 16
    ring = []
    for k in range(sides):
        a, b = 2 * math.pi * k / sides, 2 * math.pi * (k + 1) / sides
        ring.append(
            _strut(
                (radius * math.cos(a), radius * math.sin(a), height),
                (radius * math.cos(b), radius * math.sin(b), height),
                tube,
                "orange paint",
            )
        )
    board = f.box((0.03, 1.1, 0.75), (radius + 0.12, 0, height - 0.1), "white paint")
    mark = f.box((0.004, 0.45, 0.03), (radius + 0.103, 0, height + 0.32), "red paint", solid=False)
    arm = f.box((0.12, 0.08, 0.03), (radius + 0.06, 0, height - 0.03), "orange paint")
    pole = f.post(0.06, height + 0.2, (radius + 0.25, 0, 0), "grey paint")
    net = [
        replace(
            _strut(
                (radius * math.cos(a), radius * math.sin(a), height),
                (0.6 * radius * math.cos(a), 0.6 * radius * math.sin(a), height - 0.38),
                0.004,
                "white paint",
            ),
            solid=False,
        )
        for a in np.linspace(0, 2 * math.pi, 12, endpoint=False).tolist()
    ]
    mouth = Surface(name="goal", fixture="goal", position=(0.0, 0.0, height), outline=f.ring(radius - tube))
    return Fixture(name="goal", blocks=(*ring, board, mark, arm, pole, *net)), mouth


def _strut(start: tuple[float, float, float], end: tuple[float, float, float], radius: float, material: str) -> Block:
    """A round bar between two points."""
    a, b = np.asarray(start), np.asarray(end)
    length = float(np.linalg.norm(b - a))
    cx, cy, cz = ((a + b) / 2).tolist()
    return Block(
        kind="cylinder",
        size=(radius, length / 2),
        position=(cx, cy, cz),
        quaternion=quaternion_to(b - a),
        material=material,
    )


def _lying() -> tuple[float, float, float, float]:
    """A cylinder's axis turned to lie along y."""
    return (math.cos(math.pi / 4), math.sin(math.pi / 4), 0.0, 0.0)


def _real_size(body: Body) -> Body:
    longest = max(build_shape(body.noun, body.seed).size)
    return replace(body, scale=REAL_LENGTH[body.noun] / longest)


def _settled(bare: World, bodies: tuple[Body, ...], surfaces: list[Surface], tries: int) -> World:
    """Scatter bodies over some surfaces and let them rest; several attempts, then `CannotPlace`."""
    reason = f"{bare.layout}: {len(bodies)} objects do not come to rest without falling over or touching"
    for attempt in range(tries):
        rng = np.random.default_rng([bare.seed, 3, attempt])
        try:
            placed = scatter(bodies, [Plot(s) for s in surfaces], bare.stage.facing_deg, rng)
        except CannotPlace as problem:
            reason = f"{bare.layout}: {problem}"
            continue
        world = at_rest(replace(bare, bodies=tuple(placed)))
        if world is not None:
            return world
    raise CannotPlace(f"{reason} (seed {bare.seed}, {tries} tries); ask for fewer objects or another seed")

"""Indoor layouts: counters, tables, desks, shelves and floors of a home, all seen from −y."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from diorama.world.layouts import furniture as f
from diorama.world.layouts.light import daylight as daylight
from diorama.world.layouts.light import room_light
from diorama.world.layouts.registry import Rng, Setting, layout
from diorama.world.model import Fixture, Stage, Surface, Vec2

WALLS = tuple(f"{c} plaster" for c in ("white", "cream", "grey", "sage", "sky", "rose"))
WOODS = ("light wood", "dark wood", "reddish wood")
STONES = ("white marble", "black marble", "grey granite", "black granite", "brown granite")
FLOORS = ("light wood", "dark wood", "grey tile", "white tile", "terracotta tile")
FRONTS = ("white paint", "grey paint", "blue paint", "green paint", "light wood")
WINDOWS = 0.65
"""The share of rooms whose back wall has a window."""
HANDLES = ("silver metal", "gold metal", "black metal")


def pick(rng: Rng, options: Sequence[str]) -> str:
    return options[int(rng.integers(len(options)))]


def grown(objects: int, usual: int, width: float, depth: float) -> Vec2:
    """The sides of a surface, longer and a little deeper where it must hold more things than usual."""
    more = max(1.0, objects / usual)
    return width * more**0.6, depth * more**0.4


def room(
    rng: Rng,
    furniture: Fixture,
    tops: Sequence[tuple[float, tuple[Vec2, ...], float]],
    *,
    depth: float,
    tags: str,
    largest: float = 0.5,
    headroom: float = math.inf,
    elevation_deg: Vec2 = (14.0, 48.0),
    wall_gap: float = 0.02,
    spread_deg: float = 55.0,
) -> Setting:
    """A piece of furniture against the bare wall of a lit room; `tops` are (height, outline, reflectance)."""
    surfaces = tuple(
        Surface(
            name="top" if k == 0 else f"top {k + 1}",
            fixture=furniture.name,
            block=k,
            position=(0.0, 0.0, height),
            outline=outline,
            reflectance=reflectance,
        )
        for k, (height, outline, reflectance) in enumerate(tops)
    )
    span = np.concatenate([np.asarray(s.outline) for s in surfaces])
    radius = float(np.hypot(*span.T).max())
    heights = [height for height, _, _ in tops]
    stage = Stage(
        centre=(0.0, 0.0, float(np.mean(heights))),
        radius=radius,
        spread_deg=spread_deg,
        elevation_deg=elevation_deg,
        reach=9.0,
    )
    behind = depth / 2 + wall_gap
    lights, pane = room_light(rng, stage, headroom=headroom)
    wall = f.back_wall(behind, 24.0, 3.2, pick(rng, WALLS), "white paint")
    windows: tuple[Fixture, ...] = ()
    if rng.random() < WINDOWS:
        windows = (f.window(_window_x(rng, radius, headroom), behind, *_window_size(rng, heights, wall_gap), pane),)
    return Setting(
        fixtures=(furniture, wall, f.floor(24.0, pick(rng, FLOORS)), *windows),
        surfaces=surfaces,
        lights=lights,
        stage=stage,
        tags=tags,
        largest=largest,
        headroom=headroom,
    )


def _window_x(rng: Rng, radius: float, headroom: float) -> float:
    """Where along the wall: behind the stage, or beside furniture that would hide it."""
    place = float(rng.uniform(-1.0, 1.0)) * max(0.7, 0.8 * radius)
    return place if headroom == math.inf else math.copysign(radius + 0.6, place)


def _window_size(rng: Rng, heights: Sequence[float], wall_gap: float) -> tuple[float, float, float]:
    """Width, height and sill: just over what stands at the wall, low where the room goes on behind the stage.

    Cameras look down, so a window at the usual height would hardly ever be in the picture.
    """
    at_wall = wall_gap < 0.2
    sill = (max(heights) + 0.12 if at_wall else 0.25) + float(rng.uniform(0.0, 0.15))
    return float(rng.uniform(0.9, 1.5)), float(rng.uniform(0.9, 1.2)) + (0.0 if at_wall else 0.6), sill


def gloss(rng: Rng, share: float, most: float = 0.3) -> float:
    """Reflectance of a surface that is polished now and then."""
    return float(rng.uniform(0.15, most)) if rng.random() < share else 0.0


@layout(objects=14)
def kitchen_counter(rng: Rng, objects: int) -> Setting:
    """A run of cupboards with a stone or wooden worktop."""
    width, depth = grown(objects, 16, rng.uniform(1.7, 2.2), rng.uniform(0.62, 0.72))
    height = 0.91
    piece = f.counter(width, depth, height, pick(rng, STONES + WOODS), pick(rng, FRONTS), pick(rng, HANDLES))
    top = (height, f.rectangle(width, depth), gloss(rng, 0.6))
    return room(rng, piece, [top], depth=depth, tags="kitchen food")


@layout(objects=16)
def kitchen_island(rng: Rng, objects: int) -> Setting:
    """A broad block of cupboards away from the wall."""
    width, depth = grown(objects, 24, rng.uniform(1.6, 2.0), rng.uniform(0.9, 1.1))
    height = 0.91
    piece = f.counter(width, depth, height, pick(rng, STONES), pick(rng, FRONTS), pick(rng, HANDLES))
    top = (height, f.rectangle(width, depth), gloss(rng, 0.7))
    return room(rng, piece, [top], depth=depth, tags="kitchen food", wall_gap=1.5)


@layout(objects=14)
def dining_table(rng: Rng, objects: int) -> Setting:
    """A rectangular table on four legs."""
    width, depth = grown(objects, 24, rng.uniform(1.5, 2.0), rng.uniform(0.9, 1.05))
    height = 0.75
    wood = pick(rng, WOODS)
    top = (height, f.rectangle(width, depth), gloss(rng, 0.4, 0.25))
    return room(
        rng, f.table(width, depth, height, wood, wood), [top], depth=depth, tags="kitchen food household", wall_gap=1.2
    )


@layout(objects=10)
def round_table(rng: Rng, objects: int) -> Setting:
    """A round table on one column."""
    radius, height = rng.uniform(0.5, 0.62) * math.sqrt(max(1.0, objects / 14)), 0.74
    piece = f.round_table(radius, height, pick(rng, (*WOODS, "white marble")), pick(rng, ("black metal", "dark wood")))
    top = (height, f.ring(radius), 0.0)
    return room(rng, piece, [top], depth=2 * radius, tags="kitchen food household", wall_gap=1.0)


@layout(objects=12)
def office_desk(rng: Rng, objects: int) -> Setting:
    """A desk with drawers."""
    width, depth = grown(objects, 16, rng.uniform(1.4, 1.7), rng.uniform(0.7, 0.8))
    height = 0.74
    piece = f.desk(width, depth, height, pick(rng, WOODS), pick(rng, ("white paint", "grey paint", "black paint")))
    top = (height, f.rectangle(width, depth), gloss(rng, 0.2, 0.2))
    return room(rng, piece, [top], depth=depth, tags="desk household")


@layout(objects=8)
def hallway_console(rng: Rng, objects: int) -> Setting:
    """A slim table against a wall."""
    width, depth = grown(objects, 9, rng.uniform(1.2, 1.5), rng.uniform(0.42, 0.5))
    height = 0.82
    wood = pick(rng, WOODS)
    top = (height, f.rectangle(width, depth), gloss(rng, 0.4, 0.25))
    return room(rng, f.console(width, depth, height, wood, wood), [top], depth=depth, tags="household desk")


@layout(objects=8)
def mudroom_bench(rng: Rng, objects: int) -> Setting:
    """A low bench by the door."""
    width, depth = grown(objects, 10, rng.uniform(1.5, 1.8), rng.uniform(0.48, 0.55))
    height = 0.45
    piece = f.bench(width, depth, height, pick(rng, WOODS), pick(rng, ("white paint", "dark wood", "black metal")))
    top = (height, f.rectangle(width, depth), 0.0)
    return room(rng, piece, [top], depth=depth, tags="household outdoor tool", largest=0.55)


@layout(objects=14)
def craft_table(rng: Rng, objects: int) -> Setting:
    """A wide plain table for making things."""
    width, depth = grown(objects, 22, rng.uniform(1.6, 1.9), rng.uniform(0.85, 1.0))
    height = 0.78
    piece = f.table(
        width, depth, height, pick(rng, ("light wood", "white paint")), pick(rng, ("white paint", "black metal"))
    )
    return room(
        rng, piece, [(height, f.rectangle(width, depth), 0.0)], depth=depth, tags="desk tool toy", wall_gap=0.05
    )


@layout(objects=12)
def workbench(rng: Rng, objects: int) -> Setting:
    """A heavy bench in a garage."""
    width, depth = grown(objects, 16, rng.uniform(1.6, 2.0), rng.uniform(0.68, 0.78))
    height = 0.88
    piece = f.workbench(width, depth, height, "light wood", pick(rng, ("dark wood", "grey paint", "green paint")))
    return room(rng, piece, [(height, f.rectangle(width, depth), 0.0)], depth=depth, tags="tool outdoor household")


@layout(objects=12)
def sideboard(rng: Rng, objects: int) -> Setting:
    """A long low cupboard in a dining room."""
    width, depth = grown(objects, 14, rng.uniform(1.6, 2.0), rng.uniform(0.5, 0.58))
    height = 0.8
    front = pick(rng, ("white paint", "dark wood", "light wood", "blue paint"))
    piece = f.counter(width, depth, height, pick(rng, WOODS), front, pick(rng, HANDLES))
    top = (height, f.rectangle(width, depth), gloss(rng, 0.4, 0.25))
    return room(rng, piece, [top], depth=depth, tags="household kitchen candle")


@layout(objects=8)
def coffee_table(rng: Rng, objects: int) -> Setting:
    """A low table in front of a rug."""
    width, depth = grown(objects, 12, rng.uniform(1.1, 1.3), rng.uniform(0.65, 0.8))
    height = 0.42
    wood = pick(rng, WOODS)
    top = (height, f.rectangle(width, depth), gloss(rng, 0.5))
    return room(
        rng,
        f.table(width, depth, height, pick(rng, (wood, "white marble", "black marble")), wood),
        [top],
        depth=depth,
        tags="household candle kitchen desk",
        elevation_deg=(18.0, 50.0),
        wall_gap=1.6,
    )


@layout(objects=9)
def dresser(rng: Rng, objects: int) -> Setting:
    """A chest of drawers in a bedroom."""
    width, depth = grown(objects, 10, rng.uniform(1.2, 1.5), rng.uniform(0.5, 0.56))
    height = 0.85
    piece = f.chest(
        width,
        depth,
        height,
        pick(rng, WOODS),
        pick(rng, ("white paint", "dark wood", "light wood")),
        pick(rng, HANDLES),
    )
    top = (height, f.rectangle(width, depth), gloss(rng, 0.3, 0.25))
    return room(rng, piece, [top], depth=depth, tags="household bathroom toy")


@layout(objects=9)
def bathroom_counter(rng: Rng, objects: int) -> Setting:
    """A stone counter in a bathroom."""
    width, depth = grown(objects, 11, rng.uniform(1.3, 1.6), rng.uniform(0.55, 0.62))
    height = 0.85
    piece = f.counter(width, depth, height, pick(rng, STONES), pick(rng, FRONTS), "silver metal")
    top = (height, f.rectangle(width, depth), gloss(rng, 0.8, 0.35))
    return room(rng, piece, [top], depth=depth, tags="bathroom household")


@layout(objects=12)
def laundry_counter(rng: Rng, objects: int) -> Setting:
    """A plain worktop over white doors."""
    width, depth = grown(objects, 14, rng.uniform(1.6, 1.9), rng.uniform(0.62, 0.68))
    height = 0.93
    piece = f.counter(
        width, depth, height, pick(rng, ("light wood", "white paint", "grey granite")), "white paint", "silver metal"
    )
    return room(rng, piece, [(height, f.rectangle(width, depth), 0.0)], depth=depth, tags="bathroom household tool")


@layout(objects=12)
def bookshelf(rng: Rng, objects: int) -> Setting:
    """An open rack with two boards to fill."""
    width, depth = grown(objects, 14, rng.uniform(1.2, 1.5), rng.uniform(0.42, 0.5))
    heights = (0.55, 1.0)
    piece = f.shelves(width, depth, heights, pick(rng, WOODS))
    tops = [(h, f.rectangle(width - 0.02, depth - 0.01), 0.0) for h in heights]
    return room(
        rng,
        piece,
        tops,
        depth=depth + 0.04,
        tags="household desk toy",
        largest=0.38,
        headroom=0.38,
        elevation_deg=(2.0, 14.0),
        spread_deg=35.0,
    )


@layout(objects=12)
def living_room_floor(rng: Rng, objects: int) -> Setting:
    """A rug on the floor of a living room, with furniture and toys."""
    width, depth = grown(objects, 16, rng.uniform(4.6, 5.4), rng.uniform(3.6, 4.2))
    carpet = f.rug(width, depth, pick(rng, ("beige rug", "grey rug", "blue rug", "red rug")))
    return room(
        rng,
        carpet,
        [(0.012, f.rectangle(width, depth), 0.0)],
        depth=depth,
        largest=2.4,
        tags="furniture floor",
        elevation_deg=(18.0, 45.0),
        wall_gap=0.3,
    )


@layout(objects=12)
def playroom_floor(rng: Rng, objects: int) -> Setting:
    """A rug strewn with toys."""
    width, depth = grown(objects, 20, rng.uniform(1.8, 2.3), rng.uniform(1.4, 1.8))
    carpet = f.rug(width, depth, pick(rng, ("beige rug", "grey rug", "blue rug", "red rug")))
    return room(
        rng,
        carpet,
        [(0.012, f.rectangle(width, depth), 0.0)],
        depth=depth,
        tags="toy vehicle ball",
        elevation_deg=(20.0, 50.0),
        wall_gap=0.6,
    )


@layout(objects=10)
def garage_floor(rng: Rng, objects: int) -> Setting:
    """A stretch of bare concrete floor with things put down on it."""
    width, depth = grown(objects, 14, rng.uniform(2.4, 3.0), rng.uniform(2.0, 2.4))
    slab = f.rug(width, depth, "grey concrete")
    return room(
        rng,
        slab,
        [(0.012, f.rectangle(width, depth), gloss(rng, 0.3, 0.2))],
        depth=depth,
        largest=1.1,
        tags="outdoor tool vehicle floor",
        elevation_deg=(18.0, 48.0),
        wall_gap=0.5,
    )

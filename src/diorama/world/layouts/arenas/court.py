"""A ball in flight, and the goal, hoop or ring it flies to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diorama.errors import DioramaError, UnknownName
from diorama.world.assets import get_asset
from diorama.world.bodies import drawn_body, name_bodies
from diorama.world.layouts import furniture as f
from diorama.world.layouts.arenas.goals import GOALS
from diorama.world.layouts.indoor import daylight, pick
from diorama.world.layouts.registry import Rng, add_layout, check_seed
from diorama.world.model import Fixture, Stage, Surface, World, replace
from diorama.world.poses import vec3


@dataclass(frozen=True)
class Game:
    """What a ball is played with: the goals that suit it, the ground, how well it bounces, and from how far."""

    goals: tuple[str, ...]
    grounds: tuple[str, ...]
    bounce: float
    start: tuple[float, float] = (3.2, 4.5)


GAMES = {
    "soccer ball": Game(("goal",), ("green grass",), 0.7),
    "basketball": Game(("hoop",), ("light wood", "reddish wood", "grey concrete"), 0.78),
    "beach ball": Game(("ring", "goal"), ("green grass", "beige rug"), 0.6),
    "tennis ball": Game(("small goal",), ("terracotta tile", "green grass", "grey concrete"), 0.72, (1.7, 2.3)),
    "baseball": Game(("small goal",), ("green grass", "grey concrete"), 0.5, (1.7, 2.3)),
    "bowling ball": Game(("goal",), ("light wood", "grey concrete"), 0.2),
}
"""Any other ball is kicked at a goal on grass."""
OTHER = Game(("goal",), ("green grass",), 0.5)
WALLS = ("red brick", "grey concrete", "white plaster", "sky plaster", "sage plaster")


@add_layout
def ball_court(seed: int = 0, objects: int = 1, *, ball: str | None = None, goal: str | None = None) -> World:
    """A ball in flight towards a goal, a hoop or a ring.

    The surface `goal` is what it has to pass through, against the way that surface faces.
    """
    rng = np.random.default_rng([check_seed(seed), 0])
    noun = ball or pick(rng, ("soccer ball", "basketball"))
    if not get_asset(noun).round:
        raise DioramaError(f"a court needs a ball; '{noun}' does not roll")
    if objects != 1:
        raise DioramaError(f"a ball court has one object, the ball; got {objects}")
    game = GAMES.get(noun, OTHER)
    kind = goal or pick(rng, game.goals)
    if kind not in GOALS:
        raise UnknownName("goal", kind, GOALS)
    built = GOALS[kind](rng)
    far, away = float(rng.uniform(*game.start)), game.start[1]
    start = np.array([-far, float(rng.uniform(-0.2, 0.2)) * far, float(rng.uniform(0.1, 0.4)) * far])
    end = np.add(built.mouth.position, (0.0, rng.normal(0, built.wide / 4), rng.normal(0, 0.1 * built.tall)))
    flight = float(rng.uniform(0.75, 1.1)) * np.sqrt(away / 4.5)
    velocity = (end - start) / flight + np.array([0.0, 0.0, 9.81 * flight / 2])
    half, tall = built.wide / 2 + 0.1, built.tall + 0.1
    stage = Stage(
        centre=(-0.35 * away, 0.0, 0.4 * tall),
        radius=0.75 * away,
        facing_deg=-125.0,
        spread_deg=35.0,
        elevation_deg=(8.0, 32.0),
        show=tuple((x, s * half, z) for x in (-0.2, 0.4 * built.tall) for s in (-1, 1) for z in (0.0, tall)),
    )
    body = drawn_body(noun, rng)
    flying = replace(body, position=vec3(start), velocity=vec3(velocity), bounce=game.bounce)
    top = Surface(name="top", fixture="floor", position=(0.0, 0.0, 0.0), outline=f.rectangle(20, 20))
    return World(
        layout="ball_court",
        seed=seed,
        stage=stage,
        fixtures=(*built.fixtures, f.floor(40.0, pick(rng, game.grounds)), *_surroundings(rng, away, half)),
        surfaces=(built.mouth, top),
        lights=daylight(rng, stage),
        bodies=name_bodies([flying]),
    )


def _surroundings(rng: Rng, away: float, half: float) -> tuple[Fixture, Fixture]:
    """Painted lines on the ground (no two at one height: they would flicker), and a wall some way behind the goal."""
    thick, area = 0.011 * away, (0.55 * away, 2 * half + 0.25 * away)
    deep, wide = area
    lines = [f.box((thick, 12.0, 0.001), (0, 0, 0), "white paint", solid=False)]
    lines += [f.box((deep, thick, 0.0016), (-deep / 2, s * wide / 2, 0), "white paint", solid=False) for s in (-1, 1)]
    lines += [f.box((thick, wide + thick, 0.0022), (-deep, 0, 0), "white paint", solid=False)]
    wall = f.box((0.1, 40.0, float(rng.uniform(1.6, 3.4))), (float(rng.uniform(3.5, 5.0)), 0, 0), pick(rng, WALLS))
    return Fixture(name="lines", blocks=tuple(lines)), Fixture(name="wall", blocks=(wall,))

"""Three bodies in a row, each of a colour of its own, that hide one another; what would a removal free?

The middle body overlaps both others in the picture. In two of three scenes the row is a chain from one side to the
other: the front body hides the middle one, which hides the last. In the third both outer bodies hide the middle one.
Chains are asked about each of their bodies, the third about the middle one only: then somebody who sees what overlaps
what, but not what is in front, is right in 3 of 7 questions at best, and so is somebody who sees nothing
(`flat_chance`).

Depth itself can be seen in several ways, and none is taken away: what is farther is hidden, stands higher in the
picture, and looks smaller. An organism that has learned the answers may go by any of them.

What is wholly hidden is never asked about: a picture does not tell its colour. Every answer comes from
`diorama.whatif` on exact sight; what a scene was drawn for only decides whether it is kept.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from diorama.errors import CannotPlace
from diorama.sight import Sight, see
from diorama.suites.structure.suite import structure
from diorama.suites.words import Words
from diorama.whatif import Visibility, freed_by_removing, visibility
from diorama.world import Body, Camera, World, make_body, replace
from diorama.world.cameras import wholly_in_frame
from diorama.world.layouts import empty
from diorama.world.poses import extent, yaw

Rng = np.random.Generator

WIDTH, HEIGHT = 128, 96
COLOURS = ("red", "yellow", "green", "blue", "purple")
NOTHING = "none"
"""The reply where nothing is freed, as questions with sets for answers ask for it."""
CHANCE = 3 / 7
"""How often somebody is right at best who does not see what is in front of what."""
LIGHTS = 4
"""Seeds of the daylight."""
DISTANCE = 1.2
MOST_TRIES = 500


@dataclass(frozen=True)
class Recipe:
    """How bodies of one noun are made, so that all are of about one size."""

    noun: str
    slot: str
    stuff: str
    scale: float


RECIPES = {
    "block": Recipe("building block", "block", "paint", 1.0),
    "ball": Recipe("billiard ball", "ball", "plastic", 2.0),
    "tin": Recipe("tin", "band", "paint", 1.0),
}
"""By the word that questions use: one word each, so that all questions are equally long."""


class Order(Enum):
    """How near left, middle and right are: steps away from the middle, negative for nearer."""

    FROM_LEFT = (-1, 0, 1)
    FROM_RIGHT = (1, 0, -1)
    MIDDLE_LAST = (-1, 0, -1)

    @property
    def asked(self) -> tuple[int, ...]:
        """Which of the three are asked about: see above for the balance."""
        return (1,) if self is Order.MIDDLE_LAST else (0, 1, 2)


ORDERS = tuple(Order)
"""Scenes take these in turn."""


@dataclass(frozen=True)
class Question:
    """One removal, and what it frees."""

    removed: str
    freed: str | None
    middle: bool
    """Whether the removed body is the one that overlaps both others."""

    @property
    def words(self) -> Words:
        """One wording of the task for all: how a question may be put is not what an organism learns."""
        return Words(wording="T1", choice=0, gaps={"x": f"the {self.removed}"})

    @property
    def text(self) -> str:
        return structure.text(self.words)

    @property
    def reply(self) -> str:
        """What is right in words: a body, or that there is nothing; the first word decides, for it is a colour."""
        return NOTHING if self.freed is None else self.freed


@dataclass(frozen=True)
class Scene:
    """A world through a camera, with the questions about it."""

    world: World
    camera: Camera
    questions: tuple[Question, ...]
    light: int = 0
    """The seed of its daylight; that of the world is its own, for scenes are told apart by it."""


def drawn_scene(turn: int, rng: Rng) -> Scene:
    """The scene for this index: a world in which the removals free what its order wishes, by exact sight."""
    order = ORDERS[turn % len(ORDERS)]
    light, seed = int(rng.integers(LIGHTS)), int(rng.integers(2**53))
    room = replace(empty(light), seed=seed)
    for _ in range(MOST_TRIES):
        world, camera = _tried(order, room, rng)
        if all(wholly_in_frame(camera, body, margin_px=2) for body in world.bodies):
            questions = asked(see(world, camera), order.asked)
            if questions is not None and _as_wished(questions, world, order):
                return Scene(world, camera, questions, light)
    raise CannotPlace(f"no scene of the order {order.name} in {MOST_TRIES} tries")


def scenes(count: int, seed: int, *, held_out: bool = False) -> Iterable[Scene]:
    """Scenes to train on, or others; each has a generator of its own, so that more of them change none."""
    return (drawn_scene(turn, np.random.default_rng([seed, int(held_out), turn])) for turn in range(count))


def asked(sight: Sight, places: Sequence[int]) -> tuple[Question, ...] | None:
    """Questions about some bodies of a sight (left, middle, right); None where an answer would not be plain."""
    left, middle, right = names = sight.inventory
    if sight.in_front_px(left, right) or sight.in_front_px(right, left):
        return None
    found = []
    for place in places:
        name = names[place]
        freed = freed_by_removing(sight, name)
        if len(freed) > 1 or not _plain(sight) or not _plain(sight.without([name])):
            return None
        found.append(Question(name, next(iter(freed), None), name == middle))
    return tuple(found)


def flat_chance(questions: Iterable[Question]) -> float:
    """The share that is right at best of what is guessed without depth.

    It may depend on whether the body overlaps one other or two, and name the other, either of two, or nothing.
    """
    ended: dict[bool, Counter[bool]] = {True: Counter(), False: Counter()}
    for question in questions:
        ended[question.middle][question.freed is None] += 1
    # of the middle one's two neighbours either is freed equally often: naming one is right half of the time
    right = max(ended[True][True], ended[True][False] / 2) + max(ended[False].values(), default=0)
    return right / sum(sum(counts.values()) for counts in ended.values())


def body_of(word: str, colour: str, **placed: object) -> Body:
    """One of the bodies that scenes are made of."""
    recipe = RECIPES[word]
    name = f"{colour} {word}"
    body = make_body(
        recipe.noun, name=name, scale=recipe.scale, finish={recipe.slot: f"{colour} {recipe.stuff}"}
    )  # fmt: skip
    return replace(body, phrase=f"the {name}", **placed)


def all_bodies() -> tuple[Body, ...]:
    """Every body that a scene may hold."""
    return tuple(body_of(word, colour) for word in RECIPES for colour in COLOURS)


def _tried(order: Order, room: World, rng: Rng) -> tuple[World, Camera]:
    colours = [COLOURS[k] for k in rng.permutation(len(COLOURS))[:3]]
    words = [list(RECIPES)[k] for k in rng.integers(len(RECIPES), size=3)]
    turned = [body_of(w, c, quaternion=yaw(float(rng.uniform(-40, 40)))) for w, c in zip(words, colours, strict=True)]
    widths = [float(np.ptp(extent(body)[:, 0])) for body in turned]
    bodies = []
    for side, nearer, body, width in zip((-1, 0, 1), order.value, turned, widths, strict=True):
        away = nearer * float(rng.uniform(0.11, 0.18))
        apart = side * (1 - float(rng.uniform(0.15, 0.45))) * (width + widths[1]) / 2
        bodies.append(replace(body, position=(apart * (1 + away / DISTANCE), away, 0.0)))
    world = replace(room, bodies=tuple(bodies))
    high = math.radians(float(rng.uniform(22, 34)))
    aim = (float(rng.uniform(-0.03, 0.03)), 0.0, float(rng.uniform(0.04, 0.07)))
    eye = (aim[0], -DISTANCE * math.cos(high), aim[2] + DISTANCE * math.sin(high))
    camera = Camera(
        position=eye, target=aim, fovy_deg=float(rng.uniform(12.0, 14.0)), width=WIDTH, height=HEIGHT
    )  # fmt: skip
    return world, camera


def _as_wished(questions: Sequence[Question], world: World, order: Order) -> bool:
    """Whether the exact answers are those that keep the balance: each body frees its neighbour one step behind."""
    names, steps = world.inventory, order.value
    for question in questions:
        at = names.index(question.removed)
        behind = [names[k] for k in (at - 1, at + 1) if 0 <= k < len(names) and steps[k] > steps[at]]
        if question.freed != next(iter(behind), None):
            return False
    return True


def _plain(sight: Sight) -> bool:
    """Whether every body is either whole or plainly hidden in part."""
    return all(visibility(sight, name) in (Visibility.FULL, Visibility.PARTIAL) for name in sight.inventory)

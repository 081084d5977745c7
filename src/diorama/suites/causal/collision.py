"""Collision: a vehicle drives straight ahead; what does it hit, and what would have to go?

Level 1 asks whether it hits anything, or which one body must be removed; level 2 whether removing one is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

import numpy as np

from diorama.errors import CannotPlace
from diorama.kinds import Choice, Query
from diorama.sight import Shot, Sight, see
from diorama.suites.causal.guessers import choosers, flat_choice
from diorama.suites.causal.options import NO, NOT_SURE, YES, yes_or_no
from diorama.suites.causal.scenes import camera_for, one_of, shows_front
from diorama.suites.causal.suite import causal
from diorama.suites.dealing import Deal
from diorama.suites.drafts import Draft, Rejected
from diorama.suites.words import Words
from diorama.whatif import (
    Intervention,
    Move,
    Nudge,
    Remove,
    Sweep,
    Then,
    floor_ahead,
    meetings,
    overlap_across,
    survives,
    sweep,
    width_across,
)
from diorama.world import Camera, World, yaw, yaw_deg
from diorama.world.layouts import drive_floor

Rng = np.random.Generator

DOUBT = 0.15
"""Widths of the mover: a body passed closer than this, or grazed by less, rejects the scene."""
NUDGES = 8
NUDGE = Nudge(shift=0.003, turn_deg=1.0)
HEADING = 6.0
"""Degrees by which people misjudge a heading in a picture: turned this far, the answer must stay the same."""
NO_COLLISION = "There is no collision"
DEAL, DEAL_WITHOUT = Deal(form=2, answer=2), Deal(case=5)


class Drive(Query):
    """A vehicle goes along its way: is anything hit, or which one thing must go?"""

    form: Literal["any", "which"]
    move: Move

    def intervention(self) -> Intervention:
        return self.move

    def bodies(self) -> tuple[str, ...]:
        return (self.move.name,)


class DriveWithout(Query):
    """A vehicle goes along its way after one thing is removed: is that enough?"""

    move: Move
    removed: str

    def intervention(self) -> Intervention:
        return Then(steps=(Remove(name=self.removed), self.move))

    def bodies(self) -> tuple[str, ...]:
        return (self.move.name,)


Asked = TypeVar("Asked", Drive, DriveWithout)


@dataclass(frozen=True)
class Scene:
    """A world in which a mover goes straight ahead, and what it hits."""

    world: World
    camera: Camera
    move: Move
    found: Sweep
    overlaps: dict[str, float]
    """How far the path would have to shift sideways to miss each body that is hit, in widths of the mover."""
    width: float

    @property
    def met(self) -> tuple[str, ...]:
        return self.found.names

    def passed(self) -> list[str]:
        """Bodies that are not hit, those nearest to the path first."""
        gaps = self.found.clearances
        return sorted((n for n in gaps if n not in self.met), key=lambda n: (gaps[n], n))


def met_by(world: World, move: Move) -> tuple[str, ...]:
    """The bodies that the mover would hit, in order."""
    return tuple(m.name for m in meetings(world, move))


@causal.task("collision", level="L1", kind="choice", query=Drive, deal=DEAL, guessers=choosers((YES, NO)))
def collision(turn: int, rng: Rng) -> Draft:
    """A vehicle goes straight forward: does it hit anything, or which one object has to go?"""
    hand = DEAL.hand(turn)
    form, yes = hand["form"], hand["answer"]
    hits = 1 if form == 1 else int(rng.integers(1, 3)) if yes else 0
    scene = _scene(rng, hits=hits, near=2, objects=6)
    if form == 0:
        options = yes_or_no(bool(yes), hand, rng)
        wording, right = "collision.ask_any", YES if yes else NO
    else:
        distractors = [removal(scene.world, n) for n in scene.passed()[:3]]
        right = removal(scene.world, scene.met[0])
        options = hand.place_options(right, (*distractors, NOT_SURE), rng)
        wording = "collision.ask_which"
    query = Drive(form="any" if form == 0 else "which", move=scene.move)
    words = _words(scene, rng, causal.draw_words(rng, wording))
    return _confirmed(_draft(scene, query, right, options, words), query, scene, blocked, rng)


@collision.answer
def blocked(query: Drive, world: World, camera: Camera) -> Choice:
    """Level 1: is anything hit, or which one thing?"""
    met = met_by(world, query.move)
    if query.form == "any":
        return Choice(option=YES if met else NO)
    alone = [n for n in met if not met_by(world.without([n]), query.move)]
    return Choice(option=removal(world, alone[0]) if len(alone) == 1 else NOT_SURE)


@causal.task(
    "collision", level="L2", kind="choice", query=DriveWithout, deal=DEAL_WITHOUT,
    guessers=choosers((NOT_SURE, NO_COLLISION)),
)  # fmt: skip
def counterfactual(turn: int, rng: Rng) -> Draft:
    """A vehicle goes straight forward: is removing one object enough, and if not, what else has to go?"""
    hand = DEAL_WITHOUT.hand(turn)
    case = hand["case"]
    hits = (0, 1, 2, 2, 1)[case]
    scene = _scene(rng, hits=hits, near=2, objects=hits + 5)
    hit = list(scene.met)
    # what is proposed stands beside the path (no collision, or one elsewhere), or it is one of those that are hit
    removed = scene.passed()[0] if case in (0, 4) else hit.pop(int(rng.integers(len(hit))))
    others = [n for n in scene.passed() if n != removed]
    further = (hit + others)[:3]
    options = [removal(scene.world, n) for n in further]
    right = NO_COLLISION if case == 0 else sufficient(scene.world, removed) if case == 1 else options[0]
    options += [NO_COLLISION, sufficient(scene.world, removed), NOT_SURE]
    placed = hand.place_options(right, [o for o in options if o != right], rng)
    asked = causal.draw_words(rng, "collision.ask_enough", removed=scene.world[removed].phrase)
    words = _words(scene, rng, asked, causal.draw_words(rng, "collision.ask_else"))
    query = DriveWithout(move=scene.move, removed=removed)
    return _confirmed(_draft(scene, query, right, placed, words), query, scene, enough, rng)


@counterfactual.answer
def enough(query: DriveWithout, world: World, camera: Camera) -> Choice:
    """Level 2: remove, run again, and remove one more."""
    move, removed = query.move, query.removed
    if not met_by(world, move):
        return Choice(option=NO_COLLISION)
    without = world.without([removed])
    if not met_by(without, move):
        return Choice(option=sufficient(world, removed))
    alone = [n for n in met_by(without, move) if not met_by(without.without([n]), move)]
    return Choice(option=removal(world, alone[0]) if len(alone) == 1 else NOT_SURE)


collision.flat(flat_choice)
counterfactual.flat(flat_choice)


def removal(world: World, name: str) -> str:
    """The option to take a body away."""
    return f"Remove {world[name].phrase}"


def sufficient(world: World, name: str) -> str:
    """The option that one removal is all it takes."""
    return f"Removing {world[name].phrase} is sufficient"


def _scene(rng: Rng, *, hits: int, near: int, objects: int) -> Scene:
    """A vehicle on the floor that hits as many bodies as it should, without doubt about any of them."""
    try:
        world = drive_floor(seed=int(rng.integers(2**62)), objects=objects, hits=hits, near=near)
    except CannotPlace:
        raise Rejected("no room for the scene") from None
    mover = world.inventory[0]
    move = Move(name=mover, way="forward", distance=round(floor_ahead(world, mover), 3))
    width = width_across(world, move)
    found = sweep(world, move, within=2 * width)
    if len(found.names) != hits:
        raise Rejected("the vehicle meets more or fewer objects than it should")
    if any(gap < DOUBT * width for name, gap in found.clearances.items() if name not in found.names):
        raise Rejected("an object is passed too closely")
    overlaps = overlap_across(world, move, found.names)
    if any(share < DOUBT for share in overlaps.values()):
        raise Rejected("an object is only grazed")
    camera = camera_for(world, rng)
    if not shows_front(world, camera, mover):
        raise Rejected("the picture does not show which way the vehicle faces")
    _reject_unclear(see(world, camera), mover)
    return Scene(world, camera, move, found, overlaps, width)


def _reject_unclear(sight: Sight, mover: str) -> None:
    """The vehicle must show which way it faces, and everything else what it is and where."""
    if sight.visible_fraction(mover) < 0.75 or sight.visible_px(mover) < 2000:
        raise Rejected("the vehicle is hard to see")
    if any(sight.visible_fraction(n) < 0.45 or sight.visible_px(n) < 300 for n in sight.inventory):
        raise Rejected("an object is hard to see")


def _words(scene: Scene, rng: Rng, *asked: Words) -> tuple[Words, ...]:
    """The context, the vehicle, and then what is asked."""
    mover = one_of(scene.world[scene.move.name].phrase)
    context = causal.draw_words(rng, "collision.context")
    return (context, causal.draw_words(rng, "collision.description", mover=mover), *asked)


def _draft(
    scene: Scene, query: Query, right: str, options: tuple[str, ...], words: tuple[Words, ...]
) -> Draft:  # fmt: skip
    trace = {
        "width_m": round(scene.width, 4),
        "met": {m.name: round(m.distance, 3) for m in scene.found.meetings},
        "clearance_m": {n: round(g, 4) for n, g in scene.found.clearances.items()},
        "overlap_widths": scene.overlaps,
    }
    return Draft(
        query=query,
        shots=(Shot(world=scene.world, camera=scene.camera),),
        words=words,
        answer=Choice(option=right),
        options=options,
        trace=trace,
        gates=("plain to see", "no near miss", "no graze", "front shown", "survives nudges", "survives a few degrees"),
        margin=_margin(scene.found, scene.width, min(scene.overlaps.values(), default=np.inf)),
    )


def _margin(found: Sweep, width: float, overlap: float) -> float:
    """The closest call, in widths of the mover: to hit what is passed, or to pass what is hit."""
    gaps = [gap / width for name, gap in found.clearances.items() if name not in found.names]
    return round(float(min([overlap, *gaps])), 4)


def _confirmed(
    draft: Draft, query: Asked, scene: Scene, answer: Callable[[Asked, World, Camera], Choice], rng: Rng
) -> Draft:  # fmt: skip
    """The draft, if its answer survives nudges."""
    result = survives(
        lambda world, camera: (answer(query, world, camera), 0.0),
        scene.world, scene.camera, rng, count=NUDGES, nudge=NUDGE,
    )  # fmt: skip
    if not result.holds:
        raise Rejected("the answer changes under a nudge")
    if result.answer != draft.answer:
        raise Rejected("physics gives another answer than the scene was made for")
    if any(answer(query, _turned(scene, degrees), scene.camera) != draft.answer for degrees in (-HEADING, HEADING)):
        raise Rejected("the answer depends on a few degrees of heading")
    return replace(draft, trace={**draft.trace, "nudges_tried": result.tried})


def _turned(scene: Scene, degrees: float) -> World:
    """The vehicle turned a little on the spot, as a person could misjudge it."""
    body = scene.world[scene.move.name]
    return scene.world.change(body.name, quaternion=yaw(yaw_deg(body.quaternion) + degrees))

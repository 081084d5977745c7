"""A plan carried out in its world: does anything fall, is the goal reached, and at which step does it go wrong?

Steps are understood as in matching (`deeds`): taking a thing, putting it down, placing it on another. What is done in
the right order works, however it is worded and whichever of several orders it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from diorama.kinds.chore import Chore
from diorama.kinds.deeds import Deed, Deeds
from diorama.kinds.key import Key
from diorama.kinds.plan_outline import Outline
from diorama.whatif import Carried, HandMove, Hands, PlaceOn, PutDown, Take, pushed_graph
from diorama.world import World

MOST_MOVES, MOST_PLACINGS = 60, 8
"""Moves of a plan that are made, and placings among them: several times what any chore takes.

A placing is a simulation of its own, of about 60 ms, and whatever comes after it is tried anew.
"""


@dataclass(frozen=True)
class Course:
    """What became of a plan when it was carried out."""

    works: bool
    why: str = ""
    """What went wrong, in words; empty if it works."""
    step: int | None = None
    """At which step of the plan, counted from 0; None if at none of them."""
    needless: int = 0
    """How many objects were moved that need not have been."""
    begun: bool = True
    """Whether anything was done at all."""

    @property
    def note(self) -> str:
        """All of it in a few words."""
        if not self.begun:
            return f"it cannot be carried out: {self.why}"
        if not self.works:
            return f"carried out, {self.why}" + ("" if self.step is None else f" (step {self.step + 1})")
        more = "" if not self.needless else f", but it moves {self.needless} more than it must"
        return f"it works when carried out{more}"


class NotAMove(Exception):
    """A step that nobody could carry out; the message says why."""


def carried_out(key: Key, plan: Outline, needed: Sequence[str], deeds: Deeds) -> Course | None:
    """Carry out the steps of a plan in their order; None where there is no world to do it in.

    `needed` is what the right plan does.
    """
    chore, world = key.query, key.world
    if world is None or not isinstance(chore, Chore):
        return None
    if circle := plan.circle:
        return Course(False, f"its preconditions go in a circle: {circle}", begun=False)
    moves: list[tuple[int, HandMove]] = []
    for index, content in enumerate(plan.contents):
        try:
            moves += [(index, move) for move in moves_in(content, deeds, world)]
        except NotAMove as problem:
            return Course(False, str(problem), index)
    hands: Hands = key.kept("hands", lambda: Hands(world))
    most = _most_made([move for _, move in moves])
    done = hands.carry_out([move for _, move in moves[:most]])
    if done.mishap is not None:
        return Course(False, done.mishap.what, moves[done.mishap.move][0])
    if most < len(moves):
        return Course(False, "it goes on for longer than any chore takes", moves[most][0])
    needless = len({move.name for _, move in moves} - _moved_in(needed, deeds, world))
    there = chore.place is not None and done.placed.get(chore.target) == chore.place
    if chore.goal == "place":
        if there and (left := _left_beside(chore, done, key)):
            return Course(False, left, None, needless)
        reached = there
    elif chore.goal == "pick up":
        reached = _ends_in_hand(chore.target, [move for _, move in moves])
    else:
        reached = chore.target in done.lifted and not there
    return Course(reached, "" if reached else "the goal is not reached", None, needless)


def _left_beside(chore: Chore, done: Carried, key: Key) -> str:
    """That something else is on the place in the end, if so: a thing that is placed shall stand there alone."""
    world, place = key.world, chore.place
    assert world is not None and place is not None
    resting: list[str] = key.kept(
        "resting", lambda: [e.upper for e in pushed_graph(world).resting_on(place) if e.how == "on"]
    )
    left = [name for name in resting if name not in done.lifted]
    put = [name for name, on in done.placed.items() if on == place and name != chore.target]
    others = [*left, *put]
    return f"{world[others[0]].phrase} is left on {world[place].phrase}" if others else ""


def _most_made(moves: Sequence[HandMove]) -> int:
    """How many moves of a plan are made at most."""
    placings = [k for k, move in enumerate(moves) if isinstance(move, PlaceOn)]
    return min(len(moves), MOST_MOVES, *placings[MOST_PLACINGS : MOST_PLACINGS + 1])


def _ends_in_hand(name: str, moves: Sequence[HandMove]) -> bool:
    """Whether a body is taken and not put down or placed anywhere afterwards."""
    own = [move for move in moves if move.name == name]
    return bool(own) and isinstance(own[-1], Take)


def _moved_in(contents: Sequence[str], deeds: Deeds, world: World) -> set[str]:
    """The objects that the steps of the right plan move."""
    found: set[str] = set()
    for content in contents:
        with suppress(NotAMove):
            found |= {move.name for move in moves_in(content, deeds, world)}
    return found


def moves_in(content: str, deeds: Deeds, world: World) -> list[HandMove]:
    """The moves that a step asks for, usually one."""
    found = deeds(content)
    if found.several:
        raise NotAMove("it does more than one thing")
    bodies = [_body(ids, world) for ids in found.objects]
    if not found.verbs or not bodies:
        raise NotAMove("it does not say what is moved")
    if not found.clear:
        raise NotAMove("it names an object of which there are several")
    return _moves(found, bodies)


def _moves(found: Deed, bodies: list[str]) -> list[HandMove]:
    if "place" in found.verbs and len(bodies) == 2:
        return [PlaceOn(bodies[0], bodies[1])]
    takes = found.verbs & {"remove", "get", "out"}
    if "put_down" in found.verbs and not takes:
        return [PutDown(name) for name in bodies]
    if takes:
        return [Take(name, held="get" in found.verbs and "remove" not in found.verbs) for name in bodies]
    raise NotAMove("it moves nothing")


def _body(ids: frozenset[str], world: World) -> str:
    name = min(ids)
    if name not in world:
        raise NotAMove(f"'{name.removeprefix('? ')}' is not in the scene")
    return name

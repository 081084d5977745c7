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
from diorama.whatif import HandMove, Hands, PlaceOn, PutDown, Take
from diorama.world import World


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

    @property
    def note(self) -> str:
        """All of it in a few words."""
        if not self.works:
            return f"carried out, {self.why}" + ("" if self.step is None else f" (step {self.step + 1})")
        more = "" if not self.needless else f", but it moves {self.needless} more than it must"
        return f"it works when carried out{more}"


class NotAMove(Exception):
    """A step that nobody could carry out; the message says why."""


def carried_out(key: Key, contents: Sequence[str], needed: Sequence[str], deeds: Deeds) -> Course | None:
    """Carry out the steps of a plan; `needed` are those of the right plan. None where there is no world to do it in."""
    chore, world = key.query, key.world
    if world is None or not isinstance(chore, Chore):
        return None
    moves: list[tuple[int, HandMove]] = []
    for index, content in enumerate(contents):
        try:
            moves += [(index, move) for move in moves_in(content, deeds, world)]
        except NotAMove as problem:
            return Course(False, str(problem), index)
    hands: Hands = key.kept("hands", lambda: Hands(world))
    done = hands.carry_out([move for _, move in moves])
    if done.mishap is not None:
        return Course(False, done.mishap.what, moves[done.mishap.move][0])
    needless = len({move.name for _, move in moves} - _moved_in(needed, deeds, world))
    there = chore.place is not None and done.placed.get(chore.target) == chore.place
    reached = there if chore.goal == "place" else chore.target in done.lifted and not there
    return Course(reached, "" if reached else "the goal is not reached", None, needless)


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

"""What the questions of this suite must say and offer, from their queries: for `verify`."""

from __future__ import annotations

from collections.abc import Mapping

from diorama.suites.causal.collision import (
    NO_COLLISION,
    Drive,
    DriveWithout,
    collision,
    counterfactual,
    removal,
    sufficient,
)
from diorama.suites.causal.compatibility import Fall, compatibility, compatibility_filled
from diorama.suites.causal.occlusion import OCCLUDED, REVEALED, Uncovering, occlusion
from diorama.suites.causal.occlusion_course import PATTERNS, Sliding, occlusion_course
from diorama.suites.causal.options import NO, NOT_SURE, YES
from diorama.suites.causal.trajectory_billiards import PlayedBall, trajectory_billiards
from diorama.suites.causal.trajectory_court import InFlight, trajectory
from diorama.suites.meaning import Offer, Said
from diorama.world import World

YES_OR_NO = Offer(frozenset({YES, NO, NOT_SURE}))
OWN_WAYS = {"left": "to its left", "right": "to its right", "forward": "forward", "backward": "backward"}
GOALS = {"goal": "the goal", "small goal": "the goal", "hoop": "the hoop", "ring": "the ring"}
FEWEST_REMOVALS = 2
"""How many removals are offered at least where removals are offered."""


@collision.says
def who_drives(query: Drive, world: World) -> Mapping[str, Said]:
    """The vehicle."""
    return {"mover": (query.move.name,)}


@counterfactual.says
def who_drives_without(query: DriveWithout, world: World) -> Mapping[str, Said]:
    """The vehicle, and what is taken away first."""
    return {"mover": (query.move.name,), "removed": (query.removed,)}


@compatibility.says
@compatibility_filled.says
def what_falls_where(query: Fall, world: World) -> Mapping[str, Said]:
    """The falling body, the container, and what that holds if it holds anything."""
    said: dict[str, Said] = {"falling": (query.falling,), "container": (query.container,)}
    return {**said, "contents": query.contents} if query.contents else said


@occlusion.says
def who_moves_which_way(query: Uncovering, world: World) -> Mapping[str, Said]:
    """The two bodies, and the way in words where there is a choice of ways."""
    said: dict[str, Said] = {"occluder": (query.occluder,), "hidden": (query.hidden,)}
    if query.form == "slides":
        arrow = "the direction of the blue arrow"
        return {**said, "way": f"against {arrow}" if query.against else f"in {arrow}"}
    if query.form == "moves":
        way = query.move.way
        return {**said, "way": OWN_WAYS[way] if isinstance(way, str) else f"along {way}"}
    return said


@occlusion_course.says
def candles(query: Sliding, world: World) -> Mapping[str, Said]:
    """All that stands on the tray, the one that slides and the one that it is watched with."""
    return {"candles": world.inventory, "mover": (query.move.name,), "other": (query.other,)}


@trajectory.says
def what_flies_where(query: InFlight, world: World) -> Mapping[str, Said]:
    """The ball, and what the goal is called."""
    return {"ball": (query.ball,), "goal": GOALS[query.goal]}


@trajectory_billiards.says
def what_is_played(query: PlayedBall, world: World) -> Mapping[str, Said]:
    """The ball that is played."""
    return {"ball": (query.ball,)}


@compatibility.offers
@compatibility_filled.offers
@trajectory.offers
@trajectory_billiards.offers
def yes_or_no(query: Fall | InFlight | PlayedBall, world: World) -> Offer:
    """Yes, no or not sure."""
    return YES_OR_NO


@collision.offers
def removals(query: Drive, world: World) -> Offer:
    """Yes or no; or to remove one of the bodies that the vehicle could hit."""
    if query.form == "any":
        return YES_OR_NO
    others = frozenset(removal(world, n) for n in world.inventory if n != query.move.name)
    return Offer(frozenset({NOT_SURE}), others, FEWEST_REMOVALS)


@counterfactual.offers
def further_removals(query: DriveWithout, world: World) -> Offer:
    """That nothing is hit, that the removal is enough, or that another body must go too."""
    known = (query.move.name, query.removed)
    others = frozenset(removal(world, n) for n in world.inventory if n not in known)
    always = frozenset({NO_COLLISION, sufficient(world, query.removed), NOT_SURE})
    return Offer(always, others, FEWEST_REMOVALS)


@occlusion.offers
def revealed_or_not(query: Uncovering, world: World) -> Offer:
    """What the form asks for."""
    return Offer(frozenset({REVEALED, OCCLUDED, NOT_SURE})) if query.form == "moves" else YES_OR_NO


@occlusion_course.offers
def patterns(query: Sliding, world: World) -> Offer:
    """All courses that an overlap can take."""
    return Offer(frozenset({*PATTERNS, NOT_SURE}))

"""What the questions of this suite must say and show, from their queries: for `verify`."""

from __future__ import annotations

from collections.abc import Mapping

from diorama.kinds import Rearrangement
from diorama.sight import Shot
from diorama.suites.meaning import Mismatch, Said, undecorated
from diorama.suites.structure.t1_single_removal import Removal, single_removal
from diorama.suites.structure.t2_minimum_removals import Unveiling, minimum_removals
from diorama.suites.structure.t3_transparency import SeeThrough, transparency
from diorama.suites.structure.t4_reflection import Reflections, reflection
from diorama.suites.structure.t5_one_swap import one_swap
from diorama.suites.structure.t6_several_swaps import several_swaps
from diorama.world import World

for _task in (single_removal, minimum_removals, transparency, one_swap, several_swaps):
    _task.draws(undecorated)


@single_removal.says
def what_is_removed(query: Removal, world: World) -> Mapping[str, Said]:
    """The body that is taken away."""
    return {"x": (query.removed,)}


@minimum_removals.says
def what_is_to_be_seen(query: Unveiling, world: World) -> Mapping[str, Said]:
    """The body that is to be seen completely."""
    return {"x": (query.target,)}


@transparency.says
def what_is_transparent(query: SeeThrough, world: World) -> Mapping[str, Said]:
    """The body alone: what it holds is not named."""
    return {"x": (query.transparent,)}


@reflection.says
def nothing_by_name(query: Reflections, world: World) -> Mapping[str, Said]:
    """No body at all: naming one would hint at whose mirror image is missing."""
    return {}


@one_swap.says
@several_swaps.says
def the_order(query: Rearrangement, world: World) -> Mapping[str, Said]:
    """The bodies in the order that is wanted."""
    return {"order": query.order}


@reflection.draws
def muted_images(query: Reflections, shot: Shot) -> Mismatch | None:
    """No marks, and exactly those mirror images muted that the query says."""
    if shot.overlays:
        return undecorated(query, shot)
    if set(shot.muted) != set(query.muted):
        return Mismatch(f"muted: {', '.join(query.muted)}", f"muted: {', '.join(shot.muted) or 'nothing'}")
    return None

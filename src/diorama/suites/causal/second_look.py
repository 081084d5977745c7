"""A second derivation of collision and occlusion, by other methods than those that built the samples.

What is hit: the vehicle is driven in physics at a quarter of the time step, and rays are cast from its front along
its way. What is hidden: outlines are rasterised, one body at a time and together; no ray is cast.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diorama.kinds import Answer, Choice
from diorama.sight import DraftRenderer
from diorama.suites.causal.collision import (
    NO_COLLISION,
    Drive,
    DriveWithout,
    collision,
    counterfactual,
    removal,
    sufficient,
)
from diorama.suites.causal.occlusion import OCCLUDED, REVEALED, Uncovering, occlusion
from diorama.suites.causal.occlusion_course import Sliding, occlusion_course, pattern_of
from diorama.suites.causal.options import NO, YES
from diorama.suites.causal.scenes import small
from diorama.whatif import Move, apply, displacement, drive, just
from diorama.whatif.swept import struck
from diorama.world import Camera, World
from diorama.world.mjcf import TIMESTEP

Mask = NDArray[np.bool_]

QUARTER = TIMESTEP / 4
FAST = 2.0
"""Metres a second: a millimetre a step, so that nothing is jumped over."""
DOUBT = 0.02
"""Shares of an outline by which two ways of drawing it may differ."""


@collision.check
@counterfactual.check
def collided(query: Drive | DriveWithout, answer: Answer, world: World, camera: Camera) -> str | None:
    """Drive with and without what the answer removes: something must be touched before, and nothing after."""
    assert isinstance(answer, Choice)
    move = query.move
    first = query.removed if isinstance(query, DriveWithout) else None
    if answer.option in (YES, NO, NO_COLLISION):
        return _hits(world, move, answer.option == YES)
    problem = _hits(world, move, True)
    if first is not None and answer.option == sufficient(world, first):
        return problem or _hits(world.without([first]), move, False)
    gone = [n for n in world.inventory if removal(world, n) == answer.option]
    if len(gone) != 1:
        return f"nobody would be removed by '{answer.option}'"
    left = world.without([first]) if first is not None else world
    return problem or _hits(left, move, True) or _hits(left.without(gone), move, False)


@occlusion.check
def hidden(query: Uncovering, answer: Answer, world: World, camera: Camera) -> str | None:
    """Draw the outlines after the move, or drive the hidden body out."""
    assert isinstance(answer, Choice)
    after = apply(world, query.move)
    front, back = query.occluder, query.hidden
    if query.out is not None:
        return _hits(just(after, (front, back)), query.out, answer.option == NO)
    seen = just(after, (front, back) if query.form == "moves" else after.inventory)
    with DraftRenderer(seen, width=camera.width, height=camera.height, rough=True) as renderer:
        alone = renderer.segmentation(camera, only=back) >= 0
        shown = renderer.segmentation(camera) == seen.names.index(back)
    share = float((alone & ~shown).sum()) / max(1, int(alone.sum()))
    if answer.option in (REVEALED, YES) and share > DOUBT:
        return f"'{back}' is still covered: {share:.1%}"
    if answer.option in (OCCLUDED, NO) and share < DOUBT:
        return f"'{back}' is not covered: {share:.1%}"
    return None


@occlusion_course.check
def along_the_way(query: Sliding, answer: Answer, world: World, camera: Camera) -> str | None:
    """Draw both outlines during the move."""
    assert isinstance(answer, Choice)
    return _course(world, camera, answer.option, query.move, query.other)


def _hits(world: World, move: Move, expected: bool) -> str | None:
    """Whether something is touched on the way, by physics and by rays."""
    motion = drive(world, move, loose=(), speed=FAST, timestep=QUARTER)
    others = set(world.inventory) - {move.name}
    touched = sorted({n for t in motion.contacts if move.name in (t.a, t.b) for n in (t.a, t.b)} & others)
    if bool(touched) != expected:
        return f"driven, '{move.name}' touches {', '.join(touched) or 'nothing'}"
    found = struck(world, move)
    if bool(found) != expected:
        return f"rays from '{move.name}' strike {', '.join(found) or 'nothing'}"
    return None


def _course(world: World, camera: Camera, pattern: str, move: Move, other: str) -> str | None:
    """Draw both outlines at more moments than the sample was made with."""
    pair, path = just(world, (move.name, other)), displacement(world, move)
    start = np.asarray(world[move.name].position)
    shares = []
    view = small(camera) if camera.height > 1000 else camera
    with DraftRenderer(pair, width=view.width, height=view.height, rough=True) as renderer:
        still = renderer.segmentation(view, only=other) >= 0
        for share in np.linspace(0, 1, 41):
            x, y, z = (start + share * path).tolist()
            moved = renderer.segmentation(view, pair.change(move.name, position=(x, y, z)), only=move.name) >= 0
            both = int((still & moved).sum())
            shares.append(both / max(1, min(int(still.sum()), int(moved.sum()))))
    found = pattern_of(np.where(np.array(shares) > 0.002, shares, 0.0))
    return None if found == pattern else f"drawn, it is: {found}"

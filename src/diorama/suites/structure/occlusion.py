"""What T1, T2 and T3 share: gates on how clearly things hide each other, and surviving nudges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import numpy as np
from scipy.spatial import ConvexHull

from diorama.kinds import Answer
from diorama.kinds.query import Q
from diorama.sight import Sight, see
from diorama.suites.drafts import Draft, Rejected
from diorama.whatif import Visibility, survives, visibility
from diorama.whatif.visibility import HIDDEN_PX, HIDDEN_SHARE, SHOWN_PX, SHOWN_SHARE
from diorama.world import Camera, World
from diorama.world.model import replace as replace_fields

Rng = np.random.Generator

NUDGES = 5
COARSE = 4
"""How many times coarser a first look is than the picture, along each side."""
FAINT_PX = 3
"""Pixels of a coarse look up to which nobody can say whether something would count in the picture."""
Bounds = tuple[int, int]
"""The fewest and the most."""
SCRAP_PX, SCRAP_SHARE = 400, 0.3
"""Pixels, and share of its outline, of which more must show of a thing that has to be named."""
SOLID = 0.75
"""The share of its convex outline that a body must fill for a question about seeing through it."""


def reject_hopeless(world: World, camera: Camera, size: int, bounds: Callable[[Sight], Iterable[Bounds]]) -> None:
    """Reject a view in which a coarse look, at a tenth of the cost, finds nothing to ask about.

    `bounds` gives, for each body that could be asked about, the fewest and the most bodies that the answer may have.
    """
    small = replace_fields(camera, width=camera.width // COARSE, height=camera.height // COARSE)
    if not any(fewest <= size <= most for fewest, most in bounds(see(world, small))):
        raise Rejected(f"at first sight nothing has an answer of {size}")


def at_first_sight(found: Mapping[str, int]) -> Bounds:
    """How many of the bodies found on so many coarse pixels will count: those that are plain, and maybe faint ones."""
    return sum(px > FAINT_PX for px in found.values()), len(found)


def reject_between(sight: Sight, names: Iterable[str]) -> None:
    """Reject a draft if a body that matters is half way between hidden and visible."""
    for name in names:
        if visibility(sight, name) is Visibility.BETWEEN:
            raise Rejected("a neighbour is neither hidden nor clear")


def reject_lost(sight: Sight, names: Iterable[str]) -> None:
    """Reject a draft if a body that matters cannot be recognised."""
    for name in names:
        if visibility(sight, name) is Visibility.LOST:
            raise Rejected("an answer could not be recognised")


def reject_scraps(sight: Sight, names: Iterable[str]) -> None:
    """Reject a draft if so little of an answer shows that a person could not say what it is."""
    if any(sight.visible_px(n) < max(SCRAP_PX, SCRAP_SHARE * sight.silhouette_px(n)) for n in names):
        raise Rejected("only a scrap of an answer shows")


def reject_gappy(sight: Sight, name: str) -> None:
    """Reject a ring or a grid: one can see through it already, so what would show through it has no clear answer."""
    crop = sight.crops[name]
    rows, columns = np.nonzero(crop.mask)
    outline = ConvexHull(np.stack([columns, rows], axis=1))
    if crop.area_px < SOLID * outline.volume:
        raise Rejected("the object has gaps to look through")


def hidden_margin(sight: Sight, names: Iterable[str]) -> float:
    """How far partly hidden bodies are from counting as clear or as lost; 0 is on the edge."""
    margin = np.inf
    for name in names:
        area = max(1, sight.silhouette_px(name))
        hidden = sight.hidden_px(name) / max(HIDDEN_PX, HIDDEN_SHARE * area)
        shown = sight.visible_px(name) / max(SHOWN_PX, SHOWN_SHARE * area)
        margin = min(margin, hidden - 1, shown - 1)
    return float(margin) if np.isfinite(margin) else 1.0


def confirmed(
    draft: Draft, query: Q, read: Callable[[Q, Sight], Answer], margin: Callable[[Sight], float], rng: Rng
) -> Draft:
    """The draft with its margin, if the answer is the same in nudged worlds."""

    def again(world: World, camera: Camera) -> tuple[Answer, float]:
        sight = see(world, camera)
        return read(query, sight), margin(sight)

    result = survives(again, draft.world, draft.camera, rng, count=NUDGES)
    if not result.holds:
        raise Rejected("the answer changes under a nudge")
    if result.margin < 0:
        raise Rejected("under a nudge it is in between")
    note = {"nudges_tried": result.tried, "smallest_margin": round(result.margin, 4)}
    return replace(draft, margin=result.margin, trace={**draft.trace, **note})


def areas(sight: Sight, names: Iterable[str]) -> dict[str, dict[str, int]]:
    """Hidden and visible areas for the trace."""
    return {n: {"hidden_px": sight.hidden_px(n), "visible_px": sight.visible_px(n)} for n in names}

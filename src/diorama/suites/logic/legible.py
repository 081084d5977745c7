"""Whether a picture tells what rests on what: gates on what is seen of things and of where they touch.

The lower edge of a thing is where it meets what is drawn right below it. A thing on another shows a good part of that
edge against the thing that it rests on; if it shows against something else instead, or is hidden, it might as well
stand behind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import label

from diorama.sight import Sight
from diorama.suites.drafts import Rejected
from diorama.whatif import SupportGraph

SHOWN_PX, SHOWN_SHARE = 260, 0.25
"""Pixels, and share of its outline, that must be seen of everything that a plan names."""
PLACE_PX, PLACE_SHARE = 1200, 0.12
"""The same for what the question names as a place only, which may lie under a whole pile."""
PIECE_SHARE = 0.6
"""The share of that which must be seen in one piece."""
EDGE_PX, EDGE_SHARE = 8, 0.4
"""Pixels, and share of its lower edge, that a thing must show against what it rests on …"""
OTHER_SHARE = 0.4
"""… and the most that it may show against one other thing."""
TOUCH_PX = 12
"""Pixels along which a thing that leans must border what it leans on."""
WALL_PX, WALL_DEPTH = 10, 0.004
"""Pixels along which the far wall of a container must border what is in it, and how much farther it must be, metres."""
GATES = ("recognisable", "told by what is seen")

SURFACE = -1
"""In tables of edges: no body at all, but a table, a floor or a wall."""


class Edges:
    """How many pixels of each body's lower edge, and of all its edges, show against each other thing."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self._index = {name: k for k, name in enumerate(sight.names)}
        ids = sight.ids
        self._lower = self._count([(ids[:-1], ids[1:])])
        sides = [(ids[:-1], ids[1:]), (ids[1:], ids[:-1]), (ids[:, :-1], ids[:, 1:]), (ids[:, 1:], ids[:, :-1])]
        self._all = self._count(sides)

    def lower(self, name: str, other: str | None = None) -> int:
        """Pixels of the lower edge of a body against another; None for the surroundings."""
        return int(self._lower[self._index[name], SURFACE if other is None else self._index[other]])

    def beside(self, name: str, other: str) -> int:
        """Pixels along which the visible parts of two bodies meet."""
        return int(self._all[self._index[name], self._index[other]])

    def wall(self, name: str, container: str) -> int:
        """Pixels along which a part of a container borders a body and is farther than it: its far wall."""
        ids, depth = self.sight.ids, self.sight.depth
        a, b = self._index[name], self._index[container]
        count = 0
        for here, there in (
            ((slice(None, -1), slice(None)), (slice(1, None), slice(None))),
            ((slice(None), slice(None, -1)), (slice(None), slice(1, None))),
        ):
            for near, far in ((here, there), (there, here)):
                meets = (ids[near] == a) & (ids[far] == b)
                count += int((meets & (depth[far] > depth[near] + WALL_DEPTH)).sum())
        return count

    def _count(self, pairs: Iterable[tuple[NDArray[np.int32], NDArray[np.int32]]]) -> NDArray[np.int64]:
        """A table of bodies × things (the last column for no body) of how often one pixel is beside the other."""
        table = np.zeros((len(self._index), len(self._index) + 1), np.int64)
        for a, b in pairs:
            differ = (a != b) & (a >= 0)
            np.add.at(table, (a[differ], b[differ]), 1)
        return table


def reject_illegible(
    sight: Sight, graph: SupportGraph, moved: Collection[str], *, place: str | None = None, hidden: str | None = None
) -> float:
    """Reject a view that does not tell why each of some bodies has to be moved; how clearly it does, otherwise.

    A `place` that stays where it is may lie under them. `hidden` may be out of sight, since the question says where
    it is.
    """
    edges = Edges(sight)
    margin = np.inf
    for name in sorted({*moved, *([place] if place is not None else [])}):
        if name == hidden and not sight.visible_px(name):
            continue
        pixels, share = (SHOWN_PX, SHOWN_SHARE) if name in moved else (PLACE_PX, PLACE_SHARE)
        least = max(pixels, share * sight.silhouette_px(name))
        if sight.visible_px(name) < least or _largest_piece(sight, name) < PIECE_SHARE * least:
            raise Rejected("something that has to be moved is hardly seen")
        margin = min(margin, sight.visible_px(name) / least - 1, _standing(edges, graph, name))
    for name in sight.inventory:
        doubtful = [m for m in moved if m not in graph.above(name) and edges.lower(name, m) >= EDGE_PX]
        if name not in moved and doubtful:
            margin = min(margin, _standing(edges, graph, name))
    return float(margin)


def _largest_piece(sight: Sight, name: str) -> int:
    """Pixels of the largest piece of a body that is seen as one: through slats it is seen as many."""
    pieces, _ = label(sight.ids == sight.names.index(name))
    return int(np.bincount(pieces.ravel())[1:].max(initial=0))


def _standing(edges: Edges, graph: SupportGraph, name: str) -> float:
    """How clearly a body is seen to rest on what it rests on; reject it where it is not."""
    supports, above = graph.supports_of(name), graph.above(name)
    others = [n for n in edges.sight.names if n != name and n not in above]
    total = sum(edges.lower(name, n) for n in others) + edges.lower(name)
    lean = [s for s in supports if s.how == "leaning on"]
    if any(edges.beside(name, s.lower) < TOUCH_PX for s in lean):
        raise Rejected("it is not seen what something leans on")
    under: list[str | None] = [s.lower for s in supports if s.how != "leaning on"] or [None]
    shown = sum(edges.lower(name, n) for n in under)
    least = max(EDGE_PX, EDGE_SHARE * total)
    if shown < least:
        raise Rejected("it is not seen what something rests on")
    leaned = {s.lower for s in lean}
    stray = max((edges.lower(name, n) for n in others if n not in under and n not in leaned), default=0)
    if stray > max(EDGE_PX, OTHER_SHARE * total):
        raise Rejected("something seems to rest on another thing")
    if any(s.how == "inside" and edges.wall(name, s.lower) < WALL_PX for s in supports):
        raise Rejected("it is not seen that something is inside")
    return shown / least - 1

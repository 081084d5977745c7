"""Broader words, settled by what else a reply names.

>>> from diorama.kinds.names import Names
>>> names = Names({"mug": ("the mug", "mug"), "egg cup": ("the egg cup", "egg cup")})
>>> [m.names for m in by_elimination([names.match("cup"), names.match("egg cup")])]
[('mug',), ('egg cup',)]
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from diorama.kinds.names import Match

MOST_TRIED = 2000
"""Assignments of words to objects that are looked at before they count as too many."""


def by_elimination(items: Sequence[Match]) -> tuple[Match, ...]:
    """The same names, clear where only one way is left to give each of them an object of its own."""
    if not any(m.ambiguous for m in items):
        return tuple(items)
    taken = {name for m in items if not m.ambiguous for name in m.names}
    left = [[n for n in m.names if n not in taken] for m in items if m.ambiguous]
    if math.prod(map(len, left)) > MOST_TRIED:
        return tuple(items)
    ways = list(islice(_assignments(left), 2))
    if len(ways) != 1:
        return tuple(items)
    chosen = iter(ways[0])
    return tuple(replace(m, names=(next(chosen),)) if m.ambiguous else m for m in items)


def _assignments(left: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """Every way to give each word one of its objects, no object twice."""
    for way in product(*left):
        if len(set(way)) == len(way):
            yield way

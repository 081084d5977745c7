"""T5 from a picture: the one pair of things whose swap gives the listed order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from diorama.kinds import Query, Rearrangement, Swaps
from diorama.perceive.construct.answered import Answered
from diorama.perceive.construct.question import Asking, ConstructTask, Question, Rng
from diorama.perceive.construct.rearranging import answered, rows, search_of
from diorama.perceive.construct.seen import Gate
from diorama.perceive.construct.swap_search import SwapSearch, swapped

LISTED = 4
ROWS, ORDERS = 3, 2
"""How many sets of things are asked about in a picture, and how many orders of each."""


def derive(query: Query, asking: Asking) -> Answered:
    """Try every pair in the picture; only one may do."""
    assert isinstance(query, Rearrangement)
    volumes, _ = asking.volumes

    def gates(answer: Swaps | None) -> list[Gate]:
        if volumes is None:
            return []
        search = search_of(volumes, asking.limits)
        found = fitting(search, query)
        return [Gate("exactly one swap works", len(found) == 1, len(found), 1)]

    return answered(query, asking, solve, gates)


def solve(search: SwapSearch, query: Rearrangement) -> Swaps | None:
    """The only pair that works; several or none are no answer."""
    found = fitting(search, query)
    return Swaps(pairs=(found[0],)) if len(found) == 1 else None


def fitting(search: SwapSearch, query: Rearrangement) -> list[tuple[str, str]]:
    """All swaps that fit and give the order."""
    return [pair for pair in search.single_swaps(query.order) if search.fits(pair)]


def ask(asking: Asking, rng: Rng) -> Iterator[Question]:
    """Choose four things and a pair of them to swap; the order that follows is the goal."""
    for number, (now, search) in enumerate(rows(asking, LISTED, rng)):
        if number == ROWS:
            return
        pairs = list(combinations(now, 2))
        for k in rng.permutation(len(pairs))[:ORDERS]:
            order = search.left_to_right(now, swapped({}, pairs[int(k)]))
            if order != now:
                query = Rearrangement(order=order)
                yield Question("T5", query, derive(query, asking))


ONE_SWAP = ConstructTask("T5", derive, ask)

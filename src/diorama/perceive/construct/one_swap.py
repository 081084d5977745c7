"""T5 from a picture: the one pair of things whose swap gives the listed order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from diorama.kinds import Rearrangement, Swaps
from diorama.perceive.construct.answered import Answered
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.question import Asking, ConstructTask, Question, Rng
from diorama.perceive.construct.rearranging import answer_swaps, line_ups
from diorama.perceive.construct.seen import Gate
from diorama.perceive.construct.swap_search import SwapSearch, swapped

LISTED = 4
LINE_UPS, ORDERS = 3, 2
"""How many sets of things are asked about in a picture, and how many orders of each."""


def derive(query: Rearrangement, asking: Asking) -> Answered:
    """Try every pair in the picture; only one may do."""
    return answer_swaps(query, asking, solve, count)


def solve(search: SwapSearch, query: Rearrangement) -> Swaps | None:
    """The only pair that works; several or none are no answer."""
    found = fitting(search, query)
    return Swaps(pairs=(found[0],)) if len(found) == 1 else None


def count(search: SwapSearch, query: Rearrangement, answer: Swaps | None, limits: Limits) -> Iterator[Gate]:
    """The gate on how many swaps work."""
    found = len(fitting(search, query))
    yield Gate("exactly one swap works", found == 1, found, 1)


def fitting(search: SwapSearch, query: Rearrangement) -> list[tuple[str, str]]:
    """All swaps that fit and give the order."""
    return [pair for pair in search.single_swaps(query.order) if search.fits(pair)]


def ask(asking: Asking, rng: Rng) -> Iterator[Question]:
    """Choose four things and a pair of them to swap; the order that follows is the goal."""
    for number, (now, search) in enumerate(line_ups(asking, LISTED, rng)):
        if number == LINE_UPS:
            return
        pairs = list(combinations(now, 2))
        for k in rng.permutation(len(pairs))[:ORDERS]:
            order = search.left_to_right(now, swapped({}, pairs[int(k)]))
            if order != now:
                query = Rearrangement(order=order)
                yield Question("T5", query, derive(query, asking))


ONE_SWAP = ConstructTask("T5", derive, ask)

"""T6 from a picture: a shortest sequence of swaps to the listed order, or the answer that there is none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from diorama.kinds import Rearrangement, Swaps
from diorama.perceive.construct.answered import Answered
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.question import Asking, ConstructTask, Question, Rng
from diorama.perceive.construct.rearranging import answer_swaps, line_ups
from diorama.perceive.construct.seen import Gate
from diorama.perceive.construct.swap_search import SwapSearch

LISTED = (4, 5)
"""How many things are listed, in turn."""
LINE_UPS = 2
"""How many sets of things are asked about in a picture, for each number."""


def derive(query: Rearrangement, asking: Asking) -> Answered:
    """Search all arrangements of the listed things."""
    return answer_swaps(query, asking, solve, count)


def solve(search: SwapSearch, query: Rearrangement) -> Swaps:
    """All shortest sequences, or infeasible."""
    found = search.sequences(query.order).get(query.order)
    return Swaps(pairs=found[0], others=tuple(found[1:])) if found else Swaps(feasible=False)


def count(search: SwapSearch, query: Rearrangement, answer: Swaps | None, limits: Limits) -> Iterator[Gate]:
    """The gate on how many shortest sequences there are, if there are any."""
    if answer is not None and answer.feasible:
        solutions = 1 + len(answer.others)
        yield Gate("few shortest solutions", solutions <= limits.most_solutions, solutions, limits.most_solutions)


def ask(asking: Asking, rng: Rng) -> Iterator[Question]:
    """For some choices of things, an order of each number of swaps from two on, and one that none can give."""
    for listed in LISTED:
        for number, (now, search) in enumerate(line_ups(asking, listed, rng)):
            if number == LINE_UPS:
                break
            reached = {order: len(found[0]) for order, found in search.sequences(now).items()}
            by_length: dict[int, list[tuple[str, ...]]] = {}
            for order in permutations(now):
                by_length.setdefault(reached.get(order, 0), []).append(order)
            for length in sorted(by_length):
                if length == 1 or by_length[length] == [now]:
                    continue
                orders = [order for order in by_length[length] if order != now]
                query = Rearrangement(order=orders[int(rng.integers(len(orders)))], only_listed=True)
                yield Question("T6", query, derive(query, asking))


SEVERAL_SWAPS = ConstructTask("T6", derive, ask)

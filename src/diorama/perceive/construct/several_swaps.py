"""T6 from a picture: a shortest sequence of swaps to the listed order, or the answer that there is none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from diorama.kinds import Query, Rearrangement, Swaps
from diorama.perceive.construct.answered import Answered
from diorama.perceive.construct.question import Asking, ConstructTask, Question, Rng
from diorama.perceive.construct.rearranging import answered, rows
from diorama.perceive.construct.seen import Gate
from diorama.perceive.construct.swap_search import SwapSearch

LISTED = (4, 5)
"""How many things are listed, in turn."""
ROWS = 2
"""How many sets of things are asked about in a picture, for each number."""


def derive(query: Query, asking: Asking) -> Answered:
    """Search all arrangements of the listed things."""
    assert isinstance(query, Rearrangement)

    def gates(answer: Swaps | None) -> list[Gate]:
        if answer is None or not answer.feasible:
            return []
        most, solutions = asking.limits.most_solutions, 1 + len(answer.others)
        return [Gate("few shortest solutions", solutions <= most, solutions, most)]

    return answered(query, asking, solve, gates)


def solve(search: SwapSearch, query: Rearrangement) -> Swaps:
    """All shortest sequences, or infeasible."""
    found = search.sequences(query.order).get(query.order)
    return Swaps(pairs=found[0], others=tuple(found[1:])) if found else Swaps(feasible=False)


def ask(asking: Asking, rng: Rng) -> Iterator[Question]:
    """For some choices of things, an order of each number of swaps from two on, and one that none can give."""
    for listed in LISTED:
        for number, (now, search) in enumerate(rows(asking, listed, rng)):
            if number == ROWS:
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

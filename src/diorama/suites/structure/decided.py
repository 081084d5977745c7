"""Whether doubtful swaps could change the answer to T6: all searches again, by eye instead of by physics."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from diorama.suites.drafts import Rejected
from diorama.suites.structure.clearances import OPINION, Clearance, Clearances
from diorama.whatif import Reach
from diorama.whatif.swaps import SwapSequence, exchanged, swaps_apart

Order = tuple[str, ...]
Pair = tuple[str, str]


class Decisions:
    """All swaps of the bodies in a row, by physics and by eye."""

    def __init__(self, now: Order, reach: Reach, clearances: Clearances) -> None:
        self.now, self.reach, self.clearances = now, reach, clearances
        self._judged: dict[tuple[Order, Pair], Clearance] = {}

    def decisive_clearance(self, goal: Order) -> Clearance:
        """The least plain of the swaps that decide how to reach a goal; rejected if a doubtful one does.

        All shortest ways are searched twice: as if every doubtful swap fitted, and as if none did. Both searches have
        to find what is true. A doubtful swap that leads nowhere does no harm.
        """
        truth = self.reach.shortest.get(goal, ())
        longest = len(truth[0]) if truth else None
        met: dict[tuple[Order, Pair], Clearance] = {}

        def hopeful(order: Order, pair: Pair) -> bool:
            met[order, pair] = self._clearance(order, pair)
            return self._fits(order, pair) or not met[order, pair].blocked

        def cautious(order: Order, pair: Pair) -> bool:
            return self._fits(order, pair) and self._clearance(order, pair).fits

        if shortest_ways(self.now, goal, hopeful, longest) != truth:
            raise Rejected(OPINION)
        if truth and shortest_ways(self.now, goal, cautious, longest) != truth:
            raise Rejected(OPINION)
        deciding = [c for c in met.values() if c.blocked or (truth and c.fits)]
        return min(deciding, key=lambda c: abs(c.plain))

    def obstructed(self, goal: Order) -> bool:
        """Whether some of the shortest ways, or all, are closed: sorting the names like cards may go wrong."""
        truth = self.reach.shortest.get(goal, ())
        return truth != shortest_ways(self.now, goal, lambda order, pair: True, swaps_apart(self.now, goal))

    def _fits(self, order: Order, pair: Pair) -> bool:
        return self.reach.swaps.get((order, pair), False)

    def _clearance(self, order: Order, pair: Pair) -> Clearance:
        if (order, pair) not in self._judged:
            stands = dict(zip(order, self.now, strict=True))
            self._judged[order, pair] = self.clearances.of_swap(*pair, stands)
        return self._judged[order, pair]


def shortest_ways(
    start: Order, goal: Order, may: Callable[[Order, Pair], bool], longest: int | None = None
) -> tuple[SwapSequence, ...]:
    """All shortest sequences of allowed swaps from one order to another, if they are no longer than `longest`."""
    ways: dict[Order, list[SwapSequence]] = {start: [()]}
    met = {start}
    steps = 0
    while ways and goal not in ways and steps != longest:
        steps += 1
        further: dict[Order, list[SwapSequence]] = {}
        for order, found in ways.items():
            for pair in combinations(sorted(start), 2):
                after = exchanged(order, pair)
                late = longest is not None and swaps_apart(after, goal) > longest - steps
                if after not in met and not late and may(order, pair):
                    further.setdefault(after, []).extend((*way, pair) for way in found)
        met |= further.keys()
        ways = further
    return tuple(sorted(ways.get(goal, [])))

"""The logic suite: finding what rests on what, and carrying plans out, against doing both the plain way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from clock import seconds
from diorama.kinds import Chore
from diorama.suites import draw_up, get_suite
from diorama.suites.logic.planning import deeds_for, moves_of
from diorama.whatif import Hands, PlaceOn, PutDown, Take, support_graph
from diorama.whatif.supports import WATCHED
from diorama.world import World, simulate

TURNS = (0, 1, 2, 3)
REPLIES = 50
"""Replies to one question whose plans are carried out."""


def main() -> None:
    task = get_suite("logic").get("pick-up")
    drafts = [draw_up(task, (3, turn), turn=turn)[0] for turn in TURNS]
    plain = sum(seconds(partial(removals, draft.world)) for draft in drafts)
    ours = sum(seconds(partial(support_graph, draft.world)) for draft in drafts)
    print(f"what rests on what: {ours / plain:.2f} times as long as a simulation for each removal (at most 1)")
    ratios = []
    for draft in drafts:
        assert isinstance(draft.query, Chore)
        deeds = deeds_for(draft.query, draft.world, support_graph(draft.world))
        moves = moves_of(deeds, draft.query, draft.world)
        once = seconds(partial(carry_out, draft.world, moves, 1))
        many = seconds(partial(carry_out, draft.world, moves, REPLIES))
        ratios.append(many / (REPLIES * once))
    print(f"{REPLIES} equal plans carried out: {np.mean(ratios):.3f} times as long as one by one (at most 0.1)")


def carry_out(world: World, moves: Sequence[Take | PutDown | PlaceOn], times: int) -> None:
    """The same moves several times in one world."""
    hands = Hands(world)
    for _ in range(times):
        hands.carry_out(moves)


def removals(world: World) -> None:
    """Each body removed in a world of its own, which is simulated for as long."""
    for name in world.names:
        simulate(world.without([name]), WATCHED, every=WATCHED)


if __name__ == "__main__":
    main()

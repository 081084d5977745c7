"""T6: a shortest sequence of feasible swaps to the listed order, or the word that there is none."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from diorama.suites.answers import Swaps
from diorama.suites.phrasing import listed, phrase
from diorama.suites.structure.planning import CLEAR_GAP, four_in_a_row, scene_to_plan
from diorama.suites.tasks import Draft, Rejected, first_of, task
from diorama.whatif import nudges, reachable_orders
from diorama.whatif.swaps import SwapSequence
from diorama.world import Camera, World

Rng = np.random.Generator

LENGTHS = (2, 3, 2, 4, 0)
"""How many swaps it takes, in turn; 0 stands for an order that no sequence can give, a fifth of the samples.

Four are needed only where swaps get in each other's way, so three are accepted in their place.
"""
GROUPS = 12
"""Choices of four bodies tried in one scene."""
NUDGES = 2


def answer(draft: Draft, world: World, camera: Camera) -> Swaps:
    """One of the shortest sequences (any is right), or infeasible."""
    order = tuple(draft.trace["order"])
    return _first(reachable_orders(world, camera, order).shortest.get(order, ()))


@task("structure", "T6", answer=answer)
def several_swaps(turn: int, rng: Rng) -> Draft:
    """Choose four bodies and an order that takes two to four swaps, or that none can give."""
    world, camera, plain = scene_to_plan(rng)
    length = LENGTHS[turn % len(LENGTHS)]
    return first_of(
        range(GROUPS), lambda _: _for_four(world, camera, plain, length, rng), otherwise="no order was tried"
    )


def _for_four(world: World, camera: Camera, plain: tuple[str, ...], length: int, rng: Rng) -> Draft:
    now = four_in_a_row(world, camera, plain, rng)
    reach = reachable_orders(world, camera, now)
    by_length: dict[int, list[tuple[str, ...]]] = {}
    for order in permutations(now):
        if order != now:
            sequences = reach.shortest.get(order, ())
            by_length.setdefault(len(sequences[0]) if sequences else 0, []).append(order)
    orders = by_length.get(length) or (by_length.get(3) if length == 4 else None)
    if not orders:
        raise Rejected("every order can be reached" if not length else f"no order takes {length} swaps")
    order = orders[int(rng.integers(len(orders)))]
    shortest = reach.shortest.get(order, ())
    clear = reach.clearness(now, order)
    if clear < CLEAR_GAP / 2:
        raise Rejected("whether a swap fits is a matter of opinion")
    draft = Draft(
        world=world,
        camera=camera,
        question=phrase(rng, "structure", "T6", order=listed([world[n].phrase for n in order])),
        answer=_first(shortest),
        gates=("plain order", "searched to the end", "clear gaps", "survives nudges"),
        margin=clear / CLEAR_GAP,
        trace={"order": list(order), "order_before": list(now), "explored": len(reach.swaps),
               "orders_in_reach": len(reach.shortest), "decisive_gap_m": round(clear, 5),
               "shortest": [list(map(list, s)) for s in shortest], "nudges_tried": NUDGES},
    )  # fmt: skip
    for other_world, other_camera in nudges(world, camera, rng, NUDGES):
        if reachable_orders(other_world, other_camera, order).shortest.get(order, ()) != shortest:
            raise Rejected("the answer changes under a nudge")
    return draft


def _first(shortest: tuple[SwapSequence, ...]) -> Swaps:
    return Swaps(pairs=shortest[0]) if shortest else Swaps(pairs=(), feasible=False)

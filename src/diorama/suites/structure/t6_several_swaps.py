"""T6: a shortest sequence of feasible swaps to the listed order, or the word that there is none."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from diorama.suites.answers import Swaps
from diorama.suites.phrasing import listed, phrase
from diorama.suites.structure.planning import CLEAR_GAP, FEWEST_LISTED, scene_to_plan, some_in_a_row
from diorama.suites.tasks import Draft, Rejected, first_of, task
from diorama.whatif import Reach, nudges, reachable_orders
from diorama.whatif.swaps import SwapSequence
from diorama.world import Camera, World

Rng = np.random.Generator

LENGTHS = (2, 3, 2, 4, 0)
"""How many swaps it takes, in turn; 0 stands for an order that no sequence can give, a fifth of the samples."""
LISTED = {4: 5}
"""How many bodies are listed where it is not four: four never need more than three swaps, five may need four."""
ORDERS = 6
"""Orders tried for one choice of bodies."""
GROUPS = 12
"""Choices of bodies tried in one scene."""
NUDGES = 2


def answer(draft: Draft, world: World, camera: Camera) -> Swaps:
    """One of the shortest sequences (any is right), or infeasible."""
    order = tuple(draft.trace["order"])
    return _first(reachable_orders(world, camera, order).shortest.get(order, ()))


@task("structure", "T6", answer=answer)
def several_swaps(turn: int, rng: Rng) -> Draft:
    """Choose four or five bodies and an order that takes two to four swaps, or that none can give."""
    length = LENGTHS[turn % len(LENGTHS)]
    world, camera, plain = scene_to_plan(rng, spread=length in LISTED)
    return first_of(
        range(GROUPS), lambda _: _for_some(world, camera, plain, length, rng), otherwise="no order was tried"
    )


def _for_some(world: World, camera: Camera, plain: tuple[str, ...], length: int, rng: Rng) -> Draft:
    now = some_in_a_row(world, camera, plain, rng, LISTED.get(length, FEWEST_LISTED))
    reach = reachable_orders(world, camera, now)
    orders = [order for order in permutations(now) if order != now and _swaps(reach, order) == length]
    if not orders:
        raise Rejected(f"no order takes {length} swaps" if length else "every order can be reached")
    tried = [orders[int(i)] for i in rng.permutation(len(orders))[:ORDERS]]
    return first_of(tried, lambda order: _about(order, now, reach, world, camera, rng), otherwise="no order was tried")


def _swaps(reach: Reach, order: tuple[str, ...]) -> int:
    """How many swaps an order takes; 0 if it cannot be reached."""
    return len(reach.shortest[order][0]) if order in reach.shortest else 0


def _about(order: tuple[str, ...], now: tuple[str, ...], reach: Reach, world: World, camera: Camera, rng: Rng) -> Draft:
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

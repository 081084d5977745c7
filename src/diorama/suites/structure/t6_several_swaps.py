"""T6: a shortest sequence of feasible swaps to the listed order, or the answer that there is none."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from diorama.kinds import Rearrangement, Swaps, listing
from diorama.sight import Shot
from diorama.suites.dealing import Deal
from diorama.suites.drafts import Draft, Rejected, first_of
from diorama.suites.flat import FlatScene
from diorama.suites.structure.guessers import sorting_swaps
from diorama.suites.structure.planning import CLEAR_GAP, FEWEST_LISTED, scene_to_plan, some_in_a_row
from diorama.suites.structure.suite import PLANNING, structure
from diorama.whatif import Reach, nudges, reachable_orders
from diorama.whatif.swaps import SwapSequence
from diorama.world import Camera, World

Rng = np.random.Generator

LENGTHS = (2, 3, 2, 4, 0)
"""How many swaps samples take, in turn; 0 stands for an order that no sequence can give, a fifth of the samples."""
DEAL = Deal(length=len(LENGTHS))
LISTED = {4: 5}
"""How many bodies are listed where it is not four: four never need more than three swaps, five may need four."""
ORDERS = 6
"""Orders tried for one choice of bodies."""
GROUPS = 12
"""Choices of bodies tried in one scene."""
NUDGES = 2


@structure.task("T6", kind="swaps", query=Rearrangement, title="several swaps", group=PLANNING, deal=DEAL)
def several_swaps(turn: int, rng: Rng) -> Draft:
    """Choose four or five bodies and an order that takes two to four swaps, or that none can give."""
    length = LENGTHS[DEAL.hand(turn)["length"]]
    world, camera, plain = scene_to_plan(rng, spread=length in LISTED)
    return first_of(
        range(GROUPS), lambda _: _for_some(world, camera, plain, length, rng), otherwise="no order was tried"
    )


@several_swaps.answer
def answer(query: Rearrangement, world: World, camera: Camera) -> Swaps:
    """All shortest sequences, or infeasible."""
    return _shortest(reachable_orders(world, camera, query.order).shortest.get(query.order, ()))


@several_swaps.flat
def flat(query: Rearrangement, scene: FlatScene, rng: Rng, groundline: bool) -> Swaps:
    """Sort the boxes as if they were cards on a line; a flat mind never finds that infeasible."""
    return sorting_swaps(query, scene)


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
    query = Rearrangement(order=order, only_listed=True)
    draft = Draft(
        query=query,
        shots=(Shot(world=world, camera=camera),),
        words=(structure.draw_words(rng, "T6", order=listing([world[n].phrase for n in order])),),
        answer=_shortest(shortest),
        gates=("plain order", "searched to the end", "clear gaps", "survives nudges"),
        margin=clear / CLEAR_GAP,
        trace={"order_before": list(now), "explored": len(reach.swaps),
               "orders_in_reach": len(reach.shortest), "decisive_gap_m": round(clear, 5),
               "nudges_tried": NUDGES},
    )  # fmt: skip
    for other_world, other_camera in nudges(world, camera, rng, NUDGES):
        if answer(query, other_world, other_camera) != draft.answer:
            raise Rejected("the answer changes under a nudge")
    return draft


def _shortest(found: tuple[SwapSequence, ...]) -> Swaps:
    return Swaps(pairs=found[0], others=found[1:]) if found else Swaps(pairs=(), feasible=False)

"""T6: a shortest sequence of feasible swaps to the listed order, or the answer that there is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

import numpy as np

from diorama.kinds import Rearrangement, Swaps, listing
from diorama.sight import Shot
from diorama.suites.dealing import Deal
from diorama.suites.drafts import Draft, Rejected, first_of
from diorama.suites.flat import FlatScene
from diorama.suites.structure.clearances import GATES, Clearances
from diorama.suites.structure.decided import Decisions, Order
from diorama.suites.structure.guessers import sorting_swaps
from diorama.suites.structure.planning import rows_to_try, scene_to_plan
from diorama.suites.structure.suite import PLANNING, structure
from diorama.whatif import Reach, nudges, reachable_orders
from diorama.whatif.swaps import SwapSequence
from diorama.world import Camera, World

Rng = np.random.Generator

LENGTHS = (2, 3, 2, 4, 0)
"""How many swaps samples take, in turn; 0 stands for an order that no sequence can give, a fifth of the samples."""
LISTED = (4, 5)
"""How many bodies are listed, whatever the length, so that their number says little about it."""
DEAL = Deal(length=len(LENGTHS), listed=len(LISTED))
ORDERS = 20
"""Orders tried for one choice of bodies."""
NUDGES = 2


@structure.task("T6", kind="swaps", query=Rearrangement, title="several swaps", group=PLANNING, deal=DEAL)
def several_swaps(turn: int, rng: Rng) -> Draft:
    """Choose four or five bodies and an order that takes two to four swaps, or that none can give."""
    length, listed = dealt(turn)
    clearances, plain = scene_to_plan(rng)
    rows = rows_to_try(clearances, plain, rng, listed)
    none = f"no order takes {length} swaps" if length else "every order can be reached"
    return first_of(_goals(rows, length, rng), lambda goal: _about(*goal, rng), otherwise=none)


def dealt(turn: int) -> tuple[int, int]:
    """The length of a sample, and how many bodies it lists; four never need more than three swaps."""
    hand = DEAL.hand(turn)
    length = LENGTHS[hand["length"]]
    return length, max(LISTED[hand["listed"]], length + 1)


@several_swaps.answer
def answer(query: Rearrangement, world: World, camera: Camera) -> Swaps:
    """All shortest sequences, or infeasible."""
    return _shortest(reachable_orders(world, camera, query.order).shortest.get(query.order, ()))


@several_swaps.flat
def flat(query: Rearrangement, scene: FlatScene, rng: Rng, groundline: bool) -> Swaps:
    """Sort the boxes as if they were cards on a line; a flat mind never finds that infeasible."""
    return sorting_swaps(query, scene)


def _goals(rows: Iterable[tuple[Order, Clearances]], length: int, rng: Rng) -> Iterator[tuple[Order, Decisions]]:
    """Orders that take so many swaps; first those of all rows to which some of the shortest ways are closed."""
    open_ways = []
    for now, clearances in rows:
        reach = reachable_orders(clearances.world, clearances.camera, now)
        orders = [order for order in permutations(now) if order != now and _swaps(reach, order) == length]
        decisions = Decisions(now, reach, clearances)
        for k in rng.permutation(len(orders))[:ORDERS]:
            goal = orders[int(k)], decisions
            if decisions.obstructed(goal[0]):
                yield goal
            else:
                open_ways.append(goal)
    yield from open_ways


def _swaps(reach: Reach, order: Order) -> int:
    """How many swaps an order takes; 0 if it cannot be reached."""
    return len(reach.shortest[order][0]) if order in reach.shortest else 0


def _about(order: Order, decisions: Decisions, rng: Rng) -> Draft:
    reach, world, camera = decisions.reach, decisions.clearances.world, decisions.clearances.camera
    clearance = decisions.decisive_clearance(order)
    query = Rearrangement(order=order, only_listed=True)
    draft = Draft(
        query=query,
        shots=(Shot(world=world, camera=camera),),
        words=(structure.draw_words(rng, "T6", order=listing([world[n].phrase for n in order])),),
        answer=_shortest(reach.shortest.get(order, ())),
        gates=("plain order", "searched to the end", *GATES, "survives nudges"),
        margin=abs(clearance.plain) - 1,
        trace={"order_before": list(decisions.now), "explored": len(reach.swaps),
               "orders_in_reach": len(reach.shortest), "decisive_clearance": clearance.note(),
               "nudges_tried": NUDGES},
    )  # fmt: skip
    for other_world, other_camera in nudges(world, camera, rng, NUDGES):
        if answer(query, other_world, other_camera) != draft.answer:
            raise Rejected("the answer changes under a nudge")
    return draft


def _shortest(found: tuple[SwapSequence, ...]) -> Swaps:
    return Swaps(pairs=found[0], others=found[1:]) if found else Swaps(pairs=(), feasible=False)

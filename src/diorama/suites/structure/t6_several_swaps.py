"""T6: a shortest sequence of feasible swaps to the listed order, or the word that there is none."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np

from diorama.suites.answers import Swaps
from diorama.suites.phrasing import listed, phrase
from diorama.suites.structure.planning import four_in_a_row
from diorama.suites.tasks import Draft, Rejected, task
from diorama.whatif import nudges, swaps_to_order
from diorama.world import Camera, World

Rng = np.random.Generator

INFEASIBLE_SHARE = 0.2
"""The share of samples whose order no sequence can give."""
MOST = 4
ALL = 24
"""Four places can be filled in so many ways: a search of this depth is a search to the end."""
NUDGES = 2


def answer(draft: Draft, world: World, camera: Camera) -> Swaps:
    """One of the shortest sequences (any is right), or infeasible."""
    search = swaps_to_order(world, camera, draft.trace["order"], most=ALL)
    return Swaps(pairs=min(search.shortest)) if search.feasible else Swaps(pairs=(), feasible=False)


@task("structure", "T6", answer=answer)
def several_swaps(turn: int, rng: Rng) -> Draft:
    """Choose four bodies and an order that takes two to four swaps, or that none can give."""
    wanted = bool(rng.random() >= INFEASIBLE_SHARE)
    world, camera, now = four_in_a_row(rng)
    orders = [tuple(str(n) for n in o) for o in permutations(now) if o != now]
    for k in rng.permutation(len(orders))[:8]:
        order = orders[int(k)]
        search = swaps_to_order(world, camera, order, most=ALL)
        if search.feasible == wanted and (not wanted or 2 <= len(search.shortest[0]) <= MOST):
            break
    else:
        raise Rejected("no order takes two or more swaps" if wanted else "every order can be reached")
    draft = Draft(
        world=world,
        camera=camera,
        question=phrase(rng, "structure", "T6", order=listed([world[n].phrase for n in order])),
        answer=Swaps(pairs=min(search.shortest)) if wanted else Swaps(pairs=(), feasible=False),
        gates=("plain order", "searched to the end", "survives nudges"),
        trace={"order": list(order), "order_before": list(now), "explored": search.explored,
               "shortest": [list(map(list, s)) for s in search.shortest]},
    )  # fmt: skip
    for other_world, other_camera in nudges(world, camera, rng, NUDGES):
        again = swaps_to_order(other_world, other_camera, order, most=ALL)
        if sorted(again.shortest) != sorted(search.shortest):
            raise Rejected("the answer changes under a nudge")
    return replace(draft, trace={**draft.trace, "nudges_tried": NUDGES})

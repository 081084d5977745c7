"""T5: the one pair of bodies whose swap gives the listed order from left to right."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np

from diorama.kinds import Rearrangement, Swaps, listing
from diorama.sight import Shot
from diorama.suites.drafts import Draft, Rejected
from diorama.suites.flat import FlatScene
from diorama.suites.structure.guessers import sorting_swaps
from diorama.suites.structure.planning import CLEAR_GAP, apart, nearly_in_order, scene_to_plan, some_in_a_row
from diorama.suites.structure.suite import PLANNING, structure
from diorama.whatif import left_to_right, nudges, swap_feasible, swap_gap
from diorama.whatif.interventions import swapped
from diorama.world import Camera, Simulation, World

Rng = np.random.Generator

NUDGES = 3


def solutions(world: World, camera: Camera, order: tuple[str, ...]) -> list[tuple[str, str]]:
    """All pairs in the scene, listed or not, whose swap is feasible and gives the order.

    Two bodies that are not listed leave the order as it is, so their swap need not be carried out to know it.
    """
    model = Simulation(world)
    ordered = left_to_right(world, camera, order) == order

    def gives_order(a: str, b: str) -> bool:
        if a in order or b in order:
            return left_to_right(swapped(world, a, b), camera, order) == order
        return ordered

    return [
        (a, b)
        for a, b in combinations(world.inventory, 2)
        if gives_order(a, b) and swap_feasible(world, a, b, model=model)
    ]


def others_nearly_work(world: World, camera: Camera, order: tuple[str, ...], pair: tuple[str, str]) -> bool:
    """Whether some other swap fits, or nearly fits, and gives the order, allowing for near-ties in the picture."""
    return any(
        nearly_in_order(swapped(world, a, b), camera, order) and swap_gap(world, a, b) > -CLEAR_GAP
        for a, b in combinations(world.inventory, 2)
        if {a, b} != set(pair) and (a in order or b in order)
    )


@structure.task("T5", kind="swaps", query=Rearrangement, title="one swap", group=PLANNING)
def one_swap(turn: int, rng: Rng) -> Draft:
    """Choose four bodies and a pair of them to swap; the order that follows is the goal."""
    world, camera, plain = scene_to_plan(rng)
    now = some_in_a_row(world, camera, plain, rng)
    pairs = [(str(a), str(b)) for a, b in rng.permutation(list(combinations(now, 2)))]
    for a, b in pairs:
        gap = swap_gap(world, a, b)
        after = swapped(world, a, b)
        order = left_to_right(after, camera, now)
        if gap < CLEAR_GAP or order == now or not apart(after, camera, order):
            continue
        only = solutions(world, camera, order) in ([(a, b)], [(b, a)])
        if only and not others_nearly_work(world, camera, order, (a, b)):
            break
    else:
        raise Rejected("no single swap is the only one that works")
    first, second = sorted((a, b))
    query = Rearrangement(order=order)
    draft = Draft(
        query=query,
        shots=(Shot(world=world, camera=camera),),
        words=(structure.draw_words(rng, "T5", order=listing([world[n].phrase for n in order])),),
        answer=Swaps(pairs=((first, second),)),
        gates=("plain order", "only solution", "clear gaps", "survives nudges"),
        trace={"order_before": list(now), "gap_m": round(gap, 4), "margin": round(gap, 4),
               "pairs_tested": len(world.inventory) * (len(world.inventory) - 1) // 2},
        margin=gap / CLEAR_GAP - 1,
    )  # fmt: skip
    for other_world, other_camera in nudges(world, camera, rng, NUDGES):
        if answer(query, other_world, other_camera) != draft.answer:
            raise Rejected("the answer changes under a nudge")
    return replace(draft, trace={**draft.trace, "nudges_tried": NUDGES})


@one_swap.answer
def answer(query: Rearrangement, world: World, camera: Camera) -> Swaps:
    """The only pair that works; several or none are no answer."""
    found = solutions(world, camera, query.order)
    if len(found) != 1:
        return Swaps(pairs=(), feasible=False)
    a, b = sorted(found[0])
    return Swaps(pairs=((a, b),))


@one_swap.flat
def flat(query: Rearrangement, scene: FlatScene, rng: Rng, groundline: bool) -> Swaps:
    """Sort the boxes as if they were cards on a line."""
    return sorting_swaps(query, scene)

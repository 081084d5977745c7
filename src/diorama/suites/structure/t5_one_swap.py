"""T5: the one pair of bodies whose swap gives the listed order from left to right."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from diorama.kinds import Rearrangement, Swaps, listing
from diorama.sight import Shot
from diorama.suites.drafts import Draft, Rejected, first_of
from diorama.suites.flat import FlatScene
from diorama.suites.structure.clearances import GATES, OPINION, Clearance, Clearances
from diorama.suites.structure.guessers import sorting_swaps
from diorama.suites.structure.planning import apart, nearly_in_order, rows_to_try, scene_to_plan
from diorama.suites.structure.suite import PLANNING, structure
from diorama.whatif import left_to_right, nudges, swap_feasible
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


def decisive_clearance(clearances: Clearances, order: tuple[str, ...], pair: tuple[str, str]) -> Clearance:
    """The least plain of what makes a pair the only one: its own clearance, and the overlaps of all other pairs.

    Others are those that give the order, allowing for near-ties in the picture.
    """
    world, camera = clearances.world, clearances.camera
    found = clearances.of_swap(*pair)
    if not found.fits:
        raise Rejected(OPINION)
    for a, b in combinations(world.inventory, 2):
        if {a, b} == set(pair) or not (a in order or b in order):
            continue
        if nearly_in_order(swapped(world, a, b), camera, order):
            other = clearances.of_swap(a, b)
            if not other.blocked:
                raise Rejected("another swap works, or nearly works")
            found = min(found, other, key=lambda c: abs(c.plain))
    return found


@structure.task("T5", kind="swaps", query=Rearrangement, title="one swap", group=PLANNING)
def one_swap(turn: int, rng: Rng) -> Draft:
    """Choose four bodies and a pair of them to swap; the order that follows is the goal."""
    clearances, plain = scene_to_plan(rng)
    rows = rows_to_try(clearances, plain, rng)
    return first_of(rows, lambda row: _from(*row, rng), otherwise="no objects were tried")


def _from(now: tuple[str, ...], clearances: Clearances, rng: Rng) -> Draft:
    pairs = [(str(a), str(b)) for a, b in rng.permutation(list(combinations(now, 2)))]
    return first_of(pairs, lambda pair: _about(pair, now, clearances, rng), otherwise="no swap was tried")


def _about(pair: tuple[str, str], now: tuple[str, ...], clearances: Clearances, rng: Rng) -> Draft:
    world, camera = clearances.world, clearances.camera
    after = swapped(world, *pair)
    order = left_to_right(after, camera, now)
    if order == now or not apart(after, camera, order):
        raise Rejected("a swap does not plainly change the order")
    clearance = decisive_clearance(clearances, order, pair)
    first, second = sorted(pair)
    query, right = Rearrangement(order=order), Swaps(pairs=((first, second),))
    if answer(query, world, camera) != right:
        raise Rejected("no single swap is the only one that works")
    for other_world, other_camera in nudges(world, camera, rng, NUDGES):
        if answer(query, other_world, other_camera) != right:
            raise Rejected("the answer changes under a nudge")
    return Draft(
        query=query,
        shots=(Shot(world=world, camera=camera),),
        words=(structure.draw_words(rng, "T5", order=listing([world[n].phrase for n in order])),),
        answer=right,
        gates=("plain order", "only solution", *GATES, "survives nudges"),
        trace={"order_before": list(now), "decisive_clearance": clearance.note(), "nudges_tried": NUDGES,
               "pairs_tested": len(world.inventory) * (len(world.inventory) - 1) // 2},
        margin=abs(clearance.plain) - 1,
    )  # fmt: skip


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

"""Keys with and without worlds, of each kind of answer, that tests of rewards score against."""

from __future__ import annotations

from dataclasses import replace

from diorama.kinds import Chore, Key, Swaps
from diorama.kinds.swaps import Rearrangement
from diorama.whatif import reachable_orders
from tests.ask.keys import choice_key, plan_key, set_key, swap_key
from tests.ask.piles import piled

FOUR = ("It hits the mug", "It hits nothing", "It stops first", "Not sure")


def every_kind() -> dict[str, Key]:
    """One key of each kind; the swaps and one of the plans have a world."""
    return {
        "choice": choice_key(FOUR[1], FOUR),
        "objects": set_key("mug", "vase", others=("box", "lamp", "kettle")),
        "ordered objects": set_key("vase", "mug", ordered=True, others=("box", "lamp", "kettle")),
        "swaps": world_swaps("vase", "mug", "box"),
        "plan": plan_key(),
        "plan in a world": pile_key(),
    }


def world_swaps(*order: str) -> Key:
    """A key about swaps in a line of blocks, with all shortest ways to an order."""
    key = swap_key(*order, pairs=())
    assert key.world is not None and key.camera is not None and isinstance(key.query, Rearrangement)
    found = reachable_orders(key.world, key.camera, order).shortest.get(order, ())
    answer = Swaps(pairs=found[0], others=found[1:]) if found else Swaps(feasible=False)
    return replace(key, answer=answer)


def pile_key() -> Key:
    """A plan that takes a mug off a book, the book off a suitcase, and then the suitcase."""
    from diorama.data import key_of

    return key_of(piled(query=Chore(goal="pick up", target="suitcase_1")))

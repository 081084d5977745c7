"""Swaps that are remembered end as if each were carried out anew."""

from __future__ import annotations

import pickle
from itertools import combinations, product

import pytest

from diorama.kinds.swaps import simulate_swaps
from diorama.whatif import SwapTrials, left_to_right, swap_feasible, swap_trials
from diorama.whatif.interventions import swapped
from diorama.whatif.swaps import SLACK
from diorama.world import Simulation
from tests.ask.keys import swap_key

KEY = swap_key("mug", "vase", "lamp", "box", pairs=())
ORDER = ("mug", "vase", "lamp", "box")
Pairs = tuple[tuple[str, str], ...]


def plainly(pairs: Pairs) -> dict[str, bool]:
    """The flags of some swaps by a simulation of their own."""
    assert KEY.world is not None and KEY.camera is not None
    here, model = KEY.world, Simulation(KEY.world)
    overlaps = off_surface = False
    for a, b in pairs:
        after = swapped(here, a, b)
        if not swap_feasible(here, a, b, model=model):
            model.pose(after)
            deep = model.depth() > SLACK
            overlaps, off_surface = overlaps or deep, off_surface or not deep
        here = after
    reaches = left_to_right(here, KEY.camera, ORDER) == ORDER
    return {"reaches_order": reaches, "overlaps": overlaps, "off_surface": off_surface}


def test_every_short_sequence_ends_as_it_does_in_a_simulation_of_its_own() -> None:
    """All sequences of up to two swaps of four blocks, one of which fits nowhere else, in both orders of each pair."""
    every = [(a, b) for pair in combinations(ORDER, 2) for a, b in (pair, pair[::-1])]
    sequences: list[Pairs] = [(), *((pair,) for pair in every), *product(every[::2], repeat=2)]
    found = {pairs: simulate_swaps(KEY, pairs) for pairs in sequences}
    assert found == {pairs: plainly(pairs) for pairs in sequences}
    assert {tuple(flags.values()) for flags in found.values()} >= {(True, False, False), (False, True, False)}


def test_an_equal_swap_is_carried_out_once() -> None:
    assert KEY.world is not None and KEY.camera is not None
    trials = SwapTrials(KEY.world, KEY.camera, ORDER)
    for pairs in ((("mug", "box"),), (("box", "mug"),), (("mug", "box"), ("vase", "mug"))):
        trials.carry_out(pairs)
    assert len(trials._tried) == 2
    trials.carry_out((("mug", "box"), ("mug", "box"), ("mug", "box")))
    assert len(trials._tried) == 3, "back where it began, the first swap is known"


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert KEY.world is not None and KEY.camera is not None
    monkeypatch.setattr(swap_trials, "MOST_TRIED", 3)
    trials = SwapTrials(KEY.world, KEY.camera, ORDER)
    for pair in combinations(ORDER, 2):
        trials.carry_out((pair,))
        assert len(trials._tried) <= 3


def test_a_key_travels_without_what_it_remembers() -> None:
    simulate_swaps(KEY, (("mug", "box"),))
    copy = pickle.loads(pickle.dumps(KEY))
    assert copy == KEY and simulate_swaps(copy, (("mug", "box"),)) == plainly((("mug", "box"),))

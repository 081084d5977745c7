"""Players: the oracle is always right, random is right as often as chance says, the catalogue is flat."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from diorama.ask.keys import Key, key_of
from diorama.ask.players import PLAYERS, chance, oracle
from diorama.ask.players.catalogue import Flat, flat_view, reply
from diorama.ask.records import Verdict
from diorama.ask.scoring import judge, simulate_swaps
from diorama.ask.statistics import chance_interval
from diorama.data import BuildPlan, load
from diorama.data.build import build
from diorama.errors import DioramaError
from diorama.sight import Rectangle
from diorama.suites import ObjectSet
from diorama.whatif import reachable_orders
from diorama.world import replace
from tests.ask.keys import choice_key, record, set_key, swap_key, things
from tests.data.samples import sample
from tests.worlds import level_camera, row

RING = swap_key("vase", "box", "lamp", "mug", pairs=(("mug", "vase"), ("mug", "box")))
KEYS = {
    "choice": choice_key(),
    "objects": set_key("mug", "vase"),
    "ordered": set_key("mug", "vase", ordered=True),
    "nothing": set_key(),
    "one swap": swap_key("box", "vase", "lamp", "mug", pairs=(("box", "mug"),)),
    "two swaps": RING,
    "infeasible": swap_key("lamp", "vase", "mug", "box", pairs=(), feasible=False),
}


def rng(*seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("kind", KEYS)
def test_the_oracle_is_right(kind: str) -> None:
    assert judge(KEYS[kind], oracle.reply(KEYS[kind], rng(1))).verdict is Verdict.CORRECT


@pytest.mark.parametrize("kind", KEYS)
def test_an_oracle_without_accuracy_is_wrong(kind: str) -> None:
    """Wrong, and read: its noise is to test scorers, not readers."""
    verdicts = {judge(KEYS[kind], oracle.reply(KEYS[kind], rng(k), accuracy=0)).verdict for k in range(5)}
    assert verdicts <= {Verdict.INCORRECT, Verdict.NOT_SURE}


def test_an_oracle_is_as_accurate_as_asked() -> None:
    right = sum(
        judge(KEYS["objects"], oracle.reply(KEYS["objects"], rng(k), accuracy=0.8)).verdict == "correct"
        for k in range(400)
    )
    assert 0.72 < right / 400 < 0.88
    with pytest.raises(DioramaError, match="between 0 and 1"):
        oracle.reply(KEYS["objects"], rng(0), accuracy=1.5)


def small(key: Key) -> Key:
    return Key(**{**{f.name: getattr(key, f.name) for f in fields(key)}, "things": things(*list(key.things)[:3])})


@pytest.mark.parametrize("kind", ["choice", "objects", "ordered", "nothing"])
def test_random_is_right_as_often_as_chance_says(kind: str) -> None:
    """Played 600 times; outside its exact interval of 99.9 % once in a thousand, and the seed is fixed."""
    key = small(KEYS[kind])
    right = sum(judge(key, chance.reply(key, rng(7, k))).verdict is Verdict.CORRECT for k in range(600))
    low, high = chance_interval([record(k, chance=chance.chance(key)) for k in range(600)], 0.999) or (1.0, 0.0)
    assert low <= right / 600 <= high


def test_the_chance_of_swaps_counts_every_way_to_do_it() -> None:
    """One swap of the six possible, four times in five, one length in four; three ways for a ring of three."""
    assert chance.chance(KEYS["one swap"]) == pytest.approx(0.8 / 4 / 6)
    ring = Key(**{**{f.name: getattr(RING, f.name) for f in fields(RING)}, "shortest": 3})
    assert chance.chance(ring) == pytest.approx(0.8 / 4 * 3 / 36)
    assert RING.world is not None and RING.camera is not None
    kept_in_traces = reachable_orders(RING.world, RING.camera, RING.order).shortest[RING.order]
    assert len(kept_in_traces) == sum(_all_right(RING, 2)) == 3
    assert chance.chance(KEYS["infeasible"]) == 0.2


def _all_right(key: Key, length: int) -> list[bool]:
    """Every sequence of so many swaps, carried out one by one."""
    found = (simulate_swaps(key, pairs) for pairs in product(combinations(key.order, 2), repeat=length))
    return [f["reaches_order"] and not f["overlaps"] and not f["off_surface"] for f in found]


def test_a_guess_depends_on_the_seed_alone() -> None:
    replies = [PLAYERS["random"](sample(3), rng(5)) for _ in range(2)]
    assert replies[0] == replies[1]
    assert len({PLAYERS["random"](sample(3), rng(k)) for k in range(20)}) == 3


def box(left: float, top: float, right: float, bottom: float) -> Rectangle:
    return Rectangle(left, top, right, bottom)


SCENE = {
    "the mug": box(100, 100, 155, 150),
    "the vase": box(140, 80, 180, 140),
    "the lamp": box(170, 60, 200, 130),
    "the box": box(300, 100, 340, 150),
}


def flat(task: str, question: str, kind: str = "objects", options: tuple[str, ...] = ()) -> Flat:
    return Flat(task, kind, question, options, SCENE)


@pytest.mark.parametrize(
    ("task", "question", "catalogue", "groundline"),
    [
        ("T1", "Take the vase away. What becomes visible?", "the mug", "the lamp"),
        ("T2", "What hides the vase?", "the mug and the lamp", "the mug"),
        ("T3", "See through the mug.", "the vase", "the vase"),
        ("T3", "See through the vase.", "the mug", "the lamp"),
        ("T3", "See through the box.", "none", "none"),
        (
            "T4",
            "What is reflected?",
            "the mug, the vase, the lamp and the box",
            "the mug, the vase, the lamp and the box",
        ),
    ],
)
def test_the_rules_of_the_flat_players(task: str, question: str, catalogue: str, groundline: str) -> None:
    """The mug overlaps the vase, the vase (by less) the lamp; the mug reaches furthest down."""
    assert reply(flat(task, question), rng(0)) == catalogue
    assert reply(flat(task, question), rng(0), groundline=True) == groundline


def test_the_catalogue_sorts_boxes() -> None:
    question = "Swap so that the box, the vase, the lamp and the mug stand in this order."
    assert reply(flat("T5", question, "swaps"), rng(0)) == "swap the box with the mug"
    assert reply(flat("T5", "the mug, the vase, the lamp and the box", "swaps"), rng(0)) == "no swap is needed"


def test_the_catalogue_compares_widths_and_looks_near() -> None:
    options = ("Not sure", "No", "Yes")
    assert reply(flat("compatibility", "Does the lamp fit into the mug?", "choice", options), rng(0)) == "(C) Yes"
    assert reply(flat("compatibility", "Does the vase fit into the box?", "choice", options), rng(0)) == "(B) No"
    objects = ("Remove the box", "Remove the vase", "Not sure")
    assert reply(flat("collision", "The mug drives on.", "choice", objects), rng(0)) == "(B) Remove the vase"
    guesses = {reply(flat("trajectory", "Does it enter?", "choice", options), rng(k)) for k in range(20)}
    assert guesses == {"(B) No", "(C) Yes"}


def test_the_catalogue_gets_names_and_boxes_only() -> None:
    """What is hidden is not in its list, and nothing in the list tells depth, answer or trace."""
    world = row("near", "far", gap=0.4, scales=(2.0, 0.5))
    bodies = tuple(replace(b, phrase=f"the {b.name} one") for b in world.bodies)
    hidden = sample(0, world=replace(world, bodies=bodies), camera=level_camera(), trace={"removed": "near"})
    seen = flat_view(hidden)
    assert list(seen.boxes) == ["the near one"]
    assert {f.name for f in fields(seen)} == {"task", "kind", "question", "options", "boxes"}


@pytest.mark.slow
def test_on_a_built_set_a_flat_mind_plans_but_does_not_see_depth(tmp_path: Path) -> None:
    """The dissociation: low on T1 to T4, high on T5 and T6; the oracle is always right, random within its interval."""
    list(build(tmp_path / "set", BuildPlan(suites=("structure",), count=90, seed=3)))
    right: Counter[tuple[str, str]] = Counter()
    asked: Counter[str] = Counter()
    chances = []
    for one in load(tmp_path / "set"):
        key = key_of(one)
        asked[one.task] += 1
        chances.append(record(asked.total(), chance=chance.chance(key)))
        for name in ("random", "catalogue", "oracle"):
            reply_text = PLAYERS[name](one, rng(11, one.seed))
            right[name, one.task] += judge(key, reply_text).verdict is Verdict.CORRECT
    assert all(right["oracle", t] == n for t, n in asked.items())
    assert all(right["catalogue", t] <= 0.34 * asked[t] for t in ("T1", "T2", "T3", "T4"))
    assert right["catalogue", "T5"] >= 0.8 * asked["T5"] and right["catalogue", "T6"] >= 0.5 * asked["T6"]
    low, high = chance_interval(chances, 0.999) or (1.0, 0.0)
    assert low <= sum(n for (name, _), n in right.items() if name == "random") / asked.total() <= high


def test_random_never_finds_nothing() -> None:
    """It always names one object at least, so where the answer is none its chance is nil, exactly."""
    assert chance.chance(set_key()) == 0.0
    assert (
        chance.chance(
            Key("x", "s", "structure", "T1", "", ObjectSet(names=tuple("abcdefg")), things=things(*"abcdefg"))
        )
        == 0
    )

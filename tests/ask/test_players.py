"""Players: the oracle is always right, random is right as often as chance says, the catalogue is flat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import fields
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from diorama.ask import score_reply
from diorama.ask.players import PLAYERS, play_catalogue, play_groundline, play_oracle, play_random
from diorama.ask.statistics import chance_interval
from diorama.data import BuildPlan, Sample, key_of, load
from diorama.data.audit import flat_scene
from diorama.data.build import build
from diorama.errors import DioramaError
from diorama.kinds import Answer, Choice, Key, ObjectSet, Query, Rearrangement, Swaps, Verdict, kind_of
from diorama.kinds.swaps import simulate_swaps
from diorama.sight import Rectangle, Shot
from diorama.suites import get_suite
from diorama.suites.causal.collision import Drive
from diorama.suites.causal.compatibility import Fall
from diorama.suites.causal.trajectory_court import InFlight
from diorama.suites.flat import FlatScene
from diorama.suites.structure.t1_single_removal import Removal
from diorama.suites.structure.t2_minimum_removals import Unveiling
from diorama.suites.structure.t3_transparency import SeeThrough
from diorama.suites.structure.t4_reflection import Reflections
from diorama.whatif import Move, reachable_orders
from diorama.world import replace
from tests.ask.keys import choice_key, plan_key, record, set_key, swap_key, things
from tests.data.samples import sample
from tests.worlds import level_camera, row

OTHERS = ((("mug", "box"), ("vase", "box")), (("vase", "box"), ("mug", "vase")))
RING = swap_key("vase", "box", "lamp", "mug", pairs=(("mug", "vase"), ("mug", "box")), others=OTHERS)
KEYS = {
    "choice": choice_key(),
    "objects": set_key("mug", "vase"),
    "ordered": set_key("mug", "vase", ordered=True),
    "nothing": set_key(),
    "one swap": swap_key("box", "vase", "lamp", "mug", pairs=(("box", "mug"),)),
    "two swaps": RING,
    "infeasible": swap_key("lamp", "vase", "mug", "box", pairs=(), feasible=False),
    "plan": plan_key(),
}


def rng(*seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def right(key: Key) -> str:
    return kind_of(key.answer).in_words(key, key.answer)


def wrong(key: Key, *seed: int) -> str:
    return kind_of(key.answer).wrong(key, rng(*seed))


def guess(key: Key, *seed: int) -> str:
    return kind_of(key.answer).guess(key, rng(*seed))


def chance(key: Key) -> float:
    found = kind_of(key.answer).chance(key)
    assert found is not None
    return found


@pytest.mark.parametrize("kind", KEYS)
def test_the_oracle_is_right(kind: str) -> None:
    assert score_reply(KEYS[kind], right(KEYS[kind])).verdict is Verdict.CORRECT


@pytest.mark.parametrize("kind", KEYS)
def test_an_oracle_without_accuracy_is_wrong(kind: str) -> None:
    """Wrong, and read: its noise is to test scorers, not readers."""
    verdicts = {score_reply(KEYS[kind], wrong(KEYS[kind], k)).verdict for k in range(5)}
    assert verdicts <= {Verdict.INCORRECT, Verdict.NOT_SURE}


def test_an_oracle_is_as_accurate_as_asked() -> None:
    asked = sample(0)
    key = key_of(asked)
    hits = sum(
        score_reply(key, play_oracle(asked, rng(k), accuracy=0.8)).verdict is Verdict.CORRECT for k in range(400)
    )
    assert 0.72 < hits / 400 < 0.88
    with pytest.raises(DioramaError, match="between 0 and 1"):
        play_oracle(asked, rng(0), accuracy=1.5)


def test_the_oracle_plays_what_its_sample_says() -> None:
    assert [play_oracle(sample(k), rng(k)) for k in (0, 1)] == ["(A) Yes", "(B) No"]
    assert {play_oracle(sample(0), rng(k), accuracy=0) for k in range(20)} == {"(B) No", "(C) Not sure"}


def small(key: Key) -> Key:
    return Key(**{**{f.name: getattr(key, f.name) for f in fields(key)}, "things": things(*list(key.things)[:3])})


@pytest.mark.parametrize("kind", ["choice", "objects", "ordered", "nothing", "plan"])
def test_random_is_right_as_often_as_chance_says(kind: str) -> None:
    """Played 600 times; outside its exact interval of 99.9 % once in a thousand, and the seed is fixed."""
    key = small(KEYS[kind])
    hits = sum(score_reply(key, guess(key, 7, k)).verdict is Verdict.CORRECT for k in range(600))
    low, high = chance_interval([record(k, chance=chance(key)) for k in range(600)], 0.999) or (1.0, 0.0)
    assert low <= hits / 600 <= high


def test_the_chance_of_swaps_counts_every_way_to_do_it() -> None:
    """One swap of the six possible, four times in five, one length in four; three ways for a ring of three."""
    assert chance(KEYS["one swap"]) == pytest.approx(0.8 / 4 / 6)
    assert chance(RING) == pytest.approx(0.8 / 4 * 3 / 36)
    assert RING.world is not None and RING.camera is not None
    order = order_of(RING)
    assert isinstance(RING.answer, Swaps)
    found = reachable_orders(RING.world, RING.camera, order).shortest[order]
    assert unordered(found) == unordered((RING.answer.pairs, *RING.answer.others)), "all that are kept, and no others"
    assert len(found) == sum(_all_right(RING, 2)) == 3
    assert chance(KEYS["infeasible"]) == 0.2


def test_random_swaps_are_right_as_often_as_chance_says() -> None:
    """Without a world a sequence is right if it is a known one; played as often as that takes to show."""
    bare = Key(**{**{f.name: getattr(RING, f.name) for f in fields(RING)}, "world": None})
    hits = sum(score_reply(bare, guess(bare, 3, k)).verdict is Verdict.CORRECT for k in range(2000))
    low, high = chance_interval([record(k, chance=chance(bare)) for k in range(2000)], 0.999) or (1.0, 0.0)
    assert 0 < low <= hits / 2000 <= high


def order_of(key: Key) -> tuple[str, ...]:
    assert isinstance(key.query, Rearrangement)
    return key.query.order


def unordered(sequences: Iterable[Iterable[tuple[str, str]]]) -> set[tuple[frozenset[str], ...]]:
    return {tuple(frozenset(pair) for pair in sequence) for sequence in sequences}


def _all_right(key: Key, length: int) -> list[bool]:
    """Every sequence of so many swaps, carried out one by one."""
    found = (simulate_swaps(key, pairs) for pairs in product(combinations(order_of(key), 2), repeat=length))
    return [f["reaches_order"] and not f["overlaps"] and not f["off_surface"] for f in found]


def test_a_guess_depends_on_the_seed_alone() -> None:
    replies = [play_random(sample(3), rng(5)) for _ in range(2)]
    assert replies[0] == replies[1]
    assert len({play_random(sample(3), rng(k)) for k in range(20)}) == 3


def box(left: float, top: float, right: float, bottom: float) -> Rectangle:
    return Rectangle(left, top, right, bottom)


BOXES = {
    "mug": box(100, 100, 155, 150),
    "vase": box(140, 80, 180, 140),
    "lamp": box(170, 60, 200, 130),
    "box": box(300, 100, 340, 150),
}
"""The mug overlaps the vase, the vase (by less) the lamp; the mug reaches furthest down of the three."""
EVERYTHING = {"mug", "vase", "lamp", "box"}


def flat(task: str, query: Query, options: tuple[str, ...] = (), *, groundline: bool = False, seed: int = 0) -> Answer:
    """What a flat mind says to a question about these boxes."""
    name, _, level = task.partition(" ")
    play = get_suite("causal" if level else "structure").get(name, level).flat_guess
    assert play is not None
    answer = play(query, FlatScene(BOXES, {n: f"the {n}" for n in BOXES}, options), rng(seed), groundline)
    assert answer is not None
    return answer


@pytest.mark.parametrize(
    ("task", "query", "catalogue", "groundline"),
    [
        ("T1", Removal(removed="vase"), {"mug"}, {"lamp"}),
        ("T3", SeeThrough(transparent="mug"), {"vase"}, {"vase"}),
        ("T3", SeeThrough(transparent="vase"), {"mug"}, {"lamp"}),
        ("T3", SeeThrough(transparent="box"), set(), set()),
        ("T4", Reflections(muted=("mug",)), EVERYTHING, EVERYTHING),
        ("T4", Reflections(muted=("lamp", "box")), EVERYTHING, EVERYTHING),
    ],
)
def test_the_rules_of_the_flat_players(task: str, query: Query, catalogue: set[str], groundline: set[str]) -> None:
    """A list of boxes says nothing of mirror images: who is muted makes no difference."""
    assert flat(task, query) == ObjectSet(names=tuple(catalogue))
    assert flat(task, query, groundline=True) == ObjectSet(names=tuple(groundline))


def test_what_hides_is_named_from_left_to_right_or_from_the_lowest() -> None:
    assert flat("T2", Unveiling(target="vase")) == ObjectSet(names=("mug", "lamp"), ordered=True)
    assert flat("T2", Unveiling(target="vase"), groundline=True) == ObjectSet(names=("mug",), ordered=True)


@pytest.mark.parametrize("task", ["T5", "T6"])
def test_the_catalogue_sorts_boxes(task: str) -> None:
    turned = Rearrangement(order=("box", "vase", "lamp", "mug"))
    assert flat(task, turned) == Swaps(pairs=(("box", "mug"),))
    assert flat(task, Rearrangement(order=("mug", "vase", "lamp", "box"))) == Swaps()


def test_the_catalogue_compares_widths_and_looks_near() -> None:
    options = ("Not sure", "No", "Yes")
    fits, too_wide = Fall(falling="lamp", container="mug"), Fall(falling="vase", container="box")
    assert flat("compatibility L1", fits, options) == Choice(option="Yes")
    assert flat("compatibility L1", too_wide, options) == Choice(option="No")
    objects = ("Remove the box", "Remove the vase", "Not sure")
    drive = Drive(form="which", move=Move(name="mug", way="forward", distance=1.0))
    assert flat("collision L1", drive, objects) == Choice(option="Remove the vase")
    fly = InFlight(ball="mug", goal="box", bounce=False, seconds=1.0)
    guesses = [flat("trajectory L1", fly, options, seed=k) for k in range(20)]
    assert Choice(option="No") in guesses and Choice(option="Yes") in guesses
    assert Choice(option="Not sure") not in guesses, "a flat mind is always sure"


def test_the_catalogue_gets_names_and_boxes_only() -> None:
    """What is hidden is not in its list, and nothing in the list tells depth, answer or trace."""
    world = row("near", "far", gap=0.4, scales=(2.0, 0.5))
    bodies = tuple(replace(b, phrase=f"the {b.name} one") for b in world.bodies)
    hidden = sample(0, world=replace(world, bodies=bodies))
    seen = flat_scene(hidden)
    assert seen is not None and list(seen.boxes) == ["near"]
    assert seen.phrases == {"near": "the near one", "far": "the far one"}
    assert {f.name for f in fields(seen)} == {"boxes", "phrases", "options", "borders"}


def removal(removed: str, *, far: float = 0.5) -> Sample:
    """Two blocks, the near one twice as large; what does a removal free?"""
    world = row("near", "far", scales=(2.0, far))
    bodies = tuple(replace(b, phrase=f"the {b.name} one") for b in world.bodies)
    return sample(
        0, suite="structure", task="T1", level="", options=(), answer=ObjectSet(names=("far",)),
        query=Removal(removed=removed), shots=(Shot(world=replace(world, bodies=bodies), camera=level_camera()),),
    )  # fmt: skip


def test_flat_players_answer_in_the_words_of_the_question() -> None:
    """The far block looks out behind the near one, and both boxes end at the same height or nearly so."""
    assert play_catalogue(removal("near", far=3.0), rng(0)) == "the far one"
    assert play_groundline(removal("near", far=3.0), rng(0)) == "the far one"
    assert play_catalogue(removal("near"), rng(0)) == "none", "what is hidden is not in its list"


def test_where_a_task_says_nothing_to_a_flat_mind_it_guesses() -> None:
    """A sample from elsewhere or of an unknown task, one without a world, one about something that cannot be seen."""
    elsewhere = sample(0, suite="somebody-elses", query=None)
    unknown = sample(0, suite="structure", task="T99", query=None)
    bare = sample(0, shots=())
    for asked in (elsewhere, unknown, bare, removal("far")):
        for play in (play_catalogue, play_groundline):
            assert play(asked, rng(3)) == play_random(asked, rng(3))


@pytest.mark.slow
def test_on_a_built_set_a_flat_mind_plans_but_does_not_see_depth(tmp_path: Path) -> None:
    """The dissociation: low on T1 to T4, high on T5 and T6; the oracle is always right, random within its interval."""
    list(build(tmp_path / "set", BuildPlan(suites=("structure",), count=90, seed=3)))
    won: Counter[tuple[str, str]] = Counter()
    asked: Counter[str] = Counter()
    chances = []
    for one in load(tmp_path / "set"):
        key = key_of(one)
        asked[one.task] += 1
        chances.append(record(asked.total(), chance=chance(key)))
        for name in ("random", "catalogue", "oracle"):
            reply_text = PLAYERS[name](one, rng(11, one.seed))
            won[name, one.task] += score_reply(key, reply_text).verdict is Verdict.CORRECT
    assert all(won["oracle", t] == n for t, n in asked.items())
    assert all(won["catalogue", t] <= 0.34 * asked[t] for t in ("T1", "T2", "T3", "T4"))
    assert won["catalogue", "T5"] >= 0.8 * asked["T5"] and won["catalogue", "T6"] >= 0.5 * asked["T6"]
    low, high = chance_interval(chances, 0.999) or (1.0, 0.0)
    assert low <= sum(n for (name, _), n in won.items() if name == "random") / asked.total() <= high


def test_random_never_finds_nothing() -> None:
    """It always names one object at least, so where the answer is none its chance is nil, exactly."""
    assert chance(set_key()) == 0.0
    seven = Key("x", "s", "structure", "T1", "", ObjectSet(names=tuple("abcdefg")), things=things(*"abcdefg"))
    assert chance(seven) == 0

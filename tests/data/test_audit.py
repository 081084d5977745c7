"""The audit: even answers, and guessers that know no depth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from diorama.cli import app
from diorama.data import BuildPlan, Sample, create_or_open
from diorama.data.audit import CellAudit, audit_samples, flat_scene, together
from diorama.kinds import Choice, Counts, ObjectSet, Rearrangement, Swaps
from diorama.suites import get_suite
from diorama.suites.causal.trajectory_billiards import FORMS, PlayedBall
from diorama.suites.dealing import Deal
from diorama.suites.flat import CUES, DEPTH_CUES, FLAT_GATE, GUESSES
from diorama.suites.structure.t1_single_removal import Removal
from diorama.suites.video import Eye, Prediction
from diorama.world import Camera, World
from tests.data.samples import QUERIES, sample
from tests.worlds import block, floor_with

COLLISION = {"task": "collision", "level": "L1"}
"""What the near block hits; guessers play for every one of these samples."""


def choice(number: int, right: str, options: tuple[str, ...]) -> Sample:
    return sample(number, answer=Choice(option=right), options=options, **COLLISION)


def cell_of(samples: list[Sample]) -> CellAudit:
    (found,) = audit_samples(samples).values()
    return found


def audited(samples: list[Sample]) -> Counts:
    return cell_of(samples).whole


SHOTS = Deal(answer=2, form=3)
YES_NO = ("Yes", "No")


def evenly(turn: int) -> tuple[str, ...]:
    """The options as they are dealt."""
    hand = SHOTS.hand(turn)
    right = hand["answer"]
    wrong = (YES_NO[1 - right], "Not sure")
    return hand.place_options(YES_NO[right], wrong, np.random.default_rng(turn))


def by_form(turn: int) -> tuple[str, ...]:
    """The place follows the form, as billiards once had it: each by itself is even, together they tell the answer."""
    right = turn % 2
    options = [(YES_NO[1 - right], "Not sure")[int(k)] for k in np.random.default_rng(turn).permutation(2)]
    options.insert((turn // 2 + right) % 3, YES_NO[right])
    return tuple(options)


def shots(count: int, order: Callable[[int], tuple[str, ...]]) -> list[Sample]:
    """Billiards without a table: forms and answers are dealt, `order` says how the options stand."""
    return [
        sample(
            turn, id=f"causal-trajectory-l2-{turn:06d}", task="trajectory", level="L2", shots=(), options=order(turn),
            query=PlayedBall(ball="near", form=FORMS[SHOTS.hand(turn)["form"]], seconds=1.0),
            answer=Choice(option=YES_NO[SHOTS.hand(turn)["answer"]]),
        )
        for turn in range(count)
    ]  # fmt: skip


def side_by_side() -> World:
    """In the picture the near block covers a part of the far one, which is larger."""
    return floor_with(block("near", (0.0, 0.0, 0.0)), block("far", (0.06, 0.4, 0.0), 2.0))


def test_an_audit_finds_a_place_that_is_always_right() -> None:
    orders = (("No", "Yes", "Not sure"), ("Yes", "No", "Not sure"))
    lazy = audited([choice(k, orders[k % 2][0], orders[k % 2]) for k in range(30)])
    assert any("place 1 of 3" in w for w in lazy.warnings())
    assert not any("'Yes'" in w for w in lazy.warnings())


def test_an_audit_finds_an_answer_that_is_right_too_often() -> None:
    orders = (("Yes", "No", "Not sure"), ("No", "Yes", "Not sure"), ("Not sure", "No", "Yes"))
    kind = audited([choice(k, "Yes", orders[k % 3]) for k in range(30)])
    assert any(w.startswith("'Yes' is right in 100%") for w in kind.warnings())
    assert not any("place" in w for w in kind.warnings())
    assert kind.blind == 1.0


def test_a_balanced_set_earns_no_warning() -> None:
    orders = (("Yes", "No", "Not sure"), ("No", "Not sure", "Yes"), ("Not sure", "Yes", "No"))
    fair = audited([choice(k, ("Yes", "No")[k // 3 % 2], orders[k % 3]) for k in range(36)])
    assert not any("place" in w or "'" in w for w in fair.warnings())
    assert fair.blind == 0.5


def test_guessers_know_boxes_only() -> None:
    """The near block covers a part of the far one in the picture: boxes overlap, so it is said to be touched."""
    world = side_by_side().change("far", phrase="the far")
    guessers = get_suite("causal").get("collision", "L1").guessers
    query = QUERIES["causal", "collision", "L1"]
    assert query.bodies() == ("near",)

    def guess(guesser: str, one: Sample) -> object:
        scene = flat_scene(one)
        assert scene is not None
        return guessers[guesser](query, scene)

    one = sample(0, world=world)
    assert guess("overlapping boxes", one) == Choice(option="Yes")
    options = ("Remove the far", "Not sure")
    named = sample(0, world=world, answer=Choice(option="Not sure"), options=options)
    assert guess("nearest box", named) == Choice(option="Remove the far")


def test_guessers_of_sets_play_where_a_question_is_about_one_object() -> None:
    """The far block shows beside the near one: its box overlaps, so every flat guesser that says anything names it."""
    freed = sample(
        0, world=side_by_side(), suite="structure", task="T1", level="", query=Removal(removed="near"),
        answer=ObjectSet(names=("far",)), options=(),
    )  # fmt: skip
    told = audited([freed])
    assert set(told.guesses) == set(GUESSES) - {"overlapping boxes below"}, "it names nothing, so it does not play"
    assert told.share("nearest box") == told.share("overlapping boxes") == 1
    many = audited([freed] * 12)
    assert "nearest box is right in 100% of 12" in many.warnings()
    assert not audited([freed] * 3).warnings()


def test_cues_that_the_filter_does_not_know_play_too() -> None:
    """The two blocks touch in the picture, and the far one ends higher up: contact and groundline find it."""
    freed = sample(
        0, world=side_by_side(), suite="structure", task="T1", level="", query=Removal(removed="near"),
        answer=ObjectSet(names=("far",)), options=(), gates=(FLAT_GATE,),
    )  # fmt: skip
    found = cell_of([freed] * 12)
    assert not set(CUES) & set(GUESSES)
    assert set(found.whole.cues) <= set(CUES)
    assert found.whole.share("contact") == found.whole.share("contact and groundline") == 1
    assert "contact is right in 100% of 12" in found.warnings()
    assert set(found.whole.depth_cues) <= set(DEPTH_CUES)
    assert not any("groundline" in warning for warning in found.warnings()), "who has an idea of depth may be right"
    assert any("with an idea of depth" in line and "groundline 100% of 12" in line for line in found.lines())


def test_rates_with_and_without_the_filter_are_shown() -> None:
    world, query = side_by_side(), Removal(removed="near")
    given = {"world": world, "suite": "structure", "task": "T1", "level": "", "query": query, "options": ()}
    free = sample(0, answer=ObjectSet(names=("far",)), gates=(), **given)
    kept = sample(1, answer=ObjectSet(names=("near",)), gates=(FLAT_GATE,), **given)
    found = cell_of([free, kept, kept])
    assert found.unfiltered["nearest box"].right == 1
    assert found.filtered["nearest box"].right == 0
    assert any("nearest box 100% → 0%" in line for line in found.lines())


def test_guessers_who_cannot_play_are_not_said_to_be_wrong() -> None:
    """Nobody knows how flat boxes are swapped, a body behind the camera has no box, and some samples have no world."""
    order = Rearrangement(order=("far", "near"))
    swaps = sample(
        0, suite="structure", task="T5", level="", query=order, answer=Swaps(pairs=(("near", "far"),)), options=()
    )  # fmt: skip
    assert not audited([swaps]).guesses
    without_an_option = sample(0, options=("Remove it", "Not sure"), answer=Choice(option="Remove it"), **COLLISION)
    assert not audited([without_an_option]).guesses
    unseen = sample(0, world=side_by_side().change("near", position=(0.0, -9.0, 0.0)))
    assert not audited([unseen]).guesses
    for one in (sample(0, shots=()), sample(0, query=None), sample(0, suite="stranger", query=None)):
        told = audited([one])
        assert told.samples == 1 and not told.guesses
    assert audited([sample(0)]).guesses


def test_parts_give_the_audit_of_the_whole() -> None:
    orders = (("No", "Yes", "Not sure"), ("Yes", "No", "Not sure"))
    samples = [choice(k, orders[k % 2][k % 2], orders[k % 2]) for k in range(5)]
    key = ("suite", "task", "")
    parts = [{key: cell_of(samples[:2])}, {}, {key: cell_of(samples[2:])}]
    assert together(parts) == {key: cell_of(samples)}


def test_a_guesser_is_counted_where_it_could_play() -> None:
    """In ten of twenty samples no option is about touching: the guesser is right in all of the others, not in half."""
    world = side_by_side().change("far", phrase="the far")
    told = [sample(k, world=world, answer=Choice(option="Yes"), **COLLISION) for k in range(10)]
    other = ("There is none", "Not sure")
    mute = [sample(k, world=world, options=other, answer=Choice(option=other[0]), **COLLISION) for k in range(10)]
    found = audited([*told, *mute])
    assert found.guesses["overlapping boxes"].offered == 10
    assert "overlapping boxes is right in 100% of 10" in found.warnings()


def test_form_and_order_together_are_caught() -> None:
    """Over all forms every place and answer is even, so only a look at form and order together finds the leak."""
    even, leaking = cell_of(shots(90, evenly)), cell_of(shots(90, by_form))
    assert set(even.forms) == set(leaking.forms) == set(FORMS)
    assert even.warnings() == []
    assert any(w.startswith("form and order of the options give") for w in leaking.warnings())
    assert not any("place" in w for w in leaking.whole.warnings())


def test_a_form_with_one_answer_is_caught() -> None:
    """Straight shots always go in, cuts never: over all forms that is even."""
    flipped = {"straight": "Yes", "cut": "No"}

    def twisted(one: Sample) -> Sample:
        assert isinstance(one.query, PlayedBall)
        right = flipped.get(one.query.form)
        return one if right is None else one.model_copy(update={"answer": Choice(option=right)})

    found = cell_of([twisted(one) for one in shots(90, evenly)])
    assert any(w.startswith("form straight: 'Yes' is right in 100%") for w in found.warnings())
    assert not any("'Yes'" in w or "'No'" in w for w in found.whole.warnings())


def test_what_is_a_word_is_counted_in_each_cell() -> None:
    """From where clips are filmed, and how far ahead they ask: also over several parts."""
    eye = Eye(camera=Camera(position=(0.0, -1.0, 1.0), target=(0.0, 0.0, 0.0)))
    clips = [
        sample(k, suite="video", task="relation", level="forward", answer=Choice(option="Yes"), options=YES_NO, query=q)
        for k, q in enumerate(
            Prediction(
                form="side", direction="forward", viewpoint=viewpoint, about=("a", "b"), moment=5.0 + gap, cut=5.0,
                eye=eye, seconds=12.0,
            )
            for viewpoint, gap in (("exo", 1.0), ("ego", 1.5), ("exo", 4.0))
        )
    ]  # fmt: skip
    whole = together([audit_samples(clips[:1]), audit_samples(clips[1:])])
    lines = whole["video", "relation", "forward"].lines()
    assert "viewpoint: ego 1, exo 2" in lines
    assert "horizon: 0–2 s 2, 2–5 s 1" in lines



@pytest.mark.parametrize(("order", "code"), [(evenly, 0), (by_form, 1)])
def test_a_strict_audit_exits_with_1_on_a_leak(
    tmp_path: Path, order: Callable[[int], tuple[str, ...]], code: int
) -> None:
    plan = BuildPlan(suites=("causal",), count=54, seed=1, shard_size=27, version="1.0")
    builder = create_or_open(tmp_path / "d", plan)
    samples = shots(54, order)
    for slot in builder.missing_shards():
        builder.add_shard(slot.name, samples[slot.start : slot.start + slot.count])
    told = CliRunner().invoke(app, ["audit", str(tmp_path / "d"), "--workers", "1"])
    strict = CliRunner().invoke(app, ["audit", str(tmp_path / "d"), "--workers", "1", "--strict"])
    assert told.exit_code == 0
    assert strict.exit_code == code
    assert ("warning: form and order" in strict.output) == bool(code)

"""What is held out is nowhere in the files that are trained on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from diorama.data import Sample, load
from diorama.data.gathering import gather
from diorama.exchange.training.hold_outs import read_rules, split
from diorama.suites import Words
from tests.data.samples import PLAN, sample
from tests.exchange.test_training_sets import id_of, rows_of
from tests.exchange.training import exported
from tests.worlds import row


def ids(folder: Path, name: str) -> set[str]:
    return {id_of(r) for r in rows_of(folder, name)}


def split_up(data: Path, out: Path, *rules: str) -> tuple[dict[str, Sample], dict[str, Sample]]:
    """The samples of the training split and of the test split, by the files that were written."""
    folder = exported(data, out, "trl", form="rl", hold_out=rules)
    samples = {s.id: s for s in load(data)}
    train, test = ids(folder, "train"), ids(folder, "test")
    assert train and test and train | test == set(samples) and not train & test
    return {name: samples[name] for name in train}, {name: samples[name] for name in test}


def test_a_layout_is_in_the_test_split_alone(causal: Path, tmp_path: Path) -> None:
    train, test = split_up(causal, tmp_path / "out", "layout=tray")
    assert {s.world.layout for s in test.values() if s.world} == {"tray"}
    assert "tray" not in {s.world.layout for s in train.values() if s.world}


def test_no_scene_with_a_noun_is_trained_on_even_if_no_question_names_it(causal: Path, tmp_path: Path) -> None:
    nouns = [{b.noun for b in s.world.bodies} for s in load(causal) if s.world]
    every = sorted(set().union(*nouns))
    noun = next(n for n in every if 0 < sum(n in those for those in nouns) < len(nouns))
    train, test = split_up(causal, tmp_path / "out", f"noun={noun}")
    assert all(noun not in {b.noun for b in s.world.bodies} for s in train.values() if s.world)
    assert all(noun in {b.noun for b in s.world.bodies} for s in test.values() if s.world)


def test_a_share_of_the_wordings_is_seen_in_the_test_split_alone(causal: Path, tmp_path: Path) -> None:
    train, test = split_up(causal, tmp_path / "out", "wording=0.1")
    trained = {(w.wording, w.choice) for s in train.values() for w in s.words}
    assert all({(w.wording, w.choice) for w in s.words} - trained for s in test.values())


def test_a_wording_by_its_name_is_held_out_in_all_its_texts(causal: Path, tmp_path: Path) -> None:
    train, test = split_up(causal, tmp_path / "out", "wording=collision.context")
    assert {s.task for s in test.values()} == {"collision"}
    assert "collision" not in {s.task for s in train.values()}


def alone(number: int, **fields: Any) -> Sample:
    """A sample of a scene of its own."""
    from diorama.world.model import replace

    return sample(number, world=replace(row("near", "far"), layout="desk", seed=number), **fields)


def gathered(folder: Path, *samples: Sample) -> Path:
    gather(folder, samples, PLAN)
    return folder


def test_seeds_are_held_out_as_a_range(tmp_path: Path) -> None:
    data = gathered(tmp_path / "data", *(alone(k, seed=10 * k) for k in range(6)))
    train, test = split_up(data, tmp_path / "out", "seed=20-30")
    assert {s.seed for s in test.values()} == {20, 30}
    assert {s.seed for s in train.values()} == {0, 10, 40, 50}


def test_all_questions_about_a_scene_go_with_the_one_that_is_held_out(tmp_path: Path) -> None:
    """Two of three questions are about one world; holding out the task of one keeps both from training."""
    from diorama.world.model import replace

    room = replace(row("near", "far"), layout="desk", seed=3)
    other = replace(row("near", "far"), layout="desk", seed=4)
    data = gathered(
        tmp_path / "data", sample(0, world=room, task="collision"), sample(1, world=room, task="occlusion"),
        sample(2, world=other, task="collision"),
    )  # fmt: skip
    train, test = split_up(data, tmp_path / "out", "task=occlusion")
    assert set(train) == {"causal-000002"}
    assert split(data, set(train) | set(test), read_rules(["task=occlusion"])).same_scene == 1


def test_several_rules_hold_out_what_has_any_of_them(tmp_path: Path) -> None:
    words = (Words(wording="ask", choice=1),)
    data = gathered(
        tmp_path / "data", alone(0, seed=1), alone(1, seed=2), alone(2, seed=1, words=words), alone(3, seed=3)
    )
    train, _ = split_up(data, tmp_path / "out", "seed=2", "wording=ask:1")
    assert {s.seed for s in train.values()} == {1, 3} and all(not s.words for s in train.values())


@pytest.mark.parametrize("share", ["0.2", ".2"])
def test_a_share_is_about_that_share_of_many_wordings(share: str) -> None:
    from diorama.exchange.training.hold_outs import Traits

    (rule,) = read_rules([f"wording={share}"])
    many = [Traits("a", "a", {"wording": frozenset({f"ask:{k}"})}, 0) for k in range(2000)]
    assert 0.16 < sum(map(rule.holds, many)) / 2000 < 0.24

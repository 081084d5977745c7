"""A trace is for people: without it, everything that programs do with a dataset comes out the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from diorama.ask import score_reply
from diorama.ask.players import PLAYERS
from diorama.ask.players.opening import rng_for
from diorama.data import create_or_open, key_of, load, read_keys
from diorama.data.audit import audit
from diorama.data.build import build, plan_build
from diorama.data.redraw import plan_redraw, redraw
from diorama.data.verify import verify
from diorama.kinds import Judgement, Verdict
from diorama.suites import get_suite
from diorama.world import replace

pytestmark = pytest.mark.slow
TASKS = {"causal": 8, "structure": 6}


@pytest.fixture(scope="module", params=["structure", "causal"])
def dataset(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sample of every task of a suite."""
    suite: str = request.param
    folder = tmp_path_factory.mktemp(suite) / suite
    assert sum(t.samples for t in build(folder, plan_build((suite,), TASKS[suite], 1))) == TASKS[suite]
    return folder


@pytest.fixture(scope="module")
def untraced(dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same samples, each with an empty trace."""
    data = load(dataset)
    builder = create_or_open(tmp_path_factory.mktemp("untraced") / "d", data.manifest.plan)
    for name in data.shards:
        builder.add_shard(name, (replace(sample, trace={}) for sample in data.shard(name)))
    return builder.folder


def test_they_are_the_same_samples_of_every_task(dataset: Path, untraced: Path) -> None:
    tasks = [(task.suite, task.name, task.level) for task in get_suite(dataset.name).tasks()]
    assert [(s.suite, s.task, s.level) for s in load(dataset)] == tasks
    assert all(s.trace for s in load(dataset)) and not any(s.trace for s in load(untraced))
    assert [replace(s, trace={}) for s in load(dataset)] == list(load(untraced))


def test_verify_finds_the_same(dataset: Path, untraced: Path) -> None:
    findings = list(verify(dataset))
    assert len(findings) == TASKS[dataset.name] and all(f.problem is None and not f.skipped for f in findings)
    assert list(verify(untraced)) == findings


def test_audit_counts_the_same(dataset: Path, untraced: Path) -> None:
    found = audit(dataset)
    assert len(found) == TASKS[dataset.name] and any(cell.whole.guesses for cell in found.values())
    assert audit(untraced) == found


def test_keys_are_the_same(dataset: Path, untraced: Path) -> None:
    assert list(read_keys(dataset)) == list(read_keys(untraced))
    assert [key_of(sample) for sample in load(dataset)] == [key_of(sample) for sample in load(untraced)]


def scores(folder: Path, player: str) -> list[tuple[str, str, Judgement]]:
    play, found = PLAYERS[player], []
    for sample in load(folder):
        reply = play(sample, rng_for(0, sample.id, 0))
        found.append((sample.id, reply, score_reply(key_of(sample), reply)))
    return found


@pytest.mark.parametrize("player", sorted(PLAYERS))
def test_players_say_and_score_the_same(dataset: Path, untraced: Path, player: str) -> None:
    found = scores(dataset, player)
    assert scores(untraced, player) == found
    if player == "oracle":
        assert {judgement.verdict for _, _, judgement in found} == {Verdict.CORRECT}


def test_the_same_pictures_are_drawn_again(dataset: Path, untraced: Path, tmp_path: Path) -> None:
    for name, source in (("with", dataset), ("without", untraced)):
        tallies = redraw(source, tmp_path / name, plan_redraw(source, "draft"))
        assert sum(t.samples for t in tallies) == TASKS[dataset.name]
    media = [(s.media, s.depth) for s in load(tmp_path / "with")]
    assert media == [(s.media, s.depth) for s in load(tmp_path / "without")]
    assert media == [(s.media, s.depth) for s in load(dataset)]

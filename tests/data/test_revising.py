"""Samples at fault give way to others; all others stay as they were, byte for byte."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from diorama.data import create_or_open, load
from diorama.data.build import BuildWishes, build, plan_build
from diorama.data.dataset import Dataset, check
from diorama.data.gathering import gather
from diorama.data.revising import build_others, cell_of, other_seed, others_from, replaced_by, revise
from diorama.errors import DioramaError
from tests.data.samples import PLAN, sample
from tests.data.samples import build as build_small


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two datasets with the same tasks: `old`, and `others`, whose first sample asks what one of `old` asks."""
    folder = tmp_path_factory.mktemp("revising")
    build_small(folder / "old")
    builder = create_or_open(folder / "others", PLAN.model_copy(update={"seed": 9}))
    for slot in builder.missing_shards():
        numbers = range(slot.start, slot.start + slot.count)
        shift = {n: n if n == 0 else n + 100 for n in numbers}
        made = (sample(shift[n], id=f"{slot.suite}-new-{n:06d}", suite=slot.suite) for n in numbers)
        builder.add_shard(slot.name, made)
    return folder


def test_others_take_the_places_of_what_was_at_fault(both: Path, tmp_path: Path) -> None:
    old, others = load(both / "old"), load(both / "others")
    drop = ["causal-000000", "causal-000004", "structure-000003"]
    wanted = Counter(cell_of(old.get(name)) for name in drop)
    manifest = revise(old, drop, others_from(others, wanted, old, drop), tmp_path / "new")
    new = load(tmp_path / "new")
    assert check(tmp_path / "new") == [] and manifest.unfinished == "" and len(new) == len(old)
    assert manifest.plan.revised_from == old.fingerprint and manifest.tasks == old.manifest.tasks
    kept = [name for name in old.ids() if name not in drop]
    assert all(new.get(name) == old.get(name) for name in kept)
    pairs = replaced_by(old, new, drop)
    assert set(pairs) == set(drop) and set(pairs.values()) == set(new.ids()) - set(kept)
    assert all(cell_of(old.get(one)) == cell_of(new.get(other)) for one, other in pairs.items())
    assert "causal-new-000000" not in new.ids(), "it asks what the old dataset asks"


def test_too_few_others_leave_nothing_behind(both: Path, tmp_path: Path) -> None:
    old, others = load(both / "old"), load(both / "others")
    drop = [name for name in old.ids() if name.startswith("causal")]
    wanted = Counter(cell_of(old.get(name)) for name in drop)
    with pytest.raises(DioramaError, match=r"too few samples that are new: 1 of causal collision L1"):
        revise(old, drop, others_from(others, wanted, old, drop), tmp_path / "new")
    assert not (tmp_path / "new").exists()
    with pytest.raises(DioramaError, match="has no sample 'nowhere'"):
        revise(old, ["nowhere"], [], tmp_path / "new")


def test_a_sample_may_come_back_repaired_under_its_own_id(both: Path, tmp_path: Path) -> None:
    """Somebody repairs the pipeline and builds the same seed again: only what was at fault is taken from it."""
    old, drop = load(both / "old"), ["causal-000004"]
    builder = create_or_open(tmp_path / "repaired", PLAN)
    for slot in builder.missing_shards():
        numbers = range(slot.start, slot.start + slot.count)
        words = {n: f"Is block {n} hit?" for n in numbers}
        made = (sample(n, id=f"{slot.suite}-{n:06d}", suite=slot.suite, question=words[n]) for n in numbers)
        builder.add_shard(slot.name, made)
    wanted = Counter(cell_of(old.get(name)) for name in drop)
    revise(old, drop, others_from(load(tmp_path / "repaired"), wanted, old, drop), tmp_path / "new")
    new = load(tmp_path / "new")
    assert new.get("causal-000004").question == "Is block 4 hit?" and replaced_by(old, new, drop) == {drop[0]: drop[0]}
    assert new.get("causal-000000") == old.get("causal-000000")
    with pytest.raises(DioramaError, match="choose a new folder"):
        replaced_by(old, _without(old, "causal-000001", tmp_path), drop)


def _without(old: Dataset, sample_id: str, folder: Path) -> Dataset:
    """A copy of a dataset that lacks a sample."""
    gather(folder / "fewer", (each for each in old if each.id != sample_id), old.manifest.plan)
    return load(folder / "fewer")


def test_seeds_of_rounds_differ() -> None:
    assert len({other_seed(seed, number) for seed in range(20) for number in range(1, 6)}) == 100
    assert other_seed(7, 1) == other_seed(7, 1)


def test_what_has_no_seed_cannot_be_built_again(tmp_path: Path) -> None:
    plan = PLAN.model_copy(update={"constructed_from": "3 pictures"})
    with pytest.raises(DioramaError, match="with --from"):
        list(build_others(plan, {("causal", "collision", "L1"): 1}, 1, tmp_path))


@pytest.mark.slow
def test_others_are_built_as_the_old_ones_were(tmp_path: Path) -> None:
    """Of the same tasks and levels, in pictures of the same size, from another seed; a second start builds nothing."""
    list(build(tmp_path / "old", plan_build(["causal"], 4, 3, BuildWishes(task="collision", size="720x480"))))
    old = load(tmp_path / "old")
    drop = old.ids()[:2]
    wanted = Counter(cell_of(old.get(name)) for name in drop)
    seed = other_seed(old.manifest.plan.seed, 1)
    made = list(build_others(old.manifest.plan, wanted, seed, tmp_path / "made"))
    assert Counter(map(cell_of, made)) == wanted and all(s.seed == seed and s.id not in old.ids() for s in made)
    again = list(build_others(old.manifest.plan, wanted, seed, tmp_path / "made"))
    assert made == again
    revise(old, drop, made, tmp_path / "new")
    assert len(load(tmp_path / "new")) == 4 and check(tmp_path / "new") == []

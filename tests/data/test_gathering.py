"""Datasets of samples that come from elsewhere: whole or not there, in shards of bounded size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from diorama.data import BuildPlan, Sample, check, gathering, load
from diorama.data.gathering import gather
from diorama.errors import DioramaError
from tests.data.samples import sample

PLAN = BuildPlan(suites=("causal",), count=1, seed=0, imported_from="causalspatial")


def test_what_comes_is_what_is_there_suite_by_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "SHARD_SAMPLES", 2)
    made = [sample(k, id=f"{s}-{k}", suite=s) for k in range(3) for s in ("causal", "other")]
    manifest = gather(tmp_path / "new", iter(made), PLAN)
    data = load(tmp_path / "new")
    assert sorted(data, key=lambda s: s.id) == sorted(made, key=lambda s: s.id)
    assert len(data.shards) == 4 and manifest.unfinished == "" and not check(tmp_path / "new")


def test_nothing_appears_before_all_of_it_is_there(tmp_path: Path) -> None:
    def breaking() -> Iterator[Sample]:
        yield sample(0)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gather(tmp_path / "new", breaking(), PLAN)
    assert not list(tmp_path.iterdir())
    gather(tmp_path / "new", [sample(0)], PLAN)
    assert len(load(tmp_path / "new")) == 1


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "mine.txt").write_text("mine")
    with pytest.raises(DioramaError, match="there already"):
        gather(tmp_path / "new", [sample(0)], PLAN)
    assert (tmp_path / "new" / "mine.txt").read_text() == "mine"


def test_two_samples_of_one_id_and_no_sample_at_all_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match="two samples have the id"):
        gather(tmp_path / "new", [sample(0), sample(0)], PLAN)
    with pytest.raises(DioramaError, match="no sample to write"):
        gather(tmp_path / "new", [], PLAN)
    assert not (tmp_path / "new").exists()

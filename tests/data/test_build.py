"""Building, continuing, verifying and showing a real dataset, small enough for a test."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image

from diorama.data import load
from diorama.data.alike import most_alike
from diorama.data.audit import audit, audit_shards, together
from diorama.data.build import BuildWishes, build, plan_build
from diorama.data.show import contact_sheet, sample_sheet
from diorama.data.verify import verify
from diorama.errors import DioramaError, UnknownName
from diorama.kinds.objects import ObjectCounts
from diorama.suites import get_suite
from diorama.suites.structure.t4_reflection import Reflections

WISHES = BuildWishes(task="T4", shard_size=1)
PLAN = plan_build(("structure",), 2, 5, WISHES)


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "d"
    assert sum(t.samples for t in build(folder, PLAN)) == 2
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in [folder / "dataset.json", *sorted((folder / "data").glob("*.parquet"))]}


def test_samples_have_all_that_is_needed(dataset: Path) -> None:
    samples = list(load(dataset))
    assert [s.id for s in samples] == [f"structure-t4-5-{k:06d}" for k in range(2)]
    for sample in samples:
        assert sample.question and sample.gates and sample.trace["image_px"]
        assert sample.media[0].data.startswith(b"\x89PNG")
        assert isinstance(sample.query, Reflections) and sample.query.muted == sample.shots[0].muted
        assert get_suite("structure").text(*sample.words) == sample.question


def test_two_workers_make_the_same_bytes(dataset: Path, tmp_path: Path) -> None:
    list(build(tmp_path / "d", PLAN, workers=2))
    assert files(tmp_path / "d") == files(dataset)


def test_killed_and_started_again_it_makes_the_same_bytes(dataset: Path, tmp_path: Path) -> None:
    code = (
        "from diorama.data.build import BuildWishes, build, plan_build\n"
        "plan = plan_build(('structure',), 2, 5, BuildWishes(task='T4', shard_size=1))\n"
        f"for _ in build({str(tmp_path / 'd')!r}, plan): pass"
    )
    process = subprocess.Popen([sys.executable, "-c", code])
    for _ in range(600):
        if list((tmp_path / "d").glob("data/*.parquet")) or process.poll() is not None:
            break
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    list(build(tmp_path / "d", PLAN))
    assert files(tmp_path / "d") == files(dataset)


def test_building_what_is_there_makes_nothing(dataset: Path) -> None:
    before = files(dataset)
    assert list(build(dataset, PLAN)) == []
    assert files(dataset) == before


def test_every_answer_is_confirmed(dataset: Path) -> None:
    findings = list(verify(dataset))
    assert len(findings) == 2
    assert all(f.problem is None and not f.skipped for f in findings)
    assert list(verify(dataset, workers=2)) == findings


def test_damage_is_found(dataset: Path, tmp_path: Path) -> None:
    shutil.copytree(dataset, tmp_path / "d")
    shard = next((tmp_path / "d" / "data").glob("*.parquet"))
    shard.write_bytes(shard.read_bytes()[:-7])
    said, *others = verify(tmp_path / "d", pictures=False)
    assert said.id == shard.name and said.disagreements[0].found.startswith("truncated")
    manifest = load(dataset).manifest
    assert len(others) == manifest.samples - manifest.shards[shard.name].samples, "the others are verified"


def test_an_audit_counts_answers_by_one_process_or_two(dataset: Path) -> None:
    assert together(audit_shards(dataset, workers=2)) == audit(dataset)
    found = audit(dataset)["structure", "T4", ""].whole
    assert isinstance(found, ObjectCounts)
    assert found.samples == 2
    assert found.sizes == {5: 2}
    assert sum(found.names.values()) == 10
    assert 0.25 <= found.blind <= 1


def test_the_scenes_of_a_set_are_not_alike(dataset: Path) -> None:
    share, one, other = most_alike(dataset)
    assert 0 <= share < 0.5
    assert share == 0 or one != other


def test_samples_can_be_looked_at(dataset: Path) -> None:
    samples = list(load(dataset))
    assert isinstance(sample_sheet(samples[0]), Image.Image)
    assert contact_sheet(samples).width == 3 * 420


def test_bad_orders_are_refused(dataset: Path) -> None:
    with pytest.raises(DioramaError, match="more than 0"):
        plan_build(("structure",), 0, 1)
    with pytest.raises(UnknownName, match="did you mean 'structure'"):
        plan_build(("structures",), 5, 1)
    with pytest.raises(UnknownName):
        plan_build(("structure",), 5, 1, BuildWishes(task="T7"))
    with pytest.raises(DioramaError, match="seed"):
        list(build(dataset, plan_build(("structure",), 2, 6, WISHES)))
    with pytest.raises(DioramaError, match="at least 1"):
        list(build(dataset, PLAN, workers=0))

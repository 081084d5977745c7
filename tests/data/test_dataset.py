"""Datasets: begun, interrupted, continued, read, checked, and never overwritten."""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from diorama.data import BuildPlan, Media, Sample, check, create_or_open, load, read_manifest, write_shard
from diorama.errors import DioramaError, UnknownName
from diorama.world import replace
from tests.data.samples import PLAN, build, every_file, for_slot, png, sample


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "small"
    build(folder)
    return folder


@pytest.fixture
def small(made_once: Path, tmp_path: Path) -> Path:
    """A finished dataset that a test may spoil."""
    return Path(shutil.copytree(made_once, tmp_path / "small"))


def one_line(error: pytest.ExceptionInfo[DioramaError]) -> str:
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_plan_says_which_shards_there_will_be(tmp_path: Path) -> None:
    slots = create_or_open(tmp_path, PLAN).missing_shards()
    assert [(s.name, s.start, s.count) for s in slots[:3]] == [
        ("causal-00000.parquet", 0, 4),
        ("causal-00001.parquet", 4, 4),
        ("causal-00002.parquet", 8, 2),
    ]
    assert [s.suite for s in slots] == ["causal"] * 3 + ["structure"] * 3


def test_a_dataset_is_read_as_it_was_made(small: Path) -> None:
    data = load(small)
    made = [s for slot in PLAN.slots() for s in for_slot(slot)]
    assert len(data) == 20 and list(data) == made
    assert data.ids() == tuple(s.id for s in made)
    assert data.get("structure-000005") == made[15]
    assert data.manifest.name == "small" and data.manifest.plan == PLAN
    assert data.manifest.tasks == {s: {"collision": 5, "occlusion": 5} for s in ("causal", "structure")}
    assert check(small) == []


def test_where_chooses_and_conditions_add_up(small: Path) -> None:
    data = load(small)
    hits = data.where(suite="causal").where(task="collision", level="L2")
    assert [s.id for s in hits] == list(hits.ids()) == ["causal-000002", "causal-000006"]
    assert len(hits) == 2 and hits.get("causal-000006").level == "L2"
    assert len(data.where(suite="causal").where(suite="structure")) == 0
    with pytest.raises(UnknownName):
        hits.get("causal-000001")


def test_wrong_names_are_corrected(small: Path) -> None:
    data = load(small)
    for call, words in (
        (lambda: data.where(suite="casual"), "did you mean 'causal'"),
        (lambda: data.where(task="colision"), "did you mean 'collision'"),
        (lambda: data.get("causal-00001"), "did you mean 'causal-00"),
        (lambda: create_or_open(small, PLAN).add_shard("causal-00009.parquet", []), "no shard named"),
    ):
        with pytest.raises(UnknownName) as caught:
            call()
        assert words in one_line(caught)


def test_building_again_changes_nothing(small: Path) -> None:
    before = every_file(small)
    assert build(small).missing_shards() == ()
    assert every_file(small) == before
    with pytest.raises(DioramaError, match=r"causal-00000\.parquet is already in"):
        create_or_open(small, PLAN).add_shard("causal-00000.parquet", [])


def test_the_same_plan_gives_the_same_files_in_any_order(small: Path, tmp_path: Path) -> None:
    builder = create_or_open(tmp_path / "other", PLAN, name="small")
    for slot in reversed(builder.missing_shards()):
        builder.add_shard(slot.name, for_slot(slot))
    assert every_file(tmp_path / "other") == every_file(small)


def test_killed_in_mid_write_and_continued_gives_the_same_files(small: Path, tmp_path: Path) -> None:
    """The process dies (kill -9) in its second shard, after the first row group has reached the disk."""
    folder = tmp_path / "killed"
    code = """if True:
        import os, signal, sys
        from diorama.data import create_or_open, shards
        from tests.data.samples import PLAN, for_slot
        shards.GROUP_SAMPLES = 2
        def dying(slot):
            for k, sample in enumerate(for_slot(slot)):
                if k == 3:
                    os.kill(os.getpid(), signal.SIGKILL)
                yield sample
        builder = create_or_open(sys.argv[1], PLAN, name="small")
        first, second = builder.missing_shards()[:2]
        shards.GROUP_SAMPLES = 32
        builder.add_shard(first.name, for_slot(first))
        shards.GROUP_SAMPLES = 2
        builder.add_shard(second.name, dying(second))
    """
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "5"},
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    (left,) = (folder / "data").glob(".causal-00001.parquet.*.part")
    assert left.stat().st_size > 1000
    assert sorted(p.name for p in (folder / "data").glob("*.parquet")) == ["causal-00000.parquet"]
    assert len(load(folder)) == len(list(load(folder))) == 4 and check(folder) == []
    assert len(build(folder).missing_shards()) == 0
    assert every_file(folder) == every_file(small)


def test_stopped_between_shard_and_manifest_the_shard_is_made_again(small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stopped"
    slot = create_or_open(folder, PLAN, name="small").missing_shards()[0]
    write_shard(folder / "data" / slot.name, for_slot(slot))
    assert check(folder) == ["causal-00000.parquet: extra, dataset.json does not know it; build again to finish it"]
    build(folder)
    assert every_file(folder) == every_file(small)


def add(folder: Path, name: str) -> None:
    builder = create_or_open(folder, PLAN, name="small")
    builder.add_shard(name, for_slot(next(s for s in builder.missing_shards() if s.name == name)))


def test_workers_may_add_shards_at_the_same_time(small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(add, [folder] * 6, [s.name for s in PLAN.slots()]))
    assert every_file(folder) == every_file(small)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seed": 8}, "was begun with seed 7, and this is seed 8: use 7 to continue it, or another folder"),
        ({"count": 11}, "count 10, and this is count 11"),
        ({"renderer": "photo"}, "renderer draft, and this is renderer photo"),
        ({"shard_size": 5}, "shard_size 4, and this is shard_size 5"),
        ({"suites": ("causal",)}, "suites causal, structure, and this is suites causal"),
        ({"options": {"preset": "best"}}, "options {}, and this is options {'preset': 'best'}"),
        ({"version": "2.0"}, "version 1.0, and this is version 2.0"),
        ({"redrawn_from": "small@0123456789ab"}, "this is redrawn_from small@0123456789ab"),
    ],
)
def test_another_plan_is_refused(small: Path, fields: dict[str, Any], words: str) -> None:
    before = every_file(small)
    with pytest.raises(DioramaError) as caught:
        create_or_open(small, replace(PLAN, **fields))
    assert words in one_line(caught)
    assert every_file(small) == before


def test_the_order_of_suites_says_nothing(small: Path) -> None:
    create_or_open(small, replace(PLAN, suites=("structure", "causal")))


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    (tmp_path / "file").write_text("")
    before = every_file(tmp_path)
    with pytest.raises(DioramaError) as caught:
        create_or_open(tmp_path, PLAN)
    assert "holds other files (file, thesis.tex): choose a new or an empty folder" in one_line(caught)
    with pytest.raises(DioramaError, match=r"cannot make the folder .*file"):
        create_or_open(tmp_path / "file", PLAN)
    assert every_file(tmp_path) == before
    with pytest.raises(DioramaError, match=r"is not a dataset: it has no dataset\.json"):
        load(tmp_path)


def test_a_shard_must_be_what_the_plan_asks_for(tmp_path: Path) -> None:
    builder = create_or_open(tmp_path, PLAN)
    for samples, words in (
        ([sample(0)], "causal-00000.parquet: 1 samples were made, the plan asks for 4"),
        ([sample(0, suite="video")], "causal-00000.parquet: sample 'causal-000000' is of the suite 'video'"),
    ):
        with pytest.raises(DioramaError) as caught:
            builder.add_shard("causal-00000.parquet", samples)
        assert one_line(caught) == words
    assert list((tmp_path / "data").iterdir()) == [] and len(load(tmp_path)) == 0


def test_check_names_every_bad_shard(small: Path) -> None:
    shards = small / "data"
    (shards / "causal-00000.parquet").unlink()
    whole = (shards / "causal-00001.parquet").read_bytes()
    (shards / "causal-00001.parquet").write_bytes(whole[:-100])
    whole = (shards / "structure-00000.parquet").read_bytes()
    (shards / "structure-00000.parquet").write_bytes(whole[:900] + bytes([whole[900] ^ 1]) + whole[901:])
    (shards / "structure-00001.parquet").write_bytes(whole * 2)
    (shards / "mine.parquet").write_bytes(b"")
    faults = check(small)
    assert [f.split(",")[0].split(";")[0] for f in faults] == [
        "causal-00000.parquet: missing",
        "causal-00001.parquet: truncated",
        "structure-00000.parquet: damaged",
        "structure-00001.parquet: damaged",
        "mine.parquet: extra",
    ]
    assert all("\n" not in f for f in faults)
    data = load(small)
    for use in (lambda: list(data), data.ids, lambda: data.get("causal-000001")):
        with pytest.raises(DioramaError, match="missing"):
            use()
    with pytest.raises(DioramaError, match="is damaged"):
        list(data.where(suite="structure"))


def test_building_again_heals_what_is_missing_or_short(small: Path) -> None:
    before = every_file(small)
    (small / "data" / "causal-00000.parquet").unlink()
    (small / "data" / "causal-00001.parquet").write_bytes(b"PAR1")
    build(small)
    assert every_file(small) == before and check(small) == []


def test_check_looks_inside_even_if_checksums_agree(small: Path) -> None:
    """A stranger's manifest can claim any checksum."""
    path = small / "data" / "causal-00000.parquet"

    def claim(samples: int) -> list[str]:
        manifest = json.loads((small / "dataset.json").read_text())
        shard = write_like(path, manifest["shards"][path.name], samples)
        manifest["shards"][path.name] = shard
        (small / "dataset.json").write_text(json.dumps(manifest))
        return check(small)

    def write_like(path: Path, shard: dict[str, Any], samples: int) -> dict[str, Any]:
        table = pq.read_table(path).slice(0, samples)
        pq.write_table(table, path)
        return {**shard, "bytes": path.stat().st_size, "sha256": digest(path)}

    assert claim(3) == [
        "causal-00000.parquet: holds 3 samples, dataset.json says 4; delete it and build again",
    ]
    path.write_bytes(b"not parquet at all")
    manifest = json.loads((small / "dataset.json").read_text())
    manifest["shards"][path.name].update(bytes=18, sha256=digest(path))
    (small / "dataset.json").write_text(json.dumps(manifest))
    (fault,) = check(small)
    assert fault.startswith("causal-00000.parquet is damaged (")


def digest(path: Path) -> str:
    import hashlib

    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_two_samples_with_one_id_are_noticed(tmp_path: Path) -> None:
    plan = BuildPlan(suites=("causal",), count=2, seed=0, shard_size=1)
    builder = create_or_open(tmp_path, plan)
    for slot in builder.missing_shards():
        builder.add_shard(slot.name, [sample(5)])
    assert check(tmp_path) == ["two samples have the id 'causal-000005': causal-00000.parquet, causal-00001.parquet"]
    with pytest.raises(DioramaError, match="two samples have the id"):
        load(tmp_path).ids()


SHA = "0" * 64


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "2"}, "format: Input should be 2"),
        ({"format": None}, "format: Input should be 2"),
        ({"shards": {"../../etc/passwd": {}}}, "should match pattern"),
        ({"shards": {"sub/causal-00000.parquet": {}}}, "should match pattern"),
        ({"shards": {"causal-0.parquet": {}}}, "should match pattern"),
        ({"shards": {"causal-00000.parquet\n": {}}}, "should match pattern"),
        ({"shards": {"causal-00000.parquet": {"samples": 1, "bytes": 9, "sha256": "x", "tasks": {}}}}, "sha256"),
        ({"shards": {"causal-00000.parquet": {"samples": 1, "bytes": 9, "sha256": SHA, "tasks": {"a": 1}}}}, "sums"),
        ({"shards": {"a-00000.parquet": {"samples": 2, "bytes": 9, "sha256": SHA, "tasks": {}}}}, "sums"),
        ({"shards": []}, "shards: "),
        ({"plan": {}}, "plan.suites: Field required"),
        ({"surprise": 1}, "surprise: Extra inputs"),
        ({"name": None}, "name: "),
    ],
)
def test_a_manifest_that_is_not_one_is_one_line(small: Path, change: dict[str, Any], words: str) -> None:
    manifest = json.loads((small / "dataset.json").read_text())
    (small / "dataset.json").write_text(json.dumps({**manifest, **change}))
    for use in (load, check, read_manifest, lambda folder: create_or_open(folder, PLAN)):
        with pytest.raises(DioramaError) as caught:
            use(small)
        assert "dataset.json is not the manifest of a dataset: " in one_line(caught) and words in str(caught.value)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (1, "is a dataset of format 1; this Diorama reads format 2: build it again into a new folder"),
        (3, "is a dataset of format 3; this Diorama reads format 2: use a newer Diorama"),
    ],
)
def test_a_dataset_of_another_format_says_so_whatever_else_it_holds(small: Path, found: int, words: str) -> None:
    """Its fields may have other names: that is not what is said."""
    (small / "dataset.json").write_text(json.dumps({"format": found, "recipe": {"suite": "causal"}}))
    before = every_file(small)
    for use in (load, check, read_manifest, lambda folder: create_or_open(folder, PLAN)):
        with pytest.raises(DioramaError) as caught:
            use(small)
        assert one_line(caught) == f"{small} {words}"
    assert every_file(small) == before


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"format": 1}'])
def test_a_manifest_of_rubbish_is_one_line_and_stays(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "dataset.json").write_bytes(text)
    with pytest.raises(DioramaError) as caught:
        create_or_open(tmp_path, PLAN)
    assert len(one_line(caught)) < 400
    assert every_file(tmp_path) == {"dataset.json": text}


@pytest.mark.parametrize(
    "fields",
    [
        {"suites": ()},
        {"suites": ("a", "a")},
        {"suites": ("A/B",)},
        {"count": 0},
        {"count": 10**12},
        {"seed": -1},
        {"shard_size": 0},
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="BuildPlan"):
        replace(PLAN, **fields)


@pytest.mark.slow
def test_reading_and_writing_hold_only_a_little(tmp_path: Path) -> None:
    """Ten times the samples take no more memory, neither Python's nor Arrow's."""

    def sweep(k: int) -> None:
        """Give back what the interpreter keeps for tuples to come (up to 2000 of each length)."""
        if k % 32 == 0:
            gc.collect()

    def samples(count: int) -> Iterator[Sample]:
        for k in range(count):
            sweep(k)
            noise = png(k) + os.urandom(40_000)
            yield sample(k, media=(Media(role="view", kind="image", data=noise, name="view.png"),))

    def read_through(folder: Path) -> None:
        for k, _ in enumerate(load(folder)):
            sweep(k)

    def peaks(count: int, name: str) -> tuple[int, int, int]:
        folder = tmp_path / name
        builder = create_or_open(folder, BuildPlan(suites=("causal",), count=count, seed=0, shard_size=count))
        python, arrow = [], pa.proxy_memory_pool(pa.default_memory_pool())
        usual = pa.default_memory_pool()
        pa.set_memory_pool(arrow)
        try:
            for work in (
                lambda: builder.add_shard("causal-00000.parquet", samples(count)),
                lambda: read_through(folder),
            ):
                gc.collect()
                tracemalloc.start()
                work()
                python.append(tracemalloc.get_traced_memory()[1])
                tracemalloc.stop()
        finally:
            pa.set_memory_pool(usual)
        return python[0], python[1], int(arrow.max_memory() or 0)

    peaks(64, "first")  # what is made once and kept
    few, many = peaks(64, "few"), peaks(640, "many")
    assert few[2] > 1_000_000
    for one, ten in zip(few, many, strict=True):
        assert ten < 1.5 * one

"""Answer keys: the same from a sample and from the disk, and light."""

from __future__ import annotations

from pathlib import Path

import pytest

from diorama.ask.keys import key_of, read_keys
from diorama.ask.records import Failure, Record, Verdict, scene_of
from diorama.data import Sample, load
from diorama.data.dataset import create_or_open
from diorama.data.manifest import BuildPlan
from diorama.errors import DioramaError
from diorama.suites import Choice, ObjectSet, Swaps
from diorama.world import replace
from tests.ask.keys import record
from tests.data.samples import build, sample, small_world

FURNISHED = replace(small_world(), layout="kitchen_counter", seed=12)
OPEN = {"options": (), "world": FURNISHED, "suite": "structure", "level": ""}
ORDER = {"order": ["far", "near"], "shortest": [[["far", "near"]]]}


@pytest.mark.parametrize(
    "made",
    [
        sample(3),
        sample(3, answer=ObjectSet(names=("near",)), **OPEN),
        sample(3, answer=Swaps(pairs=(("far", "near"),)), trace=ORDER, **OPEN),
    ],
    ids=["choice", "objects", "swaps"],
)
def test_a_key_from_the_disk_is_the_key_of_the_sample(made: Sample, tmp_path: Path) -> None:
    plan = BuildPlan(suites=(made.suite,), count=1, seed=7, version="1.0")
    builder = create_or_open(tmp_path / "d", plan)
    (slot,) = builder.missing_shards()
    builder.add_shard(slot.name, [made])
    (stored,) = load(tmp_path / "d")
    (found,) = read_keys(tmp_path / "d")
    whole = key_of(stored)
    if isinstance(stored.answer, Choice):
        assert found.things == {} and found.world is None  # a choice needs no names
        assert (found.sample_id, found.scene, found.answer, found.options, found.margin, found.question) == (
            whole.sample_id, whole.scene, whole.answer, whole.options, whole.margin, whole.question
        )  # fmt: skip
    else:
        assert found == whole


def test_worlds_are_kept_only_where_swaps_are_carried_out() -> None:
    assert key_of(sample(1)).world is None
    swaps = key_of(sample(1, answer=Swaps(pairs=(("far", "near"),)), trace=ORDER, **OPEN))
    assert swaps.world is not None and swaps.order == ("far", "near") and swaps.shortest == 1


def test_samples_of_one_furnished_room_are_one_scene() -> None:
    assert scene_of(sample(1, world=FURNISHED)) == scene_of(sample(2, world=FURNISHED)) == "kitchen_counter-12"


def test_a_damaged_dataset_is_one_clear_line(tmp_path: Path) -> None:
    build(tmp_path / "d")
    shard = next((tmp_path / "d" / "data").glob("*.parquet"))
    shard.write_bytes(shard.read_bytes()[:-40])
    with pytest.raises(DioramaError, match="damaged"):
        list(read_keys(tmp_path / "d"))


def test_a_failure_has_a_kind_and_nothing_else_has() -> None:
    with pytest.raises(ValueError, match="failure kind"):
        record(0, Verdict.FAILED)
    with pytest.raises(ValueError, match="failure kind"):
        record(0, Verdict.CORRECT, failure=Failure.TIMEOUT)
    one = record(0, Verdict.FAILED, failure=Failure.TIMEOUT)
    assert Record.model_validate_json(one.model_dump_json()) == one and not one.answered

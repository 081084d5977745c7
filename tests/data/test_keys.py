"""Answer keys: the same from a sample and from the disk, and light."""

from __future__ import annotations

from dataclasses import replace as with_fields
from pathlib import Path

import pytest

from diorama.ask import Failure, Record, Verdict
from diorama.data import Sample, key_of, load, read_keys
from diorama.data.dataset import create_or_open
from diorama.data.keys import scene_of
from diorama.data.manifest import BuildPlan
from diorama.errors import DioramaError
from diorama.kinds import Described, ObjectSet, Plan, Rearrangement, Step, Swaps
from diorama.sight import Shot
from diorama.suites.structure.t1_single_removal import Removal
from diorama.world import replace
from tests.data.samples import build, sample, small_world
from tests.worlds import level_camera

FURNISHED = replace(small_world(), layout="kitchen_counter", seed=12)
OPEN = {
    "options": (), "shots": (Shot(world=FURNISHED, camera=level_camera()),), "suite": "structure", "level": "",
}  # fmt: skip
FREED = sample(3, task="T1", answer=ObjectSet(names=("near",)), query=Removal(removed="far"), **OPEN)
ORDER = Rearrangement(order=("far", "near"), only_listed=True)
SWAPPED = sample(3, task="T6", answer=Swaps(pairs=(("far", "near"),)), query=ORDER, **OPEN)
IMPORTED = sample(
    3, suite="elsewhere", task="plans", level="", options=(), shots=(), query=None,
    objects={"a": "the near block", "b": "the far block"}, answer=Plan(steps=(Step(id=1, content="Take the block"),)),
)  # fmt: skip


@pytest.mark.parametrize(
    "made", [sample(3), FREED, SWAPPED, IMPORTED], ids=["choice", "objects", "swaps", "made elsewhere"]
)
def test_a_key_from_the_disk_is_the_key_of_the_sample(made: Sample, tmp_path: Path) -> None:
    plan = BuildPlan(suites=(made.suite,), count=1, seed=7, version="1.0")
    builder = create_or_open(tmp_path / "d", plan)
    (slot,) = builder.missing_shards()
    builder.add_shard(slot.name, [made])
    (stored,) = load(tmp_path / "d")
    (found,) = read_keys(tmp_path / "d")
    whole = key_of(stored)
    assert whole == key_of(made)
    if made.kind.names_objects:
        assert found == whole
    else:
        assert whole.things  # who counts options that differ in nothing but their objects wants them …
        assert found == with_fields(whole, things={}, scenery=())  # … and who scores a choice needs no names


def test_worlds_are_kept_only_where_swaps_are_carried_out() -> None:
    assert key_of(sample(1)).world is None and key_of(FREED).world is None
    swaps = key_of(SWAPPED)
    assert swaps.world == FURNISHED and swaps.camera == level_camera() and swaps.query == ORDER


def test_what_was_made_elsewhere_can_be_named_by_its_list_of_objects() -> None:
    key = key_of(IMPORTED)
    assert key.phrases == {"a": "the near block", "b": "the far block"} and key.scenery == ()
    assert key.names().match("far block").names == ("b",)
    assert key.scene == IMPORTED.id


def test_samples_of_one_furnished_room_are_one_scene() -> None:
    assert scene_of(sample(1, world=FURNISHED)) == scene_of(sample(2, world=FURNISHED)) == "kitchen_counter-12"


def test_a_damaged_dataset_is_one_clear_line(tmp_path: Path) -> None:
    build(tmp_path / "d")
    shard = next((tmp_path / "d" / "data").glob("*.parquet"))
    shard.write_bytes(shard.read_bytes()[:-40])
    with pytest.raises(DioramaError, match="damaged"):
        list(read_keys(tmp_path / "d"))


def test_a_failure_has_a_kind_and_nothing_else_has() -> None:
    def record(verdict: Verdict, failure: Failure | None = None) -> Record:
        return Record(
            sample_id="s", scene="s", suite="structure", task="T1", answer_kind="objects", model="m",
            verdict=verdict, failure=failure,
        )  # fmt: skip

    with pytest.raises(ValueError, match="failure kind"):
        record(Verdict.FAILED)
    with pytest.raises(ValueError, match="failure kind"):
        record(Verdict.CORRECT, Failure.TIMEOUT)
    one = record(Verdict.FAILED, Failure.TIMEOUT)
    assert Record.model_validate_json(one.model_dump_json()) == one and not one.answered


def test_questions_about_one_released_scene_belong_together() -> None:
    """A sample that was made elsewhere has no world: what its release says of its scene counts."""
    alone = sample(1, shots=(), query=None)
    together = sample(1, shots=(), query=Described(scene="12-office-1"))
    assert (key_of(alone).scene, key_of(together).scene) == (alone.id, "12-office-1")
    with pytest.raises(ValueError, match="a query that nothing can be derived from"):
        sample(1, query=Described())

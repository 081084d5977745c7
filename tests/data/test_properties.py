"""Properties of samples: counted in worlds where a reader can count too."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from diorama.data import Sample, load
from diorama.data.properties import PROPERTIES, Property
from diorama.data.properties.measuring import Values, measure
from diorama.data.properties.ours import chain
from diorama.kinds import Chore, ObjectSet, Query, Swaps
from diorama.plugins import Registry
from diorama.sight import Shot
from diorama.suites import get_suite
from diorama.suites.structure.t1_single_removal import Removal
from diorama.suites.structure.t2_minimum_removals import Unveiling
from diorama.world import World, replace
from tests.data.samples import build, sample
from tests.worlds import block, floor_with, level_camera, row

CRUMB = 0.03
"""The scale of a block that is hardly to be seen."""


def of(name: str, one: Sample) -> float | str | None:
    return PROPERTIES.get(name).value(one)


def about(world: World, query: Query, *names: str, task: str = "T1") -> Sample:
    return sample(suite="structure", task=task, level="", options=(), world=world, query=query,
                  answer=ObjectSet(names=names, ordered=task == "T2"))  # fmt: skip


def test_size_objects_and_margin() -> None:
    one = about(row("a", "b", "c"), Removal(removed="a"), "b", "c").model_copy(update={"margin": 0.7})
    assert [of(name, one) for name in ("answer_size", "objects", "margin")] == [2, 3, 0.7]


def test_a_row_of_three_is_a_chain_with_forty_centimetres_a_step() -> None:
    """Cubes every 0.4 m along the line of sight: 0.8 m from the first to the last, in two steps."""
    one = about(row("a", "b", "c", gap=0.4), Unveiling(target="c"), "a", "b", task="T2")
    assert chain(one) == ("c", "a", "b")
    assert of("depth_gradient", one) == pytest.approx(0.4, abs=1e-6)


def test_depth_is_along_the_line_of_sight_whatever_stands_aside() -> None:
    world = floor_with(block("a", (-0.3, 0.0, 0.0)), block("b", (0.4, 0.0, 0.0)), block("far", (0.0, 9.0, 0.0)))
    assert of("depth_gradient", about(world, Removal(removed="a"), "b")) == pytest.approx(0, abs=1e-6)


def test_a_question_about_one_body_has_no_gradient() -> None:
    world = row("a", "b")
    assert of("depth_gradient", about(world, Removal(removed="a"), "a")) is None


def test_in_a_row_all_but_the_last_are_occluders_and_side_by_side_none_is() -> None:
    assert of("occluders", about(row("a", "b", "c"), Removal(removed="a"), "b")) == 2
    apart = floor_with(*(block(n, (0.3 * k, 0.0, 0.0)) for k, n in enumerate("abc")))
    assert of("occluders", about(apart, Removal(removed="a"), "b")) == 0


def test_occluders_are_counted_alike_in_drafts_and_photos() -> None:
    """A crumb hides four pixels of a block in the size of drafts, which counts as clear, and six in that of photos."""
    world = floor_with(block("crumb", (0.0, 0.0, 0.015), CRUMB), block("far", (0.0, 0.4, 0.0), 0.4))
    one = about(world, Removal(removed="crumb"), "far")
    found = []
    for width, height in ((720, 480), (1080, 720)):
        shot = Shot(world=world, camera=replace(level_camera(), width=width, height=height))
        found.append(of("occluders", one.model_copy(update={"shots": (shot,)})))
    assert found == [0, 0]


def test_an_infeasible_answer_has_no_size() -> None:
    one = sample(suite="structure", task="T6", level="", options=(), answer=Swaps(feasible=False))
    assert of("answer_size", one) is None
    assert of("answer_size", one.model_copy(update={"answer": Swaps(pairs=(("a", "b"),))})) == 1


def test_without_a_world_there_is_no_depth_and_nothing_hides() -> None:
    one = sample(shots=(), query=None, objects={"mug": "the mug", "jar": "the jar"})
    assert of("occluders", one) is None and of("depth_gradient", one) is None
    assert of("objects", one) == 2


def test_source_is_a_word_of_the_query_and_the_kind_of_place_is_what_its_suite_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chore = Chore(goal="remove", target="a", place="b", source="subgraph")
    one = about(row("a", "b"), chore, "b")
    assert of("source", one) == "subgraph" and of("source", about(row("a", "b"), Removal(removed="a"), "b")) is None
    world = replace(row("a", "b"), layout="kitchen counter")
    assert of("scene_category", about(world, chore, "b")) is None, "this suite tells no kinds apart"
    monkeypatch.setattr(get_suite("structure"), "_category", lambda layout: layout.split()[0])
    assert of("scene_category", about(world, chore, "b")) == "kitchen"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "cache"))
    build(tmp_path / "data")
    return tmp_path / "data"


def counting(seen: list[str], **fields: object) -> Property:
    def value(one: Sample) -> float:
        seen.append(one.id)
        return float(len(seen))

    return Property("counted", "counted", "In which order it was looked at.", value, **fields)  # type: ignore[arg-type]


def test_a_property_gets_neither_trace_nor_pictures(folder: Path) -> None:
    bare: list[Sample] = []

    def value(one: Sample) -> None:
        bare.append(one)

    measure(load(folder), [Property("p", "p", "p", value)], ["causal-000001"])
    whole = next(one for one in load(folder) if one.id == "causal-000001")
    assert whole.trace and whole.media
    assert bare == [whole.model_copy(update={"trace": {}, "media": (), "annotation": None})]


def test_a_slow_property_is_computed_once_and_a_cut_line_again(folder: Path) -> None:
    seen: list[str] = []
    ids, each = ["causal-000000", "causal-000001"], counting(seen, slow=True)
    first = measure(load(folder), [each], ids)
    assert measure(load(folder), [each], ids) == first and len(seen) == 2
    (file,) = (folder.parent / "cache" / "properties").iterdir()
    file.write_text(file.read_text("utf-8")[:-2], "utf-8")
    again = measure(load(folder), [each], ids)
    assert len(seen) == 3 and again["counted"].by_sample["causal-000000"] == 1
    measure(load(folder), [counting(seen, slow=True, rules=2)], ids)
    assert len(seen) == 5, "new rules, new values"


def test_words_are_kept_like_numbers(folder: Path) -> None:
    each, ids = Property("p", "p", "p", lambda one: one.task, words=True, slow=True), ["causal-000000"]
    first = measure(load(folder), [each], ids)
    assert first["p"].by_sample == {"causal-000000": "collision"} and measure(load(folder), [each], ids) == first


def test_an_interrupt_loses_nothing_that_was_computed(folder: Path) -> None:
    seen: list[str] = []

    def value(one: Sample) -> float:
        seen.append(one.id)
        if len(seen) == 3:
            raise KeyboardInterrupt
        return 1.0

    each, ids = Property("p", "p", "p", value, slow=True), [one.id for one in load(folder)]
    with pytest.raises(KeyboardInterrupt):
        measure(load(folder), [each], ids)
    assert len(measure(load(folder), [each], ids)["p"].by_sample) == len(ids)
    assert len(seen) == len(ids) + 1


def test_a_property_that_fails_on_a_sample_keeps_the_others(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    def fragile(one: Sample) -> float:
        return 1 / one.seed

    ids = ["causal-000000", "causal-000001", "causal-000002"]
    with caplog.at_level(logging.WARNING):
        found = measure(load(folder), [Property("bad", "bad", "", fragile), counting([])], ids)
    assert found["bad"] == Values({"causal-000001": 1.0, "causal-000002": 0.5}, 1, "causal-000000: division by zero")
    assert len(found["counted"].by_sample) == 3 and not found["counted"].failed
    assert "the property 'bad' failed on 1 samples" in caplog.text


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package on the path that brings a property."""
    info = tmp_path / "site" / "clutter-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: clutter\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[diorama.properties]\nclutter = clutter_property:clutter\n")
    (tmp_path / "site" / "clutter_property.py").write_text(
        "from diorama.data.properties import Property\n"
        "clutter = Property('clutter', 'clutter', 'Letters of the question.', lambda s: float(len(s.question)))\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path / "site"))


@pytest.mark.usefixtures("installed")
def test_a_package_adds_a_property_by_entry_point() -> None:
    registry = Registry("diorama.properties", "property of samples", {}, Property)
    assert "clutter" in registry
    assert registry.get("clutter").value(sample(question="Why?")) == 4

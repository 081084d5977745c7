"""The case study of reflections: what attention falls on, on a floor whose mirror images a reader can place."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

pytest.importorskip("torch")

from diorama.data import Sample
from diorama.data.drawing import draw_one
from diorama.kinds import ObjectSet
from diorama.lab.grid import Grid
from diorama.lab.prompt import Prompt, prepare, request_of
from diorama.lab.reflections import AREAS, Reflect, areas_of, cells, clusters, falls_on
from diorama.lab.regions import NoRegion
from diorama.lab.subject import Subject
from diorama.sight import Easel, Shot
from diorama.suites.structure.t4_reflection import Reflections
from diorama.world import Camera
from tests.data.samples import sample
from tests.lab.scenes import REPLY
from tests.lab.tiny import tiny
from tests.worlds import block, floor_with

CAMERA = Camera(position=(0.0, -2.0, 0.7), target=(0.0, 0.0, 0.0), fovy_deg=25, width=256, height=160)


@cache
def polished(reflectance: float = 0.4) -> Sample:
    """Two blocks on a floor; the right one has no mirror image."""
    left, right = block("left", (-0.2, 0.0, 0.0), 2.0), block("right", (0.2, 0.0, 0.0), 2.0)
    shot = Shot(world=floor_with(left, right, reflectance=reflectance), camera=CAMERA, muted=("right",))
    return sample(
        1, id="structure-t4-1", suite="structure", task="T4", level="", shots=(shot,), media=(draw_one(shot, Easel()),),
        question="Which blocks are mirrored?", query=Reflections(muted=("right",)), options=(),
        answer=ObjectSet(names=("left",)),
    )  # fmt: skip


def prompt_for(subject: Subject, of: Sample) -> Prompt:
    return prepare(subject, request_of(of), reply=REPLY)


@pytest.fixture(scope="module")
def grid() -> Grid:
    return prompt_for(tiny("qwen3_vl"), polished()).grid


def test_images_lie_below_their_things_and_missing_ones_where_they_would_be(grid: Grid) -> None:
    areas = areas_of(polished(), grid)
    middle = {name: np.argwhere(mask).mean(axis=0) for name, mask in areas.items()}
    half = areas["images"].shape[1] / 2
    assert middle["images"][1] < half < middle["missing"][1], "the left one is mirrored, the right one is not"
    assert min(middle["images"][0], middle["missing"][0]) > middle["things"][0]
    assert areas["images"].sum() == pytest.approx(areas["missing"].sum(), rel=0.05), "both blocks are alike"
    assert not any((areas[a] & areas[b]).any() for a, b in (("images", "missing"), ("images", "things")))


def test_every_cell_belongs_to_one_area(grid: Grid) -> None:
    parts = cells(areas_of(polished(), grid), grid, "tokens")
    assert np.array_equal(np.sum([parts[name] for name in AREAS], axis=0), np.ones(grid.shape("tokens")))
    assert all(parts[name].any() for name in AREAS)


def test_attention_falls_where_it_was_put(grid: Grid) -> None:
    parts = cells(areas_of(polished(), grid), grid, "tokens")
    heat = np.where(parts["images"], 3.0, 0.0) / parts["images"].sum() + np.where(parts["rest"], 1.0, 0.0) / (
        parts["rest"].sum()
    )
    assert falls_on(heat, parts) == pytest.approx({"images": 0.75, "missing": 0.0, "things": 0.0, "rest": 0.25})
    even = falls_on(np.ones(grid.shape("tokens")), parts)
    assert even == pytest.approx({name: parts[name].mean() for name in AREAS}), "even attention gives areas"


def test_clusters_are_connected_cells_that_stand_out() -> None:
    heat = np.zeros((5, 8))
    heat[0, 0] = heat[0, 1] = heat[3, 5] = 1.0
    heat[4, 6] = 1.0  # touches the last one at a corner alone
    numbered = clusters(heat)
    assert numbered.max() == 3 and numbered[0, 0] == numbered[0, 1] != numbered[3, 5] != numbered[4, 6]
    assert clusters(np.ones((3, 3))).max() == 0, "nothing stands out of what is even"


@pytest.mark.parametrize("name", ["qwen3_vl", "qwen2_5_vl", "internvl"])
def test_a_sample_is_looked_at_under_both_prompts(name: str) -> None:
    subject = tiny(name)
    prompt = prompt_for(subject, polished())
    found = Reflect().look(subject, polished(), prompt)
    for told in (found.facts["factual"], found.facts["counterfactual"], *found.facts["blocks"], found.facts["areas"]):
        assert sum(told[area] for area in AREAS) == pytest.approx(1)
    assert all(0 < block["entropy"] <= 1 for block in found.facts["blocks"])
    shape = prompt.grid.shape("tokens")
    assert found.arrays["factual"].shape == found.arrays["counterfactual clusters"].shape == shape
    assert not np.array_equal(found.arrays["factual"], found.arrays["counterfactual"]), "other words, other attention"


def test_without_a_mirror_there_is_nothing_to_look_for(grid: Grid) -> None:
    with pytest.raises(NoRegion, match="no surface of the scene mirrors"):
        areas_of(polished(reflectance=0.0), grid)

"""Gates on photos, with a real Blender: what stands out in a draft may not do so in a photo."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from diorama.data import load
from diorama.data.build import BuildWishes, build, plan_build
from diorama.data.verify import verify
from diorama.sight import Easel, Shot
from diorama.suites import Rejected, draw_up, get_suite
from diorama.suites.structure.t4_reflection import Reflections, look
from diorama.world import Camera, World
from tests.worlds import block, floor_with

pytestmark = pytest.mark.skipif(importlib.util.find_spec("bpy") is None, reason="needs Blender")

T4 = get_suite("structure").get("T4")
CAMERA = Camera(position=(0.0, -1.2, 0.5), target=(0.0, 0.0, 0.0), fovy_deg=35, width=360, height=240)
QUERY = Reflections(muted=("right",))


def two_blocks(reflectance: float) -> World:
    left, right = block("left", (-0.15, 0.0, 0.0)), block("right", (0.15, 0.0, 0.0))
    return floor_with(left, right, reflectance=reflectance)


def test_images_in_a_polished_floor_pass_and_those_in_a_dull_one_do_not() -> None:
    easel = Easel("photo", "fast")
    look(QUERY, (Shot(world=two_blocks(0.6), camera=CAMERA, muted=("right",)),), easel)
    with pytest.raises(Rejected, match="too faint"):
        look(QUERY, (Shot(world=two_blocks(0.02), camera=CAMERA, muted=("right",)),), easel)


@pytest.mark.slow
def test_a_draft_may_pass_whose_photo_does_not() -> None:
    """A wooden tray on reddish wood: its image stands out in the draft, and nobody finds it in the photo."""
    draft, _ = draw_up(T4, [90210, 15])
    assert "told from the surface" in draft.gates and "tray" in draft.world.inventory
    T4.look_at(draft.query, draft.shots, Easel("draft"))
    with pytest.raises(Rejected, match="too faint"):
        T4.look_at(draft.query, draft.shots, Easel("photo", "fast"))


@pytest.mark.slow
def test_a_photo_dataset_holds_only_what_passes(tmp_path: Path) -> None:
    """By two workers as by one, and `verify` has nothing against it."""
    plan = plan_build(("structure",), 2, 4242, BuildWishes(task="T4", renderer="photo", preset="fast", shard_size=1))
    list(build(tmp_path / "one", plan))
    list(build(tmp_path / "two", plan, workers=2))
    one, two = list(load(tmp_path / "one")), list(load(tmp_path / "two"))
    assert [(s.id, s.query, s.world) for s in one] == [(s.id, s.query, s.world) for s in two]
    for sample in one:
        assert sample.query is not None
        T4.look_at(sample.query, sample.shots, Easel("photo", "fast"))
    assert [f.problem for f in verify(tmp_path / "one")] == [None, None]

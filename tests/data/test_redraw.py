"""Drawing a dataset again: the same samples, other pictures; drawn as before, the same bytes."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from diorama.data import Builder, BuildPlan, Sample, create_or_open, load, read_manifest
from diorama.data.build import BuildWishes, build, plan_build
from diorama.data.redraw import plan_redraw, redraw
from diorama.errors import DioramaError, UnknownName
from diorama.sight import RENDERERS, Arrow, Shot, draw_shot, see
from diorama.sight.renderers import Pixels
from diorama.world import Camera, Motion, World, replace
from tests.data.samples import every_file, for_slot, sample, small_world
from tests.worlds import level_camera


@pytest.fixture(scope="module")
def causal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two samples of occlusion in two shards, the second with arrows."""
    wishes = BuildWishes(task="occlusion", size="720x480", shard_size=1)
    return built(tmp_path_factory.mktemp("causal") / "d", plan_build(("causal",), 2, 1, wishes))


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sample with arrows, and what then happens on film."""
    wishes = BuildWishes(task="occlusion", level="L2", size="720x480", outcome_video=True)
    return built(tmp_path_factory.mktemp("filmed") / "d", plan_build(("causal",), 1, 1, wishes))


@pytest.fixture(scope="module")
def mirrored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sample of T4, in whose picture two bodies have no mirror image."""
    return built(tmp_path_factory.mktemp("mirrored") / "d", plan_build(("structure",), 1, 1, BuildWishes(task="T4")))


def built(folder: Path, plan: BuildPlan) -> Path:
    for _ in build(folder, plan):
        pass
    return folder


def redrawn(source: Path, out: Path, renderer: str = "draft", **wishes: str) -> list[Sample]:
    tallies = redraw(source, out, plan_redraw(source, renderer, **wishes))
    assert sum(t.samples for t in tallies) == len(load(source))
    return list(load(out))


def shards(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in (folder / "data").iterdir()}


def picture(one: Sample) -> Image.Image:
    (media,) = one.media
    return Image.open(io.BytesIO(media.data))


def test_drawn_as_before_it_is_the_same_to_the_byte(causal: Path, mirrored: Path, tmp_path: Path) -> None:
    """Arrows, muted mirror images and depth included."""
    _, with_arrows = load(causal)
    assert [type(o) for o in with_arrows.shots[0].overlays] == [Arrow, Arrow]
    (muted,) = load(mirrored)
    assert len(muted.shots[0].muted) == 2
    for name, source in (("causal", causal), ("mirrored", mirrored)):
        again = redrawn(source, tmp_path / name)
        assert [s.media for s in again] == [s.media for s in load(source)]
        assert shards(tmp_path / name) == shards(source)


def test_in_another_size_only_the_pictures_change(filmed: Path, tmp_path: Path) -> None:
    """The film of what then happens is drawn again to the same bytes: it is for review, in a size of its own."""
    (old,), (new,) = load(filmed), redrawn(filmed, tmp_path / "d", size="960x600")
    assert old.camera is not None and new.camera is not None and new.depth is not None
    assert picture(old).size == (720, 480) and picture(new).size == (960, 600)
    assert new.camera == replace(old.camera, width=960, height=600)
    assert Image.open(io.BytesIO(new.depth.data)).size == (960, 600)
    assert old.outcome is not None and new.outcome == old.outcome and new.shots[1] == old.shots[1]
    assert (new.id, new.question, new.options, new.answer) == (old.id, old.question, old.options, old.answer)
    anew = {"shots", "media", "depth"}
    assert new.model_dump(exclude=anew) == old.model_dump(exclude=anew)
    assert new.world == old.world and new.shots[0].overlays == old.shots[0].overlays
    plan, before = read_manifest(tmp_path / "d").plan, read_manifest(filmed).plan
    assert plan.redrawn_from == load(filmed).fingerprint
    assert plan == replace(before, redrawn_from=plan.redrawn_from, options={**before.options, "size": [960, 600]})


def test_two_workers_draw_the_same_bytes(causal: Path, tmp_path: Path) -> None:
    assert sum(t.samples for t in redraw(causal, tmp_path / "d", plan_redraw(causal, "draft"), workers=2)) == 2
    assert shards(tmp_path / "d") == shards(causal)


def test_interrupted_it_goes_on_where_it_was(causal: Path, tmp_path: Path) -> None:
    plan = plan_redraw(causal, "draft")
    assert [t.samples for t in islice(redraw(causal, tmp_path / "d", plan), 1)] == [1]
    first = shards(tmp_path / "d")
    assert list(first) == ["causal-00000.parquet"]
    (tmp_path / "d" / "data" / ".causal-00001.parquet.999999.part").write_bytes(b"PAR1 half a shard")
    before = (tmp_path / "d" / "data" / "causal-00000.parquet").stat().st_mtime_ns
    assert [t.samples for t in redraw(causal, tmp_path / "d", plan)] == [1]
    assert (tmp_path / "d" / "data" / "causal-00000.parquet").stat().st_mtime_ns == before
    assert shards(tmp_path / "d") == shards(causal)
    assert list(redraw(causal, tmp_path / "d", plan)) == []


def refused(source: Path, out: Path, **wishes: str) -> str:
    """What is said to whom it cannot be drawn for; nothing is left half done."""
    with pytest.raises(DioramaError) as caught:
        list(redraw(source, out, plan_redraw(source, wishes.pop("renderer", "draft"), **wishes)))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_dataset_is_never_drawn_over(causal: Path, tmp_path: Path) -> None:
    before = every_file(causal)
    assert refused(causal, causal) == "--out must be another folder: a dataset is never drawn over"
    (tmp_path / "link").symlink_to(causal)
    assert "--out must be another folder" in refused(causal, tmp_path / "link")
    assert every_file(causal) == before


def test_another_redraw_is_not_mixed_in(causal: Path, mirrored: Path, tmp_path: Path) -> None:
    redrawn(causal, tmp_path / "d")
    before = every_file(tmp_path / "d")
    assert "was begun with" in refused(causal, tmp_path / "d", size="960x600")
    assert "was begun with" in refused(mirrored, tmp_path / "d")
    assert every_file(tmp_path / "d") == before


def test_a_damaged_dataset_is_not_drawn(causal: Path, tmp_path: Path) -> None:
    spoilt = Path(shutil.copytree(causal, tmp_path / "spoilt"))
    shard = spoilt / "data" / "causal-00001.parquet"
    shard.write_bytes(shard.read_bytes()[:-9])
    said = refused(spoilt, tmp_path / "d")
    assert said.startswith(f"{spoilt} is damaged: causal-00001.parquet: truncated")
    assert not (tmp_path / "d").exists()


def handmade(folder: Path, *samples: Sample) -> Path:
    builder: Builder = create_or_open(folder, BuildPlan(suites=("causal",), count=2, seed=0, version="1"))
    (slot,) = builder.missing_shards()
    if samples:
        builder.add_shard(slot.name, samples)
    return folder


def test_samples_without_shots_cannot_be_drawn(tmp_path: Path) -> None:
    imported = handmade(tmp_path / "imported", sample(0), sample(1, shots=()))
    assert refused(imported, tmp_path / "d") == (
        "sample 'causal-000001' has no shots: only what was drawn here can be drawn again"
    )
    assert shards(tmp_path / "d") == {}


def test_what_cannot_be_done_is_said_at_once(causal: Path, mirrored: Path, tmp_path: Path) -> None:
    empty = handmade(tmp_path / "empty")
    assert refused(empty, tmp_path / "d") == f"{empty} has no samples yet: build it first"
    assert "pictures of structure are 3:2, such as 900x600" in refused(mirrored, tmp_path / "d", size="960x600")
    assert "has no presets" in refused(causal, tmp_path / "d", preset="fast")
    assert "is not a dataset" in refused(tmp_path / "nowhere", tmp_path / "d")
    with pytest.raises(UnknownName, match="did you mean 'draft'"):
        plan_redraw(causal, "drafts")
    assert not (tmp_path / "d").exists()


def test_an_unfinished_dataset_is_drawn_as_far_as_it_goes(tmp_path: Path) -> None:
    """Of two shards one is there: that one is drawn, and nothing is made up for the other."""
    plan = BuildPlan(suites=("causal",), count=2, seed=7, shard_size=1, version="1.0")
    builder = create_or_open(tmp_path / "half", plan)
    slot = builder.missing_shards()[1]
    builder.add_shard(slot.name, for_slot(slot))
    (drawn,) = redrawn(tmp_path / "half", tmp_path / "d")
    assert drawn.id == "causal-000001" and picture(drawn).size == (360, 240)


@pytest.mark.slow
def test_photographs_of_the_same_samples(causal: Path, mirrored: Path, tmp_path: Path) -> None:
    """A photo shows the same world from the same place: only the pixels are others."""
    pytest.importorskip("bpy", exc_type=ImportError)
    for name, source, size in (("causal", causal, (720, 480)), ("mirrored", mirrored, (720, 480))):
        for old, new in zip(load(source), redrawn(source, tmp_path / name, "photo", preset="fast"), strict=True):
            assert new.model_dump(exclude={"media"}) == old.model_dump(exclude={"media"})
            assert (new.id, new.question, new.answer, new.shots) == (old.id, old.question, old.answer, old.shots)
            (world, camera), (same_world, same_camera) = old.view("a test"), new.view("a test")
            before, after = see(world, camera), see(same_world, same_camera)
            assert before.names == after.names and np.array_equal(before.ids, after.ids)
            draft, photo = (np.asarray(picture(one).convert("RGB"), float) for one in (old, new))
            assert picture(new).size == picture(old).size == size
            assert np.abs(draft - photo).mean() > 2
    plan = read_manifest(tmp_path / "causal").plan
    assert plan.renderer == "photo" and plan.options["preset"] == "fast"


class WrongShape:
    """A renderer that draws what nobody asked for."""

    presets: tuple[str, ...] = ()

    def picture(self, world: World, camera: Camera, *, muted: Sequence[str] = (), preset: str = "") -> Pixels:
        return np.zeros((10, 10, 3), np.uint8)

    def film(self, motion: Motion, camera: Camera, *, fps: int, preset: str = "") -> Iterator[Pixels]:
        raise NotImplementedError


def test_a_renderer_that_draws_the_wrong_thing_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RENDERERS._loaded, "draft", WrongShape())
    shot = Shot(world=small_world(), camera=level_camera())
    with pytest.raises(DioramaError, match=r"the renderer 'draft' drew \(10, 10, 3\) uint8, not \(240, 360, 3\) uint8"):
        draw_shot(shot)

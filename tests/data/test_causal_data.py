"""Causal samples on disk: what is kept beside the question, sizes and shortages."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from diorama.data import load
from diorama.data.annotate import annotation, outcome_video, what_happens
from diorama.data.build import SIZES, build, build_shard, picture_camera, plan_build, read_size
from diorama.data.dataset import create_or_open
from diorama.data.verify import verify
from diorama.errors import DioramaError
from diorama.sight import read_video
from diorama.suites import Draft, Rejected, get_task
from diorama.suites.tasks import Task
from diorama.whatif import Move, Remove, Then
from diorama.world import make_body, wholly_in_frame
from tests.worlds import block, floor_with, level_camera


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two collision samples, pictures of 360×240, with outcome videos."""
    folder = tmp_path_factory.mktemp("built") / "c"
    plan = plan_build(("causal",), 2, 5, task="collision", level="L1", size="360x240", outcome_video=True, shard_size=2)
    assert sum(t.samples for t in build(folder, plan)) == 2
    return folder


def test_samples_keep_depth_boxes_motion_and_film(dataset: Path) -> None:
    for one in load(dataset):
        assert [m.role for m in one.media] == ["view"]  # a model is shown the view and nothing else
        assert one.camera is not None
        assert one.depth is not None
        depth = np.asarray(Image.open(io.BytesIO(one.depth.data)))
        assert depth.dtype == np.uint16
        assert depth.shape == (240, 360) == (one.camera.height, one.camera.width)
        assert 200 < int(np.median(depth)) < 20000  # millimetres
        assert one.annotation is not None
        bodies = one.annotation["bodies"]
        assert set(bodies) == set(one.world.names)
        assert all(set(b) == {"box", "position", "quaternion", "velocity", "spin"} for b in bodies.values())
        path = np.asarray(one.annotation["motion"]["bodies"][one.trace["mover"]]["positions"])
        assert np.linalg.norm(path[-1] - path[0]) > 0.1
        hit = {n for c in one.annotation["motion"]["contacts"] for n in (c["a"], c["b"])} & set(one.trace["met"])
        assert bool(hit) == bool(one.trace["met"])
        assert one.outcome is not None and one.outcome.kind == "video"


def test_they_verify(dataset: Path) -> None:
    assert [v.problem for v in verify(dataset)] == [None, None]


def test_a_film_shows_the_crash(tmp_path: Path) -> None:
    """A car drives into a block: the first and the last picture differ, and the car touched the block."""
    world = floor_with(make_body("car", seed=1, name="car"), block("wall", (0.4, 0.0, 0.0), 2.0))
    motion = what_happens(world, Move(name="car", way="forward", distance=1.0))
    assert motion is not None
    assert motion.touched("car", "wall")
    film = outcome_video(motion, level_camera())
    path = tmp_path / "film.mp4"
    path.write_bytes(film.data)
    frames = list(read_video(path))
    assert len(frames) > 10
    assert np.abs(frames[0].astype(int) - frames[-1].astype(int)).mean() > 0.2


def test_what_is_removed_first_is_not_in_the_motion() -> None:
    world = floor_with(make_body("car", seed=1, name="car"), block("wall", (0.4, 0.0, 0.0), 2.0))
    motion = what_happens(world, Then(steps=(Remove(name="wall"), Move(name="car", way="forward", distance=1.0))))
    assert motion is not None
    assert motion.path("car")[-1, 0] == pytest.approx(1.0, abs=0.05)
    assert set(annotation(world, motion)["motion"]["bodies"]) == {"car"}


def test_a_wider_picture_is_the_same_view_with_more_at_the_sides() -> None:
    world = floor_with(block("a", (0.3, 0.0, 0.0)))
    plan = plan_build(("causal",), 1, 1, renderer="photo")
    camera = picture_camera(level_camera(), "causal", plan)
    assert (camera.width, camera.height) == SIZES["causal"]["photo"] == (1920, 1080)
    assert camera.fovy_deg == level_camera().fovy_deg
    assert wholly_in_frame(camera, world["a"]) and wholly_in_frame(level_camera(), world["a"])
    assert picture_camera(level_camera(), "structure", plan) == level_camera()


@pytest.mark.parametrize(
    ("size", "suites", "words"),
    [
        ("big", ("causal",), "written as 1920x1080"),
        ("100x100", ("causal",), "between 240 and 8192"),
        ("600x600", ("causal",), "at least 3:2"),
        ("720x480", ("structure",), "have one size"),
    ],
)
def test_sizes_that_will_not_do(size: str, suites: tuple[str, ...], words: str) -> None:
    with pytest.raises(DioramaError, match=words):
        read_size(size, suites)


def test_a_cell_that_falls_short_is_named_and_the_rest_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every second sample of a stubborn task fails: the shard holds the others, and the gate is named."""
    real = get_task("structure", "T4")

    def every_other(turn: int, rng: np.random.Generator) -> Draft:
        if turn % 2:
            raise Rejected("the moon is not full")
        return real.make(turn, rng)

    stubborn = Task("structure", "T4", "", every_other, real.answer)
    monkeypatch.setattr("diorama.data.build.tasks", lambda *_: (stubborn,))
    plan = plan_build(("structure",), 2, 5, task="T4", shard_size=2)
    builder = create_or_open(tmp_path / "d", plan)
    (slot,) = builder.missing_shards()
    tally = build_shard(builder.folder, plan, slot)
    assert tally.samples == 1
    assert tally.shortages() == ["T4: 1 samples short; most drafts were rejected for: the moon is not full (200)"]
    assert len(load(tmp_path / "d")) == 1
    assert builder.missing_shards() == ()

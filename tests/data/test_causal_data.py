"""Causal samples on disk: what is kept beside the question, sizes and shortages."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from diorama.data import load
from diorama.data.annotate import annotation, outcome_shot, what_happens
from diorama.data.build import BuildWishes, build, build_shard, plan_build
from diorama.data.dataset import create_or_open
from diorama.data.drawing import draw_one
from diorama.data.verify import verify
from diorama.sight import Easel, Shot, read_video
from diorama.suites import Draft, Rejected, get_suite
from diorama.suites.causal.collision import Drive, met_by
from diorama.whatif import Move, Remove, Then
from diorama.world import make_body, wholly_in_frame
from tests.worlds import block, floor_with, level_camera


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two collision samples, pictures of 720×480, with outcome videos."""
    folder = tmp_path_factory.mktemp("built") / "c"
    wishes = BuildWishes(task="collision", level="L1", size="720x480", outcome_video=True, shard_size=2)
    plan = plan_build(("causal",), 2, 5, wishes)
    assert sum(t.samples for t in build(folder, plan)) == 2
    return folder


def test_samples_keep_depth_boxes_motion_and_film(dataset: Path) -> None:
    for one in load(dataset):
        assert [m.role for m in one.media] == ["view"]  # a model is shown the view and nothing else
        assert [s.role for s in one.shots] == ["view", "outcome"]
        assert one.world is not None and one.camera is not None
        assert one.depth is not None
        depth = np.asarray(Image.open(io.BytesIO(one.depth.data)))
        assert depth.dtype == np.uint16
        assert depth.shape == (480, 720) == (one.camera.height, one.camera.width)
        assert 200 < int(np.median(depth)) < 20000  # millimetres
        assert one.annotation is not None
        bodies = one.annotation["bodies"]
        assert set(bodies) == set(one.world.names)
        assert all(set(b) == {"box", "position", "quaternion", "velocity", "spin"} for b in bodies.values())
        assert isinstance(one.query, Drive)
        path = np.asarray(one.annotation["motion"]["bodies"][one.query.move.name]["positions"])
        assert np.linalg.norm(path[-1] - path[0]) > 0.1
        met = set(met_by(one.world, one.query.move))
        assert set(one.trace["met"]) == met
        hit = {n for c in one.annotation["motion"]["contacts"] for n in (c["a"], c["b"])} & met
        assert bool(hit) == bool(met)
        assert one.outcome is not None and one.outcome.kind == "video"


def test_they_verify(dataset: Path) -> None:
    assert [v.problem for v in verify(dataset)] == [None, None]


def test_a_film_shows_the_crash(tmp_path: Path) -> None:
    """A car drives into a block: the first and the last picture differ, and the car touched the block."""
    world = floor_with(make_body("car", seed=1, name="car"), block("wall", (0.4, 0.0, 0.0), 2.0))
    motion = what_happens(world, Move(name="car", way="forward", distance=1.0))
    assert motion is not None
    assert motion.touched("car", "wall")
    film = draw_one(outcome_shot(motion, level_camera()), Easel("draft"))
    assert (film.role, film.kind, film.name) == ("outcome", "video", "outcome.mp4")
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
    size = get_suite("causal").size("photo")
    camera = Shot(world=world, camera=level_camera()).resized(*size).camera
    assert (camera.width, camera.height) == size == (1920, 1080)
    assert camera.fovy_deg == level_camera().fovy_deg
    assert wholly_in_frame(camera, world["a"]) and wholly_in_frame(level_camera(), world["a"])


def test_a_cell_that_falls_short_is_named_and_the_rest_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but the first sample of a stubborn task fail: the shard holds that one, and the gate is named."""
    t4 = get_suite("structure").get("T4")
    usual = t4.make

    def only_the_first(turn: int, rng: np.random.Generator) -> Draft:
        if turn:
            raise Rejected("the moon is not full")
        return usual(turn, rng)

    monkeypatch.setattr(t4, "make", only_the_first)
    plan = plan_build(("structure",), 2, 5, BuildWishes(task="T4", shard_size=2))
    builder = create_or_open(tmp_path / "d", plan)
    (slot,) = builder.missing_shards()
    tally = build_shard(builder.folder, plan, slot)
    assert tally.samples == 1
    assert tally.shortages() == ["T4: 1 samples short; most drafts were rejected for: the moon is not full (240)"]
    assert len(load(tmp_path / "d")) == 1
    assert builder.missing_shards() == ()

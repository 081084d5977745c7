"""The draft renderer draws what is there: colours, mirror images, arrows in their place, and videos."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from diorama.errors import DioramaError, UnknownName
from diorama.sight import Arrow, DottedPath, DraftRenderer, Frame, draw, film, look, read_video, see, write_video
from diorama.sight.files import depth_millimetres, write_view
from diorama.world import Camera, Light, World, make_body, replace, simulate
from diorama.world.layouts import kitchen_counter
from tests.worlds import ball, block, floor_with

CAMERA = Camera(position=(0.0, -2.0, 0.9), target=(0.0, 0.0, 0.0), fovy_deg=35, width=360, height=240)


@pytest.mark.parametrize(("colour", "channel"), [("red", 0), ("blue", 2)])
def test_a_red_thing_is_red(colour: str, channel: int) -> None:
    world = floor_with(make_body("bucket", seed=1, finish={"body": f"{colour} plastic"}))
    view = look(world, CAMERA)
    seen = np.asarray(view.image())[view.sight().visible("bucket")]
    assert np.median(seen, axis=0).argmax() == channel


def test_the_same_world_is_the_same_picture_in_another_process() -> None:
    code = (
        "import hashlib, diorama as d\nw = d.layouts.office_desk(seed=3, objects=6)\n"
        "print(hashlib.sha256(d.look(w).image().tobytes()).hexdigest())"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(2)]
    assert runs[0].stdout == runs[1].stdout


def test_pictures_work_when_mujoco_was_imported_first() -> None:
    code = "import mujoco, diorama as d; print(d.look(d.layouts.tray(seed=1)).image().size)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "(720, 480)"


def test_without_graphics_the_message_names_the_package() -> None:
    code = "import diorama as d\ntry:\n d.look(d.layouts.tray(seed=1)).image()\nexcept d.DioramaError as e: print(e)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYOPENGL_PLATFORM": "osmesa"}
    )
    assert "apt-get install libegl1" in done.stdout


def test_a_glossy_floor_shows_the_mirror_image() -> None:
    """Where rays say that the red bucket's image is, the glossy picture is redder than the dull one."""
    body = make_body("bucket", seed=1, finish={"body": "red plastic"})
    dull, shiny = (look(floor_with(body, reflectance=r), CAMERA) for r in (0.0, 0.5))
    image = shiny.mirror("top").visible("bucket")
    assert image.sum() > 300

    def redness(picture: Image.Image) -> float:
        pixels = np.asarray(picture, float)[image]
        return float((pixels[:, 0] - pixels[:, 1:].mean(axis=1)).mean())

    assert redness(shiny.image()) > redness(dull.image()) + 15


def test_a_renderer_follows_moved_bodies() -> None:
    world = floor_with(ball("ball", (0.0, 0.0, 0.0), scale=3.0))
    moved = world.change("ball", position=(0.4, 0.0, 0.0))
    with DraftRenderer(world, width=CAMERA.width, height=CAMERA.height) as renderer:
        first, second = renderer.picture(CAMERA), renderer.picture(CAMERA, moved)
    assert not np.array_equal(first, second)
    assert np.abs(second.astype(int) - draw(moved, CAMERA)).mean() < 1


def test_renderers_may_take_turns() -> None:
    """Two that are open at once draw what each would draw alone."""
    camera = Camera(position=(0.0, -1.0, 0.3), target=(0, 0, 0.05), fovy_deg=30, width=64, height=48)
    worlds = [floor_with(block("a", (0, 0, 0))), floor_with(ball("b", (0.1, 0, 0)))]

    def renderer(world: World) -> DraftRenderer:
        return DraftRenderer(world, width=64, height=48, film=True)

    alone = []
    for world in worlds:
        with renderer(world) as one:
            alone.append(one.picture(camera))
    with renderer(worlds[0]) as first, renderer(worlds[1]) as second:
        for _ in range(2):
            assert (first.picture(camera) == alone[0]).all() and (second.picture(camera) == alone[1]).all()


def test_what_is_far_away_is_drawn() -> None:
    """From 150 metres through a long lens: the picture shows what the rays see."""
    world = floor_with(block("tower", (0.0, 0.0, 0.0), 20.0))
    camera = Camera(position=(-150.0, 0.0, 40.0), target=(0.0, 0.0, 1.0), fovy_deg=4.0, width=160, height=120)
    with DraftRenderer(world, width=160, height=120, rough=True) as renderer:
        drawn = renderer.segmentation(camera) == 0
    seen = see(world, camera).visible("tower")
    assert seen.sum() > 200 and (drawn & seen).sum() / (drawn | seen).sum() > 0.9


def test_an_unknown_renderer_suggests_the_nearest() -> None:
    with pytest.raises(UnknownName, match="draft"):
        look(floor_with()).image(renderer="draught")


def painted(world: World, overlay: Arrow | DottedPath | Frame) -> np.ndarray:  # type: ignore[type-arg]
    """Where an overlay changed the picture."""
    view = look(world, CAMERA)
    before, after = np.asarray(view.image()), np.asarray(view.image(overlays=[overlay]))
    return np.asarray((before != after).any(axis=2))


def test_an_arrow_lies_on_the_floor_and_behind_what_stands_on_it() -> None:
    arrow = Arrow(start=(-0.3, 0.3, 0.0), end=(0.3, 0.3, 0.0), width=0.05)
    free = painted(floor_with(), arrow)
    behind = painted(floor_with(block("cube", (0.0, 0.0, 0.0), scale=2.0)), arrow)
    cube = look(floor_with(block("cube", (0.0, 0.0, 0.0), scale=2.0)), CAMERA).sight().visible("cube")
    assert free.sum() > 150
    assert (free & cube).sum() > 30
    assert not (behind & cube).any()
    columns = np.nonzero(free)[1]
    thickness = [free[:, c].sum() for c in (columns.min() + 5, columns.max() - 12)]
    assert thickness[1] > thickness[0], "the head is at the far end"


def test_the_edge_of_a_shadow_is_no_saw() -> None:
    """A cube seen from above throws its shadow to the right; its far edge is the same from row to row."""
    lamp = Light(kind="lamp", position=(-2.0, -0.7, 1.6), target=(0.0, 0.0, 0.0))
    world = replace(floor_with(block("cube", (0.0, 0.0, 0.0), 3.0)), lights=(lamp,))
    above = Camera(position=(0.3, 0.0, 2.5), target=(0.3, 0.001, 0.0), fovy_deg=30, width=720, height=480)
    teeth = []
    for one_pass in (True, False):
        with DraftRenderer(world, width=720, height=480, film=one_pass) as renderer:
            teeth.append(sharpest_tooth(renderer.picture(above)[110:230, 460:640].astype(float).mean(axis=2)))
    assert teeth[1] < 0.5 < 0.9 < teeth[0], "in a film, which is drawn in one pass, there are teeth"


def sharpest_tooth(grey: NDArray[np.float64]) -> float:
    """The largest change from a row to the next along an upright edge between dark and light, as a share of both."""
    contrast = float(np.median(grey[:, -20:]) - np.median(grey[:, :20]))
    return float(np.abs(np.diff(grey, axis=0)).max()) / contrast


def test_a_dotted_path_and_a_frame_show_where_things_were() -> None:
    dots = painted(floor_with(), DottedPath(points=((-0.3, 0.0, 0.1), (0.0, 0.0, 0.3), (0.3, 0.0, 0.1)), radius=0.02))
    assert 60 < dots.sum() < 2000
    frame = painted(floor_with(), Frame(points=((-0.1, 0.0, 0.0), (0.1, 0.0, 0.2))))
    rows, columns = np.nonzero(frame)
    assert not frame[rows.min() + 6 : rows.max() - 6, columns.min() + 6 : columns.max() - 6].any(), "hollow"


def test_a_video_holds_the_frames_it_was_given(tmp_path: Path) -> None:
    world = floor_with(ball("ball", (0.0, 0.0, 0.6), scale=3.0))
    motion = simulate(world, seconds=0.5)
    frames = list(film(motion, CAMERA, fps=24))
    assert write_video(tmp_path / "fall.mp4", frames) == 13
    back = list(read_video(tmp_path / "fall.mp4"))
    assert len(back) == 13
    assert np.abs(back[3].astype(int) - frames[3]).mean() < 4
    assert (tmp_path / "fall.mp4").read_bytes()[4:8] == b"ftyp"
    write_video(tmp_path / "again.mp4", frames)
    assert (tmp_path / "again.mp4").read_bytes() == (tmp_path / "fall.mp4").read_bytes()


def test_a_video_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match="even sides"):
        write_video(tmp_path / "odd.mp4", [np.zeros((31, 40, 3), np.uint8)])
    with pytest.raises(DioramaError, match="at least one frame"):
        write_video(tmp_path / "none.mp4", [])
    assert not list(tmp_path.iterdir())


def test_a_written_view_can_be_read_back(tmp_path: Path) -> None:
    view = look(kitchen_counter(seed=7, objects=5))
    files = write_view(view, tmp_path / "w")
    assert all(f.exists() for f in files)
    assert World.load(tmp_path / "w" / "world.json") == view.world
    depth = np.asarray(Image.open(tmp_path / "w" / "depth.png"))
    assert np.array_equal(depth, depth_millimetres(view.sight()))
    for name in view.world.names:
        mask = np.asarray(Image.open(tmp_path / "w" / "masks" / f"{name}.png"))
        assert ((mask == 255) == view.sight().visible(name)).all()
        assert ((mask > 0) == view.sight().silhouette(name)).all()
    write_view(view, tmp_path / "w")


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    with pytest.raises(DioramaError, match="holds other files"):
        write_view(look(floor_with(replace(make_body("mug"), name="mug")), CAMERA), tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["diary.txt"]

"""The photo renderer, with a real Blender: the same world as exact sight, and processes that may die."""

from __future__ import annotations

import importlib.util
import io
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.ndimage import median_filter

from diorama.errors import DioramaError, UnknownName
from diorama.sight import BLUE, Arrow, DottedPath, Overlay, look, see
from diorama.sight.photo import Photo, PhotoRenderer, Still
from diorama.sight.photo.blender import wire
from diorama.sight.photo.description import describe_scene
from diorama.sight.photo.renderer import core_shares
from diorama.sight.photo.worker import Worker
from diorama.world import Camera, Light, World, make_body, replace, simulate
from diorama.world.layouts import layouts
from tests.worlds import ball, block, floor_with

CAMERA = Camera(position=(0.0, -2.0, 0.9), target=(0.0, 0.0, 0.05), fovy_deg=32, width=240, height=160)
TINY = replace(CAMERA, width=64, height=48)


@pytest.fixture(scope="module")
def renderer() -> Iterator[PhotoRenderer]:
    with PhotoRenderer(preset="fast") as made:
        yield made


def agreement(world: World, camera: Camera, photo: Photo, least_px: int = 400) -> float:
    """The worst intersection over union of any body that shows enough."""
    sight = see(world, camera)
    assert photo.ids is not None
    worst = 1.0
    for index, name in enumerate(world.names):
        ours, theirs = sight.visible(name), photo.ids == index
        if ours.sum() > least_px:
            worst = min(worst, (ours & theirs).sum() / (ours | theirs).sum())
    return worst


@pytest.mark.parametrize("name", ["kitchen_counter", "crossing", "bookshelf"])
def test_it_draws_the_world_that_sight_sees(name: str, renderer: PhotoRenderer) -> None:
    world = layouts()[name](seed=2)
    camera = look(world, width=480, height=320).camera
    photo = renderer.photo(Still(world, camera, indices=True))
    assert agreement(world, camera, photo) >= 0.98
    assert photo.depth is not None
    seen = see(world, camera).depth
    assert np.median(np.abs(photo.depth - seen)[np.isfinite(seen)]) < 0.002


@pytest.mark.slow
def test_it_draws_thirty_worlds_that_sight_sees(renderer: PhotoRenderer, capsys: pytest.CaptureFixture[str]) -> None:
    names = [n for n in layouts() if n != "empty"]
    worst = []
    for k in range(30):
        world = layouts()[names[k % len(names)]](seed=100 + k)
        camera = look(world).camera
        worst.append(agreement(world, camera, renderer.photo(Still(world, camera, indices=True))))
    with capsys.disabled():
        print(f"\nworst body of 30 scenes: IoU {min(worst):.4f}")
    assert min(worst) >= 0.98


def test_a_picture_is_well_exposed_and_colours_keep_their_names(renderer: PhotoRenderer) -> None:
    world = floor_with(make_body("bucket", seed=1, finish={"body": "red plastic"}))
    pixels = renderer.photo(Still(world, CAMERA)).rgb
    assert (pixels.min(axis=2) == 255).mean() < 0.005, "nothing is blown out"
    assert 60 < pixels.mean() < 200
    body = np.median(pixels[look(world, CAMERA).sight().visible("bucket")], axis=0)
    assert body[0] > 1.8 * body[1]
    assert body[0] > 1.8 * body[2]


@pytest.mark.slow
def test_a_fast_photo_of_polished_things_has_few_speckles(renderer: PhotoRenderer) -> None:
    """Few pixels stand out from those around them more than with ten times the samples; with one sample many do."""
    trophy = make_body("trophy", seed=1, position=(-0.2, 0.0, 0.0), scale=1.4)
    kettle = make_body("kettle", seed=2, position=(0.2, 0.1, 0.0), scale=1.4)
    scene = describe_scene(floor_with(trophy, kettle, reflectance=0.4), replace(CAMERA, fovy_deg=20.0))
    usual = {"denoising_quality": "BALANCED", "prefilter": "FAST", "traced_bounces": 1, "glossy_bounces": 2}
    worker = renderer.workers[0]
    converged, fast, poor = (
        worker.picture(object(), scene, preset, seconds=600)["rgb"].astype(float)
        for preset in ({**usual, "samples": 40}, "fast", {**usual, "samples": 1})
    )
    few, many = (
        float((np.abs(e - median_filter(e, size=(5, 5, 1))).max(axis=2) > 24).mean())
        for e in (fast - converged, poor - converged)
    )
    assert few < 0.008 and few < 0.5 * many


def test_a_lamp_shines_on_its_target_as_the_sun_would_and_tints_it(renderer: PhotoRenderer) -> None:
    def middle(kind: Literal["sun", "lamp"], rgb: tuple[float, float, float]) -> Any:
        light = Light(kind=kind, position=(0.0, -1.0, 3.0), target=(0.0, 0.0, 0.0), rgb=rgb)
        pixels = renderer.photo(Still(replace(floor_with(), lights=(light,)), TINY)).rgb
        return pixels[20:28, 28:36].mean(axis=(0, 1))

    sun, lamp, warm = middle("sun", (1, 1, 1)), middle("lamp", (1, 1, 1)), middle("lamp", (1, 0.8, 0.6))
    assert np.abs(sun - lamp).max() < 12
    assert warm[2] < 0.9 * warm[0], "less blue in warm light"
    assert abs(lamp[2] - lamp[0]) < 12


def test_the_inside_of_a_dark_shelf_is_bright_enough_to_see(renderer: PhotoRenderer) -> None:
    for seed in (2, 4):
        world = layouts()["bookshelf"](seed=seed)
        pixels = renderer.photo(Still(world, look(world, width=96, height=64).camera)).rgb
        assert 80 < pixels.mean() < 180
        assert (pixels.max(axis=2) < 16).mean() < 0.1
        assert (pixels.min(axis=2) == 255).mean() < 0.005


def test_two_processes_draw_the_same_picture(renderer: PhotoRenderer) -> None:
    shot = Still(layouts()["tray"](seed=1), replace(look(layouts()["tray"](seed=1)).camera, width=240, height=160))
    first = renderer.photo(shot).rgb.astype(int)
    with PhotoRenderer(preset="fast") as other:
        second = other.photo(shot).rgb
    assert np.abs(first - second).max() <= 1


def test_a_muted_body_has_no_mirror_image(renderer: PhotoRenderer) -> None:
    """Two balls on a mirror; the red one is muted: its image's pixels turn grey, the blue one's stay."""
    slot = next(iter(make_body("billiard ball").finish))
    balls = (
        replace(ball(colour, (x, 0.0, 0.0), scale=4.0), finish={slot: f"{colour} plastic"})
        for colour, x in (("red", -0.3), ("blue", 0.3))
    )
    world = floor_with(*balls, reflectance=0.6)
    view = look(world, CAMERA)
    images = {n: view.mirror("top").visible(n) for n in ("red", "blue")}
    for draw in (
        lambda muted: renderer.photo(Still(world, CAMERA, muted=muted)).rgb,
        lambda muted: np.asarray(view.image(muted=muted)),
    ):
        usual, quiet = draw(()).astype(float), draw(("red",)).astype(float)

        def redness(pixels: Any) -> float:
            inside = pixels[images["red"]]
            return float((inside[:, 0] - inside[:, 1:].mean(axis=1)).mean())

        assert redness(usual) > 20
        assert redness(quiet) < 0.25 * redness(usual)
        assert np.abs(usual - quiet)[images["blue"]].mean() < 4
        on_ball = view.sight().visible("red")
        assert np.abs(usual - quiet)[on_ball].mean() < 6, "the ball itself stays"


def test_overlays_are_in_the_same_pixels_as_in_a_draft() -> None:
    view = look(floor_with(block("cube", (0.0, 0.0, 0.0))), CAMERA)
    overlays: list[Overlay] = [
        Arrow(start=(-0.3, 0.2, 0.0), end=(0.3, 0.2, 0.0), width=0.04),
        DottedPath(points=((0.2, 0.0, 0.3),), colour=BLUE, radius=0.03),
    ]

    def painted(renderer: str, preset: str | None = None) -> Any:
        plain = np.asarray(view.image(renderer=renderer, preset=preset)).astype(int)
        marked = np.asarray(view.image(renderer=renderer, preset=preset, overlays=overlays)).astype(int)
        return np.abs(plain - marked).max(axis=2) > 24

    draft, photo = painted("draft"), painted("photo", "fast")
    assert draft.sum() > 100
    assert (draft & photo).sum() / (draft | photo).sum() > 0.95


def test_a_batch_survives_the_death_of_its_worker() -> None:
    """Killed in the middle of twenty pictures: all twenty arrive, in order."""
    worlds = [floor_with(block("cube", (0.03 * k - 0.3, 0.0, 0.0))) for k in range(20)]
    with PhotoRenderer(preset="fast") as renderer:
        photos = []
        for k, photo in enumerate(renderer.photos(Still(w, TINY, indices=True) for w in worlds)):
            photos.append(photo)
            if k == 5:
                pid = renderer.workers[0].pid
                assert pid is not None
                os.kill(pid, signal.SIGKILL)
        assert renderer.workers[0].starts == 2
    assert len(photos) == 20
    for world, photo in zip(worlds, photos, strict=True):
        assert agreement(world, TINY, photo, least_px=20) > 0.85


def test_a_worker_that_hangs_is_replaced() -> None:
    world = floor_with(block("cube", (0.0, 0.0, 0.0)))
    with PhotoRenderer(preset="fast", seconds=8) as renderer:
        renderer.photo(Still(world, TINY))
        pid = renderer.workers[0].pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        assert renderer.photo(Still(world, TINY)).rgb.shape == (48, 64, 3)
        assert renderer.workers[0].starts == 2


def test_a_worker_that_grows_too_large_is_replaced() -> None:
    world = floor_with(block("cube", (0.0, 0.0, 0.0)))
    with PhotoRenderer(preset="fast", memory_bytes=1) as renderer:
        renderer.photo(Still(world, TINY))
        renderer.photo(Still(world, TINY))
        assert renderer.workers[0].starts == 2


def test_closing_ends_the_process_and_leaves_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    renderer = PhotoRenderer(preset="fast")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    renderer.photo(Still(floor_with(), TINY))
    assert list(tmp_path.iterdir())
    pid = renderer.workers[0].pid
    renderer.close()
    assert not list(tmp_path.iterdir())
    assert pid is not None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_two_workers_share_the_work() -> None:
    worlds = [floor_with(block("cube", (0.05 * k, 0.0, 0.0))) for k in range(6)]
    with PhotoRenderer(preset="fast", workers=2) as renderer:
        photos = list(renderer.photos(Still(w, TINY, indices=True) for w in worlds))
        assert [w.starts for w in renderer.workers] == [1, 1]
    for world, photo in zip(worlds, photos, strict=True):
        assert agreement(world, TINY, photo, least_px=20) > 0.85


def test_workers_divide_the_cores() -> None:
    cores = os.sched_getaffinity(0)
    assert core_shares(1) == [[]], "one worker uses them all"
    shares = core_shares(len(cores))
    assert sorted(core for share in shares for core in share) == sorted(cores)
    assert all(share for share in core_shares(len(cores) + 1)), "more workers than cores take turns"


def test_a_worker_for_one_core_keeps_one_core_busy() -> None:
    """It makes one thread that works and none that spins, and the system may move it to any core."""
    scene = describe_scene(layouts()["tray"](seed=1), CAMERA)
    worker = Worker(cores=core_shares(2)[0])
    try:
        worker.picture(object(), scene, "fast", seconds=200)
        assert worker.pid is not None
        busy, start = processor_seconds(worker.pid), time.perf_counter()
        worker.picture(object(), scene, "best", seconds=200)
        assert processor_seconds(worker.pid) - busy < 1.15 * (time.perf_counter() - start)
        assert os.sched_getaffinity(worker.pid) == os.sched_getaffinity(0)
    finally:
        worker.stop()


def processor_seconds(pid: int) -> float:
    """What all threads of a process have used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_film_follows_the_motion(renderer: PhotoRenderer) -> None:
    world = floor_with(ball("ball", (0.0, 0.0, 0.5), scale=3.0))
    motion = simulate(world, seconds=0.26)
    frames = list(renderer.film(motion, TINY, fps=12))
    assert len(frames) == 4
    heights = []
    for k in range(4):
        changed = np.abs(frames[k].astype(int) - frames[k - 1]).max(axis=2) > 40
        heights.append(np.nonzero(changed)[0].mean())
    assert heights[1] < heights[3], "it falls"


def test_blur_smears_what_moves_and_nothing_else(renderer: PhotoRenderer) -> None:
    """A ball that flies sideways leaves a streak; the cube beside it stays sharp."""
    flying = replace(ball("ball", (-0.35, 0.0, 0.45), scale=3.0), velocity=(6.0, 0.0, 0.5))
    world = floor_with(flying, block("cube", (0.0, 0.0, 0.0)))
    motion = simulate(world, seconds=0.1, every=0.005)
    sharp = next(iter(renderer.film(motion, CAMERA, fps=12))).astype(int)
    blurred = next(iter(renderer.film(motion, CAMERA, fps=12, blur=True))).astype(int)
    changed = np.abs(sharp - blurred).max(axis=2) > 30
    sight = see(world, CAMERA)
    assert changed.sum() > 100
    assert changed[sight.visible("cube")].mean() < 0.1
    columns = np.nonzero(changed)[1]
    assert np.ptp(columns) > 1.5 * np.ptp(np.nonzero(sight.visible("ball"))[1])


def test_our_process_never_holds_blender(renderer: PhotoRenderer) -> None:
    renderer.photo(Still(floor_with(), TINY))
    assert "bpy" not in sys.modules


def test_without_the_extra_the_message_says_how_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(DioramaError, match=r"pip install 'diorama\[photo\]'"):
        PhotoRenderer()


def test_unknown_presets_and_silly_numbers_are_refused() -> None:
    with pytest.raises(UnknownName, match="did you mean 'standard'"):
        PhotoRenderer(preset="standart")
    with pytest.raises(DioramaError, match="at least 1"):
        PhotoRenderer(workers=0)


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(plain, st.lists(st.sampled_from(wire.DTYPES), max_size=3))
def test_messages_arrive_as_they_were_sent(message: Any, dtypes: list[str]) -> None:
    arrays = [np.arange(6).reshape(2, 3).astype(d) for d in dtypes]
    stream = io.BytesIO(wire.pack({"m": message, "arrays": arrays}))
    back = wire.receive(lambda count: stream.read(min(count, 5)))
    assert back["m"] == message
    for sent, got in zip(arrays, back["arrays"], strict=True):
        assert sent.dtype == got.dtype
        assert np.array_equal(sent, got)


def test_what_is_no_message_is_refused() -> None:
    with pytest.raises(ValueError, match="not a message"):
        wire.receive(io.BytesIO(b"\xff" * 16).read)
    with pytest.raises(ValueError, match="not sent"):
        wire.unpack(b'{"~array": [0, "object", [1]]}', b"12345678")

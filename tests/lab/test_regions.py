"""Regions on hand-drawn pictures of 4 × 4 tokens, each of 8 × 8 pixels."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from diorama.data import Media
from diorama.errors import DioramaError
from diorama.kinds import Choice, ObjectSet
from diorama.lab.grid import Grid
from diorama.lab.perceived import scene_from_files, source_of
from diorama.lab.regions import (
    RULES,
    NoRegion,
    NotYet,
    Scene,
    grown_box,
    margin_of,
    regions_of,
    reliable,
    rule_of,
    scene_of,
)
from diorama.sight import Shot
from diorama.suites.structure.t1_single_removal import Removal
from diorama.world import Camera, replace
from tests.data.samples import sample
from tests.perceive.chat_server import ChatServer
from tests.worlds import block, floor_with

GRID = Grid(32, 32, 4, 4, 1, np.arange(16), np.arange(16), np.arange(16))
T1, T2, T3 = (RULES[task] for task in ("T1", "T2", "T3"))


def pixels(rows: Sequence[Sequence[float]]) -> NDArray[np.float64]:
    """A map of the picture from one number for each token."""
    return np.kron(np.array(rows, float), np.ones((8, 8)))


def drawn(text: str) -> NDArray[np.bool_]:
    """A raster: # is on."""
    return np.array([[letter == "#" for letter in line] for line in text.split()])


def scene(depths: Sequence[Sequence[float]], target: str, **more: object) -> Scene:
    return Scene(pixels(depths), pixels(drawn(target).astype(float).tolist()) > 0.5, span=3.0, **more)  # type: ignore[arg-type]


STEP = [[1, 1, 3, 3], [1, 1, 3, 3], [1, 1, 3, 3], [1, 1, 3, 3]]
"""The left half is a metre away, the right half three."""


def test_behind_the_target_within_its_grown_box() -> None:
    """The target is two tokens wide, 16 pixels: its box grows by 6 to each side, most of the third column beside it."""
    regions = regions_of(scene(STEP, "##.. ##.. .... ...."), T1, GRID, "tokens", "paper")
    assert regions.target.tolist() == drawn("##.. ##.. .... ....").tolist()
    assert regions.correct.tolist() == drawn("..#. ..#. .... ....").tolist()
    assert regions.irrelevant.tolist() == drawn("...# ...# #### ####").tolist()
    assert regions.chance == pytest.approx(2 / 16) and not regions.fell_back


def test_before_the_target_for_minimum_removals() -> None:
    """The target is three tokens wide and far away; what is near to its left lies in its box."""
    found = scene([[1, 3, 3, 3]] * 4, ".### .### .... ....")
    assert regions_of(found, T2, GRID, "tokens", "paper").correct.tolist() == drawn("#... #... .... ....").tolist()
    with pytest.raises(NoRegion, match="nothing lies behind"):
        regions_of(found, T1, GRID, "tokens", "paper").named("correct")


def test_transparent_things_have_the_smallest_box() -> None:
    found = scene(STEP, "##.. ##.. .... ....")
    with pytest.raises(NoRegion):  # two pixels to each side: a quarter of a token
        regions_of(found, T3, GRID, "tokens", "paper").named("correct")


def test_a_small_step_in_depth_wants_the_adaptive_margin() -> None:
    """A fifth of a metre is less than 0.3 m, and more than a tenth of what lies in the box."""
    found = scene([[1.0, 1.0, 1.2, 1.2]] * 4, "##.. ##.. .... ....")
    regions = regions_of(found, T1, GRID, "tokens", "paper")
    assert regions.fell_back and regions.margin == 0.3
    assert regions.correct[:2].tolist() == drawn("..#. ..#.").tolist()
    scaled = replace_span(found, 0.5)
    assert margin_of(scaled, "scaled") == pytest.approx(0.05)
    assert not regions_of(scaled, T1, GRID, "tokens", "scaled").fell_back


def replace_span(found: Scene, span: float) -> Scene:
    return Scene(found.depth, found.target, found.answer, span)


def test_edges_of_depth_are_not_trusted() -> None:
    depth = pixels(STEP)
    trusted = reliable(depth, 0.3)
    assert not trusted[:, 15:17].any() and trusted[:, :15].all() and trusted[:, 17:].all()
    assert reliable(depth, 3.0).all(), "with a margin of three metres, a step of two is even"
    unknown = depth.copy()
    unknown[:8] = np.inf
    assert not reliable(unknown, 0.3)[:8].any()


def test_a_token_counts_by_most_of_its_area() -> None:
    """Half a token behind is not mostly behind; a bit more is. The first and the last column are edges of depth."""
    for columns, expected in ((4, False), (5, True)):
        depth = np.ones((32, 32))
        depth[:24, 16 : 16 + columns + 2] = 3.0
        target = np.zeros((32, 32), bool)
        target[:16, :16] = True
        found = Scene(depth, target, span=3.0)
        if expected:
            assert regions_of(found, T1, GRID, "tokens", "paper").correct[:, 2].any()
        else:
            with pytest.raises(NoRegion):
                regions_of(found, T1, GRID, "tokens", "paper").named("correct")


def test_a_box_grows_by_a_share_of_its_own_sides_and_stays_in_the_picture() -> None:
    mask = np.zeros((32, 32), bool)
    mask[8:16, 4:24] = True
    rows, columns = np.nonzero(grown_box(mask, 0.25))
    assert (rows.min(), rows.max()) == (6, 17)
    assert (columns.min(), columns.max()) == (0, 28)


@pytest.mark.parametrize(
    ("target", "depth", "reason"),
    [
        (".... .... .... ....", STEP, "the target is not seen"),
        ("#### #### #### ####", STEP, "nothing lies behind"),
        ("##.. .... .... ....", [[np.inf] * 4] * 4, "depth of the target is not known"),
    ],
)
def test_samples_without_a_region_say_why(target: str, depth: Sequence[Sequence[float]], reason: str) -> None:
    with pytest.raises(NoRegion, match=reason):
        regions_of(scene(depth, target), T1, GRID, "tokens", "paper").named("correct")


def test_one_empty_region_leaves_the_others() -> None:
    """A target with nothing behind it can still be corrupted."""
    regions = regions_of(scene(STEP, "..## ..## .... ...."), T1, GRID, "tokens", "paper")
    assert regions.named("target").sum() == 4 and regions.named("irrelevant").any()
    with pytest.raises(NoRegion, match="nothing lies behind the target in its grown box"):
        regions.named("correct")
    with pytest.raises(NoRegion, match="no cell is part of the answer"):
        regions.named("answer")


def test_sums_that_leave_crumbs_touch_no_cell() -> None:
    """Cells of Qwen2.5-VL's size on a picture of 720×480 end between pixels."""
    grid = Grid(720, 480, 34, 52, 2, np.arange(34 * 52), np.arange(17 * 26), np.arange(17 * 26))
    mask = np.zeros((480, 720), bool)
    mask[100:200, 301:399] = True
    touched = regions_of(Scene(np.ones((480, 720)), mask, span=1.0), T1, grid, "tokens", "paper").target
    rows, columns = np.nonzero(touched)
    assert (rows.min(), rows.max()) == (100 * 17 // 480, 199 * 17 // 480)
    assert (columns.min(), columns.max()) == (301 * 26 // 720, 398 * 26 // 720)


def test_tasks_without_a_rule_are_left_out() -> None:
    with pytest.raises(NoRegion, match="T4 has no depth-correct region; T1, T2, T3 have"):
        rule_of("T4")


# exact scenes

CAMERA = Camera(position=(0.0, -2.0, 0.4), target=(0.0, 0.0, 0.15), fovy_deg=40.0, width=240, height=160)


def test_an_exact_scene_knows_target_depth_and_answer() -> None:
    """A block hides a part of one behind it: removing the first one frees the second."""
    front, back = block("front", (0.0, 0.0, 0.0)), block("back", (0.12, 0.6, 0.0), 1.6)
    world = floor_with(*(replace(b, phrase=f"the {b.name}") for b in (front, back)))
    about = sample(
        suite="structure", task="T1", level="", shots=(Shot(world=world, camera=CAMERA),),
        query=Removal(removed="front"), options=(), answer=ObjectSet(names=("back",)),
    )  # fmt: skip
    found = scene_of(about, 480, 320)
    assert found.depth.shape == (320, 480) and found.answer is not None
    assert float(np.median(found.depth[found.target])) < float(np.median(found.depth[found.answer])) - 0.3
    assert not (found.answer & found.target).any() and found.span == pytest.approx(0.6, abs=0.15)


def test_a_sample_without_a_world_has_no_exact_scene() -> None:
    with pytest.raises(NoRegion, match="no world"):
        scene_of(sample(shots=(), query=None, objects={"a": "the cup"}), 32, 32)


# a user's own depth and masks


def test_own_depth_and_masks_make_a_scene(tmp_path: Path) -> None:
    about = sample()
    millimetres = (pixels(STEP) * 1000).astype(np.uint16)
    millimetres[0, 0] = 0
    (tmp_path / "depth").mkdir()
    (tmp_path / "mask").mkdir()
    Image.fromarray(millimetres).save(tmp_path / "depth" / f"{about.id}.png")
    Image.fromarray((pixels(STEP) < 2).astype(np.uint8) * 255).save(tmp_path / "mask" / f"{about.id}.png")
    found = scene_from_files(tmp_path / "depth", tmp_path / "mask", about, 64, 64)
    assert found.depth[10, 40] == 3.0 and np.isnan(found.depth[0, 0])
    assert found.target[:, :32].all() and not found.target[:, 32:].any() and found.answer is None


@pytest.mark.parametrize("fault", ["missing", "colours", "text"])
def test_own_files_that_cannot_be_used_are_named(fault: str, tmp_path: Path) -> None:
    about = sample()
    path = tmp_path / f"{about.id}.png"
    if fault == "colours":
        Image.new("RGB", (8, 8)).save(path)
    elif fault == "text":
        path.write_text("no picture")
    says = {"missing": "there is no", "colours": "16-bit millimetres, not 'RGB'", "text": "cannot be read"}[fault]
    with pytest.raises(NoRegion, match=says):
        scene_from_files(tmp_path, tmp_path, about, 32, 32)


def test_providers_make_a_scene_of_any_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The target is what the question names; depth without metres is scaled to the paper's room of 3 m."""
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "cache"))
    picture = np.full((60, 90, 3), 60, np.uint8)
    picture[20:40, 24:54] = (220, 30, 30)
    data = BytesIO()
    Image.fromarray(picture).save(data, "PNG")
    media = (Media(role="view", kind="image", data=data.getvalue(), name="view.png"),)
    objects = {"box": "the red box", "cup": "the cup"}
    asked = sample(0, query=None, shots=(), media=media, objects=objects, question="What is behind the red box?",
                   answer=Choice(option="Yes"), options=("Yes", "No"))  # fmt: skip
    Image.fromarray(picture).save(tmp_path / "view.png")
    np.save(tmp_path / "view.npy", np.linspace(10, 30, 60)[:, None].repeat(90, axis=1))
    files = f"files(maps='{tmp_path / 'view.npy'}', pictures='{tmp_path / 'view.png'}', gives='relative')"
    with ChatServer(lambda picture, words: '[{"label": "red box", "box": [267, 333, 600, 667]}]'
                    if "red box" in words else "[]") as server:  # fmt: skip
        detect = f"detect=vlm(url='{server.url}', model='qwen3-vl')"
        look, source = source_of(None, None, [f"depth={files}", "segment=grabcut", detect])
        found = look(asked, 45, 30)
    assert "segment=grabcut" in source and found.depth.shape == (30, 45)
    wanted = np.zeros((30, 45), bool)
    wanted[10:20, 12:27] = True
    assert (found.target & wanted).sum() / (found.target | wanted).sum() > 0.9
    assert np.ptp(np.quantile(found.depth, (0.05, 0.95))) == pytest.approx(3.0, rel=0.05)
    two = sample(0, query=None, shots=(), media=media, objects=objects, question="The red box or the cup?",
                 answer=Choice(option="Yes"), options=("Yes", "No"))  # fmt: skip
    with pytest.raises(NoRegion, match="names 2 objects"):
        look(two, 45, 30)
    with pytest.raises(NotYet, match="is not among those"):  # there is no depth of this one
        look(asked.model_copy(update={"media": tuple(
            m.model_copy(update={"data": _flipped(m.data)}) for m in media)}), 45, 30)  # fmt: skip


def _flipped(data: bytes) -> bytes:
    out = BytesIO()
    Image.open(BytesIO(data)).transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (["depth=plane"], "regions need"),
        (["depth:plane"], "ROLE=PROVIDER, with"),
        (["depth=plane", "depth=plane", "segment=grabcut"], "given twice"),
        (["depth=plain", "segment=grabcut"], "did you mean 'plane'"),
    ],
)
def test_providers_that_cannot_make_regions_are_refused(texts: list[str], why: str, tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match=why):
        source_of(None, None, texts)
    with pytest.raises(DioramaError, match="exclude each other"):
        source_of(tmp_path, tmp_path, texts)


def test_depths_and_masks_go_together(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match="go together"):
        source_of(tmp_path, None)
    assert source_of(None, None)[1] == "exact"

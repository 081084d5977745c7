"""Providers with weights: tiny random models of each family, whose planted output must be found at the right pixels."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diorama.errors import DioramaError
from diorama.perceive.percepts import Box, DepthMap, Prompt
from diorama.perceive.providers.weights import Loaded, load
from diorama.perceive.providers.wishes import box_mask
from diorama.perceive.registry import read_provider
from tests.perceive import tiny
from tests.perceive.planted import SIZES, a_box, near, overlap, plant, red_box, redness, with_red

Folders = Callable[[str], Path]
DETECTION, MASKS = "AutoModelForZeroShotObjectDetection", "AutoModelForMaskGeneration"
SURE, UNSURE = 6.0, -9.0
"""Logits."""


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    made: dict[str, Path] = {}

    def folder(name: str) -> Path:
        if name not in made:
            make = {"metric_depth": lambda: tiny.depth_anything(metric=True)}.get(name) or getattr(tiny, name)
            made[name] = tiny.saved(make, tmp_path_factory.mktemp(name))
        return made[name]

    return folder


def made(role: str, spec: str) -> Any:
    wanted = read_provider(role, spec)
    wanted.check_settings()
    return wanted.make(None)


def loaded(kind: str, folder: Path, **more: bool) -> Loaded:
    return load(kind, str(folder), device="auto", download=False, **more)


# --- detection -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("family", ["owlv2", "owlvit"])
def test_owl_boxes_come_back_in_pixels_of_the_picture(
    family: str, shape: tuple[int, int], folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OWLv2 sees the picture in the corner of a square, OWL-ViT sees it stretched; neither may show in the box."""
    owl = loaded(DETECTION, folders(family), words=True)

    def change(inputs: dict[str, Any], out: Any) -> None:
        assert out.logits.shape[2] == 2
        out.logits[:] = UNSURE
        out.logits[0, 3, 1] = SURE
        out.pred_boxes[0, 3] = owl.torch.tensor(red_box(inputs["pixel_values"]))

    plant(monkeypatch, owl, change)
    box = a_box(shape)
    found = made("detect", f"owlv2(model='{folders(family)}')")(with_red(shape, box), ["red cup", "ball"])
    step = max(shape) / tiny.SIDE
    assert [each.label for each in found] == ["ball"]
    assert near(found[0].box, box, 1.6 * step, 1.6 * step), (found[0].box, box)
    assert found[0].confidence == pytest.approx(1 / (1 + np.exp(-SURE)), abs=1e-4)


@pytest.mark.parametrize("shape", SIZES)
def test_grounding_dino_finds_the_box_and_whose_name_it_is(
    shape: tuple[int, int], folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sure token is the second one of the second name: the box gets that whole name, no piece of it."""
    dino = loaded(DETECTION, folders("grounding_dino"), words=True)
    ball = dino.words.convert_tokens_to_ids("ball")

    def change(inputs: dict[str, Any], out: Any) -> None:
        out.logits[:] = UNSURE
        at = inputs["input_ids"][0].tolist().index(ball)
        out.logits[0, 2, at] = SURE
        out.pred_boxes[0, 2] = dino.torch.tensor(red_box(inputs["pixel_values"]))

    plant(monkeypatch, dino, change)
    box = a_box(shape)
    names = ["Red cup", "blue  ball", "box"]
    found = made("detect", f"grounding_dino(model='{folders('grounding_dino')}')")(with_red(shape, box), names)
    assert [each.label for each in found] == ["blue ball"]
    step = max(1.0, max(shape) / (2 * tiny.SIDE))
    assert near(found[0].box, box, 1.6 * step, 1.6 * step), (found[0].box, box)


def test_grounding_dino_asks_again_when_the_names_are_too_many(
    folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    """32 tokens hold ten names: all thirty are asked for, each once."""
    dino = loaded(DETECTION, folders("grounding_dino"), words=True)
    asked: list[list[str]] = []

    def change(inputs: dict[str, Any], out: Any) -> None:
        assert inputs["input_ids"].shape[1] <= dino.model.config.max_text_len
        asked.append(dino.words.convert_ids_to_tokens(inputs["input_ids"][0]))

    plant(monkeypatch, dino, change)
    names = [
        f"{colour} {thing}"
        for colour in ("red", "blue", "glossy", "matte", "empty")
        for thing in ("cup", "ball", "box", "mirror", "glass", "wood")
    ]
    made("detect", f"grounding_dino(model='{folders('grounding_dino')}')")(with_red((64, 64), a_box((64, 64))), names)
    assert len(asked) == 3
    assert sum(tokens.count("cup") for tokens in asked) == 5
    assert sum(tokens.count("red") for tokens in asked) == 6


def test_the_same_thing_found_twice_is_one(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    owl = loaded(DETECTION, folders("owlv2"), words=True)

    def change(inputs: dict[str, Any], out: Any) -> None:
        out.logits[:] = UNSURE
        out.logits[0, :3, 0] = owl.torch.tensor([2.0, SURE, 2.0])
        out.pred_boxes[0, :3] = owl.torch.tensor([[0.3, 0.3, 0.2, 0.2], [0.31, 0.3, 0.2, 0.2], [0.7, 0.7, 0.2, 0.2]])

    plant(monkeypatch, owl, change)
    found = made("detect", f"owlv2(model='{folders('owlv2')}')")(with_red((64, 64), a_box((64, 64))), ["cup"])
    assert [round(each.box.left) for each in found] == [13, 38]


@pytest.mark.parametrize(
    ("names", "why"),
    [(["cup", "ball", "Cup "], "'Cup' stands twice"), ([], "at least one name"), (["cup", " "], "empty")],
)
def test_lists_of_names_with_doubles_are_refused(names: list[str], why: str, folders: Folders) -> None:
    with pytest.raises(DioramaError, match=why):
        made("detect", f"owlv2(model='{folders('owlv2')}')")(with_red((64, 64), a_box((64, 64))), names)


# --- segmentation ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("family", ["sam", "sam2"])
def test_sam_masks_come_back_for_all_prompts_in_their_order(
    family: str, shape: tuple[int, int], folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model is asked where it sees the thing, and draws what it is asked for: both must agree with the picture."""
    sam = loaded(MASKS, folders(family), pictures=family == "sam")
    box = a_box(shape)
    seen: list[Any] = []
    look = sam.model.get_image_embeddings

    def looked(pixel_values: Any) -> Any:
        seen.append(pixel_values)
        return look(pixel_values)

    def change(inputs: dict[str, Any], out: Any) -> None:
        side = out.pred_masks.shape[-1]
        out.pred_masks[:] = -10.0
        out.iou_scores[:] = 0.1
        out.iou_scores[..., -1] = 0.9
        places = inputs["input_boxes"] if "input_boxes" in inputs else inputs["input_points"][:, :, 0]
        for k, place in enumerate(places[0].tolist()):
            left, top, right, bottom = (
                place if len(place) == 4 else (place[0] - 8, place[1] - 8, place[0] + 8, place[1] + 8)
            )
            cell = tiny.SIDE / side
            start = np.arange(side) * cell
            inside = ((start + cell > top) & (start < bottom))[:, None] & ((start + cell > left) & (start < right))
            out.pred_masks[0, k, -1][sam.torch.from_numpy(inside)] = 10.0
        if "input_boxes" in inputs:  # the first one is the red box
            x, y, across, down = (share * tiny.SIDE for share in red_box(seen[-1]))
            asked = inputs["input_boxes"][0, 0].tolist()
            assert np.allclose(asked, [x - across / 2, y - down / 2, x + across / 2, y + down / 2], atol=1.6)

    monkeypatch.setattr(sam.model, "get_image_embeddings", looked)
    plant(monkeypatch, sam, change)
    height, width = shape
    other = Box(1, height // 2, width // 3, height - 1)
    middle = (width * 0.75, height * 0.75)
    prompts = [Prompt(box=box), Prompt(point=middle), Prompt(box=other), *[Prompt(box=box)] * 20]
    masks = made("segment", f"{family}(model='{folders(family)}')")(with_red(shape, box), prompts)
    assert len(masks) == len(prompts) and all(mask.shape == shape and mask.dtype == bool for mask in masks)
    assert len(seen) == 1, "the picture is looked at once for all prompts"
    coarse = 5 * max(shape) / tiny.SIDE  # pixels of the picture for one of the model's mask, and a little
    for mask, wanted in ((masks[0], box), (masks[2], other), (masks[-1], box)):
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        assert near(Box(columns[0], rows[0], columns[-1] + 1, rows[-1] + 1), wanted, coarse, coarse)
    rows, columns = np.nonzero(masks[1])
    assert abs(rows.mean() - middle[1]) <= coarse and abs(columns.mean() - middle[0]) <= coarse


@pytest.mark.parametrize("shape", SIZES[:2])
def test_sam3_goes_by_words(shape: tuple[int, int], folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    """The surest mask counts; a point beside the words says which of two things is meant; nothing found is empty."""
    sam = loaded("Sam3Model", folders("sam3"), pictures=False, words=True)
    box, seen = a_box(shape), []
    look = sam.model.get_vision_features
    cup = sam.words.convert_tokens_to_ids("cup")

    def looked(pixel_values: Any) -> Any:
        seen.append(pixel_values)
        return look(pixel_values=pixel_values)

    def change(inputs: dict[str, Any], out: Any) -> None:
        side = out.pred_masks.shape[-1]
        torch = sam.torch
        red = torch.nn.functional.interpolate(
            torch.from_numpy(redness(seen[-1]))[None, None], (side, side), mode="area"
        )
        out.pred_masks[0, 4] = red[0, 0] * 20 - 10
        out.pred_masks[0, 1] = 10 - red[0, 0] * 20
        is_cup = cup in inputs["input_ids"][0].tolist()
        out.pred_logits[:] = UNSURE
        out.pred_logits[0, 4], out.pred_logits[0, 1] = (SURE, 2.0) if is_cup else (UNSURE, UNSURE)
        out.presence_logits[:] = SURE

    monkeypatch.setattr(sam.model, "get_vision_features", looked)
    plant(monkeypatch, sam, change)
    prompts = [Prompt(text="red cup"), Prompt(text="ball"), Prompt(text="cup", point=(0.0, 0.0))]
    masks = made("segment", f"sam3(model='{folders('sam3')}')")(with_red(shape, box), prompts)
    wanted = box_mask(box, shape)
    assert overlap(masks[0], wanted) > 0.6
    assert not masks[1].any()
    assert overlap(masks[2], ~wanted) > 0.9
    assert len(seen) == 1


def test_who_reads_no_words_says_who_does(folders: Folders) -> None:
    picture = with_red((64, 64), a_box((64, 64)))
    with pytest.raises(DioramaError, match=r"sam cannot read words \('cup'\).* sam3 or grounded"):
        made("segment", f"sam(model='{folders('sam')}')")(picture, [Prompt(text="cup")])
    with pytest.raises(DioramaError, match="sam3 goes by words"):
        made("segment", f"sam3(model='{folders('sam3')}')")(picture, [Prompt(point=(3.0, 3.0))])


# --- depth -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize(
    ("family", "gives"),
    [("depth_anything", "inverse"), ("metric_depth", "metric"), ("glpn", "metric"), ("zoedepth", "metric")],
)
def test_depth_comes_back_at_the_right_pixels_and_larger_is_farther(
    family: str, gives: str, shape: tuple[int, int], folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The red box is given 4 and all else 1: as an inverse it is four times as near, in metres it is 4 m away."""
    net = loaded("AutoModelForDepthEstimation", folders(family))

    def change(inputs: dict[str, Any], out: Any) -> None:
        torch = net.torch
        seen = torch.from_numpy(redness(inputs["pixel_values"]))[None, None]
        red = torch.nn.functional.interpolate(seen, out.predicted_depth.shape[-2:], mode="nearest")
        out.predicted_depth = 1 + 3 * (red[0] > 0.5).float()

    plant(monkeypatch, net, change)
    big = (shape[0] * 2, shape[1] * 2)
    box = a_box(big)
    depth: DepthMap = made("depth", f"depth_anything(model='{folders(family)}')")(with_red(big, box))
    assert depth.values.shape == big and depth.values.dtype == np.float32
    assert depth.metric == (gives == "metric")
    middle = (int(box.top + box.bottom) // 2, int(box.left + box.right) // 2)
    inside, outside = float(depth.values[middle]), float(depth.values[1, 1])
    assert inside / outside == pytest.approx(0.25 if gives == "inverse" else 4.0, rel=0.02)
    if gives == "metric":
        assert inside == pytest.approx(4.0, rel=0.02)
    half = np.sqrt(inside * outside)
    red = (depth.values < half) if gives == "inverse" else (depth.values > half)
    rows, columns = np.flatnonzero(red.any(axis=1)), np.flatnonzero(red.any(axis=0))
    coarse = max(big) / 32 + 2
    assert near(Box(columns[0], rows[0], columns[-1] + 1, rows[-1] + 1), box, coarse, coarse)


def test_weights_that_do_not_say_which_way_they_run_are_asked_for_it() -> None:
    """DPT comes with weights of both sorts."""
    from types import SimpleNamespace

    from diorama.perceive.providers.depth_anything import given_by

    with pytest.raises(DioramaError, match=r"'dpt' may give depth or its inverse: write gives="):
        given_by(SimpleNamespace(model_type="dpt"), "auto")
    assert given_by(SimpleNamespace(model_type="dpt"), "inverse") == "inverse"
    assert given_by(SimpleNamespace(model_type="depth_anything", depth_estimation_type="metric"), "auto") == "metric"


# --- materials -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", ["clip", "siglip"])
def test_materials_are_said_of_each_mask(family: str, folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty masks, more than go in one pass; those on red are mirrors, the others are wood."""
    net = loaded("AutoModelForZeroShotImageClassification", folders(family), words=True)

    def change(inputs: dict[str, Any], out: Any) -> None:
        values = inputs["pixel_values"]
        assert out.logits_per_image.shape == (len(values), 3)
        middle = values[:, :, 20:44, 20:44].mean(dim=(2, 3))
        red = middle[:, 0] - middle[:, 2] > 1
        out.logits_per_image[:] = 0.0
        out.logits_per_image[red, 0], out.logits_per_image[~red, 2] = 5.0, 5.0

    plant(monkeypatch, net, change)
    shape = (90, 140)
    box = Box(60, 20, 120, 70)
    picture = with_red(shape, box)
    dark = [box_mask(Box(2, 2 + k, 40, 60 + k), shape) for k in range(10)]
    red = [box_mask(Box(62 + k, 22, 80 + k, 68), shape) for k in range(10)]
    masks = [mask for pair in zip(red, dark, strict=True) for mask in pair]
    spec = f"clip(model='{folders(family)}', materials='mirror, glass, matte wood')"
    rows = made("materials", spec)(picture, masks)
    assert [max(row, key=row.__getitem__) for row in rows] == ["mirror", "matte wood"] * 10
    assert all(sum(row.values()) == pytest.approx(1) and list(row) == ["mirror", "glass", "matte wood"] for row in rows)


def test_a_list_of_materials_with_doubles_is_refused_when_it_is_ordered(folders: Folders) -> None:
    spec = read_provider("materials", f"clip(model='{folders('clip')}', materials='mirror, wood, Mirror')")
    with pytest.raises(DioramaError, match="materials: 'Mirror' stands twice"):
        spec.check_settings()


# --- weights ---------------------------------------------------------------------------------------------------------

SPECS = [
    ("detect", "owlv2"),
    ("detect", "grounding_dino"),
    ("segment", "sam"),
    ("segment", "sam2"),
    ("segment", "sam3"),
    ("depth", "depth_anything"),
    ("materials", "clip"),
]


@pytest.mark.parametrize(("role", "name"), SPECS)
def test_missing_weights_are_one_line_and_nothing_is_fetched(
    role: str, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def nobody(*args: Any) -> None:
        raise AssertionError(f"something connects to {args}")

    monkeypatch.setattr(socket.socket, "connect", nobody)
    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DioramaError, match=rf"not on this machine: write {name}\(model='FOLDER'\), or .*download=True"):
        read_provider(role, name).check_settings()
    with pytest.raises(DioramaError, match="there is no folder"):
        read_provider(role, f"{name}(model='./no/such/place')").check_settings()
    picture = with_red((64, 64), a_box((64, 64)))
    asked: dict[str, Sequence[Any]] = {
        "detect": (["cup"],),
        "segment": ([Prompt(box=Box(1, 1, 9, 9), text="cup")],),
        "depth": (),
        "materials": ([np.ones((64, 64), bool)],),
    }
    with pytest.raises(DioramaError):
        read_provider(role, f"{name}(model='nobody/nothing')").make(None)(picture, *asked[role])


def test_pickled_and_incomplete_weights_are_not_read(folders: Folders, tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    whole = folders("owlv2")
    pickled = tmp_path / "pickled"
    shutil.copytree(whole, pickled, ignore=shutil.ignore_patterns("*.safetensors"))
    (pickled / "pytorch_model.bin").write_bytes(b"\x80\x04.")
    with pytest.raises(DioramaError, match=r"no \.safetensors .* pickled weights are not read"):
        read_provider("detect", f"owlv2(model='{pickled}')").check_settings()
    lost = tmp_path / "lost"
    shutil.copytree(whole, lost)
    tensors = load_file(lost / "model.safetensors")
    tensors.pop("class_head.dense0.weight")
    save_file(tensors, lost / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(DioramaError, match=r"not whole: 1 are missing .*class_head\.dense0\.weight"):
        made("detect", f"owlv2(model='{lost}')")(with_red((64, 64), a_box((64, 64))), ["cup"])
    broken = tmp_path / "broken"
    shutil.copytree(whole, broken)
    (broken / "model.safetensors").write_bytes(b"\xff" * 100)
    with pytest.raises(DioramaError, match=r"loading the weights .* failed"):
        made("detect", f"owlv2(model='{broken}')")(with_red((64, 64), a_box((64, 64))), ["cup"])


def test_code_that_comes_with_weights_is_not_run(folders: Folders, tmp_path: Path) -> None:
    folder = tmp_path / "code"
    shutil.copytree(folders("owlv2"), folder)
    mark = tmp_path / "ran"
    (folder / "theirs.py").write_text(f"open({str(mark)!r}, 'w').close()\nclass Theirs: ...\n")
    config = json.loads((folder / "config.json").read_text())
    config |= {"model_type": "theirs", "auto_map": {"AutoConfig": "theirs.Theirs", "AutoModel": "theirs.Theirs"}}
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(DioramaError, match="loading the weights"):
        made("detect", f"owlv2(model='{folder}')")(with_red((64, 64), a_box((64, 64))), ["cup"])
    assert not mark.exists()


def test_devices_that_are_not_there_are_refused(folders: Folders) -> None:
    with pytest.raises(DioramaError, match="no device 'tpu'"):
        read_provider("segment", f"sam(model='{folders('sam')}', device='tpu')").check_settings()
    spec = read_provider("segment", f"sam(model='{folders('sam')}', device='cuda:77')")
    spec.check_settings()
    with pytest.raises(DioramaError, match="no device 'cuda:77' that torch can use"):
        spec.make(None)(with_red((64, 64), a_box((64, 64))), [Prompt(box=Box(1, 1, 9, 9))])


def test_a_model_is_loaded_once(folders: Folders) -> None:
    one, other = (loaded(DETECTION, folders("owlv2"), words=True) for _ in range(2))
    assert one.model is other.model
    assert isinstance(
        made("detect", f"owlv2(model='{folders('owlv2')}', threshold=0.0)")(
            with_red((75, 121), a_box((75, 121))), ["cup"]
        ),
        list,
    )

"""An inpainting pipeline of the diffusers library: it paints in the hole and nowhere else."""

from __future__ import annotations

import json
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diorama.errors import DioramaError
from diorama.perceive.percepts import Box
from diorama.perceive.providers.wishes import box_mask
from diorama.perceive.registry import read_provider
from tests.perceive import tiny
from tests.perceive.planted import with_red


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch: Any = import_module("torch")
    d: Any = import_module("diffusers")
    t = tiny.transformers()
    torch.manual_seed(0)
    unet = d.UNet2DConditionModel(
        sample_size=8, in_channels=9, out_channels=4, block_out_channels=(4, 8), layers_per_block=1, norm_num_groups=2,
        down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"), up_block_types=("CrossAttnUpBlock2D", "UpBlock2D"),
        cross_attention_dim=16, attention_head_dim=4,
    )  # fmt: skip
    vae = d.AutoencoderKL(
        block_out_channels=(4, 4), norm_num_groups=2, down_block_types=("DownEncoderBlock2D",) * 2,
        up_block_types=("UpDecoderBlock2D",) * 2, latent_channels=4,
    )  # fmt: skip
    text = t.CLIPTextModel(t.CLIPTextConfig(**tiny._text(), projection_dim=16))
    folder = tmp_path_factory.mktemp("pipeline") / "tiny"
    d.StableDiffusionInpaintPipeline(
        vae=vae, text_encoder=text, tokenizer=tiny.tokenizer(16), unet=unet, scheduler=d.DDIMScheduler(steps_offset=1),
        safety_checker=None, feature_extractor=None, requires_safety_checker=False,
    ).save_pretrained(folder)  # fmt: skip
    return folder


@pytest.mark.slow  # the library takes a while to import
@pytest.mark.parametrize("shape", [(75, 121), (40, 200)])
def test_only_the_hole_is_painted_and_a_seed_gives_the_same_again(shape: tuple[int, int], pipeline: Path) -> None:
    hole = box_mask(Box(20, 10, 50, 31), shape)
    picture = with_red(shape, Box(20, 10, 50, 31))
    done = []
    for seed in (0, 0, 1):
        spec = read_provider("inpaint", f"diffusers(model='{pipeline}', steps=2, side=64, seed={seed})")
        spec.check_settings()
        done.append(spec.make(None)(picture, hole))
        assert done[-1].shape == picture.shape and (done[-1][~hole] == picture[~hole]).all()
    assert (done[0] == done[1]).all() and (done[0] != done[2]).any()
    assert (done[0][hole] != picture[hole]).any()


def test_what_is_painted_lands_where_the_hole_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pipeline is made to return what it was shown: the picture comes back as it was, but for resizing."""
    from types import SimpleNamespace

    from diorama.perceive.providers import diffusers_inpaint

    shown: list[Any] = []

    def pipe(**asked: Any) -> Any:
        assert asked["image"].size == asked["mask_image"].size == (asked["width"], asked["height"])
        shown.append(np.asarray(asked["mask_image"]) > 0)
        return SimpleNamespace(images=[asked["image"]])

    torch: Any = import_module("torch")
    monkeypatch.setattr(diffusers_inpaint, "_loaded", lambda *told: (torch, pipe))
    shape, box = (75, 121), Box(80, 40, 118, 70)
    picture, hole = with_red(shape, Box(85, 45, 100, 60)), box_mask(box, (75, 121))
    done = read_provider("inpaint", "diffusers(model='x/y', side=256)").make(None)(picture, hole)
    assert np.abs(done.astype(int) - picture).mean() < 1.5
    assert 0.1 < shown[0].mean() < 0.6, "it is shown what is around the hole, and not much more"


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("diffusers", r"diffusers needs weights: diffusers\(model='FOLDER'\)"),
        ("diffusers(model='./nowhere')", "there is no folder"),
        ("diffusers(model='someone/some-inpainting')", "not on this machine"),
        ("diffusers(model='x/y', steps=0)", "1 to 1000 steps"),
    ],
)
def test_what_cannot_be_loaded_is_refused_when_it_is_ordered(spec: str, why: str) -> None:
    with pytest.raises(DioramaError, match=why):
        read_provider("inpaint", spec).check_settings()


@pytest.mark.slow
def test_parts_from_unknown_libraries_are_not_loaded(pipeline: Path, tmp_path: Path) -> None:
    folder = tmp_path / "odd"
    shutil.copytree(pipeline, folder)
    index = json.loads((folder / "model_index.json").read_text())
    (folder / "model_index.json").write_text(json.dumps(index | {"unet": ["evil_module", "Unet"]}))
    hole = box_mask(Box(20, 10, 50, 31), (75, 121))
    with pytest.raises(DioramaError, match="its part unet comes from 'evil_module', not loaded"):
        read_provider("inpaint", f"diffusers(model='{folder}')").make(None)(with_red((75, 121), Box(1, 1, 9, 9)), hole)

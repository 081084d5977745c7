"""An inpainting pipeline of the diffusers library, from a folder or the hub's folder on this machine."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from diorama.errors import DioramaError, short
from diorama.perceive.percepts import Inpaint, Mask, Pixels
from diorama.perceive.providers.fills import checked_hole, pasted
from diorama.perceive.providers.weights import DEVICES, check_folder, device_of, one_line, torch_and
from diorama.perceive.providers.wishes import checked_picture, require
from diorama.perceive.registry import provider
from diorama.sight import Shot

AROUND = 0.75
"""How much of what is around the hole is shown, in sizes of the hole."""
STEP = 8
"""Sides are multiples of so many pixels."""
INDEX = "model_index.json"
LIBRARIES = ("diffusers", "transformers")
_LOADING = threading.Lock()


@provider("inpaint", "diffusers")
def diffusers(
    shot: Shot | None,
    *,
    model: str = "",
    prompt: str = "empty background, nothing there",
    steps: int = 30,
    guidance: float = 7.0,
    side: int = 512,
    seed: int = 0,
    device: str = "auto",
    download: bool = False,
) -> Inpaint:
    """A diffusers inpainting pipeline (Stable Diffusion, SDXL …); `side` is the longer one of what it paints."""
    return _Pipeline(model, prompt, steps, guidance, side, seed, device, download)


@diffusers.check
def _can_paint(*, model: str, steps: int, side: int, device: str, download: bool, seed: int, **others: Any) -> None:
    require("diffusers", "torch", "diffusers", "transformers", "safetensors", extra="diffusion")
    if not DEVICES.fullmatch(device):
        raise DioramaError(f"no device '{short(device, 40)}': use auto, cpu, cuda, cuda:1 … or mps")
    if not 1 <= steps <= 1000 or not 16 <= side <= 4096 or not 0 <= seed < 2**32:
        raise DioramaError("diffusers takes 1 to 1000 steps, a side of 16 to 4096 pixels, a seed from 0 to 2^32 - 1")
    check_folder("diffusers", model, download=download, index=INDEX)


@dataclass(frozen=True)
class _Pipeline:
    model: str
    prompt: str
    steps: int
    guidance: float
    side: int
    seed: int
    device: str
    download: bool

    def __call__(self, picture: Pixels, hole: Mask) -> Pixels:
        picture = checked_picture(picture)
        if not checked_hole(picture, hole).any():
            return picture.copy()
        with _LOADING:
            torch, pipe = _loaded(self.model, self.device, self.download)
        window = _window(hole)
        part, inside = Image.fromarray(picture[window]), Image.fromarray(hole[window])
        scale = self.side / max(part.size)
        width, height = (max(STEP, round(side * scale / STEP) * STEP) for side in part.size)
        with one_line("painting"), torch.inference_mode():
            painted = pipe(
                prompt=self.prompt, image=part.resize((width, height), Image.Resampling.LANCZOS),
                mask_image=inside.convert("L").resize((width, height), Image.Resampling.NEAREST),
                width=width, height=height, num_inference_steps=self.steps, guidance_scale=self.guidance,
                generator=torch.Generator("cpu").manual_seed(self.seed),
            ).images[0]  # fmt: skip
        whole = np.asarray(painted.convert("RGB").resize(part.size, Image.Resampling.LANCZOS), np.uint8)
        return pasted(picture, hole, whole, window)


def _window(hole: Mask) -> tuple[slice, slice]:
    """The part of the picture that the pipeline is shown: nearly square, so that nothing is squeezed."""
    cuts = []
    rows, columns = np.flatnonzero(hole.any(axis=1)), np.flatnonzero(hole.any(axis=0))
    wanted = round((1 + 2 * AROUND) * max(np.ptp(rows), np.ptp(columns)) + 2 * STEP)
    for at, side in ((rows, hole.shape[0]), (columns, hole.shape[1])):
        size = min(side, max(wanted, int(np.ptp(at)) + 1))
        start = min(max(0, int(at[0] + at[-1] + 1 - size) // 2), side - size)
        cuts.append(slice(start, start + size))
    return cuts[0], cuts[1]


@lru_cache(2)
def _loaded(model: str, device: str, download: bool) -> tuple[Any, Any]:
    torch, library = torch_and("diffusers")
    where = device_of(torch, device)
    folder = Path(model).expanduser()
    name = str(folder) if folder.is_dir() else model
    with one_line(f"loading the weights '{short(model, 80)}'"):
        index = library.DiffusionPipeline.load_config(name, local_files_only=not download)
        _check_index(index, model)
        pipe = library.AutoPipelineForInpainting.from_pretrained(
            name, use_safetensors=True, trust_remote_code=False, local_files_only=not download,
            dtype=torch.float32 if where.type == "cpu" else torch.float16,
        )  # fmt: skip
    pipe.set_progress_bar_config(disable=True)
    return torch, pipe.to(where)


def _check_index(index: Any, model: str) -> None:
    """A pipeline's list of parts names parts of known libraries only."""
    for name, part in index.items():
        if isinstance(part, list) and part and part[0] is not None and part[0] not in LIBRARIES:
            raise DioramaError(
                f"'{short(model, 80)}': its part {short(name)} comes from '{short(part[0])}', not loaded"
            )

"""Loading a pipeline: a folder or hub id in the layout of `diffusers`, perhaps with another transformer.

Files are data here: only safetensors are read, and no code that comes with weights is run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from diorama.errors import short
from diorama.imagine.generators.diffusion.libraries import libraries, one_line
from diorama.imagine.generators.diffusion.pipeline import tracked
from diorama.imagine.generators.diffusion.transformer import files_of, load_transformer
from diorama.imagine.generators.protocol import CannotImagine

Precision: TypeAlias = Literal["auto", "bfloat16", "float16", "float32"]
Offload: TypeAlias = Literal["none", "model", "sequential"]
"""What waits in main memory while it is not needed: nothing, whole networks, or all but one layer (slow)."""

PIPELINE = "WanImageToVideoPipeline"
CHANNELS = 36
"""What a Wan image-to-video transformer takes: noise, mask, and the latent of the picture."""
LIBRARIES = ("diffusers", "transformers")


def load_pipeline(
    weights: str,
    *,
    transformer: str | None = None,
    device: str = "auto",
    dtype: Precision = "auto",
    shift: float = 5.0,
    offload: Offload = "model",
) -> Any:
    """A pipeline that is ready to run. Pictures are coded in full precision, whatever the rest is in."""
    torch, diffusers = libraries()
    check_wishes(weights, dtype, offload, transformer)
    with one_line(f"loading the weights '{short(weights)}'", "another dtype, or a machine with more memory"):
        where = torch.device(device if device != "auto" else "cuda" if torch.cuda.is_available() else "cpu")
        precise = getattr(torch, dtype if dtype != "auto" else "float32" if where.type == "cpu" else "bfloat16")
        _check_index(diffusers.DiffusionPipeline.load_config(weights), weights)
        given = {} if transformer is None else {"transformer": load_transformer(transformer, weights, precise)}
        pipe = tracked(getattr(diffusers, PIPELINE)).from_pretrained(
            weights,
            dtype={"vae": torch.float32, "image_encoder": torch.float32, "default": precise},
            use_safetensors=True,
            trust_remote_code=False,
            **given,
        )
        _check_channels(pipe, weights)
        pipe.scheduler = diffusers.UniPCMultistepScheduler.from_config(
            pipe.scheduler.config, prediction_type="flow_prediction", use_flow_sigmas=True, flow_shift=shift
        )
        pipe.set_progress_bar_config(disable=True)
        if where.type == "cpu" or offload == "none":
            pipe.to(where)
        elif offload == "model":
            pipe.enable_model_cpu_offload(device=where)
        else:
            pipe.enable_sequential_cpu_offload(device=where)
    return pipe


def check_wishes(weights: str, dtype: str, offload: str, transformer: str | None = None) -> None:
    """Refuse what can be seen to be wrong before anything is loaded."""
    for wish, known in ((dtype, get_args(Precision)), (offload, get_args(Offload))):
        if wish not in known:
            raise CannotImagine(f"'{short(wish)}' is none of {', '.join(known)}")
    if not Path(weights).is_dir() and not re.fullmatch(r"\w[\w.-]*/\w[\w.-]*", weights):
        raise CannotImagine(
            f"there is no folder '{short(weights)}': name one with a pipeline in the layout of diffusers, or a hub id "
            "such as Wan-AI/Wan2.1-I2V-14B-480P-Diffusers"
        )
    if transformer is not None:
        files_of(transformer)


def _check_index(index: Mapping[str, Any], weights: str) -> None:
    """The list of a pipeline's parts names the right pipeline, and parts of known libraries only."""
    kind = index.get("_class_name")
    if kind != PIPELINE:
        raise CannotImagine(f"'{short(weights)}' is {short(kind)}, not a {PIPELINE}: take Wan image-to-video weights")
    for name, part in index.items():
        if isinstance(part, list) and part and part[0] is not None and part[0] not in LIBRARIES:
            raise CannotImagine(f"'{short(weights)}': its part {short(name)} comes from '{short(part[0])}', not loaded")


def _check_channels(pipe: Any, weights: str) -> None:
    """The transformer is shown the latent of the picture, which is where tracks are injected."""
    shown = pipe.transformer is not None and pipe.transformer.config.in_channels
    if pipe.config.expand_timesteps or shown != CHANNELS:
        raise CannotImagine(
            f"'{short(weights)}' is a Wan that cannot be told tracks: take a 14B image-to-video one, such as Wan 2.1"
        )

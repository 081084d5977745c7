"""A transformer in Wan's own layout, as ATI is released: one safetensors file, or a folder of shards."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from diorama.errors import short
from diorama.imagine.generators.diffusion.libraries import one_line
from diorama.imagine.generators.protocol import CannotImagine

SCALED = ("scale_weight", "weight_scale", "scaled_fp8")
"""In the names of weights that mean something only together with a scale, which nothing here would apply."""


def load_transformer(path: str, base: str, precise: Any) -> Any:
    """The transformer that the pipeline `base` describes, with the weights at `path`.

    The library's own way (`from_single_file`) takes no shards, accepts scaled weights without their scales, and lowers
    the precision of what should keep it; here the result is as if the weights had been in the library's own layout.
    """
    diffusers: Any = import_module("diffusers")
    accelerate: Any = import_module("accelerate")
    kind = diffusers.WanTransformer3DModel
    with one_line(f"loading the transformer '{short(path)}'", "another dtype, or a machine with more memory"):
        files = files_of(path)
        with accelerate.init_empty_weights():
            made = kind.from_config(kind.load_config(base, subfolder="transformer"))
        names = _names(files, made.state_dict())
        missing = sorted(made.state_dict().keys() - names.keys())
        if missing:
            raise CannotImagine(
                f"'{short(path)}' lacks {len(missing)} weights of the transformer, such as {missing[0]}"
            )
        made.load_state_dict(_tensors(files, names, kind, precise), assign=True)
    return made.eval()


def files_of(path: str) -> list[Path]:
    """The safetensors files at a path."""
    here = Path(path)
    found = sorted(here.glob("*.safetensors")) if here.is_dir() else [here]
    if not found or not all(file.is_file() and file.suffix == ".safetensors" for file in found):
        raise CannotImagine(
            f"'{short(path)}' is no safetensors file, nor a folder of them: fetch a transformer in Wan's layout first, "
            "with: hf download bytedance-research/ATI --local-dir ATI"
        )
    return found


def _names(files: list[Path], wanted: Mapping[str, Any]) -> dict[str, str]:
    """Names of weights in the library's layout → in the files."""
    safetensors: Any = import_module("safetensors")
    layouts: Any = import_module("diffusers.loaders.single_file_utils")
    names: list[str] = []
    for file in files:
        with safetensors.safe_open(str(file), framework="pt") as opened:
            names += opened.offset_keys()
    if any(mark in name for name in names for mark in SCALED):
        raise CannotImagine(f"'{short(files[0].name)}' is in scaled fp8: take the file in fp16, bf16 or plain fp8")
    same = {name: name for name in names}
    renamed = same if wanted.keys() <= same.keys() else layouts.convert_wan_transformer_to_diffusers(dict(same))
    return {name: there for name, there in renamed.items() if name in wanted}


def _tensors(files: list[Path], names: Mapping[str, str], kind: Any, precise: Any) -> dict[str, Any]:
    """All weights, each in its precision as soon as it is read: what the library keeps in float32 stays in it."""
    torch: Any = import_module("torch")
    safetensors: Any = import_module("safetensors")
    here = {there: name for name, there in names.items()}
    tensors: dict[str, Any] = {}
    for file in files:
        with safetensors.safe_open(str(file), framework="pt") as opened:
            for there in opened.offset_keys():
                if there in here:
                    full = not set(here[there].split(".")).isdisjoint(kind._keep_in_fp32_modules)
                    tensors[here[there]] = opened.get_tensor(there).to(torch.float32 if full else precise)
    return tensors

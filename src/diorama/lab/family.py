"""Families of models, as data: where their parts are, and how a picture becomes a grid of tokens.

A new family is a value below, in `FAMILIES`. What it needs to tell is where its parts are and in which order it keeps
patches; a test paints one patch and looks for it where the order says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np

from diorama.errors import DioramaError
from diorama.lab.grid import Grid, Order, in_blocks

Tensors = Mapping[str, Any]


@dataclass(frozen=True)
class Family:
    """Where the parts of a model are (paths of modules), and how its grid is found."""

    name: str
    model_types: tuple[str, ...]
    """What `config.json` calls them."""
    embedding: str
    """What turns pixels into patches."""
    blocks: str
    """The list of vision blocks."""
    merger: str
    """What turns patches into tokens: a merger or a projector."""
    grid: Callable[[Any, Tensors, tuple[int, int]], Grid]
    """The model, its inputs, and the picture's width and height → the grid."""
    deepstack: str = ""
    """The list of mergers that take further features from early blocks to the first layers."""
    language: str = "model.language_model"
    """The language model; its `layers` have a `self_attn` each."""
    vision_attention: str = "attn"
    """The attention within a vision block."""
    processing: Mapping[str, Any] = field(default_factory=dict)
    """What the processor is told, so that a picture stays one grid."""
    thought_begins: str = "<think>"
    thought_ends: str = "</think>"
    """After the last of these in a reply, the answer begins."""

    def taps(self, model: Any) -> tuple[int, ...]:
        """The vision blocks from whose output the deep-stack mergers take their features."""
        if not self.deepstack:
            return ()
        return tuple(int(k) for k in model.config.vision_config.deepstack_visual_indexes)


def part_of(model: Any, path: str) -> Any:
    """A part of a model by the path of its attributes.

    >>> part_of("text", "upper.__name__")
    'upper'
    """
    for name in path.split("."):
        model = getattr(model, name)
    return model


def _image_places(model: Any, inputs: Tensors) -> Order:
    """Where in the sequence the tokens of the picture are."""
    ids = inputs["input_ids"][0].cpu().numpy()
    return np.flatnonzero(ids == model.config.image_token_id)


def _qwen_shape(model: Any, inputs: Tensors) -> tuple[int, int, int]:
    """Rows and columns of patches, and how many are merged."""
    grids = inputs["image_grid_thw"].tolist()
    if len(grids) != 1 or grids[0][0] != 1:
        raise DioramaError(f"the laboratory looks at questions with one picture; got {len(grids)}")
    return int(grids[0][1]), int(grids[0][2]), int(model.config.vision_config.spatial_merge_size)


def _blockwise(model: Any, inputs: Tensors, size: tuple[int, int]) -> Grid:
    rows, columns, merge = _qwen_shape(model, inputs)
    tokens = np.arange(rows * columns // merge**2)
    return Grid(*size, rows, columns, merge, in_blocks(rows, columns, merge), tokens, _image_places(model, inputs))


def _windowed(model: Any, inputs: Tensors, size: tuple[int, int]) -> Grid:
    """Qwen2.5-VL keeps patches window by window, and puts tokens back in order after its merger."""
    rows, columns, merge = _qwen_shape(model, inputs)
    vision = model.config.vision_config
    library: Any = import_module("transformers.vision_utils")
    index, _ = library.get_vision_window_index(
        inputs["image_grid_thw"].cpu(), spatial_merge_size=merge, window_size=vision.window_size,
        patch_size=vision.patch_size,
    )  # fmt: skip
    windows = np.asarray(index.numpy())
    patches = in_blocks(rows, columns, merge).reshape(-1, merge**2)[windows].reshape(-1)
    return Grid(*size, rows, columns, merge, patches, windows, _image_places(model, inputs))


def _one_tile(model: Any, inputs: Tensors, size: tuple[int, int]) -> Grid:
    """InternVL: a square tile with a class token in front, and patches in raster order until they are merged."""
    if inputs["pixel_values"].shape[0] != 1:
        raise DioramaError("the laboratory looks at questions with one picture, as one tile")
    vision = model.config.vision_config
    (tall, wide), (down, across) = _pair(vision.image_size), _pair(vision.patch_size)
    rows, columns, merge = tall // down, wide // across, round(1 / model.config.downsample_ratio)
    tokens = np.arange(rows * columns // merge**2)
    return Grid(
        *size, rows, columns, merge, np.arange(rows * columns), tokens, _image_places(model, inputs), before=1
    )  # fmt: skip


def _pair(size: Any) -> tuple[int, int]:
    return (int(size[0]), int(size[1])) if isinstance(size, list | tuple) else (int(size), int(size))


QWEN3_VL = Family(
    "Qwen3-VL", ("qwen3_vl", "qwen3_vl_moe"), "model.visual.patch_embed", "model.visual.blocks", "model.visual.merger",
    _blockwise, deepstack="model.visual.deepstack_merger_list",
)  # fmt: skip
QWEN25_VL = Family(
    "Qwen2.5-VL", ("qwen2_5_vl",), "model.visual.patch_embed", "model.visual.blocks", "model.visual.merger", _windowed,
)  # fmt: skip
INTERNVL = Family(
    "InternVL", ("internvl",), "model.vision_tower.embeddings", "model.vision_tower.encoder.layer",
    "model.multi_modal_projector", _one_tile, vision_attention="attention", processing={"crop_to_patches": False},
)  # fmt: skip
FAMILIES = (QWEN3_VL, QWEN25_VL, INTERNVL)


def family_of(model_type: str) -> Family:
    """The family of a model by what its configuration calls it."""
    for family in FAMILIES:
        if model_type in family.model_types:
            return family
    known = ", ".join(kind for family in FAMILIES for kind in family.model_types)
    raise DioramaError(f"the laboratory does not know models of the type '{model_type}'; it knows {known}")

"""Depth Anything V2 and other networks of the transformers library that estimate depth.

Some give metres, some the inverse of depth, of which neither unit nor zero is known. All come out as larger is farther.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from diorama.errors import DioramaError
from diorama.perceive.percepts import Depth, DepthMap, Pixels
from diorama.perceive.providers.weights import Loaded, check_weights, load, one_line
from diorama.perceive.providers.wishes import checked_picture
from diorama.perceive.registry import provider
from diorama.sight import Shot

Gives = Literal["auto", "inverse", "relative", "metric"]
KNOWN = {"zoedepth": "metric", "glpn": "metric", "depth_pro": "metric"}
"""What families of models give, where that is the same for all their weights."""
FARTHEST = 1000.0
"""How many times as far as the nearest thing something is at most, where a network gives the inverse of depth."""


@provider("depth", "depth_anything")
def depth_anything(
    shot: Shot | None,
    *,
    model: str = "depth-anything/Depth-Anything-V2-Small-hf",
    gives: Gives = "auto",
    device: str = "auto",
    download: bool = False,
) -> Depth:
    """Depth Anything V2, ZoeDepth, GLPN, DPT …: whatever transformers loads for depth."""
    return _Network(model, gives, device, download)


@depth_anything.check
def _can_look(*, model: str, device: str, download: bool, **others: Any) -> None:
    check_weights("depth_anything", model=model, device=device, download=download)


@dataclass(frozen=True)
class _Network:
    model: str
    gives: Gives
    device: str
    download: bool

    def __call__(self, picture: Pixels) -> DepthMap:
        picture = checked_picture(picture)
        net = load("AutoModelForDepthEstimation", self.model, device=self.device, download=self.download)
        gives = given_by(net.model.config, self.gives)
        seen = net.pictures(Image.fromarray(picture), return_tensors="pt")
        told = net.run(pixel_values=seen["pixel_values"])
        return as_depth(_whole(net, told, picture.shape), gives)


def given_by(config: Any, told: str) -> str:
    """Whether a network gives metres, relative depth or the inverse of depth; `told` counts if it is not ``auto``."""
    if told != "auto":
        return told
    sort = getattr(config, "depth_estimation_type", None)
    if sort in ("relative", "metric"):
        return "metric" if sort == "metric" else "inverse"
    if config.model_type not in KNOWN:
        raise DioramaError(
            f"weights of the family '{config.model_type}' may give depth or its inverse: write gives='inverse' (as "
            "those trained like MiDaS), gives='metric' (metres) or gives='relative'"
        )
    return KNOWN[config.model_type]


def as_depth(values: NDArray[np.float32], gives: str) -> DepthMap:
    """What a network gave as a depth map: larger is farther."""
    if gives == "inverse":
        nearest = float(values.max(initial=0.0, where=np.isfinite(values)))
        if nearest <= 0:
            return DepthMap(np.full(values.shape, np.nan, np.float32), metric=False)
        values = 1 / np.maximum(values / nearest, 1 / FARTHEST)
    elif gives == "metric":
        values = np.where(values > 0, values, np.nan)
    return DepthMap(values.astype(np.float32), metric=gives == "metric")


def _whole(net: Loaded, told: Any, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """What a network gave, in the picture's size and without what was added around it to fit the network."""
    height, width = shape[:2]
    with one_line("bringing the depth back to the picture's size"):
        if net.model.config.model_type == "depth_pro":  # whose numbers become depth with the angle of view
            grown = net.pictures.post_process_depth_estimation(told, target_sizes=[(height, width)])
            return np.asarray(grown[0]["predicted_depth"].float().cpu().numpy(), np.float32)
        raw = told.predicted_depth.float()
        down, right = _edges(net, height, width)
        grown = net.torch.nn.functional.interpolate(
            raw.reshape(1, 1, *raw.shape[-2:]), (height + 2 * down, width + 2 * right), mode="bilinear",
            align_corners=False,
        )  # fmt: skip
        return np.asarray(grown[0, 0, down : down + height, right : right + width].cpu().numpy(), np.float32)


def _edges(net: Loaded, height: int, width: int) -> tuple[int, int]:
    """Pixels that ZoeDepth adds on every side, above and below, left and right."""
    if net.model.config.model_type != "zoedepth" or not getattr(net.pictures, "do_pad", True):
        return 0, 0
    return int(np.sqrt(height / 2) * 3), int(np.sqrt(width / 2) * 3)

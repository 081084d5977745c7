"""CLIP and SigLIP: what surfaces are made of, by which of several names fits a cut-out best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from diorama.errors import DioramaError
from diorama.perceive.fill import window_around
from diorama.perceive.percepts import Mask, Materials, Pixels
from diorama.perceive.providers.weights import Loaded, check_weights, load
from diorama.perceive.providers.wishes import checked_picture, listed
from diorama.perceive.registry import provider
from diorama.sight import Shot

MATERIALS = "mirror, glass, polished metal, glossy surface, matte wood, fabric, plastic, ceramic, paper, stone"
AROUND = 0.15
"""How much of what is around a mask is shown, in sizes of its box."""
DIMMED = 0.35
"""Of the contrast of what is around a mask: that it is a part of something tells its material, and not too loudly."""
TOGETHER = 16
"""Cut-outs that are looked at in one pass."""
LONGEST = 64
"""Tokens, for tokenizers that do not say what their model reads."""


@provider("materials", "clip")
def clip(
    shot: Shot | None,
    *,
    model: str = "openai/clip-vit-base-patch32",
    materials: str = MATERIALS,
    template: str = "a photo of a surface made of {}",
    device: str = "auto",
    download: bool = False,
) -> Materials:
    """CLIP, SigLIP or SigLIP 2; the numbers of a mask sum to 1."""
    return _Clip(model, tuple(listed(materials, "materials")), template, device, download)


@clip.check
def _can_look(*, model: str, materials: str, device: str, download: bool, **others: Any) -> None:
    if len(listed(materials, "materials")) < 2:
        raise DioramaError("materials: give at least two names, with commas between them")
    check_weights("clip", model=model, device=device, download=download)


@dataclass(frozen=True)
class _Clip:
    model: str
    materials: tuple[str, ...]
    template: str
    device: str
    download: bool

    def __call__(self, picture: Pixels, masks: Sequence[Mask]) -> list[Mapping[str, float]]:
        picture = checked_picture(picture)
        if any(mask.shape != picture.shape[:2] for mask in masks):
            raise DioramaError("the masks and the picture are of different sizes")
        if not all(mask.any() for mask in masks):
            raise DioramaError("there is nothing in one of the masks")
        if not masks:
            return []
        net = load("AutoModelForZeroShotImageClassification", self.model, device=self.device, download=self.download,
                   words=True)  # fmt: skip
        tokens = self._tokens(net)
        found: list[Mapping[str, float]] = []
        for group in _groups([_cut_out(picture, mask) for mask in masks]):
            seen = net.pictures(group, return_tensors="pt")
            told = net.run(**dict(seen), **tokens)
            # SigLIP gives each name a probability of its own; which of them fits best is asked here
            shares = told.logits_per_image.float().softmax(dim=-1).cpu().numpy().astype(float)
            found += [dict(zip(self.materials, (row / row.sum()).tolist(), strict=True)) for row in shares]
        return found

    def _tokens(self, net: Loaded) -> dict[str, Any]:
        text = net.model.config.text_config
        longest = min(int(getattr(text, "max_position_embeddings", LONGEST)), int(net.words.model_max_length))
        made = net.words(
            [self.template.replace("{}", name) for name in self.materials],
            padding="max_length", truncation=True, max_length=longest, return_tensors="pt",
        )  # fmt: skip
        is_siglip = net.model.config.model_type.startswith("siglip")  # trained with its padding seen
        names = ("input_ids",) if is_siglip else ("input_ids", "attention_mask")
        return {name: made[name] for name in names if name in made}


def _cut_out(picture: Pixels, mask: Mask) -> Image.Image:
    """What a mask shows, in a square, with what is around it dimmed."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    window = window_around(mask, round(AROUND * max(np.ptp(rows), np.ptp(columns))) + 1)
    part, own = picture[window].astype(np.float32), mask[window]
    mean = part[own].mean(axis=0)
    shown = np.where(own[..., None], part, mean + DIMMED * (part - mean)).round().clip(0, 255).astype(np.uint8)
    side = max(shown.shape[:2])
    square = Image.new("RGB", (side, side), tuple(int(each) for each in mean))
    square.paste(Image.fromarray(shown), ((side - shown.shape[1]) // 2, (side - shown.shape[0]) // 2))
    return square


def _groups(cut_outs: Sequence[Image.Image]) -> Iterator[list[Image.Image]]:
    for start in range(0, len(cut_outs), TOGETHER):
        yield list(cut_outs[start : start + TOGETHER])

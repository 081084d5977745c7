"""SAM 2 (and EdgeTAM): the pixels of a thing by a box or a point, from weights of the transformers library.

Its own picture processor needs torchvision; what that does is little, and is done here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from diorama.perceive.percepts import Mask, Pixels, Prompt, Segment
from diorama.perceive.providers.sam import answered
from diorama.perceive.providers.weights import Loaded, check_weights, load, size_of
from diorama.perceive.providers.wishes import checked_picture, checked_prompts
from diorama.perceive.registry import provider
from diorama.sight import Shot

MEAN, SPREAD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
"""Of the colours of the pictures that it was trained on."""


@provider("segment", "sam2")
def sam2(
    shot: Shot | None, *, model: str = "facebook/sam2.1-hiera-base-plus", device: str = "auto", download: bool = False
) -> Segment:
    """SAM 2."""
    return _Sam2(model, device, download)


@sam2.check
def _can_look(*, model: str, device: str, download: bool) -> None:
    check_weights("sam2", model=model, device=device, download=download)


@dataclass(frozen=True)
class _Sam2:
    model: str
    device: str
    download: bool

    def __call__(self, picture: Pixels, prompts: Sequence[Prompt]) -> list[Mask]:
        picture = checked_picture(picture)
        checked_prompts(prompts, picture.shape, "sam2", words=False)
        if not prompts:
            return []
        sam = load("AutoModelForMaskGeneration", self.model, device=self.device, download=self.download,
                   pictures=False)  # fmt: skip
        side = size_of(sam.model.config.prompt_encoder_config.image_size, 1024)
        height, width = picture.shape[:2]
        looked = sam.run(sam.model.get_image_embeddings, pixel_values=stretched(sam, picture, side, MEAN, SPREAD))
        masks: list[Mask] = [np.zeros((height, width), bool)] * len(prompts)
        for which, best in answered(sam, looked, prompts, (side / width, side / height)):
            masks[which] = whole_mask(sam, best, picture.shape)
        return masks


def stretched(loaded: Loaded, picture: Pixels, side: int, mean: Sequence[float], spread: Sequence[float]) -> Any:
    """A picture as a square, whatever its shape, in colours as the model wants them."""
    small = np.asarray(Image.fromarray(picture).resize((side, side), Image.Resampling.BILINEAR), np.float32) / 255
    small = (small - np.asarray(mean, np.float32)) / np.asarray(spread, np.float32)
    return loaded.torch.from_numpy(np.moveaxis(small, -1, 0)[None].copy())


def whole_mask(loaded: Loaded, logits: Any, shape: tuple[int, ...]) -> Mask:
    """A small mask of a stretched picture in the picture's own size."""
    grown = loaded.torch.nn.functional.interpolate(
        logits[None, None].float(), shape[:2], mode="bilinear", align_corners=False
    )
    return np.asarray(grown[0, 0].numpy() > 0, bool)

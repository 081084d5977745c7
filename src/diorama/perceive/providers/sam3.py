"""SAM 3: the pixels of a thing by words, from weights of the transformers library.

Its own picture processor needs torchvision; what that does is little, and is done here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from diorama.errors import DioramaError
from diorama.perceive.percepts import Mask, Pixels, Prompt, Segment
from diorama.perceive.providers.sam2 import stretched, whole_mask
from diorama.perceive.providers.weights import check_weights, load, size_of
from diorama.perceive.providers.wishes import box_of, checked_picture, checked_prompts, shared
from diorama.perceive.registry import provider
from diorama.sight import Shot

MEAN = SPREAD = (0.5, 0.5, 0.5)
LONGEST = 32
"""Tokens that it reads."""


@provider("segment", "sam3")
def sam3(
    shot: Shot | None,
    *,
    model: str = "facebook/sam3",
    threshold: float = 0.5,
    device: str = "auto",
    download: bool = False,
) -> Segment:
    """SAM 3 by words; a box or a point beside them says which of several things is meant."""
    return _Sam3(model, threshold, device, download)


@sam3.check
def _can_look(*, model: str, device: str, download: bool, **others: Any) -> None:
    check_weights("sam3", model=model, device=device, download=download)


@dataclass(frozen=True)
class _Sam3:
    model: str
    threshold: float
    device: str
    download: bool

    def __call__(self, picture: Pixels, prompts: Sequence[Prompt]) -> list[Mask]:
        picture = checked_picture(picture)
        checked_prompts(prompts, picture.shape, "sam3", words=True)
        if any(not prompt.text.strip() for prompt in prompts):
            raise DioramaError("sam3 goes by words: give each prompt a text, or take sam, sam2 or grabcut for places")
        if not prompts:
            return []
        sam = load("Sam3Model", self.model, device=self.device, download=self.download, pictures=False, words=True)
        side = size_of(sam.model.config.vision_config.backbone_config.image_size, 1008)
        looked = sam.run(sam.model.get_vision_features, pixel_values=stretched(sam, picture, side, MEAN, SPREAD))
        masks: list[Mask] = []
        for prompt in prompts:
            tokens = sam.words(
                prompt.text.strip(), padding="max_length", truncation=True, max_length=LONGEST, return_tensors="pt"
            )
            told = sam.run(vision_embeds=looked, input_ids=tokens["input_ids"], attention_mask=tokens["attention_mask"])
            sure = (told.pred_logits[0].float().sigmoid() * told.presence_logits[0].float().sigmoid()).cpu().numpy()
            small = told.pred_masks[0].float().cpu()
            found = [k for k in np.argsort(-sure, kind="stable").tolist() if sure[k] >= self.threshold]
            whole = (whole_mask(sam, small[k], picture.shape) for k in found)
            masks.append(_meant(prompt, whole, picture.shape))
        return masks


def _meant(prompt: Prompt, masks: Any, shape: tuple[int, ...]) -> Mask:
    """Of masks, the surest first, the one that a prompt means; an empty one if there is none."""
    best, nothing = 0.0, np.zeros(shape[:2], bool)
    chosen = nothing
    for mask in masks:
        if prompt.point is not None and not mask[int(prompt.point[1]), int(prompt.point[0])]:
            continue
        if prompt.box is None:
            return np.asarray(mask, bool)
        around = box_of(mask)
        fits = 0.0 if around is None else shared(around, prompt.box)
        if fits > best:
            best, chosen = fits, mask
    return chosen

"""SAM: the pixels of a thing by a box or a point, from weights of the transformers library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from diorama.perceive.percepts import Mask, Pixels, Prompt, Segment
from diorama.perceive.providers.weights import Loaded, check_weights, load
from diorama.perceive.providers.wishes import checked_picture, checked_prompts
from diorama.perceive.registry import provider
from diorama.sight import Shot

TOGETHER = 16
"""Prompts that are answered in one pass."""


@provider("segment", "sam")
def sam(
    shot: Shot | None, *, model: str = "facebook/sam-vit-base", device: str = "auto", download: bool = False
) -> Segment:
    """SAM."""
    return _Sam(model, device, download)


@sam.check
def _can_look(*, model: str, device: str, download: bool) -> None:
    check_weights("sam", model=model, device=device, download=download)


@dataclass(frozen=True)
class _Sam:
    model: str
    device: str
    download: bool

    def __call__(self, picture: Pixels, prompts: Sequence[Prompt]) -> list[Mask]:
        picture = checked_picture(picture)
        checked_prompts(prompts, picture.shape, "sam", words=False)
        if not prompts:
            return []
        sam = load("AutoModelForMaskGeneration", self.model, device=self.device, download=self.download)
        seen = sam.pictures(Image.fromarray(picture), return_tensors="pt")
        rows, columns = (int(side) for side in seen["reshaped_input_sizes"][0])
        height, width = picture.shape[:2]
        looked = sam.run(sam.model.get_image_embeddings, pixel_values=seen["pixel_values"])
        masks: list[Mask] = [np.zeros((height, width), bool)] * len(prompts)
        for which, best in answered(sam, looked, prompts, (columns / width, rows / height)):
            whole = sam.pictures.post_process_masks(
                [best[None, None]], seen["original_sizes"], seen["reshaped_input_sizes"]
            )
            masks[which] = np.asarray(whole[0][0, 0].numpy(), bool)
        return masks


def answered(
    loaded: Loaded, looked: Any, prompts: Sequence[Prompt], scale: tuple[float, float]
) -> Iterator[tuple[int, Any]]:
    """For each prompt, by its number, the model's own small mask as logits; prompts of one form go together."""
    forms: dict[tuple[bool, bool], list[int]] = {}
    for which, prompt in enumerate(prompts):
        forms.setdefault((prompt.box is not None, prompt.point is not None), []).append(which)
    for (boxed, pointed), all_of_them in forms.items():
        for start in range(0, len(all_of_them), TOGETHER):
            group = all_of_them[start : start + TOGETHER]
            asked: dict[str, Any] = {}
            if boxed:
                asked["input_boxes"] = _scaled(loaded, [prompts[k].box for k in group], scale * 2)
            if pointed:
                asked["input_points"] = _scaled(loaded, [prompts[k].point for k in group], scale)[:, :, None]
                asked["input_labels"] = loaded.torch.ones(asked["input_points"].shape[:3], dtype=loaded.torch.int)
            # a point may mean a thing or a part of it: of three masks the one that the model itself is surest of counts
            told = loaded.run(image_embeddings=looked, multimask_output=not boxed, **asked)
            sure, masks = told.iou_scores[0].float().cpu(), told.pred_masks[0].float().cpu()
            for k, which in enumerate(group):
                yield which, masks[k, int(sure[k].argmax())]


def _scaled(loaded: Loaded, places: Sequence[Any], scale: Sequence[float]) -> Any:
    """Places in pixels of the picture as the model wants them, one picture with many prompts."""
    return loaded.torch.tensor([[np.multiply(place, scale).tolist() for place in places]], dtype=loaded.torch.float32)

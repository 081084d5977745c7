"""OWLv2 (and OWL-ViT): things by their names, from weights of the transformers library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from diorama.perceive.percepts import Detect, Found, Pixels
from diorama.perceive.providers.weights import check_weights, load
from diorama.perceive.providers.wishes import checked_names, checked_picture, clipped, distinct
from diorama.perceive.registry import provider
from diorama.sight import Shot

OVERLAP = 0.6
"""Two boxes with one name that share more of their union are one thing."""
SQUARE = ("owlv2",)
"""Models that see the picture in the corner of a grey square; the others see it stretched."""


@provider("detect", "owlv2")
def owlv2(
    shot: Shot | None,
    *,
    model: str = "google/owlv2-base-patch16-ensemble",
    threshold: float = 0.2,
    template: str = "a photo of a {}",
    device: str = "auto",
    download: bool = False,
) -> Detect:
    """OWLv2 or OWL-ViT."""
    return _Owl(model, threshold, template, device, download)


@owlv2.check
def _can_look(*, model: str, device: str, download: bool, **others: Any) -> None:
    check_weights("owlv2", model=model, device=device, download=download)


@dataclass(frozen=True)
class _Owl:
    model: str
    threshold: float
    template: str
    device: str
    download: bool

    def __call__(self, picture: Pixels, names: Sequence[str]) -> list[Found]:
        names, picture = checked_names(names), checked_picture(picture)
        owl = load("AutoModelForZeroShotObjectDetection", self.model, device=self.device, download=self.download,
                   words=True)  # fmt: skip
        longest = owl.model.config.text_config.max_position_embeddings
        tokens = owl.words(
            [self.template.replace("{}", name) for name in names],
            padding="max_length", truncation=True, max_length=longest, return_tensors="pt",
        )  # fmt: skip
        seen = owl.pictures(Image.fromarray(picture), return_tensors="pt")
        told = owl.run(
            input_ids=tokens["input_ids"], attention_mask=tokens["attention_mask"], pixel_values=seen["pixel_values"]
        )
        scores = told.logits[0].float().sigmoid().cpu().numpy()
        middles = told.pred_boxes[0].float().cpu().numpy()
        height, width = picture.shape[:2]
        if owl.model.config.model_type in SQUARE:
            height = width = max(height, width)
        found = []
        for query, which in zip(*(scores >= self.threshold).nonzero(), strict=True):
            x, y, across, down = middles[query].tolist()
            edges = ((x - across / 2) * width, (y - down / 2) * height, (x + across / 2) * width,
                     (y + down / 2) * height)  # fmt: skip
            if which == scores[query].argmax() and (box := clipped(edges, picture.shape)):
                found.append(Found(names[which], box, float(scores[query, which])))
        return distinct(found, OVERLAP)

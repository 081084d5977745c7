"""Grounded: the pixels of a thing by words, where one provider finds its box and another its pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from diorama.perceive.kept import provider_of
from diorama.perceive.percepts import Box, Detect, Mask, Pixels, Prompt, Segment
from diorama.perceive.providers.wishes import checked_picture, checked_prompts, shared
from diorama.perceive.registry import provider, read_provider
from diorama.sight import Shot


@provider("segment", "grounded")
def grounded(shot: Shot | None, *, detect: str = "owlv2", segment: str = "grabcut") -> Segment:
    """Words by a provider of detection, their boxes by one of segmentation."""
    return _Grounded(
        provider_of(read_provider("detect", detect), shot), provider_of(read_provider("segment", segment), shot)
    )


@grounded.check
def _can_look(*, detect: str, segment: str) -> None:
    read_provider("detect", detect).check_settings()
    read_provider("segment", segment).check_settings()


@dataclass(frozen=True)
class _Grounded:
    detect: Detect
    segment: Segment

    def __call__(self, picture: Pixels, prompts: Sequence[Prompt]) -> list[Mask]:
        picture = checked_picture(picture)
        checked_prompts(prompts, picture.shape, "grounded", words=True)
        boxes = self._boxes(picture, prompts)
        placed = {
            which: Prompt(boxes.get(which, prompt.box), prompt.point)
            for which, prompt in enumerate(prompts)
            if not prompt.text.strip() or which in boxes
        }
        masks = self.segment(picture, list(placed.values())) if placed else []
        found = dict(zip(placed, masks, strict=True))
        return [found.get(which, np.zeros(picture.shape[:2], bool)) for which in range(len(prompts))]

    def _boxes(self, picture: Pixels, prompts: Sequence[Prompt]) -> dict[int, Box]:
        """Where the words of prompts are, by the prompt's number: what is surest, or fits the box or point beside."""
        words = {which: " ".join(p.text.split()) for which, p in enumerate(prompts) if p.text.strip()}
        names: dict[str, str] = {}
        for text in words.values():
            names.setdefault(text.casefold(), text)
        found = self.detect(picture, list(names.values())) if names else []
        boxes = {}
        for which, text in words.items():
            prompt = prompts[which]
            fitting = [
                (0.0 if prompt.box is None else shared(each.box, prompt.box), each.confidence, each.box)
                for each in found
                if each.label.casefold() == text.casefold() and _holds(each.box, prompt.point)
            ]
            if fitting:
                boxes[which] = max(fitting)[2]
        return boxes


def _holds(box: Box, point: tuple[float, float] | None) -> bool:
    return point is None or (box.left <= point[0] < box.right and box.top <= point[1] < box.bottom)

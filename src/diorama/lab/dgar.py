"""DGAR: how much of the attention to a picture falls on the region where the answer lies in depth.

At the moment of answering, the last place attends to the picture; of that, DGAR is the share on the depth-correct
region, TF the share on the target and IRR that on the rest, in every layer and head (the paper's Eq. 1–3).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.data import Sample
from diorama.lab.attention import last_attention
from diorama.lab.examples import Example
from diorama.lab.prompt import Prompt
from diorama.lab.regions import Look, MarginRule, Regions, regions_of, rule_of, scene_of
from diorama.lab.subject import Subject

Array = NDArray[np.float32]

BEST_HEADS = 5
"""Heads of the peak layer whose attention is drawn, as in the paper."""
PARTS = ("target", "correct", "irrelevant")


class Mode(StrEnum):
    """Where most of the attention falls."""

    FIXATION = "target fixation"
    AWARE = "depth-aware"
    DISPERSED = "attention dispersed"


MODES = dict(zip(PARTS, (Mode.FIXATION, Mode.AWARE, Mode.DISPERSED), strict=True))


@dataclass(frozen=True)
class Dgar:
    """The instrument."""

    margin: MarginRule = "scaled"
    look_at: Look = scene_of
    source: str = "exact"
    name: str = "dgar"
    answers: bool = True

    def setting(self) -> dict[str, Any]:
        return {"margin": self.margin, "regions": self.source}

    def check(self, subject: Subject) -> None:
        """Its settings fit every model."""

    def look(self, subject: Subject, sample: Sample, prompt: Prompt) -> Example:
        """The shares of each layer and head, and the picture's attention that is drawn."""
        grid = prompt.grid
        scene = self.look_at(sample, grid.width, grid.height)
        regions = regions_of(scene, rule_of(sample.task), grid, "tokens", self.margin)
        for part in PARTS:
            regions.named(part)
        attention = last_attention(subject, prompt)
        shares = shares_of(attention.weights, regions)
        facts = {
            "chance": regions.chance, "area": {part: int(getattr(regions, part).sum()) for part in PARTS},
            "margin": regions.margin, "fell back": regions.fell_back, "mode": mode_of(shares).value,
            "on the picture": float(attention.share.mean()),
        }  # fmt: skip
        arrays = {
            **{part: share.astype(np.float32) for part, share in shares.items()},
            "heat": heat_of(attention.weights, shares["correct"]).astype(np.float32).reshape(grid.shape("tokens")),
            "regions": sum(k * getattr(regions, part).astype(np.uint8) for k, part in enumerate(PARTS, 1)),
        }
        if regions.answer is not None and regions.answer.any():
            arrays["answer"] = attention.weights[:, :, regions.answer.reshape(-1)].sum(-1)
            facts["answer area"] = float(regions.answer.mean())
        return Example(facts, arrays)


def shares_of(weights: Array, regions: Regions) -> dict[str, Array]:
    """Of the attention to reliable tokens, the share on each region: layers × heads."""
    sums = {part: weights[:, :, getattr(regions, part).reshape(-1)].sum(-1, dtype=np.float64) for part in PARTS}
    whole = np.maximum(np.sum(list(sums.values()), axis=0), 1e-12)
    return {part: (value / whole).astype(np.float32) for part, value in sums.items()}


def mode_of(shares: Mapping[str, Array]) -> Mode:
    """Where most of the attention falls, over all layers and heads: the winner takes all."""
    return MODES[max(PARTS, key=lambda part: float(shares[part].mean()))]


def heat_of(weights: Array, correct: Array) -> Array:
    """Attention to each token, by the heads with the highest DGAR in the layer where it is highest on average."""
    layer = int(correct.mean(axis=1).argmax())
    heads = np.argsort(-correct[layer], kind="stable")[:BEST_HEADS]
    heat: Array = weights[layer, heads].mean(axis=0)
    return heat

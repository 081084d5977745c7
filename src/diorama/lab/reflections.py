"""The case study of reflections: do late vision blocks, and the layer where picture and words meet, look at mirror
images?

After the paper's appendix H, with what exact worlds add: how much attention falls on the true mirror images, on those
that are missing, and on the things themselves, over a whole set and not in one picture only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import label

from diorama.ask.question import question_of
from diorama.data import Sample
from diorama.lab.attention import last_attention
from diorama.lab.examples import Example
from diorama.lab.family import part_of
from diorama.lab.grid import Grid, Level
from diorama.lab.prompt import Prompt, prepare
from diorama.lab.regions import NoRegion
from diorama.lab.self_attention import received_attention
from diorama.lab.subject import Subject
from diorama.sight import View

Mask = NDArray[np.bool_]
Array = NDArray[np.float64]

PAPER_BLOCKS, PAPER_DEPTH = 7, 27
"""The paper looks at seven blocks of 27 …"""
PAPER_BRIDGE, PAPER_LAYERS = 20, 36
"""… and at layer 20 of 36. Models of another depth are looked at in the same part."""
ABOVE = 1.0
"""A cell belongs to a cluster if its attention is so many standard deviations above the mean of the picture."""
COUNTERFACTUAL = "Suppose that no surface in this scene mirrored anything, so that all of them were dull."
AREAS = ("images", "missing", "things", "rest")


@dataclass(frozen=True)
class Reflect:
    """The instrument."""

    name: str = "reflect"
    answers: bool = True

    def setting(self) -> dict[str, Any]:
        return {"above": ABOVE, "counterfactual": COUNTERFACTUAL}

    def check(self, subject: Subject) -> None:
        """Its settings fit every model."""

    def look(self, subject: Subject, sample: Sample, prompt: Prompt) -> Example:
        """Maps of late blocks and of the bridge layer, their clusters, and what they fall on."""
        grid = prompt.grid
        areas = areas_of(sample, grid)
        blocks = len(part_of(subject.model, subject.family.blocks))
        late = received_attention(subject, prompt, max(1, round(blocks * PAPER_BLOCKS / PAPER_DEPTH)))
        maps = {"factual": prompt, "counterfactual": supposing(subject, sample, prompt)}
        heats = {name: bridge_heat(subject, each) for name, each in maps.items()}
        levels: tuple[Level, Level] = ("patches", "tokens")
        parts = {level: cells(areas, grid, level) for level in levels}
        facts = {
            "bridge": bridge_of(subject),
            "blocks": [
                {"block": each.block, "entropy": each.entropy, **falls_on(each.map, parts["patches"])} for each in late
            ],
            **{
                name: {"clusters": int(clusters(heat).max()), **falls_on(heat, parts["tokens"])}
                for name, heat in heats.items()
            },
            "areas": {name: float(mask.mean()) for name, mask in parts["tokens"].items()},
        }  # fmt: skip
        arrays: dict[str, NDArray[Any]] = {
            **{f"block {each.block}": each.map.astype(np.float32) for each in late},
            **{name: heat.astype(np.float32) for name, heat in heats.items()},
            **{f"{name} clusters": clusters(heat).astype(np.int16) for name, heat in heats.items()},
        }
        return Example(facts, arrays)


def areas_of(sample: Sample, grid: Grid) -> dict[str, Mask]:
    """Where mirror images, missing ones and the things themselves are, pixel by pixel, without overlaps."""
    if sample.query is None or not sample.shots:
        raise NoRegion("the sample has no world: nobody knows where its mirror images are")
    shot = sample.shots[0].resized(grid.width, grid.height)
    view = View(shot.world, shot.camera)
    mirrors = [view.mirror(surface.name) for surface in shot.world.surfaces if surface.glossy]
    if not mirrors:
        raise NoRegion("no surface of the scene mirrors")
    images, whole = (np.logical_or.reduce([m.muted(muted).ids >= 0 for m in mirrors]) for muted in (shot.muted, ()))
    things = np.logical_or.reduce([view.sight().visible(name) for name in shot.world.inventory])
    return {"images": images & ~things, "missing": whole & ~images & ~things, "things": things}


def cells(areas: Mapping[str, Mask], grid: Grid, level: Level) -> dict[str, Mask]:
    """To which area each cell belongs: the one that covers most of it, if it covers a quarter at least."""
    shares = np.stack([grid.cover(areas[name], level) for name in AREAS[:-1]])
    most, found = shares.argmax(axis=0), shares.max(axis=0) >= 0.25
    parts = {name: found & (most == k) for k, name in enumerate(AREAS[:-1])}
    return parts | {"rest": ~found}


def falls_on(heat: Array, parts: Mapping[str, Mask]) -> dict[str, float]:
    """How much of a map's attention falls on each area; to be read beside its share of the picture."""
    whole = max(float(heat.sum()), 1e-12)
    return {name: float(heat[mask].sum()) / whole for name, mask in parts.items()}


def clusters(heat: Array) -> NDArray[np.int32]:
    """Connected cells whose attention stands out, numbered from 1; 0 elsewhere."""
    numbered, _ = label(heat > heat.mean() + ABOVE * heat.std())
    found: NDArray[np.int32] = numbered
    return found


def bridge_of(subject: Subject) -> int:
    """The layer at which picture and words meet, in the part of the model where the paper has it."""
    layers = len(part_of(subject.model, f"{subject.family.language}.layers"))
    return min(layers - 1, round(layers * PAPER_BRIDGE / PAPER_LAYERS))


def bridge_heat(subject: Subject, prompt: Prompt) -> Array:
    """What the last place attends to in the bridge layer, mean over heads; a raster of tokens."""
    weights = last_attention(subject, prompt).weights[bridge_of(subject)].mean(axis=0)
    heat: Array = weights.astype(np.float64).reshape(prompt.grid.shape("tokens"))
    return heat


def supposing(subject: Subject, sample: Sample, prompt: Prompt) -> Prompt:
    """The same question under the supposition that nothing mirrors, with the same thoughts."""
    question = question_of(sample)
    other = replace(question, text=f"{COUNTERFACTUAL} {question.text}")
    return prepare(subject, other.request(other.alone()), thought=prompt.reply)

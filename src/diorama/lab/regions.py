"""Regions of a picture: the thing a question names, where its answer lies in depth, and the rest.

The paper's rules: the target is what the question names; *depth-correct* is what lies behind it (T1, T3) or before it
(T2) by a margin, within its box grown to every side; all other cells whose depth can be trusted are irrelevant. Depth
and mask are exact (`scene_of`), or a user's own pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from diorama.data import Sample
from diorama.errors import DioramaError
from diorama.lab.grid import Grid, Level
from diorama.sight import Sight, see

Mask = NDArray[np.bool_]
Depth = NDArray[np.float64]

PAPER_MARGIN = 0.3
"""Metres by which something must be nearer or farther than the target."""
PAPER_SPAN = 3.0
"""Metres from near to far for which that margin is taken to be meant: a room. Ours is scaled by the span of a scene."""
FALLBACK = 0.1
"""The share of the depths in the grown box that is the margin where the first one finds nothing."""
TOUCHED = 1e-6
"""A cell is touched by what covers more than this share of it: shares come from sums, which leave crumbs."""
MOSTLY = 0.5
"""A cell is what more than this share of its area is."""
MarginRule = Literal["scaled", "paper"]


@dataclass(frozen=True)
class Rule:
    """Where the answers of a task lie."""

    behind: bool
    """Farther than the target, or nearer."""
    growth: float
    """How far the box of the target grows to each side, as a share of its width and height."""


RULES = {"T1": Rule(True, 0.375), "T2": Rule(False, 0.25), "T3": Rule(True, 0.125)}
"""By task of `structure`, as in the paper."""


class NoRegion(DioramaError):
    """A sample that cannot be analysed, with the reason: it is left out and counted."""


class NotYet(NoRegion):
    """What is missing now and may be there later: the sample is looked at again by the next command."""


@dataclass(frozen=True, eq=False)
class Scene:
    """What is known of a picture, pixel by pixel."""

    depth: Depth
    """Metres along the line of sight; not finite where there is nothing."""
    target: Mask
    answer: Mask | None = None
    """Where the things of the right answer are seen; None if nobody knows."""
    span: float | None = None
    """Metres from the nearest to the farthest thing that is seen."""


@dataclass(frozen=True, eq=False)
class Regions:
    """Three parts of a picture that do not overlap, as rasters of cells, and the cells of the right answer."""

    target: Mask
    correct: Mask
    irrelevant: Mask
    answer: Mask | None
    margin: float
    """Metres that were asked for."""
    fell_back: bool
    """Whether the margin had to be a tenth of the depths in the grown box."""
    behind: bool = True
    """On which side of the target the answer lies in depth."""

    @property
    def chance(self) -> float:
        """The share of the area that is depth-correct."""
        return float(self.correct.sum() / (self.target.sum() + self.correct.sum() + self.irrelevant.sum()))

    def named(self, name: str) -> Mask:
        """A region by its name; `NoRegion` if it is empty."""
        found: Mask | None = getattr(self, name)
        if found is None or not found.any():
            raise NoRegion(WHY_EMPTY[name].format("behind" if self.behind else "before"))
        return found


WHY_EMPTY = {
    "target": "the target touches no cell", "correct": "nothing lies {} the target in its grown box",
    "irrelevant": "no cell is irrelevant: the regions fill the picture", "answer": "no cell is part of the answer",
}  # fmt: skip


def regions_of(scene: Scene, rule: Rule, grid: Grid, level: Level, margin: MarginRule = "scaled") -> Regions:
    """The regions of a picture on its patches or its tokens; ask for one by `named` where it must not be empty."""
    if not scene.target.any():
        raise NoRegion("the target is not seen in the picture")
    target = grid.cover(scene.target, level) > TOUCHED
    seen = scene.target & np.isfinite(scene.depth)
    if not seen.any():
        raise NoRegion("the depth of the target is not known")
    asked = margin_of(scene, margin)
    trusted = reliable(scene.depth, asked)
    middle = float(np.median(scene.depth[seen]))
    box = grown_box(scene.target, rule.growth)

    def at_depth(by: float) -> Mask:
        there = scene.depth > middle + by if rule.behind else scene.depth < middle - by
        found: Mask = (grid.cover(there & box & trusted, level) > MOSTLY) & ~target
        return found

    correct, fell_back = at_depth(asked), False
    if not correct.any():
        near = scene.depth[box & np.isfinite(scene.depth)]
        correct, fell_back = at_depth(FALLBACK * float(np.ptp(near))), True
    rest: Mask = (grid.cover(trusted, level) > MOSTLY) & ~target & ~correct
    answer = None if scene.answer is None else grid.cover(scene.answer, level) > MOSTLY / 2
    return Regions(target, correct, rest, answer, asked, fell_back, rule.behind)


def margin_of(scene: Scene, margin: MarginRule) -> float:
    """The margin in metres: the paper's, or the same share of this scene's depth as that is of a room's."""
    if margin == "paper":
        return PAPER_MARGIN
    depths = scene.depth[np.isfinite(scene.depth)]
    span = scene.span if scene.span is not None else float(np.ptp(np.quantile(depths, (0.05, 0.95))))
    return PAPER_MARGIN * min(1.0, span / PAPER_SPAN)


def reliable(depth: Depth, margin: float) -> Mask:
    """Where depth can be trusted: it is known, and even.

    The paper makes a confidence from the gradient and cuts it at 0.5. Ours is 1 where depth is even and falls to 0 at a
    gradient of two margins a pixel, so it is cut at a gradient of one: half of the change from the pixel before to the
    pixel after.
    """
    known = np.isfinite(depth)
    filled = np.where(known, depth, depth[known].max() if known.any() else 0.0)
    down, across = np.gradient(filled)
    trusted: Mask = known & (np.hypot(down, across) < margin)
    return trusted


def grown_box(mask: Mask, growth: float) -> Mask:
    """The box around a mask, grown to each side by a share of its size."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    down, across = (growth * (edge[-1] + 1 - edge[0]) for edge in (rows, columns))
    box = np.zeros_like(mask)
    top, left = max(0, round(rows[0] - down)), max(0, round(columns[0] - across))
    box[top : round(rows[-1] + 1 + down), left : round(columns[-1] + 1 + across)] = True
    return box


def rule_of(task: str) -> Rule:
    """The rule of a task; `NoRegion` for tasks that have none."""
    if task not in RULES:
        raise NoRegion(f"the task {task or '(none)'} has no depth-correct region; {', '.join(RULES)} have")
    return RULES[task]


def scene_of(sample: Sample, width: int, height: int) -> Scene:
    """What a sample's own world says of its picture, in the picture's size."""
    if sample.query is None or not sample.shots or not sample.query.bodies():
        raise NoRegion("the sample has no world, or its question names nothing")
    shot = sample.shots[0].resized(width, height)
    sight = see(shot.world, shot.camera)
    name = sample.query.bodies()[0]
    right = [body for body in sample.kind.bodies(sample.answer) if body in sight.crops]
    answer = np.any([sight.visible(body) for body in right], axis=0) if right else np.zeros(sight.ids.shape, bool)
    return Scene(sight.depth.astype(np.float64), sight.visible(name), answer, span_of(sight))


def span_of(sight: Sight) -> float:
    """Metres from the nearest to the farthest inventory body that is seen, from middle to middle in depth."""
    middles = [float(np.median(sight.depth[seen])) for n in sight.inventory if (seen := sight.visible(n)).any()]
    return float(np.ptp(middles)) if middles else 0.0


Look = Callable[[Sample, int, int], Scene]
"""Where a scene comes from: `scene_of`, or a user's own depth and masks."""

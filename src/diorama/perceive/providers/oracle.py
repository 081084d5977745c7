"""The oracle: every role by exact sight, for pictures of our own worlds. What it says is right by construction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from diorama.errors import DioramaError
from diorama.perceive.percepts import (
    Box,
    Depth,
    DepthMap,
    Detect,
    Found,
    Inpaint,
    Mask,
    Materials,
    Pixels,
    Prompt,
    Quality,
    Segment,
)
from diorama.perceive.providers.fills import checked_hole, pasted
from diorama.perceive.providers.truth import Truth, exact_depth, known_shot, truth_of
from diorama.perceive.providers.wishes import (
    box_of,
    checked_names,
    checked_picture,
    checked_prompts,
    plain_name,
    shared,
)
from diorama.perceive.registry import provider
from diorama.sight import Shot, get_renderer

IN_HOLE = 0.5
"""Whatever lies in a hole by more than this share of what is seen of it is taken out of the world."""
VISIBLE = 20
"""Steps of 255 from which on a difference is seen."""


@provider("detect", "oracle", knows_world=True)
def oracle_detect(shot: Shot | None, *, least_px: int = 1) -> Detect:
    """The box of every body that is called so, by its phrase or noun, and of fixtures; surely."""
    return OracleDetect(known_shot(shot, "oracle"), least_px)


@provider("segment", "oracle", knows_world=True)
def oracle_segment(shot: Shot | None) -> Segment:
    """The visible pixels of what is at a point, fits a box best, or is called so."""
    return OracleSegment(known_shot(shot, "oracle"))


@provider("depth", "oracle", knows_world=True)
def oracle_depth(shot: Shot | None) -> Depth:
    """Exact depth, in metres."""
    return OracleDepth(known_shot(shot, "oracle"))


@provider("materials", "oracle", knows_world=True)
def oracle_materials(shot: Shot | None) -> Materials:
    """The share of each material among a mask's pixels; whatever mirrors things is a `glossy surface`."""
    return OracleMaterials(known_shot(shot, "oracle"))


@provider("inpaint", "oracle", knows_world=True)
def oracle_inpaint(shot: Shot | None, *, renderer: str = "draft", preset: str = "") -> Inpaint:
    """The world drawn again without the bodies and mirror images in the hole: what is really behind them."""
    return OracleInpaint(known_shot(shot, "oracle"), renderer, preset)


@provider("quality", "oracle", knows_world=True)
def oracle_quality(shot: Shot | None, *, renderer: str = "draft", preset: str = "") -> Quality:
    """The share of pixels that are neither as the shot shows them nor as it would without what was there."""
    return OracleQuality(known_shot(shot, "oracle"), renderer, preset)


@oracle_detect.check
def _can_find(*, least_px: int) -> None:
    if least_px < 1:
        raise DioramaError(f"least_px is at least 1; got {least_px}")


@oracle_inpaint.check
@oracle_quality.check
def can_draw(*, renderer: str, preset: str, **others: object) -> None:
    """Refuse a renderer that is not there."""
    from diorama.sight.photo.worker import check_installed

    get_renderer(renderer, preset or None)
    if renderer == "photo":
        check_installed()


@dataclass(frozen=True)
class OracleDetect:
    shot: Shot
    least_px: int = 1

    def __call__(self, picture: Pixels, names: Sequence[str]) -> list[Found]:
        things = truth_of(self.shot, checked_picture(picture)).things
        return [
            Found(name, _box(mask), 1.0)
            for name in checked_names(names)
            for called, mask in things
            if plain_name(name) in called and int(mask.sum()) >= self.least_px
        ]


@dataclass(frozen=True)
class OracleSegment:
    shot: Shot

    def __call__(self, picture: Pixels, prompts: Sequence[Prompt]) -> list[Mask]:
        picture = checked_picture(picture)
        checked_prompts(prompts, picture.shape, "oracle", words=True)
        truth = truth_of(self.shot, picture)
        return [_meant(truth, prompt) for prompt in prompts]


@dataclass(frozen=True)
class OracleDepth:
    shot: Shot

    def __call__(self, picture: Pixels) -> DepthMap:
        return exact_depth(truth_of(self.shot, checked_picture(picture)).sight)


@dataclass(frozen=True)
class OracleMaterials:
    shot: Shot

    def __call__(self, picture: Pixels, masks: Sequence[Mask]) -> list[Mapping[str, float]]:
        truth = truth_of(self.shot, checked_picture(picture))
        return [truth.made_of(mask) for mask in masks]


@dataclass(frozen=True)
class OracleInpaint:
    shot: Shot
    renderer: str = "draft"
    preset: str = ""

    def __call__(self, picture: Pixels, hole: Mask) -> Pixels:
        picture = checked_picture(picture)
        if not checked_hole(picture, hole).any():
            return picture.copy()
        truth = truth_of(self.shot, picture)
        return pasted(picture, hole, truth.drawn(self.renderer, self.preset, *truth.gone_with(hole, IN_HOLE)))


@dataclass(frozen=True)
class OracleQuality:
    shot: Shot
    renderer: str = "draft"
    preset: str = ""

    def __call__(self, picture: Pixels, changed: Mask) -> float:
        picture = checked_picture(picture)
        if not changed.any():
            return 0.0
        truth = truth_of(self.shot, picture)
        before = truth.drawn(self.renderer, self.preset)
        if not (share := _differing(picture, before, changed)):
            return 0.0
        after = truth.drawn(self.renderer, self.preset, *truth.gone_with(changed, IN_HOLE))
        return min(share, _differing(picture, after, changed))


def _differing(one: Pixels, other: Pixels, where: Mask) -> float:
    steps = np.abs(one[where].astype(np.int16) - other[where]).max(axis=1)
    return float((steps >= VISIBLE).mean())


def _box(mask: Mask) -> Box:
    box = box_of(mask)
    assert box is not None
    return box


def _meant(truth: Truth, prompt: Prompt) -> Mask:
    """The one thing that fits a prompt: what is called so, if words are given, and lies at the point or in the box."""
    things = truth.things
    name = plain_name(prompt.text)
    if name:
        fitting = [mask for called, mask in things if name in called and mask.any()]
    elif prompt.point is not None:
        fitting = [truth.at(int(prompt.point[1]), int(prompt.point[0]))]
    else:
        fitting = [m for m in (*(mask for _, mask in things), *truth.glass.values()) if id(m) in truth.boxes]
    if prompt.point is not None:
        fitting = [mask for mask in fitting if mask[int(prompt.point[1]), int(prompt.point[0])]]
    nothing = np.zeros(truth.sight.ids.shape, bool)
    if prompt.box is not None:
        box = prompt.box
        around = [(truth.boxes.get(id(mask)) or _box(mask), mask) for mask in fitting]
        meeting = [(shared(each, box), mask) for each, mask in around if shared(each, box) > 0]
        return max(meeting, key=lambda pair: pair[0], default=(0.0, nothing))[1]
    return max(fitting, key=lambda mask: int(mask.sum()), default=nothing)

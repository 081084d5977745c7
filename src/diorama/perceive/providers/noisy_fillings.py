"""Noisy fillings, and noisy scores of them: the oracle's with stated errors; see `noisy`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from diorama.perceive.percepts import Inpaint, Mask, Pixels, Quality
from diorama.perceive.providers.errors import chance_of, check_errors
from diorama.perceive.providers.fills import pasted
from diorama.perceive.providers.oracle import OracleInpaint, OracleQuality, can_draw
from diorama.perceive.providers.truth import known_shot
from diorama.perceive.providers.wishes import checked_picture
from diorama.perceive.registry import provider
from diorama.sight import Shot


@provider("inpaint", "noisy", knows_world=True)
def noisy_inpaint(
    shot: Shot | None,
    *,
    left: float = 0.0,
    smear_px: float = 0.0,
    grain: float = 0.0,
    failed: float = 0.0,
    renderer: str = "draft",
    preset: str = "",
    severity: float = 1.0,
    seed: int = 0,
) -> Inpaint:
    """How much of what was in the hole shines through, how much its filling is smeared, grain in steps of 255.

    `failed` is the share of holes that are given back as they were.
    """
    oracle = OracleInpaint(known_shot(shot, "noisy"), renderer, preset)
    return _Inpaint(oracle, min(1.0, left * severity), smear_px * severity, grain * severity, failed * severity, seed)


@provider("quality", "noisy", knows_world=True)
def noisy_quality(
    shot: Shot | None,
    *,
    noise: float = 0.0,
    false: float = 0.0,
    renderer: str = "draft",
    preset: str = "",
    severity: float = 1.0,
    seed: int = 0,
) -> Quality:
    """The deviation of scores, and the share of scores that are turned round."""
    oracle = OracleQuality(known_shot(shot, "noisy"), renderer, preset)
    return _Quality(oracle, noise * severity, false * severity, seed)


@noisy_inpaint.check
def _can_fill(
    *, left: float, smear_px: float, grain: float, failed: float, renderer: str, preset: str, severity: float,
    seed: int,
) -> None:  # fmt: skip
    check_errors(severity, {"left": left, "failed": failed}, {"smear_px": smear_px, "grain": grain})
    can_draw(renderer=renderer, preset=preset)


@noisy_quality.check
def _can_judge(*, noise: float, false: float, renderer: str, preset: str, severity: float, seed: int) -> None:
    check_errors(severity, {"noise": noise, "false": false}, {})
    can_draw(renderer=renderer, preset=preset)


@dataclass(frozen=True)
class _Inpaint:
    oracle: OracleInpaint
    left: float
    smear_px: float
    grain: float
    failed: float
    seed: int

    def __call__(self, picture: Pixels, hole: Mask) -> Pixels:
        picture = checked_picture(picture)
        filled = self.oracle(picture, hole)
        rng = chance_of(self.seed, picture, "inpaint", np.packbits(hole).tobytes())
        if not hole.any() or not (self.left or self.smear_px or self.grain or self.failed):
            return filled
        if rng.random() < self.failed:
            return picture.copy()
        values = filled.astype(np.float32)
        if self.smear_px:
            values = ndimage.gaussian_filter(values, (self.smear_px, self.smear_px, 0))
        values = (1 - self.left) * values + self.left * picture
        values += self.grain * rng.standard_normal(values.shape, np.float32)
        return pasted(picture, hole, values.round().clip(0, 255).astype(np.uint8))


@dataclass(frozen=True)
class _Quality:
    oracle: OracleQuality
    noise: float
    false: float
    seed: int

    def __call__(self, picture: Pixels, changed: Mask) -> float:
        picture = checked_picture(picture)
        score = self.oracle(picture, changed)
        rng = chance_of(self.seed, picture, "quality", np.packbits(changed).tobytes())
        if rng.random() < self.false:
            score = 1 - score
        return float(np.clip(score + self.noise * rng.standard_normal(), 0, 1))

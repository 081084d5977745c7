"""Noisy: the oracle with stated errors, to learn what imperfect perception costs without any weights.

Every error is a setting and is 0 unless it is given, so `noisy` alone is the oracle. `severity` multiplies them all.
Detection, depth and materials are here; masks are in `noisy_masks`, fillings and their scores in `noisy_fillings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from diorama.perceive.percepts import Box, Depth, DepthMap, Detect, Found, Mask, Materials, Pixels
from diorama.perceive.providers.errors import Rng, chance_of, check_errors, smooth_field
from diorama.perceive.providers.oracle import OracleDepth, OracleDetect, OracleMaterials
from diorama.perceive.providers.truth import GLOSSY, known_shot
from diorama.perceive.providers.wishes import checked_names, checked_picture, clipped
from diorama.perceive.registry import provider
from diorama.sight import Shot

ASIDE = 0.15
"""How far a second box for the same thing lies aside, in sizes of the thing."""
BLOTCH = 1 / 6
"""Width of the patches of wrong depth, in widths of the picture."""
MATT = "matte wood"
"""What a glossy surface is taken for."""
FALSE_SIDES = (0.06, 0.25)
"""Sides of a box of nothing, in sides of the picture."""


@provider("detect", "noisy", knows_world=True)
def noisy_detect(
    shot: Shot | None,
    *,
    missed: float = 0.0,
    doubled: float = 0.0,
    mislabelled: float = 0.0,
    false: float = 0.0,
    jitter: float = 0.0,
    doubt: float = 0.0,
    severity: float = 1.0,
    seed: int = 0,
) -> Detect:
    """Shares of things that are missed, found twice, called by another of the names; boxes of nothing for each name.

    `jitter` moves the sides of boxes, in sizes of the box. `doubt` takes up to so much off what a detector is sure of,
    and most off what is wrong.
    """
    return _Detect(
        OracleDetect(known_shot(shot, "noisy")), missed * severity, doubled * severity, mislabelled * severity,
        false * severity, jitter * severity, min(1.0, doubt * severity), seed,
    )  # fmt: skip


@provider("depth", "noisy", knows_world=True)
def noisy_depth(
    shot: Shot | None,
    *,
    noise: float = 0.0,
    blotches: float = 0.0,
    drift: float = 0.0,
    tilt: float = 0.0,
    blurred_px: float = 0.0,
    severity: float = 1.0,
    seed: int = 0,
) -> Depth:
    """Relative errors of depth: pixel by pixel, in wide patches, of the scale, and rising from one side to the other.

    `blurred_px` smears depth across outlines.
    """
    errors = (noise * severity, blotches * severity, drift * severity, tilt * severity, blurred_px * severity)
    return _Depth(OracleDepth(known_shot(shot, "noisy")), *errors, seed)


@provider("materials", "noisy", knows_world=True)
def noisy_materials(
    shot: Shot | None, *, false: float = 0.0, doubt: float = 0.0, severity: float = 1.0, seed: int = 0
) -> Materials:
    """The share of masks for which glossy and matt are exchanged; `doubt` is the share of certainty that is lost."""
    return _Materials(OracleMaterials(known_shot(shot, "noisy")), false * severity, min(1.0, doubt * severity), seed)


@noisy_detect.check
def _can_find(
    *, missed: float, doubled: float, mislabelled: float, false: float, jitter: float, doubt: float, severity: float,
    seed: int,
) -> None:  # fmt: skip
    shares = {"missed": missed, "doubled": doubled, "mislabelled": mislabelled, "false": false, "doubt": doubt}
    check_errors(severity, shares, {"jitter": jitter})


@noisy_depth.check
def _can_measure(
    *, noise: float, blotches: float, drift: float, tilt: float, blurred_px: float, severity: float, seed: int
) -> None:
    errors = {"noise": noise, "blotches": blotches, "drift": drift, "tilt": tilt}
    check_errors(severity, errors, {"blurred_px": blurred_px})


@noisy_materials.check
def _can_tell(*, false: float, doubt: float, severity: float, seed: int) -> None:
    check_errors(severity, {"false": false, "doubt": doubt}, {})


@dataclass(frozen=True)
class _Detect:
    oracle: OracleDetect
    missed: float
    doubled: float
    mislabelled: float
    false: float
    jitter: float
    doubt: float
    seed: int

    def __call__(self, picture: Pixels, names: Sequence[str]) -> list[Found]:
        picture = checked_picture(picture)
        names = checked_names(names)
        return [
            *(seen for each in self.oracle(picture, names) for seen in self._seen(picture, each, names)),
            *(seen for name in names for seen in self._nothing(picture, name)),
        ]

    def _seen(self, picture: Pixels, truth: Found, names: Sequence[str]) -> Iterator[Found]:
        """What is found of one thing: nothing, or a box or two."""
        rng = chance_of(self.seed, picture, "detect", truth.label.casefold(), truth.box)
        missed, doubled, mislabelled, which, *sure = rng.random(6).tolist()
        others = [name for name in names if name != truth.label]
        wrong = bool(others) and mislabelled < self.mislabelled
        label = others[int(which * len(others))] if wrong else truth.label
        first, second = rng.standard_normal(4), rng.standard_normal(4)
        aside = np.tile(rng.choice((-1.0, 1.0), 2) * ASIDE, 2)
        if missed >= self.missed:
            yield Found(label, self._moved(truth.box, first * self.jitter, picture), self._sure(sure[0], wrong))
        if doubled < self.doubled:
            box = self._moved(truth.box, second * self.jitter + aside, picture)
            yield Found(label, box, self._sure(sure[1], True))

    def _nothing(self, picture: Pixels, name: str) -> Iterator[Found]:
        """A box of nothing, now and then."""
        rng = chance_of(self.seed, picture, "nothing", name.casefold())
        chance, sure, x, y = rng.random(4).tolist()
        wide, high = rng.uniform(*FALSE_SIDES, 2).tolist()
        if chance < self.false:
            height, width = picture.shape[:2]
            left, top = x * (1 - wide) * width, y * (1 - high) * height
            box = clipped((left, top, left + wide * width, top + high * height), picture.shape)
            if box is not None:
                yield Found(name, box, self._sure(sure, True))

    def _sure(self, chance: float, wrong: bool) -> float:
        """How sure: what is right loses a third of the doubt in the mean, what is wrong two thirds."""
        return 1 - self.doubt * (chance**0.5 if wrong else chance**2)

    def _moved(self, box: Box, by: NDArray[np.float64], picture: Pixels) -> Box:
        sides = np.array((box.right - box.left, box.bottom - box.top) * 2)
        return clipped((np.array(box) + by * sides).tolist(), picture.shape) or box


@dataclass(frozen=True)
class _Depth:
    oracle: OracleDepth
    noise: float
    blotches: float
    drift: float
    tilt: float
    blurred_px: float
    seed: int

    def __call__(self, picture: Pixels) -> DepthMap:
        picture = checked_picture(picture)
        depth = self.oracle(picture)
        shape = (picture.shape[0], picture.shape[1])
        values = _blurred(depth.values, self.blurred_px)
        error = np.zeros(shape, np.float32)
        if self.noise:
            error += self.noise * self._chance(picture, "noise").standard_normal(shape, np.float32)
        if self.blotches:
            error += self.blotches * smooth_field(shape, BLOTCH * shape[1], self._chance(picture, "blotches"))
        if self.drift:
            error += self.drift * float(self._chance(picture, "drift").standard_normal())
        if self.tilt:
            right, down = self.tilt * self._chance(picture, "tilt").standard_normal(2)
            error += np.float32(right) * np.linspace(-1, 1, shape[1], dtype=np.float32)
            error += np.float32(down) * np.linspace(-1, 1, shape[0], dtype=np.float32)[:, None]
        return DepthMap(values * np.exp(error) if error.any() else values, depth.metric)

    def _chance(self, picture: Pixels, error: str) -> Rng:
        return chance_of(self.seed, picture, "depth", error)


@dataclass(frozen=True)
class _Materials:
    oracle: OracleMaterials
    false: float
    doubt: float
    seed: int

    def __call__(self, picture: Pixels, masks: Sequence[Mask]) -> list[Mapping[str, float]]:
        picture = checked_picture(picture)
        return [
            self._told(picture, mask, shares) for mask, shares in zip(masks, self.oracle(picture, masks), strict=True)
        ]

    def _told(self, picture: Pixels, mask: Mask, shares: Mapping[str, float]) -> Mapping[str, float]:
        rng = chance_of(self.seed, picture, "materials", np.packbits(mask).tobytes())
        if shares and rng.random() < self.false:
            shares = {MATT: 1.0} if shares.get(GLOSSY, 0.0) >= 0.5 else {GLOSSY: 1.0}
        if shares and self.doubt:
            known = dict.fromkeys((*shares, GLOSSY, MATT))
            shares = {n: (1 - self.doubt) * shares.get(n, 0.0) + self.doubt / len(known) for n in known}
        return shares


def _blurred(depth: NDArray[np.float32], px: float) -> NDArray[np.float32]:
    """Depth whose steps are smeared; what is not known stays so."""
    if not px:
        return depth
    known = np.isfinite(depth)
    weight = ndimage.gaussian_filter(known.astype(np.float32), px)
    values = ndimage.gaussian_filter(np.where(known, depth, 0), px) / np.maximum(weight, 1e-6)
    return np.asarray(np.where(known, values, np.nan), np.float32)

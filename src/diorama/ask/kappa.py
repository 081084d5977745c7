"""Agreement of two people who put the same things into classes: Cohen's κ, with an interval by bootstrap over scenes.

>>> found = agreement([("a", "yes", "yes"), ("b", "no", "no"), ("c", "yes", "no"), ("d", "no", "no")])
>>> found.agreed, round(found.kappa, 2)
(0.75, 0.5)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diorama.ask.resampling import Outcomes
from diorama.ask.statistics import FEWEST_SCENES, Interval

Floats = NDArray[np.float64]
Pair = tuple[str, str, str]
"""The scene, what the first said, what the second said."""


@dataclass(frozen=True)
class Agreement:
    """How far two people agree."""

    pairs: int
    agreed: float
    """The share of pairs that are equal; nan without any."""
    kappa: float | None
    """None where it is not defined: all said the same of everything."""
    interval: Interval | None
    """Of κ, 95 %; None with too few scenes."""


def agreement(pairs: Iterable[Pair]) -> Agreement:
    """Cohen's κ of all pairs; the interval draws scenes, since replies about one scene are not independent."""
    listed = list(pairs)
    if not listed:
        return Agreement(0, float("nan"), None, None)
    classes = {name: k for k, name in enumerate(sorted({said for _, *both in listed for said in both}))}
    scenes = {name: k for k, name in enumerate(dict.fromkeys(scene for scene, *_ in listed))}
    n = len(classes)
    hits = np.zeros((1, len(scenes), n * n))
    for scene, first, second in listed:
        hits[0, scenes[scene], classes[first] * n + classes[second]] += 1
    asked = np.broadcast_to(hits.sum(axis=2, keepdims=True), hits.shape)
    table = Outcomes(hits, asked)
    agreed = float(table.rates[0].reshape(n, n).trace())
    value, low, high = (float(each) for each in table.interval(lambda shares: _kappa(shares[..., 0, :], n)))
    if not np.isfinite(value):
        return Agreement(len(listed), agreed, None, None)
    enough = len(scenes) >= FEWEST_SCENES
    return Agreement(len(listed), agreed, value, Interval(value, low, high) if enough else None)


def _kappa(shares: Floats, classes: int) -> Floats:
    """κ from the shares of all pairs of classes (…, classes²); nan where chance alone would agree always."""
    table = shares.reshape(*shares.shape[:-1], classes, classes)
    observed = np.trace(table, axis1=-2, axis2=-1)
    expected = (table.sum(axis=-1) * table.sum(axis=-2)).sum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(1 - expected > 1e-12, (observed - expected) / (1 - expected), np.nan), float)

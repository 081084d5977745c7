"""Orders of models: places, and how far two orders agree (Kendall's τ-b, which allows for ties).

>>> places([0.4, 0.9, 0.4])
[2, 1, 2]
>>> round(kendall([1, 2, 3, 4], [1, 3, 2, 4]), 2)
0.67
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
DIGITS = 9
"""Rates that agree in so many digits are ties: they differ by rounding only."""


def places(values: Sequence[float | None]) -> list[int | None]:
    """1 for the highest value; equal ones share a place and the next is skipped. None stays None."""
    known = [round(v, DIGITS) for v in values if v is not None]
    return [None if v is None else 1 + sum(other > round(v, DIGITS) for other in known) for v in values]


def kendall(first: ArrayLike, second: ArrayLike) -> float:
    """τ-b of two lists of values: 1 for the same order, −1 for the reverse; nan if all values of one are equal."""
    return float(agreement(np.stack([np.asarray(first, float), np.asarray(second, float)], axis=-1))[0, 1])


def agreement(values: Floats) -> Floats:
    """τ-b of every two columns of (…, models, columns), as (…, columns, columns); nan where it is not defined."""
    models = values.shape[-2]
    upper, lower = np.triu_indices(models, k=1)
    rounded = np.round(values, DIGITS)
    signs = np.sign(rounded[..., upper, :] - rounded[..., lower, :])
    concordance = np.swapaxes(signs, -1, -2) @ signs
    untied = np.diagonal(concordance, axis1=-2, axis2=-1)
    scale = np.sqrt(untied[..., :, None] * untied[..., None, :])
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(scale > 0, concordance / scale, np.nan), float)

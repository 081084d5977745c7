"""Stated errors for percepts: random numbers that depend on nothing but the picture and what they are about.

The same picture gives the same errors, whatever else is asked of it and in whichever order. A larger rate adds errors
and takes none away: what is missed at 5 % is missed at 10 % too.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from diorama.errors import DioramaError
from diorama.perceive.percepts import Pixels

if TYPE_CHECKING:
    from hashlib import _Hash as HASH

Rng = np.random.Generator
Field = NDArray[np.float32]


def check_errors(severity: float, shares: dict[str, float], sizes: dict[str, float]) -> None:
    """Refuse shares that are none, and sizes below 0."""
    for name, value in shares.items():
        if not 0 <= value <= 1:
            raise DioramaError(f"{name} is a share, from 0 to 1; got {value:g}")
    for name, value in {"severity": severity, **sizes}.items():
        if not 0 <= value <= 1000:
            raise DioramaError(f"{name} is from 0 to 1000; got {value:g}")


def chance_of(seed: int, picture: Pixels, *about: object) -> Rng:
    """The random numbers of one error of one thing in one picture."""
    told = _begun(f"{seed} {picture.shape} ".encode() + np.ascontiguousarray(picture).tobytes()).copy()
    told.update("\0".join(each.hex() if isinstance(each, bytes) else str(each) for each in about).encode())
    return np.random.default_rng(int.from_bytes(told.digest()[:16], "big"))


@lru_cache(maxsize=4)
def _begun(told: bytes) -> HASH:
    """The checksum of all that the errors of one picture share; not to be added to."""
    return sha256(told)


def smooth_field(shape: tuple[int, int], px: float, rng: Rng) -> Field:
    """Noise of deviation 1 whose patches are about so many pixels wide."""
    coarse = max(1, int(px))
    small = rng.standard_normal((shape[0] // coarse + 4, shape[1] // coarse + 4))
    values = ndimage.zoom(small, coarse, order=3)[: shape[0], : shape[1]]
    return np.asarray((values - values.mean()) / max(float(values.std()), 1e-9), np.float32)

"""From light to a picture: exposure, a soft shoulder for what is too bright, and sRGB.

Blender's own transforms either clip (and lose white things), turn bright colours pale (and a pink table can no
longer be called pink) or darken the shades. This one leaves light below the shoulder as it is and bends
the brightest channel above it, the other two in proportion, so that hues stay what they are.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

SHOULDER = 0.68
PALING = 0.12
"""How soon what is far too bright turns white."""


def develop(light: NDArray[Any], stops: float) -> NDArray[np.uint8]:
    """Linear light (…, 3) as sRGB bytes."""
    exposed = np.maximum(light, 0).astype(np.float32) * np.float32(2.0**stops)
    peak = exposed.max(axis=-1, keepdims=True)
    room = 1 - SHOULDER
    bent = np.where(peak > SHOULDER, 1 - room * room / (np.maximum(peak, SHOULDER) + room - SHOULDER), peak)
    exposed *= bent / np.maximum(peak, 1e-6)
    pale = 1 - 1 / (PALING * (peak - bent) + 1)
    exposed += (bent - exposed) * pale
    encoded = np.where(exposed <= 0.0031308, 12.92 * exposed, 1.055 * np.maximum(exposed, 1e-6) ** (1 / 2.4) - 0.055)
    developed: NDArray[np.uint8] = np.clip(np.round(encoded * 255), 0, 255).astype(np.uint8)
    return developed

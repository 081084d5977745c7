"""Passes of a draft picture: it is drawn several times, each a little aside, and the mean of them is kept.

A shadow map has few pixels where a lamp is far away, and its edges look like saws. From pass to pass the lamp and the
raster of its map move a little, so that the teeth fill each other's gaps and edges come out straight and slightly soft.
The camera moves by parts of a pixel, which makes outlines and fine patterns smooth too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Pass:
    """How far aside one pass is: the camera in pixels, the lamp in lamp widths, its map in pixels of the map."""

    camera: tuple[float, float]
    lamp: tuple[float, float]
    map: tuple[float, float]


def spread_passes(count: int) -> tuple[Pass, ...]:
    """Passes that fill a pixel, a round lamp and a pixel of its map evenly; a single one is in the middle of all.

    >>> spread_passes(1)
    (Pass(camera=(0.0, 0.0), lamp=(0.0, 0.0), map=(0.0, 0.0)),)
    """
    if count == 1:
        return (Pass((0.0, 0.0), (0.0, 0.0), (0.0, 0.0)),)
    return tuple(
        Pass(
            camera=((k + 0.5) / count - 0.5, _radical_inverse(k, 2) + 0.5 / count - 0.5),
            lamp=_on_disc(_radical_inverse(k + 1, 3), _radical_inverse(k + 1, 2)),
            map=(_radical_inverse(k + 1, 5) - 0.5, _radical_inverse(k + 1, 7) - 0.5),
        )
        for k in range(count)
    )


def moved_lamp(position: Array, direction: Array, aim: Array, moved: Pass, width: float, texel: float) -> Array:
    """Position and direction of a lamp in a pass, as two rows.

    It still shines on what is at `aim`, where a pixel of its map is `texel` wide.
    """
    far = float(np.linalg.norm(position - aim))
    aside = np.cross(direction, (0.0, 0.0, 1.0) if abs(direction[2]) < 0.999 else (1.0, 0.0, 0.0))
    aside /= np.linalg.norm(aside)
    axes = np.stack([aside, np.cross(direction, aside)])
    place = position + width * (np.asarray(moved.lamp) @ axes)
    way = position + far * direction + texel * (np.asarray(moved.map) @ axes) - place
    return np.stack([place, way / np.linalg.norm(way)])


def _on_disc(area: float, turn: float) -> tuple[float, float]:
    return math.sqrt(area) * math.cos(2 * math.pi * turn), math.sqrt(area) * math.sin(2 * math.pi * turn)


def _radical_inverse(number: int, base: int) -> float:
    """The digits of a number mirrored at the point (van der Corput): consecutive numbers fill 0 … 1 evenly."""
    found, place = 0.0, 1.0
    while number:
        place /= base
        number, digit = divmod(number, base)
        found += place * digit
    return found

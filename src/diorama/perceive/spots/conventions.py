"""Conventions: in which unit and order numbers stand for a place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from diorama.perceive.spots.spot import Box, Point, Size


class Unit(StrEnum):
    """What a coordinate is measured in."""

    PIXELS = "pixels"
    UNIT = "0-1"
    PERCENT = "0-100"
    THOUSAND = "0-1000"
    LOC = "0-1024"


FULL: Mapping[Unit, float] = MappingProxyType(
    {Unit.UNIT: 1.0, Unit.PERCENT: 100.0, Unit.THOUSAND: 1000.0, Unit.LOC: 1024.0}
)
"""The number that stands for the right and the bottom edge; pixels depend on the picture."""


class Order(StrEnum):
    """Which coordinate of a pair comes first; those that bear a name (`x`, `ymin`, `left`) need no order."""

    X_FIRST = "xy"
    Y_FIRST = "yx"


@dataclass(frozen=True)
class Convention:
    """How a model writes places."""

    unit: Unit
    boxes: Order = Order.X_FIRST
    points: Order = Order.X_FIRST
    size: Size | None = None
    """For pixels of a picture that the model's own processor has resized: that size."""

    def __post_init__(self) -> None:
        """A size is a size, and only pixels need one."""
        if self.size is not None and (self.unit is not Unit.PIXELS or min(self.size) < 1):
            raise ValueError(f"a size {self.size} for {self.unit}")

    def point(self, values: Point, size: Size, *, named: bool = False) -> Point:
        """Two written numbers as a point in pixels of a picture."""
        a, b = values if named or self.points is Order.X_FIRST else values[::-1]
        right, bottom = self.scale(size)
        return a * right, b * bottom

    def box(self, values: Box, size: Size, *, named: bool = False) -> Box:
        """Four written numbers as a box in pixels of a picture."""
        a, b, c, d = values
        if not named and self.boxes is Order.Y_FIRST:
            a, b, c, d = b, a, d, c
        right, bottom = self.scale(size)
        return a * right, b * bottom, c * right, d * bottom

    def scale(self, size: Size) -> Point:
        """Pixels for each unit, to the right and down."""
        full = self.size or size if self.unit is Unit.PIXELS else (FULL[self.unit],) * 2
        return size[0] / full[0], size[1] / full[1]


CONVENTIONS: Mapping[str, Convention] = MappingProxyType(
    {
        "pixels": Convention(Unit.PIXELS),
        "unit": Convention(Unit.UNIT),
        "percent": Convention(Unit.PERCENT),
        "thousand": Convention(Unit.THOUSAND),
        "thousand_yx": Convention(Unit.THOUSAND, Order.Y_FIRST, Order.Y_FIRST),
        "loc": Convention(Unit.LOC, Order.Y_FIRST, Order.Y_FIRST),
    }
)
"""The conventions that models are known to use, by name."""

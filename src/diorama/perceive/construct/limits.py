"""Limits: every threshold of construction in one place, so that they can be calibrated and stored with a sample."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Thresholds of the modules and gates of construction."""

    # inventory
    label_confidence: float = 0.3
    """A picture with a label less sure than this is rejected."""

    one_thing: float = 0.7
    """Two masks that share more of what they cover together are one thing that was found twice."""
    least_thing_px: int = 60
    """Pixels of its own, in a picture of 480 rows, that a thing needs to be counted."""

    # the picture
    least_things: int = 3
    """Things that a picture must show for a question about it."""
    depth_gradient: float = 0.04
    """By which share of its depth the farthest thing of an occluding chain must at least lie behind the nearest."""
    depth_band: float = 0.01
    """Depths that differ by no more than this share are within the noise of the sensor: nobody knows the order."""

    # who hides whom
    overlap: float = 0.0
    """τ: share of mask and box together that must be both, for the nearer one to hide the farther."""

    touching_px: int = 4
    """Pixels, in a picture of 480 rows, along which two things touch if one hides the other."""

    # what shows through
    through_px: int = 40
    """Rays through a thing, in a picture of 480 rows, on which something must lie to show through it."""
    back_face: float = 0.9
    """The share of the depths in a thing's mask that its back face lies behind."""

    # reflections

    # swaps

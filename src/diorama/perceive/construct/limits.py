"""Limits: every threshold of construction in one place, so that they can be calibrated and stored with a sample."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Thresholds of the modules and gates of construction."""

    # inventory
    label_confidence: float = 0.3
    """A picture with a label less sure than this is rejected."""

    # who hides whom
    overlap: float = 0.0
    """τ: share of mask and box together that must be both, for the nearer one to hide the farther."""

    # reflections

    # swaps

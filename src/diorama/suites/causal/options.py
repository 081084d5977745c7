"""The options that yes-or-no questions offer, in the order that was dealt."""

from __future__ import annotations

import numpy as np

from diorama.suites.dealing import Hand

Rng = np.random.Generator

YES, NO, NOT_SURE = "Yes", "No", "Not sure"


def yes_or_no(answer: bool, hand: Hand, rng: Rng) -> tuple[str, ...]:
    """Yes, No and Not sure, the right one at the place that was dealt."""
    right, wrong = (YES, NO) if answer else (NO, YES)
    return hand.place_options(right, (wrong, NOT_SURE), rng)

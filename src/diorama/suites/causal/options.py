"""Balance: a sample's turn decides its form, its answer and the place of the right option.

Nothing of this is left to chance: among the samples of a task and level every form, answer and place of the right
option comes up equally often, and each answer at each place.

>>> from diorama.suites.causal.options import deal
>>> [deal(turn, 3, 2) for turn in range(6)]
[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diorama.errors import DioramaError

Rng = np.random.Generator

YES, NO, NOT_SURE = "Yes", "No", "Not sure"


def deal(turn: int, *counts: int) -> tuple[int, ...]:
    """One number below each count; over `prod(counts)` turns every combination comes up once."""
    dealt = []
    for count in counts:
        dealt.append(turn % count)
        turn //= count
    return tuple(dealt)


def place_options(right: str, wrong: Sequence[str], turn: int, strata: int, rng: Rng) -> tuple[str, ...]:
    """All options: the right one at the place for this turn, the others shuffled around it.

    `strata` is how many combinations of form and answer the task deals (the product of the counts given to
    `deal`): within each of them the place rotates, so that no place hints at an answer.
    """
    options = [*wrong, right]
    if len(set(options)) < len(options):
        raise DioramaError(f"an option is offered twice: {', '.join(options)}")
    place = (turn // strata + turn % strata) % len(options)
    placed = [wrong[int(k)] for k in rng.permutation(len(wrong))]
    placed.insert(place, right)
    return tuple(placed)


def yes_or_no(answer: bool, turn: int, strata: int, rng: Rng) -> tuple[str, ...]:
    """Yes, No and Not sure in the order for this turn."""
    right, wrong = (YES, NO) if answer else (NO, YES)
    return place_options(right, (wrong, NOT_SURE), turn, strata, rng)

"""Orders that differ from person to person: of questions, and of the options of each. The same seed gives the same."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from diorama.kinds.reading.manners import abstains

_POINTS_AT_OTHERS = re.compile(r"\bof the (?:above|following)\b|\b[A-H] (?:and|or|nor) [A-H]\b", re.I)
CHECK_WORDS = ("amber", "cobalt", "crimson", "ivory", "lilac", "olive", "scarlet", "teal", "umber", "violet")
CHECK_OPTIONS = 4


def question_ranks(seed: int, person: int, count: int) -> list[int]:
    """The rank of each question of a test in a person's own order."""
    return [int(rank) for rank in np.random.default_rng([seed, person, *b"questions"]).permutation(count)]


def options_order(options: Sequence[str], seed: int, person: int, place: int) -> list[int]:
    """The order in which a person is shown some options, as their places in the dataset.

    An option that says "not sure" stays where it is; options that point at each other all do.
    """
    order = list(range(len(options)))
    if any(_POINTS_AT_OTHERS.search(option) for option in options):
        return order
    moved = [k for k in order if not abstains(options[k])]
    mixed = np.random.default_rng([seed, person, place, *b"options"]).permutation(moved).tolist()
    for k, new in zip(moved, mixed, strict=True):
        order[k] = new
    return order


def attention_check(seed: int, person: int, place: int) -> tuple[list[str], str]:
    """The options of a check, and the one that passes it: the one that its text names."""
    rng = np.random.default_rng([seed, person, place, *b"check"])
    options = [CHECK_WORDS[int(k)] for k in rng.permutation(len(CHECK_WORDS))[:CHECK_OPTIONS]]
    return options, options[int(rng.integers(CHECK_OPTIONS))]

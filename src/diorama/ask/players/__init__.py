"""Players with known minds: `random` guesses, `catalogue` knows names and flat boxes only, `oracle` knows the answer.

`groundline` is the catalogue with one cue of depth: what reaches further down in the picture is nearer.
Each is a pure function from a sample and a generator to the text of a reply, read and scored like any model's.

>>> import numpy as np
>>> from diorama.ask.players import PLAYERS
>>> sorted(PLAYERS)
['catalogue', 'groundline', 'oracle', 'random']
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from diorama.ask.keys import key_of
from diorama.ask.players import catalogue, chance, oracle
from diorama.data import Sample

Rng = np.random.Generator


def play_random(sample: Sample, rng: Rng) -> str:
    """A guess (see `chance`)."""
    return chance.reply(key_of(sample), rng)


def play_catalogue(sample: Sample, rng: Rng) -> str:
    """What names and flat boxes allow (see `catalogue`)."""
    return catalogue.reply(catalogue.flat_view(sample), rng)


def play_groundline(sample: Sample, rng: Rng) -> str:
    """The same, and that what reaches further down is in front."""
    return catalogue.reply(catalogue.flat_view(sample), rng, groundline=True)


def play_oracle(sample: Sample, rng: Rng, *, accuracy: float = 1.0) -> str:
    """The answer, or now and then a wrong one (see `oracle`)."""
    return oracle.reply(key_of(sample), rng, accuracy=accuracy)


PLAYERS: dict[str, Callable[[Sample, Rng], str]] = {
    "random": play_random,
    "catalogue": play_catalogue,
    "groundline": play_groundline,
    "oracle": play_oracle,
}
"""Players by name."""

__all__ = ["PLAYERS", "play_catalogue", "play_groundline", "play_oracle", "play_random"]

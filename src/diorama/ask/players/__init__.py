"""Players with known minds, which answer without a neural network.

`random` guesses, `oracle` knows the answer, `catalogue` knows the names and flat boxes of what is visible and nothing
else: no depth, no outline, no mirror, no motion. A benchmark of 3D structure should be failed by it. `groundline` is
the catalogue with one cue of depth, that what reaches further down in the picture is nearer. How a flat mind plays a
task is registered with the task (its decorator `flat`); for a task without it, both guess. Two players know plans only
and guess elsewhere: `one_step` just does what is asked, `everything_above` first removes all that is drawn above. Two
know clips only: for `last_frame` nothing moves on after a clip, for `constant_velocity` everything goes on straight.

Each is a pure function from a sample and a generator to the text of a reply, read and scored like any model's.

>>> from diorama.ask.players import PLAYERS
>>> sorted(PLAYERS)
['catalogue', 'constant_velocity', 'everything_above', 'groundline', 'last_frame', 'one_step', 'oracle', 'random']
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from diorama.data import Sample, key_of
from diorama.data.audit import flat_scene
from diorama.errors import DioramaError
from diorama.suites import find_task

Rng = np.random.Generator


def play_random(sample: Sample, rng: Rng) -> str:
    """A blind guess, by the rules of the answer's kind."""
    return sample.kind.guess(key_of(sample), rng)


def play_catalogue(sample: Sample, rng: Rng) -> str:
    """The best answer from names and flat boxes alone."""
    return _play_flat(sample, rng, groundline=False)


def play_groundline(sample: Sample, rng: Rng) -> str:
    """The same, taking what reaches further down in the picture to be in front."""
    return _play_flat(sample, rng, groundline=True)


def play_one_step(sample: Sample, rng: Rng) -> str:
    """For plans: do what is asked, and nothing else."""
    return _play_guesser(sample, rng, "one step")


def play_everything_above(sample: Sample, rng: Rng) -> str:
    """For plans: remove all whose boxes are above in the picture, then do what is asked."""
    return _play_guesser(sample, rng, "everything above")


def play_last_frame(sample: Sample, rng: Rng) -> str:
    """For clips: everything stays, or was, as it is at the cut."""
    return _play_mind(sample, rng, "last_frame")


def play_constant_velocity(sample: Sample, rng: Rng) -> str:
    """For clips: everything moves on, or moved before, as it does at the cut."""
    return _play_mind(sample, rng, "constant_velocity")


def play_oracle(sample: Sample, rng: Rng, *, accuracy: float = 1.0) -> str:
    """The right answer, or, with probability 1 − accuracy, one that is surely wrong."""
    if not 0 <= accuracy <= 1:
        raise DioramaError(f"an oracle's accuracy is between 0 and 1, not {accuracy}")
    key = key_of(sample)
    return sample.kind.in_words(key, key.answer) if rng.random() < accuracy else sample.kind.wrong(key, rng)


PLAYERS: dict[str, Callable[[Sample, Rng], str]] = {
    "random": play_random,
    "catalogue": play_catalogue,
    "groundline": play_groundline,
    "one_step": play_one_step,
    "everything_above": play_everything_above,
    "last_frame": play_last_frame,
    "constant_velocity": play_constant_velocity,
    "oracle": play_oracle,
}
"""Players by name."""

__all__ = [
    "PLAYERS", "play_catalogue", "play_constant_velocity", "play_everything_above", "play_groundline",
    "play_last_frame", "play_one_step", "play_oracle", "play_random",
]  # fmt: skip


def _play_mind(sample: Sample, rng: Rng, name: str) -> str:
    """The answer of a mind that the task knows, or a guess where it knows none of this name."""
    task = find_task(sample.suite, sample.task, sample.level) if sample.query is not None else None
    mind = task.minds.get(name) if task is not None else None
    answer = mind(sample.query, sample.world, sample.options) if mind is not None and sample.world is not None else None
    return play_random(sample, rng) if answer is None else sample.kind.in_words(key_of(sample), answer)


def _play_guesser(sample: Sample, rng: Rng, guesser: str) -> str:
    """The answer of one of the task's guessers, or a guess where it has none of this name."""
    task = find_task(sample.suite, sample.task, sample.level) if sample.query is not None else None
    guess = task.guessers.get(guesser) if task is not None else None
    scene = flat_scene(sample) if guess is not None else None
    answer = guess(sample.query, scene) if guess is not None and scene is not None else None
    return play_random(sample, rng) if answer is None else sample.kind.in_words(key_of(sample), answer)


def _play_flat(sample: Sample, rng: Rng, *, groundline: bool) -> str:
    """The answer by the task's `flat` rule, or a guess where it has none."""
    task = find_task(sample.suite, sample.task, sample.level) if sample.query is not None else None
    flat = task.flat_guess if task is not None else None
    scene = flat_scene(sample) if flat is not None else None
    answer = flat(sample.query, scene, rng, groundline) if flat is not None and scene is not None else None
    return play_random(sample, rng) if answer is None else sample.kind.in_words(key_of(sample), answer)

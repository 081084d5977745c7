"""Which question has which number: drawn from a dataset with a seed, and found again from what the folder says.

Ids stay out of the folder: they name the seed that a sample was made from, and answers are dealt in the order of ids.
Ids can be guessed, so checksums in the folder are over the dataset's files too, which cannot.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import Field, ValidationError

from diorama import __version__
from diorama.ask.source import Selection, Source
from diorama.errors import DioramaError, first_fault
from diorama.world.model import Plain

FILE = "quiz.json"


class Draw(Plain):
    """How the questions of a quiz were drawn: enough to draw them again from the dataset, and useless without it."""

    format: Literal[1] = 1
    dataset: str
    """By a checksum of its files; its name may tell too much."""
    sample: int | None = None
    seed: int = Field(default=0, ge=0)
    suites: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    limit: int | None = None
    questions: int = Field(ge=1)
    """How many there are."""
    order: str
    """A checksum of the samples in their order: what is drawn again must be what was asked."""
    version: str = __version__

    @property
    def key(self) -> str:
        """A short name of the quiz."""
        return self.order[:8]


def draw(source: Source, wanted: Selection) -> tuple[Draw, tuple[str, ...]]:
    """Draw questions as `diorama eval` does, and shuffle them: the ids of numbers 1, 2, 3, …"""
    if wanted.ids is not None:
        raise DioramaError("a quiz is drawn at random: it cannot be made of listed samples")
    ids = [entry.id for entry in source.choose(wanted)]
    places = np.random.default_rng([wanted.seed, *b"quiz"]).permutation(len(ids))
    ordered = tuple(ids[int(place)] for place in places)
    found = Draw(
        dataset=_checksum(source), sample=wanted.sample, seed=wanted.seed, suites=tuple(wanted.suites),
        tasks=tuple(wanted.tasks), levels=tuple(wanted.levels), limit=wanted.limit, questions=len(ordered),
        order=sha256("\n".join([*_files(source), *ordered]).encode()).hexdigest(),
    )  # fmt: skip
    return found, ordered


def draw_again(before: Draw, source: Source) -> tuple[str, ...]:
    """The ids of a quiz that was made earlier, in the order of its numbers."""
    if _checksum(source) != before.dataset:
        raise DioramaError(f"the quiz is not of {source.folder}: the checksums of their files differ")
    wanted = Selection(
        suites=before.suites, tasks=before.tasks, levels=before.levels, sample=before.sample, seed=before.seed,
        limit=before.limit,
    )  # fmt: skip
    now, ids = draw(source, wanted)
    if now.order != before.order:
        raise DioramaError(
            f"the quiz was made by Diorama {before.version}, which draws other questions than {__version__} does: "
            "score it with that version"
        )
    return ids


def _files(source: Source) -> list[str]:
    """Whole checksums of the dataset's files, which nobody can guess who does not have them."""
    return [shard.sha256 for _, shard in sorted(source.data.manifest.shards.items())]


def _checksum(source: Source) -> str:
    return sha256("\n".join(["quiz", *_files(source)]).encode()).hexdigest()[:12]


def read_draw(folder: Path) -> Draw:
    """What a quiz's folder says of how it was drawn."""
    path = folder / FILE
    try:
        return Draw.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise DioramaError(f"{folder} holds no quiz: make one with `diorama quiz DIR --out {folder}`") from None
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    except ValidationError as error:
        raise DioramaError(f"{path} is not what `diorama quiz` wrote: {first_fault(error)}") from None

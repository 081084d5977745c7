"""Imagination as a tool: the exact outcome of every stage, and clips by generators; the sample stays hidden."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from PIL import Image

from diorama.ask.question import Picture
from diorama.data import Sample
from diorama.errors import DioramaError
from diorama.imagine.generators.notes import notes_of
from diorama.imagine.generators.registry import read_generator
from diorama.imagine.imagining import imagine, known_of
from diorama.imagine.stages import Estimate, exact_stages
from diorama.imagine.tracks import Tracks

_CORES = threading.BoundedSemaphore(os.cpu_count() or 1)
"""Clips that are made on this machine's own processor at a time."""


@dataclass(frozen=True)
class Wish:
    """What a generator is asked for."""

    generator: str
    """As users write it: ``warp``, ``physics(renderer='photo')``."""
    picture: Picture
    tracks: Tracks
    description: str
    """What happens, in words."""
    frames: int
    seed: int = 0


@dataclass(frozen=True)
class Imagined:
    """A clip of what is supposed to happen, and what its generator has to say about it."""

    clip: Picture
    notes: tuple[str, ...] = ()


def _nothing(*asked: Any) -> Any:
    raise DioramaError("nothing is known of what would happen here")


@dataclass(frozen=True)
class Imagination:
    """What can be imagined for one question."""

    unimaginable: Callable[[], str] = str
    """Why nothing of what the question supposes can be filmed; empty where it can, or where there is no world."""
    exact: Callable[[int], Estimate] = _nothing
    """The number of frames → the exact outcome of each stage."""
    generate: Callable[[Wish], Imagined] = _nothing


def imagination_of(sample: Sample) -> Imagination:
    """What the sample's world knows, and generators that know what they may of it."""
    known = known_of(sample)

    def unimaginable() -> str:
        if sample.query is None or not sample.shots:
            return ""
        try:
            known.truth()
        except DioramaError as error:
            return str(error)
        return ""

    @cache
    def exact(frames: int) -> Estimate:
        return exact_stages(known.truth(), frames)

    def generate(wish: Wish) -> Imagined:
        pixels = np.asarray(Image.open(io.BytesIO(wish.picture.data)).convert("RGB"), np.uint8)
        spec = read_generator(wish.generator)
        with _CORES if spec.maker.knows_world else nullcontext():  # services and devices have their own queues
            clip = imagine(spec, known, pixels, wish.tracks, wish.description, wish.frames, wish.seed)
        return Imagined(Picture(bytes(clip), "video", "imagined.mp4"), notes_of(clip))

    return Imagination(unimaginable, exact, generate)

"""One clip of what is supposed to happen: from the shelf if the same was imagined before, else by a generator.

The key of a clip is everything that it depends on: the generator and its settings, the picture, the tracks, the words,
the number of frames, the seed, and the world where the generator knows it. An interrupted or repeated run generates
nothing twice. A clip lies in one file with its notes and a checksum of both: what was damaged is made anew.
"""

from __future__ import annotations

import json
import threading
from functools import cache
from hashlib import sha256

import numpy as np

from diorama.data import Sample
from diorama.errors import DioramaError, short
from diorama.imagine.generators.notes import NotedClip, noted, notes_of
from diorama.imagine.generators.protocol import CannotImagine, Pixels
from diorama.imagine.generators.registry import GeneratorSpec, Known
from diorama.imagine.kept import tracks_to_json
from diorama.imagine.one_maker import one_maker
from diorama.imagine.supposed import Supposed
from diorama.imagine.tracks import Tracks
from diorama.imagine.truth import picture_of, truth_of_sample
from diorama.shelf import Shelf
from diorama.sight import Shot
from diorama.sight.clips import frames_of

LIMIT_BYTES = 4_000_000_000
"""How large the folder of clips may grow; a short clip takes about 100 kB."""
SHELF = Shelf("imagined", LIMIT_BYTES)
_LOCKS: dict[str, threading.Lock] = {}
"""Who asks for a clip that is being made waits for it."""
BLACK = 8
"""A frame without a lighter pixel than this shows nothing."""


def known_of(sample: Sample) -> Known:
    """What generators may know of a sample; found out once, and only if one asks."""

    @cache
    def truth() -> Supposed:
        return truth_of_sample(sample)

    @cache
    def shot() -> Shot:
        return picture_of(sample)

    @cache
    def digest() -> str:
        query = "" if sample.query is None else sample.query.model_dump_json()
        shots = "".join(each.model_dump_json() for each in sample.shots)
        return sha256(f"{query}\n{shots}".encode()).hexdigest()

    return Known(shot, truth, digest)


def imagine(
    spec: GeneratorSpec, known: Known, picture: Pixels, tracks: Tracks, description: str, frames: int, seed: int
) -> bytes:
    """A clip of so many frames; `CannotImagine` says why there is none. `notes_of` says what is odd about it."""
    asked = [
        spec.key, spec.maker.version, str(picture.shape), sha256(picture.tobytes()).hexdigest(),
        tracks_to_json(tracks), description, frames, seed, known.digest() if spec.maker.knows_world else "",
    ]  # fmt: skip
    key = sha256(json.dumps(asked).encode()).hexdigest()[:40]
    with _LOCKS.setdefault(key, threading.Lock()), one_maker(key):
        return _from_shelf(key) or _made(key, spec, known, picture, tracks, description, frames, seed)


def _from_shelf(key: str) -> bytes | None:
    data = SHELF.get(f"{key}.clip")
    return None if data is None else _unpacked(data)


def _made(
    key: str, spec: GeneratorSpec, known: Known, picture: Pixels, tracks: Tracks, description: str, frames: int,
    seed: int,
) -> bytes:  # fmt: skip
    try:
        clip = spec.generator(known).imagine(picture, tracks, description, frames, seed)
        check(clip, frames)
    except CannotImagine:
        raise
    except DioramaError as error:
        raise CannotImagine(str(error)) from None
    SHELF.put(f"{key}.clip", _packed(clip))
    return clip


def check(clip: bytes, frames: int) -> None:
    """Refuse what is no clip of something that happens: unreadable, a single frame, black."""
    count, lightest = 0, 0
    try:
        for frame in frames_of(clip):
            count, lightest = count + 1, max(lightest, int(np.max(frame.pixels)))
    except DioramaError as error:
        raise CannotImagine(f"the generator made no clip that can be read: {short(error)}") from None
    if count < 2:
        raise CannotImagine(f"the generator made {count} frames; {frames} were wanted")
    if lightest < BLACK:
        raise CannotImagine("the generator made black frames only")


def _packed(clip: bytes) -> bytes:
    """A clip as a file of the shelf: a line with the checksum of the rest, a line with the notes, and the clip."""
    rest = json.dumps(list(notes_of(clip))).encode() + b"\n" + bytes(clip)
    return sha256(rest).hexdigest().encode() + b"\n" + rest


def _unpacked(data: bytes) -> NotedClip | None:
    """The clip in such a file; None if it is not as it was written."""
    digest, _, rest = data.partition(b"\n")
    if digest != sha256(rest).hexdigest().encode():
        return None
    notes, _, clip = rest.partition(b"\n")
    try:
        return noted(clip, map(str, json.loads(notes)))
    except (ValueError, TypeError, RecursionError):  # somebody else's file, with a checksum
        return None

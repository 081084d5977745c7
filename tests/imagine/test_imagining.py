"""Clips that are kept: the same clip is made once, and one that was damaged in the cache is made again."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diorama.imagine import imagining
from diorama.imagine.generators import CannotImagine
from diorama.imagine.generators.notes import noted, notes_of
from diorama.imagine.generators.registry import GeneratorMaker, GeneratorSpec, Known
from diorama.imagine.imagining import imagine
from diorama.imagine.tracks import Tracks, straight_track
from diorama.shelf import Shelf
from diorama.sight.clips import Frame, make_clip

FRAMES = 4
TRACKS = Tracks((straight_track((8.0, 8.0), (1.0, 0.0), 2.0, FRAMES),))
NOTES = ("nothing moves", "it is grey")


class Counting:
    """A generator of a grey clip, and how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def imagine(self, *asked: Any) -> bytes:
        self.asked += 1
        grey = (Frame(k / 16, np.full((16, 16, 3), 60 + 20 * k, np.uint8)) for k in range(FRAMES))
        return noted(make_clip(grey), NOTES)

    def clip(self) -> bytes:
        """A clip of always the same wish."""

        def nothing() -> Any:
            raise CannotImagine("nobody knows")

        spec = GeneratorSpec(GeneratorMaker("counting", lambda known: self, False, 1, ()))
        picture = np.zeros((16, 16, 3), np.uint8)
        return imagine(spec, Known(nothing, nothing, str), picture, TRACKS, "it moves", FRAMES, 0)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path))
    monkeypatch.setattr(imagining, "SHELF", Shelf("imagined", imagining.LIMIT_BYTES))
    return tmp_path / "imagined"


def flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def with_checksum(rest: bytes) -> bytes:
    return sha256(rest).hexdigest().encode() + b"\n" + rest


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut short": lambda data: data[:-100],
    "longer": lambda data: data + b"\0",
    "text": lambda data: b"this is no clip",
    "zeros": lambda data: bytes(len(data)),
    "a flipped bit in the checksum": lambda data: flipped(data, 3),
    "a flipped bit in the notes": lambda data: flipped(data, data.index(b"grey")),
    "a flipped bit in the pixels": lambda data: flipped(data, len(data) - 60),
    "brackets": lambda data: b"[" * 1_000_000,
    "brackets with a checksum": lambda data: with_checksum(b"[" * 1_000_000 + b"\n" + data),
    "a number with a checksum": lambda data: with_checksum(b"7\n" + data),
}


def test_a_clip_is_made_once_and_keeps_its_notes(cache: Path) -> None:
    generator = Counting()
    first, again = generator.clip(), generator.clip()
    assert generator.asked == 1 and first == again
    assert notes_of(first) == notes_of(again) == NOTES


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_clip_is_made_again(cache: Path, damage: Callable[[bytes], bytes]) -> None:
    generator = Counting()
    first = generator.clip()
    (file,) = cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert generator.clip() == first and generator.asked == 2
    assert file.read_bytes() == whole, "the cache is mended"
    generator.clip()
    assert generator.asked == 2

"""Pictures to train on, drawn fast and kept: one renderer holds all bodies, and each scene moves its own three.

Drawing is the dearest part of a draft picture once a renderer has to be made for each. A `film` picture of a shared
renderer takes 8 ms where a still takes 93; it differs at the edges of shadows only.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from diorama.data import in_workers, whole_file
from diorama.errors import DioramaError
from diorama.lab.organisms.worlds import (
    COLOURS,
    HEIGHT,
    LIGHTS,
    NOTHING,
    RECIPES,
    WIDTH,
    Question,
    Scene,
    all_bodies,
    drawn_scene,
)
from diorama.sight import DraftRenderer
from diorama.world import World, replace
from diorama.world.layouts import empty

Pixels = NDArray[np.uint8]
Codes = NDArray[np.int64]

CHUNK = 300
"""Scenes in one file; a multiple of the number of orders."""
ASKED = tuple(f"{colour} {word}" for colour in COLOURS for word in RECIPES)
"""Every body that can be asked about, by its code."""
REPLIES = (*ASKED, NOTHING)
"""Every right reply, by its code."""
Advance = Callable[[], None]


@dataclass(frozen=True, eq=False)
class Pictures:
    """Pictures, and the questions about them as codes."""

    pixels: Pixels
    """Scenes × height × width × 3."""
    scene: Codes
    """Of each question."""
    asked: Codes
    """Into `ASKED`."""
    reply: Codes
    """Into `REPLIES`."""

    def __len__(self) -> int:
        return len(self.pixels)


def pictures_of(scenes: Sequence[Scene], pixels: Sequence[Pixels]) -> Pictures:
    """Scenes whose pictures are drawn already."""
    rows = [(k, *codes_of(question)) for k, scene in enumerate(scenes) for question in scene.questions]
    of, asked, reply = np.array(rows, np.int64).reshape(-1, 3).T
    return Pictures(np.stack(pixels), of, asked, reply)


def codes_of(question: Question) -> tuple[int, int]:
    """What is asked about and what is right, as codes."""
    return ASKED.index(question.removed), REPLIES.index(question.reply)


def joined(parts: Sequence[Pictures]) -> Pictures:
    """Several sets of pictures as one."""
    starts = np.cumsum([0, *map(len, parts[:-1])])
    return Pictures(
        np.concatenate([p.pixels for p in parts]),
        np.concatenate([p.scene + start for p, start in zip(parts, starts, strict=True)]),
        np.concatenate([p.asked for p in parts]),
        np.concatenate([p.reply for p in parts]),
    )


class Painter:
    """Draws scenes, whatever bodies they hold, with one renderer for each light; holds GL memory until closed."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._renderers: dict[int, DraftRenderer] = {}

    def picture(self, scene: Scene) -> Pixels:
        """Draw a scene."""
        light = scene.light
        if light not in self._renderers:
            self._renderers[light] = self._open.enter_context(
                DraftRenderer(palette(light), width=WIDTH, height=HEIGHT, film=True)
            )
        absent = [body.name for body in all_bodies() if body.name not in scene.world]
        return self._renderers[light].picture(scene.camera, scene.world, without=absent)

    def close(self) -> None:
        """Give the memory back."""
        self._open.close()


def palette(light: int) -> World:
    """All bodies that scenes may hold, in one of the lights."""
    assert 0 <= light < LIGHTS
    return replace(empty(light), bodies=all_bodies())


def drawn_chunk(number: int, seed: int, folder: Path, size: int = CHUNK) -> Path:
    """Draw some scenes to train on, and keep them in a file; one that is there already is not drawn again."""
    path = folder / f"{number:04d}.npz"
    if path.exists():
        return path
    painter = Painter()
    try:
        turns = range(number * size, (number + 1) * size)
        found = [drawn_scene(turn, np.random.default_rng([seed, 0, turn])) for turn in turns]
        kept = pictures_of(found, [painter.picture(scene) for scene in found])
    finally:
        painter.close()
    buffer = io.BytesIO()
    np.savez(buffer, pixels=kept.pixels, scene=kept.scene, asked=kept.asked, reply=kept.reply)
    with whole_file(path) as stream:
        stream.write(buffer.getvalue())
    return path


def training_pictures(
    count: int, seed: int, folder: Path, *, workers: int = 1, advance: Advance = lambda: None, size: int = CHUNK
) -> Pictures:
    """At least so many pictures, drawn where they are not kept yet."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers = range(-(-count // size))
    parts = []
    for path in in_workers(partial(drawn_chunk, seed=seed, folder=folder, size=size), numbers, workers):
        parts.append(read_chunk(path))
        advance()
    return joined(parts)


def read_chunk(path: Path) -> Pictures:
    """Pictures that were kept."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            found = Pictures(*(kept[name] for name in ("pixels", "scene", "asked", "reply")))
        if found.pixels.shape[1:] != (HEIGHT, WIDTH, 3) or not len(found.scene) == len(found.asked) == len(found.reply):
            raise ValueError("it is of another shape")
        return found
    except (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, BadZipFile, zlib.error) as error:
        raise DioramaError(f"{path} cannot be read: {error}; delete it, and it is drawn again") from None


def batches(scenes: int, size: int, seed: int) -> Iterator[tuple[Codes, bool]]:
    """Numbers of scenes, without end, each once before any twice; and whether their pictures are mirrored.

    A mirrored picture is one of a mirrored world, and names of bodies stay right. It doubles what there is to see.
    """
    epoch = 0
    while True:
        rng = np.random.default_rng([seed, 2, epoch])
        order = rng.permutation(scenes)
        for start in range(0, scenes - size + 1, size):
            yield order[start : start + size], bool(rng.integers(2))
        epoch += 1


def batches_from(step: int, scenes: int, size: int, seed: int) -> Iterator[tuple[Codes, bool]]:
    """The same from a step on, so that training which was stopped goes on with what would have come."""
    return islice(batches(scenes, size, seed), step, None)

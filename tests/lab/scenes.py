"""Small pictures and questions for the laboratory's tests."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from diorama.ask.question import Picture, Request
from diorama.data import Sample
from diorama.data.drawing import draw_one
from diorama.kinds import ObjectSet
from diorama.lab.prompt import Prompt, prepare
from diorama.lab.subject import Subject
from diorama.sight import Easel, Shot
from diorama.suites.structure.t1_single_removal import Removal
from diorama.world import Camera, replace
from tests.data.samples import sample
from tests.worlds import block, floor_with

Command = Callable[..., tuple[int, str]]
"""The words of a command of the laboratory → its exit code and what it said."""
WIDTH, HEIGHT = 192, 128
REPLY = "<think>\nhm</think>\n\nThe mug"


def picture_bytes(pixels: NDArray[np.uint8]) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG")
    return stream.getvalue()


def noise(seed: int = 0, width: int = WIDTH, height: int = HEIGHT) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 255, (height, width, 3), dtype=np.uint8)


def request(pixels: NDArray[np.uint8] | None = None, words: str = "What is seen?") -> Request:
    return Request((Picture(picture_bytes(noise() if pixels is None else pixels)), words))


def prompt_of(subject: Subject, pixels: NDArray[np.uint8] | None = None, reply: str = REPLY, **more: Any) -> Prompt:
    return prepare(subject, request(pixels), reply=reply, **more)


CAMERA = Camera(position=(0.0, -2.0, 0.5), target=(0.0, 0.2, 0.15), fovy_deg=14.0, width=256, height=160)


@cache
def removal(number: int) -> Sample:
    """A block before a larger one."""
    front, back = block("front", (0.0, 0.0, 0.0), 1.5), block("back", (0.05, 0.8, 0.0), 5.0)
    bodies = [replace(b, phrase=f"the {b.name}") for b in (front, back)]
    shot = Shot(world=floor_with(*bodies), camera=CAMERA)
    return sample(
        number, id=f"structure-t1-{number}", suite="structure", task="T1", level="", shots=(shot,),
        media=(draw_one(shot, Easel()),),
        question=f"What would be seen if the front block, number {number}, were removed?",
        query=Removal(removed="front"), options=(), answer=ObjectSet(names=("back",)),
    )  # fmt: skip

"""Small pictures and questions for the laboratory's tests."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from diorama.ask.question import Picture, Request
from diorama.lab.prompt import Prompt, prepare
from diorama.lab.subject import Subject

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

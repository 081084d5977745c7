"""Small samples with clips whose frames carry numbers: the event has frames 0 to 19, cut between 9 and 10."""

from __future__ import annotations

import io
from base64 import b64decode
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from PIL import Image

from diorama.data import BuildPlan, Media, Sample, create_or_open
from diorama.kinds import Choice
from diorama.sight import Shot
from diorama.suites.video.query import Eye, Prediction
from diorama.world import Camera, World, make_body, replace
from diorama.world.motors import Drive, Leg, play
from diorama.world.recording import Recording
from tests.data.samples import sample
from tests.numbered import number_of_picture, numbered_clip, numbered_frame, numbers_in
from tests.worlds import block, floor_with

EARLY, LATE = tuple(range(10)), tuple(range(10, 20))
REFERENCE = 99
"""The number in the reference picture."""
CAMERA = Camera(position=(0.0, -3.5, 1.0), target=(0.0, 0.0, 0.1), fovy_deg=40.0, width=160, height=96)
DRIVES = (Drive(name="car", legs=(Leg(seconds=0.2, speed=0.6), Leg(seconds=2.8, speed=0.6))),)
SECONDS, CUT = 2.0, 1.0


@cache
def street() -> World:
    """A blue car on the left drives to the right, in front of a block."""
    car = replace(make_body("car", name="car", position=(-0.8, 0.0, 0.0)), phrase="the blue car")
    return floor_with(car, replace(block("block", (0.0, 0.6, 0.0)), phrase="the block"))


@cache
def _shots() -> tuple[Shot, ...]:
    recording = Recording.of(play(street(), DRIVES, SECONDS), 0.0, CUT, fps=10)
    return (Shot(role="clip", world=street(), recording=recording, camera=CAMERA),)


def filmed(
    number: int = 0,
    direction: Literal["forward", "backward"] = "forward",
    *,
    world: bool = True,
    reference: bool = False,
    **fields: Any,
) -> Sample:
    """A question about a clip; “to the left of it” (A) is right. Without a world it could be real footage."""
    shown, unseen = (EARLY, LATE) if direction == "forward" else (LATE, EARLY)
    query = Prediction(
        form="side", direction=direction, viewpoint="exo-exo" if reference else "exo", about=("car", "block"),
        moment=1.6 if direction == "forward" else 0.4, cut=CUT, seconds=SECONDS, drives=DRIVES,
        eye=Eye(camera=replace(CAMERA, position=(0.0, 3.5, 1.0)) if reference else CAMERA),
    )  # fmt: skip
    media = [Media(role="clip", kind="video", data=numbered_clip(shown[0], shown[-1]), name="clip.mp4")]
    if reference:
        media.append(
            Media(
                role="reference", kind="image", data=picture(REFERENCE), name="reference.png",
                label="the reference picture",
            )
        )  # fmt: skip
    given: dict[str, Any] = {
        "id": f"video-{number:06d}", "suite": "video", "task": "relation", "level": direction,
        "question": f"Where is the blue car, number {number}, relative to the block?",
        "options": ("to the left of it", "to the right of it", "behind it"),
        "answer": Choice(option="to the left of it"),
        "media": tuple(media),
        "outcome": Media(
            role="outcome", kind="video", data=numbered_clip(unseen[0], unseen[-1]), name="outcome.mp4"
        ),
        "shots": _shots() if world else (), "query": query if world else None,
        "objects": {} if world else {"car": "the blue car"},
    }  # fmt: skip
    return sample(number, **{**given, **fields})


def films(folder: Path, *samples: Sample) -> Path:
    """A dataset of some samples."""
    plan = BuildPlan(suites=("video",), count=len(samples), seed=1, shard_size=64, version="1.0")
    builder = create_or_open(folder, plan)
    for slot in builder.missing_shards():
        builder.add_shard(slot.name, samples)
    return folder


@cache
def picture(number: int) -> bytes:
    """A still with a number in it."""
    stream = io.BytesIO()
    Image.fromarray(numbered_frame(number)).save(stream, "PNG")
    return stream.getvalue()


Shown = tuple[str, list[int]]


def shown_in(request: dict[str, Any]) -> list[Shown]:
    """What a request over HTTP shows, in order: ``video`` or ``image``, and the numbers of its frames."""
    found: list[Shown] = []
    for message in request["messages"]:
        for part in message["content"] if not isinstance(message["content"], str) else ():
            if part["type"] == "video_url":
                found.append(("video", numbers_in(_bytes(part["video_url"]["url"]))))
            elif part["type"] == "image_url":
                found.append(("image", [number_of_picture(_bytes(part["image_url"]["url"]))]))
    return found


def _bytes(uri: str) -> bytes:
    return b64decode(uri.split("base64,", 1)[1])


def numbers_shown(requests: Sequence[dict[str, Any]]) -> set[int]:
    """The numbers of all frames in some requests."""
    return {number for request in requests for _, numbers in shown_in(request) for number in numbers}

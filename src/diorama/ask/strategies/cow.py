"""Imagine first, then answer: a strategy in the manner of the Causal Object World model (COW) of the `causal` paper.

Stages: which thing moves and where it is (*instance*), which way it goes (*motion*), where it is in each frame
(*tracks*), a clip of that by a generator (*video*), and the question with frames of the clip (*assist*). Each stage but
the last can be done by an oracle, so that a run shows which of them loses the answer.
"""

from __future__ import annotations

import io
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

import numpy as np
from PIL import Image

from diorama.ask.clips import aside, cut_frame_of
from diorama.ask.imagination import Imagined, Wish
from diorama.ask.question import Picture, Piece, Question, Request
from diorama.ask.strategies.captioning import GENERATOR
from diorama.ask.strategies.cow_words import (
    BACKWARDS,
    CLIP_REQUEST,
    CUT,
    Pick,
    all_words,
    cue_in,
    introduction,
    motion_words,
)
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import ToolFailed, Tools
from diorama.data import Sample
from diorama.data.drawing import png
from diorama.errors import DioramaError
from diorama.imagine.generators import CannotImagine
from diorama.imagine.generators.registry import read_generator
from diorama.imagine.heading_reader import read_heading
from diorama.imagine.imagining import check
from diorama.imagine.instance import instance_request_words, read_instance
from diorama.imagine.kept import (
    CLIP,
    DESCRIPTION,
    HEADING,
    PLACE,
    TRACKS,
    heading_to_json,
    place_to_json,
    tracks_to_json,
)
from diorama.imagine.motion import Cue, Heading, heading_request_words
from diorama.imagine.scores import imagination_scores
from diorama.imagine.stages import Estimate
from diorama.imagine.track_drawing import draw_tracks
from diorama.imagine.track_making import imagined_track, still_tracks
from diorama.imagine.tracks import Tracks, share_shown
from diorama.perceive.spots import CONVENTIONS, Convention, Size, Spot, convention_for, read_spot, spot_request_words
from diorama.sight.clips import even_numbers, frame_times_of, frames_of, limited, spread_frames

By = Literal["model", "role", "oracle"]
"""Who does a stage: the model under test, the model in the role `imaginer`, or an oracle."""
IMAGINER = "imaginer"
DRAWN, ABOUT = "tracks.png", "imagination.json"
"""The tracks drawn into the picture, for people; and what was shown of the clip."""
LONGEST_PX = 512
"""The longer side of the frames that a model is shown, as in the paper."""
STILL_POINTS = 4
"""Points that hold the camera still."""
USUAL = "thousand"
"""The convention that models of unknown families are asked for."""
SUPPOSITION = "supposition"
"""In place of a stage, where the question supposes nothing that could be filmed."""
ROLE = "role"
"""In place of a generator's name: the model in the role `generator`."""


@strategy(
    "cow",
    needs=(IMAGINER, GENERATOR),
    only_if=((IMAGINER, "instance", "role"), (IMAGINER, "motion", "role"), (GENERATOR, "generator", "role")),
    bounds={"frames": (1, 16), "length": (2, 121), "speed": (0, 1), "seed": (0, 2**32 - 1)},
    texts=all_words(),
)
async def cow(
    question: Question,
    tools: Tools,
    *,
    generator: str = "warp",
    instance: By = "model",
    motion: By = "model",
    tracks: Literal["computed", "oracle"] = "computed",
    frames: int = 3,
    pick: Pick = "first",
    length: int = 16,
    speed: float = 0.0,
    places: str = "",
    fallback: Literal["fail", "plain"] = "fail",
    seed: int = 0,
) -> str:
    """The question with frames of a clip of what it supposes, which is imagined first (up to 4 calls)."""
    aims = _Aims(instance, motion, tracks, length, speed, places, generator, seed)
    try:
        found, clip = await _imagined(question, tools, aims)
        shown, numbers, total = await aside(lambda: _shown(clip, pick, frames))
    except ToolFailed as error:
        if fallback == "fail":
            raise
        tools.keep(ABOUT, {"failed": str(error)})
        return await tools.ask(question.request(question.alone()))
    paced = generator != ROLE and total <= length  # a frame of the tracks for each that was made, and perhaps not all
    way = numbers if paced else [round(number * (length - 1) / max(1, total - 1)) for number in numbers]
    tools.keep(ABOUT, {
        "generator": generator, "frames shown": numbers, "frames made": total, "notes": list(clip.notes),
        "share of the way shown": round(share_shown(found.tracks, way), 4),
    })  # fmt: skip
    introduced = introduction(found.description, pick, len(shown), question.unseen)
    return await tools.ask(question.request(question.alone(), introduced, *shown))


@cow.check
def can_work(arguments: Mapping[str, Any]) -> None:
    """Refuse settings with which no question could be imagined."""
    if arguments["places"]:
        _named(arguments["places"])
    if arguments["generator"] != ROLE:
        read_generator(arguments["generator"]).check_settings()


@cow.worldless_stages
def imagined(sample: Sample, kept: Any) -> dict[str, float]:
    """Whether frames of a clip were shown."""
    return {"imagined/clips": float("failed" not in json.loads(kept[ABOUT]))} if ABOUT in kept else {}


@cow.stages
def compared(sample: Sample, kept: Any) -> dict[str, float]:
    """Each stage against the truth; nothing where the question's truth cannot be filmed."""
    try:
        return imagination_scores(sample, kept)
    except CannotImagine:
        return {}


@dataclass(frozen=True)
class _Aims:
    """Who does which stage, and how."""

    instance: By
    motion: By
    tracks: Literal["computed", "oracle"]
    length: int
    speed: float
    places: str
    generator: str
    seed: int


async def _imagined(question: Question, tools: Tools, aims: _Aims) -> tuple[Estimate, Imagined]:
    """Every stage up to the clip; what it finds is kept at once, so that a later failure loses nothing.

    Nobody is asked about what cannot be filmed anyway.
    """
    if why := await tools.unimaginable():
        raise ToolFailed(f"{SUPPOSITION}: {why}")
    picture = _picture(question)
    size = Image.open(io.BytesIO(picture.data)).size
    description, spot, cue = await _stage("instance", lambda: _instance(question, tools, aims, picture, size))
    tools.keep(DESCRIPTION, description)
    tools.keep(PLACE, place_to_json(spot))
    heading = await _stage("motion", lambda: _heading(question, tools, aims, picture, description, cue))
    tools.keep(HEADING, heading_to_json(heading))
    tracks = await _stage("tracks", lambda: _tracks(tools, aims, spot, heading, size))
    tools.keep(TRACKS, tracks_to_json(tracks))
    tools.keep(DRAWN, png(Image.fromarray(draw_tracks(_pixels(picture), tracks))))
    words = motion_words(description, heading)
    clip = await _stage("video", lambda: _clip(tools, aims, picture, tracks, words))
    tools.keep(CLIP, clip.clip.data)
    return Estimate(description, spot, heading, tracks), clip


async def _stage(name: str, work: Callable[[], Awaitable[Any]]) -> Any:
    """One stage; what goes wrong says in which."""
    try:
        return await work()
    except (ToolFailed, DioramaError) as error:
        raise ToolFailed(f"{name}: {error}") from None


async def _instance(
    question: Question, tools: Tools, aims: _Aims, picture: Picture, size: Size
) -> tuple[str, Spot, Cue]:
    if aims.instance == "oracle":
        exact = await tools.supposed(aims.length)
        return exact.description, exact.spot, cue_in(question.text)
    ask = _asker(tools, aims.instance)
    words = instance_request_words(question.text)
    told = read_instance(await ask(Request((*_scene(question, picture), words))))
    convention = _convention(tools, aims)
    words = f"Where in the picture is {told.description}? {spot_request_words(convention, size)}"
    spot = read_spot(await ask(Request((picture, words))), size, convention)
    return told.description, spot, told.cue or cue_in(question.text)


def _scene(question: Question, picture: Picture) -> tuple[Piece, ...]:
    """The picture of a question; of a clip, the clip and the frame at its cut, with what is asked about."""
    if question.clip is None:
        return (picture,)
    return question.clip, CUT[question.unseen or "after"], picture


def _named(places: str) -> Convention:
    if places not in CONVENTIONS:
        raise DioramaError(f"places is one of {', '.join(CONVENTIONS)}; got '{places}'")
    return CONVENTIONS[places]


def _convention(tools: Tools, aims: _Aims) -> Convention:
    if aims.places:
        return _named(aims.places)
    role = IMAGINER if aims.instance == "role" else "model"
    return convention_for(tools.called(role)) or CONVENTIONS[USUAL]


async def _heading(
    question: Question, tools: Tools, aims: _Aims, picture: Picture, description: str, cue: Cue
) -> Heading:
    if aims.motion == "oracle":
        return (await tools.supposed(aims.length)).heading
    words = heading_request_words(question.text, description, cue)
    if question.unseen == "before":
        words = f"{words} {BACKWARDS}"
    return read_heading(await _asker(tools, aims.motion)(Request((*_scene(question, picture), words))))


async def _tracks(tools: Tools, aims: _Aims, spot: Spot, heading: Heading, size: Size) -> Tracks:
    if aims.tracks == "oracle":
        moving = (await tools.supposed(aims.length)).tracks.moving
    else:
        pace = aims.speed * max(size) or heading.speed
        given = Heading(heading.direction, pace, heading.falls, heading.gone)
        moving = (imagined_track(spot, given, size, aims.length),)
    left, top, right, bottom = spot.box or (0.0, 0.0, 0.0, 0.0)
    wide = float(np.hypot(right - left, bottom - top)) / 2
    for count in range(STILL_POINTS, 0, -1):
        try:
            rng = np.random.default_rng(aims.seed)
            return Tracks(moving, still_tracks(rng, size, moving, count, aims.length, wide=wide))
        except CannotImagine:  # less room, fewer points
            continue
    return Tracks(moving)


async def _clip(tools: Tools, aims: _Aims, picture: Picture, tracks: Tracks, words: str) -> Imagined:
    if aims.generator == ROLE:
        clip = await tools.draw(GENERATOR, Request((picture, f"{CLIP_REQUEST} {words}")), "video")
        await aside(lambda: check(clip.data, aims.length))
        return Imagined(clip)
    return await tools.imagine(Wish(aims.generator, picture, tracks, words, aims.length, aims.seed))


def _shown(made: Imagined, pick: Pick, frames: int) -> tuple[tuple[Picture, ...], list[int], int]:
    """What a model is shown of a clip, the numbers of these frames, and how many the clip has."""
    data = made.clip.data
    total = len(frame_times_of(data))
    many = min(frames, total)
    if pick == "video":
        return (made.clip,), list(range(total)), total
    if pick == "first":
        chosen, numbers = list(islice(frames_of(data), many)), list(range(many))
    else:
        chosen, numbers = list(spread_frames(data, many)), even_numbers(total, many)
    pictures = (png(limited(frame.pixels, LONGEST_PX)) for frame in chosen)
    named = zip(pictures, numbers, strict=True)
    return tuple(Picture(data, "image", f"imagined-{number:03d}.png") for data, number in named), numbers, total


def _asker(tools: Tools, by: By) -> Callable[[Request], Awaitable[str]]:
    async def role(request: Request) -> str:
        return await tools.role(IMAGINER, request)

    return tools.ask if by == "model" else role


def _picture(question: Question) -> Picture:
    """The picture from which imagination begins: of a clip, the frame at the cut."""
    if question.clip is not None:
        return cut_frame_of(question)
    if question.reference is None:
        raise ToolFailed("the question shows no picture from which anything could be imagined")
    return question.reference


def _pixels(picture: Picture) -> Any:
    return np.asarray(Image.open(io.BytesIO(picture.data)).convert("RGB"), np.uint8)

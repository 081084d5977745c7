"""The terms on which a run asks: what a protocol says, and what options say otherwise.

An option that is given wins over the protocol, and every difference is kept as a deviation, which reports show. So a
protocol's name never stands beside numbers that were measured in another way.
"""

from __future__ import annotations

import io
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from diorama.ask.protocols import PROTOCOLS, Protocol, size_words
from diorama.ask.question import question_of
from diorama.ask.source import Entry, Source
from diorama.ask.strategies import Way, read_way
from diorama.ask.thinking import Thinking, read_thinking, thinking_config
from diorama.ask.video_input import Frames, VideoInput, read_video_input
from diorama.ask.wordings import VARIED, Rewording, choose_wordings
from diorama.errors import DioramaError

if TYPE_CHECKING:
    from diorama.ask.evaluate import Order

NO_PROTOCOL = Protocol("", (), "What is asked without a protocol.")


@dataclass(frozen=True)
class Terms:
    """How the questions of an order are asked."""

    way: Way
    repeats: int
    config: dict[str, Any] = field(default_factory=dict)
    """How the model generates."""
    thinking: str = ""
    """Whether it thinks first; empty if that is left to the model."""
    rewording: Rewording | None = None
    video: VideoInput = field(default_factory=VideoInput)
    """How clips are sent …"""
    clips: bool = False
    """… if questions show any, judged by the first of each suite."""
    protocol: str = ""
    deviations: tuple[str, ...] = ()
    """In what the terms differ from the protocol; repeats are counted when they are reported."""


def terms_of(order: Order, source: Source, chosen: Collection[Entry]) -> Terms:
    """The terms of an order, if they fit the questions and the model."""
    protocol = PROTOCOLS.get(order.protocol) if order.protocol else NO_PROTOCOL
    if order.protocol:
        check_suites(protocol, chosen)
    way = read_way(order.strategy or protocol.strategy)
    asked = read_thinking(order.thinking) if order.thinking else None
    thinking = protocol.thinking if asked is None else asked
    told = {} if thinking is None else thinking_config(order.model, thinking, protocol.name if asked is None else "")
    config = _merged({**protocol.config, **order.config}, told)
    budget = config.get("max_tokens")
    if isinstance(thinking, int) and budget is not None and thinking >= budget:
        raise DioramaError(f"--thinking {thinking} leaves nothing of the {budget} tokens of a reply: give fewer")
    rewording = choose_wordings(order.wordings or protocol.wordings, source, chosen)
    video = read_video_input(order.video, order.frame_rate, order.frame_size)
    clips = _show_clips(source, chosen)
    wordings = VARIED if rewording is None else rewording.name
    deviations = [] if not order.protocol else [
        *([] if way.spec == read_way(protocol.strategy).spec else [f"strategy {way.spec}"]),
        *(f"{name.replace('_', ' ')} {value}" for name, value in order.config.items()
          if value != protocol.config.get(name)),
        *([] if _told(thinking) == _told(protocol.thinking) else [f"thinking {thinking}"]),
        *([] if wordings == protocol.wordings else [f"wordings {wordings}"]),
        *_picture_deviation(protocol, source, chosen),
        *([f"frames {video.frames.words}"] if clips and video.frames != Frames() else []),
    ]  # fmt: skip
    return Terms(
        way=way,
        repeats=protocol.repeats if order.repeats is None else order.repeats,
        config=config,
        thinking=str(thinking) if told else "",
        rewording=rewording,
        video=video,
        clips=clips,
        protocol=protocol.name,
        deviations=tuple(deviations),
    )


def _told(thinking: Thinking | None) -> Thinking | None:
    """What a provider is told: nothing if thinking is left to the model, in so many words or by silence."""
    return None if thinking == "default" else thinking


def check_suites(protocol: Protocol, chosen: Collection[Entry]) -> None:
    """Refuse questions of suites that a protocol does not fit."""
    fits = " and ".join(protocol.suites)
    foreign = sorted({entry.suite for entry in chosen} - set(protocol.suites))
    if foreign:
        todo = "" if len(foreign) == len({e.suite for e in chosen}) else f": choose with --suite {protocol.suites[0]}"
        raise DioramaError(
            f"the protocol '{protocol.name}' is for questions of {fits}, and these are of {', '.join(foreign)}{todo}"
        )


def _merged(config: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """Both settings; what is sent beside the engine's own fields is joined."""
    if "extra_body" in config and "extra_body" in told:
        return {**config, **told, "extra_body": {**config["extra_body"], **told["extra_body"]}}
    return {**config, **told}


def _picture_deviation(protocol: Protocol, source: Source, chosen: Collection[Entry]) -> list[str]:
    """Whether pictures have another size than the protocol wants, judged by the first sample."""
    if protocol.pictures is None:
        return []
    sizes = {picture_size(m.data) for m in source.get(next(iter(chosen)).id).media if m.kind == "image"}
    other = sorted(size for size in sizes if size is not None and size != protocol.pictures)
    return [f"pictures {size_words(other[0])}"] if other else []


def _show_clips(source: Source, chosen: Collection[Entry]) -> bool:
    """Whether questions show clips, judged by the first sample of each suite; a damaged one is told of later."""
    first = {entry.suite: entry.id for entry in reversed(list(chosen))}
    for name in first.values():
        with suppress(DioramaError):
            if question_of(source.get(name)).clip is not None:
                return True
    return False


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a picture file; None if it cannot be read."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError):
        return None

"""A picture of the unseen part as help."""

from __future__ import annotations

from typing import Literal

from diorama.ask.clips import clip_of, one_frame
from diorama.ask.question import Picture, Question
from diorama.ask.strategies.captioning import GENERATOR, Source
from diorama.ask.strategies.registry import strategy
from diorama.ask.strategies.scaffolds import drawn, part, trust
from diorama.ask.tools import Tools

Frame = Literal["last", "middle"]


@strategy("image_scaffold", needs=(GENERATOR,), only_if=((GENERATOR, "source", "model"),), uses=("clip", "unseen"))
async def image_scaffold(
    question: Question, tools: Tools, *, source: Source = "oracle", frame: Frame = "last"
) -> str:
    """The clip and one picture of the unseen part: a true frame (farthest from the cut, or the middle), or drawn."""
    clip_of(question)
    picture = await drawn(question, tools, "image") if source == "model" else await _true(question, tools, frame)
    given = f"The next picture shows {part(question)}. {trust(source)}"
    return await tools.ask(question.request(question.alone(), given, picture))


async def _true(question: Question, tools: Tools, frame: Frame) -> Picture:
    farthest: Literal["first", "last"] = "first" if question.unseen == "before" else "last"
    return one_frame(await tools.unseen(), farthest if frame == "last" else "middle")

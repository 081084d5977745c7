"""A clip of the unseen part as help."""

from __future__ import annotations

from diorama.ask.clips import clip_of
from diorama.ask.question import Question
from diorama.ask.strategies.captioning import GENERATOR, Source
from diorama.ask.strategies.registry import strategy
from diorama.ask.strategies.scaffolds import drawn, part, trust
from diorama.ask.tools import Tools


@strategy("video_scaffold", needs=(GENERATOR,), only_if=((GENERATOR, "source", "model"),), uses=("clip", "unseen"))
async def video_scaffold(question: Question, tools: Tools, *, source: Source = "oracle") -> str:
    """The clip and a clip of the unseen part: the true one, or one that a generator made."""
    clip_of(question)
    picture = await drawn(question, tools, "video") if source == "model" else await tools.unseen()
    given = f"The next clip shows {part(question)}. {trust(source)}"
    return await tools.ask(question.request(question.alone(), given, picture))

"""The clip with a description of it: reasoning with less to perceive."""

from __future__ import annotations

from diorama.ask.question import Question
from diorama.ask.strategies.captioning import CAPTIONER, Source, captions_of
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools


@strategy("caption_video", needs=(CAPTIONER,), only_if=((CAPTIONER, "source", "model"),), uses=("clip", "caption"))
async def caption_video(question: Question, tools: Tools, *, source: Source = "oracle") -> str:
    """The clip and a description of it: exact, or by a captioner."""
    described = await captions_of(question, tools, source)
    return await tools.ask(question.request(question.alone(), described))

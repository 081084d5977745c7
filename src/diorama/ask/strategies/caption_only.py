"""A description in place of the clip: reasoning without perception."""

from __future__ import annotations

from diorama.ask.question import Question, Request
from diorama.ask.strategies.captioning import CAPTIONER, Source, captions_of
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools

BLIND = "You do not see the clip; go by its description."


@strategy("caption_only", needs=(CAPTIONER,), only_if=((CAPTIONER, "source", "model"),), uses=("clip", "caption"))
async def caption_only(question: Question, tools: Tools, *, source: Source = "oracle") -> str:
    """A description of the clip instead of the clip: exact, or by a captioner."""
    described = await captions_of(question, tools, source)
    return await tools.ask(Request((f"{BLIND}\n\n{described}\n\n{question.alone()}",)))

"""The clip played backwards, without a word about it: does the order of time matter to the model?"""

from __future__ import annotations

from diorama.ask.clips import backwards, clip_of
from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools


@strategy("reversed", uses=("clip",))
async def reversed(question: Question, tools: Tools) -> str:
    """As direct, with the clip played backwards; the model is not told."""
    shown = question.showing(await backwards(clip_of(question)))
    return await tools.ask(shown.request(shown.alone()))

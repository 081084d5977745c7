"""The question as it is."""

from __future__ import annotations

from diorama.ask.question import Ask, Question, Request
from diorama.ask.strategies.registry import strategy
from diorama.ask.strategies.wording import bare


@strategy("direct", "pictures")
async def direct(question: Question, ask: Ask) -> str:
    """The pictures and the question; the answer alone is wanted."""
    return await ask(Request((*question.pictures, bare(question))))

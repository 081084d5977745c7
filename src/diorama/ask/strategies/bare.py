"""The question in its own words and nothing else."""

from __future__ import annotations

from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools


@strategy("bare")
async def bare(question: Question, tools: Tools) -> str:
    """The pictures, the question and its options, without a word on the form of the reply."""
    return await tools.ask(question.request(question.with_options))

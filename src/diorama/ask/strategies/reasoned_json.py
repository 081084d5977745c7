"""Reasoning and answer as two fields of one JSON object."""

from __future__ import annotations

from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools

WANTED = (
    'Reply with one JSON object and nothing else: {"Reasoning": "…", "Answer": "…"}. Think the question through in the '
    'field "Reasoning", even where the question asks for the answer alone. For the field "Answer" this holds: '
)


@strategy("reasoned_json")
async def reasoned_json(question: Question, tools: Tools) -> str:
    """A JSON object with the reasoning first and then the answer."""
    words = f"{question.with_options}\n\n{WANTED}{question.form.alone}"
    return await tools.ask(question.request(words))

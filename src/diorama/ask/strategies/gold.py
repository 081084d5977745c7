"""The unseen part in place of the clip: what is left is to look."""

from __future__ import annotations

from diorama.ask.clips import clip_of
from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools

NOTES = {
    "after": "You do not see the clip that the question speaks of, but what comes right after it. It begins where that "
    "clip ends:",
    "before": "You do not see the clip that the question speaks of, but what came right before it. It ends where that "
    "clip begins:",
}


@strategy("gold", uses=("clip", "unseen"))
async def gold(question: Question, tools: Tools) -> str:
    """The unseen part of the event instead of the clip."""
    clip_of(question)
    shown = question.showing(NOTES[question.unseen or "after"], await tools.unseen())
    return await tools.ask(shown.request(shown.alone()))

"""The frame at the cut in place of the clip: what is known without any motion."""

from __future__ import annotations

from diorama.ask.clips import cut_frame_of
from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools

NOTES = {
    "after": "Of the clip that the question speaks of you see the last frame only:",
    "before": "Of the clip that the question speaks of you see the first frame only:",
}


@strategy("cut_frame", uses=("clip",))
async def cut_frame(question: Question, tools: Tools) -> str:
    """Only the frame at the cut: the clip's last one, or its first if the question looks back."""
    shown = question.showing(NOTES[question.unseen or "after"], cut_frame_of(question))
    return await tools.ask(shown.request(shown.alone()))

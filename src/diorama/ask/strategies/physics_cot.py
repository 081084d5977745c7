"""Chain of thought that is led through space and motion."""

from __future__ import annotations

from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools

HOW = (
    "Work through the scene as a physicist would. "
    "First say where the objects that matter are: which are nearer and which farther, what rests on or in what, "
    "how large they are and which way they face. "
    "Then let the change happen in your mind: what moves, how far and along which line; what touches, falls, fits "
    "or stays; what comes to hide or show what, as seen from the camera. "
    "Then check the result against the question."
)


@strategy("physics_cot")
async def physics_cot(question: Question, tools: Tools) -> str:
    """Positions first, then what the change does to them, then the answer in the last line."""
    return await tools.ask(question.request(question.reasoned(HOW)))

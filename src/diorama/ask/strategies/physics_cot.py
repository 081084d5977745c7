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
HOW_CLIP = (
    "Work through the clip as a physicist would. "
    "First name the principles that decide this case: inertia, gravity, friction, collisions, levers, how far a thing "
    "gets at its speed. "
    "Then say of each thing that matters where it is, which way it moves and how fast, and whether it speeds up, slows "
    "down or turns. "
    "Then apply the principles: follow the motion to the moment in question, backwards in time if the question asks "
    "what came before; say what meets what, what falls, stops or is held. "
    "Then check the result against the question and its point of view."
)
"""The same where a clip is shown: motion is seen, and laws carry it on."""


@strategy("physics_cot", texts=(HOW_CLIP,))
async def physics_cot(question: Question, tools: Tools) -> str:
    """Positions and motions first, then what follows by the laws of physics, then the answer in the last line."""
    return await tools.ask(question.request(question.reasoned(HOW if question.clip is None else HOW_CLIP)))

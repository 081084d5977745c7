"""Which option is the least plausible? A model that understands the event never names the right one.

Two separate calls: for the least plausible option, and then for the answer as ever. The verdict is that of the answer,
so accuracy means what it always means; how often the right option was called the least plausible is a stage of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools
from diorama.data import Sample, key_of
from diorama.kinds import Verdict, score_alone

KEPT = "least_plausible.txt"
ASKED = (
    "Do not answer the question. Instead, choose the option that is the least plausible: the one that contradicts most "
    "clearly what is shown and how things move. Judge each option by itself."
)


@strategy("least_plausible")
async def least_plausible(question: Question, tools: Tools) -> str:
    """The least plausible option first, then the answer, in two calls; other questions are asked as by direct."""
    if question.options:
        words = f"{question.with_options}\n\n{ASKED} {question.form.alone}"
        tools.keep(KEPT, await tools.ask(question.request(words)))
    return await tools.ask(question.request(question.alone()))


@least_plausible.worldless_stages
def right_one_ruled_out(sample: Sample, kept: Mapping[str, bytes]) -> dict[str, float]:
    """Whether the right option was called the least plausible (the lower the better); nothing of what is unread."""
    if KEPT not in kept:
        return {}
    verdict = score_alone(sample.kind, key_of(sample), kept[KEPT].decode()).verdict
    read = verdict in (Verdict.CORRECT, Verdict.INCORRECT, Verdict.NOT_SURE)
    found = {"least plausible/reply read": float(read)}
    return {**found, "least plausible/is the right option": float(verdict is Verdict.CORRECT)} if read else found

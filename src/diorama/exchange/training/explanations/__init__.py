"""Worked explanations: why an answer is right, in a few sentences, worked out again from the query and the world.

The stored trace is not read: what is said here was computed by the tools that `verify` trusts, and an explanation whose
findings do not lead to the stored answer is not given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module

from diorama.data import Sample
from diorama.exchange.training.explanations.phrases import said
from diorama.suites import Words
from diorama.suites.words import read_wordings, text_of

Explain = Callable[[Sample], Sequence[Words] | None]
"""The sentences that explain a sample's answer; None if what was found does not lead to it."""
SUITES = ("causal", "logic", "structure", "video")


def explanation(sample: Sample) -> str | None:
    """Why the answer of a sample is right; None if nothing is known about its task, or it has no world."""
    if sample.suite not in SUITES or sample.query is None or not sample.shots:
        return None
    explain = _explainers(sample.suite).get((sample.task, sample.level))
    sentences = None if explain is None else explain(sample)
    if not sentences:
        return None
    if sample.options:
        sentences = [*sentences, said("option", option=sample.answer_words())]
    wordings = read_wordings(__name__)
    return " ".join(text_of(words, wordings) for words in sentences)


@cache
def _explainers(suite: str) -> Mapping[tuple[str, str], Explain]:
    """What explains each task and level of a suite."""
    found: Mapping[tuple[str, str], Explain] = import_module(f"{__name__}.{suite}").EXPLAINERS
    return found

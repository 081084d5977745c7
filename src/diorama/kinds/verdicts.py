"""Verdicts: how a question can end, and what a scorer gives back."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Verdict(StrEnum):
    """How a question ended. Every record has exactly one, so that verdicts add up to what was asked."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    HALLUCINATED = "hallucinated"
    """It names something that is not in the scene."""
    NOT_SURE = "not_sure"
    """It chose the option not to answer, or said that it does not know."""
    UNREAD = "unread"
    """It wrote something, and no answer could be read in it."""
    REFUSED = "refused"
    FAILED = "failed"
    """No reply came from the model; the record's `failure` says why."""
    TOOL_FAILED = "tool_failed"
    """Something that the strategy needs besides the model failed, so the model could not be asked as it should."""
    UNSCORED = "unscored"
    """A reply came that could not be scored: the reader or the grader failed, or the sample is at fault."""


ANSWERED = frozenset(
    {Verdict.CORRECT, Verdict.INCORRECT, Verdict.HALLUCINATED, Verdict.NOT_SURE, Verdict.UNREAD, Verdict.REFUSED}
)
"""The verdicts of replies that came and were scored, right or wrong."""


NOT_ANSWERED = (Verdict.FAILED, Verdict.TOOL_FAILED, Verdict.UNSCORED)
"""How a question ends that has no scored reply."""


SAMPLE_AT_FAULT = "sample_at_fault"
"""The flag of an unscored reply that no scorer will ever score."""


@dataclass(frozen=True)
class Judgement:
    """How a reply is scored, and why."""

    verdict: Verdict
    read_as: str = ""
    """What was read in it, in words."""
    note: str = ""
    """Why this verdict, in a few words."""
    flags: dict[str, bool] = field(default_factory=dict)
    """Findings beyond right and wrong, as yes or no."""
    numbers: dict[str, float] = field(default_factory=dict)
    """Graded scores beyond right and wrong: ``recall``, ``f1`` …"""

"""The causes that a judge can name, with what each means, and how the judging of an answer can end."""

from __future__ import annotations

from enum import StrEnum


class Cause(StrEnum):
    """Why an answer about a clip is wrong."""

    DYNAMIC = "dynamic_integration_failure"
    PRIOR = "prior_driven_hallucination"
    CAUSAL = "causal_reasoning_failure"
    CROSS_MODAL = "cross_modal_bias"

    @property
    def words(self) -> str:
        return _WORDS[self]


_WORDS = {
    Cause.DYNAMIC: "dynamic integration failure",
    Cause.PRIOR: "prior-driven hallucination",
    Cause.CAUSAL: "causal reasoning failure",
    Cause.CROSS_MODAL: "cross-modal bias",
}

DEFINITIONS = {
    Cause.DYNAMIC: (
        "the motion is not put together over time. The reply goes by single moments, such as where things stand at the "
        "beginning or at the cut, or by one short piece of a movement, and misses how places, distances or speeds "
        "develop over the whole clip"
    ),
    Cause.PRIOR: (
        "what usually happens takes the place of what this clip shows. The reply may describe the main motion rightly, "
        "but adds details or an outcome out of habit, which the clip does not show or speaks against"
    ),
    Cause.CAUSAL: (
        "what can be seen is taken roughly as it is, but the step from there to the unseen part is missing or does not "
        "hold. The reply claims an outcome without giving grounds for it, or gets wrong what brings about what"
    ),
    Cause.CROSS_MODAL: (
        "text and picture are not brought together. The reply clings to one of them, such as a phrase of the question, "
        "and leaves out what the other one says about the matter"
    ),
}
"""What each cause means: the sense is the paper's, the sentences are ours."""
NO_REASONING = "no_reasoning"
"""What a judge says of a reply that shows no way to its answer."""


class Ending(StrEnum):
    """How the judging of one answer ended."""

    JUDGED = "judged"
    NO_REASONING = NO_REASONING
    """The reply holds no reasoning."""
    UNREAD = "unread"
    """The judge replied, but named no cause or several."""
    FAILED = "failed"
    """No reply came from the judge; the next time it is asked again."""

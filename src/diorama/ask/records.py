"""Records: one for every question that was asked, each time it was asked. All tables and reports are made of these.

A record holds no picture and no world, so that a hundred thousand of them fit in memory.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field, model_validator

from diorama.data import Sample
from diorama.suites.answers import Answer, Choice, ObjectSet, Plan, Swaps
from diorama.world.model import Plain


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
    """No reply came; `failure` says why."""
    UNSCORED = "unscored"
    """A reply came that nobody could score: the judge failed, or there is no scorer for this kind of answer yet."""


ANSWERED = frozenset(
    {Verdict.CORRECT, Verdict.INCORRECT, Verdict.HALLUCINATED, Verdict.NOT_SURE, Verdict.UNREAD, Verdict.REFUSED}
)
"""A reply came and was judged: the model's own doing, right or wrong."""


class Failure(StrEnum):
    """Why no reply came."""

    TIMEOUT = "timeout"
    CONNECTION = "connection"
    RATE_LIMIT = "rate_limit"
    SERVER = "server"
    """The server said that the fault is its own (5xx)."""
    REQUEST = "request"
    """The server would not take the question (4xx: key, size, unknown model)."""
    MALFORMED = "malformed"
    """What came was no reply: invalid JSON, no choices."""
    OTHER = "other"


class Record(Plain):
    """One question × repeat, asked of one model with one strategy, and how it ended."""

    dataset: str = ""
    """Which dataset, by name and checksum: records of different ones do not belong in one table."""
    sample_id: str
    scene: str
    """Samples of one scene are not independent: intervals are clustered by it."""
    suite: str
    task: str
    level: str = ""
    answer_kind: str
    repeat: int = Field(default=0, ge=0)
    model: str
    strategy: str = "direct"

    verdict: Verdict
    failure: Failure | None = None
    note: str = ""
    """Why this verdict, in a few words: ``'teapot' is not in the scene``, ``'mug' could be two objects``."""
    flags: dict[str, bool] = Field(default_factory=dict)
    """More than right or wrong: ``ordered_correct``, ``unordered_correct``, ``reaches_order``, ``overlaps``, …"""

    reply: str = ""
    """The model's words."""
    read_as: str = ""
    """What was read in them, in words."""
    truth: str = ""
    """The right answer, in words."""
    answer_size: int = Field(default=0, ge=0)
    """How many objects, swaps or steps the right answer has (1 for a choice)."""
    options: int = Field(default=0, ge=0)
    """How many there were to choose from; 0 unless multiple choice."""
    chance: float | None = Field(default=None, ge=0, le=1)
    """The exact probability that the random player is right here."""
    margin: float | None = None
    seconds: float | None = Field(default=None, ge=0)
    input_tokens: int | None = Field(default=None, ge=0)
    output_tokens: int | None = Field(default=None, ge=0)
    cost: float | None = Field(default=None, ge=0)
    """In US dollars, where known."""

    @model_validator(mode="after")
    def _failure_has_a_reason(self) -> Record:
        if (self.verdict is Verdict.FAILED) != (self.failure is not None):
            raise ValueError("a failed question has a failure kind, and no other has one")
        return self

    @property
    def correct(self) -> bool:
        return self.verdict is Verdict.CORRECT

    @property
    def answered(self) -> bool:
        """Whether a reply came and was judged."""
        return self.verdict in ANSWERED


def scene_of(sample: Sample) -> str:
    """The cluster a sample belongs to: the layout and seed its world was furnished from."""
    world = sample.world
    return f"{world.layout}-{world.seed}" if world.layout else sample.id


def size_of(answer: Answer) -> int:
    """How many objects, swaps or steps there are in an answer."""
    match answer:
        case Choice():
            return 1
        case ObjectSet():
            return len(answer.names)
        case Swaps():
            return len(answer.pairs)
        case Plan():
            return len(answer.steps)

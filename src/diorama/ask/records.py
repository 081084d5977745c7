"""Records: one for every question that was asked, each time it was asked. All tables and reports are made from these.

A record holds no picture and no world, so that a hundred thousand of them fit in memory.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from diorama.kinds import ANSWERED, Judgement, Key, Verdict, kind_of
from diorama.kinds.verdicts import SAMPLE_AT_FAULT
from diorama.world.model import Plain

PEOPLE = "people"
"""How the scoring of a verdict begins that people gave."""


class Failure(StrEnum):
    """Why no reply came."""

    TIMEOUT = "timeout"
    CONNECTION = "connection"
    RATE_LIMIT = "rate_limit"
    SERVER = "server"
    """The server reported an error of its own (5xx)."""
    REQUEST = "request"
    """The server rejected the request (4xx: key, size, unknown model)."""
    MALFORMED = "malformed"
    """The response held no reply: invalid JSON, no choices."""
    OTHER = "other"


class Spent(Plain):
    """Calls, time, tokens and cost of one role."""

    calls: int = Field(default=0, ge=0)
    seconds: float = Field(default=0.0, ge=0)
    input_tokens: int | None = Field(default=None, ge=0)
    output_tokens: int | None = Field(default=None, ge=0)
    cost: float | None = Field(default=None, ge=0)


class Artefact(Plain):
    """A file that a strategy stored beside the answers."""

    name: str
    kind: Literal["image", "video", "json", "text"]
    path: str
    """Relative to its run's folder of artefacts."""
    sha256: str


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
    person: str = ""
    """Which of several people answered, under a name that is not theirs; each has a repeat of their own."""

    verdict: Verdict
    failure: Failure | None = None
    note: str = ""
    """Why this verdict, in a few words: ``'teapot' is not in the scene``, ``'mug' could be two objects``."""
    flags: dict[str, bool] = Field(default_factory=dict)
    """Findings beyond right and wrong, as yes or no: ``ordered_correct``, ``overlaps``, …"""
    numbers: dict[str, float] = Field(default_factory=dict)
    """Graded scores beyond right and wrong, or the counts behind them: ``steps_matched``, …"""
    scoring: str = ""
    """The rules, the reader and the grader behind the verdict."""

    reply: str = ""
    """The model's words."""
    read_as: str = ""
    """The answer that was read in the reply, in words."""
    truth: str = ""
    """The right answer, in words."""
    answer_size: int | None = Field(default=None, ge=0)
    """How many objects, swaps or steps the right answer has (1 for a choice; None if that cannot be said)."""
    options: int = Field(default=0, ge=0)
    """How many there were to choose from; 0 unless multiple choice."""
    chance: float | None = Field(default=None, ge=0, le=1)
    """The exact probability that the random player is right here."""
    margin: float | None = None
    calls: int | None = Field(default=None, ge=0)
    """How often the model was asked for this answer; None if nobody counted."""
    seconds: float | None = Field(default=None, ge=0)
    """This, calls, tokens and cost are the model's own; those of other roles are in `tools`."""
    input_tokens: int | None = Field(default=None, ge=0)
    output_tokens: int | None = Field(default=None, ge=0)
    cost: float | None = Field(default=None, ge=0)
    """In US dollars, where known."""
    tools: dict[str, Spent] = Field(default_factory=dict)
    """Calls, time, tokens and cost of the strategy's tools, by role."""
    artefacts: tuple[Artefact, ...] = ()
    stages: dict[str, float] = Field(default_factory=dict)
    """How what the strategy kept on the way compares with the truth, from 0 to 1: ``all/objects recall``, …"""
    cut: bool = False
    """Whether the model reached its token limit."""
    filtered: bool = False
    """Whether the provider's filter withheld the reply."""

    @field_validator("reply", "read_as", "note", mode="before")
    @classmethod
    def _can_be_stored(cls, text: Any) -> Any:
        """Half of a pair of surrogates, which a model may write, cannot be stored: it becomes a question mark."""
        return text.encode("utf-8", "replace").decode("utf-8") if isinstance(text, str) else text

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
        """Whether a reply came and was scored."""
        return self.verdict in ANSWERED

    @property
    def wrong(self) -> bool:
        """Whether it was answered and not correct: incorrect, hallucinated, not sure, unread or refused."""
        return self.answered and not self.correct

    @property
    def to_ask_again(self) -> bool:
        """Whether the next run asks again, because there is no reply."""
        return self.verdict in (Verdict.FAILED, Verdict.TOOL_FAILED)

    @property
    def may_be_scored(self) -> bool:
        """Whether the reply could not be scored for a reason that may pass."""
        return self.verdict is Verdict.UNSCORED and not self.flags.get(SAMPLE_AT_FAULT, False)


def make_record(key: Key, reply: str, judgement: Judgement, *, model: str, **fields: Any) -> Record:
    """Make the record of a question that was asked; `fields` are further fields of `Record`."""
    kind = kind_of(key.answer)
    return Record(
        sample_id=key.sample_id, scene=key.scene, suite=key.suite, task=key.task, level=key.level,
        answer_kind=kind.name, model=model, reply=reply, truth=key.truth, answer_size=kind.known_size(key.answer),
        options=len(key.options), chance=kind.chance(key), margin=key.margin, **_verdict_fields(judgement), **fields,
    )  # fmt: skip


def judged_again(record: Record, judgement: Judgement, **fields: Any) -> Record:
    """The record with another judgement of the same reply; `fields` are further fields that change with it."""
    return Record.model_validate({**dict(record), **_verdict_fields(judgement), **fields})


def _verdict_fields(judgement: Judgement) -> dict[str, Any]:
    """The part of a record that depends on how its reply was scored."""
    return {
        "verdict": judgement.verdict, "note": judgement.note, "flags": judgement.flags, "numbers": judgement.numbers,
        "read_as": judgement.read_as,
    }  # fmt: skip

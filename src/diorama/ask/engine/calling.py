"""One call to a model: within limits, waiting when servers ask for it, with a clear account of what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import anyio
from inspect_ai.model import CachePolicy, ChatMessage, GenerateConfig, Model, ModelOutput

from diorama.ask.engine.messages import to_messages
from diorama.ask.failures import MalformedReply, NoReply, failure_of, reason_of, retry_after, was_retried
from diorama.ask.question import Picture, Request, question_of
from diorama.ask.records import Failure, Spent
from diorama.ask.scoring import GRADER, READER, AskText, Helpers
from diorama.ask.tools import Meter
from diorama.data import Sample
from diorama.errors import short
from diorama.kinds import Key, kind_of

MALFORMED_TRIES = 3
"""How often a response that holds no reply is requested, at most."""
USUALLY, EXACTLY = GenerateConfig(), GenerateConfig(temperature=0)
"""How the model under test generates, if nobody says otherwise, and how those that help to score do."""
KEPT = CachePolicy(expiry=None, per_epoch=False)
"""How what helpers say is kept: the same request gets the same reply, in every repeat."""
LONGEST_REPLY = 100_000
"""Characters that are kept of a reply: its beginning and its end, where answers are."""


@dataclass(frozen=True)
class Patience:
    """How long to wait before trying again: as long as the server asks, else twice as long each time."""

    first_seconds: float = 1.0
    most_seconds: float = 60.0

    def __call__(self, state: Any) -> float:
        error = state.outcome.exception() if state.outcome is not None else None
        wished = retry_after(error) if error is not None else None
        waited: float = min(self.most_seconds, self.first_seconds * 2.0 ** (state.attempt_number - 1))
        return waited if wished is None else min(self.most_seconds, max(wished, self.first_seconds))


async def call(
    model: Model, messages: list[ChatMessage], *, cache: CachePolicy | bool = False, config: GenerateConfig = USUALLY
) -> ModelOutput:
    """Ask once; a malformed response (invalid JSON, no choices) is requested again a few times."""
    for attempt in range(1, MALFORMED_TRIES + 1):
        try:
            return _checked(await model.generate(messages, config=config, cache=cache))
        except NoReply:
            raise
        except Exception as error:
            failure = failure_of(error)
            if failure is not Failure.MALFORMED or attempt == MALFORMED_TRIES or was_retried(error):
                raise NoReply(failure, reason_of(error)) from None
            await anyio.sleep(0.1 * 2**attempt)
    raise AssertionError("unreachable")


def helpers_of(
    models: Mapping[str, Model], meter: Meter, key: Key, sample: Callable[[], Sample], *, cache: bool = False
) -> Helpers:
    """The helpers among some models by role, for replies to one sample; what each call of them takes is metered.

    A grader is shown the sample's pictures if the kind of its answer wants that; only then the sample is fetched. With
    `cache`, equal requests are sent once.
    """
    reader, grader = models.get(READER), models.get(GRADER)
    shown = question_of(sample()).media if grader is not None and kind_of(key.answer).shows_grader else ()
    return Helpers(
        reader=None if reader is None else _asking_text(reader, "reader", meter, (), cache),
        grader=None if grader is None else _asking_text(grader, "grader", meter, shown, cache),
        reader_name="" if reader is None else str(reader),
        grader_name="" if grader is None else str(grader),
    )


def _asking_text(model: Model, role: str, meter: Meter, shown: tuple[Picture, ...], cache: bool) -> AskText:
    """A function that sends a text, after what is shown, to a model in some role and meters the call."""

    async def ask(text: str) -> str:
        output = await call(model, to_messages(Request((*shown, text))), cache=cache and KEPT, config=EXACTLY)
        meter.add(role, spent_on(output))
        return output.completion

    return ask


def spent_on(output: ModelOutput) -> Spent:
    """Time, tokens and cost of one call."""
    usage = output.usage
    if usage is None:
        return Spent(calls=1, seconds=output.time or 0.0)
    return Spent(
        calls=1,
        seconds=output.time or 0.0,
        input_tokens=usage.input_tokens + (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0),
        output_tokens=usage.output_tokens,
        cost=usage.total_cost,
    )


def shortened(reply: str) -> str:
    """A reply that can be stored: a long one keeps its beginning and its end, halves of characters become marks."""
    reply = reply.encode("utf-8", "replace").decode("utf-8")
    if len(reply) <= LONGEST_REPLY:
        return reply
    half = LONGEST_REPLY // 2
    return f"{reply[:half]}\n… {len(reply) - 2 * half} characters left out …\n{reply[-half:]}"


def _checked(output: ModelOutput) -> ModelOutput:
    if output.error:
        raise NoReply(Failure.REQUEST, short(output.error))
    if not output.choices:
        raise MalformedReply("the server sent no choices")
    return output

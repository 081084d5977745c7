"""Requests to one model outside of an evaluation, many at a time: what describes and writes, instead of answering."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import anyio
import anyio.to_thread
from inspect_ai.model import GenerateConfig, Model

from diorama.ask.engine.calling import call, shortened
from diorama.ask.engine.launch import Limits, limited
from diorama.ask.engine.local import LocalAPI
from diorama.ask.engine.messages import to_messages
from diorama.ask.failures import NoReply
from diorama.ask.question import Request
from diorama.errors import DioramaError
from diorama.interrupts import as_usual


@dataclass(frozen=True)
class Heard:
    """What came of one request: a reply, or why there is none."""

    reply: str = ""
    failure: str = ""
    """The kind of the failure, or ``refused`` or ``cannot be shown``; empty if there is a reply."""
    why: str = ""
    cut: bool = False
    """The reply ends where the model was not allowed to write more."""


def ask_all(
    model: Model,
    requests: Sequence[tuple[str, Callable[[], Request]]],
    limits: Limits,
    heard: Callable[[str, Heard], bool],
    *,
    config: dict[str, Any] | None = None,
) -> None:
    """Send named requests; `heard` is told of each as soon as it is done, and calls the rest off by returning False.

    A request is made, in a thread, when it is its turn: only those in flight are in memory.
    """
    faults: list[DioramaError] = []
    limited(model, limits)
    wishes = GenerateConfig(**(config or {}))
    at_once = 1 if isinstance(model.api, LocalAPI) else limits.connections

    async def one(name: str, make: Callable[[], Request]) -> Heard:
        try:
            request = await anyio.to_thread.run_sync(make)
        except DioramaError as error:
            return Heard(failure="cannot be shown", why=str(error))
        try:
            output = await call(model, to_messages(request), config=wishes)
        except NoReply as error:
            return Heard(failure=error.failure.value, why=error.why)
        if output.stop_reason == "content_filter":
            return Heard(failure="refused", why="held back by the provider's filter")
        return Heard(shortened(output.completion), cut=output.stop_reason in ("max_tokens", "model_length"))

    async def work() -> None:
        slots = anyio.Semaphore(at_once)

        async def turn(name: str, make: Callable[[], Request]) -> None:
            async with slots:
                found = await one(name, make)
                try:
                    going_on = heard(name, found)
                except DioramaError as fault:  # a full disk; the group would wrap it
                    faults.append(fault)
                    going_on = False
                if not going_on:
                    group.cancel_scope.cancel()

        async with anyio.create_task_group() as group:
            for name, make in requests:
                group.start_soon(turn, name, make)

    as_usual()
    anyio.run(work)
    if faults:
        raise faults[0]

"""Scoring stored replies with the help of models, many at a time; no question is asked again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import anyio
from inspect_ai.model import Model

from diorama.ask.engine.calling import helpers_of
from diorama.ask.engine.launch import Limits, limited
from diorama.ask.records import Record, judged_again
from diorama.ask.scoring import GRADER, READER, score_with
from diorama.ask.source import Source
from diorama.ask.tools import Meter
from diorama.errors import DioramaError
from diorama.interrupts import as_usual
from diorama.kinds import Key


def score_records(
    records: Sequence[Record],
    keys: Mapping[str, Key],
    roles: Mapping[str, Model],
    limits: Limits,
    scored: Callable[[Record], object],
    source: Source,
    *,
    cache: bool = False,
) -> None:
    """Score the replies of some records again; `scored` hears of each as it is done, and calls it off with False.

    The samples themselves are read from `source` where a grader is shown their pictures.
    """
    faults: list[DioramaError] = []
    models = {role: limited(roles[role], limits) for role in (READER, GRADER) if role in roles}

    async def work() -> None:
        slots = anyio.Semaphore(limits.connections)

        async def one(record: Record) -> None:
            async with slots:
                try:
                    going_on = scored(await _scored(record, keys[record.sample_id], models, source, cache)) is not False
                except DioramaError as fault:  # a full disk; the group would wrap it
                    faults.append(fault)
                    going_on = False
                if not going_on:
                    group.cancel_scope.cancel()

        async with anyio.create_task_group() as group:
            for record in records:
                group.start_soon(one, record)

    as_usual()
    anyio.run(work)
    if faults:
        raise faults[0]


async def _scored(record: Record, key: Key, models: Mapping[str, Model], source: Source, cache: bool) -> Record:
    meter = Meter()
    helpers = helpers_of(models, meter, key, lambda: source.get(record.sample_id), cache=cache)
    judgement = await score_with(key, record.reply, helpers, filtered=record.filtered, cut=record.cut)
    tools = {**record.tools, **meter.spent}
    return judged_again(record, judgement, scoring=helpers.scoring(key), tools=tools)

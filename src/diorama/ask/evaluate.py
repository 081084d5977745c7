"""`diorama eval`: ask a model what is missing, keep every answer, and count what there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from diorama.ask.engine import require
from diorama.ask.records import Record
from diorama.ask.runs import RunFile, RunInfo, read_run
from diorama.ask.source import Place, Source
from diorama.ask.strategies import get_strategy
from diorama.errors import DioramaError

INTERRUPTED = "interrupted"
AT_A_TIME = 2000
"""Questions in one log of the engine, which holds something of each of them in memory until all are answered."""


@dataclass(frozen=True)
class Order:
    """What to ask of whom."""

    folder: Path
    model: str
    strategy: str = "direct"
    repeats: int = 1
    limit: int | None = None
    suites: Sequence[str] = ()
    tasks: Sequence[str] = ()
    levels: Sequence[str] = ()
    judge: str = ""
    base_url: str = ""
    model_args: dict[str, Any] = field(default_factory=dict)
    config: dict[str, Any] = field(default_factory=dict)
    """How the model generates: temperature, max_tokens, seed, …"""
    logs: Path = Path("logs")
    cache: bool = False
    connections: int = 10
    retries: int = 5
    attempt_seconds: int = 300
    first_wait_seconds: float = 1.0
    failures_in_a_row: int = 32


@dataclass(frozen=True)
class Result:
    """What came of it."""

    path: Path
    """The file of answers."""
    records: tuple[Record, ...]
    """Of everything the order covers, whenever it was asked."""
    asked: int
    """How many were asked this time."""
    wanted: int
    """How many the order covers."""
    broken_off: str = ""
    """Why the run ended before its end, if it did."""


def label_of(model: str, args: dict[str, Any]) -> str:
    """What tables call a model: its name, and whatever sets it apart."""
    return f"{model} ({', '.join(f'{k}={v}' for k, v in sorted(args.items()))})" if args else model


def evaluate(order: Order, *, heard: Callable[[int, int], Callable[[], None]] | None = None) -> Result:
    """Ask what this order wants and no earlier run has answered.

    `heard(done, wanted)` is called before the first question, and what it gives after each.
    """
    require()
    from diorama.ask.engine.running import check_reachable, open_model

    source = Source(order.folder)
    get_strategy(order.strategy)
    if order.repeats < 1:
        raise DioramaError("--repeats must be at least 1")
    chosen = source.choose(suites=order.suites, tasks=order.tasks, levels=order.levels, limit=order.limit)
    wanted = [(place, repeat) for repeat in range(order.repeats) for place in chosen]
    info = RunInfo(
        dataset=source.fingerprint,
        folder=str(order.folder.resolve()),
        model=order.model,
        strategy=order.strategy,
        judge=order.judge,
        base_url=order.base_url,
        model_args=order.model_args,
        config=order.config,
    )
    model = open_model(order.model, base_url=order.base_url, args=order.model_args)
    judge = open_model(order.judge) if order.judge else None
    broken_off = ""
    with RunFile(order.logs, info) as file:
        done = file.done()
        todo = [(place, repeat) for place, repeat in wanted if (place.id, repeat) not in done]
        before = len(wanted) - len(todo)
        if todo:
            check_reachable(model)
            advance = heard(before, len(wanted)) if heard is not None else None
            try:
                broken_off = _ask(order, info, model, judge, todo, file, advance)
            except KeyboardInterrupt:
                broken_off = INTERRUPTED
    keys = {(place.id, repeat) for place, repeat in wanted}
    records = tuple(r for r in read_run(file.path).records if (r.sample_id, r.repeat) in keys)
    return Result(file.path, records, len(todo), len(wanted), broken_off)


def _ask(
    order: Order, info: RunInfo, model: Any, judge: Any, todo: list[tuple[Place, int]], file: RunFile,
    advance: Callable[[], None] | None,
) -> str:  # fmt: skip
    from diorama.ask.engine.calling import Patience
    from diorama.ask.engine.logs import ANSWERS
    from diorama.ask.engine.running import Limits, run
    from diorama.ask.engine.state import Listener
    from diorama.ask.engine.tasks import make_task

    common = {"dataset": info.dataset, "model": label_of(info.model, info.model_args), "strategy": info.strategy}

    def hear(record: Record) -> None:
        file.add(record.model_copy(update=common))
        if advance is not None:
            advance()

    name = "-".join(sorted({place.suite for place, _ in todo}))
    listener = Listener(hear, order.failures_in_a_row)
    limits = Limits(
        connections=order.connections,
        retries=order.retries,
        attempt_seconds=order.attempt_seconds,
        patience=Patience(order.first_wait_seconds),
    )
    notes = {"dataset": info.dataset, "folder": info.folder, "strategy": info.strategy, ANSWERS: file.path.name}
    for start in range(0, len(todo), AT_A_TIME):
        part = todo[start : start + AT_A_TIME]
        task = make_task(str(order.folder), part, strategy=order.strategy, cache=order.cache, name=name)
        run(
            task, model, judge=judge, logs=order.logs, limits=limits, config=order.config,
            listener=listener, notes=notes,
        )  # fmt: skip
        if listener.called_off:
            break
    off = listener.called_off
    return f"called off after {order.failures_in_a_row} failures in a row, the last: {off.note}" if off else ""

"""`diorama eval`: ask a model what is missing, keep every answer, and count what there is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diorama.ask.engine import require
from diorama.ask.outbox import Outbox
from diorama.ask.records import Record
from diorama.ask.run_files import RunFile, RunInfo, read_run
from diorama.ask.scoring import helper_roles, shared_url
from diorama.ask.source import Entry, Selection, Source
from diorama.ask.strategies import Way
from diorama.ask.terms import Terms, terms_of
from diorama.ask.wordings import reworded
from diorama.data.dataset import require_whole
from diorama.errors import DioramaError
from diorama.kinds import Form, get_kind

if TYPE_CHECKING:
    from diorama.ask.engine.launch import Crew, Limits

INTERRUPTED = "interrupted"
MOST_REPEATS = 10_000
AT_A_TIME = 2000
"""Questions in one log of the engine, which keeps part of each in memory until all are answered."""

Progress = Callable[[int, int], Callable[[], None]]
"""Called with the number done and the total; returns a callable that advances the bar by one."""


@dataclass(frozen=True)
class Order:
    """What to ask which model, and how."""

    folder: Path
    model: str
    strategy: str = ""
    """``name`` or ``name(key=value, …)``; the protocol's, or `direct`, unless given."""
    repeats: int | None = None
    """As many as the protocol wants, or one, unless given."""
    select: Selection = field(default_factory=Selection)
    roles: Mapping[str, str] = field(default_factory=dict)
    """Models that a strategy asks besides the one under test, by role."""
    reader: str = ""
    """A model that helps to read what stays unread."""
    grader: str = ""
    """A model that compares answers with the truth, for kinds that want it."""
    base_url: str = ""
    model_args: dict[str, Any] = field(default_factory=dict)
    config: dict[str, Any] = field(default_factory=dict)
    """How the model generates: temperature, max_tokens, seed, …"""
    protocol: str = ""
    """The paper whose settings hold where this order says nothing; see `diorama.ask.protocols`."""
    thinking: str = ""
    """``on``, ``off``, ``default`` or a number of tokens."""
    wordings: str = ""
    """``varied``, ``fixed`` or a TOML file."""
    video: str = ""
    """``frames`` or ``native``; as each provider takes clips, unless given."""
    frame_rate: float | None = None
    """Frames a second of a clip that is sent as frames (1) …"""
    frame_size: int | None = None
    """… and their longer side, pixels (768)."""
    logs: Path = Path("logs")
    cache: bool = False
    connections: int = 10
    retries: int = 5
    attempt_seconds: int = 300
    first_wait_seconds: float = 1.0
    failures_in_a_row: int = 32
    disk_seconds: float = 60.0
    """How long to wait for space, if the disk takes no more answers."""


@dataclass(frozen=True)
class Result:
    """What an order led to."""

    path: Path
    """The file of answers."""
    records: tuple[Record, ...]
    """Of everything the order covers, including what earlier runs asked."""
    asked: int
    """How many were asked this time."""
    wanted: int
    """How many the order covers."""
    broken_off: str = ""
    """Why the run ended early, if it did."""
    protocol: str = ""
    deviations: tuple[str, ...] = ()
    """The settings that were followed, and in what the run differs from them."""


def label_of(model: str, args: dict[str, Any]) -> str:
    """What tables call a model: its name and its arguments."""
    return f"{model} ({', '.join(f'{k}={v}' for k, v in sorted(args.items()))})" if args else model


def evaluate(order: Order, *, progress: Progress | None = None) -> Result:
    """Ask what this order covers and no earlier run has answered; score replies that were left unscored."""
    require()
    from diorama.ask.engine.launch import Crew, check_reachable, check_switch, open_model

    require_whole(order.folder)
    source = Source(order.folder)
    chosen = source.choose(order.select)
    terms = _terms(order, source, chosen)
    way = terms.way
    wanted = [(entry, repeat) for repeat in range(terms.repeats) for entry in chosen]
    info = RunInfo(
        dataset=source.fingerprint,
        folder=str(order.folder.resolve()),
        model=order.model,
        strategy=way.spec,
        words_checksum=way.fingerprint(forms_of(source)),
        roles={name: order.roles[name] for name in sorted(way.needs)},
        base_url=order.base_url,
        model_args=order.model_args,
        config=terms.config,
        thinking=terms.thinking,
        frames=terms.video.by_role(order.model, {role: order.roles[role] for role in way.needs}) if terms.clips else {},
        wordings=terms.rewording,
        protocol=terms.protocol,
        deviations=terms.deviations,
        reader=order.reader,
        grader=order.grader,
        unfinished=source.data.manifest.unfinished,
    )
    named = {**info.roles, **helper_roles(order.reader, order.grader)}
    places = {name: shared_url(order.model, order.base_url, name) for name in named.values()}
    crew = Crew(
        open_model(order.model, base_url=order.base_url, args=order.model_args),
        {role: open_model(name, base_url=places[name]) for role, name in named.items()},
    )
    check_switch(crew.model, terms.config)
    broken_off = ""
    with RunFile(order.logs, info) as file:
        done = file.done()
        todo = [(entry, repeat) for entry, repeat in wanted if (entry.id, repeat) not in done]
        keys = {(entry.id, repeat) for entry, repeat in wanted}
        unscored = [r for key, r in done.items() if key in keys and r.may_be_scored]
        if todo:
            check_reachable(crew.model)
        if todo or unscored:
            advance = progress(len(wanted) - len(todo), len(wanted)) if progress is not None else None
            try:
                _score_again(order, info, crew, unscored, source, file)
                broken_off = _ask(order, terms, info, crew, todo, file, advance) if todo else ""
            except KeyboardInterrupt:
                broken_off = INTERRUPTED
    records = tuple(r for r in read_run(file.path).records if (r.sample_id, r.repeat) in keys)
    return Result(file.path, records, len(todo), len(wanted), broken_off, terms.protocol, terms.deviations)


def check_order(order: Order) -> Terms:
    """The terms of an order, if everything about it that can be known beforehand is right."""
    source = Source(order.folder)
    return _terms(order, source, source.choose(order.select))


def _terms(order: Order, source: Source, chosen: list[Entry]) -> Terms:
    terms = terms_of(order, source, chosen)
    if not 1 <= terms.repeats <= MOST_REPEATS:
        raise DioramaError(f"--repeats must be at least 1 and at most {MOST_REPEATS:,}; got {terms.repeats}")
    _check_roles(terms.way, order.roles)
    terms.way.check_arguments()
    if terms.clips:
        terms.video.for_model(order.model)
    return terms


def forms_of(source: Source) -> dict[str, Form]:
    """Every form of answer that a dataset's questions ask for."""
    kinds = sorted({entry.kind for entry in source.entries.values()})
    return {f"{name} {k}": form for name in kinds for k, form in enumerate(get_kind(name).forms())}


def _check_roles(way: Way, roles: Mapping[str, str]) -> None:
    """Check that the roles given are exactly those a strategy needs: a mistyped one would go unnoticed."""
    needs, spec = way.needs, way.spec
    for name in needs:
        if name not in roles:
            raise DioramaError(f"the strategy '{spec}' needs a model for the role '{name}': give --role {name}=MODEL")
    for name in roles:
        if name not in needs:
            known = f"its roles are {', '.join(needs)}" if needs else "it needs none"
            raise DioramaError(f"the strategy '{spec}' has no role '{name}': {known}")


def _limits(order: Order) -> Limits:
    from diorama.ask.engine.calling import Patience
    from diorama.ask.engine.launch import Limits

    return Limits(
        connections=order.connections,
        retries=order.retries,
        attempt_seconds=order.attempt_seconds,
        patience=Patience(order.first_wait_seconds),
    )


def _score_again(order: Order, info: RunInfo, crew: Crew, records: list[Record], source: Source, file: RunFile) -> None:
    """Score replies that could not be scored when they came."""
    from diorama.ask.engine.scoring import score_records
    from diorama.data import key_of

    if records:
        keys = {r.sample_id: key_of(reworded(source.get(r.sample_id), info.wordings)) for r in records}
        score_records(records, keys, crew.roles, _limits(order), file.add, source, cache=order.cache)


def _ask(
    order: Order, terms: Terms, info: RunInfo, crew: Crew, todo: list[tuple[Entry, int]], file: RunFile,
    advance: Callable[[], None] | None,
) -> str:  # fmt: skip
    from diorama.ask.engine.launch import Launch, run
    from diorama.ask.engine.logs import ANSWERS, NOTED
    from diorama.ask.engine.state import Listener
    from diorama.ask.engine.tasks import make_task

    common = {"dataset": info.dataset, "model": label_of(info.model, info.model_args), "strategy": info.strategy}

    def hear(record: Record) -> None:
        file.add(record)
        if advance is not None:
            advance()

    name = "-".join(sorted({entry.suite for entry, _ in todo}))
    outbox = Outbox(hear, common)
    listener = Listener(outbox, order.failures_in_a_row)
    notes = {
        "dataset": info.dataset, "folder": info.folder, "strategy": info.strategy,
        "words_checksum": info.words_checksum, ANSWERS: file.path.name,
        **info.model_dump(mode="json", include=set(NOTED)),
    }  # fmt: skip
    launch = Launch(order.logs, _limits(order), listener, file.artefacts, info.config, notes)
    ended: BaseException | None = None
    try:
        for start in range(0, len(todo), AT_A_TIME):
            part = todo[start : start + AT_A_TIME]
            task = make_task(
                str(order.folder), part, strategy=info.strategy, cache=order.cache, name=name, rewording=info.wordings,
                video=terms.video,
            )  # fmt: skip
            run(task, crew, launch)
            if listener.called_off:
                break
    except BaseException as error:  # however it ended: first comes what was paid for
        ended = error
    disk_was_full = bool(outbox.waiting)
    patience = 0.0 if isinstance(ended, KeyboardInterrupt) else order.disk_seconds
    if unwritten := outbox.write_or_save(patience, file.path):
        raise DioramaError(unwritten) from ended
    if ended is not None and not (disk_was_full and isinstance(ended, DioramaError)):
        raise ended
    if listener.fault is not None:
        raise DioramaError(f"{listener.fault}; nothing more was asked")
    return listener.called_off

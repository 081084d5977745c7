"""Rows: what a report compares. A model asked in one way is a row; so is a built-in player, a person with a quiz, and
everybody who took one test.

Only models that were asked in the same way have an order, and each of them counts once: `asked_alike` says which.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from diorama.ask import Record, Verdict
from diorama.ask.players import PLAYERS as KNOWN_PLAYERS
from diorama.ask.protocols import PROTOCOLS
from diorama.ask.run_files import Run, RunInfo
from diorama.ask.score_replies import QUIZ, TEST
from diorama.ask.several_people import people_in
from diorama.ask.statistics import chance_rate
from diorama.ask.tables import Account, account
from diorama.ask.video_input import Frames
from diorama.errors import DioramaError

PLAYERS = tuple(f"diorama/{name}" for name in reversed(KNOWN_PLAYERS))
"""Players with known minds, from the one that knows everything to the one that knows nothing."""
TOLD = ("reasoning_effort", "reasoning_tokens", "extra_body")
"""Settings by which a provider is told whether to think; `thinking` says it shorter."""
CHECKSUM = "words"
"""Shown of the words that a strategy sends, if nothing else tells two rows apart."""
SHORT = 24
"""Settings that are longer than this, such as a system prompt, are named by a checksum."""
MODELS, PEOPLE = -2, -1
"""Places before those of players."""
WITHOUT_EXTRAS = "direct"
"""The default strategy, which labels leave out."""


@dataclass(frozen=True)
class Row:
    """All records of one model, of a player, or of people who took one test, asked in one way."""

    index: int
    model: str
    strategy: str
    label: str
    records: tuple[Record, ...]
    info: RunInfo
    """The settings of its run."""
    deviations: tuple[str, ...] = ()
    """In what it differs from its protocol, the number of repeats included."""

    @property
    def key(self) -> str:
        """The key of its run."""
        return self.info.key

    @property
    def terms(self) -> str:
        """The protocol and all deviations from it; empty without a protocol."""
        return terms_words(self.info.protocol, self.deviations)

    @property
    def way(self) -> str:
        """How it was asked, in words; empty if in the usual way."""
        return way_words(self.info, self.deviations)

    def asked_as(self, other: Row) -> bool:
        """Whether both were asked in the same way, to the word; only then their rates compare."""
        return _way_key(self) == _way_key(other)

    @property
    def player(self) -> bool:
        return self.model in PLAYERS

    @property
    def person(self) -> bool:
        """Whether somebody answered a quiz, or people took a test."""
        return _is_person(self.info)

    @property
    def people(self) -> int:
        """How many people answered."""
        return people_in(self.records) or int(self.person)

    @property
    def is_model(self) -> bool:
        """Whether it is neither a player nor a person: only models have ranks, families and sizes."""
        return not self.player and not self.person

    @property
    def group(self) -> str:
        if self.player:
            return "Players"
        if self.person:
            return "People"
        return f"Models, {self.way}" if self.way else "Models"

    @property
    def full_name(self) -> str:
        if self.info.strategy == TEST:
            settings = [f"{name.replace('_', ' ')} {value}" for name, value in sorted(self.info.config.items())]
            return ", ".join([f"{self.people} {'person' if self.people == 1 else 'people'}", *settings])
        return f"{self.model}, strategy {self.strategy}" + (f", protocol {self.terms}" if self.terms else "")

    def account(self, holds: Callable[[Record], bool] = lambda _: True) -> Account | None:
        """The account of the records that meet a condition; None if there are none."""
        kept = [r for r in self.records if holds(r)]
        return account(kept) if kept else None

    def of(self, suite: str, task: str | None = None, level: str | None = None) -> list[Record]:
        """The records of a suite, or of one of its tasks or levels."""
        return [r for r in self.records if r.suite == suite and task in (None, r.task) and level in (None, r.level)]


def guessing(records: Sequence[Record]) -> float | None:
    """The expected rate of blind guessing on the samples of some records, each counted once; None if unknown."""
    known = {r.sample_id: r for r in records} | {r.sample_id: r for r in records if r.chance is not None}
    return chance_rate(known.values())


def terms_words(protocol: str, deviations: Sequence[str]) -> str:
    """``structure``, or ``structure (but temperature 1)``."""
    return f"{protocol} (but {', '.join(deviations)})" if protocol and deviations else protocol


def way_words(info: RunInfo, deviations: Sequence[str]) -> str:
    """How a run was asked: its protocol, or all settings of the run but those that say which model it is.

    What a protocol leaves to the provider may differ between its models; what was set otherwise is a deviation.
    """
    scored_by = f"scored by {info.scored_by}" if info.scored_by else ""
    if info.protocol:
        return ", ".join(filter(None, (f"protocol {terms_words(info.protocol, deviations)}", scored_by)))
    config = {name: value for name, value in info.config.items() if not (info.thinking and name in TOLD)}
    wordings = info.wordings
    words = {
        "": "" if info.strategy == WITHOUT_EXTRAS else info.strategy,
        "thinking": info.thinking,
        "frames": _frame_words(info, usual=False),
        "wordings": "" if wordings is None else f"{wordings.name} ({_checksum(wordings.texts)})",
        **{name: value if len(str(value)) <= SHORT else _checksum(value) for name, value in sorted(config.items())},
        **dict(sorted(info.roles.items())),
        "scored by": info.scored_by,
    }
    told = [f"{name.replace('_', ' ')} {value}".strip() for name, value in words.items() if value not in ("", None)]
    return ", ".join(told)


def _way_key(row: Row) -> tuple[str, str]:
    return row.way, row.info.words_checksum


def asked_alike(rows: Iterable[Row]) -> tuple[tuple[Row, ...], ...]:
    """The models in groups that were asked in the same way, each model once in a group: only these have an order.

    Of several rows of one model in one way (with other arguments, or from other providers' addresses) the one with the
    most answers counts, and the first of equals.
    """
    groups: dict[tuple[str, str], dict[str, Row]] = {}
    for row in rows:
        if row.is_model:
            group = groups.setdefault(_way_key(row), {})
            if row.model not in group or len(row.records) > len(group[row.model].records):
                group[row.model] = row
    return tuple(tuple(sorted(group.values(), key=lambda row: row.index)) for group in groups.values())


def protocol_warning(rows: Sequence[Row]) -> str:
    """A warning if models were measured under different terms; players and people answer alike under any."""
    by_terms: dict[str, list[str]] = {}
    for row in rows:
        if row.is_model:
            by_terms.setdefault(row.terms, []).append(row.label)
    if len(by_terms) < 2:
        return ""
    each = "; ".join(f"{', '.join(labels)}: {terms or 'no protocol'}" for terms, labels in by_terms.items())
    return f"models were asked under different protocols, so their rows do not compare as they stand ({each})"


def unfinished_warning(rows: Sequence[Row]) -> str:
    """A warning if the dataset was not finished when it was asked."""
    parts = sorted({row.info.unfinished for row in rows} - {""})
    return f"the dataset was not finished: it had {' and '.join(parts)}" if parts else ""


def rows_of(runs: Sequence[Run]) -> tuple[Row, ...]:
    """A row for each run: models first, then people, then players.

    Models that were asked in the same way stand together, the best one on top.
    """
    kept = [run for run in runs if run.records]
    if not kept:
        raise DioramaError("there is nothing to report: no question was asked")
    infos = [run.info for run in kept]
    deviations = [_deviations(run) for run in kept]
    labels = _labels(infos, deviations, [people_in(run.records) for run in kept])

    def place_of(k: int) -> tuple[int, str, float, str]:
        place = _place(infos[k])
        way = way_words(infos[k], deviations[k]) if place == MODELS else ""
        return place, way, -_rate(kept[k].records), labels[k]

    return tuple(
        Row(place, infos[k].model, infos[k].strategy, labels[k], kept[k].records, infos[k], deviations[k])
        for place, k in enumerate(sorted(range(len(kept)), key=place_of))
    )


def _deviations(run: Run) -> tuple[str, ...]:
    """How a run differs from its protocol, also in how often all of its questions were asked so far."""
    name = run.info.protocol
    if name not in PROTOCOLS or _is_person(run.info):
        return run.info.deviations
    wanted, asked = PROTOCOLS.get(name).repeats, complete_repeats(run.records)
    return (*run.info.deviations, *([] if asked == wanted else [f"{asked} of {wanted} repeats"]))


def complete_repeats(records: Sequence[Record]) -> int:
    """How many repeats asked every sample that some repeat asked."""
    by_repeat: dict[int, set[str]] = {}
    for r in records:
        by_repeat.setdefault(r.repeat, set()).add(r.sample_id)
    every = set().union(*by_repeat.values())
    return sum(samples == every for samples in by_repeat.values())


def _labels(infos: Sequence[RunInfo], deviations: Sequence[Sequence[str]], people: Sequence[int]) -> list[str]:
    """A short label for each run: the last part of the model's name, its strategy, and any other difference."""
    models = {info.model for info in infos}
    last = Counter(model.rsplit("/", 1)[-1] for model in models)
    labels = []
    for info, changed, several in zip(infos, deviations, people, strict=True):
        if info.strategy == TEST:
            words = [f"{info.model} ({several} {'person' if several == 1 else 'people'})"]
        else:
            short = info.model.rsplit("/", 1)[-1]
            name = short if last[short] == 1 else info.model
            words = [name, *(f"{key}={value}" for key, value in sorted(info.model_args.items()))]
            protocols = {other.protocol for other in infos if other.model == info.model}
            words += _asked_words(info, bool(changed), info.model in PLAYERS and len(protocols) == 1)
        words += ["human-scored"] if info.scored_by else []
        labels.append(" · ".join(words))
    twice = {label for label, n in Counter(labels).items() if n > 1}
    return [
        f"{label} · {_settings(info, [i for i, other in zip(infos, labels, strict=True) if other == label])}"
        if label in twice
        else label
        for info, label in zip(infos, labels, strict=True)
    ]


def _asked_words(info: RunInfo, changed: bool, any_protocol: bool) -> list[str]:
    """How a run was asked, for its label: its protocol (starred if changed), or its strategy unless that is usual.

    A player does the same under `any_protocol`, so it needs none unless it has several rows.
    """
    if info.protocol:
        return [] if any_protocol else [f"{info.protocol}*" if changed else info.protocol]
    return [] if info.strategy == WITHOUT_EXTRAS else [info.strategy.replace("_", " ")]


def _settings(info: RunInfo, alike: Sequence[RunInfo]) -> str:
    """The settings in which a run differs from others of the same model and strategy."""
    flat = [_flat(other) for other in alike]
    mine = _flat(info)
    names = sorted({name for other in flat for name in other})
    differ = [name for name in names if len({str(other.get(name)) for other in flat}) > 1]
    apart = [f"{name} {mine.get(name, 'usual')}" for name in differ if name != CHECKSUM or differ == [CHECKSUM]]
    return ", ".join(apart) or info.key


def _flat(info: RunInfo) -> dict[str, object]:
    helpers = {"reader": info.reader, "grader": info.grader}
    wordings = "" if info.wordings is None else info.wordings.name
    named = {
        **info.roles, **helpers, "at": info.base_url, "thinking": info.thinking, "wordings": wordings,
        "frames": _frame_words(info), CHECKSUM: info.words_checksum,
    }  # fmt: skip
    config = {name: value for name, value in info.config.items() if not (info.thinking and name in TOLD)}
    return {**config, **{name: value for name, value in named.items() if value}}


def _frame_words(info: RunInfo, *, usual: bool = True) -> str:
    """The frames that the model was sent in place of clips; empty if none, or if they are the `usual` ones."""
    frames = info.frames.get("model")
    return "" if frames is None or (frames == Frames() and not usual) else frames.words


def _is_person(info: RunInfo) -> bool:
    return info.strategy in (QUIZ, TEST)


def _place(info: RunInfo) -> int:
    """Sort key: models, people, then players, from the one that knows everything to the one that knows nothing."""
    if info.model in PLAYERS:
        return PLAYERS.index(info.model)
    return PEOPLE if _is_person(info) else MODELS


def _checksum(value: object) -> str:
    return sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()[:6]


def _rate(records: Sequence[Record]) -> float:
    return sum(r.verdict is Verdict.CORRECT for r in records) / len(records)

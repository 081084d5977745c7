"""Rows: what a report compares. A model asked with a strategy is one row; so is a built-in player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from diorama.ask import Record, Verdict
from diorama.ask.players import PLAYERS as KNOWN_PLAYERS
from diorama.ask.run_files import Run, RunInfo
from diorama.ask.statistics import chance_rate
from diorama.ask.tables import Account, account
from diorama.errors import DioramaError

PLAYERS = tuple(f"diorama/{name}" for name in reversed(KNOWN_PLAYERS))
"""Players with known minds, from the one that knows everything to the one that knows nothing."""
WITHOUT_EXTRAS = "direct"
"""The default strategy, which labels leave out."""


@dataclass(frozen=True)
class Row:
    """All records of one model or player with one strategy."""

    index: int
    model: str
    strategy: str
    label: str
    records: tuple[Record, ...]
    key: str = ""
    """The key of its run."""

    @property
    def player(self) -> bool:
        return self.model in PLAYERS

    @property
    def group(self) -> str:
        return "Players" if self.player else "Models"

    @property
    def full_name(self) -> str:
        return f"{self.model}, strategy {self.strategy}"

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


def rows_of(runs: Sequence[Run]) -> tuple[Row, ...]:
    """A row for each run: models first, the best one on top, then the players."""
    kept = [run for run in runs if run.records]
    if not kept:
        raise DioramaError("there is nothing to report: no question was asked")
    labels = _labels([run.info for run in kept])
    order = sorted(
        range(len(kept)), key=lambda k: (_player_place(kept[k].info.model), -_rate(kept[k].records), labels[k])
    )
    infos = [run.info for run in kept]
    return tuple(
        Row(place, infos[k].model, infos[k].strategy, labels[k], kept[k].records, infos[k].key)
        for place, k in enumerate(order)
    )


def _labels(infos: Sequence[RunInfo]) -> list[str]:
    """A short label for each run: the last part of the model's name, its strategy, and any other difference."""
    models = {info.model for info in infos}
    last = Counter(model.rsplit("/", 1)[-1] for model in models)
    labels = []
    for info in infos:
        short = info.model.rsplit("/", 1)[-1]
        name = short if last[short] == 1 else info.model
        words = [name, *(f"{key}={value}" for key, value in sorted(info.model_args.items()))]
        words += [] if info.strategy == WITHOUT_EXTRAS else [info.strategy.replace("_", " ")]
        labels.append(" · ".join(words))
    twice = {label for label, n in Counter(labels).items() if n > 1}
    return [
        f"{label} · {_settings(info, [i for i, other in zip(infos, labels, strict=True) if other == label])}"
        if label in twice
        else label
        for info, label in zip(infos, labels, strict=True)
    ]


def _settings(info: RunInfo, alike: Sequence[RunInfo]) -> str:
    """The settings in which a run differs from others of the same model and strategy."""
    flat = [_flat(other) for other in alike]
    mine = _flat(info)
    names = sorted({name for other in flat for name in other})
    apart = [f"{name} {mine.get(name, 'usual')}" for name in names if len({str(other.get(name)) for other in flat}) > 1]
    return ", ".join(apart) or info.key


def _flat(info: RunInfo) -> dict[str, object]:
    helpers = {"reader": info.reader, "grader": info.grader}
    named = {**info.roles, **helpers, "at": info.base_url, "words": info.words_checksum}
    return {**info.config, **{name: value for name, value in named.items() if value}}


def _player_place(model: str) -> int:
    """Sort key: models first, then players, from the one that knows everything to the one that knows nothing."""
    return PLAYERS.index(model) if model in PLAYERS else -1


def _rate(records: Sequence[Record]) -> float:
    return sum(r.verdict is Verdict.CORRECT for r in records) / len(records)

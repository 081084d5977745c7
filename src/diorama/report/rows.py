"""Rows: what a report compares. A model asked with a strategy is one row; so is a built-in player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from diorama.ask import Record, Verdict
from diorama.ask.run_files import Run, RunInfo
from diorama.ask.statistics import chance_rate
from diorama.ask.tables import Account, account
from diorama.errors import DioramaError

PLAYERS = ("diorama/oracle", "diorama/groundline", "diorama/catalogue", "diorama/random")
"""Players with known minds, from the one that knows everything to the one that knows nothing."""
WITHOUT_EXTRAS = "direct"
"""The strategy that goes without saying."""


@dataclass(frozen=True)
class Row:
    """All that one model or player answered with one strategy."""

    index: int
    model: str
    strategy: str
    label: str
    records: tuple[Record, ...]
    key: str = ""
    """Of its run."""

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
        """How the questions that a condition holds for ended; None if it was asked none of them."""
        kept = [r for r in self.records if holds(r)]
        return account(kept) if kept else None

    def of(self, suite: str, task: str | None = None, level: str | None = None) -> list[Record]:
        """The records of a suite, of one of its tasks, of a level."""
        return [r for r in self.records if r.suite == suite and task in (None, r.task) and level in (None, r.level)]


def guessing(records: Sequence[Record]) -> float | None:
    """What blind guessing gets on average on the samples of some records, each once; None where that is not known."""
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
    """The model's last name where that is enough, its strategy if it has one, then what else sets it apart."""
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
    named = {**info.roles, "reader": info.reader, "grader": info.grader, "at": info.base_url, "words": info.words}
    return {**info.config, **{name: value for name, value in named.items() if value}}


def _player_place(model: str) -> int:
    """Models come before players, and players from the one that knows everything."""
    return PLAYERS.index(model) if model in PLAYERS else -1


def _rate(records: Sequence[Record]) -> float:
    return sum(r.verdict is Verdict.CORRECT for r in records) / len(records)

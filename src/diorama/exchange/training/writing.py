"""Writing a training set: the samples of a dataset, split, as conversations in the rows of a trainer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diorama import __version__
from diorama.ask.source import Source
from diorama.errors import DioramaError
from diorama.exchange.exporting import Exported, Exporter, ExportOrder, Progress, samples_of
from diorama.exchange.training.conversations import Conversation, Form, conversation
from diorama.exchange.training.files import Rows
from diorama.exchange.training.hold_outs import Split, Splits, read_rules, split

SUMMARY = "summary.json"
REWARD = "reward.py"


@dataclass(frozen=True)
class RowContext:
    """Where a row goes."""

    folder: Path
    split: Split
    form: Form
    index: int
    """How many rows are before it in its file."""


@dataclass(frozen=True)
class Trainer:
    """How a trainer wants its data."""

    name: str
    title: str
    forms: tuple[Form, ...]
    """The forms that it takes; the first is the usual one."""
    ending: str
    """Of its files: ``parquet``, ``jsonl``."""
    open: Callable[[Path, Form], AbstractContextManager[Rows]]
    """A file to fill, by its path."""
    row: Callable[[Conversation, RowContext], dict[str, Any]]
    clips: bool = False
    """Whether it takes clips as files; else they become frames."""
    reward: str = ""
    """The program that gives it the reward, if it takes one."""
    more: Callable[[Path, Mapping[Split, Path]], tuple[Path, ...]] | None = None
    """Writes what else it needs."""
    hint: Callable[[Form, str], str] = lambda form, folder: ""
    """How to begin with it, by the form and the folder."""


def exporter(trainer: Trainer) -> Exporter:
    """A trainer's data as a format of `export`."""
    return Exporter(
        trainer.name,
        trainer.title,
        lambda order, folder, progress: _write(trainer, order, folder, progress),
        takes=frozenset({"form", "explained", "hold_out"}),
    )


def _write(trainer: Trainer, order: ExportOrder, folder: Path, progress: Progress) -> Exported:
    form = _form_of(trainer, order)
    source = Source(order.folder)
    wanted = {entry.id for entry in source.choose(order.select)}
    rules = read_rules(order.settings.hold_out)
    splits = split(order.folder, wanted, rules)
    counts: Counter[Split] = Counter()
    tasks: Counter[str] = Counter()
    left_out: Counter[str] = Counter()
    plain = 0
    names: tuple[Split, ...] = ("train", "test") if rules else ("train",)
    files = {name: folder / f"{name}.{trainer.ending}" for name in names}
    with ExitStack() as stack:
        rows = {name: stack.enter_context(trainer.open(path, form)) for name, path in files.items()}
        count, samples = samples_of(order)
        advance = progress(0, count)
        for sample in samples:
            where = splits.of[sample.id]
            advance()
            try:
                made = conversation(sample, form, explained=order.settings.explained, clips=trainer.clips)
            except DioramaError as problem:  # a clip that cannot be read
                left_out[str(problem)] += 1
                continue
            rows[where].add(trainer.row(made, RowContext(folder, where, form, counts[where])))
            counts[where] += 1
            tasks[f"{where}/{sample.suite}/{sample.task}" + (f"/{sample.level}" if sample.level else "")] += 1
            plain += order.settings.explained and not made.explained
    if not counts["train"]:
        raise DioramaError(f"nothing was left to write: {left_out.most_common(1)[0][0]}")
    written = [*files.values()]
    if form == "rl" and trainer.reward:
        (folder / REWARD).write_text(trainer.reward, encoding="utf-8")
        written.append(folder / REWARD)
    written += trainer.more(folder, files) if trainer.more is not None else ()
    summary = _summary(trainer, form, order, source.fingerprint, splits, counts, tasks, plain)
    (folder / SUMMARY).write_text(json.dumps(summary, indent=2) + "\n", encoding="utf-8")
    written.append(folder / SUMMARY)
    shown = tuple(order.out / path.relative_to(folder) for path in written)
    note = f"{plain} of the answers have no explanation: they are plain\n" if plain else ""
    return Exported(shown, sum(counts.values()), left_out, note + trainer.hint(form, str(order.out)))


def _form_of(trainer: Trainer, order: ExportOrder) -> Form:
    """The form that is ordered, or the usual one of the trainer."""
    given = order.settings.form
    if given not in ("", "sft", "rl"):
        raise DioramaError(f"--form is sft or rl; got '{given[:40]}'")
    form = next((form for form in trainer.forms if form == given), None) if given else trainer.forms[0]
    if form is None:
        raise DioramaError(f"{trainer.name} takes no --form {given}: use {trainer.forms[0]}")
    if form == "rl" and order.settings.explained:
        raise DioramaError("--explained belongs to --form sft: with rl there is no answer to explain")
    return form


def _summary(
    trainer: Trainer, form: Form, order: ExportOrder, dataset: str, splits: Splits, counts: Counter[Split],
    tasks: Counter[str], plain: int,
) -> dict[str, Any]:  # fmt: skip
    """What was written and what was held out."""
    return {
        "format": trainer.name, "form": form, "explained": order.settings.explained, "dataset": dataset,
        "diorama": __version__, "samples": {name: counts[name] for name in ("train", "test")},
        "held_out": {str(rule): splits.by_rule[str(rule)] for rule in read_rules(order.settings.hold_out)},
        "in_test_with_their_scene": splits.same_scene, "without_explanation": plain,
        "by_task": dict(sorted(tasks.items())),
    }  # fmt: skip

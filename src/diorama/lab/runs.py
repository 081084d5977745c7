"""Going through samples with an instrument: a folder of examples that can be continued after any stop.

One folder holds one analysis of one model on one dataset under one setting; `setting.json` says which. Whatever is
whole is not done again. What failed (memory, a model's own error) is tried again; samples left out stay so.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from diorama import __version__
from diorama.ask.logs import load_runs
from diorama.ask.records import Record
from diorama.ask.source import Selection, Source
from diorama.ask.thoughts import thoughts_beside
from diorama.data import Sample, whole_file
from diorama.data.keys import scene_of as scene_key
from diorama.errors import DioramaError, short
from diorama.lab.examples import AGAIN, FAILED, LEFT_OUT, Example, example_file, read_example, write_example
from diorama.lab.prompt import MOST_NEW, Prompt, prepare, request_of
from diorama.lab.regions import NotYet
from diorama.lab.subject import Subject, load_subject

SETTING = "setting.json"
Progress = Callable[[int, int], Callable[[], None]]


@dataclass(frozen=True)
class LabOrder:
    """What is to be looked at, with which model, and where to."""

    folder: Path
    model: str
    out: Path
    select: Selection = field(default_factory=Selection)
    logs: Path | None = None
    """A file of answers whose replies are taken; without one, the model writes its own."""
    device: str = "auto"
    dtype: str = "auto"
    most_tokens: int = MOST_NEW
    """Of a reply."""


class Instrument(Protocol):
    """What looks at one sample."""

    @property
    def name(self) -> str:
        """What the analysis is called."""

    @property
    def answers(self) -> bool:
        """Whether it looks at the moment of answering; otherwise at the question alone, and nothing is generated."""

    def setting(self) -> dict[str, Any]:
        """Everything that changes what it finds, as JSON."""

    def check(self, subject: Subject) -> None:
        """Refuse settings that do not fit the model, before any sample is looked at."""

    def look(self, subject: Subject, sample: Sample, prompt: Prompt) -> Example:
        """What it finds; `NoRegion` for samples that it cannot be used on."""


@dataclass(frozen=True)
class Outcome:
    """How a run went."""

    folder: Path
    made: int
    found: Counter[str]
    """How many samples are whole, and how many are not, by reason."""
    failed: int = 0
    """How many will be tried again."""


def look_at(order: LabOrder, instrument: Instrument, *, progress: Progress | None = None) -> Outcome:
    """Go through the samples that are not done yet, and write an example for each as soon as it is there."""
    source = Source(order.folder)
    entries = source.choose(order.select)
    replies = {} if order.logs is None else replies_of(order.logs, source.fingerprint)
    setting = setting_of(order, instrument, source.fingerprint)
    before = read_setting(order.out)
    require_same(order.out, before, setting)
    open_ids = [e.id for e in entries if not _done(example_file(order.out, e.id))]
    advance = progress(len(entries) - len(open_ids), len(entries)) if progress is not None else lambda: None
    if open_ids:
        subject = load_subject(order.model, device=order.device, dtype=order.dtype)
        instrument.check(subject)
        setting["weights"] = subject.weights
        require_same(order.out, before, setting)
        _write_setting(order.out, {**setting, **_aside(order)})
        for sample_id in open_ids:
            example = _looked(order, subject, source.get(sample_id), instrument, replies.get(sample_id))
            write_example(example_file(order.out, sample_id), example)
            advance()
    found = [read_example(example_file(order.out, e.id)) for e in entries]
    ended = Counter(e.left_out or (f"failed: {e.failed}" if e.failed else "whole") for e in found)
    return Outcome(order.out, len(open_ids), ended, sum(bool(e.failed) for e in found))


def replies_of(logs: Path, dataset: str) -> dict[str, tuple[Record, str]]:
    """The first answered record of each sample in a run's file, and the thoughts before it, if they are kept apart."""
    runs = load_runs([logs])
    if len(runs) != 1:
        raise DioramaError(f"{logs} holds {len(runs)} runs: name the file of one, which ends in .answers.jsonl")
    info = runs[0].info
    if info.dataset != dataset:
        raise DioramaError(f"{logs} is a run of {info.dataset}, not of {dataset}")
    if info.strategy != "direct" or info.protocol or info.wordings is not None:
        raise DioramaError(
            f"{logs} asked in other words than a model is fed here, by its strategy, protocol or wordings: name a run "
            "of the strategy direct without a protocol and wordings"
        )
    found: dict[str, Record] = {}
    for record in runs[0].records:
        if record.answered:
            found.setdefault(record.sample_id, record)
    thoughts = thoughts_beside(logs, found.values())
    return {name: (record, thoughts.get((name, record.repeat), "")) for name, record in found.items()}


def setting_of(order: LabOrder, instrument: Instrument, dataset: str) -> dict[str, Any]:
    """Everything that changes what is found: other settings want another folder."""
    return {
        "instrument": instrument.name, "dataset": dataset, "dtype": order.dtype,
        "replies": f"the model's own, {order.most_tokens} tokens" if order.logs is None else order.logs.name,
        **instrument.setting(),
    }  # fmt: skip


def _aside(order: LabOrder) -> dict[str, Any]:
    """What is told and may differ: a model may lie elsewhere now."""
    return {"model": order.model, "folder": str(order.folder), "version": __version__, **versions()}


def read_setting(folder: Path) -> dict[str, Any] | None:
    """What a folder holds; None if it is new."""
    path = folder / SETTING
    try:
        if not path.exists():
            return None
        before = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        before = None
    if not isinstance(before, dict):
        raise DioramaError(f"{path} cannot be read: use another --out")
    return before


def require_same(folder: Path, before: Mapping[str, Any] | None, setting: Mapping[str, Any]) -> None:
    """Refuse a folder of another setting."""
    other = [] if before is None else [name for name, value in setting.items() if before.get(name) != value]
    if other:
        raise DioramaError(f"{folder} holds another analysis ({', '.join(other)} differs): use another --out")


def _write_setting(folder: Path, setting: Mapping[str, Any]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with whole_file(folder / SETTING) as file:
            file.write(json.dumps(dict(setting), indent=1, ensure_ascii=False).encode())
    except OSError as error:
        raise DioramaError(f"cannot write {folder}: {error.strerror or error}") from None


def versions() -> dict[str, str]:
    """Of the libraries that run models: other ones may give other numbers in the last digits."""
    return {name: str(import_module(name).__version__) for name in ("torch", "transformers")}


def _done(path: Path) -> bool:
    """Whether a sample need not be looked at again."""
    if not path.exists():
        return False
    example = read_example(path)
    return not example.failed and not example.facts.get(AGAIN)


def _looked(
    order: LabOrder, subject: Subject, sample: Sample, instrument: Instrument, kept: tuple[Record, str] | None
) -> Example:
    facts: dict[str, Any] = {
        "suite": sample.suite,
        "task": sample.task,
        "level": sample.level,
        "scene": scene_key(sample),
    }
    if kept is not None:
        facts["verdict"] = kept[0].verdict.value
    elif order.logs is not None:
        return Example({**facts, LEFT_OUT: "the run has no answer to it", AGAIN: True})
    try:
        reply, thoughts = (None, "") if kept is None else (kept[0].reply, kept[1])
        thought = None if instrument.answers else ""
        asked = request_of(sample)
        prompt = prepare(subject, asked, reply=reply, thoughts=thoughts, thought=thought, most=order.most_tokens)
        facts["thoughts"] = prompt.reply
        example = instrument.look(subject, sample, prompt)
    except NotYet as error:
        return Example({**facts, LEFT_OUT: short(error, 200), AGAIN: True})
    except DioramaError as error:  # a sample without a region, a question with two pictures
        return Example({**facts, LEFT_OUT: short(error, 200)})
    except Exception as error:
        if not _of_the_model(error):
            raise
        _free()
        return Example({**facts, FAILED: f"{type(error).__name__}: {short(error, 160)}"})
    return Example({**facts, **example.facts}, example.arrays)


def _of_the_model(error: Exception) -> bool:
    """Whether it is a failure of running a model (memory, a kernel), and not of ours."""
    torch: Any = import_module("torch")
    return isinstance(error, MemoryError | torch.OutOfMemoryError | RuntimeError | FloatingPointError)


def _free() -> None:
    torch: Any = import_module("torch")
    if torch.cuda.is_available():
        torch.cuda.empty_cache()

"""Runs made by hand: who answered which sample how, in words that a reader can check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from diorama.ask import Failure, Record, Verdict
from diorama.ask.run_files import Run, RunInfo

DATASET = "small@0123456789ab"


def record(sample: str, verdict: str, **fields: Any) -> Record:
    """One answer. `sample` is a suite, a task, a level and a number: ``causal/collision/L1/3``."""
    suite, task, level, _ = sample.split("/")
    given: dict[str, Any] = {
        "dataset": DATASET,
        "sample_id": sample.replace("/", "-").lower(),
        "scene": sample,
        "suite": suite,
        "task": task,
        "level": level,
        "answer_kind": "choice",
        "model": "somebody",
        "verdict": Verdict(verdict),
        "failure": Failure.TIMEOUT if verdict == "failed" else None,
        "reply": f"I say {verdict}.",
        "read_as": "Yes",
        "truth": "No",
        "options": 3,
    }
    return Record(**{**given, **fields})


def run(
    model: str,
    ends: Mapping[str, str] | Sequence[Mapping[str, str]],
    strategy: str = "direct",
    model_args: Mapping[str, Any] | None = None,
    config: Mapping[str, Any] | None = None,
    info: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Run:
    """A run from how each sample ended, or from one such table for each repeat; `info` holds more of its settings."""
    repeats = [ends] if isinstance(ends, Mapping) else ends
    records = tuple(
        record(sample, verdict, model=model, strategy=strategy, repeat=repeat, **fields)
        for repeat, table in enumerate(repeats)
        for sample, verdict in table.items()
    )
    settings = RunInfo(
        dataset=DATASET, model=model, strategy=strategy, model_args=dict(model_args or {}), config=dict(config or {}),
        **(info or {}),
    )  # fmt: skip
    return Run(info=settings, records=records)


def ends(task: str, verdicts: str) -> dict[str, str]:
    """How the samples of a task ended, one word after the other."""
    return {f"{task}/{number}": verdict for number, verdict in enumerate(verdicts.split())}

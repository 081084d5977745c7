"""Logs that the engine wrote, read back as runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inspect_ai.log import EvalSample, read_eval_log, read_eval_log_samples
from pydantic import ValidationError

from diorama.ask.engine.solver import FACTS
from diorama.ask.records import Failure, Record
from diorama.ask.run_files import Run, RunInfo, latest
from diorama.ask.scoring import GRADER, READER
from diorama.errors import DioramaError, short
from diorama.kinds import Verdict

ANSWERS = "answers"
"""The note in a log that names its file of answers."""
NOTED = ("thinking", "frames", "wordings", "protocol", "deviations")
"""Settings of a run that stand in a log as notes."""


def read_log(path: Path) -> Run | None:
    """The run in a log; None if it is not ours, or if its file of answers is beside it."""
    try:
        header = read_eval_log(str(path), header_only=True)
        facts = header.eval.metadata or {}
        if "dataset" not in facts or (ANSWERS in facts and (path.parent / str(facts[ANSWERS])).is_file()):
            return None
        info = RunInfo(
            dataset=str(facts["dataset"]),
            folder=str(facts.get("folder", "")),
            model=header.eval.model,
            strategy=str(facts.get("strategy", "direct")),
            words_checksum=str(facts.get("words_checksum", "")),
            roles=_roles(header.eval.model_roles),
            reader=_role(header.eval.model_roles, READER),
            grader=_role(header.eval.model_roles, GRADER),
            base_url=header.eval.model_base_url or "",
            model_args=header.eval.model_args,
            config=header.eval.model_generate_config.model_dump(exclude_none=True),
            **{name: facts[name] for name in NOTED if name in facts},
        )
        samples = read_eval_log_samples(str(path), all_samples_required=False)
        records = [record for sample in samples if (record := _record(sample, info)) is not None]
    except DioramaError:
        raise
    except Exception as error:
        raise DioramaError(f"cannot read the log {path}: {short(error)}") from None
    return Run(info=info, records=latest(records))


def _record(sample: EvalSample, info: RunInfo) -> Record | None:
    scores = sample.scores or {}
    facts: Any = next((s.metadata[FACTS] for s in scores.values() if s.metadata and FACTS in s.metadata), None)
    facts = facts or sample.metadata.get(FACTS)
    common = {"dataset": info.dataset, "model": info.model, "strategy": info.strategy}
    if isinstance(facts, dict) and "verdict" in facts:
        try:
            return Record.model_validate({**facts, **common, "reply": sample.output.completion})
        except ValidationError:
            raise DioramaError(f"sample '{sample.id}' of the log has no record that can be read") from None
    if sample.error is None or sample.error.message.startswith("NotAsked"):
        return None
    return Record(
        **common,
        sample_id=str(sample.metadata.get("sample_id", sample.id)),
        scene=str(sample.metadata.get("sample_id", sample.id)),
        suite=str(sample.metadata.get("suite", "")),
        task=str(sample.metadata.get("task", "")),
        level=str(sample.metadata.get("level", "")),
        answer_kind="",
        repeat=int(sample.metadata.get("repeat", sample.epoch - 1)),
        verdict=Verdict.FAILED,
        failure=Failure.OTHER,
        note=short(sample.error.message),
    )


def _role(roles: Any, name: str) -> str:
    role = (roles or {}).get(name)
    return str(getattr(role, "model", role)) if role is not None else ""


def _roles(roles: Any) -> dict[str, str]:
    """The models in the strategy's roles."""
    return {name: _role(roles, name) for name in sorted(roles or {}) if name not in (READER, GRADER)}

"""Runs: the answers of one model to one dataset, kept in a file that grows by one line per answer.

The first line says what was run; every other line is a record. A line is written as soon as its answer is
there, so a killed run loses only the questions in flight, and the same command asks only what is missing.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, ValidationError
from pydantic_core import from_json

from diorama import __version__
from diorama.ask.line_files import LineFile, whole_lines
from diorama.ask.records import Record
from diorama.ask.video_input import Frames
from diorama.ask.wordings import Rewording
from diorama.errors import DioramaError, first_fault
from diorama.world.model import Plain

ENDING = ".answers.jsonl"
FORMAT: Literal[2] = 2
ARTEFACTS = ".artefacts"
"""Ending of the folder of artefacts that lies beside a file of answers."""


class RunInfo(Plain):
    """What was run. Everything that could change an answer is here; two runs with equal settings are one run."""

    format: Literal[2] = FORMAT
    dataset: str
    """By name and checksum."""
    folder: str = ""
    """Where the dataset was; reports look for pictures there."""
    model: str
    strategy: str = "direct"
    """With those of its arguments that differ from the defaults."""
    words_checksum: str = ""
    """A checksum of the text that the strategy sends to models: different text is a different run."""
    roles: dict[str, str] = Field(default_factory=dict)
    """Which model plays which other role."""
    base_url: str = ""
    model_args: dict[str, Any] = Field(default_factory=dict)
    config: dict[str, Any] = Field(default_factory=dict)
    """How the model generates: temperature, maximum tokens, …"""
    thinking: str = ""
    """``on``, ``off`` or a number of tokens; empty if it was left to the model. `config` says how that was told."""
    frames: dict[str, Frames] = Field(default_factory=dict)
    """Who was sent frames in place of clips, by role; the model under test is ``model``."""
    wordings: Rewording | None = None
    """The words that replaced those of the dataset."""
    protocol: str = ""
    """The paper's settings that were followed, by name."""
    deviations: tuple[str, ...] = ()
    """In what the settings differ from the protocol's."""
    reader: str = ""
    grader: str = ""
    """The models that help to score: they change verdicts, which can be recomputed, but not what is asked."""
    scored_by: str = ""
    """Who gave the verdicts, if not our rules: people, by a rubric. Such a run stands beside the one it is of."""
    collected_from: str = ""
    """The file of the replies, where somebody else collected them."""
    unfinished: str = ""
    """How much of the dataset was there, if it was not finished."""
    version: str = __version__

    @property
    def key(self) -> str:
        """The same for the same questions asked the same way, wherever the dataset is and whichever version asks.

        How replies are scored is not part of it: `rescore` changes that without asking a model.
        """
        aside = {
            "folder", "version", "format", "reader", "grader", "thinking", "wordings", "protocol", "deviations",
            "collected_from", "unfinished", "frames", "scored_by",
        }  # fmt: skip
        settings = self.model_dump(mode="json", exclude=aside)
        if self.protocol:
            settings["protocol"] = self.protocol
        if self.scored_by:
            settings["scored_by"] = self.scored_by
        if self.frames:
            settings["frames"] = {role: frames.model_dump(mode="json") for role, frames in self.frames.items()}
        if self.wordings is not None:
            settings["wordings"] = self.wordings.texts
        return sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:8]

    @property
    def file_name(self) -> str:
        scored_by = self.scored_by and f"-{self.scored_by.partition(',')[0]}"
        plain = re.sub(r"[^A-Za-z0-9._-]+", "-", f"{self.model}-{self.strategy}{scored_by}").strip("-.")
        return f"{plain[:80].rstrip('-.')}-{self.key}{ENDING}"


class Run(Plain):
    """A run read back from its file."""

    info: RunInfo
    records: tuple[Record, ...]
    """One for each question × repeat: the last that did not fail, or the last."""


class RunFile(LineFile):
    """A run being written. Only one process at a time may hold it."""

    def __init__(self, folder: str | Path, info: RunInfo, *, path: Path | None = None) -> None:
        """Begin or continue a run; its name follows from its settings unless `path` is given."""
        path = path or Path(folder) / info.file_name
        super().__init__(path, busy=f"another process is writing {path}: wait for it, or use other --logs")
        self.info = info

    def __enter__(self) -> Self:
        super().__enter__()
        if self.empty:
            self.write_line(self.info.model_dump_json())
        return self

    def done(self) -> dict[tuple[str, int], Record]:
        """The records that need not be asked again: everything that has a reply, scored or not."""
        run = read_run(self.path)
        return {(r.sample_id, r.repeat): r for r in run.records if not r.to_ask_again}

    @property
    def artefacts(self) -> Path:
        """The folder in which strategies keep artefacts."""
        return artefacts_of(self.path)

    def add(self, record: Record) -> None:
        self.write_line(record.model_dump_json(exclude_defaults=True))

    def compact(self, info: RunInfo) -> None:
        """Rewrite the file with one line for each question, completely or not at all."""
        self.replace(info, read_run(self.path).records)

    def replace(self, info: RunInfo, records: Iterable[Record]) -> None:
        """Write the file anew with these records; if that fails or is stopped, it stays as it was."""
        part = self.path.with_name(f".{self.path.name}.part")
        try:
            with part.open("wb") as file:
                file.write(info.model_dump_json().encode() + b"\n")
                for record in records:
                    file.write(record.model_dump_json(exclude_defaults=True).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, self.path)
        except OSError as error:
            raise DioramaError(f"cannot write {self.path}: {error.strerror or error}") from None
        finally:
            part.unlink(missing_ok=True)


def artefacts_of(path: Path) -> Path:
    """The folder of artefacts of a file of answers."""
    return path.with_name(path.name.removesuffix(ENDING) + ARTEFACTS)


def read_run(path: Path) -> Run:
    """A run's settings and its latest records."""
    lines = whole_lines(path)
    info = _read_info(path, lines)
    records = []
    for number, line in enumerate(lines[1:], start=2):
        if line:
            try:
                records.append(Record.model_validate_json(line))
            except ValidationError as error:
                raise DioramaError(f"{path}, line {number}: {first_fault(error)}") from None
    return Run(info=info, records=latest(records))


def _read_info(path: Path, lines: list[bytes]) -> RunInfo:
    try:
        plain = from_json(lines[0])
        if isinstance(plain, dict) and "model" in plain and plain.get("format", FORMAT) != FORMAT:
            raise DioramaError(
                f"{path} is a run of format {plain['format']}; this Diorama reads format {FORMAT}: ask again with "
                "other --logs, or move it away"
            )
        return RunInfo.model_validate(plain)
    except (ValidationError, IndexError, ValueError):
        raise DioramaError(f"{path} is not a file of answers: its first line does not say what was run") from None


def latest(records: Iterable[Record]) -> tuple[Record, ...]:
    """One record for each question × repeat: the last one with a reply, or the last."""
    kept: dict[tuple[str, int], Record] = {}
    for record in records:
        key = (record.sample_id, record.repeat)
        if key not in kept or not record.to_ask_again or kept[key].to_ask_again:
            kept[key] = record
    return tuple(kept.values())

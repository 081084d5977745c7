"""What judges said, in files beside the answers: one line for each answer, on the disk as soon as it came."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any

from pydantic import Field, ValidationError, field_validator, model_validator

from diorama.ask.causes.cause import Cause, Ending
from diorama.ask.line_files import LineFile, whole_lines
from diorama.ask.records import Record
from diorama.ask.run_files import ENDING
from diorama.errors import DioramaError, first_fault
from diorama.world.model import Plain

CAUSES = ".causes.jsonl"


class CauseRecord(Plain):
    """What one judge said of one wrong answer."""

    sample_id: str
    repeat: int = Field(default=0, ge=0)
    judge: str
    ending: Ending
    cause: Cause | None = None
    why: str = ""
    """The judge's reason in its own words, or why there is none."""
    reply: str = ""
    """All that the judge wrote."""
    answer: str
    """A checksum of the answer that was judged: if the question is asked again, it is another one."""
    key: str
    """A checksum of all that could change what the judge says."""

    @field_validator("reply", "why", mode="before")
    @classmethod
    def _can_be_stored(cls, text: Any) -> Any:
        """Half of a pair of surrogates cannot be stored: it becomes a question mark."""
        return text.encode("utf-8", "replace").decode("utf-8") if isinstance(text, str) else text

    @model_validator(mode="after")
    def _only_judged_ones_have_a_cause(self) -> CauseRecord:
        if (self.ending is Ending.JUDGED) != (self.cause is not None):
            raise ValueError("an answer that was judged has a cause, and no other has one")
        return self


class CauseFile(LineFile):
    """The file of causes beside a file of answers, being written."""

    def __init__(self, answers: Path) -> None:
        path = causes_path(answers)
        super().__init__(path, busy=f"another process is writing {path}: wait for it")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.empty:  # whoever waits for it opens another one
            self.path.unlink(missing_ok=True)
        super().__exit__(kind, error, at)

    def add(self, record: CauseRecord) -> None:
        self.write_line(record.model_dump_json(exclude_defaults=True))


def causes_path(answers: Path) -> Path:
    """Where the causes lie of a file of answers."""
    return answers.with_name(answers.name.removesuffix(ENDING) + CAUSES)


def cause_files(answers: Iterable[Path]) -> list[tuple[Path, Path]]:
    """Those files of answers that have a file of causes, each with that."""
    return [(path, causes_path(path)) for path in answers if causes_path(path).is_file()]


def read_causes(path: Path) -> tuple[CauseRecord, ...]:
    """What a file says, with one record for each answer and judge."""
    found = []
    for number, line in enumerate(whole_lines(path), start=1):
        if not line:
            continue
        try:
            found.append(CauseRecord.model_validate_json(line))
        except ValidationError as error:
            raise DioramaError(f"{path}, line {number}: {first_fault(error)}; delete that line") from None
    return latest_causes(found)


def latest_causes(records: Iterable[CauseRecord]) -> tuple[CauseRecord, ...]:
    """One record for each answer and judge: the last that did not fail, or the last."""
    kept: dict[tuple[str, str, int, str], CauseRecord] = {}
    for record in records:
        key = (record.judge, record.sample_id, record.repeat, record.answer)
        if key not in kept or record.ending is not Ending.FAILED or kept[key].ending is Ending.FAILED:
            kept[key] = record
    return tuple(kept.values())


def answer_checksum(record: Record) -> str:
    """Stands for a reply and what was read in it."""
    return sha256(f"{record.reply}\n{record.read_as}".encode()).hexdigest()[:16]


def fitting(said: Iterable[CauseRecord], answers: Iterable[Record]) -> list[CauseRecord]:
    """What was said of these answers as they are now, and not of one in whose place another came since."""
    now = {(record.sample_id, record.repeat): answer_checksum(record) for record in answers}
    return [one for one in said if now.get((one.sample_id, one.repeat)) == one.answer]

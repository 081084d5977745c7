"""The answers to a test as a run like any model's: scored by the same rules, under numbers in place of names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from diorama.ask.records import Failure, Record, make_record
from diorama.ask.run_files import ENDING, RunFile, RunInfo
from diorama.ask.score_replies import TEST
from diorama.ask.scoring import ALONE, score_reply
from diorama.ask.source import Source
from diorama.ask.wordings import Rewording, reworded_questions
from diorama.data import read_keys
from diorama.errors import DioramaError
from diorama.kinds import Judgement, Key, Verdict
from diorama.studio.library.tables import DatasetRow
from diorama.studio.settings import Settings
from diorama.studio.sittings.tables import Answer, Sitting, Test, TestQuestion, Turn

HUMAN = "human"
"""In the place of a model."""
RUNS = "logs"
"""The folder of runs, inside that of the studio."""


@dataclass(frozen=True)
class Given:
    """What one person gave for one sample."""

    number: int
    reply: str | None
    """None if it was shown and never answered."""
    seconds: float | None


@dataclass(frozen=True)
class Results:
    """A test as it stands."""

    test: Test
    path: Path
    """The file of answers."""
    folder: Path
    """The dataset."""
    given: dict[str, list[Given]]
    """By sample."""
    people: int
    left_out: int
    """People who failed more attention checks than are forgiven."""


@dataclass(frozen=True)
class Written:
    """A file of answers that was written."""

    path: Path
    answers: int
    people: int
    unread: int

    def line(self) -> str:
        more = f"; {self.unread} could not be read and wait for people to score them" if self.unread else ""
        return f"{self.answers:,} answers of {self.people} people are in {self.path}{more}"


def read_results(db: Session, test: Test, settings: Settings) -> Results:
    """Collect the answers of everybody whose answers count; nobody's name is among them."""
    failed = failed_checks(db, test)
    kept = {number for number, wrong in failed.items() if wrong <= test.forgiven}
    query = (
        select(Sitting.number, TestQuestion.sample_id, Answer.reply, Answer.seconds)
        .join(Turn, Turn.sitting_id == Sitting.id)
        .join(TestQuestion, (TestQuestion.test_id == Sitting.test_id) & (TestQuestion.place == Turn.question))
        .outerjoin(Answer, (Answer.sitting_id == Turn.sitting_id) & (Answer.place == Turn.place))
        .where(Sitting.test_id == test.id)
        .order_by(Sitting.number, Turn.place)
    )
    given: dict[str, list[Given]] = defaultdict(list)
    for number, sample_id, reply, seconds in db.execute(query):
        if number in kept and (reply is not None or test.closed is not None):
            given[sample_id].append(Given(number, reply, seconds))
    people = {each.number for all_given in given.values() for each in all_given}
    dataset = db.get_one(DatasetRow, test.dataset_id)
    return Results(
        test, settings.folder / RUNS / run_name(test), settings.folder / dataset.path, dict(given), len(people),
        len(failed) - len(kept),
    )  # fmt: skip


def failed_checks(db: Session, test: Test) -> dict[int, int]:
    """How many attention checks each person of a test failed, by number; of those who began."""
    begun = db.scalars(select(Sitting).where(Sitting.test_id == test.id, Sitting.begun.is_not(None))).all()
    failed = {sitting.number: 0 for sitting in begun}
    query = (
        select(Sitting.number, Turn.wanted, Answer.reply)
        .join(Turn, Turn.sitting_id == Sitting.id)
        .join(Answer, (Answer.sitting_id == Turn.sitting_id) & (Answer.place == Turn.place))
        .where(Sitting.test_id == test.id, Turn.question.is_(None))
    )
    for number, wanted, reply in db.execute(query):
        failed[number] += reply != wanted
    return failed


def run_name(test: Test) -> str:
    """The name of its file of answers, the same however often it is written."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", test.name).strip("-.")[:60].rstrip("-.")
    return "-".join(filter(None, (HUMAN, str(test.id), plain))) + ENDING


def write_results(results: Results) -> Written:
    """Score all answers and write the run, in place of an earlier one of the same test; takes its time."""
    test = results.test
    source = Source(results.folder)
    if source.fingerprint != test.fingerprint:
        raise DioramaError(f"{results.folder} has changed since the test was made: put back what was asked")
    if not results.given:
        raise DioramaError("nobody has answered yet")
    info = RunInfo(
        dataset=test.fingerprint, folder=str(results.folder.resolve()), model=HUMAN, strategy=TEST,
        config={"test": test.name} | ({"left_out": results.left_out} if results.left_out else {}),
        wordings=Rewording.model_validate(test.wordings) if test.wordings else None, protocol=test.protocol,
        unfinished=source.data.manifest.unfinished,
    )  # fmt: skip
    records = list(_records(results, info))
    with RunFile(results.path.parent, info, path=results.path) as file:
        file.replace(info, records)
    unread = sum(record.verdict is Verdict.UNREAD for record in records)
    return Written(results.path, len(records), results.people, unread)


def _records(results: Results, info: RunInfo) -> Iterator[Record]:
    asked = reworded_questions(results.folder, info.wordings)
    for key in read_keys(results.folder):
        for given in results.given.get(key.sample_id, ()):
            yield _record(replace(key, question=asked.get(key.sample_id, key.question)), given, info)


def _record(key: Key, given: Given, info: RunInfo) -> Record:
    """One answer; a question that was shown and never answered counts as failed, not as left out."""
    common: dict[str, Any] = {
        "strategy": TEST, "dataset": info.dataset, "person": f"person {given.number}",
        "repeat": given.number - 1,
    }  # fmt: skip
    if given.reply is None:
        missing = Judgement(Verdict.FAILED, note="shown and never answered")
        return make_record(key, "", missing, model=HUMAN, failure=Failure.OTHER, **common)
    judgement = score_reply(key, given.reply)
    return make_record(
        key, given.reply, judgement, model=HUMAN, seconds=given.seconds, scoring=ALONE.scoring(key), **common
    )  # fmt: skip

"""Making a scoring: which replies people score, in which order; and its file of scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import numpy as np
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from diorama.ask.people_scores import RUBRIC, PeopleScore, PeopleScores, ScoresInfo, checksum_of
from diorama.ask.records import Record
from diorama.ask.run_files import RunInfo, read_run
from diorama.errors import DioramaError
from diorama.kinds import Verdict
from diorama.studio.library.tables import DatasetRow, RunRow, SampleRow
from diorama.studio.review.choosing import draw_pilot
from diorama.studio.scoring.tables import THIRD, Reply, Score, Scoring, Standing
from diorama.studio.web.refusals import Invalid

AT_ONCE = 1000


def make_scoring(
    db: Session, folder: Path, dataset: DatasetRow, runs: Sequence[RunRow], *, name: str, size: int, seed: int,
    now: datetime, by: int,
) -> Scoring:  # fmt: skip
    """A new scoring of some runs: replies to all samples, or to so many that mirror the whole.

    All replies to a sample stand together, so that a picture is looked at once; in which order, the seed decides.
    """
    if any(run.dataset != dataset.fingerprint for run in runs):
        raise Invalid("These answers are to another dataset.")
    query = select(SampleRow).where(SampleRow.dataset_id == dataset.id).order_by(SampleRow.position)
    samples = list(db.scalars(query))
    cells = [(each.id, (each.suite, each.task, each.level)) for each in samples]
    chosen = draw_pilot(cells, size, seed) if size else {sample_id for sample_id, _ in cells}
    scoring = Scoring(
        name=name, dataset_id=dataset.id, fingerprint=dataset.fingerprint, rubric=RUBRIC, seed=seed, since=now,
        by_id=by, samples=[each.id for each in samples if each.id in chosen],
    )  # fmt: skip
    db.add(scoring)
    db.flush()
    rng = np.random.default_rng([seed, len(samples)])
    replies = _replies(folder, runs)
    rows = []
    for row in (each for each in samples if each.id in chosen):
        found = replies[row.id]
        rows += [_row(scoring, row, *found[int(k)]) for k in rng.permutation(len(found))]
    if not rows:
        raise Invalid("No model has replied to any of these samples.")
    for start in range(0, len(rows), AT_ONCE):
        db.execute(insert(Reply), rows[start : start + AT_ONCE])
    return scoring


def to_score(folder: Path, runs: Sequence[RunRow]) -> list[RunRow]:
    """The runs that people can score: not those in which people gave the verdicts already."""
    return [run for run in runs if not _scored_by(folder / run.path)]


def _scored_by(path: Path) -> str:
    with path.open("rb") as file:
        return RunInfo.model_validate_json(file.readline()).scored_by


def _replies(folder: Path, runs: Sequence[RunRow]) -> defaultdict[str, list[tuple[RunRow, Record]]]:
    """What each run replied, by sample; questions without a reply are left out."""
    found: defaultdict[str, list[tuple[RunRow, Record]]] = defaultdict(list)
    for row in runs:
        for record in read_run(folder / row.path).records:
            if not record.to_ask_again:
                found[record.sample_id].append((row, record))
    return found


def _row(scoring: Scoring, sample: SampleRow, run: RunRow, record: Record) -> dict[str, object]:
    return {
        "scoring_id": scoring.id, "run_id": run.id, "run_key": run.key, "sample_id": sample.id, "repeat": record.repeat,
        "suite": sample.suite, "task": sample.task, "level": sample.level, "scene": sample.scene,
        "sha256": checksum_of(record.reply), "ours": record.verdict.value,
    }  # fmt: skip


def scores_file(db: Session, scoring: Scoring) -> PeopleScores:
    """What people have settled so far, as a file that `diorama rescore --people` takes."""
    settled = Reply.standing == Standing.SETTLED.value
    query = select(Reply).where(Reply.scoring_id == scoring.id, settled).order_by(Reply.id)
    replies = list(db.scalars(query))
    if not replies:
        raise DioramaError(f"nothing in {scoring.name} is settled yet")
    said: defaultdict[int, dict[int, Score]] = defaultdict(dict)
    of_this = select(Score).join(Reply, Reply.id == Score.reply_id).where(Reply.scoring_id == scoring.id)
    for each in db.scalars(of_this):
        said[each.reply_id][each.seat] = each
    people = {each.person_id for seats in said.values() for each in seats.values()}
    info = ScoresInfo(
        name=scoring.name, dataset=scoring.fingerprint, rubric=scoring.rubric, samples=tuple(scoring.samples),
        people=len(people),
    )  # fmt: skip
    return PeopleScores(info, tuple(_score(reply, said[reply.id]) for reply in replies))


def _score(reply: Reply, said: dict[int, Score]) -> PeopleScore:
    third = said.get(THIRD)
    return PeopleScore(
        run=reply.run_key, sample_id=reply.sample_id, repeat=reply.repeat, reply_sha256=reply.sha256,
        first=Verdict(said[1].verdict), second=Verdict(said[2].verdict),
        third=None if third is None else Verdict(third.verdict),
        note="; ".join(each.note for _, each in sorted(said.items()) if each.note),
    )  # fmt: skip

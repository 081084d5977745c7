"""Replies that somebody else collected, in a file or on the sheet of a quiz, scored without asking any model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from diorama.ask.evaluate import Result
from diorama.ask.records import Failure, make_record
from diorama.ask.replies import read_replies
from diorama.ask.run_files import RunFile, RunInfo, read_run
from diorama.ask.scoring import ALONE, score_reply
from diorama.ask.source import Source
from diorama.data import read_keys
from diorama.errors import UnknownName
from diorama.kinds import Judgement, Verdict

REPLIES, QUIZ = "replies", "quiz"
"""In the place of a strategy: how the replies of such a run were collected."""


def score_file(folder: str | Path, predictions: Path, *, name: str, logs: Path, lenient: bool = False) -> Result:
    """Score a file of replies as a run of its own; samples without a reply count as failed, not as left out.

    Scoring that is `lenient` forgives wrong colours.
    """
    source, replies = Source(folder), read_replies(predictions)
    for sample_id, _ in replies:
        if sample_id not in source.entries:
            raise UnknownName("sample", sample_id, source.entries)
    repeats = sorted({repeat for _, repeat in replies if repeat is not None}) or [0]
    info = RunInfo(dataset=source.fingerprint, folder=str(Path(folder).resolve()), model=name, strategy=REPLIES)
    return score_collected(
        info, replies, logs=logs, lenient=lenient, repeats=repeats,
        without=dict.fromkeys(source.entries, "no reply in the file"),
    )  # fmt: skip


def score_collected(
    info: RunInfo,
    replies: Mapping[tuple[str, int | None], str],
    *,
    logs: Path,
    without: Mapping[str, str],
    repeats: Sequence[int] = (0,),
    lenient: bool = False,
) -> Result:
    """Write a run of replies by sample and repeat (None: every repeat), in place of an earlier one of equal settings.

    The run covers the samples in `without`, which says what to note where there is no reply.
    """
    with RunFile(logs, info, fresh=True) as file:
        for key in (replace(key, lenient=lenient) for key in read_keys(info.folder) if key.sample_id in without):
            for repeat in repeats:
                reply = replies.get((key.sample_id, repeat), replies.get((key.sample_id, None)))
                common: dict[str, Any] = {"dataset": info.dataset, "strategy": info.strategy, "repeat": repeat}
                if reply is None:
                    missing = Judgement(Verdict.FAILED, note=without[key.sample_id])
                    file.add(make_record(key, "", missing, model=info.model, failure=Failure.OTHER, **common))
                else:
                    judgement = score_reply(key, reply)
                    file.add(make_record(key, reply, judgement, model=info.model, scoring=ALONE.scoring(key), **common))
    records = read_run(file.path).records
    return Result(file.path, records, 0, len(records))

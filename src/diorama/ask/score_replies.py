"""Replies that somebody else collected, in a file or on the sheet of a quiz, scored without asking any model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from diorama.ask.evaluate import Result
from diorama.ask.records import Failure, Record, make_record
from diorama.ask.replies import read_replies
from diorama.ask.run_files import RunFile, RunInfo, read_run
from diorama.ask.scoring import ALONE, score_reply
from diorama.ask.source import Source
from diorama.data import read_keys
from diorama.data.dataset import require_whole
from diorama.errors import DioramaError, UnknownName
from diorama.kinds import Judgement, Verdict

REPLIES, QUIZ, TEST = "replies", "quiz", "test"
"""In the place of a strategy: how the replies of such a run were collected."""


def score_file(
    folder: str | Path,
    predictions: Path,
    *,
    name: str,
    logs: Path,
    lenient: bool = False,
    replies: Mapping[tuple[str, int | None], str] | None = None,
) -> Result:
    """Score a file of replies as a run of its own; samples without a reply count as failed, not as left out.

    Scoring that is `lenient` forgives wrong colours. `replies` are given where the file is of another form.
    """
    require_whole(folder)
    source, replies = Source(folder), replies or read_replies(predictions)
    for sample_id, _ in replies:
        if sample_id not in source.entries:
            raise UnknownName("sample", sample_id, source.entries)
    repeats = sorted({repeat for _, repeat in replies if repeat is not None}) or [0]
    info = RunInfo(
        dataset=source.fingerprint, folder=str(Path(folder).resolve()), model=name, strategy=REPLIES,
        collected_from=str(predictions.resolve()), unfinished=source.data.manifest.unfinished,
    )  # fmt: skip
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
    """Write a run of replies by sample and repeat (None: every repeat), in place of an earlier one of the same file.

    The run covers the samples in `without`, which says what to note where there is no reply.
    """

    def records() -> Iterator[Record]:
        for key in (replace(key, lenient=lenient) for key in read_keys(info.folder) if key.sample_id in without):
            for repeat in repeats:
                reply = replies.get((key.sample_id, repeat), replies.get((key.sample_id, None)))
                common: dict[str, Any] = {"dataset": info.dataset, "strategy": info.strategy, "repeat": repeat}
                if reply is None:
                    missing = Judgement(Verdict.FAILED, note=without[key.sample_id])
                    yield make_record(key, "", missing, model=info.model, failure=Failure.OTHER, **common)
                else:
                    judgement = score_reply(key, reply)
                    yield make_record(key, reply, judgement, model=info.model, scoring=ALONE.scoring(key), **common)

    with RunFile(logs, info) as file:
        before = read_run(file.path).info.collected_from
        if before and before != info.collected_from:
            raise DioramaError(f"{file.path} holds the replies of {before}: give these another --name, or other --logs")
        file.replace(info, records())
    found = read_run(file.path).records
    return Result(file.path, found, 0, len(found))

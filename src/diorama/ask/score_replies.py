"""`diorama score`: replies that somebody else collected, scored without asking any model."""

from __future__ import annotations

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


def score_file(folder: str | Path, predictions: Path, *, name: str, logs: Path, lenient: bool = False) -> Result:
    """Score a file of replies as a run of its own; samples without a reply count as failed, not as left out.

    Scoring that is `lenient` forgives wrong colours.
    """
    source, replies = Source(folder), read_replies(predictions)
    for sample_id, _ in replies:
        if sample_id not in source.entries:
            raise UnknownName("sample", sample_id, source.entries)
    repeats = sorted({repeat for _, repeat in replies if repeat is not None}) or [0]
    info = RunInfo(dataset=source.fingerprint, folder=str(Path(folder).resolve()), model=name, strategy="replies")
    with RunFile(logs, info, fresh=True) as file:
        for key in (replace(key, lenient=lenient) for key in read_keys(folder)):
            for repeat in repeats:
                reply = replies.get((key.sample_id, repeat), replies.get((key.sample_id, None)))
                common: dict[str, Any] = {"dataset": info.dataset, "strategy": info.strategy, "repeat": repeat}
                if reply is None:
                    missing = Judgement(Verdict.FAILED, note="no reply in the file")
                    file.add(make_record(key, "", missing, model=name, failure=Failure.OTHER, **common))
                else:
                    judgement = score_reply(key, reply)
                    file.add(make_record(key, reply, judgement, model=name, scoring=ALONE.scoring(key), **common))
    records = read_run(file.path).records
    return Result(file.path, records, 0, len(records))

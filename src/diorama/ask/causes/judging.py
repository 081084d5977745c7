"""`diorama causes`: have a judge name the cause of each wrong answer about a clip.

Only what is missing is asked for: an interrupted judging continues where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from diorama.ask.causes.cause import Cause, Ending
from diorama.ask.causes.errors import errors_of
from diorama.ask.causes.evidence import open_witness
from diorama.ask.causes.files import CauseFile, CauseRecord, answer_checksum, fitting, read_causes
from diorama.ask.causes.judge import NO_REQUEST, Judge, ask_judge
from diorama.ask.causes.prompt import judge_request, words_checksum
from diorama.ask.causes.reading import is_bare, read_verdict
from diorama.ask.causes.tally import CauseTally
from diorama.ask.outbox import Outbox
from diorama.ask.question import Request
from diorama.ask.records import Record
from diorama.ask.rescore import DISK_SECONDS, find_folder
from diorama.ask.run_files import RunInfo, read_run
from diorama.ask.scoring import shared_url
from diorama.ask.thoughts import Place, thoughts_beside
from diorama.data import read_keys
from diorama.errors import DioramaError, short
from diorama.suites.video.captions import VERSION

if TYPE_CHECKING:
    from diorama.ask.engine.requests import Heard

Advance = Callable[[], None]


def judge_run(
    path: Path, judge: Judge, *, data: Path | None = None, progress: Callable[[int, int], Advance] | None = None
) -> CauseTally:
    """Have the errors of one run judged; what this judge has said of them before stays."""
    run = read_run(path)
    folder = find_folder(run.info, data)
    errors = {(r.sample_id, r.repeat): r for r in errors_of(run)}
    thoughts = thoughts_beside(path, errors.values())
    keys = {place: _key(judge, run.info, record, thoughts.get(place, "")) for place, record in errors.items()}
    with CauseFile(path) as file:
        known = {said.key for said in read_causes(file.path) if said.ending is not Ending.FAILED}
        todo = {place: record for place, record in errors.items() if keys[place] not in known}
        tally = CauseTally(file.path, len(errors))
        outbox = Outbox(file.add)
        advance = progress(len(errors) - len(todo), len(errors)) if progress is not None else None

        def keep(place: Place, ending: Ending, cause: Cause | None = None, why: str = "", reply: str = "") -> bool:
            """Write down how the judging of one answer ended; False if the disk takes no more."""
            said = CauseRecord(
                sample_id=place[0], repeat=place[1], judge=judge.label, ending=ending, cause=cause, why=why,
                reply=reply, answer=answer_checksum(errors[place]), key=keys[place],
            )  # fmt: skip
            outbox.add(said)
            if advance is not None:
                advance()
            return not outbox.fault

        bare = _bare(folder, {place: record for place, record in todo.items() if place not in thoughts})
        for place in bare:
            keep(place, Ending.NO_REASONING, why="it is an answer and nothing else")
        to_ask = {place: record for place, record in todo.items() if place not in set(bare)}
        if to_ask and not outbox.fault:
            _have_judged(judge, run.info, folder, to_ask, thoughts, keep, tally)
        if unwritten := outbox.write_or_save(DISK_SECONDS if tally.asked else 0.0, file.path):
            raise DioramaError(unwritten)
    if tally.without_caption == tally.errors:
        raise DioramaError(f"{path}: no error is about a simulated event, so there are no exact captions to judge by")
    tally.count(said for said in fitting(read_causes(file.path), errors.values()) if said.judge == judge.label)
    return tally


def _have_judged(
    judge: Judge, info: RunInfo, folder: Path, errors: Mapping[Place, Record], thoughts: Mapping[Place, str],
    keep: Callable[..., bool], tally: CauseTally,
) -> None:  # fmt: skip
    """Ask the judge about some answers, until it has failed too often in a row."""
    witness = open_witness(folder)
    names = {f"{sample_id} {repeat}": (sample_id, repeat) for sample_id, repeat in errors}
    in_a_row = 0

    def request(place: Place) -> Request:
        evidence = witness.evidence(place[0], info.wordings)
        return Request((judge_request(evidence, errors[place], thoughts.get(place, "")),))

    def heard(name: str, found: Heard) -> bool:
        nonlocal in_a_row
        place = names[name]
        if found.failure == NO_REQUEST:
            tally.without_caption += 1
            return True
        tally.asked += 1
        if found.failure:
            in_a_row += 1
            tally.why = short(f"{found.failure.replace('_', ' ')}: {found.why}")
            return keep(place, Ending.FAILED, why=tally.why) and in_a_row < judge.failures_in_a_row
        in_a_row = 0
        said = read_verdict(found.reply)
        cut = "the judge's reply was cut off" if found.cut and said.ending is Ending.UNREAD else ""
        return keep(place, said.ending, said.cause, said.why or cut, found.reply)

    address = judge.base_url or shared_url(info.model, info.base_url, judge.model)
    ask_judge(judge, address, [(name, partial(request, place)) for name, place in names.items()], heard)


def _bare(folder: Path, errors: Mapping[Place, Record]) -> list[Place]:
    """Those answers that are an answer and nothing else."""
    wanted = {sample_id for sample_id, _ in errors}
    options = {key.sample_id: key.options for key in read_keys(folder) if key.sample_id in wanted}
    return [place for place, record in errors.items() if is_bare(record.reply, options.get(place[0], ()))]


def _key(judge: Judge, info: RunInfo, record: Record, thought: str) -> str:
    """The same as long as nothing changes that the judge is told, or who the judge is; where it runs is no part."""
    wordings = None if info.wordings is None else info.wordings.texts
    parts = [
        judge.label, judge.config, words_checksum(), VERSION, info.dataset, wordings, record.sample_id, record.repeat,
        record.reply, record.read_as, thought,
    ]  # fmt: skip
    return sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:16]

"""Wrong options for questions that a reviewer has kept, proposed by a model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from diorama.errors import DioramaError, short
from diorama.footage.asking import AskTally, Job, Unreadable, ask_jobs
from diorama.footage.captioning import shown_identity
from diorama.footage.checks import plain
from diorama.footage.clips import Progress
from diorama.footage.journal import Journal
from diorama.footage.model_use import ModelUse
from diorama.footage.record_files import candidate_file, editing
from diorama.footage.records import Candidate, Clip
from diorama.footage.replies import fields_of, listed, text_in
from diorama.footage.showing import captions_of, prompts, request_for, words
from diorama.world.model import replace

STEP = "distractors"
LONGEST = 200
Options = tuple[str, tuple[str, ...]]
"""The id of a candidate, and its options."""


def propose_options(
    folder: Path,
    candidates: Sequence[Candidate],
    clips: Mapping[str, Clip],
    use: ModelUse,
    count: int,
    progress: Progress | None = None,
) -> AskTally:
    """Have `count` options proposed for each candidate, the answer among them, and write them into the records."""
    with Journal(folder) as journal:
        jobs = [_job(c, clips[c.clip], folder, use, count) for c in candidates]
        return ask_jobs(journal, use, STEP, jobs, _filing(folder), progress)


def options_for(folder: Path, candidate: Candidate, clip: Clip, use: ModelUse, count: int) -> tuple[str, ...]:
    """Have options proposed for one candidate, the answer first; they are returned, and in no record yet."""
    found: list[Options] = []
    with Journal(folder) as journal:
        tally = ask_jobs(journal, use, STEP, [_job(candidate, clip, folder, use, count)], found.extend)
    if not found:
        raise DioramaError(short(tally.failures[0] if tally.failures else tally.called_off, 300))
    return found[0][1]


def _job(candidate: Candidate, clip: Clip, folder: Path, use: ModelUse, count: int) -> Job[Options]:
    start, end = candidate.start, candidate.end
    shown = [f"{seconds - start:.1f}" for seconds in candidate.shown]
    text = words(
        prompts()["distractors"]["text"],
        captions=captions_of(clip, start) or candidate.caption, question=candidate.question, answer=candidate.answer,
        count=count - 1, **dict(zip(("from", "to"), shown, strict=True)),
    )  # fmt: skip
    reference, at = candidate.reference, candidate.reference_at
    return Job(
        candidate.id,
        (text, *shown_identity(clip), start, end, reference, *([] if at is None else [at])),
        lambda: request_for(clip, folder, use, text, span=(start, end), reference=reference, reference_at=at),
        lambda key, reply: (candidate.id, (candidate.answer, *read_wrong(candidate, reply, count - 1))),
    )


def read_wrong(candidate: Candidate, reply: str, count: int) -> tuple[str, ...]:
    """The wrong answers of a reply: as many as are wanted, different from each other and from the right one."""
    found: list[str] = []
    for value in listed(reply, "wrong"):
        fields = fields_of(value)
        text = text_in(next((fields[k] for k in ("text", "option", "answer") if k in fields), value), LONGEST)
        if text and plain(text) not in map(plain, (candidate.answer, *found)):
            found.append(text)
    if len(found) < count:
        raise Unreadable(f"{len(found)} of its wrong answers can be used, {count} are wanted")
    return tuple(found[:count])


def _filing(folder: Path) -> Callable[[list[Options]], None]:
    def file(found: list[Options]) -> None:
        new = dict(found)

        def with_options(candidate: Candidate) -> Candidate:
            options = new.get(candidate.id, ())
            mine = not candidate.options and candidate.answer in options
            return replace(candidate, options=options) if mine else candidate

        with editing(folder):
            records = candidate_file(folder)
            records.change(with_options)
            records.write()

    return file

"""`diorama video candidates`: have clips described, and questions about them proposed, by a model.

A proposal that breaks a rule which a machine can check is not stored; it is counted, and the reason is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from diorama.errors import DioramaError
from diorama.footage.asking import AskTally, Job, Unreadable, ask_jobs
from diorama.footage.captioning import caption_clips, shown_identity
from diorama.footage.checks import check_times, plain
from diorama.footage.clips import Progress
from diorama.footage.journal import Journal
from diorama.footage.model_use import ModelUse
from diorama.footage.record_files import candidate_file, editing, require_clips
from diorama.footage.records import TWO_VIEWS, Candidate, Clip, QuestionType, Status
from diorama.footage.replies import fields_of, listed, seconds_in, text_in, word_in
from diorama.footage.showing import captions_of, prompts, request_for, words

STEP = "candidates"
MARGIN_SECONDS = 1.0
"""What is shown of a clip, and what is not, should each last so long; reviewers may choose otherwise."""
MOST_PER_CLIP = 20


@dataclass
class CandidateTally:
    """What came of having questions proposed."""

    clips: int = 0
    """That questions were wanted for."""
    added: int = 0
    rejected_clips: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    """Proposals that were not stored, by reason."""
    drops: list[str] = field(default_factory=list)
    """One line for each of them."""
    asking: AskTally = field(default_factory=AskTally)
    faults: list[str] = field(default_factory=list)
    """One line for each record that could not be used."""


@dataclass(frozen=True)
class Proposed:
    """What one reply proposes."""

    candidates: tuple[Candidate, ...]
    dropped: tuple[tuple[str, str], ...]
    """The clip and the reason, for each proposal that is not stored."""


def write_candidates(
    folder: Path,
    use: ModelUse,
    *,
    per_clip: int = 4,
    captioner: ModelUse | None = None,
    progress: Callable[[str], Progress] | None = None,
) -> CandidateTally:
    """Have all clips of a folder described, and questions proposed for those that are not rejected.

    Interrupted and started again, it asks only for what is missing. `progress` gives a bar for each of the two steps.
    """
    if not 1 <= per_clip <= MOST_PER_CLIP:
        raise DioramaError(f"questions for each clip must be 1 to {MOST_PER_CLIP}; got {per_clip}")
    tally = CandidateTally(faults=[*require_clips(folder).faults, *candidate_file(folder).faults])
    steps = progress or (lambda name: lambda done, total: lambda: None)
    with Journal(folder) as journal:
        tally.asking.add(caption_clips(folder, journal, captioner or use, steps("describing")))
        clips = list(require_clips(folder).records.values())
        tally.rejected_clips = sum(c.status is Status.REJECTED for c in clips)
        fit = [c for c in clips if c.captions and c.status is not Status.REJECTED]
        tally.clips = len(clips) - tally.rejected_clips
        if not tally.asking.called_off:
            jobs = [_job(c, folder, use, per_clip) for c in fit]
            order = {c.id: number for number, c in enumerate(clips)}
            tally.asking.add(
                ask_jobs(journal, use, STEP, jobs, _filing(folder, tally, order), steps("proposing"), once=True)
            )  # fmt: skip
    return tally


def _job(clip: Clip, folder: Path, use: ModelUse, count: int) -> Job[Proposed]:
    text = request_text(clip, count)
    return Job(
        clip.id,
        (text, *shown_identity(clip), clip.reference),
        lambda: request_for(clip, folder, use, text, reference=clip.reference),
        lambda key, reply: read_proposals(clip, key, reply, count, use.model),
    )


def request_text(clip: Clip, count: int) -> str:
    """Our words to a model that is to propose questions: viewpoint, unseen moments and type are demanded."""
    table = prompts()
    allowed = [f'"{view}" ({table["viewpoints"][view]})' for view in viewpoints_of(clip)]
    return words(
        table["candidates"]["text"],
        captions=captions_of(clip),
        count=count,
        margin=f"{MARGIN_SECONDS:g}",
        last=f"{clip.seconds - MARGIN_SECONDS:.1f}",
        viewpoints=" or ".join(allowed),
        types="\n".join(f"- {name}: {about}" for name, about in table["types"].items()),
    )


def viewpoints_of(clip: Clip) -> tuple[str, ...]:
    """From where questions about a clip can be asked: two views need a picture of the second."""
    cameras = (clip.camera,) if clip.camera else ("ego", "exo")
    both = [view for view in TWO_VIEWS if view.split("-")[0] in cameras] if clip.reference else []
    return (*cameras, *both)


def read_proposals(clip: Clip, key: str, reply: str, count: int, model: str) -> Proposed:
    """The candidates of a reply; those that break a rule are left out with their reason."""
    found: list[Candidate] = []
    dropped: list[tuple[str, str]] = []
    for number, value in enumerate(listed(reply, "questions", "question"), start=1):
        if len(found) == count:
            dropped.append((clip.id, "more than were asked for"))
            break
        try:
            candidate = _proposal(clip, f"{clip.id}-{key[:6]}-{number}", fields_of(value), model)
        except _Dropped as why:
            dropped.append((clip.id, str(why)))
            continue
        if any(plain(candidate.question) == plain(other.question) for other in found):
            dropped.append((clip.id, "the same question twice"))
            continue
        found.append(candidate)
    if not found:
        reasons = ", ".join(sorted({why for _, why in dropped})) or "its list is empty"
        raise Unreadable(f"none of its questions can be used: {reasons}")
    return Proposed(tuple(found), tuple(dropped))


class _Dropped(Exception):
    """A proposal that breaks a rule."""


def _proposal(clip: Clip, candidate_id: str, fields: dict[str, Any], model: str) -> Candidate:
    question, answer = text_in(fields.get("question")), text_in(fields.get("answer"), 200)
    if not question or not answer:
        raise _Dropped("no question, no answer, or far too long")
    sort, direction = word_in(fields.get("type")).replace("_", "-"), word_in(fields.get("direction"))
    if sort not in list(QuestionType):
        raise _Dropped("a type that there is not")
    if direction not in ("forward", "backward"):
        raise _Dropped("neither forward nor backward")
    viewpoint = word_in(fields.get("viewpoint")).replace("_", "-")
    if viewpoint not in viewpoints_of(clip):
        raise _Dropped("a viewpoint that the clip does not have")
    cut = seconds_in(fields.get("cut"))
    if cut is None or not MARGIN_SECONDS / 2 <= cut <= clip.seconds - MARGIN_SECONDS / 2:
        raise _Dropped("a cut outside of the clip, or at its edge")
    unseen = (cut, clip.seconds) if direction == "forward" else (0.0, cut)
    begin, end = seconds_in(fields.get("from")), seconds_in(fields.get("to"))
    begin, end = unseen[0] if begin is None else begin, unseen[1] if end is None else min(end, clip.seconds)
    candidate = Candidate(
        id=candidate_id, clip=clip.id, question=question, type=QuestionType(sort), direction=direction,
        viewpoint=viewpoint,
        reference=clip.reference if viewpoint in TWO_VIEWS else "",
        start=clip.start, end=clip.end, cut=_at(clip, cut),
        asks_from=_at(clip, max(0.0, begin)), asks_to=_at(clip, max(0.0, end)),
        answer=answer, caption=captions_of(clip), why=text_in(fields.get("why")), made_by=model,
    )  # fmt: skip
    if check_times(candidate, clip):
        raise _Dropped("it asks about moments that are shown, or outside of the clip")
    return candidate


def _at(clip: Clip, seconds: float) -> float:
    """A time of a clip as a time of its video."""
    return round(clip.start + min(seconds, 1e5), 3)


def _filing(folder: Path, tally: CandidateTally, order: dict[str, int]) -> Callable[[list[Proposed]], None]:
    """What adds candidates to the records; those that come together are sorted as their clips are."""

    def file(found: list[Proposed]) -> None:
        with editing(folder):
            records = candidate_file(folder)
            asked = {(c.clip, plain(c.question)) for c in records.records.values()}
            ids = set(records.records)
            for proposed in sorted(found, key=lambda p: order[p.candidates[0].clip]):
                new = [c for c in proposed.candidates if c.id in ids or (c.clip, plain(c.question)) not in asked]
                doubles = [(c.clip, "asked before") for c in proposed.candidates if c not in new]
                tally.added += records.add(new)
                for clip, why in (*proposed.dropped, *doubles):
                    tally.dropped[why] += 1
                    tally.drops.append(f"'{clip}': {why}")
                asked |= {(c.clip, plain(c.question)) for c in new}
            records.write()

    return file

"""Who has been shown what: nobody validates a question whose unseen part they know.

Filtering and repairing show the whole clip; a validation shows one side, and after the answer the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from diorama.footage import Candidate, Clip
from diorama.footage.checks import SLACK_SECONDS
from diorama.studio.footage.tables import CheckRow, ClipRow, ProjectRow, QuestionRow, SeenRow, VersionRow
from diorama.studio.web.refusals import Forbidden, Refusal
from diorama.studio.web.visit import Visit
from diorama.studio.work.leases import held, release, take

Span = tuple[float, float]


def overlap(span: Span, others: Iterable[Span]) -> bool:
    """Whether a stretch shares more than a rounding error with any of the others."""
    start, end = span
    return any(min(end, b) - max(start, a) > SLACK_SECONDS for a, b in others)


def videos_of(clip: Clip) -> set[str]:
    """The films that show the scene of a clip, all by the same clock."""
    return {clip.video, *clip.views}


def clip_work(project: ProjectRow) -> str:
    """The sort of work that filtering and repairing a clip is, for leases."""
    return f"footage {project.id} clips"


def check_work(project: ProjectRow) -> str:
    """The sort of work that validating a question is."""
    return f"footage {project.id} validate"


def take_clip(visit: Visit, project: ProjectRow, row: ClipRow) -> None:
    """Have a clip to work on: from now on its films may be fetched, and its questions are validated by others."""
    me, now, clip = visit.person.id, visit.now, row.clip
    if any(gives_away(clip, asked, other) for asked, other in being_validated(visit, project)):
        raise Refusal(
            409, "You are validating a question of this film", "Answer it, or give it back, before you open the film."
        )
    take(visit.db, clip_work(project), row.id, me, now=now, last=visit.studio.settings.lease)
    for lease in held(visit.db, clip_work(project), now):  # one clip at a time, so that nobody waits for the last one
        if lease.person_id == me and lease.item != row.id:
            release(visit.db, lease.work, lease.item, me)
    if not has_taken(visit, project, row.id):
        for video in sorted(videos_of(clip)):
            note_seen(visit.db, project, me, row, (clip.start, clip.end), now, video=video, worked=True)
        visit.log("opened", "clip", row.id, project=project.path)


def being_validated(visit: Visit, project: ProjectRow) -> list[tuple[Candidate, Clip]]:
    """The questions that one has taken and not answered yet, with their clips."""
    found = []
    for lease in held(visit.db, check_work(project), visit.now):
        answered = visit.db.get(CheckRow, (project.id, lease.item, visit.person.id)) is not None
        if lease.person_id == visit.person.id and not answered:
            asked = visit.db.get_one(QuestionRow, (project.id, lease.item))
            found.append((asked.candidate, visit.db.get_one(ClipRow, (project.id, asked.clip_id)).clip))
    return found


def gives_away(clip: Clip, asked: Candidate, of: Clip) -> bool:
    """Whether a clip shows what is to be inferred in a question, perhaps of another clip of the same scene."""
    return bool(videos_of(of) & videos_of(clip)) and overlap(asked.unseen, [(clip.start, clip.end)])


def keep_clip(visit: Visit, project: ProjectRow, clip_id: str) -> None:
    """A save to a clip needs that one has opened it, and that nobody else has it now."""
    if not has_taken(visit, project, clip_id):
        raise Forbidden("Open the clip first.")
    take(visit.db, clip_work(project), clip_id, visit.person.id, now=visit.now, last=visit.studio.settings.lease)


def has_taken(visit: Visit, project: ProjectRow, clip_id: str) -> bool:
    """Whether one has opened a clip, now or earlier."""
    return clip_id in taken_clips(visit, project)


def taken_clips(visit: Visit, project: ProjectRow) -> set[str]:
    """All clips that one has opened."""
    query = select(SeenRow.clip_id).where(
        SeenRow.project_id == project.id, SeenRow.person_id == visit.person.id, SeenRow.worked
    )
    return set(visit.db.scalars(query.distinct()))


def note_seen(
    db: Session,
    project: ProjectRow,
    person: int,
    clip: ClipRow,
    span: Span,
    now: datetime,
    *,
    video: str = "",
    worked: bool = False,
) -> None:
    """Note that a person is shown a stretch; what is noted already is not noted again."""
    video = video or clip.clip.video
    same = select(SeenRow.id).where(
        SeenRow.project_id == project.id, SeenRow.person_id == person, SeenRow.video == video,
        SeenRow.clip_id == clip.id, SeenRow.start == span[0], SeenRow.end == span[1], SeenRow.worked.is_(worked),
    )  # fmt: skip
    if db.scalar(same.limit(1)) is not None:
        return
    db.add(
        SeenRow(
            project_id=project.id, person_id=person, video=video, start=span[0], end=span[1],
            clip_id=clip.id, worked=worked, at=now,
        )
    )  # fmt: skip
    db.flush()


class Memory:
    """What one person knows of a project."""

    def __init__(self, db: Session, project: ProjectRow, person: int) -> None:
        self._spans: dict[str, list[Span]] = {}
        for row in db.scalars(select(SeenRow).where(SeenRow.project_id == project.id, SeenRow.person_id == person)):
            self._spans.setdefault(row.video, []).append((row.start, row.end))
        self._written = set(
            db.scalars(
                select(VersionRow.question_id)
                .where(VersionRow.project_id == project.id, VersionRow.person_id == person)
                .distinct()
            )
        )

    def knows(self, candidate: Candidate, clip: Clip) -> bool:
        """Whether the person has been shown any of what is to be inferred, or has had a hand in the question."""
        spans = [span for video in videos_of(clip) for span in self._spans.get(video, ())]
        return candidate.id in self._written or overlap(candidate.unseen, spans)

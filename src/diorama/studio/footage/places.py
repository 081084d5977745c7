"""Projects, clips and questions by their addresses, and what pages say of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import defer

from diorama.footage import Candidate, Clip, check_candidate
from diorama.studio.footage.tables import ClipRow, ProjectRow, QuestionRow
from diorama.studio.web.refusals import Invalid, NotFound
from diorama.studio.web.visit import Visit

CLIP_STATUSES = {"pending": "pending", "kept": "reviewed", "rejected": "unavailable"}
"""What a clip's status is called on pages."""
PICTURE, AS_IT_IS = "picture", "as it is"


@dataclass(frozen=True)
class Question:
    """A question with its clip, and what keeps it from becoming a sample."""

    row: QuestionRow
    candidate: Candidate
    fault: str
    clip: Clip

    @property
    def reference_choice(self) -> str:
        """Which of `reference_choices` it has."""
        return choice_of(self.candidate, self.clip)


def project_of(visit: Visit, number: int) -> ProjectRow:
    row = visit.db.get(ProjectRow, number)
    if row is None:
        raise NotFound("There is no such project.")
    return row


def folder_of(visit: Visit, project: ProjectRow) -> Path:
    return visit.studio.settings.folder / project.path


def clip_of(visit: Visit, project: ProjectRow, clip_id: str) -> ClipRow:
    row = visit.db.get(ClipRow, (project.id, clip_id))
    if row is None:
        raise NotFound("There is no such clip in this project.")
    return row


def question_of(visit: Visit, project: ProjectRow, question_id: str) -> QuestionRow:
    row = visit.db.get(QuestionRow, (project.id, question_id))
    if row is None:
        raise NotFound("There is no such question in this project.")
    return row


def questions_of(visit: Visit, project: ProjectRow, clip: ClipRow, *, deleted: bool = True) -> list[Question]:
    """The questions about a clip, in their order; those that were deleted last."""
    query = select(QuestionRow).where(QuestionRow.project_id == project.id, QuestionRow.clip_id == clip.id)
    rows = visit.db.scalars(query.order_by(QuestionRow.deleted, QuestionRow.position, QuestionRow.id))
    return [shown(visit, project, row, clip.clip) for row in rows if deleted or not row.deleted]


def shown(visit: Visit, project: ProjectRow, row: QuestionRow, clip: Clip) -> Question:
    candidate = row.candidate
    return Question(row, candidate, fault_of(visit, project, candidate, clip), clip)


def fault_of(visit: Visit, project: ProjectRow, candidate: Candidate, clip: Clip | None) -> str:
    """What keeps it from becoming a sample, without the paths of this machine; empty if nothing does."""
    folder = folder_of(visit, project)
    return check_candidate(candidate, clip, folder).replace(f"{folder}/", "")


def clips_in(visit: Visit, project: ProjectRow) -> Sequence[ClipRow]:
    query = select(ClipRow).where(ClipRow.project_id == project.id, ClipRow.gone.is_(False))
    return visit.db.scalars(query.order_by(ClipRow.position, ClipRow.id).options(defer(ClipRow.filed))).all()


def reference_choices(clip: Clip, candidate: Candidate | None = None) -> Iterator[tuple[str, str]]:
    """The views from which a question about a clip can be answered: only what the records name."""
    yield "", "none: only the clip itself"
    if clip.reference:
        yield PICTURE, f"the picture {Path(clip.reference).name}"
    for number, video in enumerate(clip.views, start=1):
        yield f"view-{number}", f"the film {Path(video).name}, at a moment"
    if candidate is not None and choice_of(candidate, clip) == AS_IT_IS:
        yield AS_IT_IS, Path(candidate.reference).name


def choice_of(candidate: Candidate, clip: Clip) -> str:
    if candidate.reference_at is not None and candidate.reference in clip.views:
        return f"view-{clip.views.index(candidate.reference) + 1}"
    if candidate.reference_at is None and candidate.reference in ("", clip.reference):
        return PICTURE if candidate.reference else ""
    return AS_IT_IS


def reference_fields(choice: str, at: float | None, clip: Clip, candidate: Candidate) -> dict[str, object]:
    """The fields of a record for a choice that was made on a page."""
    if choice not in [name for name, _ in reference_choices(clip, candidate)]:
        raise Invalid("There is no such view.")
    if choice == AS_IT_IS:
        return {"reference": candidate.reference, "reference_at": candidate.reference_at}
    if not choice.startswith("view-"):
        return {"reference": clip.reference if choice else "", "reference_at": None}
    if at is None:
        raise Invalid("Say which moment of the other film is meant, such as 0:04.200.")
    return {"reference": clip.views[int(choice.removeprefix("view-")) - 1], "reference_at": at}

"""How far a project is: questions by status, and validations of all and of one."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import and_, func, select

from diorama.studio.footage.files import count_by
from diorama.studio.footage.tables import CheckRow, ProjectRow, QuestionRow
from diorama.studio.web.visit import Visit


@dataclass(frozen=True)
class Progress:
    """Counts for people."""

    pending: int
    kept: int
    rejected: int
    validated: int
    """Kept questions that somebody has found usable as they are."""
    answered: int
    """By the one who asks; the next three too."""
    right: int
    usable: int
    unusable: int

    @property
    def share(self) -> float:
        """Of the questions that are kept, how many are validated."""
        return self.validated / self.kept if self.kept else 0.0


def progress_of(visit: Visit, project: ProjectRow) -> Progress:
    db, own = visit.db, QuestionRow.project_id == project.id
    by_status = count_by(db, QuestionRow.status, own, QuestionRow.deleted.is_(False))
    same = and_(CheckRow.project_id == QuestionRow.project_id, CheckRow.question_id == QuestionRow.id)
    validated = (
        select(func.count(QuestionRow.id.distinct()))
        .join(CheckRow, same)
        .where(
            own, QuestionRow.deleted.is_(False), QuestionRow.status == "kept", CheckRow.decision == "usable",
            CheckRow.version == QuestionRow.content,
        )
    )  # fmt: skip
    mine = (CheckRow.project_id == project.id, CheckRow.person_id == visit.person.id)
    decided = count_by(db, CheckRow.decision, *mine)
    answers = count_by(db, CheckRow.right, *mine, CheckRow.answer != "")
    return Progress(
        by_status.get("pending", 0), by_status.get("kept", 0), by_status.get("rejected", 0),
        db.scalar(validated) or 0, sum(answers.values()), answers.get("True", 0),
        decided.get("usable", 0), decided.get("unusable", 0),
    )  # fmt: skip

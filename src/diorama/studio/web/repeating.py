"""A post that comes again gets the answer that it got the first time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from diorama.studio.work.repeats import LONGEST_KEY, Answered

if TYPE_CHECKING:
    from diorama.studio.web.visit import Visit


def answered_before(visit: Visit) -> Response | None:
    """The answer to this very post, if it was carried out before."""
    if visit.me is None or not visit.once:
        return None
    row = visit.db.get(Answered, (visit.me.id, visit.once[:LONGEST_KEY]))
    if row is None or row.what != visit.what:
        return None
    if "go" in row.answer:
        return visit.go(row.answer["go"], said=row.answer["said"])
    if "data" in row.answer:
        return visit.data(row.answer["data"])
    return visit.go(row.answer["home"], said="This was done before.")


def keep_answer(visit: Visit, response: Response) -> None:
    """Store what was answered, together with what was done."""
    if visit.me is None or not visit.once:
        return
    answer: dict[str, Any] = getattr(response, "kept", None) or {"home": "/"}
    row = Answered(
        person_id=visit.me.id, key=visit.once[:LONGEST_KEY], what=visit.what, at=visit.now, answer=answer
    )  # fmt: skip
    visit.db.merge(row)
    visit.db.flush()

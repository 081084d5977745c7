"""Validate: a question is answered from the visible part alone; then the truth is shown, and it is judged."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated

from fastapi import Form
from sqlalchemy import select
from starlette.responses import Response

from diorama.footage import Candidate, Clip, Reason
from diorama.footage.clock import clock
from diorama.footage.records import REASONS
from diorama.footage.showing import prompts
from diorama.studio.footage.films import film, reference_picture, times
from diorama.studio.footage.history import change, undo, with_fields
from diorama.studio.footage.places import fault_of, folder_of, project_of, question_of
from diorama.studio.footage.progress import progress_of
from diorama.studio.footage.seen import Memory, check_work, note_seen
from diorama.studio.footage.tables import CheckRow, ClipRow, ProjectRow, QuestionRow
from diorama.studio.people.roles import Role
from diorama.studio.web.ranges import ranged, ranged_file
from diorama.studio.web.refusals import Forbidden, Invalid, NotFound, Refusal
from diorama.studio.web.screen import Screen
from diorama.studio.web.visit import Here, Visit
from diorama.studio.work.leases import held, release, take, take_first

CHECKERS = frozenset({Role.ANNOTATOR, Role.REVIEWER})
Text = Annotated[str, Form(max_length=2000)]
Number = Annotated[int, Form()]
Also = Annotated[bool, Form()]
LISTED = 200


@dataclass(frozen=True)
class Asked:
    """A question as somebody validates it."""

    project: ProjectRow
    row: QuestionRow
    clip: ClipRow
    check: CheckRow | None
    """What this person has said already."""

    def shuffled(self, person: int) -> list[tuple[int, str]]:
        """The options with their numbers in the record, in an order of the person's own, always the same."""
        options = enumerate(self.row.candidate.options)
        return sorted(options, key=lambda o: sha256(f"{self.row.id} {person} {o[1]}".encode()).digest())


def add_to(screen: Screen) -> None:
    """Declare the routes."""
    screen.page("/footage/{project}/validate", roles=CHECKERS)(start)
    screen.action("/footage/{project}/validate/next", roles=CHECKERS)(next_question)
    screen.page("/footage/{project}/validate/{question}", roles=CHECKERS)(one_question)
    screen.page("/footage/{project}/validate/{question}/film/{side}", roles=CHECKERS)(side_film)
    screen.page("/footage/{project}/validate/{question}/frames/{side}", roles=CHECKERS)(side_frames)
    screen.page("/footage/{project}/validate/{question}/reference", roles=CHECKERS)(reference)
    screen.action("/footage/{project}/validate/{question}/answer", roles=CHECKERS)(answer)
    screen.action("/footage/{project}/validate/{question}/decide", roles=CHECKERS)(decide)
    screen.action("/footage/{project}/validate/{question}/leave", roles=CHECKERS)(leave)


def start(visit: Here, project: int) -> Response:
    """How far it is, and what one has validated."""
    at = project_of(visit, project)
    query = select(CheckRow).where(CheckRow.project_id == at.id, CheckRow.person_id == visit.person.id)
    mine = visit.db.scalars(query.order_by(CheckRow.at.desc()).limit(LISTED)).all()
    free = _open_to(visit, at)
    return visit.page(
        "footage/validate_start.html", project=at, progress=progress_of(visit, at), mine=mine,
        left=sum(not second for second in free.values()), second=sum(free.values()),
    )  # fmt: skip


def next_question(visit: Here, project: int, also: Also = False) -> Response:
    """Take the next question whose unseen part one does not know."""
    at = project_of(visit, project)
    work, me = check_work(at), visit.person.id
    left = [name for name, second in _open_to(visit, at).items() if also or not second]
    while taken := take_first(visit.db, work, left, me, now=visit.now, last=visit.studio.settings.lease):
        one = question_of(visit, at, taken).candidate
        clip = visit.db.get_one(ClipRow, (at.id, one.clip))
        if not fault_of(visit, at, one, clip.clip):
            note_seen(visit.db, at, me, clip, one.shown, visit.now)
            return visit.go(f"/footage/{at.id}/validate/{taken}{'?also=1' if also else ''}")
        release(visit.db, work, taken, me)
        left.remove(taken)
    return visit.go(f"/footage/{at.id}/validate", "No complete question is left that you could validate.")


def one_question(visit: Here, project: int, question: str, also: bool = False) -> Response:
    """Before the answer: the visible part and the options. After it: the truth, and what one thinks of it."""
    asked = _asked(visit, project, question)
    one = asked.row.candidate
    return visit.page(
        "footage/validate.html", project=asked.project, asked=asked, one=one, options=asked.shuffled(visit.person.id),
        progress=progress_of(visit, asked.project), reasons=[(r.value, words) for r, words in REASONS.items()],
        work=check_work(asked.project), clock=clock, also=also, answered=_open(asked),
        changed=asked.check is not None and not _still(asked), viewpoint=prompts()["viewpoints"][one.viewpoint],
    )  # fmt: skip


def side_film(visit: Here, project: int, question: str, side: str) -> Response:
    """The visible part; the other one only after the answer. Neither file holds a picture of the other part."""
    asked = _asked(visit, project, question)
    span, folder, clip = _span(asked, side), folder_of(visit, asked.project), asked.clip.clip
    visit.db.close()
    return ranged_file(visit.request, film(folder, clip, span), "video/mp4")


def side_frames(visit: Here, project: int, question: str, side: str) -> Response:
    """When each of its frames begins."""
    asked = _asked(visit, project, question)
    span, folder, clip = _span(asked, side), folder_of(visit, asked.project), asked.clip.clip
    visit.db.close()
    found = times(folder, clip, span)
    return visit.data({"times": list(found.times), "cuts": list(found.cuts), "end": span[1]})


def reference(visit: Here, project: int, question: str) -> Response:
    """The view from which to answer."""
    asked = _asked(visit, project, question)
    data = reference_picture(folder_of(visit, asked.project), asked.row.candidate)
    return ranged(visit.request, data, "image/jpeg")


def answer(visit: Here, project: int, question: str, version: Number, choice: Number, also: Also = False) -> Response:
    """One answer, and no other; from now on the truth is shown."""
    asked = _asked(visit, project, question)
    if asked.check is not None:
        raise Refusal(409, "You have answered this", "Your answer stays as it is.")
    _check_free(visit, asked, version)
    one = asked.row.candidate
    if not 0 <= choice < len(one.options):
        raise Invalid("Choose one of the options.")
    chosen = one.options[choice]
    check = _new_check(visit, asked)
    check.answer, check.right = chosen, chosen == one.answer
    note_seen(visit.db, asked.project, visit.person.id, asked.clip, one.unseen, visit.now)
    visit.log(
        "answered", "question", asked.row.id, project=asked.project.path, version=asked.row.version, right=check.right
    )
    return visit.go(f"/footage/{asked.project.id}/validate/{asked.row.id}{'?also=1' if also else ''}")


def decide(
    visit: Here,
    project: int,
    question: str,
    version: Number,
    decision: Text,
    reason: Text = "",
    note: Text = "",
    also: Also = False,
) -> Response:
    """Usable, or unusable with a reason and a justification; then on to the next."""
    asked = _asked(visit, project, question)
    note = " ".join(note.split())
    if decision not in ("usable", "unusable"):
        raise Invalid("Choose usable or unusable.")
    if decision == "unusable" and (reason not in list(Reason) or not note):
        raise Invalid("Choose what is wrong, and say why in a few words.")
    check = asked.check
    if decision == "usable" and not _open(asked):
        raise Invalid("Answer the question first.")
    if check is None:
        _check_free(visit, asked, version)
        check = _new_check(visit, asked)
    elif not _still(asked):
        raise Refusal(409, "The question was changed since", "Your answer was to another version of it.")
    row, me = asked.row, visit.person.id
    if check.made is not None and check.made == row.version:  # they change their mind
        undo(visit.db, row, row.version, me, visit.now)
        check.made = None
    if decision == "unusable":
        record = with_fields(row.record, status="rejected", reason=reason, notes=note)
        change(visit.db, row, row.version, record, me, "found unusable", visit.now)
        check.made = row.version
    check.decision, check.reason, check.note = decision, reason if decision == "unusable" else "", note
    check.at = visit.now
    visit.log(f"found {decision}", "question", row.id, project=asked.project.path, reason=check.reason, note=note)
    release(visit.db, check_work(asked.project), row.id, me)
    return next_question(visit, project, also)


def leave(visit: Here, project: int, question: str) -> Response:
    """Give a question back without an answer."""
    at = project_of(visit, project)
    release(visit.db, check_work(at), question, visit.person.id)
    return visit.go(f"/footage/{at.id}/validate")


def _open_to(visit: Visit, project: ProjectRow) -> dict[str, bool]:
    """The questions that are kept and whose unseen part one does not know, in order.

    For each, whether it would be a second opinion: somebody has validated it as it is. Records were checked when they
    were stored: a long list of them is not checked again.
    """
    db, me = visit.db, visit.person.id
    memory = Memory(db, project, me)
    checks = db.execute(
        select(CheckRow.question_id, CheckRow.version, CheckRow.person_id).where(CheckRow.project_id == project.id)
    ).all()
    mine = {question for question, _, person in checks if person == me}
    done = {(question, version) for question, version, _ in checks}
    fit = select(ClipRow.id, ClipRow.record).where(ClipRow.project_id == project.id, ClipRow.status != "rejected")
    clips = {name: Clip.model_construct(**record) for name, record in db.execute(fit).all()}
    query = (
        select(QuestionRow.id, QuestionRow.clip_id, QuestionRow.content, QuestionRow.record)
        .where(QuestionRow.project_id == project.id, QuestionRow.deleted.is_(False), QuestionRow.status == "kept")
        .order_by(QuestionRow.position, QuestionRow.id)
    )
    found = {}
    for name, clip_id, content, record in db.execute(query).all():
        clip = clips.get(clip_id)
        if name not in mine and clip is not None and not memory.knows(Candidate.model_construct(**record), clip):
            found[name] = (name, content) in done
    return found


def _asked(visit: Visit, project: int, question: str) -> Asked:
    """A question that one has taken, or has validated; all others are not to be seen."""
    at = project_of(visit, project)
    row = question_of(visit, at, question)
    clip = visit.db.get(ClipRow, (at.id, row.clip_id))
    check = visit.db.get(CheckRow, (at.id, row.id, visit.person.id))
    leased = any(each.person_id == visit.person.id for each in held(visit.db, check_work(at), visit.now, item=row.id))
    if clip is None:
        raise NotFound
    if check is None and (not leased or row.deleted):
        raise Forbidden("This question is not with you: take the next one.")
    return Asked(at, row, clip, check)


def _open(asked: Asked) -> bool:
    """Whether the truth may be shown."""
    return asked.check is not None and bool(asked.check.answer)


def _still(asked: Asked) -> bool:
    """Whether the question is the one that was validated, or was changed by that validation alone."""
    check = asked.check
    return check is not None and (check.version == asked.row.content or check.made == asked.row.version)


def _span(asked: Asked, side: str) -> tuple[float, float]:
    one = asked.row.candidate
    if asked.check is not None and not _still(asked):
        raise Refusal(409, "The question was changed since", "Its other parts are not shown any more.")
    if side == "shown":
        return one.shown
    if side != "unseen":
        raise NotFound
    if not _open(asked):
        raise Forbidden("The other part is shown after your answer.")
    return one.unseen


def _check_free(visit: Visit, asked: Asked, version: int) -> None:
    """Within the transaction: still with them, still the same question, still unknown to them."""
    me, at, row = visit.person.id, asked.project, asked.row
    take(visit.db, check_work(at), row.id, me, now=visit.now, last=visit.studio.settings.lease)
    if row.version != version:
        raise Refusal(409, "The question was changed since", "Open the page again: it is asked in other words now.")
    if Memory(visit.db, at, me).knows(row.candidate, asked.clip.clip):
        release(visit.db, check_work(at), row.id, me)
        raise Forbidden("You have seen the other part of this film since: somebody else must answer.")


def _new_check(visit: Visit, asked: Asked) -> CheckRow:
    check = CheckRow(
        project_id=asked.project.id, question_id=asked.row.id, person_id=visit.person.id, version=asked.row.content,
        answer="", right=False, decision="", reason="", note="", made=None, at=visit.now,
    )  # fmt: skip
    visit.db.add(check)
    visit.db.flush()
    return check

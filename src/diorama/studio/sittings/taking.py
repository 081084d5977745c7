"""The rules of a sitting: a scene is new to the person, one answer, no way back, and breaks that do not count as time.

All functions take the session of a `writing` transaction, in which no other tab can come between.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from diorama.kinds import lettered
from diorama.studio.sittings.order import attention_check, options_order, question_ranks
from diorama.studio.sittings.tables import Answer, Seen, Sitting, Test, TestQuestion, Turn
from diorama.studio.web.refusals import Invalid, Refusal

ABSENT = timedelta(seconds=45)
"""A page that has not said for so long that somebody is there was closed, or its server was down: that was a break."""
LONGEST_REPLY = 20_000


class AlreadyAnswered(Refusal):
    """A second answer, from another tab or by going back."""

    def __init__(self) -> None:
        super().__init__(409, "This was answered already", "Your first answer counts. Open the page again to go on.")


def open_turn(db: Session, sitting: Sitting) -> Turn | None:
    """The turn that waits for an answer; None between two questions."""
    place = sitting.turns
    if not place or db.get(Answer, (sitting.id, place)) is not None:
        return None
    return db.get_one(Turn, (sitting.id, place))


def next_turn(db: Session, test: Test, sitting: Sitting, now: datetime) -> Turn | None:
    """Show the next question whose scene is new to the person, or a check; None when there is none left.

    A turn that is still open is that turn, however often it is asked for.
    """
    if (waiting := open_turn(db, sitting)) is not None or sitting.ended is not None:
        return waiting
    sitting.begun = sitting.begun or now
    place = sitting.turns + 1
    turn = Turn(sitting_id=sitting.id, place=place, question=None, options=[], shown=now)
    asked = questions_shown(db, sitting)
    if test.check_every and asked and asked % test.check_every == 0 and not _last_was_check(db, sitting):
        turn.options, turn.wanted = attention_check(test.seed, sitting.number, place)
    else:
        question = _next_question(db, test, sitting)
        if question is None:
            sitting.ended = now
            return None
        turn.question = question.place
        turn.options = options_order(question.options, test.seed, sitting.number, question.place)
        db.add(Seen(person_id=sitting.person_id, scene=question.scene, test_id=test.id, at=now))
    db.add(turn)
    sitting.turns = place
    db.flush()
    return turn


def _next_question(db: Session, test: Test, sitting: Sitting) -> TestQuestion | None:
    left = db.scalars(select(TestQuestion.place).where(TestQuestion.test_id == test.id, _is_new(sitting))).all()
    if not left:
        return None
    ranks = question_ranks(test.seed, sitting.number, test.questions)
    return db.get_one(TestQuestion, (test.id, min(left, key=lambda place: ranks[place])))


def _is_new(sitting: Sitting) -> ColumnElement[bool]:
    return TestQuestion.scene.not_in(select(Seen.scene).where(Seen.person_id == sitting.person_id))


def _last_was_check(db: Session, sitting: Sitting) -> bool:
    return sitting.turns > 0 and db.get_one(Turn, (sitting.id, sitting.turns)).question is None


def questions_shown(db: Session, sitting: Sitting) -> int:
    """How many questions somebody was shown, without checks."""
    query = select(func.count()).select_from(Turn).where(Turn.sitting_id == sitting.id, Turn.question.is_not(None))
    return db.scalar(query) or 0


def questions_left(db: Session, sitting: Sitting) -> int:
    """How many scenes of the test somebody has not seen."""
    query = select(func.count(TestQuestion.scene.distinct())).where(
        TestQuestion.test_id == sitting.test_id, _is_new(sitting)
    )
    return db.scalar(query) or 0


def take_answer(
    db: Session, test: Test, sitting: Sitting, place: int, now: datetime, *, choice: int | None, reply: str
) -> Answer:
    """Keep the answer to the open turn; a second one is refused, and so is one to a turn that is not there."""
    turn = open_turn(db, sitting)
    if turn is None or turn.place != place:
        raise AlreadyAnswered
    if turn.break_since is not None:
        raise Invalid("You are on a break: open the page again and go on first.")
    if turn.options:
        if choice is None or not 0 <= choice < len(turn.options):
            raise Invalid("Please choose one of the options.")
        reply = _reply(db, test, turn, choice)
    elif not (reply := reply.replace("\0", "")).strip():
        raise Invalid("Please write an answer. If you cannot tell, say so.")
    note_presence(turn, now, first=False)
    seconds = max(0.0, (now - turn.shown).total_seconds() - turn.away)
    answer = Answer(
        sitting_id=sitting.id, place=place, at=now, seconds=seconds, choice=choice if turn.options else None,
        reply=reply.strip(),
    )  # fmt: skip
    db.add(answer)
    db.flush()
    return answer


def _reply(db: Session, test: Test, turn: Turn, choice: int) -> str:
    """A choice as a model would have said it: with the letter that the option has in the dataset."""
    if turn.question is None:
        return str(turn.options[choice])
    return lettered(tuple(db.get_one(TestQuestion, (test.id, turn.question)).options), turn.options[choice])


def note_presence(turn: Turn, now: datetime, *, first: bool = True) -> None:
    """Somebody is at the page; if nobody was for a while, that counts as a break."""
    if turn.break_since is not None or (turn.seen is None and not first):
        return
    if turn.seen is not None and now - turn.seen > ABSENT:
        turn.away += (now - turn.seen).total_seconds()
    turn.seen = now


def begin_break(turn: Turn, now: datetime) -> None:
    """Hide the question; its time stops."""
    if turn.break_since is None:
        note_presence(turn, now, first=False)
        turn.break_since = now


def end_break(turn: Turn, now: datetime) -> None:
    """Show the question again; its time goes on."""
    if turn.break_since is not None:
        turn.away += (now - turn.break_since).total_seconds()
        turn.break_since = None
        turn.seen = now if turn.seen is not None else None

"""Scoring a reply: who may, and what follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, exists, select
from sqlalchemy.orm import Session

from diorama.kinds import Verdict
from diorama.studio.people.roles import Role
from diorama.studio.people.sessions import Someone
from diorama.studio.scoring.tables import SEATS, THIRD, Reply, Score, Scoring, Standing
from diorama.studio.web.refusals import Forbidden, Refusal
from diorama.studio.work.leases import held, release, take
from diorama.studio.work.versions import check_version


def verdict_of(first: Verdict, second: Verdict, third: Verdict | None) -> Verdict | None:
    """What two say, or a third where they differ; None as long as that is open."""
    return first if first is second else third


def seat_for(reply: Reply, scores: Iterable[Score], me: Someone) -> int | None:
    """The seat from which somebody can score a reply now, or change their score; None if there is none."""
    taken = {score.seat: score.person_id for score in scores}
    mine = next((seat for seat, person in taken.items() if person == me.id), None)
    if mine is not None:  # until the other has scored it, too: nobody can tell from a refusal what the other said
        return mine if mine != THIRD and len(taken) < SEATS else None
    if len(taken) < SEATS:
        return next(seat for seat in (1, 2) if seat not in taken)
    return THIRD if reply.standing == Standing.DISPUTED and me.may(frozenset({Role.REVIEWER})) else None


def work_of(scoring: Scoring, third: bool) -> str:
    """The name of this sort of work, for leases."""
    return f"scoring {scoring.id}{' third' if third else ''}"


def waiting(scoring: Scoring, person: int, third: bool) -> tuple[ColumnElement[bool], ...]:
    """What a reply must be to wait for a person."""
    standing = Standing.DISPUTED if third else Standing.WAITING
    mine = exists().where(Score.reply_id == Reply.id, Score.person_id == person)
    return Reply.scoring_id == scoring.id, Reply.standing == standing.value, ~mine


def next_reply(
    db: Session, scoring: Scoring, third: bool, me: Someone, now: datetime, last: timedelta
) -> Reply | None:  # fmt: skip
    """Take the next reply that waits: first what one has already, then what has a place left."""
    work = work_of(scoring, third)
    leases = held(db, work, now)
    mine = [int(lease.item) for lease in leases if lease.person_id == me.id]
    others = Counter(int(lease.item) for lease in leases if lease.person_id != me.id)
    most = 1 if third else SEATS
    full = [reply for reply, holders in others.items() if holders >= most]
    free = Reply.id.not_in(full) & (Reply.id.not_in(list(others)) | (Reply.scores == 0))
    query = select(Reply).where(*waiting(scoring, me.id, third), free)
    reply = db.scalar(query.order_by(Reply.id.in_(mine).desc(), Reply.id).limit(1))
    if reply is not None:
        take(db, work, str(reply.id), me.id, now=now, last=last, places=_places(reply, third))
    return reply


def score(
    db: Session, scoring: Scoring, reply: Reply, verdict: Verdict, note: str, version: int, me: Someone,
    now: datetime, last: timedelta,
) -> bool:  # fmt: skip
    """Keep what somebody says of a reply; says whether it is the first time, and not a change of mind."""
    scores = scores_of(db, reply)
    own = next((each for each in scores if each.person_id == me.id), None)
    seat = seat_for(reply, scores, me)
    if own is None and version:
        raise Refusal(409, "This page is old", "Open it again.")
    said = {"your verdict": verdict.value, "note": note}
    if own is not None:
        check_version(own, version, yours=said, theirs={"your verdict": own.verdict, "note": own.note})
    if seat is None:
        if len(scores) >= SEATS and reply.standing == Standing.DISPUTED and own is None:
            raise Forbidden("A reviewer decides where two differ.")
        raise Refusal(409, "Two people have scored this reply", "Yours is not needed any more; go on to the next.")
    third = seat == THIRD
    if own is None:
        take(db, work_of(scoring, third), str(reply.id), me.id, now=now, last=last, places=_places(reply, third))
        release(db, work_of(scoring, third), str(reply.id), me.id)
        new = Score(reply_id=reply.id, seat=seat, person_id=me.id, verdict=verdict.value, note=note, at=now, version=1)
        db.add(new)
        reply.scores += not third
    else:
        own.verdict, own.note, own.at = verdict.value, note, now
    db.flush()
    _settle(db, reply)
    return own is None


def scores_of(db: Session, reply: Reply) -> list[Score]:
    return list(db.scalars(select(Score).where(Score.reply_id == reply.id).order_by(Score.seat)))


def _settle(db: Session, reply: Reply) -> None:
    """Draw the conclusion from what was said."""
    said = {each.seat: Verdict(each.verdict) for each in scores_of(db, reply)}
    if len(said) < SEATS:
        return
    settled = verdict_of(said[1], said[2], said.get(THIRD))
    reply.standing = (Standing.DISPUTED if settled is None else Standing.SETTLED).value
    reply.verdict = "" if settled is None else settled.value


def _places(reply: Reply, third: bool) -> int:
    """How many people may look at it at a time."""
    return 1 if third else SEATS - reply.scores

"""Tests: those that wait for somebody, and for admins all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import Form
from sqlalchemy import func, select
from starlette.responses import Response

from diorama.data import Sample
from diorama.studio.library.shelf import dataset_of
from diorama.studio.library.tables import SampleRow
from diorama.studio.people.roles import STAFF, Role
from diorama.studio.sittings import managing
from diorama.studio.sittings.asked import asked_of, check_of, picture_of_turn
from diorama.studio.sittings.media import bare_file
from diorama.studio.sittings.tables import PART, Sitting, Test, TestQuestion, Turn
from diorama.studio.sittings.taking import (
    LONGEST_REPLY,
    begin_break,
    end_break,
    next_turn,
    note_presence,
    open_turn,
    questions_left,
    questions_shown,
    take_answer,
)
from diorama.studio.web.ranges import ranged_file
from diorama.studio.web.refusals import Forbidden, NotFound, Refusal
from diorama.studio.web.screen import Screen, Tile
from diorama.studio.web.visit import Here, Visit

TAKING = frozenset({Role.PARTICIPANT})


def _tiles(visit: Visit) -> list[Tile]:
    waiting = [Tile(f"Take the test “{test.name}”", f"/tests/{test.id}/sit") for test, _ in waiting_for(visit)]
    if not visit.is_(Role.ADMIN):
        return waiting
    count = visit.db.scalar(select(func.count()).select_from(Test).where(Test.closed.is_(None)))
    return [*waiting, Tile("Tests", "/tests", "for people to take", count)]


SCREEN = Screen(
    "sittings", "Tests", Path(__file__).parent, "/tests", frozenset({Role.ADMIN, Role.PARTICIPANT}), part=PART,
    tiles=_tiles,
)  # fmt: skip
managing.add_to(SCREEN)


def waiting_for(visit: Visit) -> list[tuple[Test, Sitting]]:
    """The tests that the person is invited to and has not finished."""
    query = (
        select(Test, Sitting)
        .join(Sitting, Sitting.test_id == Test.id)
        .where(Sitting.person_id == visit.person.id, Sitting.ended.is_(None), Test.closed.is_(None))
        .order_by(Test.id)
    )
    return [(test, sitting) for test, sitting in visit.db.execute(query)]


@SCREEN.page("/tests")
def tests(visit: Here) -> Response:
    """The tests that wait for the person, and for admins all there are."""
    admin = visit.is_(Role.ADMIN)
    return visit.page(
        "sittings/tests.html", waiting=waiting_for(visit) if visit.is_(Role.PARTICIPANT) else [],
        tests=managing.all_tests(visit) if admin else [], admin=admin,
        datasets=managing.datasets(visit) if admin else [],
    )  # fmt: skip


@SCREEN.page("/tests/{number}/sit", roles=TAKING)
def sit(visit: Here, number: int) -> Response:
    """The question that waits for an answer, or what comes before and after all of them."""
    test, sitting = _sitting(visit, number)
    shown, left = questions_shown(visit.db, sitting), questions_left(visit.db, sitting)
    turn = open_turn(visit.db, sitting)
    if turn is None or test.closed is not None or turn.break_since is not None:
        return visit.page(
            "sittings/between.html", test=test, sitting=sitting, shown=shown, left=left, paused=turn is not None
        )
    asked = check_of(turn) if turn.question is None else asked_of(test, _sample(visit, test, turn), turn)
    return visit.page(
        "sittings/question.html", test=test, turn=turn, asked=asked, shown=shown, left=left, longest=LONGEST_REPLY
    )


@SCREEN.page("/tests/{number}/sit/{place}/{picture}", roles=TAKING)
def picture(visit: Here, number: int, place: int, picture: int) -> Response:
    """A picture or clip of the question that waits for an answer; of no other."""
    test, sitting = _sitting(visit, number)
    turn = open_turn(visit.db, sitting)
    if turn is None or turn.place != place or turn.question is None or turn.break_since is not None:
        raise NotFound
    found = picture_of_turn(test, _sample(visit, test, turn), picture)
    if found is None:
        raise NotFound
    path, kind = bare_file(visit.studio.settings, found)
    response = ranged_file(visit.request, path, kind)
    response.headers["Cache-Control"] = "no-store"
    return response


@SCREEN.action("/tests/{number}/sit", roles=TAKING)
def go_on(visit: Here, number: int) -> Response:
    """Begin, go on after a break, or go on to the next question."""
    test, sitting = _sitting(visit, number, open_only=True)
    turn = open_turn(visit.db, sitting)
    if turn is not None:
        end_break(turn, visit.now)
    else:
        _next(visit, test, sitting)
    return visit.go(f"/tests/{number}/sit")


@SCREEN.action("/tests/{number}/sit/answer", roles=TAKING)
def answer(
    visit: Here,
    number: int,
    place: Annotated[int, Form()],
    choice: Annotated[int | None, Form()] = None,
    reply: Annotated[str, Form(max_length=LONGEST_REPLY)] = "",
    then: Annotated[str, Form(max_length=20)] = "",
) -> Response:
    """Keep the answer, and go on to the next question unless a break is wanted."""
    test, sitting = _sitting(visit, number, open_only=True)
    take_answer(visit.db, test, sitting, place, visit.now, choice=choice, reply=reply)
    visit.log("answered", "test", test.id, place=place)
    if then != "break":
        _next(visit, test, sitting)
    return visit.go(f"/tests/{number}/sit")


@SCREEN.action("/tests/{number}/sit/break", roles=TAKING)
def take_break(visit: Here, number: int) -> Response:
    """Hide the question until the person goes on; the time stops."""
    _, sitting = _sitting(visit, number, open_only=True)
    turn = open_turn(visit.db, sitting)
    if turn is not None:
        begin_break(turn, visit.now)
    return visit.go(f"/tests/{number}/sit")


@SCREEN.action("/tests/{number}/sit/here", roles=TAKING)
def here(visit: Here, number: int, place: Annotated[int, Form()]) -> Response:
    """The page says that somebody is there."""
    _, sitting = _sitting(visit, number, open_only=True)
    turn = open_turn(visit.db, sitting)
    if turn is None or turn.place != place:
        return visit.data({"open": False})
    note_presence(turn, visit.now)
    return visit.data({"open": turn.break_since is None})


def _sitting(visit: Visit, number: int, *, open_only: bool = False) -> tuple[Test, Sitting]:
    """The test of this number and the person's part in it, or the page “not found”."""
    query = select(Sitting).where(Sitting.test_id == number, Sitting.person_id == visit.person.id)
    sitting = visit.db.scalar(query)
    if sitting is None:
        raise NotFound("You are not invited to such a test.")
    if visit.is_(*STAFF):
        raise Forbidden("You can see answers elsewhere, so you cannot take a test.")
    test = visit.db.get_one(Test, number)
    if open_only and test.closed is not None:
        raise Refusal(409, "This test is closed", "It takes no more answers.")
    return test, sitting


def _next(visit: Visit, test: Test, sitting: Sitting) -> None:
    begun = sitting.begun
    turn = next_turn(visit.db, test, sitting, visit.now)
    if begun is None:
        visit.log("began", "test", test.id)
    if turn is None:
        visit.log("finished", "test", test.id, turns=sitting.turns)


def _sample(visit: Visit, test: Test, turn: Turn) -> Sample:
    """The sample that a turn asks about."""
    dataset = dataset_of(visit, test.dataset_id)
    if dataset.fingerprint != test.fingerprint:
        raise Refusal(409, "The dataset has changed", "Its pictures are no longer those of this test. Tell an admin.")
    question = visit.db.get_one(TestQuestion, (test.id, turn.question))
    row = visit.db.get(SampleRow, (test.dataset_id, question.sample_id))
    if row is None:
        raise NotFound
    return visit.studio.shelf.sample(dataset, row)

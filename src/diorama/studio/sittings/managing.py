"""What admins do with tests: make them, invite people, watch, close, and write the results."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Annotated

from fastapi import Form
from sqlalchemy import func, select
from starlette.responses import Response

from diorama.ask.protocols import PROTOCOLS
from diorama.studio.library.indexing import look_again
from diorama.studio.library.shelf import dataset_of
from diorama.studio.library.tables import DatasetRow, SampleRow
from diorama.studio.people.roles import STAFF, Role
from diorama.studio.people.tables import Person, PersonRole
from diorama.studio.sittings.drawing_up import MOST_QUESTIONS, Wanted, draw_up
from diorama.studio.sittings.results import failed_checks, read_results, write_results
from diorama.studio.sittings.tables import Answer, Sitting, Test, TestQuestion, Turn
from diorama.studio.web.refusals import Invalid, NotFound
from diorama.studio.web.screen import Screen
from diorama.studio.web.visit import Here, Visit
from diorama.studio.work.versions import check_version

ADMIN = frozenset({Role.ADMIN})
LONGEST_TEST_NAME = 60
Names = Annotated[list[str], Form(default_factory=list)]
Numbers = Annotated[list[int], Form(default_factory=list)]
Count = Annotated[int, Form(ge=0, le=10_000)]


@dataclass(frozen=True)
class Progress:
    """How far somebody is."""

    person: Person
    sitting: Sitting
    answers: int
    median_seconds: float | None
    failed: int
    """Attention checks."""


def add_to(screen: Screen) -> None:
    """Declare the routes."""
    screen.page("/tests/new/{dataset}", roles=ADMIN)(new_test)
    screen.action("/tests/new/{dataset}", roles=ADMIN)(make_test)
    screen.page("/tests/{number}", roles=ADMIN)(one_test)
    screen.action("/tests/{number}/people", roles=ADMIN)(invite_people)
    screen.action("/tests/{number}/close", roles=ADMIN)(close_test)
    screen.action("/tests/{number}/results", roles=ADMIN, transaction=False)(results)


def all_tests(visit: Visit) -> list[tuple[Test, DatasetRow, int]]:
    """Every test with its dataset and the number of people invited, the newest first."""
    people = select(func.count()).select_from(Sitting).where(Sitting.test_id == Test.id).scalar_subquery()
    query = select(Test, DatasetRow, people).join(DatasetRow, DatasetRow.id == Test.dataset_id)
    return [(test, data, n) for test, data, n in visit.db.execute(query.order_by(Test.id.desc()))]


def datasets(visit: Visit) -> list[DatasetRow]:
    """The datasets that a test can be made of."""
    query = select(DatasetRow).where(DatasetRow.gone.is_(False), DatasetRow.fault == "", DatasetRow.samples > 0)
    return list(visit.db.scalars(query.order_by(DatasetRow.path)))


def new_test(visit: Here, dataset: int) -> Response:
    at = dataset_of(visit, dataset)
    own = SampleRow.dataset_id == at.id
    choices = {
        name: sorted(filter(None, visit.db.scalars(select(getattr(SampleRow, name)).where(own).distinct())))
        for name in ("suite", "task", "level")
    }
    protocols = [(name, p) for name, p in PROTOCOLS.working() if set(p.suites) & set(choices["suite"])]
    return visit.page(
        "sittings/new.html", dataset=at, choices=choices, protocols=protocols, people=participants(visit),
        most=min(MOST_QUESTIONS, at.samples),
    )  # fmt: skip


def make_test(
    visit: Here, dataset: int, name: Annotated[str, Form(max_length=LONGEST_TEST_NAME)],
    questions: Annotated[int, Form(ge=1, le=MOST_QUESTIONS)], suite: Names, task: Names, level: Names,
    people: Numbers, seed: Annotated[int, Form(ge=0, le=2**31)] = 0,
    protocol: Annotated[str, Form(max_length=100)] = "", check_every: Count = 0, forgiven: Count = 0,
) -> Response:  # fmt: skip
    """Draw the questions, and invite people."""
    name = " ".join(name.split())
    if not name or not name.isprintable():
        raise Invalid("Please give the test a name.")
    at = dataset_of(visit, dataset)
    wanted = Wanted(name, questions, seed, tuple(suite), tuple(task), tuple(level), protocol, check_every, forgiven)
    folder = visit.studio.shelf.folder(at)
    test = draw_up(visit.db, folder, at, wanted, by=visit.person.id, now=visit.now)
    _invite(visit, test, people)
    visit.log("made", "test", test.id, name=name, questions=test.questions, **test.selection)
    return visit.go(f"/tests/{test.id}", f"The test has {test.questions} questions.")


def one_test(visit: Here, number: int) -> Response:
    """How far everybody is."""
    test = _test(visit, number)
    progress = _progress(visit, test)
    invited = {each.person.id for each in progress}
    scenes = visit.db.scalar(select(func.count(TestQuestion.scene.distinct())).where(TestQuestion.test_id == test.id))
    return visit.page(
        "sittings/test.html", test=test, dataset=visit.db.get_one(DatasetRow, test.dataset_id), scenes=scenes,
        progress=progress, others=[p for p in participants(visit) if p.id not in invited],
    )  # fmt: skip


def invite_people(visit: Here, number: int, people: Numbers) -> Response:
    test = _test(visit, number)
    if test.closed is not None:
        raise Invalid("The test is closed: open it again first.")
    count = _invite(visit, test, people)
    return visit.go(f"/tests/{number}", f"{count} more can take the test.")


def close_test(visit: Here, number: int, version: Annotated[int, Form()]) -> Response:
    """Take no more answers, or take some again."""
    test = _test(visit, number)
    check_version(test, version, yours={"takes answers": test.closed is not None},
                  theirs={"takes answers": test.closed is None})  # fmt: skip
    test.closed = None if test.closed is not None else visit.now
    visit.log("opened" if test.closed is None else "closed", "test", test.id)
    return visit.go(f"/tests/{number}", "The test takes answers again." if test.closed is None else "It is closed.")


def results(visit: Here, number: int) -> Response:
    """Score what was answered, write it as a run, and show it in the library; takes longer than a transaction may."""
    studio = visit.studio
    with studio.storage.reading() as db:
        test = db.get(Test, number)
        if test is None:
            raise NotFound
        found = read_results(db, test, studio.settings)
    if not found.given:
        raise Invalid("Nobody has answered yet whose answers count.")
    written = write_results(found)
    look_again(studio)
    with studio.storage.writing() as db:
        visit.db = db
        visit.log("wrote results", "test", number, answers=written.answers, people=written.people)
    return visit.go(f"/tests/{number}", f"{written.line()}.")


def participants(visit: Visit) -> list[Person]:
    """Those who may be invited: they see answers nowhere else."""
    query = (
        select(Person)
        .where(Person.active, Person.roles.any(PersonRole.role == Role.PARTICIPANT))
        .where(~Person.roles.any(PersonRole.role.in_(sorted(STAFF))))
    )
    return list(visit.db.scalars(query.order_by(Person.name_key)))


def _invite(visit: Visit, test: Test, people: list[int]) -> int:
    may = {person.id for person in participants(visit)}
    if foreign := set(people) - may:
        raise Invalid(f"{len(foreign)} of them cannot take a test: only participants who see no answers elsewhere can.")
    there = dict(
        visit.db.execute(select(Sitting.person_id, Sitting.number).where(Sitting.test_id == test.id)).all()
    )  # fmt: skip
    new = [person for person in dict.fromkeys(people) if person not in there]
    first = max(there.values(), default=0) + 1
    for number, person in enumerate(new, start=first):
        visit.db.add(Sitting(test_id=test.id, person_id=person, number=number, begun=None, ended=None))
    if new:
        visit.log("invited", "test", test.id, people=new)
    return len(new)


def _progress(visit: Visit, test: Test) -> list[Progress]:
    query = (
        select(Sitting.id, Answer.seconds)
        .join(Turn, Turn.sitting_id == Sitting.id)
        .join(Answer, (Answer.sitting_id == Turn.sitting_id) & (Answer.place == Turn.place))
        .where(Sitting.test_id == test.id, Turn.question.is_not(None))
    )
    times: dict[int, list[float]] = {}
    for sitting, seconds in visit.db.execute(query):
        times.setdefault(sitting, []).append(seconds)
    failed = failed_checks(visit.db, test)
    found = visit.db.execute(
        select(Person, Sitting).join(Sitting, Sitting.person_id == Person.id).where(Sitting.test_id == test.id)
        .order_by(Sitting.number)
    )  # fmt: skip
    return [
        Progress(person, sitting, len(own := times.get(sitting.id, [])), median(own) if own else None,
                 failed.get(sitting.number, 0))
        for person, sitting in found
    ]  # fmt: skip


def _test(visit: Visit, number: int) -> Test:
    test = visit.db.get(Test, number)
    if test is None:
        raise NotFound("There is no such test.")
    return test

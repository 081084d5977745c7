"""The log, newest first."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import Query
from sqlalchemy import func, select
from starlette.responses import Response

from diorama.studio.audit.log import PART, LogLine
from diorama.studio.people.roles import Role
from diorama.studio.people.tables import Person
from diorama.studio.web.paging import Paging
from diorama.studio.web.screen import Screen
from diorama.studio.web.visit import Here

SCREEN = Screen("audit", "Log", Path(__file__).parent, "/audit", frozenset({Role.ADMIN}), part=PART)
LINES = 100


@SCREEN.page("/audit")
def log_page(
    visit: Here,
    page: Annotated[int, Query(ge=1, le=10**6)] = 1,
    person: str = "",
    about: Annotated[str, Query(max_length=100)] = "",
    which: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """Who did what, of everybody or of one person, about everything or one thing."""
    where = []
    if person.isdecimal() and len(person) < 10:
        where.append(LogLine.person_id == int(person))
    if about:
        where.append(LogLine.about == about)
    if which:
        where.append(LogLine.which == which)
    total = visit.db.scalar(select(func.count()).select_from(LogLine).where(*where)) or 0
    paging = Paging(page, total, LINES, visit.request.url)
    lines = visit.db.scalars(
        select(LogLine).where(*where).order_by(LogLine.id.desc()).limit(LINES).offset(paging.start)
    ).all()
    people = visit.db.execute(select(Person.id, Person.name).order_by(Person.name_key)).all()
    kinds = visit.db.scalars(select(LogLine.about).distinct().order_by(LogLine.about)).all()
    return visit.page(
        "audit/log.html", lines=lines, names=dict(people), people=people, kinds=kinds, paging=paging,
        person=person, about=about, which=which,
    )  # fmt: skip

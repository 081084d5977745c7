"""Scoring by people: replies that wait, the page on which one is scored, what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import Form
from sqlalchemy import func, select
from starlette.responses import Response

from diorama.ask.people_scores import RULES, checksum_of
from diorama.ask.records import Record
from diorama.errors import DioramaError
from diorama.kinds import Verdict
from diorama.studio.browse.view import MOST_WORDS, sample_view
from diorama.studio.library.shelf import dataset_of, runs_of
from diorama.studio.library.tables import AnswerRow, DatasetRow, RunRow
from diorama.studio.people.roles import STAFF, Role
from diorama.studio.scoring.judging import next_reply, score, scores_of, seat_for, waiting, work_of
from diorama.studio.scoring.making import make_scoring, scores_file, to_score
from diorama.studio.scoring.results import HEADER, agreements, confusion
from diorama.studio.scoring.tables import PART, THIRD, Reply, Scoring, Standing
from diorama.studio.web.downloads import as_csv, download
from diorama.studio.web.refusals import Invalid, NotFound, Refusal
from diorama.studio.web.screen import Screen, Tile
from diorama.studio.web.visit import Here, Visit

SCORING = frozenset({Role.ANNOTATOR, Role.REVIEWER})
RESULTS = frozenset({Role.ADMIN, Role.REVIEWER})
ADMIN = frozenset({Role.ADMIN})


def _tiles(visit: Visit) -> list[Tile]:
    count = sum(sum(_waiting(visit, each).values()) for each in visit.db.scalars(select(Scoring)))
    return [Tile("Scoring", "/scoring", "replies that wait for you", count)]


SCREEN = Screen("scoring", "Scoring", Path(__file__).parent, "/scoring", STAFF, part=PART, tiles=_tiles)


@SCREEN.page("/scoring")
def all_scorings(visit: Here) -> Response:
    """All scorings, and what waits in each for whoever looks."""
    scorings = visit.db.scalars(select(Scoring).order_by(Scoring.id.desc())).all()
    rows = visit.db.scalars(select(DatasetRow).where(DatasetRow.gone.is_(False), DatasetRow.fault == "")).all()
    return visit.page(
        "scoring/scorings.html", scorings=scorings, counts={each.id: _counts(visit, each) for each in scorings},
        waits={each.id: _waiting(visit, each) for each in scorings},
        runs={row: found for row in rows if (found := _runs(visit, row))}, may_see=visit.person.may(RESULTS),
    )  # fmt: skip


@SCREEN.action("/scoring", roles=ADMIN)
def new_scoring(
    visit: Here,
    dataset: Annotated[int, Form()],
    runs: Annotated[list[int], Form(default_factory=list)],
    name: Annotated[str, Form(max_length=100)] = "",
    size: Annotated[int, Form(ge=0, le=10**6)] = 0,
    seed: Annotated[int, Form(ge=0, lt=2**31)] = 0,
) -> Response:
    """Choose the replies that people score."""
    row = dataset_of(visit, dataset)
    chosen = [run for run in _runs(visit, row) if run.id in runs]
    if not chosen or len(chosen) < len(set(runs)):
        raise Invalid("Choose the models whose replies are scored, all of one dataset.")
    named = " ".join(name.split()) or f"Replies to {row.name}"
    folder = visit.studio.settings.folder
    made = make_scoring(
        visit.db, folder, row, chosen, name=named, size=size, seed=seed, now=visit.now, by=visit.person.id
    )
    visit.log("began", "scoring", made.id, name=named, runs=[run.path for run in chosen], size=size, seed=seed)
    return visit.go(f"/scoring/{made.id}", f"{named} was made.")


@SCREEN.page("/scoring/{number}", roles=RESULTS)
def one_scoring(visit: Here, number: int) -> Response:
    """How far it is, how far people agree, and how far our rules agree with them."""
    at = _scoring(visit, number)
    return visit.page(
        "scoring/scoring.html", scoring=at, dataset=visit.db.get_one(DatasetRow, at.dataset_id),
        counts=_counts(visit, at), waits=_waiting(visit, at), agreements=agreements(visit.db, at),
        confusion=confusion(visit.db, at), ways=list(RULES), models=_models(visit, at),
    )  # fmt: skip


@SCREEN.action("/scoring/{number}/next", roles=SCORING)
def take_next(visit: Here, number: int, third: Annotated[bool, Form()] = False) -> Response:
    """Reserve the next reply and go to it."""
    at = _scoring(visit, number)
    if third and not visit.is_(Role.REVIEWER):
        raise Refusal(403, "Not allowed", "A reviewer decides where two differ.")
    return _on(visit, at, third, "")


@SCREEN.page("/scoring/{number}/replies/{reply}")
def one_reply(visit: Here, number: int, reply: int) -> Response:
    """A reply beside the picture and the truth, without who said it and how others score it."""
    at, item, record = _reply(visit, number, reply)
    view = sample_view(visit, at.dataset_id, item.sample_id)
    scores = scores_of(visit.db, item)
    seat = seat_for(item, scores, visit.person) if visit.person.may(SCORING) else None
    mine = next((each for each in scores if each.person_id == visit.person.id), None)
    words = record.reply
    shown = words if len(words) <= MOST_WORDS else f"{words[:MOST_WORDS]} … [cut: {len(words):,} characters in all]"
    settled = item.standing == Standing.SETTLED
    return visit.page(
        "scoring/reply.html", scoring=at, reply=item, view=view, words=shown, rules=RULES, seat=seat, mine=mine,
        third=seat == THIRD, work="" if seat is None else work_of(at, seat == THIRD), settled=settled,
        said=scores if seat == THIRD or settled else [],
    )  # fmt: skip


@SCREEN.action("/scoring/{number}/replies/{reply}", roles=SCORING)
def keep_score(
    visit: Here, number: int, reply: int, verdict: Annotated[Verdict, Form()], version: Annotated[int, Form(ge=0)],
    note: Annotated[str, Form(max_length=2000)] = "",
) -> Response:  # fmt: skip
    """Keep a verdict, and go on to the next reply."""
    at, item, _record = _reply(visit, number, reply)
    if verdict not in RULES:
        raise Invalid(f"A reply is {', '.join(each.value for each in RULES)}.")
    third = item.standing == Standing.DISPUTED
    last = visit.studio.settings.lease
    new = score(visit.db, at, item, verdict, note.strip(), version, visit.person, visit.now, last)
    visit.log(
        "decided" if third else "scored", "reply", item.id, scoring=at.id, sample=item.sample_id, verdict=verdict.value,
        note=note.strip(),
    )  # fmt: skip
    if not new:
        return visit.go(f"/scoring/{at.id}/replies/{item.id}", "Saved.")
    return _on(visit, at, third, "Saved.")


@SCREEN.page("/scoring/{number}/scores.jsonl", roles=RESULTS)
def scores_list(visit: Here, number: int) -> Response:
    """What is settled, for `diorama rescore --people`."""
    at = _scoring(visit, number)
    try:
        found = scores_file(visit.db, at)
    except DioramaError as error:
        raise Refusal(409, "Nothing is settled yet", str(error)) from None
    return download("".join(f"{line}\n" for line in found.lines()), "application/jsonl", f"scores-{at.id}.jsonl")


@SCREEN.page("/scoring/{number}/agreement.csv", roles=RESULTS)
def agreement_csv(visit: Here, number: int) -> Response:
    """Agreement by task, for spreadsheets."""
    at = _scoring(visit, number)
    text = as_csv(HEADER, (each.cells for each in agreements(visit.db, at)))
    return download(text, "text/csv; charset=utf-8", f"agreement-{at.id}.csv")


def _runs(visit: Visit, dataset: DatasetRow) -> list[RunRow]:
    """The runs of a dataset whose replies people could score."""
    return to_score(visit.studio.settings.folder, runs_of(visit.db, dataset))


def _on(visit: Visit, scoring: Scoring, third: bool, said: str) -> Response:
    reply = next_reply(visit.db, scoring, third, visit.person, visit.now, visit.studio.settings.lease)
    if reply is None:
        return visit.go("/scoring", f"{said} Nothing more waits for you in {scoring.name}.".strip())
    return visit.go(f"/scoring/{scoring.id}/replies/{reply.id}", said)


def _scoring(visit: Visit, number: int) -> Scoring:
    scoring = visit.db.get(Scoring, number)
    if scoring is None:
        raise NotFound("There is no such scoring.")
    return scoring


def _reply(visit: Visit, number: int, reply: int) -> tuple[Scoring, Reply, Record]:
    """A reply with its words, if these and the dataset are still those that were drawn."""
    at, item = _scoring(visit, number), visit.db.get(Reply, reply)
    if item is None or item.scoring_id != at.id:
        raise NotFound("There is no such reply in this scoring.")
    dataset = dataset_of(visit, at.dataset_id)
    run = visit.db.get(RunRow, item.run_id)
    answer = visit.db.get(AnswerRow, (item.run_id, item.sample_id, item.repeat))
    record = visit.studio.shelf.record(run, answer) if run is not None and answer is not None else None
    if dataset.fingerprint != at.fingerprint or record is None or checksum_of(record.reply) != item.sha256:
        raise Refusal(409, "The answers have changed", "They are not those that this scoring was made of.")
    return at, item, record


def _waiting(visit: Visit, scoring: Scoring) -> dict[str, int]:
    """How many replies wait for the person: to score, and to decide."""
    ways = {"score": False} if visit.is_(*SCORING) else {}
    ways |= {"decide": True} if visit.is_(Role.REVIEWER) else {}
    return {
        name: visit.db.scalar(
            select(func.count()).select_from(Reply).where(*waiting(scoring, visit.person.id, third))
        ) or 0
        for name, third in ways.items()
    }  # fmt: skip


def _counts(visit: Visit, scoring: Scoring) -> dict[Standing, int]:
    query = select(Reply.standing, func.count()).where(Reply.scoring_id == scoring.id).group_by(Reply.standing)
    found = {Standing(standing): count for standing, count in visit.db.execute(query)}
    return {standing: found.get(standing, 0) for standing in Standing}


def _models(visit: Visit, scoring: Scoring) -> dict[str, dict[str, int]]:
    """How the replies of each model were settled."""
    query = (
        select(RunRow.model, RunRow.strategy, Reply.verdict, func.count())
        .join(RunRow, RunRow.id == Reply.run_id)
        .where(Reply.scoring_id == scoring.id, Reply.standing == Standing.SETTLED.value)
        .group_by(RunRow.model, RunRow.strategy, Reply.verdict)
    )
    found: dict[str, dict[str, int]] = {}
    for model, strategy, verdict, count in visit.db.execute(query):
        found.setdefault(f"{model}, {strategy}", {})[verdict] = count
    return dict(sorted(found.items()))

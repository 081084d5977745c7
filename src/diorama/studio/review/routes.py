"""Review: batches, the page on which a sample is looked at, what was found, signing off."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import Form, Query
from sqlalchemy import Select, func, select
from starlette.responses import FileResponse, Response

from diorama.data.review_log import ISSUES, REVIEW, Issue, State
from diorama.studio.browse.view import sample_view
from diorama.studio.library.shelf import dataset_of, sample_of
from diorama.studio.library.tables import DatasetRow
from diorama.studio.people.roles import STAFF, Role
from diorama.studio.people.tables import Person
from diorama.studio.review.batches import (
    Wish,
    counts_of,
    dataset_of_item,
    look_for_more,
    make_batch,
    outstanding,
    rounds_of,
)
from diorama.studio.review.counting import HEADER, fault_rates, issue_counts
from diorama.studio.review.regenerating import affected, list_of
from diorama.studio.review.reviewing import (
    CHECKS,
    find,
    layer_for,
    next_item,
    read_found,
    remark,
    spoken,
    vote,
    waiting,
    work_of,
)
from diorama.studio.review.signing import reviewed_samples, sign_off
from diorama.studio.review.tables import PART, Batch, Finding, Item, Remark, Sort, Vote
from diorama.studio.review.traces import trace_view
from diorama.studio.web.downloads import as_csv, download
from diorama.studio.web.paging import Paging
from diorama.studio.web.ranges import inside
from diorama.studio.web.refusals import NotFound, Refusal
from diorama.studio.web.screen import Screen, Tile
from diorama.studio.web.visit import Here, Visit
from diorama.studio.work.leases import held

LAYERS = {1: Role.ANNOTATOR, 2: Role.REVIEWER}
REVIEWING = frozenset({Role.ANNOTATOR, Role.REVIEWER})
SIGNING = frozenset({Role.ADMIN, Role.REVIEWER})
ADMIN = frozenset({Role.ADMIN})
AT_ONCE = 50
Layer = Annotated[int, Form(ge=1, le=2)]
Version = Annotated[int, Form()]


def _tiles(visit: Visit) -> list[Tile]:
    count = sum(sum(_waiting(visit, batch).values()) for batch in visit.db.scalars(_open_batches()))
    return [Tile("Review", "/review", "samples that wait for you", count)]


SCREEN = Screen("review", "Review", Path(__file__).parent, "/review", STAFF, part=PART, tiles=_tiles)


@SCREEN.page("/review")
def all_batches(visit: Here) -> Response:
    """All batches, and what waits in each for whoever looks."""
    batches = visit.db.scalars(select(Batch).order_by(Batch.signed_at.is_not(None), Batch.id.desc())).all()
    datasets = visit.db.scalars(
        select(DatasetRow).where(DatasetRow.gone.is_(False), DatasetRow.fault == "").order_by(DatasetRow.path)
    ).all()
    return visit.page(
        "review/batches.html", batches=batches, datasets=datasets,
        named={row.id: row for row in visit.db.scalars(select(DatasetRow))},
        counts={batch.id: counts_of(visit.db, batch) for batch in batches},
        waits={batch.id: _waiting(visit, batch) for batch in batches if batch.signed_at is None},
        pilots=[batch for batch in batches if batch.sort != Sort.SPOT and batch.signed_at is not None],
        sorts=list(Sort),
    )  # fmt: skip


@SCREEN.action("/review", roles=ADMIN)
def new_batch(
    visit: Here,
    dataset: Annotated[int, Form()],
    sort: Annotated[Sort, Form()],
    name: Annotated[str, Form(max_length=100)] = "",
    size: Annotated[int, Form(ge=1, le=10**6)] = 60,
    seed: Annotated[int, Form(ge=0, lt=2**31)] = 0,
    share: Annotated[float, Form(gt=0, le=1)] = 0.01,
    pilot: Annotated[str, Form(max_length=20)] = "",
) -> Response:
    """Draw the samples of a batch."""
    row = dataset_of(visit, dataset)
    named = " ".join(name.split()) or f"{sort.value.capitalize()} of {row.name}"
    refers = int(pilot) if pilot.isascii() and pilot.isdigit() and len(pilot) < 10 and sort is Sort.SPOT else None
    if refers is not None and visit.db.get(Batch, refers) is None:
        raise NotFound("There is no such pilot.")
    data = visit.studio.shelf.dataset(row)
    wish = Wish(named, sort, size, seed, share, refers)
    batch = make_batch(visit.db, row, data, wish, visit.now, visit.person.id)
    visit.log("began", "batch", batch.id, name=named, sort=sort.value, dataset=data.fingerprint, seed=seed)
    return visit.go(f"/review/{batch.id}", f"{named} was made.")


@SCREEN.page("/review/{batch}")
def one_batch(
    visit: Here, batch: int, state: str = "", page: Annotated[int, Query(ge=1, le=10**6)] = 1
) -> Response:  # fmt: skip
    """How far a batch is, and its samples."""
    at = _batch(visit, batch)
    query = select(Item).where(Item.batch_id == at.id)
    shown = State(state) if state in list(State) else None
    if shown is not None:
        query = query.where(Item.state == shown.value)
    total = visit.db.scalar(select(func.count()).select_from(query.subquery())) or 0
    paging = Paging(page, total, AT_ONCE, visit.request.url)
    counts, order = counts_of(visit.db, at), (Item.round, Item.position, Item.id)
    return visit.page(
        "review/batch.html", batch=at, dataset=visit.db.get_one(DatasetRow, at.dataset_id), counts=counts,
        paging=paging, items=visit.db.scalars(query.order_by(*order).limit(AT_ONCE).offset(paging.start)).all(),
        shown=shown, rounds=rounds_of(visit.db, at), left=outstanding(counts), waits=_waiting(visit, at),
        names=_names(visit), datasets={row.id: row for row in visit.db.scalars(select(DatasetRow))},
        rates=fault_rates(visit.db, at),
        may_sign=visit.person.may(SIGNING), spot=at.sort == Sort.SPOT,
        pilot=visit.db.get(Batch, at.pilot_id) if at.pilot_id is not None else None,
    )  # fmt: skip


@SCREEN.action("/review/{batch}/next", roles=REVIEWING)
def take_next(visit: Here, batch: int, layer: Layer) -> Response:
    """Reserve the next sample and go to it."""
    at = _batch(visit, batch)
    _check_layer(visit, layer)
    return _on(visit, at, layer, "")


@SCREEN.page("/review/{batch}/items/{number}")
def one_item(visit: Here, batch: int, number: int) -> Response:
    """A sample with all there is to verify, and the form for it."""
    at, item = _item(visit, batch, number)
    view = sample_view(visit, dataset_of_item(visit.db, at, item), item.sample_id)
    layer = layer_for(item, visit.person) if at.signed_at is None and item.left is None else None
    findings = visit.db.scalars(select(Finding).where(Finding.item_id == item.id).order_by(Finding.layer)).all()
    mine = next((f for f in findings if f.layer == layer), None)
    said = spoken(visit.db, item)
    if layer == 2 and mine is not None and said:
        layer = None
    votes = visit.db.scalars(select(Vote).where(Vote.item_id == item.id).order_by(Vote.at)).all()
    holder = None if layer is None else _holder(visit, at, layer, item)
    return visit.page(
        "review/item.html", batch=at, item=item, view=view, trace=trace_view(view), layer=layer, mine=mine,
        findings=findings, issues=ISSUES, checks=CHECKS, names=_names(visit), holder=holder,
        work="" if layer is None else work_of(at, layer),
        remarks=visit.db.scalars(select(Remark).where(Remark.item_id == item.id).order_by(Remark.id)).all(),
        votes=votes, my_vote=next((v for v in votes if v.person_id == visit.person.id), None),
        discussed=said or item.state == State.DISPUTED, disputed=item.state == State.DISPUTED,
        may_vote=visit.person.may(REVIEWING) and at.signed_at is None and item.left is None,
    )  # fmt: skip


@SCREEN.action("/review/{batch}/items/{number}/find", roles=REVIEWING)
def keep_finding(
    visit: Here, batch: int, number: int, layer: Layer, version: Version,
    verdict: Annotated[str, Form(pattern="^(verified|flagged)$")],
    checked: Annotated[list[str], Form(default_factory=list)],
    issues: Annotated[list[Issue], Form(default_factory=list)],
    note: Annotated[str, Form(max_length=4000)] = "",
) -> Response:  # fmt: skip
    """Keep what somebody found, and go on to the next sample."""
    at, item = _item(visit, batch, number)
    _check_layer(visit, layer)
    found = read_found(verdict, checked, issues, note)
    last = visit.studio.settings.lease
    new = find(visit.db, at, item, layer, found, version, visit.person, visit.now, last)
    visit.log(
        "verified" if not found.issues else "flagged", "sample", item.sample_id, batch=at.id, layer=layer,
        issues=[issue.value for issue in found.issues], note=found.note, state=item.state,
    )  # fmt: skip
    if not new:
        return visit.go(f"/review/{at.id}/items/{item.id}", "Saved.")
    return _on(visit, at, layer, f"Saved: {item.sample_id} is {item.state}.")


@SCREEN.action("/review/{batch}/items/{number}/remark", roles=REVIEWING)
def keep_remark(visit: Here, batch: int, number: int, text: Annotated[str, Form(max_length=4000)]) -> Response:
    """Say something in a discussion."""
    at, item = _item(visit, batch, number)
    remark(visit.db, at, item, text, visit.person, visit.now)
    visit.log("said", "sample", item.sample_id, batch=at.id, text=text.strip())
    return visit.go(f"/review/{at.id}/items/{item.id}")


@SCREEN.action("/review/{batch}/items/{number}/vote", roles=REVIEWING)
def keep_vote(visit: Here, batch: int, number: int, version: Version, keep: Annotated[bool, Form()]) -> Response:
    """Vote on a disputed sample."""
    at, item = _item(visit, batch, number)
    vote(visit.db, at, item, keep, version, visit.person, visit.now)
    visit.log("voted", "sample", item.sample_id, batch=at.id, keep=keep, state=item.state)
    decided = "" if item.state == State.DISPUTED else f" It is decided: {item.state}."
    return visit.go(f"/review/{at.id}/items/{item.id}", f"Your vote counts.{decided}")


@SCREEN.page("/review/{batch}/issues")
def issues_page(visit: Here, batch: int) -> Response:
    """How often each issue was raised, by round, task and level."""
    at = _batch(visit, batch)
    return visit.page("review/issues.html", batch=at, counts=issue_counts(reviewed_samples(visit.db, at)))


@SCREEN.page("/review/{batch}/issues.csv")
def issues_csv(visit: Here, batch: int) -> Response:
    """The same for spreadsheets."""
    at = _batch(visit, batch)
    text = as_csv(HEADER, (each.cells for each in issue_counts(reviewed_samples(visit.db, at))))
    return download(text, "text/csv; charset=utf-8", f"issues-{at.id}.csv")


@SCREEN.page("/review/{batch}/affected.jsonl")
def affected_list(visit: Here, batch: int) -> Response:
    """What has to be made again, a line each."""
    at = _batch(visit, batch)
    text = list_of(list(affected(visit.db, at)))
    return download(text, "application/jsonl", f"affected-{at.id}-round-{at.round}.jsonl")


@SCREEN.action("/review/{batch}/more", roles=ADMIN)
def more_spots(visit: Here, batch: int) -> Response:
    """Draw from what was built since a spot check was made."""
    at = _batch(visit, batch)
    if at.sort != Sort.SPOT:
        raise Refusal(409, "Only spot checks grow")
    row = dataset_of(visit, at.dataset_id)
    came = look_for_more(visit.db, at, row, visit.studio.shelf.dataset(row))
    visit.log("looked for more", "batch", at.id, came=came)
    return visit.go(f"/review/{at.id}", f"{came} samples came.")


@SCREEN.action("/review/{batch}/sign", roles=SIGNING)
def sign(visit: Here, batch: int, version: Version) -> Response:
    """Sign a batch off: its log goes into the dataset."""
    at = _batch(visit, batch)
    if at.version != version:
        raise Refusal(409, "The batch has changed", "Open its page again.")
    row = dataset_of(visit, at.dataset_id)
    data, folder = visit.studio.shelf.dataset(row), visit.studio.settings.folder
    checksum = sign_off(visit.db, at, row, data, folder, visit.person.id, visit.now)
    at.version += 1
    visit.log("signed off", "batch", at.id, rounds=at.round, log=checksum, dataset=data.fingerprint)
    return visit.go(f"/review/{at.id}", f"The log is in {row.path}/{REVIEW}.")


@SCREEN.page("/review/{batch}/review.json")
def signed_log(visit: Here, batch: int) -> Response:
    """The log as it lies in the dataset."""
    at = _batch(visit, batch)
    if not at.log_sha256:
        raise NotFound("It is not signed off.")
    path = inside(visit.studio.settings.folder / visit.db.get_one(DatasetRow, at.dataset_id).path, REVIEW)
    return FileResponse(path, media_type="application/json", filename=REVIEW)


def _on(visit: Visit, batch: Batch, layer: int, said: str) -> Response:
    """To the next sample that waits, or back to the batch if there is none."""
    item = next_item(visit.db, batch, layer, visit.person, visit.now, visit.studio.settings.lease)
    if item is None:
        return visit.go(f"/review/{batch.id}", f"{said} Nothing more waits for you in this layer.".strip())
    return visit.go(f"/review/{batch.id}/items/{item.id}", said)


def _batch(visit: Visit, number: int) -> Batch:
    batch = visit.db.get(Batch, number)
    if batch is None:
        raise NotFound("There is no such batch.")
    return batch


def _item(visit: Visit, batch: int, number: int) -> tuple[Batch, Item]:
    """An item of a batch, if its sample is still the one that came into the batch."""
    at, item = _batch(visit, batch), visit.db.get(Item, number)
    if item is None or item.batch_id != at.id:
        raise NotFound("There is no such sample in this batch.")
    _dataset, row = sample_of(visit, dataset_of_item(visit.db, at, item), item.sample_id)
    if row.content != item.content:
        raise Refusal(409, "The sample has changed", "It is not the one that came into this batch: make a new batch.")
    return at, item


def _check_layer(visit: Visit, layer: int) -> None:
    if not visit.is_(LAYERS[layer]):
        raise Refusal(403, "Not allowed", f"This layer is for people with the role {LAYERS[layer].value}.")


def _waiting(visit: Visit, batch: Batch) -> dict[int, int]:
    """How many samples wait for the person in each layer."""
    if batch.signed_at is not None:
        return {}
    return {
        layer: visit.db.scalar(
            select(func.count()).select_from(Item).where(*waiting(batch, layer, visit.person.id))
        ) or 0
        for layer, role in LAYERS.items()
        if visit.is_(role)
    }  # fmt: skip


def _open_batches() -> Select[Batch]:
    return select(Batch).where(Batch.signed_at.is_(None))


def _holder(visit: Visit, batch: Batch, layer: int, item: Item) -> int | None:
    """Who has the sample right now, if it is somebody else."""
    leases = held(visit.db, work_of(batch, layer), visit.now, item=str(item.id))
    return next((lease.person_id for lease in leases if lease.person_id != visit.person.id), None)


def _names(visit: Visit) -> dict[int, str]:
    return dict(visit.db.execute(select(Person.id, Person.name)).all())

"""What people do with a sample: look at it, discuss it, vote on it. Who may, and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from diorama.data.review_log import Ballot, Issue, Review, State, outcome
from diorama.studio.people.roles import Role
from diorama.studio.people.sessions import Someone
from diorama.studio.review.batches import note_status
from diorama.studio.review.tables import Batch, Finding, Item, Remark, Vote
from diorama.studio.web.refusals import Forbidden, Invalid, Refusal
from diorama.studio.work.leases import held, release, take
from diorama.studio.work.versions import check_version

CHECKS = {
    "picture": "the picture is sound and shows what is asked about",
    "prompt": "the question can be read in one way, and its words fit the picture",
    "answer": "the answer is right, and complete",
    "trace": "the reasons and measurements given for it fit the picture",
}
"""What somebody must have looked at to verify a sample."""


@dataclass(frozen=True)
class Found:
    """What somebody says of a sample: nothing is wrong with it, or something is."""

    issues: tuple[Issue, ...]
    note: str

    def words(self) -> dict[str, object]:
        """For people to compare."""
        said = ", ".join(issue.value for issue in self.issues) or "verified"
        return {"finding": said, "note": self.note}


def read_found(verdict: str, checked: Sequence[str], issues: Sequence[Issue], note: str) -> Found:
    """What a form says, if it is complete."""
    note = note.strip()
    if verdict == "verified":
        if issues:
            raise Invalid("You have chosen an issue: flag the sample, or take the issue away.")
        if missing := [name for name in CHECKS if name not in checked]:
            raise Invalid(f"Look at all of it before you verify it: {', '.join(missing)} is not ticked.")
        return Found((), note)
    if not issues:
        raise Invalid("Say what is wrong: choose at least one issue.")
    if Issue.OTHER in issues and not note:
        raise Invalid("Say in the note what is wrong.")
    return Found(tuple(issue for issue in Issue if issue in issues), note)


def layer_for(item: Item, me: Someone) -> int | None:
    """In which layer somebody could review an item now, or change what they found; None in none."""
    first = me.may(frozenset({Role.ANNOTATOR}))
    if item.first_by_id is None:
        return 1 if first else None
    if item.first_by_id == me.id:
        return 1 if first and item.second_by_id is None else None
    if not me.may(frozenset({Role.REVIEWER})):
        return None
    return 2 if item.second_by_id in (None, me.id) else None


def work_of(batch: Batch, layer: int) -> str:
    """The name of this sort of work, for leases."""
    return f"review {batch.id} layer {layer}"


def waiting(batch: Batch, layer: int, person: int) -> tuple[ColumnElement[bool], ...]:
    """What an item must be to wait for a person in a layer."""
    own = (Item.batch_id == batch.id, Item.left.is_(None))
    if layer == 1:
        return (*own, Item.state == State.PENDING.value)
    return (*own, Item.state == State.ANNOTATED.value, Item.first_by_id != person)


def next_item(db: Session, batch: Batch, layer: int, me: Someone, now: datetime, last: timedelta) -> Item | None:
    """Take the next item that waits: first what one has already, then what nobody has."""
    work = work_of(batch, layer)
    leases = held(db, work, now)
    mine = [int(lease.item) for lease in leases if lease.person_id == me.id]
    others = {int(lease.item) for lease in leases if lease.person_id != me.id}
    query = select(Item).where(*waiting(batch, layer, me.id), Item.id.not_in(others))
    item = db.scalar(query.order_by(Item.id.in_(mine).desc(), Item.position, Item.id).limit(1))
    if item is not None:
        take(db, work, str(item.id), me.id, now=now, last=last)
    return item


def find(
    db: Session, batch: Batch, item: Item, layer: int, found: Found, version: int, me: Someone, now: datetime,
    last: timedelta,
) -> bool:  # fmt: skip
    """Keep what somebody found; says whether it is the first time, and not a change of mind."""
    check_open(batch, item)
    old = db.get(Finding, (item.id, layer))
    theirs = Found(tuple(map(Issue, old.issues)), old.note).words() if old is not None else {"state": item.state}
    check_version(item, version, yours=found.words(), theirs=theirs)
    if layer_for(item, me) != layer:
        raise Forbidden("This is not yours to review: nobody reviews their own work, and each layer has one person.")
    if old is not None and layer == 2 and spoken(db, item):
        raise Refusal(409, "Others have answered already", "What you found stays; say what you think now below.")
    take(db, work_of(batch, layer), str(item.id), me.id, now=now, last=last)
    release(db, work_of(batch, layer), str(item.id), me.id)
    if old is None:
        old = Finding(item_id=item.id, layer=layer, person_id=me.id)
        db.add(old)
    new = old.at is None
    old.at, old.issues, old.note = now, [issue.value for issue in found.issues], found.note
    if layer == 1:
        item.first_by_id = me.id
    else:
        item.second_by_id = me.id
    settle(db, batch, item)
    return new


def remark(db: Session, batch: Batch, item: Item, text: str, me: Someone, now: datetime) -> None:
    """Say something in the discussion of an item that is, or was, disputed."""
    check_open(batch, item)
    if item.state != State.DISPUTED and not spoken(db, item):
        raise Refusal(409, "There is nothing to discuss", "Two people have to differ about the sample first.")
    if not text.strip():
        raise Invalid("Write something.")
    db.add(Remark(item_id=item.id, person_id=me.id, at=now, text=text.strip()))


def vote(db: Session, batch: Batch, item: Item, keep: bool, version: int, me: Someone, now: datetime) -> None:
    """Vote, or vote otherwise, as long as it is not decided."""
    check_open(batch, item)
    check_version(item, version, yours={"your vote": _word(keep)}, theirs={"state": item.state})
    if item.state != State.DISPUTED:
        raise Refusal(409, "There is nothing to vote on", "It is decided, or two people have not differed yet.")
    cast = db.get(Vote, (item.id, me.id)) or Vote(item_id=item.id, person_id=me.id)
    cast.at, cast.keep = now, keep
    db.add(cast)
    settle(db, batch, item)


def settle(db: Session, batch: Batch, item: Item) -> None:
    """Draw the conclusion from all that was found and voted."""
    db.flush()
    item.state = outcome(reviews_of(db, item), ballots_of(db, item)).value
    note_status(db, batch.dataset_id, item)


def reviews_of(db: Session, item: Item) -> list[Review]:
    rows = db.scalars(select(Finding).where(Finding.item_id == item.id).order_by(Finding.layer))
    return [as_review(row) for row in rows]


def ballots_of(db: Session, item: Item) -> list[Ballot]:
    rows = db.scalars(select(Vote).where(Vote.item_id == item.id).order_by(Vote.at, Vote.person_id))
    return [as_ballot(row) for row in rows]


def as_review(row: Finding) -> Review:
    layer = 1 if row.layer == 1 else 2
    return Review(layer=layer, person=row.person_id, at=row.at, issues=tuple(map(Issue, row.issues)), note=row.note)


def as_ballot(row: Vote) -> Ballot:
    return Ballot(person=row.person_id, at=row.at, keep=row.keep)


def spoken(db: Session, item: Item) -> bool:
    """Whether a discussion has begun."""
    said = db.scalar(select(func.count()).select_from(Remark).where(Remark.item_id == item.id)) or 0
    return bool(said or db.scalar(select(func.count()).select_from(Vote).where(Vote.item_id == item.id)))


def check_open(batch: Batch, item: Item) -> None:
    """Refuse to change what is signed, or gone."""
    if batch.signed_at is not None:
        raise Refusal(409, "The batch is signed off", "Nothing in it changes any more.")
    if item.left is not None:
        raise Refusal(409, "This sample was replaced", "Another stands in its place.")


def _word(keep: bool) -> str:
    return "keep it" if keep else "make it again"

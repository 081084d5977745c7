"""Several people at once: leases, versions, posts that count once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError

from diorama.studio.app import all_parts
from diorama.studio.audit.log import LogLine, write
from diorama.studio.people.roles import Role
from diorama.studio.people.tables import Invite, Person
from diorama.studio.storage import Storage, StorageTrouble, open_storage
from diorama.studio.work.leases import Taken, held, keep, release, take, take_first
from diorama.studio.work.versions import Stale, check_version
from tests.studio.running import Running

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def storage(db_url: str) -> Iterator[Storage]:
    """A database with three people, numbered from 1."""
    storage = open_storage(db_url, all_parts())
    with storage.writing() as db:
        db.add_all(Person(name=n, name_key=n, password="", since=NOON) for n in ("ada", "bo", "cy"))
    yield storage
    storage.close()


def test_an_item_is_with_one_person_until_it_is_given_back(storage: Storage) -> None:
    with storage.writing() as db:
        take(db, "work", "a", 1, now=NOON, last=HOUR)
        with pytest.raises(Taken, match="has it") as refused:
            take(db, "work", "a", 2, now=NOON, last=HOUR)
        assert "ada" in refused.value.message
        take(db, "other work", "a", 2, now=NOON, last=HOUR)
        release(db, "work", "a", 2)  # not hers to give back
        assert [lease.person_id for lease in held(db, "work", NOON)] == [1]
        release(db, "work", "a", 1)
        take(db, "work", "a", 2, now=NOON, last=HOUR)


def test_a_lease_expires_and_can_be_kept(storage: Storage) -> None:
    with storage.writing() as db:
        take(db, "work", "a", 1, now=NOON, last=HOUR)
        take(db, "work", "a", 1, now=NOON + HOUR / 2, last=HOUR)
        with pytest.raises(Taken):
            take(db, "work", "a", 2, now=NOON + HOUR, last=HOUR)
        take(db, "work", "a", 2, now=NOON + 2 * HOUR, last=HOUR)
        with pytest.raises(Taken):
            take(db, "work", "a", 1, now=NOON + 2 * HOUR, last=HOUR)


def test_a_lease_is_kept_only_by_who_has_it(storage: Storage) -> None:
    with storage.writing() as db:
        take(db, "work", "a", 1, now=NOON, last=HOUR)
        assert not keep(db, "work", "a", 2, now=NOON, last=HOUR)
        assert keep(db, "work", "a", 1, now=NOON + 2 * HOUR, last=HOUR), "nobody else came"
        take(db, "work", "a", 2, now=NOON + 4 * HOUR, last=HOUR)
        assert not keep(db, "work", "a", 1, now=NOON + 4 * HOUR, last=HOUR)


def test_where_the_design_says_so_two_people_share_an_item(storage: Storage) -> None:
    with storage.writing() as db:
        take(db, "work", "a", 1, now=NOON, last=HOUR, places=2)
        take(db, "work", "a", 2, now=NOON, last=HOUR, places=2)
        with pytest.raises(Taken):
            take(db, "work", "a", 3, now=NOON, last=HOUR, places=2)


def test_the_next_item_is_first_ones_own_and_then_a_free_one(storage: Storage) -> None:
    items = ["a", "b", "c"]
    with storage.writing() as db:
        assert take_first(db, "work", items, 1, now=NOON, last=HOUR) == "a"
        assert take_first(db, "work", items, 2, now=NOON, last=HOUR) == "b"
        assert take_first(db, "work", items, 1, now=NOON, last=HOUR) == "a"
        assert take_first(db, "work", ["a", "b"], 3, now=NOON, last=HOUR) is None
        assert take_first(db, "work", [], 3, now=NOON, last=HOUR) is None


def test_a_crowd_never_shares_an_item(storage: Storage) -> None:
    """Thirty threads take the next of thirty items: each gets another."""
    items = [f"item {k}" for k in range(30)]
    with storage.writing() as db:
        db.add_all(Person(name=f"p{k}", name_key=f"p{k}", password="", since=NOON) for k in range(30))
    got: list[str | None] = []

    def one(person: int) -> None:
        with storage.writing() as db:
            got.append(take_first(db, "work", items, person, now=NOON, last=HOUR))

    crowd = [threading.Thread(target=one, args=(4 + k,)) for k in range(30)]
    for each in crowd:
        each.start()
    for each in crowd:
        each.join()
    assert sorted(map(str, got)) == sorted(items)


def test_a_save_that_did_not_see_the_last_one_is_refused(storage: Storage) -> None:
    with storage.writing() as db:
        ada = db.get_one(Person, 1)
        check_version(ada, 1, yours={}, theirs={})
        assert ada.version == 2
        with pytest.raises(Stale) as refused:
            check_version(ada, 1, yours={"name": "Adah"}, theirs={"name": "ada"})
        assert refused.value.yours["name"] == "Adah" and ada.version == 2


def test_what_failed_leaves_nothing(storage: Storage) -> None:
    def fail() -> None:
        with storage.writing() as db:
            db.add(Person(name="dee", name_key="dee", password="", since=NOON))
            db.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with storage.reading() as db:
        assert db.scalar(select(func.count()).select_from(Person)) == 3


def test_reading_cannot_change_anything(storage: Storage) -> None:
    def change() -> None:
        with storage.reading() as db:
            db.get_one(Person, 1).name = "eve"
            db.flush()

    with pytest.raises(StorageTrouble, match="can only be read"):
        change()


@pytest.mark.parametrize("deed", ["UPDATE audit_log SET deed = 'nothing'", "DELETE FROM audit_log"])
def test_the_log_only_grows(storage: Storage, deed: str) -> None:
    with storage.writing() as db:
        write(db, NOON, 1, "flagged", "sample", "s-1", reason="picture")
    with pytest.raises(DBAPIError, match="only grows"), storage.writing() as db:
        db.execute(text(deed))
    with storage.reading() as db:
        assert [line.details for line in db.scalars(select(LogLine))] == [{"reason": "picture"}]


def invitations(studio: Running) -> int:
    with studio.studio.storage.reading() as db:
        return db.scalar(select(func.count()).select_from(Invite)) or 0


def test_a_form_that_is_sent_twice_counts_once(studio: Running) -> None:
    """A double click, or a browser that repeats after a lost connection."""
    admin = studio.signed_in("Ada", Role.ADMIN)
    sent = {**admin.keys_of("/people", "/people/invite"), "roles": ["annotator"]}
    answers = [admin.post("/people/invite", data=sent).status_code for _ in range(3)]
    assert answers == [200, 303, 303] and invitations(studio) == 1
    admin.post("/people/invite", data={**sent, "roles": ["reviewer"]})
    assert invitations(studio) == 2, "another content is another wish, even from a page that was gone back to"


def test_a_form_that_was_refused_can_be_sent_again(studio: Running) -> None:
    admin = studio.signed_in("Ada", Role.ADMIN)
    keys = admin.keys_of("/people", "/people/invite")
    assert admin.post("/people/invite", data=keys).status_code == 422
    assert admin.post("/people/invite", data={**keys, "roles": "annotator"}).status_code == 200
    assert invitations(studio) == 1


def test_a_page_that_is_open_keeps_its_lease(studio: Running) -> None:
    bo = studio.signed_in("Bo", Role.ANNOTATOR)
    with studio.studio.storage.writing() as db:
        take(db, "work", "a", 1, now=studio.clock(), last=HOUR)
    keys = bo.keys_of("/", "/sign-out")
    studio.clock.later = HOUR / 2
    answer = bo.post("/leases/keep", data={**keys, "work": "work", "item": "a"}, headers={"X-Studio": "script"})
    assert answer.json() == {"kept": True}
    keys = bo.keys_of("/", "/sign-out")
    assert bo.post("/leases/keep", data={**keys, "work": "work", "item": "b"}).json() == {"kept": False}, "not taken"

"""Rules of the review as properties: whatever people do, in whatever order, these hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from diorama.data import load
from diorama.data.review_log import Issue, State, check_review, outcome, read_review
from diorama.data.revising import others_from, replaced_by, revise
from diorama.studio import Settings, open_studio
from diorama.studio.library.indexing import look_again
from diorama.studio.library.tables import DatasetRow
from diorama.studio.people.roles import Role
from diorama.studio.people.sessions import Someone
from diorama.studio.people.tables import Person
from diorama.studio.review.batches import Wish, counts_of, look_for_more, make_batch, next_round, outstanding, present
from diorama.studio.review.choosing import draw_pilot, draw_spots, mirrored
from diorama.studio.review.reviewing import Found, find, next_item, remark, vote
from diorama.studio.review.signing import reviewed_samples, sign_off
from diorama.studio.review.tables import Batch, Finding, Item, Sort
from diorama.studio.studio import Studio
from diorama.studio.web.refusals import Refusal

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
CELLS = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(1, 400), min_size=1)


@given(CELLS, st.integers(1, 500))
def test_a_pilot_mirrors_the_split(counts: dict[str, int], size: int) -> None:
    """No cell is off by a whole sample, and nothing is left over."""
    found, total = mirrored(counts, size), sum(counts.values())
    assert sum(found.values()) == min(size, total)
    assert all(abs(found[cell] - min(size, total) * n / total) < 1 and found[cell] <= n for cell, n in counts.items())


@given(CELLS, st.integers(1, 40), st.integers(0, 5))
def test_a_pilot_is_drawn_by_its_seed(counts: dict[str, int], size: int, seed: int) -> None:
    cells = [(f"{cell}{k}", cell) for cell, n in counts.items() for k in range(n)]
    drawn = draw_pilot(cells, size, seed)
    assert drawn == draw_pilot(cells, size, seed)
    assert Counter(name[0] for name in drawn) == {c: n for c, n in mirrored(counts, size).items() if n}


@given(st.integers(1, 2000), st.integers(0, 2000), st.integers(0, 3))
def test_a_spot_check_rolls_on(first: int, more: int, seed: int) -> None:
    """What is built later takes no earlier sample out and brings none in, but for the one that had to be there."""
    ids = [f"s{k}" for k in range(first + more)]
    before, after = draw_spots(ids[:first], 0.01, seed), draw_spots(ids, 0.01, seed)
    assert before and after and len(before - after) <= 1
    assert {name for name in after if int(name[1:]) < first} <= before


def test_a_spot_check_takes_its_share() -> None:
    sizes = [len(draw_spots([f"s{k}" for k in range(10_000)], 0.01, seed)) for seed in range(20)]
    assert 90 < np.mean(sizes) < 110 and min(sizes) > 60 and max(sizes) < 140


PEOPLE = (
    Someone(1, "Bo", frozenset({Role.ANNOTATOR})),
    Someone(2, "Cy", frozenset({Role.ANNOTATOR, Role.REVIEWER})),
    Someone(3, "Dee", frozenset({Role.REVIEWER, Role.ANNOTATOR})),
    Someone(4, "Eve", frozenset({Role.REVIEWER})),
)


@pytest.fixture
def quiet(folder: Path, folder_of_others: Path) -> Iterator[Studio]:
    """A studio without a server, with four people."""
    studio = open_studio(Settings(folder=folder), clock=lambda: NOON)
    look_again(studio)
    with studio.storage.writing() as db:
        db.add_all(Person(name=each.name, name_key=each.name, password="", since=NOON) for each in PEOPLE)
    yield studio
    studio.close()


def begun(studio: Studio, path: str = "small", **wish: object) -> int:
    with studio.storage.writing() as db:
        row = db.scalars(select(DatasetRow).where(DatasetRow.path == path)).one()
        given = {"name": "Pilot", "sort": Sort.PILOT, "size": 5, "seed": 1, **wish}
        return make_batch(db, row, load(studio.settings.folder / path), Wish(**given), NOON).id  # type: ignore[arg-type]


def deed(studio: Studio, batch: int, rng: np.random.Generator) -> None:
    """Somebody does something, allowed or not; a refusal changes nothing."""
    me, items = PEOPLE[rng.integers(len(PEOPLE))], range(1, 6)
    try:
        with studio.storage.writing() as db:
            at = db.get_one(Batch, batch)
            item = db.get_one(Item, int(rng.choice(items)))
            stale = int(rng.random() < 0.1)
            found = Found((Issue.PICTURE,) if rng.random() < 0.4 else (), "")
            match int(rng.integers(6)):
                case 0 | 1:
                    layer = int(rng.integers(1, 3))
                    if (free := next_item(db, at, layer, me, NOON, HOUR)) is not None:
                        find(db, at, free, layer, found, free.version - stale, me, NOON, HOUR)
                case 2:
                    find(db, at, item, int(rng.integers(1, 3)), found, item.version - stale, me, NOON, HOUR)
                case 3:
                    remark(db, at, item, "I see it", me, NOON)
                case 4:
                    vote(db, at, item, bool(rng.random() < 0.5), item.version - stale, me, NOON)
                case _:
                    row = db.get_one(DatasetRow, at.dataset_id)
                    folder = studio.settings.folder
                    sign_off(db, at, row, load(folder / row.path), folder, me.id, NOON)
    except Refusal:
        return


@pytest.mark.parametrize("seed", range(6))
def test_whatever_people_do_the_rules_hold(quiet: Studio, seed: int) -> None:
    """Nobody reviews their own work; a batch is signed only when two layers verified, or votes kept, every sample."""
    batch, rng = begun(quiet), np.random.default_rng(seed)
    for _ in range(70):
        deed(quiet, batch, rng)
        with quiet.storage.reading() as db:
            at = db.get_one(Batch, batch)
            findings = db.scalars(select(Finding)).all()
            by_item = Counter(f.item_id for f in findings)
            assert len({(f.item_id, f.person_id) for f in findings}) == len(findings), "of somebody's own work"
            for f in findings:
                wanted = Role.ANNOTATOR if f.layer == 1 else Role.REVIEWER
                assert PEOPLE[f.person_id - 1].may(frozenset({wanted}))
            for sample in reviewed_samples(db, at):
                assert sample.state is outcome(sample.reviews, sample.ballots)
            if at.signed_at is not None:
                assert not outstanding(counts_of(db, at)) and all(by_item[k] == 2 for k in range(1, 6))
                assert check_review(quiet.settings.folder / "small") == []
                return
    with quiet.storage.reading() as db:
        assert outstanding(counts_of(db, db.get_one(Batch, batch))), "nothing is outstanding, and it was not signed"


def test_rounds_go_on_until_nothing_is_at_fault(quiet: Studio) -> None:
    """Three rounds; what was verified is not looked at again, and every sample at fault has one in its place."""
    bo, eve, folder = PEOPLE[0], PEOPLE[3], quiet.settings.folder
    batch, path = begun(quiet, sort=Sort.WHOLE), "small"
    looked_at: list[str] = []
    for number in (1, 2, 3):
        with quiet.storage.writing() as db:
            at = db.get_one(Batch, batch)
            for layer, who in ((1, bo), (2, eve)):
                k = 0
                while (item := next_item(db, at, layer, who, NOON, HOUR)) is not None:
                    bad = number < 3 and k < 2
                    find(db, at, item, layer, Found((Issue.WORDING,) if bad else (), ""), item.version, who, NOON, HOUR)
                    looked_at += [item.sample_id] if layer == 1 else []
                    k += 1
            drop = [item.sample_id for item in db.scalars(present(at, State.FLAGGED))]
        if number == 3:
            break
        old, new = load(folder / path), f"small-{number + 1}"
        cells = Counter((old.get(name).suite, old.get(name).task, old.get(name).level) for name in drop)
        revise(old, drop, others_from(load(folder / "others"), cells, old, drop), folder / new)
        look_again(quiet)
        with quiet.storage.writing() as db:
            row = db.scalars(select(DatasetRow).where(DatasetRow.path == new)).one()
            pairs = replaced_by(old, load(folder / new), drop)
            next_round(db, db.get_one(Batch, batch), row, load(folder / new), pairs, NOON)
        path = new
    with quiet.storage.writing() as db:
        at, row = db.get_one(Batch, batch), db.scalars(select(DatasetRow).where(DatasetRow.path == path)).one()
        sign_off(db, at, row, load(folder / path), folder, eve.id, NOON)
    assert len(looked_at) == 20 + 2 + 2 == len(set(looked_at))
    log = read_review(folder / path)
    assert check_review(folder / path) == [] and [r.flagged for r in log.rounds] == [2, 2, 0]
    assert {sample.id for sample in log.standing} == set(load(folder / path).ids())


def test_a_dataset_that_changed_cannot_be_signed(quiet: Studio) -> None:
    batch = begun(quiet, size=1)
    with quiet.storage.writing() as db:
        at = db.get_one(Batch, batch)
        for layer, who in ((1, PEOPLE[0]), (2, PEOPLE[3])):
            item = next_item(db, at, layer, who, NOON, HOUR)
            assert item is not None
            find(db, at, item, layer, Found((), ""), item.version, who, NOON, HOUR)
    other = load(quiet.settings.folder / "others")
    with quiet.storage.writing() as db:
        at = db.get_one(Batch, batch)
        row = db.get_one(DatasetRow, at.dataset_id)
        with pytest.raises(Refusal, match="has changed"):
            sign_off(db, at, row, other, quiet.settings.folder, 4, NOON)


def test_a_spot_check_grows_and_points_to_its_pilot(quiet: Studio) -> None:
    folder, bo, eve = quiet.settings.folder, PEOPLE[0], PEOPLE[3]
    pilot = begun(quiet, size=1)
    with quiet.storage.writing() as db:
        at = db.get_one(Batch, pilot)
        for layer, who in ((1, bo), (2, eve)):
            item = next_item(db, at, layer, who, NOON, HOUR)
            assert item is not None
            find(db, at, item, layer, Found((), ""), item.version, who, NOON, HOUR)
        sign_off(db, at, db.get_one(DatasetRow, at.dataset_id), load(folder / "small"), folder, eve.id, NOON)
    spots = begun(quiet, "others", sort=Sort.SPOT, share=0.3, pilot=pilot)
    with quiet.storage.writing() as db:
        at, row = db.get_one(Batch, spots), db.scalars(select(DatasetRow).where(DatasetRow.path == "others")).one()
        assert look_for_more(db, at, row, load(folder / "others")) == 0
        item = next_item(db, at, 1, bo, NOON, HOUR)
        assert item is not None
        find(db, at, item, 1, Found((Issue.PICTURE,), ""), item.version, bo, NOON, HOUR)
        sign_off(db, at, row, load(folder / "others"), folder, eve.id, NOON)
        assert at.signed_at is None, "it goes on"
    log = read_review(folder / "others")
    assert check_review(folder / "others") == [] and log.sort == "spot check" and log.share == 0.3
    assert log.pilot is not None and log.pilot.sha256 == read_review(folder / "small").sha256

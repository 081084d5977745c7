"""Projects and their files: both sides edit, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from diorama.studio import Settings
from diorama.studio.app import all_parts, open_studio
from diorama.studio.footage.files import step, step_all, unfiled
from diorama.studio.footage.history import change, past_of, undo, with_fields
from diorama.studio.footage.merging import merge
from diorama.studio.footage.tables import ClipRow, ProjectRow, QuestionRow, VersionRow
from diorama.studio.people.tables import Person
from diorama.studio.storage import Storage, open_storage
from diorama.studio.web.refusals import Invalid
from diorama.studio.work.versions import Stale
from tests.studio.footage.projects import clip, lines, question, write_lines

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with a project of one clip and three questions, whose film nobody looks at."""
    work = tmp_path / "root" / "work"
    work.mkdir(parents=True)
    (work / "even.mp4").write_bytes(b"film")
    write_lines(work / "clips.jsonl", [clip(work, "even", 4.0)])
    write_lines(work / "candidates.jsonl", [question(f"q-{k}", "even") for k in (1, 2, 3)])
    return tmp_path / "root"


@pytest.fixture
def storage(db_url: str) -> Iterator[Storage]:
    """A database with one person."""
    storage = open_storage(db_url, all_parts())
    with storage.writing() as db:
        db.add(Person(name="ada", name_key="ada", password="", since=NOON))
    yield storage
    storage.close()


def in_step(storage: Storage, root: Path) -> tuple[int, int, list[str]]:
    with storage.writing() as db:
        _, done = step(db, root, "work", 1, NOON)
    return done.read, done.written, done.notes


def edit(storage: Storage, name: str, **fields: Any) -> None:
    """Save, as somebody at the repair tool."""
    with storage.writing() as db:
        row = db.get_one(QuestionRow, (1, name))
        change(db, row, row.version, with_fields(row.record, **fields), 1, "edited", NOON)


def edit_file(path: Path, name: str, **fields: Any) -> None:
    """Save, as somebody with an editor."""
    records = lines(path)
    records[name] |= fields
    path.write_text("".join(f"{json.dumps(r)}\n" for r in records.values()))


def record_of(storage: Storage, name: str) -> dict[str, Any]:
    with storage.reading() as db:
        return db.get_one(QuestionRow, (1, name)).record


def test_a_project_is_read_and_a_second_time_nothing_happens(storage: Storage, root: Path) -> None:
    before = (root / "work" / "candidates.jsonl").read_bytes()
    assert in_step(storage, root) == (4, 0, []) and in_step(storage, root) == (0, 0, [])
    assert (root / "work" / "candidates.jsonl").read_bytes() == before
    with storage.reading() as db:
        assert unfiled(db, 1) == 0


def test_both_sides_edit_other_fields_of_one_question(storage: Storage, root: Path) -> None:
    path = root / "work" / "candidates.jsonl"
    in_step(storage, root)
    edit(storage, "q-1", cut=1.5, asks_from=2.0)
    edit_file(path, "q-1", question="Where does it go?")
    edit_file(path, "q-2", status="kept")
    assert in_step(storage, root) == (2, 1, [])
    both = record_of(storage, "q-1")
    assert (both["cut"], both["question"]) == (1.5, "Where does it go?") and lines(path)["q-1"] == both
    assert record_of(storage, "q-2")["status"] == "kept"
    assert in_step(storage, root) == (0, 0, [])


def test_where_both_edit_the_same_field_ours_stands_and_theirs_is_a_version(storage: Storage, root: Path) -> None:
    path = root / "work" / "candidates.jsonl"
    in_step(storage, root)
    edit(storage, "q-1", question="ours", why="because")
    edit_file(path, "q-1", question="theirs")
    _, _, notes = in_step(storage, root)
    assert "q-1" in notes[0] and "question" in notes[0]
    assert lines(path)["q-1"]["question"] == record_of(storage, "q-1")["question"] == "ours"
    with storage.reading() as db:
        past = past_of(db, db.get_one(QuestionRow, (1, "q-1")))
        assert "theirs" in [each.row.record["question"] for each in past]


def test_deleting_on_either_side(storage: Storage, root: Path) -> None:
    path = root / "work" / "candidates.jsonl"
    in_step(storage, root)
    with storage.writing() as db:
        row = db.get_one(QuestionRow, (1, "q-1"))
        change(db, row, 1, row.record, 1, "deleted", NOON, deleted=True)
    edit(storage, "q-2", question="changed here")
    path.write_text("")  # somebody deletes all three
    _, _, notes = in_step(storage, root)
    assert list(lines(path)) == ["q-2"] and "q-2" in notes[0]
    with storage.writing() as db:
        assert [db.get_one(QuestionRow, (1, q)).deleted for q in ("q-1", "q-2", "q-3")] == [True, False, True]
        undo(db, db.get_one(QuestionRow, (1, "q-3")), 2, 1, NOON)
    in_step(storage, root)
    assert set(lines(path)) == {"q-2", "q-3"}, "what was deleted comes back by an undo"


def test_a_line_that_somebody_has_broken_is_no_deletion(storage: Storage, root: Path) -> None:
    path = root / "work" / "candidates.jsonl"
    in_step(storage, root)
    good = path.read_text()
    path.write_text(good.replace('"relation"', '"nothing"', 1))
    broken = path.read_bytes().splitlines()[0]
    edit(storage, "q-1", question="changed here")
    edit(storage, "q-2", question="changed, too")
    in_step(storage, root)
    assert path.read_bytes().splitlines()[0] == broken and lines(path)["q-2"]["question"] == "changed, too"
    with storage.reading() as db:
        assert not db.get_one(QuestionRow, (1, "q-1")).deleted
        assert "line 1" in db.get_one(ProjectRow, 1).faults[0]
    path.write_text(path.read_text().replace('"nothing"', '"relation"', 1))
    in_step(storage, root)
    assert lines(path)["q-1"]["question"] == "changed here"


def test_a_file_that_is_gone_is_written_again(storage: Storage, root: Path) -> None:
    path = root / "work" / "candidates.jsonl"
    in_step(storage, root)
    before = lines(path)
    path.unlink()
    assert in_step(storage, root)[1] == 3 and lines(path) == before


def test_clips_go_both_ways_too(storage: Storage, root: Path) -> None:
    path = root / "work" / "clips.jsonl"
    in_step(storage, root)
    edit_file(path, "even", scene="sports")
    with storage.writing() as db:
        row = db.get_one(ClipRow, (1, "even"))
        row.record = {**row.record, "status": "rejected", "why": "too dark"}
    in_step(storage, root)
    assert {k: lines(path)["even"][k] for k in ("scene", "status", "why")} == {
        "scene": "sports", "status": "rejected", "why": "too dark",
    }  # fmt: skip


def test_by_command(root: Path) -> None:
    studio = open_studio(Settings(folder=root))
    try:
        assert list(step_all(studio)) == [f"{root / 'work'}: 4 records read, 0 written."]
    finally:
        studio.close()


fields = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3))


@given(fields, fields, fields)
def test_merging_takes_each_change_and_repeats_nothing(
    base: dict[str, int], ours: dict[str, int], theirs: dict[str, int]
) -> None:
    found = merge(base, ours, theirs)
    for name in "abcd":
        b, o, t, m = (side.get(name) for side in (base, ours, theirs, found.record))
        assert m == (t if o == b else o)
        assert (name in found.conflicts) == (o != t and b not in (o, t))
    assert merge(theirs, found.record, theirs).record == found.record
    assert merge(base, ours, base).record == ours and merge(base, base, theirs).record == theirs


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Storage]:
    storage = open_storage(f"sqlite:///{tmp_path_factory.mktemp('db') / 'db'}", all_parts())
    with storage.writing() as db:
        db.add(Person(name="ada", name_key="ada", password="", since=NOON))
        db.add(ProjectRow(path="work", synced=NOON, state="", faults=[]))
    yield storage
    storage.close()


@settings(max_examples=40)
@given(st.lists(st.one_of(st.just("undo"), st.just("delete"), st.integers(0, 2)), max_size=12))
def test_history_is_a_stack_that_only_grows(shared: Storage, deeds: list[str | int]) -> None:
    """Edits push, an undo pops; versions are numbered 1, 2, 3 …, and those that are there never change."""
    from diorama.studio.footage.history import begin, plain

    with shared.writing() as db:
        row = QuestionRow(project_id=1, id="q", position=0, filed=None)
        begin(db, row, plain(question("q", "even", question="start")), 1, "added", NOON)
        stack: list[tuple[str, bool]] = [("start", False)]
        known: list[tuple[Any, ...]] = []
        for deed in deeds:
            version = row.version
            if deed == "undo":
                if len(stack) > 1:
                    stack.pop()
                    undo(db, row, row.version, 1, NOON)
                    assert row.version == version + 1
                else:
                    with pytest.raises(Invalid):
                        undo(db, row, row.version, 1, NOON)
            else:
                wanted = (stack[-1][0], True) if deed == "delete" else (f"text {deed}", False)
                record = with_fields(row.record, question=wanted[0])
                changed = change(db, row, row.version, record, 1, "edited", NOON, deleted=wanted[1])
                assert changed == (wanted != stack[-1]) and row.version == version + changed
                if changed:
                    stack.append(wanted)
            assert (row.record["question"], row.deleted) == stack[-1]
            rows = db.scalars(select(VersionRow).order_by(VersionRow.number)).all()
            now = [(v.number, v.record, v.deleted, v.content, v.before) for v in rows]
            assert now[: len(known)] == known and [n[0] for n in now] == list(range(1, row.version + 1))
            known = now
        with pytest.raises(Stale):
            change(db, row, row.version - 1, with_fields(row.record, question="late"), 1, "edited", NOON)
        with pytest.raises(Stale):
            undo(db, row, row.version + 1, 1, NOON) if len(stack) > 1 else change(db, row, 0, row.record, 1, "", NOON)
        db.rollback()

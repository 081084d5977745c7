"""Exports, imports and backups: the same content comes out again, or nothing does."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import threading
import zipfile
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Column, String, select

from diorama.errors import DioramaError
from diorama.studio import open_studio
from diorama.studio.app import all_parts
from diorama.studio.audit.log import LogLine, write
from diorama.studio.copies.backup import back_up, restore
from diorama.studio.copies.content import NEVER, Content
from diorama.studio.copies.exporting import (
    LINES,
    SHEETS,
    export_file,
    export_into,
    exported,
    import_file,
    opened,
    password_links,
)
from diorama.studio.copies.sheets import _cell, _value
from diorama.studio.library.indexing import look_again
from diorama.studio.library.shelf import set_status
from diorama.studio.library.tables import SampleRow
from diorama.studio.people.roles import Role
from diorama.studio.people.secrets import fits, hash_password
from diorama.studio.people.tables import Person
from diorama.studio.settings import Settings
from diorama.studio.storage import Storage, open_storage, utc_now
from tests.studio.running import Running, running, settings_for
from tests.studio.test_sittings import answer, begin, make_test, participant

HOSTILE = '=HYPERLINK("http://x")\n"\'; DROP TABLE people; -- <script>,;\t\u2028\r\nend\r'


@pytest.fixture
def busy(studio: Running) -> Storage:
    """A studio in which people have decided things: a test, an answer, a sample in review, hostile texts in the log."""
    with studio.studio.storage.writing() as db:
        db.add(Person(name="Cy", name_key="cy", password=hash_password("a long password"), since=studio.clock()))
        set_status(db, 1, "causal-000003", "flagged")
        for text in (HOSTILE, "", "'", "''", "=1+1", "null", '""', "0", " "):
            write(db, studio.clock(), None, text, "sample", text, note=text, nested={"list": [1, 2.5, None, True]})
    pat, number = participant(studio)
    make_test(studio, [number], name="pilot")
    begin(pat)
    answer(pat, choice=0)
    return studio.studio.storage


def as_lines(storage: Storage) -> bytes:
    with exported(storage, LINES) as file:
        return file.read()


@pytest.fixture
def empty(folder: Path, tmp_path: Path) -> Settings:
    """Another folder with the same dataset, and no studio yet."""
    shutil.copytree(folder / "small", tmp_path / "other" / "small")
    return settings_for(tmp_path / "other")


@pytest.mark.parametrize("ending", [LINES, SHEETS])
def test_what_was_exported_and_imported_is_the_same(
    busy: Storage, empty: Settings, tmp_path: Path, ending: str
) -> None:
    """From either database, by either form, into an empty studio of SQLite; and the same bytes each time."""
    file = tmp_path / f"all{ending}"
    count = export_file(busy, file)
    with opened(empty, make=True) as other:
        assert import_file(other, file) == count > 30
        assert as_lines(other) == as_lines(busy)
        again = io.BytesIO()
        assert export_into(other, again, ending) == count and again.getvalue() == file.read_bytes()


def test_a_studio_goes_on_after_an_import(busy: Storage, empty: Settings, tmp_path: Path) -> None:
    """Samples keep where they stand in review; an admin gets in by a link; the participant is where they were."""
    export_file(busy, tmp_path / "all.jsonl")
    with opened(empty, make=True) as other:
        import_file(other, tmp_path / "all.jsonl")
        assert [name for name, _ in password_links(other)] == ["Ada"]
    with running(empty) as studio:
        look_again(studio.studio)
        with studio.studio.storage.reading() as db:
            status = dict(db.execute(select(SampleRow.id, SampleRow.status)).all())
            assert len(status) == 20 and {k for k, v in status.items() if v} == {"causal-000003"}
            pat = db.scalars(select(Person).where(Person.name == "Pat")).one()
        visitor = studio.visitor()
        visitor.cookies.set(studio.studio.settings.cookie, studio.token(pat.id), domain="127.0.0.1")
        assert "last question" in visitor.get("/tests/1/sit").text, "all samples here are of one scene"
        assert studio.signed_in("Ida", Role.ADMIN).get("/tests/1").status_code == 200


def test_numbers_go_on_in_postgresql(postgres: str, folder: Path, tmp_path: Path) -> None:
    with opened(settings_for(folder), make=True) as storage:
        with storage.writing() as db:
            db.add_all(Person(name=n, name_key=n, password="", since=utc_now()) for n in ("ada", "bo"))
        export_file(storage, tmp_path / "all.jsonl")
    with psycopg.connect(f"{postgres}postgres", autocommit=True) as admin:
        admin.execute("DROP SCHEMA public CASCADE")
        admin.execute("CREATE SCHEMA public")
    with opened(Settings(folder, f"{postgres}postgres"), make=True) as other:
        import_file(other, tmp_path / "all.jsonl")
        with other.writing() as db:
            new = Person(name="cy", name_key="cy", password="", since=utc_now())
            db.add(new)
            db.flush()
            assert new.id == 3


def test_no_export_holds_a_secret(busy: Storage, tmp_path: Path) -> None:
    with busy.reading() as db:
        stored = db.scalars(select(Person.password).where(Person.name == "Cy")).one()
    export_file(busy, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        sheets = b"".join(archive.read(name) for name in archive.namelist())
    for data in (as_lines(busy), sheets):
        assert stored.encode() not in data and b"argon2" not in data and b"token" not in data


def test_every_table_is_in_a_copy_or_left_out_on_purpose() -> None:
    """A new screen's tables come along by themselves; what sounds like a secret must not."""
    names = {t.__tablename__ for part in all_parts() for t in part.tables}
    plain, whole = Content(False), Content(True)
    assert {t.name for t in whole.tables()} == names - NEVER
    columns = {f"{t.name}.{c.name}" for t in plain.tables() for c in plain.columns(t)}
    assert not [c for c in columns if any(word in c for word in ("password", "token", "hash", "secret"))]


def test_only_an_empty_studio_is_filled(busy: Storage, empty: Settings, tmp_path: Path) -> None:
    export_file(busy, tmp_path / "all.jsonl")
    before = as_lines(busy)
    with pytest.raises(DioramaError, match="not empty"):
        import_file(busy, tmp_path / "all.jsonl")
    assert as_lines(busy) == before
    studio = open_studio(empty)  # served once, with nobody in it yet: its index may be replaced
    look_again(studio)
    assert import_file(studio.storage, tmp_path / "all.jsonl") > 0
    studio.close()
    with pytest.raises(DioramaError, match="name a new file"):
        export_file(busy, tmp_path / "all.jsonl")


def _lines(rows: list[object]) -> bytes:
    """Lines with the right checksum, whatever they say."""
    from hashlib import sha256

    body = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    return body + json.dumps({"rows": len(rows) - 1, "sha256": sha256(body).hexdigest()}).encode() + b"\n"


HEAD = {"studio": 1, "whole": False, "version": "1", "parts": {}}
PERSON = {"id": 1, "name": "Eve", "name_key": "eve", "active": True, "since": "2026-01-01T00:00:00+00:00", "version": 1}

PROJECT = {"id": 1, "path": "films", "synced": PERSON["since"], "state": "", "faults": []}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not complete"),
        (b"{}\n", "not complete"),
        (b'{"studio": 1', "cut short"),
        (b"\xff\n\xff\n", "no JSON object"),
        (b"[" * 100_000 + b"\n", "no JSON object"),
        (_lines([{**HEAD, "studio": 7}]), "no export"),
        (_lines([{**HEAD, "whole": True}]), "restore"),
        (_lines([{**HEAD, "parts": {"people": 99}}]), "another Diorama"),
        (_lines([HEAD, {"table": "people", "row": {**PERSON, "password": "x"}}]), "other columns"),
        (_lines([HEAD, {"table": "people_sessions", "row": {}}]), "does not belong"),
        (_lines([HEAD, {"table": "people; DROP", "row": {}}]), "does not belong"),
        (_lines([HEAD, {"table": "people", "row": {**PERSON, "id": "1 OR 1"}}]), "does not belong"),
        (_lines([HEAD, {"table": "people", "row": {**PERSON, "since": "2026-01-01T00:00:00"}}]), "does not belong"),
        (_lines([HEAD, {"table": "people", "row": {**PERSON, "name": None}}]), "does not belong"),
        (_lines([HEAD, *[{"table": "people", "row": PERSON}] * 2]), "cannot be imported"),
        (_lines([HEAD, {"table": "people_roles", "row": {"person_id": 9, "role": "admin"}}]), "cannot be imported"),
        (_lines([HEAD, {"table": "people", "row": {**PERSON, "name": "\ud800"}}]), "does not belong"),
        (_lines([HEAD, {"table": "people", "row": {**PERSON, "name": "E\0e"}}]), "does not belong"),
        (_lines([HEAD, {"table": "people", "row": {**PERSON, "since": "0001-01-01T00:00:00+14:00"}}]), "belong there"),
        (_lines([HEAD, {"table": "people_roles", "row": {"person_id": 1, "role": "god"}}]), "does not belong"),
        (_lines([HEAD, {"table": "footage_projects", "row": {**PROJECT, "path": "/etc"}}]), "does not belong"),
        (_lines([HEAD, {"table": "footage_projects", "row": {**PROJECT, "path": "films/../.."}}]), "does not belong"),
        (_lines([HEAD, {"table": "people", "row": []}]), "no row"),
        (_lines([{**HEAD, "parts": []}]), "no export"),
        (b"PK\x03\x04 no zip", "no zip"),
    ],
)
def test_a_file_that_is_wrong_leaves_the_studio_empty(folder: Path, tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "bad").write_bytes(content)
    with opened(settings_for(folder), make=True) as storage:
        before = as_lines(storage)
        with pytest.raises(DioramaError, match=words):
            import_file(storage, tmp_path / "bad")
        assert as_lines(storage) == before


def test_a_changed_byte_is_noticed(busy: Storage, empty: Settings, tmp_path: Path) -> None:
    good = as_lines(busy)
    with opened(empty, make=True) as other:
        for bad in (good[:-200], good.replace(b"pilot", b"pilos", 1), good.replace(b"\n", b"\n\n", 1)):
            (tmp_path / "bad.jsonl").write_bytes(bad)
            with pytest.raises(DioramaError, match=r"complete|no JSON"):
                import_file(other, tmp_path / "bad.jsonl")


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_a_cell_keeps_its_text_and_is_no_formula(text: str) -> None:
    column: Column[Any] = Column("deed", String)
    cell = _cell(column, text)
    assert _value("here", column, cell) == text and not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert _cell(column, None) == "" != cell


def test_a_backup_is_taken_while_people_work(folder: Path, tmp_path: Path) -> None:
    """A copy in the middle of many small transactions of two rows each: it holds both rows of each or none."""
    settings = settings_for(folder)
    studio = open_studio(settings)
    stop = threading.Event()

    def work() -> None:
        turn = 0
        while not stop.is_set():
            turn += 1
            with studio.storage.writing() as db:
                for half in ("one", "other"):
                    write(db, utc_now(), None, half, "turn", turn)

    worker = threading.Thread(target=work)
    worker.start()
    try:
        sizes = [back_up(settings, tmp_path / f"{k}.backup") for k in range(3)]
    finally:
        stop.set()
        worker.join()
    studio.close()
    assert all(sizes) and (tmp_path / "0.backup").stat().st_mode & 0o077 == 0
    counts = []
    for k in range(3):
        (tmp_path / str(k)).mkdir()
        restore(tmp_path / f"{k}.backup", settings_for(tmp_path / str(k)))
        with opened(settings_for(tmp_path / str(k))) as storage, storage.reading() as db:
            halves = db.execute(select(LogLine.deed, LogLine.which)).all()
        ones, others = ({which for deed, which in halves if deed == half} for half in ("one", "other"))
        assert ones == others
        counts.append(len(ones))
    assert counts == sorted(counts) and counts[-1] > 0


def test_a_backup_brings_everything_back(studio: Running, busy: Storage, tmp_path: Path) -> None:
    """Also passwords, and on PostgreSQL too."""
    settings = studio.studio.settings
    back_up(settings, tmp_path / "all.backup")
    (tmp_path / "new").mkdir()
    restore(tmp_path / "all.backup", Settings(tmp_path / "new"))
    with opened(Settings(tmp_path / "new")) as other:
        assert as_lines(other) == as_lines(busy)
        with other.reading() as db:
            assert fits("a long password", db.scalars(select(Person.password).where(Person.name == "Cy")).one())
    with pytest.raises(DioramaError, match=r"exists|not empty"):
        restore(tmp_path / "all.backup", Settings(tmp_path / "new"))
    with pytest.raises(DioramaError, match="name a new file"):
        back_up(settings, tmp_path / "all.backup")


def test_a_damaged_backup_restores_nothing(folder: Path, tmp_path: Path) -> None:
    open_studio(settings_for(folder)).close()
    back_up(settings_for(folder), tmp_path / "good")
    good = (tmp_path / "good").read_bytes()
    with zipfile.ZipFile(tmp_path / "good") as archive:
        about, database = archive.read("backup.json"), archive.read("studio.db")
    with zipfile.ZipFile(tmp_path / "other", "w") as archive:
        archive.writestr("backup.json", about)
        archive.writestr("studio.db", database[:-1] + b"!")
    (tmp_path / "new").mkdir()
    middle = len(good) // 2
    for bad in (b"", good[:-40], good[:middle] + b"~~~~" + good[middle + 4 :], (tmp_path / "other").read_bytes()):
        (tmp_path / "bad").write_bytes(bad)
        with pytest.raises(DioramaError, match=r"backup|damaged"):
            restore(tmp_path / "bad", settings_for(tmp_path / "new"))
        assert not [p for p in tmp_path.joinpath("new").rglob("*") if p.is_file()]
    for folder_without in (tmp_path / "new", tmp_path / "nowhere"):
        with pytest.raises(DioramaError, match=r"no studio yet|no folder"):
            back_up(settings_for(folder_without), tmp_path / "none")


@pytest.mark.parametrize(
    "about", [{"bytes": "9"}, {"bytes": None}, {"holds": []}, {"sha256": 1}, {"note": "x" * 2_000_000}]
)
def test_a_backup_that_says_nonsense_of_itself_restores_nothing(
    folder: Path, tmp_path: Path, about: dict[str, object]
) -> None:
    """Other kinds of values than we write, and more text than anybody would."""
    open_studio(settings_for(folder)).close()
    back_up(settings_for(folder), tmp_path / "good")
    with zipfile.ZipFile(tmp_path / "good") as good, zipfile.ZipFile(tmp_path / "bad", "w") as bad:
        bad.writestr("backup.json", json.dumps({**json.loads(good.read("backup.json")), **about}))
        bad.writestr("studio.db", good.read("studio.db"))
    (tmp_path / "new").mkdir()
    with pytest.raises(DioramaError, match=r"backup|damaged"):
        restore(tmp_path / "bad", settings_for(tmp_path / "new"))
    assert not [p for p in tmp_path.joinpath("new").rglob("*") if p.is_file()]


def test_a_locked_zip_is_no_backup(folder: Path, tmp_path: Path) -> None:
    """The bit that says so is set in both headers of the member that is read first."""
    open_studio(settings_for(folder)).close()
    back_up(settings_for(folder), tmp_path / "good")
    data = bytearray((tmp_path / "good").read_bytes())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.rfind(mark) + place] |= 1
    (tmp_path / "bad").write_bytes(data)
    with pytest.raises(DioramaError, match="no backup"):
        restore(tmp_path / "bad", settings_for(tmp_path))


def test_a_database_that_is_damaged_is_not_backed_up_in_silence(folder: Path, tmp_path: Path) -> None:
    settings = settings_for(folder)
    open_studio(settings).close()
    file = settings.own_folder / "studio.db"
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    data = bytearray(file.read_bytes())
    data[8192:12288] = b"\xff" * 4096
    file.write_bytes(data)
    with pytest.raises(DioramaError):
        back_up(settings, tmp_path / "backup")
    assert not (tmp_path / "backup").exists()


def test_admins_download_exports_and_nobody_else(studio: Running, busy: Storage) -> None:
    admin, bo = studio.signed_in("Ida", Role.ADMIN), studio.signed_in("Bo", Role.ANNOTATOR)
    keys = admin.keys_of("/export")
    sent = admin.post("/export", data={**keys, "form": ".jsonl"})
    assert sent.content == as_lines(busy) and "attachment" in sent.headers["content-disposition"]
    keys = admin.keys_of("/export")
    assert zipfile.ZipFile(io.BytesIO(admin.post("/export", data={**keys, "form": ".zip"}).content)).testzip() is None
    assert admin.post("/export", data={**admin.keys_of("/export"), "form": "../x"}).status_code == 422
    assert bo.get("/export").status_code == 403
    assert bo.post("/export", data={**bo.keys_of("/", "/sign-out"), "form": ".jsonl"}).status_code == 403
    with busy.reading() as db:
        assert db.scalars(select(LogLine.which).where(LogLine.deed == "exported")).all() == [".jsonl", ".zip"]


def test_the_commands(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from typer.testing import CliRunner

    from diorama.cli import app

    def run(*words: object) -> str:
        done = CliRunner().invoke(app, ["studio", *map(str, words)])
        assert done.exit_code == 0, done.output
        return done.output

    storage = open_storage(f"sqlite:///{tmp_path / 'one.db'}", all_parts())
    with storage.writing() as db:
        from diorama.studio.people.tables import PersonRole

        ada = Person(name="Ada", name_key="ada", password=hash_password("a long password"), since=utc_now())
        ada.roles = [PersonRole(role=Role.ADMIN)]
        db.add(ada)
    storage.close()
    db_option = ("--db", f"sqlite:///{tmp_path / 'one.db'}")
    assert "2 rows" in run("export", folder, tmp_path / "all.zip", *db_option)
    (tmp_path / "new").mkdir()
    assert "Ada chooses a password" in run("import", tmp_path / "all.zip", tmp_path / "new")
    assert "bytes" in run("backup", folder, tmp_path / "b", *db_option)
    assert "as it was" in run("restore", tmp_path / "b", folder)
    assert run("--help").count("backup") and "Serve the studio" in run("serve", "--help")

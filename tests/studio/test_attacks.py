"""What strangers and bad luck may try, and what must come of it."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event, func, select, text

from diorama.ask.run_files import ENDING
from diorama.data.manifest import FILE
from diorama.errors import DioramaError
from diorama.footage.record_files import CLIPS
from diorama.studio import open_studio
from diorama.studio.app import all_parts
from diorama.studio.footage.files import folders_in
from diorama.studio.library.finding import find
from diorama.studio.people.roles import Role
from diorama.studio.people.tables import Invite
from diorama.studio.storage import open_storage
from diorama.studio.storage.schema import MadeBy
from tests.studio.running import Running, Visitor, running, settings_for

SAMPLE = "/browse/1/causal-000000"


def invitations(studio: Running) -> int:
    with studio.studio.storage.reading() as db:
        return db.scalar(select(func.count()).select_from(Invite)) or 0


def test_forms_that_are_not_ours_are_refused(studio: Running) -> None:
    """No token, an invented one, somebody else's, and one that another site sends with the right cookie."""
    admin, bo = studio.signed_in("Ada", Role.ADMIN), studio.signed_in("Bo", Role.ADMIN)
    own = admin.keys_of("/people", "/people/invite")
    wish = {"roles": "admin"}
    for keys in ({}, {"_form": ""}, {"_form": "0" * 64}, {"_form": "é"}, bo.keys_of("/people", "/people/invite")):
        assert admin.post("/people/invite", data={**keys, **wish}).status_code == 403
    foreign = admin.post("/people/invite", data={**own, **wish}, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403
    for kind in ("text/plain", "application/json"):
        sent = admin.post("/people/invite", content=b"roles=admin", headers={"Content-Type": kind})
        assert sent.status_code == 403
    assert invitations(studio) == 0
    assert admin.post("/people/invite", data={**own, **wish}, headers={"Origin": studio.address}).status_code == 200


def test_a_stranger_cannot_be_signed_in_by_another_site(studio: Running) -> None:
    """Else an attacker could have the victim work under the attacker's name."""
    studio.person("Eve", Role.ANNOTATOR)
    assert studio.visitor().post("/sign-in", data={"name": "Eve", "password": "x"}).status_code == 403


def test_addresses_that_lead_elsewhere_are_not_found(studio: Running) -> None:
    ada = studio.signed_in("Ada", Role.ANNOTATOR)
    secret = studio.studio.settings.folder / "secret.txt"
    secret.write_text("secret")
    for path in (
        f"{SAMPLE}/media/../../../../secret.txt", f"{SAMPLE}/media/..%2f..%2f..%2fsecret.txt",
        f"{SAMPLE}/media/%2e%2e%2fsecret.txt", f"{SAMPLE}/media/view.png%00", f"{SAMPLE}/media/%00",
        f"{SAMPLE}/drawn/..%2f..%2fsecret", "/static/web/..%2froutes.py",
        "/static/web/../routes.py", "/static/%2e%2e/app.py", "/browse/1/..%2f..%2fsecret.txt",
        "/browse/1/nothing", "/browse/2", "/browse/-1", "/browse/99999999999999999999", "/browse/x", "/people/1",
    ):  # fmt: skip
        answer = ada.get(path)
        assert answer.status_code in (403, 404), path
        assert "secret" not in answer.text.replace("secret.txt", "") and "Traceback" not in answer.text


def test_ids_of_what_is_not_there_are_not_found(studio: Running) -> None:
    admin = studio.signed_in("Ada", Role.ADMIN)
    keys = admin.keys_of("/people", "/people/invite")
    for path in ("/people/99", "/people/99999999999999999999", "/people/invites/7/end", "/people/99/new-password"):
        given = {**keys, "version": 1, "roles": "annotator"}
        assert admin.post(path, data=given).status_code == 404, path


def test_a_huge_body_is_refused_before_it_is_read(studio: Running) -> None:
    admin = studio.signed_in("Ada", Role.ADMIN)
    try:
        status = admin.post("/people/invite", content=b"x" * 100_000_000).status_code
    except httpx.HTTPError:  # the server hung up while we were still sending
        status = 413
    assert status == 413

    def endless() -> Iterator[bytes]:
        for _ in range(400):
            yield b"x" * 10_000

    try:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        status = admin.post("/people/invite", content=endless(), headers=kind).status_code
    except httpx.HTTPError:
        status = 413
    assert status == 413
    assert admin.get("/people").status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        {"content": b"{", "headers": {"Content-Type": "application/json"}},
        {"content": b"\xff\xfe", "headers": {"Content-Type": "application/x-www-form-urlencoded"}},
        {"content": b"--x", "headers": {"Content-Type": "multipart/form-data; boundary=x"}},
        {"content": b"", "headers": {"Content-Type": "multipart/form-data"}},
        {"content": b"a=b", "headers": {"Content-Type": "\x7f"}},
        {"content": b"a=" + b"%" * 1000, "headers": {"Content-Length": "1002", "Content-Type": "text/html"}},
    ],
)
def test_bodies_that_mean_nothing_are_refused(open_house: Running, sent: dict[str, Any]) -> None:
    visitor = open_house.visitor()
    assert visitor.post("/sign-in", **sent).status_code in (400, 403)


def test_odd_questions_are_answered(studio: Running) -> None:
    """Filters that make no sense show nothing; none of them is an error of ours."""
    ada = studio.signed_in("Ada", Role.ANNOTATOR)
    for query in (
        "?page=0", "?page=x", "?page=99999999", "?least=nan&most=inf", "?least=1e999", "?run=1%20or%201=1",
        "?words=%25_%27%22%5C", "?words=%00", "?task=%F0%9F%98%80", "?suite=" + "x" * 5000, 
        "?run=999999999999999999999",        "?gate=|", "?words=%ff%fe",
    ):  # fmt: skip
        assert ada.get(f"/browse/1{query}").status_code in (200, 404, 422), query
    admin = studio.signed_in("Bo", Role.ADMIN)
    for query in ("?person=x", "?person=99999999999", "?about=%00", "?which=%27", "?page=x"):
        assert admin.get(f"/audit{query}").status_code in (200, 404, 422), query


def test_numbers_that_no_database_holds_are_refused(studio: Running) -> None:
    """Below zero, with a point, in a form, and in digits that are none: refused with the headers of every answer."""
    admin = studio.signed_in("Ada", Role.ADMIN)
    huge = "9" * 24
    paths = (f"/browse/-{huge}", f"/review/{huge}.0", "/people/9_999_999_999_999_999_999")
    answers = [admin.get(path) for path in paths]
    answers.append(admin.fill("/review", dataset=huge, sort="pilot"))
    for answer in answers:
        assert answer.status_code in (404, 422)
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    for address in ("/browse/1?run=²", "/audit?person=²"):
        assert admin.get(address).status_code == 200


@pytest.mark.parametrize("charset", ["undefined", "punycode", "unicode_escape"])
def test_a_sender_that_names_an_odd_encoding_is_refused(open_house: Running, charset: str) -> None:
    """Encodings that fail in ways of their own, and one that can write half a character."""
    visitor = open_house.visitor()
    keys = visitor.keys_of("/sign-in")
    fields = {"_form": keys["_form"], "name": "\\ud800", "password": "\\ud800"}
    parts = [f'--B\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n' for n, v in fields.items()]
    kind = {"Content-Type": f"multipart/form-data; boundary=B; charset={charset}"}
    assert visitor.post("/sign-in", content=("".join(parts) + "--B--\r\n").encode(), headers=kind).status_code == 422


def test_an_origin_that_is_no_address_is_another_site(open_house: Running) -> None:
    visitor = open_house.visitor()
    keys = visitor.keys_of("/sign-in")
    for origin in ("http://[", "null", "http://]:x"):
        given = {**keys, "name": "x", "password": "x"}
        assert visitor.post("/sign-in", data=given, headers={"Origin": origin}).status_code == 403


def test_what_nobody_foresaw_has_the_headers_too(studio: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    admin = studio.signed_in("Ada", Role.ADMIN)
    monkeypatch.setattr("diorama.studio.audit.routes.Paging", None)
    answer = admin.get("/audit")
    assert answer.status_code == 500 and "Traceback" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_role_that_is_named_twice_is_given_once(studio: Running) -> None:
    admin = studio.signed_in("Ada", Role.ADMIN)
    page = admin.fill("/people", "/people/invite", roles=["annotator", "annotator"]).text
    link = page.split(studio.address)[1].split("<")[0].split('"')[0]
    joined = studio.visitor().fill(link, name="Bo", password="a long password", again="a long password")
    assert joined.status_code == 303


@pytest.mark.parametrize("roles", [[], ["annotator"]])
def test_an_admin_who_has_to_go_leaves_no_way_back(studio: Running, roles: list[str]) -> None:
    """Taken out, or no admin any more: a link that they kept for themselves, or to another's password, has ended."""
    admin, bad = studio.signed_in("Ada", Role.ADMIN), studio.signed_in("Bad", Role.ADMIN)
    pages = [
        bad.fill("/people", "/people/invite", roles=["admin"]).text,
        bad.fill("/people/1", "/people/1/new-password").text,
    ]
    links = ["/join/" + page.split("/join/")[1].split("<")[0].split('"')[0] for page in pages]
    assert [studio.visitor().get(link).status_code for link in links] == [200, 200]
    fields = {"roles": roles, "active": "1"} if roles else {"roles": ["admin"]}
    assert admin.fill("/people/2", **fields).status_code == 303
    assert [studio.visitor().get(link).status_code for link in links] == [404, 404]


def test_small_pictures_are_shown_where_none_can_be_kept(folder: Path) -> None:
    with running(settings_for(folder)) as studio:
        (folder / ".studio" / "drawings").write_text("not a folder")
        assert studio.signed_in("Ada", Role.ANNOTATOR).get(f"{SAMPLE}/small").status_code == 200


def test_pipes_and_names_that_are_no_text_are_left(tmp_path: Path) -> None:
    """Whoever reads a pipe waits for ever, and no database keeps half a character."""
    for name in (f"run{ENDING}", FILE, CLIPS):
        os.mkfifo(tmp_path / name)
    odd = tmp_path / os.fsdecode(b"odd-\xff")
    odd.mkdir()
    for name in (f"run{ENDING}", FILE, CLIPS):
        (odd / name).write_text("{}\n")
    assert find(tmp_path) == ([], []) and folders_in(tmp_path) == []


def test_who_hangs_up_in_the_middle_is_no_error_of_ours(open_house: Running, caplog: pytest.LogCaptureFixture) -> None:
    address = ("127.0.0.1", open_house.studio.settings.port)
    kind = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n"
    with socket.create_connection(address) as caller:
        caller.sendall(f"POST /sign-in HTTP/1.1\r\nHost: x\r\n{kind}\r\nname=".encode())
        assert open_house.visitor().get("/health").status_code == 200
    assert open_house.visitor().get("/sign-in").status_code == 200
    assert not caplog.records


def test_html_in_any_field_is_text(studio: Running) -> None:
    hostile = "<script>alert(1)</script>\"'><img src=x>"
    admin = studio.signed_in(hostile, Role.ADMIN)
    admin.fill("/people", "/people/invite", roles=["annotator"], note=hostile)
    for path in ("/", "/people", "/people/1", "/audit", "/me", f"/audit?which={hostile}", f"/browse/1?words={hostile}"):
        page = admin.get(path).text
        assert "<script>alert" not in page and "<img src=x>" not in page, path
    shown = admin.get(SAMPLE).text
    assert "&lt;script&gt;" in shown and "<script>document" not in shown, "what a model said"
    fault = studio.visitor().fill("/sign-in", name=hostile, password="x").text
    assert "<script>alert" not in fault


def test_every_answer_has_the_headers(studio: Running) -> None:
    admin = studio.signed_in("Ada", *Role)
    for path in ("/", "/health", "/nothing", "/static/web/studio.js", SAMPLE, f"{SAMPLE}/media/view", "/people/9"):
        headers = admin.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff", path
    assert admin.get("/").headers["cache-control"] == "no-store"


def test_a_browser_seeks_by_ranges(studio: Running) -> None:
    ada = studio.signed_in("Ada", Role.ANNOTATOR)
    whole = ada.get(f"{SAMPLE}/media/view")
    data, size = whole.content, len(whole.content)
    assert data.startswith(b"\x89PNG") and whole.headers["accept-ranges"] == "bytes"

    def part(wanted: str) -> httpx.Response:
        return ada.get(f"{SAMPLE}/media/view", headers={"Range": wanted})

    assert (part("bytes=0-7").status_code, part("bytes=0-7").content) == (206, data[:8])
    assert part("bytes=0-7").headers["content-range"] == f"bytes 0-7/{size}"
    assert part("bytes=10-").content == data[10:] and part("bytes=-4").content == data[-4:]
    assert part(f"bytes=0-{size * 9}").content == data
    for nonsense in ("bytes=", "bytes=a-b", "bytes=0-1,4-5", "pieces=0-1"):
        assert part(nonsense).status_code == 200
    assert part(f"bytes={size}-").status_code == 416 and part("bytes=5-2").status_code == 416
    assert ada.get(f"{SAMPLE}/media/view", headers={"If-None-Match": whole.headers["etag"]}).status_code == 304


# a database in trouble


def invite(admin: Visitor, keys: dict[str, str]) -> httpx.Response:
    return admin.post("/people/invite", data={**keys, "roles": "annotator", "note": "x" * 200})


def test_a_full_disk_is_said_and_nothing_is_lost(folder: Path) -> None:
    """SQLite is allowed no further page: saves fail with a page that says why, and work again afterwards."""
    with running(settings_for(folder)) as studio:
        admin = studio.signed_in("Ada", Role.ADMIN)
        own = admin.keys_of("/people", "/people/invite")
        keys = [{**own, "_once": f"form {n}"} for n in range(60)]
        full = [True]

        @event.listens_for(studio.studio.storage.engine, "begin")
        def limit(connection: Any) -> None:
            most = 1 if full[0] else 1_000_000
            connection.exec_driver_sql(f"PRAGMA max_page_count={most}")

        answers = [invite(admin, each) for each in keys]
        saved = [a for a in answers if a.status_code == 200]
        refused = [a for a in answers if a.status_code == 503]
        assert len(saved) + len(refused) == 60 and refused
        assert "disk of the database is full" in refused[0].text
        assert invitations(studio) == len(saved), "nothing by halves"
        assert admin.get("/people").status_code == 200
        full[0] = False
        again = answers.index(refused[0])
        assert invite(admin, keys[again]).status_code == 200, "the same form can be sent again"
        assert invitations(studio) == len(saved) + 1


def test_a_database_that_can_only_be_read_is_said(studio: Running) -> None:
    admin = studio.signed_in("Ada", Role.ADMIN)
    keys = admin.keys_of("/people", "/people/invite")
    storage = studio.studio.storage

    @event.listens_for(storage.engine, "begin")
    def read_only(connection: Any) -> None:
        if storage.sqlite:
            connection.exec_driver_sql("PRAGMA query_only=ON")
        else:
            connection.exec_driver_sql("SET TRANSACTION READ ONLY")

    answer = invite(admin, keys)
    assert answer.status_code == 503 and "can only be read" in answer.text
    by_script = admin.post("/people/invite", data={**keys, "roles": "annotator"}, headers={"X-Studio": "script"})
    assert by_script.status_code == 503 and "can only be read" in by_script.json()["message"]
    assert admin.get("/people").status_code == 200 and invitations(studio) == 0


def test_connections_that_break_are_made_again(studio: Running) -> None:
    """PostgreSQL was started again; SQLite has no connections to break."""
    if studio.studio.storage.sqlite:
        return
    admin = studio.signed_in("Ada", Role.ADMIN)
    assert admin.get("/people").status_code == 200
    with studio.studio.storage.reading() as db:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND "
        db.execute(text(f"{others} pid <> pg_backend_pid()"))
    for _ in range(3):
        assert admin.fill("/people", "/people/invite", roles=["annotator"]).status_code == 200
    assert invitations(studio) == 3


def test_a_database_of_another_version_is_left_alone(db_url: str) -> None:
    storage = open_storage(db_url, all_parts())
    with storage.writing() as db:
        db.get_one(MadeBy, "people").version = 99
    storage.close()
    with pytest.raises(DioramaError, match="a newer Diorama"):
        open_storage(db_url, all_parts())


def test_a_database_of_somebody_else_is_left_alone(db_url: str) -> None:
    open_storage(db_url, ()).close()
    storage = open_storage(db_url, ())
    with storage.writing() as db:
        db.execute(text("DROP TABLE studio_parts"))
        db.execute(text("CREATE TABLE precious (id INTEGER)"))
    storage.close()
    with pytest.raises(DioramaError, match="holds other tables"):
        open_storage(db_url, all_parts())


@pytest.mark.parametrize(
    ("db", "said"),
    [
        ("mysql://x/y", "only sqlite and postgresql"),
        ("sqlite://", "name a file"),
        ("nonsense", "should be like"),
        ("postgresql://host:port/x", "should be like"),
        ("sqlite+aiosqlite:////nowhere/at/all.db", "cannot be reached"),
        ("sqlite:///a\0b", "cannot be seen"),
        ("sqlite:///\ud800", "cannot be seen"),
        ("sqlite:////nowhere/at/all.db", "cannot be reached"),
        ("postgresql://nobody:secret@127.0.0.1:1/x", "cannot be reached"),
    ],
)
def test_a_database_that_cannot_be_opened_is_one_line(tmp_path: Path, db: str, said: str) -> None:
    with pytest.raises(DioramaError, match=said) as refused:
        open_studio(settings_for(tmp_path, db))
    assert "secret" not in str(refused.value) and "\n" not in str(refused.value)


def test_a_file_that_is_no_database_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("these are my notes" * 100)
    with pytest.raises(DioramaError, match="is damaged"):
        open_studio(settings_for(tmp_path, f"sqlite:///{tmp_path / 'notes.db'}"))


@pytest.mark.slow
def test_what_was_acknowledged_survives_kill_9(folder: Path, tmp_path: Path) -> None:
    """A server of its own is killed in the middle of saves, twenty times."""
    database = folder / ".studio" / "studio.db"
    acknowledged = 0
    for round_ in range(20):
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.studio.saver", str(folder)], stdout=subprocess.PIPE, text=True,
            cwd=Path(__file__).parents[2], env=os.environ,
        )  # fmt: skip
        assert server.stdout is not None
        for _ in range(5 + 3 * round_):
            assert server.stdout.readline() == "saved\n"
            acknowledged += 1
        server.send_signal(signal.SIGKILL)
        acknowledged += server.stdout.read().count("saved\n")
        server.wait()
    with sqlite3.connect(database) as db:
        kept = db.execute("SELECT count(*) FROM people_invites").fetchone()[0]
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert acknowledged <= kept <= acknowledged + 20

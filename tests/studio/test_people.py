"""Who may come in, and what they may do."""

from __future__ import annotations

import re
from datetime import timedelta

from sqlalchemy import select

from diorama.studio.people.invites import first_link
from diorama.studio.people.roles import Role
from diorama.studio.people.tables import Person, SignIn
from diorama.studio.serving import opening_lines
from diorama.studio.web.route import StudioRoute
from tests.studio.running import Running, Visitor

PASSWORD = "correct horse battery"


def joined(studio: Running, token: str, name: str) -> Visitor:
    visitor = studio.visitor()
    assert visitor.fill(f"/join/{token}", name=name, password=PASSWORD, again=PASSWORD).status_code == 303
    return visitor


def first(studio: Running) -> Visitor:
    """The first person, by the link that is printed."""
    line = opening_lines(studio.studio)[-1]
    return joined(studio, line.rsplit("/", 1)[1], "Ada")


def test_the_first_person_comes_in_by_a_link_that_works_once(studio: Running) -> None:
    token = opening_lines(studio.studio)[-1].rsplit("/", 1)[1]
    ada = joined(studio, token, "Ada")
    assert "Welcome, Ada" in ada.get("/").text and ada.get("/people").status_code == 200
    assert studio.visitor().get(f"/join/{token}").status_code == 404
    assert len(opening_lines(studio.studio)) == 2  # nobody needs such a link any more


def test_each_start_ends_the_link_of_the_last(studio: Running) -> None:
    with studio.studio.storage.writing() as db:
        one, other = first_link(db, studio.clock()), first_link(db, studio.clock())
    assert one and other
    assert studio.visitor().get(f"/join/{one}").status_code == 404
    assert studio.visitor().get(f"/join/{other}").status_code == 200


def test_an_invited_person_has_the_roles_of_the_invitation(studio: Running) -> None:
    ada = first(studio)
    shown = ada.fill("/people", "/people/invite", roles=["annotator", "reviewer"], note="Bo")
    found = re.search(r"/join/([\w-]+)", shown.text)
    assert found
    bo = joined(studio, found[1], "Bo")
    assert "annotator, reviewer" in bo.get("/").text
    assert bo.get("/people").status_code == 403


def test_an_invitation_ends_when_it_is_taken_back_or_old(studio: Running) -> None:
    ada = first(studio)
    links = [ada.fill("/people", "/people/invite", roles=["annotator"]).text for _ in range(2)]
    one, other = (re.search(r"/join/([\w-]+)", text)[1] for text in links)  # type: ignore[index]
    action = re.findall(r"/people/invites/\d+/end", ada.get("/people").text)[0]  # newest first
    ada.fill("/people", action)
    assert studio.visitor().get(f"/join/{other}").status_code == 404
    assert studio.visitor().get(f"/join/{one}").status_code == 200
    studio.clock.later = timedelta(days=8)
    assert studio.visitor().get(f"/join/{one}").status_code == 404


def test_signing_in_and_out(studio: Running) -> None:
    first(studio)
    visitor = studio.visitor()
    visitor.get("/sign-in")
    before = dict(visitor.cookies)
    done = visitor.fill("/sign-in", name=" aDA ", password=PASSWORD)
    assert done.status_code == 303 and dict(visitor.cookies) != before, "the session must be a new one"
    token = visitor.cookies[studio.studio.settings.cookie]
    assert visitor.get("/").status_code == 200
    visitor.fill("/", "/sign-out")
    visitor.cookies.set(studio.studio.settings.cookie, token, domain="127.0.0.1")
    assert visitor.get("/").status_code == 303, "the session is over, not only forgotten by the browser"


def test_a_token_that_was_planted_before_is_not_taken_over(studio: Running) -> None:
    """Somebody who could set the victim's cookie must not share the session that then begins."""
    first(studio)
    visitor = studio.visitor()
    visitor.cookies.set(studio.studio.settings.cookie, "planted", domain="127.0.0.1")
    visitor.fill("/sign-in", name="Ada", password=PASSWORD)
    thief = studio.visitor()
    thief.cookies.set(studio.studio.settings.cookie, "planted", domain="127.0.0.1")
    assert visitor.get("/").status_code == 200 and thief.get("/").status_code == 303


def test_the_cookie_is_out_of_reach_of_scripts_and_the_database_holds_no_secret(studio: Running) -> None:
    first(studio)
    answer = studio.visitor().fill("/sign-in", name="Ada", password=PASSWORD)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    token = re.search(r"=([\w-]+);", cookie)[1]  # type: ignore[index]
    with studio.studio.storage.reading() as db:
        stored = [*db.scalars(select(SignIn.token_hash)), *db.scalars(select(Person.password))]
    assert all(token not in text and PASSWORD not in text for text in stored)


def test_sessions_end_when_nobody_uses_them_and_anyway_after_a_week(studio: Running) -> None:
    ada = studio.signed_in("Ada", Role.ANNOTATOR)
    studio.clock.later = timedelta(hours=11)
    assert ada.get("/").status_code == 200
    studio.clock.later = timedelta(hours=22)
    assert ada.get("/").status_code == 200, "it was used in between"
    studio.clock.later = timedelta(hours=35)
    assert ada.get("/").status_code == 303
    busy = studio.signed_in("Bo", Role.ANNOTATOR)
    for _ in range(15):
        studio.clock.later += timedelta(hours=11)
        assert busy.get("/").status_code == 200
    studio.clock.later += timedelta(hours=11)
    assert busy.get("/").status_code == 303


def test_guessing_passwords_is_slowed_down(studio: Running) -> None:
    studio.person("Ada", Role.ADMIN)
    visitor = studio.visitor()
    ends = [visitor.fill("/sign-in", name="Ada", password=f"guess number {n}").status_code for n in range(7)]
    assert ends == [403] * 5 + [429] * 2
    assert visitor.fill("/sign-in", name="Bo", password="guess").status_code == 403, "others are not shut out"
    studio.clock.later = timedelta(minutes=16)
    assert visitor.fill("/sign-in", name="Ada", password="guess").status_code == 403


def test_everything_is_behind_the_sign_in(studio: Running) -> None:
    for path in ("/", "/people", "/library", "/browse/1", "/audit", "/me", "/people/1"):
        answer = studio.visitor().get(path)
        assert answer.status_code == 303 and answer.headers["location"].startswith("/sign-in?next=")


def test_every_route_says_for_whom_it_is(studio: Running) -> None:
    """Only these are for anyone; a new screen cannot forget its roles."""
    routes = [r for screen in studio.studio.screens for r in screen.router.routes if isinstance(r, StudioRoute)]
    open_to_all = {route.path for route in routes if route.endpoint.__dict__["access"].roles is None}
    assert open_to_all == {"/sign-in", "/sign-out", "/join/{token}"}


def test_nobody_gives_themselves_roles(studio: Running) -> None:
    eve = studio.signed_in("Eve", Role.ANNOTATOR, Role.REVIEWER, Role.PARTICIPANT)
    keys = eve.keys_of("/", "/sign-out")
    for action in ("/people/1", "/people/invite", "/people/1/new-password", "/library/look"):
        assert eve.post(action, data={**keys, "roles": "admin", "version": 1, "active": "true"}).status_code == 403
    with studio.studio.storage.reading() as db:
        assert db.get_one(Person, 1).role_set == {Role.ANNOTATOR, Role.REVIEWER, Role.PARTICIPANT}


def test_a_participant_sees_no_answers(studio: Running) -> None:
    visitor = studio.signed_in("Pat", Role.PARTICIPANT)
    for path in ("/library", "/browse/1", "/browse/1/causal-000000", "/browse/1/causal-000000/drawn/answer"):
        assert visitor.get(path).status_code == 403


def test_a_role_that_is_taken_away_counts_at_once(studio: Running) -> None:
    admin, bo = studio.signed_in("Ada", Role.ADMIN), studio.signed_in("Bo", Role.ANNOTATOR)
    assert bo.get("/library").status_code == 200
    admin.fill("/people/2", roles=["participant"], active="true")
    assert bo.get("/library").status_code == 403
    admin.fill("/people/2", roles=["participant"])
    assert bo.get("/").status_code == 303, "who may not sign in any more is signed out"


def test_the_last_admin_stays(studio: Running) -> None:
    admin = studio.signed_in("Ada", Role.ADMIN)
    assert admin.fill("/people/1", roles=["annotator"], active="true").status_code == 422
    assert admin.fill("/people/1", roles=["admin"]).status_code == 422
    assert admin.get("/people").status_code == 200


def test_a_new_password_signs_out_all_other_browsers(studio: Running) -> None:
    ada = first(studio)
    other = studio.visitor()
    other.fill("/sign-in", name="Ada", password=PASSWORD)
    assert ada.fill("/me", "/me/password", old="wrong", password="a" * 4 + "bcdefgh", again="a").status_code == 422
    new = "another long one"
    assert ada.fill("/me", "/me/password", old=PASSWORD, password=new, again=new).status_code == 303
    assert ada.get("/").status_code == 200 and other.get("/").status_code == 303


def test_two_admins_change_one_person(studio: Running) -> None:
    """The second is told what the first saved, and nothing is overwritten."""
    ada, bo = studio.signed_in("Ada", Role.ADMIN), studio.signed_in("Bo", Role.ADMIN)
    studio.person("Cy", Role.ANNOTATOR)
    seen_by_bo = bo.keys_of("/people/3")
    ada.fill("/people/3", roles=["reviewer"], active="true")
    late = bo.post("/people/3", data={**seen_by_bo, "roles": ["participant"], "active": "true"})
    assert late.status_code == 409 and "participant" in late.text and "reviewer" in late.text
    with studio.studio.storage.reading() as db:
        assert db.get_one(Person, 3).role_set == {Role.REVIEWER}


def test_signing_in_leads_nowhere_else(studio: Running) -> None:
    ada = studio.signed_in("Ada", Role.ADMIN)
    for page in ("https://evil.example", "//evil.example", "/\\evil.example", "/\tx", "javascript:1"):
        assert ada.get("/sign-in", params={"next": page}).headers["location"] == "/"
    assert ada.get("/sign-in", params={"next": "/library"}).headers["location"] == "/library"
